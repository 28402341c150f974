"""Rows and lines: unbroken stones of one colour, on a board of any size.

A *row* is the longest one through a point. A *line* is a row that wins, by its number of stones. On a torus every row
goes on at the opposite edge; one that meets itself counts each stone once. Source: GAMES 1 and 10.
"""

from . import EMPTY
from .points import names

# The step of each of the four directions, as (columns, rows)
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
DIRECTION_NAMES = ("row", "column", "rising diagonal", "falling diagonal")
# ... and back
EIGHT = ((1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1))


def neighbour(point, size, direction, torus=False, steps=1):
    """Return the point so many steps away in a direction, or -1 beyond the board's edge."""
    column, row = point % size + steps * direction[0], point // size + steps * direction[1]
    if torus:
        return row % size * size + column % size
    return row * size + column if 0 <= column < size and 0 <= row < size else -1


def back(direction):
    """Return the opposite direction."""
    return -direction[0], -direction[1]


def arm(cells, size, point, direction, colour, torus=False):
    """Return how many stones of a colour lie unbroken beside `point` in a direction, without the point itself."""
    across, up = direction
    column, row = point % size + across, point // size + up
    count = 0
    if torus:
        while count < size - 1 and cells[row % size * size + column % size] == colour:
            count += 1
            column += across
            row += up
        return count
    while 0 <= column < size and 0 <= row < size and cells[row * size + column] == colour:
        count += 1
        column += across
        row += up
    return count


def row_length(cells, size, point, direction, colour, torus=False):
    """Return the length of the row through `point` with a stone of that colour there, whatever the point holds."""
    if torus:
        length = 1 + arm(cells, size, point, direction, colour, True)
        return min(length + arm(cells, size, point, back(direction), colour, True), size)
    # arm() twice, in one call: each move of every game comes here four times
    across, up = direction
    column, row = point % size + across, point // size + up
    length = 1
    while 0 <= column < size and 0 <= row < size and cells[row * size + column] == colour:
        length += 1
        column += across
        row += up
    column, row = point % size - across, point // size - up
    while 0 <= column < size and 0 <= row < size and cells[row * size + column] == colour:
        length += 1
        column -= across
        row -= up
    return length


def run_through(cells, size, point, direction, torus=False):
    """Return the points of the row through the stone on `point`, in order along `direction`."""
    across, up = direction
    before = arm(cells, size, point, back(direction), cells[point], torus)
    column, row = point % size - before * across, point // size - before * up
    length = row_length(cells, size, point, direction, cells[point], torus)
    return [(row + at * up) % size * size + (column + at * across) % size for at in range(length)]


def line_through(cells, size, point, wanted, longer, torus=False):
    """Return the points of a line through the stone on `point`, or None: `wanted` stones, or also more if `longer`."""
    for direction in DIRECTIONS:
        length = row_length(cells, size, point, direction, cells[point], torus)
        if length == wanted or (length > wanted and longer):
            return run_through(cells, size, point, direction, torus)
    return None


def longest(cells, size, point, colour, torus=False):
    """Return the length of the longest row that a stone of `colour` on `point` would be in."""
    return max([row_length(cells, size, point, direction, colour, torus) for direction in DIRECTIONS])


def lines_made(cells, size, changes, colour, wanted, longer, torus=False):
    """Return the lines of `colour` that these changes have made, as (direction, points) each. `cells`: after them.

    `wanted` and `longer` are as in line_through().
    """
    found = []
    for point, was, now in changes:
        if now == colour and cells[point] == colour:
            for direction in DIRECTIONS:
                length = row_length(cells, size, point, direction, colour, torus)
                if length == wanted or (length > wanted and longer):
                    found.append((direction, run_through(cells, size, point, direction, torus)))
        elif was == colour and not longer and cells[point] == EMPTY:
            # a removal cuts rows: it makes a line only where a longer row was none
            found += rows_beside(cells, size, point, colour, wanted, torus)
    return found


def rows_beside(cells, size, point, colour, wanted, torus=False):
    """Return the rows of exactly `wanted` stones that end beside the empty `point`, as (direction, points) each."""
    column, row = point % size, point // size
    found = []
    for direction in EIGHT:
        across, up = column + direction[0], row + direction[1]
        if torus:
            across, up = across % size, up % size
        # most directions end here, at little cost
        if not 0 <= across < size or not 0 <= up < size or cells[up * size + across] != colour:
            continue
        if arm(cells, size, point, direction, colour, torus) == wanted:
            found.append((direction, run_through(cells, size, up * size + across, direction, torus)))
    return found


def told(shape, direction, stones, completes, size):
    """Return a line as data: for a game's foul_lines(), in the words of renju/reasons.py."""
    return {
        "shape": shape,
        "direction": DIRECTION_NAMES[DIRECTIONS.index(direction)],
        "stones": names(stones, size),
        "completes": names(completes, size),
    }
