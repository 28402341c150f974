"""Open fours: rows of exactly four stones with both ends empty. Source: firmware/docs/games/variations.md#anti."""

from . import EMPTY
from .lines import back, neighbour, row_lengths, rows_beside, run_through
from .points import DIRECTIONS

_STONES = 4


def made(cells, size, changes, colour):
    """Return the open fours of `colour` made by these changes, as (direction, points) each. `cells`: the board after.

    The removal of a stone may open a four of the other colour.
    """
    found = []
    for point, _, now in changes:
        if now == colour and cells[point] == colour:
            found += through(cells, size, point)
        elif cells[point] == EMPTY:
            for _, points in rows_beside(cells, size, point, colour, _STONES):
                found += [four for four in through(cells, size, points[0]) if four not in found]
    return found


def through(cells, size, point):
    """Return the open fours through the stone on `point`, as (direction, points) each."""
    found = []
    lengths = row_lengths(cells, size, point, cells[point])
    for direction in DIRECTIONS:
        length = lengths & 31
        lengths >>= 5
        if length == _STONES:
            points = run_through(cells, size, point, direction)
            if min(ends(cells, size, direction, points)) >= 0:
                found.append((direction, points))
    return found


def ends(cells, size, direction, points):
    """Return the two points beyond a row; -1 for a point that is not empty or off the board."""
    beyond = neighbour(points[0], size, back(direction)), neighbour(points[-1], size, direction)
    return tuple([end if end >= 0 and cells[end] == EMPTY else -1 for end in beyond])
