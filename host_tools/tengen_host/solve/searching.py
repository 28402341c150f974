"""Check a position, then search it for a win by fours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.games import BLACK, COLOUR_NAMES, WHITE
from tengen.partner.fours import Found, Fours

from . import fives

# nodes between two checks for Ctrl-C; they take at most about 0.1 s
SLICE = 5000


@dataclass(frozen=True)
class Answer:
    """The result of a search.

    `wins`: True, False, or None if the search ended before the result was certain. `found`: the shortest win. If `wins`
    is None, it is a win that may not be the shortest one, or None. `nodes`: the number of fours tried.
    """

    wins: bool | None
    found: Found | None
    nodes: int


def search(fours: Fours, cells: Sequence[int], colour: int, limit: int | None = None) -> Answer:
    """Search a position without a five, with at most `limit` nodes, or to the end."""
    fours.begin(bytearray(cells), colour)
    while not fours.done and (limit is None or fours.nodes < limit):
        fours.try_fours(SLICE if limit is None else min(SLICE, limit - fours.nodes))
    return Answer(fours.wins if fours.done else None, fours.found, fours.nodes)


def turn_by_count(cells: Sequence[int]) -> int | None:
    """Return the side to move if Black began and nobody passed; None for impossible numbers of stones."""
    more = cells.count(BLACK) - cells.count(WHITE)
    return {0: BLACK, 1: WHITE}.get(more)


def mistake(cells: Sequence[int]) -> str | None:
    """Return why a position can't be searched, which is a five in it; None if it has none.

    Black's overline is not a five, but a foul.
    """
    for colour in (BLACK, WHITE):
        own = fives.stones(cells, colour)
        if any(not points & ~own and not (colour == BLACK and beyond & own) for points, beyond, _ in fives.WINDOWS):
            return f"{COLOUR_NAMES[colour].capitalize()} has a five already"
    return None
