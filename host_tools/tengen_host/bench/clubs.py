"""The clubs of `tengen bench --relay`: boards that tell lines at a steady pace, each published as a club publishes it.

`python -m tengen_host.bench.clubs`, with a JSON object as the first line of its standard input: "urls" of NATS, "keys":
the files of the clubs' keys, "folder" for their disk, "boards": the pace of each board of a club in lines a second, by
its name, and "journal": a file or "". It prints a line when all boards are published; after a second line they tell
theirs; after a third it stops, prints the number of the last line of each board, and how long its processor was
busy, and ends when all is stored.
With a journal, "CLUB.BOARD SEQ" of each line is written there before it is told; another process, after this one was
killed, goes on after it with the whole state, as a board on a cable would.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

from ..live.hall import Hall
from ..live.relayed import RelayedBoard
from ..relay import keys
from ..relay.publish import Publisher
from ..relay.server import Entrance
from ..relay.spool import Spool

_STEP_S = 0.01
_SOON_S = 0.5  # until what was told last is on disk
BEGUN_S, STORED_S = 60.0, 20.0
_EMPTY = {"game": {"name": "renju", "size": 15}, "board": {"clear": True, "changes": []}}


class Teller:
    """A board that tells lines at a pace. `seq`: the number of the last."""

    def __init__(self, name: str, pace: float, seq: int, journal: Journal) -> None:
        self.name, self.pace, self.seq = name, pace, seq
        self.board = RelayedBoard()
        self.due = 0.0
        self._journal = journal

    def begin(self) -> None:
        """Tell where the board stands."""
        self.tell({"is": _EMPTY, "whole": True})
        self.board.tell_link(True, "")

    def press(self, number: int) -> None:
        """Tell of a button, with the moment."""
        pressed = {"code": "button", "name": "p1", "action": "press", "ms": number % 1000}
        self.tell({"did": [pressed | {"sent_us": time.monotonic_ns() // 1000}]})

    def tell(self, line: dict[str, Any]) -> None:
        """Tell a line, with its number and time."""
        self.seq += 1
        self._journal.note(self.name, self.seq)
        self.board.hear({**line, "seq": self.seq, "t": time.monotonic_ns() // 10**6 % 10**9})


class Journal:
    """What each board has told, in a file, if one is named."""

    def __init__(self, path: str) -> None:
        self.last: dict[str, int] = {}
        if path and Path(path).exists():
            for line in Path(path).read_text(encoding="ascii").splitlines():
                name, seq = line.split()
                self.last[name] = int(seq)
        self._file = open(path, "a", encoding="ascii", buffering=1) if path else None  # noqa: SIM115

    def note(self, name: str, seq: int) -> None:
        """Note that a board tells the line with this number."""
        if self._file:
            self._file.write(f"{name} {seq}\n")


async def _tell(tellers: list[Teller], stop: asyncio.Event) -> None:
    """Have all boards tell their lines until `stop`; those of one pace take turns, so that they are no crowd."""
    began = time.monotonic()
    for pace in {teller.pace for teller in tellers}:
        these = [teller for teller in tellers if teller.pace == pace]
        for at, teller in enumerate(these):
            teller.due = began + at / len(these) / pace
    number = 0
    while not stop.is_set():
        now = time.monotonic()
        for teller in tellers:
            while teller.due <= now:
                teller.due += 1 / teller.pace
                number += 1
                teller.press(number)
        await asyncio.sleep(_STEP_S)


async def _publish(hall: Hall, key: keys.Key, spool: Spool, urls: list[str]) -> None:
    """Publish a club's boards until cancelled."""
    entrance = Entrance(urls, key)

    def say(words: str) -> None:
        print(f"{key.club}: {words}", file=sys.stderr)

    async with entrance.open():
        publisher = Publisher(key, spool, 0.0, say, words=entrance.words)
        await publisher.run(hall, lambda: entrance.client.jetstream())


async def clubs(wanted: dict[str, Any]) -> None:
    """Publish and tell, as the module says."""
    journal = Journal(wanted["journal"])
    tellers, publishing, spools = [], [], []
    for path in wanted["keys"]:
        key = keys.read(Path(path))
        hall, spool = Hall(), Spool(Path(wanted["folder"]) / f"{key.club}.db")
        for board, pace in wanted["boards"].items():
            name = f"{key.club}.{board}"
            teller = Teller(name, pace, journal.last.get(name, 0), journal)
            teller.begin()
            hall.add(teller.board, board, board)
            tellers.append(teller)
        publishing.append(asyncio.create_task(_publish(hall, key, spool, wanted["urls"])))
        spools.append(spool)
    await asyncio.sleep(_SOON_S)
    await _stored(spools, list(wanted["boards"]), BEGUN_S)
    print("published", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    stop, cpu = asyncio.Event(), time.process_time()
    telling = asyncio.create_task(_tell(tellers, stop))
    await asyncio.to_thread(sys.stdin.readline)
    cpu = time.process_time() - cpu
    stop.set()
    await telling
    print(json.dumps({"last": {teller.name: teller.seq for teller in tellers}, "cpu_s": cpu}), flush=True)
    await asyncio.sleep(_SOON_S)
    await _stored(spools, list(wanted["boards"]), STORED_S)
    for task in publishing:
        task.cancel()
    await asyncio.gather(*publishing, return_exceptions=True)


async def _stored(spools: list[Spool], boards: list[str], within_s: float) -> None:
    """Wait until NATS has all that is on disk."""
    for _ in range(round(within_s / 0.2)):
        if not any(spool.waiting(board) for spool in spools for board in boards):
            return
        await asyncio.sleep(0.2)


if __name__ == "__main__":
    asyncio.run(clubs(json.loads(sys.stdin.readline())))
