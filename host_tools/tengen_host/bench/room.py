"""The boards of `tengen bench --live`: virtual ones that play by themselves, and one on a serial line, on one page.

`python -m tengen_host.bench.room BOARDS LINE` prints the page's address; after a line on its standard input it stops
playing and prints, as JSON, the numbers of the events that each board has told.
"""

from __future__ import annotations

import asyncio
import json
import sys

from tengen.rules import points, position
from tengen.rules.position import SIZE

from .. import samples
from ..device.ports import Port
from ..live.hall import Hall
from ..live.serial_board import SerialBoard
from ..live.server import serve
from ..virtual.board import VirtualBoard

STONES = 30  # of each game, and then the next
REST_S, PRESS_S = 0.5, 0.1  # a stone rests before it is a move; a finger on a button
WAIT_S = 2.0  # after the last move everything is told


async def play(board: VirtualBoard, games: list[list[str]]) -> None:
    """Play one game after another, as fast as people in a hurry, until cancelled."""
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
    """Serve the boards until a line comes on standard input; then print how many events they have sent."""
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
    tasks.append(asyncio.ensure_future(serve(hall, 0, address.set_result)))
    games = [[points.name(position.point_of_column(at), SIZE) for at in game[::2]][:STONES] for game in samples.games()]
    playing = [asyncio.ensure_future(play(board, games[number:])) for number, board in enumerate(boards)]
    print(await address, flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for task in playing:
        task.cancel()
    await asyncio.sleep(WAIT_S)
    told = {f"board-{number}": [event["seq"] for event in board.events] for number, board in enumerate(boards)}
    print(json.dumps(told), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, *playing, return_exceptions=True)
    await asyncio.to_thread(wired.close)


if __name__ == "__main__":
    asyncio.run(room(int(sys.argv[1]), sys.argv[2]))
