"""The messages that wait to be sent to one page: all lines, but only the newest message of each kind of state."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Callable

from ..boards.interface import Message
from . import websocket

# Each of these messages contains a complete state, so a newer one replaces one that still waits.
REPLACED = frozenset({"stones", "lights", "buzzer", "time", "faults", "power", "boards"})
COMPRESSED_FROM = 4096  # number of letters; compressing a shorter text costs more time than it saves
# A page that is this number of messages behind is stuck, not slow.
MOST_WAITING = 1000


class Encoded:
    """A message with its encodings. Each encoding is made when the first page needs it, and serves all pages."""

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
        """Return the WebSocket frame, compressed if the page reads that; short messages are never compressed."""
        return self._compressed if compressed and len(self.text) >= COMPRESSED_FROM else self._frame


class Outbox:
    """A bounded queue. The board never waits for it, and it never drops a single line.

    When too many messages wait, the queue sets `overflowed`, becomes empty and accepts no more messages. The page must
    then connect again, and gets the whole state. `send_now`, if set, sends a message at once, or returns False; it is
    used only while the queue is empty.
    """

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self.overflowed = asyncio.Event()
        self.send_now: Callable[[Encoded], bool] = lambda encoded: False
        self._most_waiting = most_waiting
        self._filled = asyncio.Event()
        self._waiting: dict[object, Encoded] = {}
        self._count = 0
        self._is_sent = False  # whether all messages returned by take() have been sent

    def put(self, encoded: Encoded) -> None:
        """Add a message at the end, and remove the older message that it replaces."""
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

        The caller must first have sent everything that earlier calls returned.
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
    """Return the key of a message, which replaces older messages with the same key; None: it replaces no message.

    In the hall, messages of different boards do not replace each other.
    """
    kind = message["type"]
    if kind == "line" and "seq" not in message["line"]:  # the laptop's own groups
        return (kind, message.get("board"), *message["line"]["is"])
    return (kind, message.get("board")) if kind in REPLACED else None
