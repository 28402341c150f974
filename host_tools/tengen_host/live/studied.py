"""What a tree knows of the position on a board, for its pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict

from ..listeners import Listeners
from ..said import Said, fields
from ..trees.known import Known
from ..trees.outline import Ply
from .board import Message, group

MOST_TEXT = 4000  # characters of a comment
_MOST = 60  # continuations


def told(known: Known | None) -> Message | None:
    """Return what is known of a position as a page gets it; what is too long is cut."""
    if known is None:
        return None
    its = asdict(known)
    its["comment"] = its["comment"][:MOST_TEXT]
    its["continuations"] = its["continuations"][:_MOST]
    return its


class Studied:
    """`name`: of the tree, "" where there is none."""

    def __init__(self) -> None:
        self._name = ""
        self._keeps: Said | None = None
        self._shown: tuple[Known | None, bool, Sequence[Ply]] = None, False, ()
        self._listeners = Listeners()

    def message(self) -> Message:
        """Return the group `study`: {"name": ..., "keeps": why a page can't change the tree, as said.fields() has it,
        or null, "rests": whether the game is played without the tree, "known": null, or what Known has as an object,
        "outline": the next moves, as Ply has them}.
        """
        known, rests, outline = self._shown
        its = {"known": told(known), "outline": [asdict(ply) for ply in outline]}
        keeps = self._keeps and fields(self._keeps)
        return group("study", {"name": self._name, "keeps": keeps, "rests": rests, **its})

    def state(self) -> list[Message]:
        """Return what a new page is told: nothing where there is no tree."""
        return [self.message()] if self._name else []

    def begin(self, name: str, keeps: Said | None = None) -> None:
        """A tree of this name is followed; `keeps`: why a page can't change it."""
        self._name, self._keeps = name, keeps
        self._listeners.tell(self.message())

    def show(self, known: Known | None, rests: bool = False, outline: Sequence[Ply] = ()) -> None:
        """Tell what is known of the position, or that the tree rests in this game."""
        if (known, rests, outline) != self._shown:
            self._shown = known, rests, outline
            self._listeners.tell(self.message())

    def subscribe(self, callback: Callable[[Message], None]) -> Callable[[], None]:
        """Call `callback` with message() after each change; returns the function that ends the subscription."""
        return self._listeners.add(callback)
