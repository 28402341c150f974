"""The messages that wait for one page: all events, but only the newest message of each kind of state."""

from __future__ import annotations

import asyncio

from .board import Message

# Each of these messages gives a complete state, so a newer one replaces one that still waits.
REPLACED = frozenset(
    {"stones", "lights", "buzzer", "time", "faults", "power", "details", "link", "forbidden", "boards"}
)
# A page that is this number of messages behind is stuck, not slow.
MOST_WAITING = 1000


class Outbox:
    """A bounded queue that never makes the board wait and never drops a single event.

    When too many messages wait, `overflowed` is set, the queue is emptied and accepts no more messages: the page must
    connect again and then gets the whole state.
    """

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self.overflowed = asyncio.Event()
        self._most_waiting = most_waiting
        self._filled = asyncio.Event()
        self._waiting: dict[object, Message] = {}
        self._count = 0

    def put(self, message: Message) -> None:
        """Add a message at the end. It removes an older message that it replaces."""
        if self.overflowed.is_set():
            return
        self._count += 1
        # in the hall, messages of different boards do not replace each other
        key: object = (message["type"], message.get("board")) if message["type"] in REPLACED else self._count
        self._waiting.pop(key, None)
        if len(self._waiting) >= self._most_waiting:
            self._waiting.clear()
            self.overflowed.set()
            return
        self._waiting[key] = message
        self._filled.set()

    async def take(self) -> list[Message]:
        """Wait for at least one message, then return and remove all of them, oldest first."""
        await self._filled.wait()
        self._filled.clear()
        taken = list(self._waiting.values())
        self._waiting.clear()
        return taken
