"""The messages that wait for one page: all lines, but only the newest message of each kind of state."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Callable

from ..boards.interface import Message
from . import websocket

# Each of these messages gives a complete state, so a newer one replaces one that still waits.
REPLACED = frozenset({"stones", "lights", "buzzer", "time", "faults", "power", "boards"})
COMPRESSED_FROM = 4096  # letters; below it, time is worth more than bytes
# A page that is this number of messages behind is stuck, not slow.
MOST_WAITING = 1000


class Encoded:
    """A message with its encodings, each of which is made once for all pages, when the first one needs it."""

    def __init__(self, message: Message) -> None:
        self.message = message

    @functools.cached_property
    def text(self) -> str:
        """The message as JSON."""
        return json.dumps(self.message)

    @functools.cached_property
    def _frame(self) -> bytes:
        return websocket.frame(self.text)

    @functools.cached_property
    def _compressed(self) -> bytes:
        return websocket.frame(self.text, compressed=True)

    def frame(self, compressed: bool) -> bytes:
        """Return the WebSocket frame for a page that reads compressed messages, or does not. Short ones never are."""
        return self._compressed if compressed and len(self.text) >= COMPRESSED_FROM else self._frame


class Outbox:
    """A bounded queue that never makes the board wait and never drops a single line.

    When too many messages wait, `overflowed` is set, the queue is emptied and accepts no more messages: the page must
    connect again and then gets the whole state.
    `send_now`, where it is set, sends a message at once, or returns False: while nothing waits, no message need wait.
    """

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self.overflowed = asyncio.Event()
        self.send_now: Callable[[Encoded], bool] = lambda encoded: False
        self._most_waiting = most_waiting
        self._filled = asyncio.Event()
        self._waiting: dict[object, Encoded] = {}
        self._count = 0
        self._is_sent = False  # whether all that was taken has been sent

    def put(self, encoded: Encoded) -> None:
        """Add a message at the end. It removes an older message that it replaces."""
        if self.overflowed.is_set():
            return
        if self._is_sent and not self._waiting and self.send_now(encoded):
            return
        self._count += 1
        key: object = _replaces(encoded.message) or self._count
        self._waiting.pop(key, None)
        if len(self._waiting) >= self._most_waiting:
            self._waiting.clear()
            self.overflowed.set()
            return
        self._waiting[key] = encoded
        self._filled.set()

    async def take(self) -> list[Encoded]:
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


def newest(messages: list[Message]) -> list[Message]:
    """Return the messages without those that a later one replaces."""
    found: dict[object, Message] = {}
    for at, message in enumerate(messages):
        key = _replaces(message) or at
        found.pop(key, None)
        found[key] = message
    return list(found.values())


def _replaces(message: Message) -> tuple[object, ...] | None:
    """Return what an older message must have in common with this one to be of no use any more; None: all count.

    In the hall, messages of different boards do not replace each other.
    """
    kind = message["type"]
    if kind == "line" and "seq" not in message["line"]:  # the laptop's own groups
        return (kind, message.get("board"), *message["line"]["is"])
    return (kind, message.get("board")) if kind in REPLACED else None
