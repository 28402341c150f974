"""The pages that look at one board, or at the hall: each message is gathered and encoded once for all of them."""

from __future__ import annotations

import asyncio
import itertools

from ..boards.interface import Message
from ..hall.hall import Hall, Place
from ..wire.listeners import End
from .outbox import Encoded, Outbox, newest


class Audience:
    """The pages of a place or a hall, to which it subscribes while there are any.

    `every_s`: messages are gathered for so long, and sent as one {"type": "digest", "messages": [...]}, and pages that
    come within this time get the same state, as a digest for each board. 0: each message is sent at once.
    """

    def __init__(self, shown: Place | Hall, every_s: float = 0.0) -> None:
        self._shown, self._every_s = shown, every_s
        self._pages: dict[Outbox, int] = {}  # how many of the messages gathered now the state of each page had
        self._end: End = lambda: None
        self._encoded: dict[int, Encoded] = {}  # by id(): messages of the state, which live as long
        self._games: dict[object, Encoded] = {}  # by the board: the lines that its part of the hall's state has
        self._gathered: list[Message] = []
        self._digests: tuple[list[Encoded], int, float] | None = None  # the state, what it has of these, its end of use
        self._due: asyncio.TimerHandle | None = None

    def enter(self, outbox: Outbox, since: str = "") -> tuple[list[Encoded], End]:
        """Put every later message into a page's outbox. Return the whole state as it is now, and what ends this.

        `since`: what the page has already (wire.replica); the state then goes on from there, if it can.
        """
        # no await between state() and subscribe(): a message in between would be lost
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
        """Return the state. Whole lines and the log, which are most of it, are encoded once as long as they hold."""
        state, lasting = [], {}
        for message in self._shown.state(since):
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
        """Return the state as digests, and how many of the gathered messages it has."""
        now = asyncio.get_running_loop().time()
        if self._digests is None or self._digests[2] <= now:
            parts = itertools.groupby(
                self._shown.state(), key=lambda message: (message.get("board"), "seq" in message.get("line", ()))
            )
            state = [self._digest(key, list(messages)) for key, messages in parts]
            self._digests = (state, len(self._gathered), now + self._every_s)
        return self._digests[:2]

    def _digest(self, part: tuple[object, bool], messages: list[Message]) -> Encoded:
        """Return the digest of a part of the state. Of most boards nothing has happened since it was made before."""
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
