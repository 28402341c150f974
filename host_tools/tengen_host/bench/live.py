"""Measures how fast and how reliably a page receives a board's lines: `tengen bench --live`.

The room is a separate process (room.py). This process has the other end of the serial line, and all viewers.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import websockets

from .process import Part

Say = Callable[[str], None]

BOARDS, VIEWERS = 16, 50
LINES = 200  # the number of lines that are timed while there is only one page; later lines are timed with all viewers
PLAYED_S = 20.0
EVERY_S = 0.03  # the minimum time between two lines; it varies, so that it can't synchronize with a server's interval
START_S = 60.0
_EMPTY = {"is": {"game": {"name": "renju", "size": 15}, "board": {"clear": True, "changes": []}}, "whole": True}


def live_figures(
    say: Say, boards: int = BOARDS, viewers: int = VIEWERS, lines: int = LINES, played_s: float = PLAYED_S
) -> dict[str, Any]:
    """Measure the ms from a line's last byte on the serial port to the page, and the lines that viewers missed.

    Raises OSError if this machine has no pseudo-terminals, RuntimeError if the room does not open.
    """
    return asyncio.run(_measured(say, boards, viewers, lines, played_s))


class SerialLine:
    """The board's end of a serial port. It answers each request with the whole state; say() sends a line."""

    def __init__(self, path: Path) -> None:
        try:
            import pty
            import tty
        except ImportError:
            raise OSError("measuring a serial line needs pseudo-terminals: Linux or macOS") from None
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.symlink(os.ttyname(self._slave), path)
        self._began = time.monotonic()
        self._seq = 0
        asyncio.get_running_loop().add_reader(self._master, self._asked)

    def say(self, line: dict[str, Any]) -> int:
        """Send a line; return its number."""
        self._seq += 1
        told = {**line, "seq": self._seq, "t": round((time.monotonic() - self._began) * 1000)}
        os.write(self._master, b"\x1e" + json.dumps(told).encode() + b"\n")
        return self._seq

    def close(self) -> None:
        """Close the port."""
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._slave)
        os.close(self._master)

    def _asked(self) -> None:
        for line in os.read(self._master, 4096).splitlines():
            if b"snapshot" in line:
                self.say(_EMPTY | {"re": json.loads(line)["id"]})


class Viewer:
    """A page of a board or of the hall.

    It records the numbers of the received lines by board, and their arrival times.
    """

    def __init__(self, path: str, board: str | None) -> None:
        self.path, self.board = path, board
        self.seqs: dict[str, set[int]] = {}
        self.came: dict[int, float] = {}  # arrival times of the serial port's lines, by time.monotonic()
        self.changed = asyncio.Event()

    async def look(self, address: str) -> None:
        """Receive lines until cancelled."""
        wire = address.replace("http", "ws", 1) + self.path
        async with websockets.connect(wire, max_size=None, compression=None, proxy=None) as socket:
            async for data in socket:
                now = time.monotonic()
                message = json.loads(data)
                if message["type"] == "line" and "seq" in message["line"]:
                    board, seq = self.board or message["board"], message["line"]["seq"]
                    self.seqs.setdefault(board, set()).add(seq)
                    if board == "line":
                        self.came[seq] = now
                        self.changed.set()

    def lacks(self, told: dict[str, list[int]]) -> int:
        """Return the number of lines of its boards that have not arrived."""
        mine = told if self.board is None else {self.board: told[self.board]}
        # a page's first line has the whole state, including all earlier lines
        begun = {board: min(seqs) for board, seqs in self.seqs.items()}
        lost = (set(seqs) - self.seqs.get(board, set()) for board, seqs in mine.items())
        return sum(seq > begun.get(board, 0) for board, seqs in zip(mine, lost, strict=True) for seq in seqs)


async def _measured(say: Say, boards: int, viewers: int, lines: int, played_s: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "line"
        line = SerialLine(path)
        tasks: list[asyncio.Task[None]] = []
        try:
            async with Part.started("tengen_host.bench.room", str(boards), str(path)) as room:
                address = (await room.said()).strip()
                page = Viewer("board/line/ws", "line")
                tasks.append(asyncio.create_task(page.look(address)))
                say("one page on a serial line")
                alone = await timed(line, page, lines)
                say(f"{viewers} viewers of {boards} boards, for {played_s:g} s")
                # every third viewer is in the hall and gets the lines of all boards; the others watch one board
                room_of = [None if at % 3 == 0 else f"board-{at % boards}" for at in range(viewers)]
                looking = [Viewer(f"board/{board}/ws" if board else "hall/ws", board) for board in room_of]
                tasks += [asyncio.create_task(viewer.look(address)) for viewer in looking]
                end = time.monotonic() + played_s
                together = []
                while time.monotonic() < end:
                    together += await timed(line, page, lines // 4)
                await room.say("")
                told = json.loads(await room.said())
                # if a viewer's task has ended, the server has refused or closed the page
                lost = sum(viewer.lacks(told) for viewer in looking) + sum(task.done() for task in tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            line.close()
    return {
        "page_ms_median": round(median(alone), 2),
        "page_ms_p99": p99(alone),
        "page_ms_room_median": round(median(together), 2),
        "page_ms_room_p99": p99(together),
        "page_lines": len(alone) + len(together),
        "lost_lines": lost,
        "live_lines": sum(map(len, told.values())),
        "live_boards": boards,
        "live_viewers": viewers,
    }


async def timed(line: SerialLine, page: Viewer, count: int) -> list[float]:
    """Send lines, and return the time in ms that each took to the page."""
    await _until(page, lambda: "line" in page.seqs, "the page has not received the board on the serial line")
    took = []
    for number in range(count):
        await asyncio.sleep(EVERY_S * (1 + number % 7 / 7))
        seq = line.say({"did": [{"code": "button", "name": "p1", "action": "press", "ms": 100}]})
        at = time.monotonic()
        await _until(page, lambda: seq in page.came, f"line {seq} of the serial line has not reached the page")  # noqa: B023
        took.append((page.came[seq] - at) * 1000)
    return took


async def _until(page: Viewer, there: Callable[[], bool], otherwise: str) -> None:
    """Wait until `there()`, at most START_S for each line of the page. Raises RuntimeError with the given message."""
    while not there():
        page.changed.clear()
        try:
            await asyncio.wait_for(page.changed.wait(), START_S)
        except asyncio.TimeoutError:
            raise RuntimeError(f"{otherwise} within {START_S:g} s: is this machine too busy?") from None


def p99(took: list[float]) -> float:
    """Return the time within which 99 of 100 are done."""
    return round(sorted(took)[math.ceil(0.99 * len(took)) - 1], 2)


def rows(figures: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the figures as rows (quantity, figure, sample)."""
    many = f"{figures['live_viewers']} viewers, {figures['live_boards']} boards, {figures['live_lines']} lines"
    return [
        ("from the serial line to the page", "", f"{figures['page_lines']} lines"),
        ("  median", f"{figures['page_ms_median']:.1f} ms", "one page"),
        ("  99 of 100 within", f"{figures['page_ms_p99']:.1f} ms", ""),
        ("  median", f"{figures['page_ms_room_median']:.1f} ms", many),
        ("  99 of 100 within", f"{figures['page_ms_room_p99']:.1f} ms", ""),
        ("lines that did not reach a viewer", f"{figures['lost_lines']}", ""),
    ]
