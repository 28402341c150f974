"""Whether a reed closes, opens and stays open: what it feels against what its data sheet promises.

A data sheet gives ampere-turns of a test coil. There is no exact way from them to a magnet's field: the reed's own
iron bends the field, and its leads are cut. So a band stands for what is not known, and each question is asked at the
end of the band that makes it hardest:

- 20 AT is 2 to 5 mT for a magnet near the glass (0.1 to 0.25 mT a turn). Littelfuse's note "Ampere-turn versus mT"
  names a factor of two, and more for a magnet at one end.
- A uniform field, as neighbours make it, is gathered by the leads as well: a test coil of the glass' length that puts
  N ampere-turns over 25 mm of iron equals about 0.07 mT a turn. So the band begins there.

Nor is it known over what length the iron gathers the field: over the glass alone, or as far as the leads run level.
Both are computed, and the worse of the two counts.
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np

from .cell import Cell, Disc, Place, Reed
from .magnet import felt

LEAST_MT, MOST_MT = 0.07, 0.25  # for an ampere-turn
LIKELY_MT = (0.1, 0.15)  # where most would look for it
OFF_POINT = 4.0  # how far off its point a stone may be put, in any direction, and must still be felt
CARELESS = 3.0  # how far off their points all the neighbours may be at once, each to its worst side
JIG = 0.5  # by how much a reed may stand lower than it should

# Factors that the recommended cell must have in hand, by the hardest reading of everything above
OPERATE_FACTOR = 1.05
OPEN_FACTOR = 1.2

# What was compared. Ampere-turns: data sheets of ORD228VL (glass 14 mm at most, 10-50 AT, release 5 AT or more,
# 44.3 mm over the leads) and ORD213 (7 mm, 10-40 AT, release 5 AT or more), both sold sorted into bands.
REEDS = (
    Reed("ORD228VL, 10-15 AT", 14.0, (10, 15), 5),
    Reed("ORD228VL, 15-20 AT", 14.0, (15, 20), 5),
    Reed("ORD213, 10-15 AT", 7.0, (10, 15), 5),
)
DISCS = (
    Disc("6 x 2 mm, N35", 6.0, 2.0, 1190),
    Disc("5 x 2 mm, N45", 5.0, 2.0, 1350),
    Disc("8 x 3 mm, N35", 8.0, 3.0, 1190),
)


def circle(radius: float, ways: int = 16) -> np.ndarray:
    """Places (n, 2) that far from the point, all round; the point itself if `radius` is 0."""
    if radius == 0:
        return np.zeros((1, 2))
    at = np.arange(ways) * 2 * math.pi / ways
    return radius * np.column_stack([np.cos(at), np.sin(at)])


def lengths(reed: Reed, place: Place) -> tuple[float, float]:
    """The least and greatest length over which the iron may gather field."""
    return reed.glass, place.span


def readings(
    reed: Reed, disc: Disc, place: Place, gap: float, stones: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """What is felt of a stone at each place, in mT: by the reading that gives less, and by the one that gives more."""
    found = [np.abs(felt(disc, place, gap, stones, length)) for length in lengths(reed, place)]
    return np.min(found, axis=0), np.max(found, axis=0)


def own(reed: Reed, disc: Disc, place: Place, gap: float, off: float) -> float:
    """What is felt of the point's own stone, put `off` its point to the worst side: in mT."""
    return float(readings(reed, disc, place, gap, circle(off))[0].min())


class Neighbours:
    """What a reed feels of the stones on other points, in mT, by the reading that gives more."""

    def __init__(
        self, reed: Reed, disc: Disc, place: Place, gap: float, pitch: float, off: float = CARELESS, reach: int = 1
    ):
        steps = range(-reach, reach + 1)
        points = [(pitch * i, pitch * j) for i, j in itertools.product(steps, repeat=2) if (i, j) != (0, 0)]
        self.all_same = self.some_same = self.any_way = 0.0
        for length in lengths(reed, place):
            each = [felt(disc, place, gap, np.array(point) + circle(off), length) for point in points]
            least, most = sum(a.min() for a in each), sum(a.max() for a in each)
            up = sum(max(a.max(), 0.0) for a in each)
            down = sum(max(-a.min(), 0.0) for a in each)
            # all eight there, their poles the same way; those of them that do most; each turned as is worst
            self.all_same = max(self.all_same, float(max(-least, most)))
            self.some_same = max(self.some_same, float(max(up, down)))
            self.any_way = max(self.any_way, float(sum(np.abs(a).max() for a in each)))


