"""The names of the players, event, round and table of a game; the same for all its pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..listeners import Listeners
from .board import Message

# The longest that each may be, so that a result slip can be read
FIELDS = {"p1": 60, "p2": 60, "event": 80, "round": 20, "table": 20}


class Details:
    """The details of the game on one board, each "" until it is given. They stay for the next game until they are
    changed.
    """

    def __init__(self) -> None:
        self._given = dict.fromkeys(FIELDS, "")
        self._listeners = Listeners()

    def message(self) -> Message:
        """Return {"type": "details", "p1": ..., "p2": ..., "event": ..., "round": ..., "table": ...}, always with all
        fields.
        """
        return {"type": "details", **self._given}

    def give(self, fields: Mapping[str, str]) -> None:
        """Set some of the details. Raises ValueError, and changes nothing, if a value is not one line of text."""
        given = {}
        for name, text in fields.items():
            text = " ".join(text.split())
            if not text.isprintable():
                raise ValueError(f'"{name}" has a character that can\'t be printed')
            if len(text) > FIELDS[name]:
                raise ValueError(f'"{name}" is too long: {FIELDS[name]} characters at most, not {len(text)}')
            given[name] = text
        self._given.update(given)
        self._listeners.tell(self.message())

    def subscribe(self, callback: Callable[[Message], None]) -> Callable[[], None]:
        """Call `callback` with the message at each change. Return a function that ends this."""
        return self._listeners.add(callback)
