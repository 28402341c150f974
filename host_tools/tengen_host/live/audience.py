"""The pages that look at one board, or at the hall: what they are told is gathered and encoded once for all of them."""

from __future__ import annotations

import asyncio
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

    `every_s`: messages are gathered for so long, and sent as one {"type": "digest", "messages": [...]}. 0: at once.
    """

    def __init__(self, shown: Place | Hall, every_s: float = 0.0) -> None:
        self._shown, self._every_s = shown, every_s
        self._pages: list[_Page] = []
        self._end: End = lambda: None
        self._events: dict[int, Told] = {}  # by the event's id(): those that the state has, which live as long
        self._gathered: list[Message] = []
        self._due: asyncio.TimerHandle | None = None

    def enter(self, outbox: Outbox) -> tuple[list[Told], End]:
        """Put every later message into a page's outbox. Return the whole state as it is now, and what ends this."""
        # no await between state() and subscribe(): a message in between would be lost
        state = self._state()
        if not self._pages:
            self._end = self._shown.subscribe(self._hear)
        page = _Page(outbox, len(self._gathered))
        self._pages.append(page)

        def end() -> None:
            if page in self._pages:
                self._pages.remove(page)
                if not self._pages:
                    self._empty()

        return state, end

    def _empty(self) -> None:
        self._end()
        self._events = {}
        self._gathered = []
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
        gathered, self._gathered = self._gathered, []
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
