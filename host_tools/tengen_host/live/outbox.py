"""Messages that wait for one page: every event, but of states only the newest."""

from __future__ import annotations

import asyncio

from .board import Message

# Each of these messages is complete in itself: one that waits is worthless once the next is there.
REPLACED = frozenset(
    {"stones", "lights", "buzzer", "time", "faults", "power", "details", "link", "forbidden", "boards"}
)
# A page this many events behind is not slow but stuck.
MOST_WAITING = 1000


class Outbox:
    """A bounded queue that never makes the board wait and never leaves out an event.

    When too many wait, `overflowed` is set and nothing more is taken: the page must connect again, which
    gives it the whole state.
    """

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self.overflowed = asyncio.Event()
        self._most_waiting = most_waiting
        self._filled = asyncio.Event()
        self._waiting: dict[object, Message] = {}
        self._count = 0

    def put(self, message: Message) -> None:
        """Add a message. If it replaces an older one, it still goes to the end of the queue."""
        if self.overflowed.is_set():
            return
        self._count += 1
        # in the hall each board has its own
        key: object = (message["type"], message.get("board")) if message["type"] in REPLACED else self._count
        self._waiting.pop(key, None)
        if len(self._waiting) >= self._most_waiting:
            self._waiting.clear()
            self.overflowed.set()
            return
        self._waiting[key] = message
        self._filled.set()

    async def take(self) -> list[Message]:
        """Wait until there is a message, then return all that wait, the oldest first."""
        await self._filled.wait()
        self._filled.clear()
        taken = list(self._waiting.values())
        self._waiting.clear()
        return taken
