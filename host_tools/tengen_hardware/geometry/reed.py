"""Whether a reed closes, opens and stays open: the ampere-turns that a stone is worth, against its data sheet's.

A data sheet gives ampere-turns of a test coil. There is no exact way from a magnet's field to them: the reed's own iron
bends the field, and its leads are bent. So the field is read in five ways, and each question is put to the one that
makes it hardest:

- as the field along the blades, averaged over the glass, or as far as the leads run level. 20 AT is 2 to 5 mT for a
  magnet near the glass, and Littelfuse's note "Ampere-turn versus mT" names a factor of two either way: here an
  ampere-turn is MOST_MT when a reed is to close, and LEAST_MT when it is to stay open. The latter is a field that is
  the same everywhere, gathered by the level leads: a coil as long as the glass that does as much needs 0.07 mT a turn.
- as what drives the whole of the iron, down to the ends of the bent leads: in ampere-turns at once.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .cell import Cell, Disc, Place, Reed
from .magnet import driven, felt

LEAST_MT, MOST_MT = 0.07, 0.25  # for an ampere-turn
OFF_POINT = 4.0  # how far off its point a stone may be put, in any direction, and must still be felt
CARELESS = 2.0  # how far off their points all the neighbours may be at once, each to its worst side
JIG = 0.5  # by how much a reed may stand lower than it should

# Factors that the recommended cell must have in hand, by the hardest reading
OPERATE_FACTOR = 1.05
OPEN_FACTOR = 1.1

# What was compared. Ampere-turns: data sheets of ORD228VL (glass 14 mm at most, 10-50 AT, release 5 AT or more,
# 44.3 mm over the leads) and ORD213 (7 mm, 10-40 AT, release 5 AT or more, 35.8 mm), both sold sorted into bands.
REEDS = (
    Reed("ORD228VL, 10-15 AT", 14.0, 44.3, (10, 15), 5),
    Reed("ORD228VL, 15-20 AT", 14.0, 44.3, (15, 20), 5),
    Reed("ORD213, 10-15 AT", 7.0, 35.8, (10, 15), 5),
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


class Setting(NamedTuple):
    """A reed, the magnet that is to close it, where it lies, and the gap between them."""

    reed: Reed
    disc: Disc
    place: Place
    gap: float


Reading = Callable[[Setting, np.ndarray], np.ndarray]  # what stones at places (n, 2) are worth, in ampere-turns


def _over_glass(mt: float) -> Reading:
    return lambda at, stones: felt(at.disc, at.place, at.gap, stones, at.reed.glass) / mt


def _over_level_leads(mt: float) -> Reading:
    return lambda at, stones: felt(at.disc, at.place, at.gap, stones, at.place.span) / mt


def _over_all_iron(at: Setting, stones: np.ndarray) -> np.ndarray:
    return driven(at.disc, at.place, at.gap, stones, at.reed)


CAUTIOUS: tuple[Reading, ...] = (_over_glass(MOST_MT), _over_level_leads(MOST_MT), _over_all_iron)
GENEROUS: tuple[Reading, ...] = (_over_glass(LEAST_MT), _over_level_leads(LEAST_MT), _over_all_iron)


def setting(cell: Cell) -> Setting:
    """The cell as built."""
    return Setting(cell.reed, cell.disc, cell.place, cell.gap)


def least(at: Setting, stones: np.ndarray) -> np.ndarray:
    """What a stone at each place is worth by the reading that gives least."""
    return np.min([np.abs(reading(at, stones)) for reading in CAUTIOUS], axis=0)


def most(at: Setting, stones: np.ndarray) -> np.ndarray:
    """... and by the one that gives most."""
    return np.max([np.abs(reading(at, stones)) for reading in GENEROUS], axis=0)


def own(at: Setting, off: float) -> float:
    """What the point's own stone is worth, put `off` its point to the worst side, by the reading that gives least."""
    return float(least(at, circle(off)).min())


class Neighbours(NamedTuple):
    """What the other stones are worth: all of them there, the worst few of them, and with poles down at random."""

    all_same: float
    some_same: float
    any_way: float


