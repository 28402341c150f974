"""The pages that show one board, or the hall: each message is encoded once for all of them."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Protocol

from ..boards.interface import Message
from ..wire.listeners import End, Listener
from .outbox import Encoded, Outbox, newest


class Shown(Protocol):
    """What pages show: a place, a hall or a quiz."""

    def state(self, since: str = "") -> list[Message]:
        """Return the messages that bring a page up to date."""

    def subscribe(self, callback: Listener) -> End:
        """Call `callback` with each later message; returns the function that ends this."""


class Audience:
    """The pages of a place, a hall or a quiz. Subscribes to the messages while there are any pages.

    `every_s`: collect messages for this number of seconds, then send them as one {"type": "digest", "messages": [...]}.
    Pages that connect within this time get the same state, as a digest for each board. If it is 0, each message is sent
    at once. `seen`: a message as these pages see it.
    """

    def __init__(
        self, shown: Shown, every_s: float = 0.0, seen: Callable[[Message], Message] = lambda message: message
    ) -> None:
        self._shown, self._every_s, self._seen = shown, every_s, seen
        # by page: the number of gathered messages that were already part of the first state sent to it
        self._pages: dict[Outbox, int] = {}
        self._end: End = lambda: None
        self._encoded: dict[int, Encoded] = {}  # by id() of a message of the state; both live equally long
        self._games: dict[object, Encoded] = {}  # by board: the encoded lines of its part of the hall's state
        self._gathered: list[Message] = []
        self._digests: tuple[list[Encoded], int, float] | None = None  # encoded, number of messages in it, expiry time
        self._due: asyncio.TimerHandle | None = None

    def enter(self, outbox: Outbox, since: str = "") -> tuple[list[Encoded], End]:
        """Put every later message into a page's outbox. Return the whole state, and the function that ends this.

        `since`: what the page already has (wire.replica); the state then continues from there, if possible.
        """
        # No await may come between state() and subscribe(), because a message between them would be lost
        state, has = self._digested_state() if self._every_s else (self._state(since), 0)
        if not self._pages:
            self._end = self._shown.subscribe(self._receive)
        self._pages[outbox] = has

        def end() -> None:
            if self._pages.pop(outbox, None) is not None and not self._pages:
                self._empty()

        return list(state), end

    def _empty(self) -> None:
        self._end()
        self._encoded, self._games = {}, {}
        self._gathered, self._digests = [], None
        if self._due:
            self._due.cancel()
            self._due = None

    def _state(self, since: str) -> list[Encoded]:
        """Return the state. Whole lines and the log, its largest part, are encoded once, until they change."""
        state, lasting = [], {}
        for message in map(self._seen, self._shown.state(since)):
            encoded = self._encoded.get(id(message))
            if encoded is None or encoded.message is not message:
                encoded = Encoded(message)
            if message["type"] in ("line", "log"):
                lasting[id(message)] = encoded
            state.append(encoded)
        if not since:
            self._encoded = lasting
        return state

    def _digested_state(self) -> tuple[list[Encoded], int]:
        """Return the state as digests, and the number of gathered messages that it contains."""
        now = asyncio.get_running_loop().time()
        if self._digests is None or self._digests[2] <= now:
            parts = itertools.groupby(
                self._shown.state(), key=lambda message: (message.get("board"), "seq" in message.get("line", ()))
            )
            state = [self._digest(key, list(messages)) for key, messages in parts]
            self._digests = (state, len(self._gathered), now + self._every_s)
        return self._digests[:2]

    def _digest(self, part: tuple[object, bool], messages: list[Message]) -> Encoded:
        """Return the digest of a part of the state; usually nothing has changed, and it is the cached digest."""
        board, is_game = part
        before = self._games.get(board) if is_game else None
        if before and before.message["messages"] == messages:
            return before
        digest = _digest(messages)
        if is_game:
            self._games[board] = digest
        return digest

    def _receive(self, message: Message) -> None:
        if self._every_s:
            self._gathered.append(message)
            if self._due is None:
                self._due = asyncio.get_running_loop().call_later(self._every_s, self._send_digest)
            return
        self.say(self._seen(message))

    def say(self, message: Message) -> None:
        """Send a message to the pages, which is no part of their state."""
        encoded = Encoded(message)
        for outbox in list(self._pages):
            outbox.put(encoded)

    def _send_digest(self) -> None:
        self._due = None
        gathered, self._gathered, self._digests = self._gathered, [], None
        digests = {has: _digest(newest(gathered[has:])) for has in set(self._pages.values())}
        for outbox, has in self._pages.items():
            if digests[has].message["messages"]:
                outbox.put(digests[has])
            self._pages[outbox] = 0


def _digest(messages: list[Message]) -> Encoded:
    return Encoded({"type": "digest", "messages": messages})
