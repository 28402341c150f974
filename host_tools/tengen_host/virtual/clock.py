"""Time for the virtual board: real time, or a clock that jumps to the next event."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time

# If no task is due within this time, let all tasks run first, because one of them may begin a shorter sleep
_JUMP_MS = 20


class WallClock:
    """Real time, in ms since the clock was made."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def now(self) -> int:
        """Return the time in ms."""
        return int((time.monotonic() - self._start) * 1000)

    async def sleep_ms(self, period: int) -> None:
        """Wait `period` ms."""
        await asyncio.sleep(period / 1000)

    def timer(self, period: int) -> asyncio.Future[None]:
        """Return a Future that is done after `period` ms, or when the caller sets its result."""
        loop = asyncio.get_running_loop()
        waked: asyncio.Future[None] = loop.create_future()
        loop.call_later(period / 1000, _set, waked)
        return waked


class FastClock:
    """Time in ms that jumps to the next wake-up as soon as all tasks wait, so that tests take no real time.

    Either run() runs in the same event loop, or the caller calls advance().
    """

    def __init__(self) -> None:
        self._now = 0
        self._order = itertools.count()
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []

    def now(self) -> int:
        """Return the time in ms."""
        return self._now

    async def sleep_ms(self, period: int) -> None:
        """Wait `period` ms."""
        await self.timer(period)

    def timer(self, period: int) -> asyncio.Future[None]:
        """Return a Future that is done after `period` ms, or when the caller sets its result."""
        waked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + period, next(self._order), waked))
        return waked

    async def advance(self, period: int) -> None:
        """Let `period` ms pass; wake each sleeping task at its time."""
        end = self._now + period
        await self._settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            await self._wake_next()
            if not self._sleepers or self._sleepers[0][0] - self._now > _JUMP_MS:
                await self._settle()
        self._now = end

    async def _settle(self) -> None:
        # new tasks run up to their first sleep; tasks that end may start others
        for _ in range(10):
            await asyncio.sleep(0)

    async def run(self) -> None:
        """Let time pass as fast as the tasks can run, until cancelled."""
        while True:
            if self._sleepers:
                await self._wake_next()
            else:
                await asyncio.sleep(0)

    async def _wake_next(self) -> None:
        self._now, _, waked = heapq.heappop(self._sleepers)
        _set(waked)
        # one turn of the event loop: the woken task runs up to its next sleep
        await asyncio.sleep(0)


def _set(waked: asyncio.Future[None]) -> None:
    if not waked.done():
        waked.set_result(None)
