"""Rows and lines: unbroken stones of one colour, on a board of any size.

A *row* is the longest run of one colour through a point. A *line* is a row that wins, because of its number of stones.
On a torus every row continues at the opposite edge. If a row meets itself, each stone counts once. Source:
firmware/docs/family.md#shared-rules and firmware/docs/games/connect6.md.
"""

from . import EMPTY
from .kernels import arms_of, lengths, reach
from .points import DIRECTION_NAMES, DIRECTIONS, names

# Both directions along each of DIRECTIONS
EIGHT = ((1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1))

# The bits for 4, 8 and 16 of each of the four lengths of row_lengths()
_FOUR_OR_MORE = 0b11100_11100_11100_11100


def neighbour(point, size, direction, torus=False, steps=1):
    """Return the point `steps` steps away in a direction, or -1 if it is off the board."""
    column, row = point % size + steps * direction[0], point // size + steps * direction[1]
    if torus:
        return row % size * size + column % size
    return row * size + column if 0 <= column < size and 0 <= row < size else -1


def back(direction):
    """Return the opposite direction."""
    return -direction[0], -direction[1]


def arm(cells, size, point, direction, colour, torus=False):
    """Return the length of the unbroken row of a colour beside `point` in a direction, without the point itself."""
    across, up = direction
    if not torus:
        return reach(cells, point, size, colour << 4 | up + 1 << 2 | across + 1) >> 8
    column, row = point % size + across, point // size + up
    count = 0
    while count < size - 1 and cells[row % size * size + column % size] == colour:
        count += 1
        column += across
        row += up
    return count


def arms(cells, size, point, direction, colour, torus=False):
    """Return the results of arm() for both ways along a direction as one number: ahead * 256 + behind."""
    if torus:
        ahead = arm(cells, size, point, direction, colour, True)
        return ahead << 8 | arm(cells, size, point, back(direction), colour, True)
    return reach(cells, point, size, colour << 4 | direction[1] + 1 << 2 | direction[0] + 1)


def row_length(cells, size, point, direction, colour, torus=False):
    """Return the length of the row through `point`, as if it had a stone of that colour."""
    both = arms(cells, size, point, direction, colour, torus)
    return min(1 + (both >> 8) + (both & 255), size)


def row_lengths(cells, size, point, colour, torus=False):
    """Return the results of row_length() for all directions as one number: 5 bits each, the first in the lowest."""
    if not torus:
        return lengths(cells, point, size, colour)
    found = 0
    for at, direction in enumerate(DIRECTIONS):
        found |= row_length(cells, size, point, direction, colour, True) << 5 * at
    return found


def run_through(cells, size, point, direction, torus=False):
    """Return the points of the row through the stone on `point`, in order along `direction`."""
    across, up = direction
    both = arms(cells, size, point, direction, cells[point], torus)
    before = both & 255
    if not torus:
        step = up * size + across
        return [point + at * step for at in range(-before, (both >> 8) + 1)]
    length = min(1 + before + (both >> 8), size)
    column, row = point % size - before * across, point // size - before * up
    return [(row + at * up) % size * size + (column + at * across) % size for at in range(length)]


def line_through(cells, size, point, wanted, longer, torus=False):
    """Return the points of a line through the stone on `point`, or None: `wanted` stones, or more if `longer`."""
    found = row_lengths(cells, size, point, cells[point], torus)
    for direction in DIRECTIONS:
        length = found & 31
        found >>= 5
        if length == wanted or (length > wanted and longer):
            return run_through(cells, size, point, direction, torus)
    return None


def has_four(cells, size, point, colour, torus=False):
    """Whether a stone of `colour` on `point` would be in a row of four or more. This is quicker than longest()."""
    if torus:
        return row_lengths(cells, size, point, colour, True) & _FOUR_OR_MORE != 0
    return lengths(cells, point, size, colour) & _FOUR_OR_MORE != 0


def longest(cells, size, point, colour, torus=False):
    """Return the length of the longest row that a stone of `colour` on `point` would be in."""
    found = row_lengths(cells, size, point, colour, torus)
    most = 0
    while found:
        most = max(most, found & 31)
        found >>= 5
    return most


def lines_made(cells, size, changes, colour, wanted, longer, torus=False):
    """Return the lines of `colour` made by these changes, as (direction, points) each. `cells`: the board after them.

    `wanted` and `longer` are as in line_through().
    """
    found = []
    for point, was, now in changes:
        if now == colour and cells[point] == colour:
            its = row_lengths(cells, size, point, colour, torus)
            for direction in DIRECTIONS:
                length = its & 31
                its >>= 5
                if length == wanted or (length > wanted and longer):
                    found.append((direction, run_through(cells, size, point, direction, torus)))
        elif was == colour and not longer and cells[point] == EMPTY:
            # a removal shortens rows, so it can make a line only if a longer row is not a line
            found += rows_beside(cells, size, point, colour, wanted)
    return found


def rows_beside(cells, size, point, colour, wanted):
    """Return the rows of exactly `wanted` stones that end beside the empty `point`, as (direction, points) each.

    This works only without a torus. No game on a torus removes stones.
    """
    found = []
    ways = arms_of(cells, point, size, wanted << 4 | colour)
    for direction in EIGHT if ways else ():
        if ways & 1:
            beside = neighbour(point, size, direction)
            found.append((direction, run_through(cells, size, beside, direction)))
        ways >>= 1
    return found


def told(shape, direction, stones, completes, size):
    """Return a line as a dictionary for foul_lines(), in the format of renju/reasons.py."""
    return {
        "shape": shape,
        "direction": DIRECTION_NAMES[DIRECTIONS.index(direction)],
        "stones": names(stones, size),
        "completes": names(completes, size),
    }
