"""Find fives on the empty points of a 15x15 board.

The stones of a side are bits of an integer: bit 15 * row + column.

A five has exactly five stones for Black, and five or more for White. Source: firmware/docs/rules.md#shapes and #order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tengen.games import BLACK
from tengen.games.points import DIRECTIONS
from tengen.games.renju.position import POINTS, SIZE


class Window(NamedTuple):
    """Five points in a row, and the points next to the two ends of the row, as bits.

    `way`: the number of the direction.
    """

    points: int
    beyond: int
    way: int


def _windows() -> Iterator[Window]:
    for at in range(POINTS):
        for way, (across, up) in enumerate(DIRECTIONS):
            steps = [(at % SIZE + across * step, at // SIZE + up * step) for step in range(-1, 6)]
            bits = [1 << SIZE * row + column if _is_on(column, row) else 0 for column, row in steps]
            if all(bits[1:6]):
                yield Window(sum(bits[1:6]), bits[0] | bits[6], way)


def _is_on(column: int, row: int) -> bool:
    return 0 <= column < SIZE and 0 <= row < SIZE


WINDOWS = tuple(_windows())
THROUGH = tuple(tuple(window for window in WINDOWS if window.points >> at & 1) for at in range(POINTS))


def stones(cells: Sequence[int], colour: int) -> int:
    """Return a side's stones as bits."""
    return sum(1 << at for at, cell in enumerate(cells) if cell == colour)


def split(bits: int) -> Iterator[int]:
    """Yield the point of each bit, the lowest point first."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def fives(own: int, other: int, colour: int, windows: Sequence[Window] = WINDOWS) -> int:
    """Return the empty points where the side makes a five with one stone, as bits."""
    found = 0
    for points, beyond, _ in windows:
        if not points & other and (points & own).bit_count() == 4 and not (colour == BLACK and beyond & own):
            found |= points & ~own
    return found


def promising(own: int, other: int, least: int) -> int:
    """Return the empty points in a row of five that has at least `least` own stones and no other stone, as bits."""
    found = 0
    for points, _, _ in WINDOWS:
        if not points & other and (points & own).bit_count() >= least:
            found |= points & ~own
    return found
