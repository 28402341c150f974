"""Which first fours win: a puzzle is a position where exactly one does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tengen.games import EMPTY, WHITE
from tengen.games.points import DIRECTIONS
from tengen.games.renju.position import POINTS, SIZE
from tengen.partner import kernels
from tengen.partner.fours import Found, Fours

# Fours that one search may try. What is not decided then is no puzzle.
LIMIT = 300_000


class Undecided(Exception):
    """A search was too long."""


def _rows_of_five() -> Iterator[list[int]]:
    for point in range(POINTS):
        row, column = divmod(point, SIZE)
        for across, up in DIRECTIONS:
            if 0 <= row + 4 * up < SIZE and 0 <= column + 4 * across < SIZE:
                yield [point + steps * (SIZE * up + across) for steps in range(5)]


_ROWS = list(_rows_of_five())


def possible_fours(cells: Sequence[int], colour: int) -> list[int]:
    """Return the empty points where a stone may make a four, in order: three stones of five points lie there."""
    found: set[int] = set()
    for row in _ROWS:
        colours = [cells[point] for point in row]
        if colours.count(colour) == 3 and colours.count(EMPTY) == 2:
            found.update(point for point in row if cells[point] == EMPTY)
    return sorted(found)


def win(fours: Fours, cells: bytes, colour: int) -> Found | None:
    """Return the shortest win by fours, or None. Raises Undecided."""
    fours.begin(cells, colour)
    return _searched(fours)


def win_with(fours: Fours, cells: bytes, colour: int, point: int) -> Found | None:
    """Return the shortest win by fours that begins on this point; None where it does not win. Raises Undecided."""
    fours.begin_with(cells, colour, point)
    return _searched(fours)


def wins_without_fouls(fours: Fours, cells: bytes) -> bool:
    """Whether White wins by fours even if Black may answer with a foul. Raises Undecided."""
    fours.begin(cells, WHITE)
    fours.state[kernels.ATTACKER] = kernels.FREE
    return _searched(fours) is not None


def winning_firsts(fours: Fours, cells: bytes, colour: int) -> dict[int, int]:
    """Return the first fours that win, each with the least number of fours: {point: fours}. Raises Undecided.

    `cells`: 225 colours without a five, and without a five at once for `colour`.
    """
    wins = ((point, win_with(fours, cells, colour, point)) for point in possible_fours(cells, colour))
    return {point: found.fours for point, found in wins if found}


def _searched(fours: Fours) -> Found | None:
    if not fours.try_fours(LIMIT):
        raise Undecided
    return fours.found
