"""What a tree knows of the position on a board, for its pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from ..listeners import Listeners
from ..trees.known import Known
from .board import Message

_MOST_TEXT = 4000  # characters of a comment
_MOST = 60  # continuations


class Studied:
    """`name`: of the tree, "" where there is none."""

    def __init__(self) -> None:
        self._name = ""
        self._known: Known | None = None
        self._rests = False
        self._listeners = Listeners()

    def message(self) -> Message:
        """Return {"type": "study", "name": ..., "rests": whether the game is played without the tree, "known": null, or
        what Known has as an object}.
        """
        if not self._known:
            return {"type": "study", "name": self._name, "rests": self._rests, "known": None}
        known = asdict(self._known)
        known["comment"] = known["comment"][:_MOST_TEXT]
        known["continuations"] = known["continuations"][:_MOST]
        return {"type": "study", "name": self._name, "rests": False, "known": known}

    def state(self) -> list[Message]:
        """Return what a new page is told: nothing where there is no tree."""
        return [self.message()] if self._name else []

    def begin(self, name: str) -> None:
        """A tree of this name is followed."""
        self._name = name
        self._listeners.tell(self.message())

    def show(self, known: Known | None, rests: bool = False) -> None:
        """Tell what is known of the position, or that the tree rests in this game."""
        if (known, rests) != (self._known, self._rests):
            self._known, self._rests = known, rests
            self._listeners.tell(self.message())

    def subscribe(self, callback: Callable[[Message], None]) -> Callable[[], None]:
        """Call `callback` with message() after each change; returns the function that ends the subscription."""
        return self._listeners.add(callback)