def operate_factor(reed: Reed, disc: Disc, place: Place, gap: float, off: float, pitch: float) -> float:
    """What is felt of the own stone, less what the worst neighbours take away, over what closes any such reed."""
    against = Neighbours(reed, disc, place, gap, pitch).some_same
    return (own(reed, disc, place, gap, off) - against) / (reed.operate[1] * MOST_MT)


def open_factor(reed: Reed, disc: Disc, place: Place, gap: float, pitch: float, turned: bool = False) -> float:
    """What the most sensitive such reed holds on to, over what neighbours give; `turned`: poles any way."""
    neighbours = Neighbours(reed, disc, place, gap, pitch)
    return reed.release * LEAST_MT / (neighbours.any_way if turned else neighbours.some_same)


def gaps(reed: Reed, disc: Disc, place: Place, off: float) -> tuple[float, float, float, float]:
    """The gaps up to which a stone `off` its point closes every such reed, a middling one, the most sensitive one, and
    keeps the most sensitive one closed. To the worst side in the first two, to the best side in the others."""

    def last(level_mt: float, worst: bool) -> float:
        near, far = 0.5, 40.0
        if not holds(near, level_mt, worst):
            return 0.0
        for _ in range(24):
            middle = (near + far) / 2
            near, far = (middle, far) if holds(middle, level_mt, worst) else (near, middle)
        return near

    def holds(gap: float, level_mt: float, worst: bool) -> bool:
        less, more = readings(reed, disc, place, gap, circle(off))
        return bool((less.min() if worst else more.max()) > level_mt)

    least, most = reed.operate
    return (
        last(most * MOST_MT, True),
        last((least + most) / 2 * sum(LIKELY_MT) / 2, True),
        last(least * LEAST_MT, False),
        last(reed.release * LEAST_MT, False),
    )


class Reach(NamedTuple):
    """A stone slid away from its point: sure to be felt as far as `sure`, may close a reed as far as `may`, and beyond
    `lost` holds none closed. `likely` is where a middling reed closes when it is slid in, by the middle of the band."""

    sure: float
    likely: float
    may: float
    lost: float


def reach(reed: Reed, disc: Disc, place: Place, gap: float, way_deg: float) -> Reach:
    """How far a stone is felt on the way that leads from the point at `way_deg`."""
    far = np.arange(0, 401) / 10
    way = np.array([math.cos(math.radians(way_deg)), math.sin(math.radians(way_deg))])
    stones = far[:, None] * way
    least, most = readings(reed, disc, place, gap, stones)
    middling = sum(reed.operate) / 2 * sum(LIKELY_MT) / 2

    def last(felt_there: np.ndarray) -> float:
        return float(far[np.flatnonzero(felt_there)[-1]]) if felt_there.any() else 0.0

    return Reach(
        sure=float(far[np.argmin(least >= reed.operate[1] * MOST_MT)]),
        likely=last((least + most) / 2 >= middling),
        may=last(most >= reed.operate[0] * LEAST_MT),
        lost=last(most >= reed.release * LEAST_MT),
    )


def check(cell: Cell) -> list[str]:
    """What the cell's reed would not do, a line each; nothing where it works."""
    found = []
    worst = operate_factor(cell.reed, cell.disc, cell.place, cell.gap + JIG, OFF_POINT, cell.pitch)
    if worst < OPERATE_FACTOR:
        found.append(
            f"a stone {OFF_POINT:g} mm off its point is felt with {worst:.2f} of what the reed needs, not "
            f"{OPERATE_FACTOR:g}: the gap from magnet to blade is {cell.gap:.1f} mm"
        )
    quiet = open_factor(cell.reed, cell.disc, cell.place, cell.gap, cell.pitch)
    if quiet < OPEN_FACTOR:
        found.append(f"neighbours can hold a reed closed: {quiet:.2f} times below its release, not {OPEN_FACTOR:g}")
    return found
