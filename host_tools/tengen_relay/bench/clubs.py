"""The clubs of `tengen bench --relay`: boards that send lines at a steady rate, published as real clubs do.

Run `python -m tengen_relay.bench.clubs` with a JSON object as the first line of its input: "urls" of NATS, "keys": the
files of the clubs' keys, "folder": where entries wait, "boards": the rate of each board of a club in lines a second, by
the board's name, and "journal": a file or "". The program prints a line when all boards are published. After a second
input line the boards send their lines. After a third input line the boards stop; the program prints the number of the
last line of each board and the CPU time, and ends when NATS has stored everything. If there is a journal, "CLUB.BOARD
SEQ" is written to it before each line is sent. If this process is killed, another one continues after that line with
the whole state, as a board on a cable would.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from tengen_host.hall.hall import Hall

from .. import keys
from ..boards import RelayedBoard
from ..publish import Publishing
from ..spool import Spool

_SOON_S = 0.5  # how long to wait until the last sent lines are on disk
BEGUN_S, STORED_S = 60.0, 20.0
_EMPTY = {"game": {"name": "renju", "size": 15}, "board": {"clear": True, "changes": []}}


class ClubBoard(RelayedBoard):
    """A board that sends lines at a constant rate, in lines a second. `seq`: the number of the last line."""

    def __init__(self, name: str, pace: float, seq: int, journal: TextIO) -> None:
        super().__init__()
        self.name, self.pace, self.seq = name, pace, seq
        self._journal = journal
        self.send({"is": _EMPTY, "whole": True})
        self.tell_link(True, "")

    async def play(self, after_s: float) -> None:
        """Wait, and then send button presses with their time at regular intervals, until cancelled."""
        due = time.monotonic() + after_s
        for number in itertools.count():
            await asyncio.sleep(due - time.monotonic())
            pressed = {"code": "button", "name": "p1", "action": "press", "ms": number % 1000}
            self.send({"did": [pressed | {"sent_us": time.monotonic_ns() // 1000}]})
            due += 1 / self.pace

    def send(self, line: dict[str, Any]) -> None:
        """Add number and time to a line, and send it."""
        self.seq += 1
        self._journal.write(f"{self.name} {self.seq}\n")
        self.hear({**line, "seq": self.seq, "t": time.monotonic_ns() // 10**6 % 10**9})


async def clubs(wanted: dict[str, Any], journal: TextIO) -> None:
    """Publish the boards and send their lines, as the module's docstring describes."""
    last = dict(line.split() for line in journal)
    boards, publishing, spools = [], [], []
    for path in wanted["keys"]:
        key, hall = keys.read(Path(path)), Hall()
        for name, pace in wanted["boards"].items():
            whole_name = f"{key.club}.{name}"
            boards.append(ClubBoard(whole_name, pace, int(last.get(whole_name, 0)), journal))
            hall.add(boards[-1], name, name)
        its = Publishing(",".join(wanted["urls"]), key, 0.0, Path(wanted["folder"]))
        publishing.append(asyncio.create_task(its.run(hall, partial(print, key.club, file=sys.stderr))))
        spools.append(Spool(its.spool))
    await _stored(spools, wanted["boards"], BEGUN_S)
    print("published", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    cpu = time.process_time()
    # The boards start at different moments, so that they don't all send at once. Multiples of the golden ratio spread
    # any number of boards evenly.
    playing = [asyncio.create_task(each.play(at * 0.618 % 1 / each.pace)) for at, each in enumerate(boards)]
    await asyncio.to_thread(sys.stdin.readline)
    cpu = time.process_time() - cpu
    await _end(playing)
    print(json.dumps({"last": {board.name: board.seq for board in boards}, "cpu_s": cpu}), flush=True)
    await _stored(spools, wanted["boards"], STORED_S)
    await _end(publishing)


async def _stored(spools: list[Spool], boards: dict[str, float], within_s: float) -> None:
    """Wait until NATS has stored everything that waits on disk."""
    await asyncio.sleep(_SOON_S)
    for _ in range(round(within_s / 0.2)):
        if not any(spool.waiting(board) for spool in spools for board in boards):
            return
        await asyncio.sleep(0.2)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    all_wanted = json.loads(sys.stdin.readline())
    with open(all_wanted["journal"] or os.devnull, "a+", encoding="ascii", buffering=1) as file:
        file.seek(0)
        asyncio.run(clubs(all_wanted, file))
