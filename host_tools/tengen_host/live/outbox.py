"""The messages that wait for one page: all lines, but only the newest message of each kind of state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .told import Told, replaces

# A page that is this number of messages behind is stuck, not slow.
MOST_WAITING = 1000


class Outbox:
    """A bounded queue that never makes the board wait and never drops a single line.

    When too many messages wait, `overflowed` is set, the queue is emptied and accepts no more messages: the page must
    connect again and then gets the whole state.
    `send_now`, where it is set, sends a message at once, or returns False: while nothing waits, no message need wait.
    """

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self.overflowed = asyncio.Event()
        self.send_now: Callable[[Told], bool] = lambda told: False
        self._most_waiting = most_waiting
        self._filled = asyncio.Event()
        self._waiting: dict[object, Told] = {}
        self._count = 0
        self._is_sent = False  # whether all that was taken has been sent

    def put(self, told: Told) -> None:
        """Add a message at the end. It removes an older message that it replaces."""
        if self.overflowed.is_set():
            return
        if self._is_sent and not self._waiting and self.send_now(told):
            return
        self._count += 1
        key: object = replaces(told.message) or self._count
        self._waiting.pop(key, None)
        if len(self._waiting) >= self._most_waiting:
            self._waiting.clear()
            self.overflowed.set()
            return
        self._waiting[key] = told
        self._filled.set()

    async def take(self) -> list[Told]:
        """Wait for at least one message, then return and remove all of them, oldest first.

        Whoever calls it has sent all that it has returned before.
        """
        self._is_sent = True
        await self._filled.wait()
        self._filled.clear()
        self._is_sent = False
        taken = list(self._waiting.values())
        self._waiting.clear()
        return taken
