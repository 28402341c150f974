"""Show the next moves after a position as a small tree, for a page or a terminal with space for a few lines only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tengen.games import COLOUR_NAMES, points

from ..records.record import PASS
from .position import Continuation, Known

MOST = 30  # moves in an outline
# for each depth, the number of continuations of a position that are examined, from the first one on
BREADTHS = (5, 2, 2)


@dataclass(frozen=True)
class Ply:
    """A move of an outline, and the moves after it.

    `point`, `colour`, `label` and `best` are copied from the Continuation.
    """

    point: str
    colour: str
    label: str
    best: bool
    after: tuple[Ply, ...] = ()


def outline(
    at: Callable[[Mapping[int, int]], Known | None], stones: Mapping[int, int], known: Known, size: int
) -> tuple[Ply, ...]:
    """Return the next moves after a position, and moves after these, at most MOST in all.

    Moves near the position are preferred to deeper ones.

    `stones` maps points (row * size + column) to colours. `at` returns the data about a position like Opened.at().
    `known` is the answer of `at` for `stones`. Passes are omitted, because the positions after them have no new stone.
    """
    top = _Found(stones, known)
    level, count = [top], 0
    for depth, breadth in enumerate(BREADTHS, 1):
        deeper = []
        for found in level:
            moves = [its for its in found.known.continuations if its.point != PASS][:breadth]
            for move in moves[: MOST - count]:
                count += 1
                there = {**found.stones, points.index(move.point, size): COLOUR_NAMES.index(move.colour)}
                deeper.append(_Found(there, None, move))
                found.after.append(deeper[-1])
        if depth < len(BREADTHS) and count < MOST:
            for found in deeper:
                found.known = at(found.stones) or Known()
        level = deeper
    return tuple(one.ply() for one in top.after)


class _Found:
    """A position that is found while an outline is built."""

    def __init__(self, stones: Mapping[int, int], known: Known | None, move: Continuation | None = None) -> None:
        self.stones, self.known, self.move = stones, known or Known(), move
        self.after: list[_Found] = []

    def ply(self) -> Ply:
        assert self.move is not None
        its = self.move
        return Ply(its.point, its.colour, its.label, its.best, tuple(one.ply() for one in self.after))
