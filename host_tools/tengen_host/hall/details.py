"""The names of the players, the event, the round and the table of a game, shared by all its pages."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from ..boards.interface import Message, group
from ..i18n import Sentence
from ..wire.listeners import End, Listener, Listeners

# the largest number of characters of each field, so that the fields fit on a result slip
FIELDS = {"p1": 60, "p2": 60, "event": 80, "round": 20, "table": 20}

# the most combining marks on one letter: enough for Vietnamese, Hebrew and Thai; more would cover the next line
MOST_MARKS = 4


class Details:
    """The details of the game on one board, all "" at first. They are also those of the next game, until changed."""

    def __init__(self) -> None:
        self._given = dict.fromkeys(FIELDS, "")
        self._listeners = Listeners()

    def message(self) -> Message:
        """Return the group `names`: {"p1": ..., "p2": ..., "event": ..., "round": ..., "table": ...}."""
        return group("names", self.fields())

    def fields(self) -> dict[str, str]:
        """Return all fields."""
        return dict(self._given)

    def give(self, fields: Mapping[str, str]) -> None:
        """Set some of the details; each run of white space becomes one space.

        Raises ValueError, with nothing changed, for a text that is too long, not printable, or has more than MOST_MARKS
        combining marks on a letter.
        """
        self._given.update({name: plain_text(name, text, FIELDS[name]) for name, text in fields.items()})
        self._listeners.publish(self.message())

    def subscribe(self, callback: Listener) -> End:
        """Call `callback` with message() after each change; returns the function that ends the subscription."""
        return self._listeners.add(callback)


def plain_text(field: str, text: str, most: int) -> str:
    """Return a text of a field, with single spaces. Raises ValueError (Sentence) in the same cases as give()."""
    text = " ".join(text.split())
    if not text.isprintable():
        raise ValueError(Sentence("server.unprintable", field=field))
    if len(text) > most:
        raise ValueError(Sentence("server.too_long", field=field, most=most, length=len(text)))
    if _marks(text) > MOST_MARKS:
        raise ValueError(Sentence("server.too_many_marks", field=field, most=MOST_MARKS))
    return text


def _marks(text: str) -> int:
    """Return the largest number of combining marks on a letter."""
    most = here = 0
    for sign in text:
        here = here + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        most = max(most, here)
    return most