def neighbours(at: Setting, pitch: float, reading: Reading, off: float = CARELESS, reach: int = 1) -> Neighbours:
    """The stones `reach` points about, all `off` their points to their worst sides, by one reading."""
    steps = range(-reach, reach + 1)
    points = [(pitch * i, pitch * j) for i, j in itertools.product(steps, repeat=2) if (i, j) != (0, 0)]
    places = np.concatenate([np.array(point) + circle(off) for point in points])
    each = reading(at, places).reshape(len(points), -1)
    low, high = each.min(axis=1), each.max(axis=1)
    return Neighbours(
        float(max(-low.sum(), high.sum())),
        float(max(np.maximum(high, 0).sum(), np.maximum(-low, 0).sum())),
        float(np.maximum(high, -low).sum()),
    )


def worst_neighbours(at: Setting, pitch: float, off: float = CARELESS, reach: int = 1) -> Neighbours:
    """The same by the reading that gives most."""
    found = [neighbours(at, pitch, reading, off, reach) for reading in GENEROUS]
    return Neighbours(*(max(values) for values in zip(*found, strict=True)))


def operate_factor(at: Setting, off: float, pitch: float) -> float:
    """What the own stone is worth, less what the worst neighbours take away, over what closes any such reed."""
    left = [
        float(np.abs(reading(at, circle(off))).min()) - neighbours(at, pitch, reading).some_same for reading in CAUTIOUS
    ]
    return min(left) / at.reed.operate[1]


def open_factor(at: Setting, pitch: float, off: float = CARELESS, turned: bool = False) -> float:
    """At how much the most sensitive such reed opens, over what neighbours are worth; `turned`: poles any way."""
    worst = worst_neighbours(at, pitch, off)
    return at.reed.release / (worst.any_way if turned else worst.some_same)


class Bounds(NamedTuple):
    """How far a stone closes every such reed, how far it may close one, and how far it may hold one closed."""

    sure: float
    may: float
    held: float


def gaps(at: Setting, off: float) -> Bounds:
    """The gaps, with the stone `off` its point: to the worst side for `sure`, to the best for the others."""

    def last(turns: float, worst: bool) -> float:
        near, far = 0.5, 60.0
        for _ in range(20):
            middle = (near + far) / 2
            here = at._replace(gap=middle)
            worth = own(here, off) if worst else float(most(here, circle(off)).max())
            near, far = (middle, far) if worth > turns else (near, middle)
        return near

    low, high = at.reed.operate
    return Bounds(last(high, True), last(low, False), last(at.reed.release, False))


def reach(at: Setting, way_deg: float) -> Bounds:
    """The distances from the point, for a stone slid away from it at `way_deg`."""
    far = np.arange(0, 401) / 10
    way = np.array([math.cos(math.radians(way_deg)), math.sin(math.radians(way_deg))])
    low, high = least(at, far[:, None] * way), most(at, far[:, None] * way)

    def last(there: np.ndarray) -> float:
        return float(far[np.flatnonzero(there)[-1]]) if there.any() else 0.0

    return Bounds(
        sure=float(far[np.argmin(low >= at.reed.operate[1])]),
        may=last(high >= at.reed.operate[0]),
        held=last(high >= at.reed.release),
    )


def check(cell: Cell) -> list[str]:
    """What the cell's reed would not do, a line each; nothing where it works."""
    found = []
    here = setting(cell)
    worst = operate_factor(here._replace(gap=cell.gap + JIG), OFF_POINT, cell.pitch)
    if worst < OPERATE_FACTOR:
        found.append(
            f"a stone {OFF_POINT:g} mm off its point is felt with {worst:.2f} of what the reed needs, not "
            f"{OPERATE_FACTOR:g}: the gap from magnet to blade is {cell.gap:.1f} mm"
        )
    quiet = open_factor(here, cell.pitch)
    if quiet < OPEN_FACTOR:
        found.append(f"neighbours can hold a reed closed: {quiet:.2f} times below its release, not {OPEN_FACTOR:g}")
    return found
