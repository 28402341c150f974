"""Custodial rows: rows of stones with a stone of the other colour at both ends. Source: GAMES 1 and 7.

`lengths` has the lengths of rows that count: (2,) or (2, 3). A row of another length is safe as a whole.
"""

from . import EMPTY, opponent
from .kernels import arms_of
from .lines import EIGHT, arm, back, neighbour, row_lengths
from .points import DIRECTIONS


def closed(cells, size, point, mover, lengths):
    """Return the points of the other colour's custodial rows that a stone of `mover` on the empty `point` closes."""
    found = []
    for length in lengths:
        ways = arms_of(cells, point, size, length << 4 | opponent(mover))
        for direction in EIGHT if ways else ():
            if ways & 1:
                end = neighbour(point, size, direction, False, length + 1)
                if end >= 0 and cells[end] == mover:
                    step = direction[1] * size + direction[0]
                    found += [point + step * at for at in range(1, length + 1)]
            ways >>= 1
    return found


def completed(cells, size, point, mover, lengths):
    """Return the points of own custodial rows that a stone of `mover` on the empty `point` completes, each once.

    `point` is one of them.
    """
    other = opponent(mover)
    found: list = []
    rows = row_lengths(cells, size, point, mover)
    for direction in DIRECTIONS:
        length = rows & 31
        rows >>= 5
        if length in lengths:
            behind, ahead = _arms(cells, size, point, direction, mover)
            ends = _ends(size, point, direction, behind, ahead)
            if min(ends) >= 0 and cells[ends[0]] == other and cells[ends[1]] == other:
                row = [neighbour(point, size, direction, False, step) for step in range(-behind, ahead + 1)]
                found += [each for each in row if each not in found]
    return found


def closing(cells, size, point, lengths):
    """Return the empty points where a stone of the other colour would capture the stone on `point`."""
    colour = cells[point]
    found = []
    rows = row_lengths(cells, size, point, colour)
    for direction in DIRECTIONS:
        length = rows & 31
        rows >>= 5
        if length in lengths:
            behind, ahead = _arms(cells, size, point, direction, colour)
            ends = _ends(size, point, direction, behind, ahead)
            if min(ends) >= 0:
                held = [cells[end] for end in ends]
                if sorted(held) == [EMPTY, opponent(colour)]:
                    found.append(ends[held.index(EMPTY)])
    return found


def _arms(cells, size, point, direction, colour):
    return arm(cells, size, point, back(direction), colour), arm(cells, size, point, direction, colour)


def _ends(size, point, direction, behind, ahead):
    """The two points beyond a row, -1 off the board."""
    return (
        neighbour(point, size, direction, False, -behind - 1),
        neighbour(point, size, direction, False, ahead + 1),
    )
