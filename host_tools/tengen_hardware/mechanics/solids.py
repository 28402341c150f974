"""Boxes and upright cylinders, and a check which of them overlap. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

Place = tuple[float, float, float]
TOUCH = 1e-6  # solids with faces that only touch don't overlap


class Box(NamedTuple):
    """A box along the axes. `piece`: the name of its piece. `placed`: the entries of board.toml that place it."""

    piece: str
    name: str
    low: Place
    high: Place
    placed: str = ""

    @property
    def extent(self) -> tuple[Place, Place]:
        """Return the lower and the upper corner."""
        return self.low, self.high


class Cylinder(NamedTuple):
    """An upright cylinder from height `low` to `high`."""

    piece: str
    name: str
    x: float
    y: float
    radius: float
    low: float
    high: float
    placed: str = ""

    @property
    def extent(self) -> tuple[Place, Place]:
        """Return the lower and the upper corner of the box around the cylinder."""
        r = self.radius
        return (self.x - r, self.y - r, self.low), (self.x + r, self.y + r, self.high)


Solid = Box | Cylinder


def box(piece: str, name: str, x: tuple[float, float], y: tuple[float, float], z: tuple[float, float],
        placed: str = "") -> Box:  # fmt: skip
    """Return a box from its ranges."""
    return Box(piece, name, (x[0], y[0], z[0]), (x[1], y[1], z[1]), placed)


def grown(solid: Solid, by: float) -> Solid:
    """Return the solid, made larger by `by` on all sides."""
    if isinstance(solid, Cylinder):
        return solid._replace(radius=solid.radius + by, low=solid.low - by, high=solid.high + by)
    (x, y, z), (x1, y1, z1) = solid.low, solid.high
    return solid._replace(low=(x - by, y - by, z - by), high=(x1 + by, y1 + by, z1 + by))


def meet(one: Solid, two: Solid) -> bool:
    """Whether two solids overlap."""
    (low, high), (low2, high2) = one.extent, two.extent
    if not all(low[axis] < high2[axis] - TOUCH and low2[axis] < high[axis] - TOUCH for axis in range(3)):
        return False
    if isinstance(one, Box) and isinstance(two, Box):
        return True
    if isinstance(one, Cylinder) and isinstance(two, Cylinder):
        return _apart(one, two.x, two.y) < one.radius + two.radius - TOUCH
    round_, flat = (one, two) if isinstance(one, Cylinder) else (two, one)
    assert isinstance(round_, Cylinder) and isinstance(flat, Box)
    x = min(max(round_.x, flat.low[0]), flat.high[0])
    y = min(max(round_.y, flat.low[1]), flat.high[1])
    return _apart(round_, x, y) < round_.radius - TOUCH


def _apart(of: Cylinder, x: float, y: float) -> float:
    return float(((of.x - x) ** 2 + (of.y - y) ** 2) ** 0.5)


def meeting(solids: Iterable[Solid]) -> Iterator[tuple[Solid, Solid]]:
    """Yield each pair of solids of different pieces that overlap."""
    # compare from left to right, first the ranges in x and y, because these are apart for most pairs
    waiting = sorted(
        ((low, high, solid) for solid in solids for low, high in [solid.extent]),
        key=lambda each: (each[0][0], each[2].piece, each[2].name),
    )
    here: list[tuple[Place, Place, Solid]] = []
    for low, high, solid in waiting:
        here = [each for each in here if each[1][0] > low[0]]
        for low2, high2, each in here:
            if low2[1] < high[1] and low[1] < high2[1] and each.piece != solid.piece and meet(each, solid):
                yield each, solid
        here.append((low, high, solid))


def without(box: Box, hole: Box) -> list[Box]:
    """Return the box with a box cut out, as boxes that only touch. Boxes without volume are left out."""
    if not meet(box, hole):
        return [box]
    left: list[Box] = []
    low, high = list(box.low), list(box.high)
    for axis in (0, 1, 2):
        for begin, end in ((low[axis], hole.low[axis]), (hole.high[axis], high[axis])):
            if begin < end - TOUCH:
                ends = [*zip(low, high, strict=True)]
                ends[axis] = begin, end
                (x, x1), (y, y1), (z, z1) = ends
                left.append(box._replace(low=(x, y, z), high=(x1, y1, z1)))
        low[axis], high[axis] = max(low[axis], hole.low[axis]), min(high[axis], hole.high[axis])
    return left


def cut(box: Box, holes: Iterable[Box]) -> list[Box]:
    """Return the box with all holes cut out, as boxes that only touch."""
    pieces = [box]
    for hole in holes:
        pieces = [left for piece in pieces for left in without(piece, hole)]
    return pieces
