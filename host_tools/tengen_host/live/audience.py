"""The pages that look at one board, or at the hall: what they are told is gathered and encoded once for all of them."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass

from ..listeners import End
from .board import Message
from .hall import Hall, Place
from .outbox import Outbox
from .told import Told, replaces


@dataclass(eq=False)
class _Page:
    """A page's outbox, and how many of the messages that are gathered now its first state has already."""

    outbox: Outbox
    has: int


class Audience:
    """The pages of a place or a hall, to which it subscribes while there are any.

    `every_s`: messages are gathered for so long, and sent as one {"type": "digest", "messages": [...]}, and pages that
    come within this time get the same state, as a digest for each board. 0: each message is sent at once.
    """

    def __init__(self, shown: Place | Hall, every_s: float = 0.0) -> None:
        self._shown, self._every_s = shown, every_s
        self._pages: list[_Page] = []
        self._end: End = lambda: None
        self._encoded: dict[int, Told] = {}  # by id(): messages of the state, which live as long
        self._games: dict[object, Told] = {}  # by the board: the lines that its part of the hall's state has
        self._gathered: list[Message] = []
        self._digests: tuple[list[Told], int, float] | None = None  # the state, what it has of these, its end of use
        self._due: asyncio.TimerHandle | None = None

    def enter(self, outbox: Outbox, since: str = "") -> tuple[list[Told], End]:
        """Put every later message into a page's outbox. Return the whole state as it is now, and what ends this.

        `since`: what the page has already (history.Replica); the state then goes on from there, if it can.
        """
        # no await between state() and subscribe(): a message in between would be lost
        state, has = self._digested_state() if self._every_s else (self._state(since), 0)
        if not self._pages:
            self._end = self._shown.subscribe(self._hear)
        page = _Page(outbox, has)
        self._pages.append(page)

        def end() -> None:
            if page in self._pages:
                self._pages.remove(page)
                if not self._pages:
                    self._empty()

        return list(state), end

    def _empty(self) -> None:
        self._end()
        self._encoded, self._games = {}, {}
        self._gathered, self._digests = [], None
        if self._due:
            self._due.cancel()
            self._due = None

    def _state(self, since: str) -> list[Told]:
        """Return the state. Whole lines and the log, which are most of it, are encoded once as long as they hold."""
        state, kept = [], {}
        for message in self._shown.state(since):
            told = self._encoded.get(id(message))
            if told is None or told.message is not message:
                told = Told(message)
            if message["type"] in ("line", "log"):
                kept[id(message)] = told
            state.append(told)
        if not since:
            self._encoded = kept
        return state

    def _digested_state(self) -> tuple[list[Told], int]:
        """Return the state as digests, and how many of the gathered messages it has."""
        now = asyncio.get_running_loop().time()
        if self._digests is None or self._digests[2] <= now:
            parts = itertools.groupby(
                self._shown.state(), key=lambda message: (message.get("board"), "seq" in message.get("line", ()))
            )
            state = [self._digest(key, list(messages)) for key, messages in parts]
            self._digests = (state, len(self._gathered), now + self._every_s)
        return self._digests[:2]

    def _digest(self, part: tuple[object, bool], messages: list[Message]) -> Told:
        """Return the digest of a part of the state. Of most boards nothing has happened since it was made before."""
        board, is_game = part
        before = self._games.get(board) if is_game else None
        if before and before.message["messages"] == messages:
            return before
        told = Told({"type": "digest", "messages": messages})
        if is_game:
            self._games[board] = told
        return told

    def _hear(self, message: Message) -> None:
        if self._every_s:
            self._gathered.append(message)
            if self._due is None:
                self._due = asyncio.get_running_loop().call_later(self._every_s, self._tell_digest)
            return
        told = Told(message)
        for page in list(self._pages):
            page.outbox.put(told)

    def _tell_digest(self) -> None:
        self._due = None
        gathered, self._gathered, self._digests = self._gathered, [], None
        digests: dict[int, Told] = {}
        for page in self._pages:
            if page.has not in digests:
                messages = newest(gathered[page.has :])
                digests[page.has] = Told({"type": "digest", "messages": messages})
            if digests[page.has].message["messages"]:
                page.outbox.put(digests[page.has])
            page.has = 0


def newest(messages: list[Message]) -> list[Message]:
    """Return the messages without those that a later one replaces."""
    kept: dict[object, Message] = {}
    for at, message in enumerate(messages):
        key = replaces(message) or at
        kept.pop(key, None)
        kept[key] = message
    return list(kept.values())
