"""The viewers of `tengen bench --relay`: many WebSockets in one process, which check and time each line.

Run `python -m tengen_relay.bench.viewers` with a JSON list of [port, board, count] as the first line of its input. The
program prints a line when all viewers have the whole state of their board. A second input line begins the measurement.
The third has the number of the last line of each board. When these lines have come, or WAIT_S later, the program prints
the results. A viewer has neither a task nor a queue, because these would take more CPU than the relay under test.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import sys
import time
from array import array
from functools import partial
from typing import Any

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

WAIT_S = 10.0
HOST = "127.0.0.1"
_AT_ONCE = 200  # how many connections are opened at the same time
_LATE_S = 240.0
_BACK_S = 0.2  # the pause before a disconnected page connects again
_NUMBER = re.compile(rb'"seq": ?(\d+)')
_SENT = re.compile(rb'"sent_us": ?(\d+)')
_AT = re.compile(rb'"at": ?(\d+)')
_RUN = re.compile(rb'"run": ?"(\w+)"')
_LINE = b'{"type": "line"'


class Tally:
    """The results of many pages together: the ms from sending to arrival of each line, and the faults."""

    def __init__(self) -> None:
        self.took_ms = array("d")
        self.lost = self.again = self.cuts = 0
        self.since_us: float = math.inf  # lines that were sent earlier are not timed
        self.longest_away_s = 0.0  # the longest time from a lost connection until another one has brought the state


class Page:
    """A viewer of one board. When disconnected, it connects to the next relay. `ports`: the ports of the relays.

    `seq`: the number of the last line that the viewer has received, 0 before the first. `ready` is done while the
    viewer has the whole state.
    """

    def __init__(self, tally: Tally, ports: list[int], board: str) -> None:
        self._tally, self._ports, self._board = tally, ports, board
        self._turn = 0
        self._run = self._at = b""  # what the page reports about its state when it reconnects
        self._cut_at: float | None = None
        self.seq = 0
        self.ready = asyncio.Event()

    async def look(self) -> None:
        """View the board until cancelled."""
        while True:
            port = self._ports[self._turn % len(self._ports)]
            self._turn += 1
            path = f"/board/{self._board}/ws{self.since()}"
            self.begin_again()
            loop = asyncio.get_running_loop()
            try:
                transport, connection = await loop.create_connection(partial(_Connection, self, path, port), HOST, port)
            except OSError:
                await asyncio.sleep(_BACK_S)
                continue
            try:
                await connection.closed
            finally:
                transport.abort()
            if self._cut_at is None:
                self._cut_at = time.monotonic()
            self._tally.cuts += 1
            await asyncio.sleep(_BACK_S)

    def since(self) -> str:
        """Return the message about its state that a page sends when it reconnects: see wire.replica.messages()."""
        return f"?since={self._run.decode()}.{self._at.decode()}" if self._run else ""

    def begin_again(self) -> None:
        """Prepare to receive the state on another connection."""
        self.ready.clear()

    def take(self, content: bytes) -> None:
        """Handle a message."""
        number, at, run = _NUMBER.search(content), _AT.search(content), _RUN.search(content)
        if content.startswith(_LINE) and number and at:
            self._take_line(content, int(number[1]))
            self._at, self._run = at[1], run[1] if run else self._run
        elif b'"type": "ready"' in content and not self.ready.is_set():
            self.ready.set()
            if self._cut_at is not None:
                self._tally.longest_away_s = max(self._tally.longest_away_s, time.monotonic() - self._cut_at)
                self._cut_at = None

    def _take_line(self, content: bytes, seq: int) -> None:
        tally = self._tally
        if self.ready.is_set():  # before that, the lines bring the state itself, and none can be lost
            if seq <= self.seq:
                tally.again += 1
                return
            if b'"whole": true' not in content:  # a board that was away sends its whole state, so nothing is lost
                tally.lost += seq - self.seq - 1
        self.seq = seq
        sent = _SENT.search(content)
        if sent and self.ready.is_set() and int(sent[1]) >= tally.since_us:
            tally.took_ms.append(time.monotonic_ns() / 1e6 - int(sent[1]) / 1e3)


class _Connection(asyncio.Protocol):
    """One WebSocket of a page. `closed` is done when the WebSocket has ended."""

    _transport: asyncio.Transport

    def __init__(self, page: Page, path: str, port: int) -> None:
        self._page = page
        self._wire = ClientProtocol(parse_uri(f"ws://{HOST}:{port}{path}"), max_size=None)
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._wire.send_request(self._wire.connect())
        self._send()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._wire.receive_data(data)
        for event in self._wire.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._page.take(bytes(event.data))
        self._send()

    def _send(self) -> None:
        for data in self._wire.data_to_send():
            if data:
                self._transport.write(data)
        if self._wire.close_expected():
            self._transport.abort()


async def look(places: list[tuple[int, str, int]]) -> None:
    """View the boards of [(port, board, count)] and report the results, as the module's docstring describes."""
    tally, some = Tally(), asyncio.Semaphore(_AT_ONCE)
    pages = [(board, Page(tally, [port], board)) for port, board, count in places for _ in range(count)]
    began = time.monotonic()
    looking: list[asyncio.Task[None]] = []

    async def come(page: Page) -> None:
        async with some:
            looking.append(asyncio.create_task(page.look()))
            await page.ready.wait()

    await asyncio.wait_for(asyncio.gather(*(come(page) for _, page in pages)), _LATE_S)
    _print({"connected_s": time.monotonic() - began})
    await asyncio.to_thread(sys.stdin.readline)
    tally.since_us = time.monotonic_ns() // 1000
    cpu, wall = time.process_time(), time.monotonic()
    last = json.loads(await asyncio.to_thread(sys.stdin.readline) or "{}")
    spent, lasted = time.process_time() - cpu, time.monotonic() - wall
    until = time.monotonic() + WAIT_S

    def lacks() -> int:
        return sum(max(0, last.get(board, 0) - page.seq) for board, page in pages)

    while lacks() and time.monotonic() < until:
        await asyncio.sleep(0.1)
    _print(_figures(tally, lacks()) | {"cpu_s": spent, "wall_s": lasted})


def _figures(tally: Tally, lacks: int) -> dict[str, Any]:
    took = sorted(tally.took_ms)
    p50, p99, most = [took[math.ceil(part * len(took)) - 1] for part in (0.5, 0.99, 1)] if took else [math.nan] * 3
    return {
        "p50": p50, "p99": p99, "max": most, "lines": len(took),
        "lost": tally.lost + lacks, "again": tally.again, "cuts": tally.cuts,
    }  # fmt: skip


def _print(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    asyncio.run(look(json.loads(sys.stdin.readline())))
