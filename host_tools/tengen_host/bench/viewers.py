"""The viewers of `tengen bench --relay`: many WebSockets in one process, which check and time each event that comes.

`python -m tengen_host.bench.viewers`, with a JSON list of [host, port, path, count] as the first line of its standard
input. It prints a line when all of them have their board's whole state, and after another line what they have got.
They read frames by themselves: a library for WebSockets would take more of the machine than the relay under test.
"""

from __future__ import annotations

import asyncio
import base64
import json
import math
import os
import re
import sys
import time
from array import array
from typing import Any

_AT_ONCE = 200  # connections that are made at the same time
_LATE_S = 60.0
_NUMBER = re.compile(rb'"seq": ?(\d+)')
_SENT = re.compile(rb'"sent_us": ?(\d+)')
_BOARD = re.compile(rb'"board": ?"([^"]*)"')
_DIGEST = b'{"type": "digest"'
_TEXT, _PING = 1, 9
_LENGTH = 0x7F
_MASK = bytes(4)  # no mask at all, which the standard allows as one of all masks


class Tally:
    """What all viewers together have got: the ms that each event took, and the faults."""

    def __init__(self) -> None:
        self.took_ms = array("d")
        self.lost = self.again = self.cut = self.events = 0
        self.since_us = math.inf


class Viewer(asyncio.Protocol):
    """One page. `ready` is done when it has the whole state; from then on each event must follow the one before."""

    def __init__(self, tally: Tally, host: str, path: str) -> None:
        self._tally, self._host, self._path = tally, host, path
        self._data = b""
        self._is_open = False
        self._last: dict[bytes, int] = {}
        self._transport: asyncio.Transport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {self._path} HTTP/1.1", f"Host: {self._host}", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", "",
        ]  # fmt: skip
        transport.write("\r\n".join(lines).encode())

    def connection_lost(self, error: Exception | None) -> None:
        self._tally.cut += 1
        if not self.ready.done():
            self.ready.set_exception(OSError(f"the relay has let no viewer in at {self._path}: {self._data[:60]!r}"))

    def data_received(self, data: bytes) -> None:
        data = self._data + data if self._data else data
        at = 0
        if not self._is_open:
            end = data.find(b"\r\n\r\n")
            if end < 0 or not data.startswith(b"HTTP/1.1 101"):
                self._data = data
                return
            self._is_open, at = True, end + 4
        while len(data) - at >= 2:
            length, begin = data[at + 1] & _LENGTH, at + 2
            if length > 125:
                begin += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : begin], "big")
            if len(data) < begin + length:
                break
            self._take(data[at] & 0x0F, data[begin : begin + length])
            at = begin + length
        self._data = data[at:]

    def _take(self, kind: int, content: bytes) -> None:
        if kind == _PING:
            assert self._transport
            self._transport.write(bytes([0x80 | 10, 0x80 | len(content)]) + _MASK + content)
        if kind != _TEXT:
            return
        if content.startswith(_DIGEST):
            for message in json.loads(content)["messages"]:
                self._hear(json.dumps(message).encode())
        else:
            self._hear(content)

    def _hear(self, content: bytes) -> None:
        number = _NUMBER.search(content)
        if number is None:
            if not self.ready.done() and b'"ready"' in content:
                self.ready.set_result(None)
            return
        tally, board = self._tally, _BOARD.search(content)
        key, seq = board[1] if board else b"", int(number[1])
        last = self._last.get(key)
        if last is not None and seq <= last:
            tally.again += 1
            return
        if last is not None:
            tally.lost += seq - last - 1
        self._last[key] = seq
        sent = _SENT.search(content)
        if sent and int(sent[1]) >= tally.since_us:
            tally.events += 1
            tally.took_ms.append(time.monotonic_ns() / 1e6 - int(sent[1]) / 1e3)


async def look(places: list[tuple[str, int, str, int]]) -> None:
    """Look on at (host, port, path, count), and tell what came, as the module says."""
    tally, loop = Tally(), asyncio.get_running_loop()
    some = asyncio.Semaphore(_AT_ONCE)

    async def connected(host: str, port: int, path: str) -> None:
        async with some:
            _, viewer = await loop.create_connection(lambda: Viewer(tally, f"{host}:{port}", path), host, port)
            await asyncio.wait_for(viewer.ready, _LATE_S)

    began = time.monotonic()
    pages = [(host, port, path) for host, port, path, count in places for _ in range(count)]
    await asyncio.gather(*(connected(*page) for page in pages))
    print(json.dumps({"connected_s": time.monotonic() - began}), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    tally.since_us = time.monotonic_ns() // 1000
    cpu, wall = time.process_time(), time.monotonic()
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps(_told(tally, time.process_time() - cpu, time.monotonic() - wall)), flush=True)


def _told(tally: Tally, cpu_s: float, wall_s: float) -> dict[str, Any]:
    took = sorted(tally.took_ms)
    each = [took[math.ceil(part * len(took)) - 1] for part in (0.5, 0.99, 1)] if took else [math.nan] * 3
    return {
        "p50": each[0], "p99": each[1], "max": each[2], "events": tally.events, "lost": tally.lost,
        "again": tally.again, "cut": tally.cut, "cpu_s": cpu_s, "wall_s": wall_s,
    }  # fmt: skip


if __name__ == "__main__":
    asyncio.run(look(json.loads(sys.stdin.readline())))
