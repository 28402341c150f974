"""A position is checked, and then searched for a win by fours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.games import BLACK, COLOUR_NAMES, WHITE
from tengen.partner.fours import Found, Fours

from . import fives

# Nodes between two moments in which Ctrl-C ends the search: at most some 0.1 s
SLICE = 5000


@dataclass(frozen=True)
class Answer:
    """`wins`: True, False, or None where the search ended before it was decided which is the shortest win, or none.

    `found`: the shortest win; with `wins` None, a win that may be longer, or None. `nodes`: the fours that were tried.
    """

    wins: bool | None
    found: Found | None
    nodes: int


def search(fours: Fours, cells: Sequence[int], colour: int, limit: int | None = None) -> Answer:
    """Search a position without a five, with `limit` nodes at most, or to the end."""
    fours.begin(bytearray(cells), colour)
    while not fours.done and (limit is None or fours.nodes < limit):
        fours.try_fours(SLICE if limit is None else min(SLICE, limit - fours.nodes))
    return Answer(fours.wins if fours.done else None, fours.found, fours.nodes)


def turn_by_count(cells: Sequence[int]) -> int | None:
    """Return whose turn it is, as Black begins and nobody passes; None where the numbers of stones are of no game."""
    more = cells.count(BLACK) - cells.count(WHITE)
    return {0: BLACK, 1: WHITE}.get(more)


def mistake(cells: Sequence[int]) -> str | None:
    """Say of a position that can't be searched why: a five is on it. Black's overline, a foul, is none."""
    for colour in (BLACK, WHITE):
        own = fives.stones(cells, colour)
        if any(not points & ~own and not (colour == BLACK and beyond & own) for points, beyond, _ in fives.WINDOWS):
            return f"{COLOUR_NAMES[colour].capitalize()} has a five already"
    return None
