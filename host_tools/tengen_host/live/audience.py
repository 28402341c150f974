"""The pages that look at one board, or at the hall: what they are told is gathered and encoded once for all of them."""

from __future__ import annotations

import asyncio
import itertools
import zlib
from dataclasses import dataclass

from ..history import BEGINNINGS
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
        self._events: dict[int, Told] = {}  # by the event's id(): those that the state has, which live as long
        self._games: dict[object, Told] = {}  # by the board: the events that its part of the hall's state has
        self._gathered: list[Message] = []
        self._digests: tuple[list[Told], int, float] | None = None  # the state, what it has of these, its end of use
        self._due: asyncio.TimerHandle | None = None

    def enter(self, outbox: Outbox, since: str = "") -> tuple[list[Told], End]:
        """Put every later message into a page's outbox. Return the whole state as it is now, and what ends this.

        `since`: which events the page has already (see after()); the state then goes on from there, if it can.
        """
        # no await between state() and subscribe(): a message in between would be lost
        state, has = self._digested_state() if self._every_s else (self._state(), 0)
        if not self._pages:
            self._end = self._shown.subscribe(self._hear)
        page = _Page(outbox, has)
        self._pages.append(page)

        def end() -> None:
            if page in self._pages:
                self._pages.remove(page)
                if not self._pages:
                    self._empty()

        return (after(since, state) if since else list(state)), end

    def _empty(self) -> None:
        self._end()
        self._events, self._games = {}, {}
        self._gathered, self._digests = [], None
        if self._due:
            self._due.cancel()
            self._due = None

    def _state(self) -> list[Told]:
        """Return the state; of its events, which are most of it, those that were encoded before are taken again."""
        state, events = [], {}
        for message in self._shown.state():
            event = message.get("event")
            told = self._events.get(id(event)) if isinstance(event, dict) else None
            if told is None or told.message["event"] is not event or told.message.get("board") != message.get("board"):
                told = Told(message)
            if isinstance(event, dict):
                events[id(event)] = told
            state.append(told)
        self._events = events
        return state

    def _digested_state(self) -> tuple[list[Told], int]:
        """Return the state as digests, and how many of the gathered messages it has."""
        now = asyncio.get_running_loop().time()
        if self._digests is None or self._digests[2] <= now:
            parts = itertools.groupby(
                self._shown.state(), key=lambda message: (message.get("board"), message["type"] == "event")
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


def after(since: str, state: list[Told]) -> list[Told]:
    """Return the state without the events that a page has, and {"type": "since"} in their place.

    `since`: "SEQ.MARK", the number of the page's last event, and the CRC-32 of the texts of all its event messages from
    the last that a page begins with. Where no event of the state has both, it is the whole state. The mark follows from
    the events alone, so a page may come back to another relay than it came from.
    """
    mark, at_events, found = 0, -1, -1
    for at, told in enumerate(state):
        if told.message["type"] != "event":
            continue
        event = told.message["event"]
        at_events = at if at_events < 0 else at_events
        mark = zlib.crc32(told.text.encode("ascii"), 0 if event["event"] in BEGINNINGS else mark)
        if since == f"{event.get('seq')}.{mark}":
            found = at
    if found < 0:
        return state
    has = {id(told) for told in state[: found + 1] if told.message["type"] == "event"}
    rest = [told for told in state if id(told) not in has]
    return [*rest[:at_events], Told({"type": "since"}), *rest[at_events:]]


def newest(messages: list[Message]) -> list[Message]:
    """Return the messages without those that a later one replaces."""
    kept: dict[object, Message] = {}
    for at, message in enumerate(messages):
        key = replaces(message) or at
        kept.pop(key, None)
        kept[key] = message
    return list(kept.values())
