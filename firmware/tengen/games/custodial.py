"""Custodial rows: rows of stones that have a stone of the other colour at both ends.

`lengths`: the lengths of rows that can be captured: (2,) or (2, 3). No part of a row with another length can be
captured. Source: firmware/docs/family.md#shared-rules and firmware/docs/games/pente.md.
"""

from . import EMPTY, opponent
from .kernels import arms_of, ends_of
from .kernels import lengths as lengths_of
from .lines import EIGHT, neighbour
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
    """Return the points of the mover's own custodial rows that a stone on the empty `point` completes, each once.

    `point` is one of them.
    """
    other = opponent(mover)
    found: list = []
    rows = lengths_of(cells, point, size, mover)
    for across, up in DIRECTIONS:
        if rows & 31 in lengths:
            ends = ends_of(cells, point, size, mover << 4 | up + 1 << 2 | across + 1)
            if ends and cells[ends & 1023] == other and cells[ends >> 10] == other:
                step = up * size + across
                for each in range((ends & 1023) + step, ends >> 10, step):
                    if each not in found:
                        found.append(each)
        rows >>= 5
    return found


def closing(cells, size, point, lengths):
    """Return the empty points where a stone of the other colour would capture the stone on `point`."""
    colour = cells[point]
    other = opponent(colour)
    found = []
    rows = lengths_of(cells, point, size, colour)
    for across, up in DIRECTIONS:
        if rows & 31 in lengths:
            ends = ends_of(cells, point, size, colour << 4 | up + 1 << 2 | across + 1)
            if ends:
                behind, ahead = ends & 1023, ends >> 10
                if cells[behind] == EMPTY and cells[ahead] == other:
                    found.append(behind)
                elif cells[behind] == other and cells[ahead] == EMPTY:
                    found.append(ahead)
        rows >>= 5
    return found
