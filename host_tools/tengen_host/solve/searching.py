"""A position is checked, and then searched for a win by fours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.games import BLACK, COLOUR_NAMES, EMPTY, WHITE
from tengen.games.points import DIRECTIONS
from tengen.games.renju.position import SIZE
from tengen.partner.fours import Found, Fours

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
    for point, colour in enumerate(cells):
        if colour != EMPTY and any(_is_five(cells, point, colour, *direction) for direction in DIRECTIONS):
            return f"{COLOUR_NAMES[colour].capitalize()} has a five already"
    return None


def _is_five(cells: Sequence[int], point: int, colour: int, across: int, up: int) -> bool:
    """Whether a row of stones that wins begins at this point and goes in this direction."""
    row, column = divmod(point, SIZE)

    def is_own(steps: int) -> bool:
        its, other = row + up * steps, column + across * steps
        return 0 <= its < SIZE and 0 <= other < SIZE and cells[its * SIZE + other] == colour

    if not is_own(4) or is_own(-1):
        return False
    length = next(steps for steps in range(1, SIZE + 1) if not is_own(steps))
    return length == 5 or (length > 5 and colour != BLACK)
