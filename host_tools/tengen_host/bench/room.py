"""The room of `tengen bench --live`: virtual boards that play by themselves, one board on a serial port, and a quiz.

`python -m tengen_host.bench.room BOARDS LINE` serves their pages and prints the address. When it reads a line on its
standard input, it stops playing and prints two lines of JSON: the sequence numbers of each virtual board's lines, and
the most memory that it has used, in MB.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys

from tengen.games import BLACK, points
from tengen.games.renju import position
from tengen.games.renju.position import POINTS, SIZE

from .. import samples
from ..boards.serial import SerialBoard
from ..device.ports import Port
from ..hall.hall import Hall
from ..quiz.question import Given, Question
from ..quiz.running import Quiz
from ..virtual.board import VirtualBoard
from ..web.server import serve

STONES = 30  # the number of stones after which the next game begins
REST_S, PRESS_S = 0.5, 0.1  # how long a stone rests before its button is pressed; how long the press lasts
WAIT_S = 2.0  # time for the last lines to be sent
QUESTIONS = 100
MB = 2**20 if sys.platform == "darwin" else 2**10  # of the unit in which the system counts memory


async def play(board: VirtualBoard, games: list[list[str]]) -> None:
    """Play one game after another, at the speed of hurried people, until cancelled."""
    board.ask({"cmd": "set", "opening": "free centre"})
    for game in games:
        for at, point in enumerate(game):
            who = "p2" if at % 2 else "p1"
            board.put(point)
            await asyncio.sleep(REST_S)
            board.press(who)
            await asyncio.sleep(PRESS_S)
            board.release(who)
            await asyncio.sleep(PRESS_S)
        for point in game:
            board.lift(point)
        await asyncio.sleep(REST_S)
        board.ask({"cmd": "new"})
        await asyncio.sleep(REST_S)


async def room(count: int, line: str) -> None:
    """Serve `count` virtual boards and the board on the port `line`, and play.

    After a line on standard input, stop playing and print the lines' numbers; keep serving until killed.
    """
    loop = asyncio.get_running_loop()
    hall = Hall()
    boards = [VirtualBoard(seed=number) for number in range(count)]
    wired = SerialBoard(Port(line))
    hall.add(wired, "line", "line")
    for number, board in enumerate(boards):
        hall.add(board, f"Board {number}", f"board-{number}")
    wired.open()
    address = loop.create_future()
    tasks = [asyncio.ensure_future(board.run()) for board in boards]
    asked = [Question("win", Given(bytes(POINTS), BLACK), ("h8",))] * QUESTIONS
    tasks.append(asyncio.ensure_future(serve(hall, 0, address.set_result, quiz=Quiz(hall, asked))))
    games = [[points.name(position.point_of_column(at), SIZE) for at in game[::2]][:STONES] for game in samples.games()]
    playing = [asyncio.ensure_future(play(board, games[number:])) for number, board in enumerate(boards)]
    print(await address, flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for task in playing:
        task.cancel()
    await asyncio.sleep(WAIT_S)
    told = [[line["seq"] for line in board.lines if "more" not in line] for board in boards]
    print(json.dumps({f"board-{number}": seqs for number, seqs in enumerate(told)}), flush=True)
    print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // MB), flush=True)
    await asyncio.gather(*tasks)


if __name__ == "__main__":
    asyncio.run(room(int(sys.argv[1]), sys.argv[2]))
