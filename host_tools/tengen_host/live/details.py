"""The names of the players, the event, the round and the table of a game, shared by all its pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..listeners import Listeners
from ..said import Said
from .board import Message

# The largest number of characters of each field, so that it fits on a result slip
FIELDS = {"p1": 60, "p2": 60, "event": 80, "round": 20, "table": 20}


class Details:
    """The details of the game on one board, each "" until it is given. They stay for the next game until changed."""

    def __init__(self) -> None:
        self._given = dict.fromkeys(FIELDS, "")
        self._listeners = Listeners()

    def message(self) -> Message:
        """Return {"type": "details", "p1": ..., "p2": ..., "event": ..., "round": ..., "table": ...}: all fields."""
        return {"type": "details", **self._given}

    def give(self, fields: Mapping[str, str]) -> None:
        """Set some of the details; runs of white space become one space.

        Raises ValueError, with nothing changed, for a text that is too long or not printable.
        """
        given = {}
        for name, text in fields.items():
            text = " ".join(text.split())
            if not text.isprintable():
                raise ValueError(Said("server.unprintable", field=name))
            if len(text) > FIELDS[name]:
                raise ValueError(Said("server.too_long", field=name, most=FIELDS[name], length=len(text)))
            given[name] = text
        self._given.update(given)
        self._listeners.tell(self.message())

    def subscribe(self, callback: Callable[[Message], None]) -> Callable[[], None]:
        """Call `callback` with message() after each change; returns the function that ends the subscription."""
        return self._listeners.add(callback)
