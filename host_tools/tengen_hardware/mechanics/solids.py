"""Boxes and upright cylinders, and a check which of them overlap. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

Place = tuple[float, float, float]
Range = tuple[float, float]
TOUCH = 1e-6  # solids with faces that only touch don't overlap


class Solid(NamedTuple):
    """A box along the axes from corner to corner, or the upright cylinder that fills it if it is `round`.

    `piece`: the name of its piece. `placed`: the entries of board.toml that place it.
    """

    piece: str
    name: str
    low: Place
    high: Place
    placed: str = ""
    round: bool = False

    @property
    def radius(self) -> float:
        """Return the radius of a cylinder, and 0 of a box."""
        return (self.high[0] - self.low[0]) / 2 if self.round else 0.0

    @property
    def middle(self) -> Place:
        """Return the middle."""
        x, y, z = ((a + b) / 2 for a, b in zip(self.low, self.high, strict=True))
        return x, y, z

    def core(self, axis: int) -> Range:
        """Return a range along x or y; of a cylinder only the place of its axis."""
        return (self.middle[axis],) * 2 if self.round else (self.low[axis], self.high[axis])


def box(piece: str, name: str, x: Range, y: Range, z: Range, placed: str = "") -> Solid:
    """Return a box from its ranges."""
    return Solid(piece, name, (x[0], y[0], z[0]), (x[1], y[1], z[1]), placed)


def rod(piece: str, name: str, x: float, y: float, radius: float, z: Range, placed: str = "") -> Solid:
    """Return an upright cylinder."""
    return Solid(piece, name, (x - radius, y - radius, z[0]), (x + radius, y + radius, z[1]), placed, True)


def moved(solid: Solid, by: Place) -> Solid:
    """Return the solid, moved to another place."""
    (x, y, z), (x1, y1, z1), (dx, dy, dz) = solid.low, solid.high, by
    return solid._replace(low=(x + dx, y + dy, z + dz), high=(x1 + dx, y1 + dy, z1 + dz))


def grown(solid: Solid, by: float) -> Solid:
    """Return the solid, made larger by `by` on all sides."""
    (x, y, z), (x1, y1, z1) = solid.low, solid.high
    return solid._replace(low=(x - by, y - by, z - by), high=(x1 + by, y1 + by, z1 + by))


def meet(one: Solid, two: Solid) -> bool:
    """Whether two solids overlap."""
    if not all(one.low[axis] < two.high[axis] - TOUCH and two.low[axis] < one.high[axis] - TOUCH for axis in range(3)):
        return False
    ranges = [(*one.core(axis), *two.core(axis)) for axis in (0, 1)]
    apart = math.hypot(*(max(0.0, low - high2, low2 - high) for low, high, low2, high2 in ranges))
    return not (one.round or two.round) or apart < one.radius + two.radius - TOUCH


def meeting(solids: Iterable[Solid]) -> Iterator[tuple[Solid, Solid]]:
    """Yield each pair of solids of different pieces that overlap."""
    # compare from left to right, first the ranges in x and y, because these are apart for most pairs
    here: list[Solid] = []
    for solid in sorted(solids, key=lambda each: (each.low[0], each.piece, each.name)):
        here = [each for each in here if each.high[0] > solid.low[0]]
        for each in here:
            near = each.low[1] < solid.high[1] and solid.low[1] < each.high[1]
            if near and each.piece != solid.piece and meet(each, solid):
                yield each, solid
        here.append(solid)


def cut(whole: Solid, holes: Iterable[Solid]) -> list[Solid]:
    """Return the box with all boxes `holes` cut out, as boxes that only touch."""
    pieces = [whole]
    for hole in holes:
        pieces = [left for piece in pieces for left in _without(piece, hole)]
    return pieces


def _without(whole: Solid, hole: Solid) -> list[Solid]:
    if not meet(whole, hole):
        return [whole]
    left: list[Solid] = []
    ends = [*zip(whole.low, whole.high, strict=True)]
    for axis in (0, 1, 2):
        low, high = ends[axis]
        for begin, end in ((low, hole.low[axis]), (hole.high[axis], high)):
            if begin < end - TOUCH:
                x, y, z = ((begin, end) if at == axis else ends[at] for at in range(3))
                left.append(box(whole.piece, whole.name, x, y, z, whole.placed))
        ends[axis] = max(low, hole.low[axis]), min(high, hole.high[axis])
    return left
