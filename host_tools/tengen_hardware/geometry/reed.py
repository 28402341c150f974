"""Check that a reed closes, opens and stays open, by comparing a stone's ampere-turns with the reed's data sheet.

A data sheet gives ampere-turns (AT) of a test coil. A magnet's field can't be converted to ampere-turns exactly,
because the reed's own iron bends the field, and because the leads are bent. So the field is converted in five ways
("readings"), and each question uses the least favourable reading:

- four readings of the field along the blades, averaged over the glass or over the level leads. For a magnet near the
  glass, 20 AT is 2 to 5 mT; Littelfuse's note "Ampere-turn versus mT" mentions a factor of two in both directions. Here
  one AT is MOST_MT if a reed must close, and LEAST_MT if it must stay open. LEAST_MT is for a uniform field that the
  level leads gather. A coil as long as the glass needs 0.07 mT a turn for the same effect.
- one reading of the field along the whole iron, to the ends of the bent leads. Its result is in AT.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .cell import Cell, Disc, Place, Reed
from .magnet import driven, felt

LEAST_MT, MOST_MT = 0.07, 0.25  # mT for one ampere-turn
OFF_POINT = 4.0  # mm: a stone this far off its point, in any direction, must still be detected
CARELESS = 2.0  # mm: all neighbours may be this far off their points at once, each in its worst direction
JIG = 0.5  # mm: a reed may be this much too low

# The safety factors that the recommended cell must have at least, by the least favourable reading
OPERATE_FACTOR = 1.05
OPEN_FACTOR = 1.1

# The compared parts. Ampere-turns: data sheets of ORD228VL (glass 14 mm at most, 10-50 AT, release 5 AT or more,
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
    """Return places (n, 2) around the point at a distance of `radius` mm; the point itself if `radius` is 0."""
    if radius == 0:
        return np.zeros((1, 2))
    at = np.arange(ways) * 2 * math.pi / ways
    return radius * np.column_stack([np.cos(at), np.sin(at)])


class Setting(NamedTuple):
    """A reed, the magnet that must close it, the reed's place, and the gap between them."""

    reed: Reed
    disc: Disc
    place: Place
    gap: float


Reading = Callable[[Setting, np.ndarray], np.ndarray]  # a reading: converts stones at places (n, 2) to ampere-turns


def _kept(reading: Reading) -> Reading:
    """Cache the last results of a reading, because least() and most() use the same fields with different factors."""

    @lru_cache(maxsize=64)
    def by_bytes(at: Setting, stones: bytes) -> np.ndarray:
        return reading(at, np.frombuffer(stones).reshape(-1, 2))

    return lambda at, stones: by_bytes(at, np.asarray(stones, dtype=float).tobytes())


_glass = _kept(lambda at, stones: felt(at.disc, at.place, at.gap, stones, at.reed.glass))
_level_leads = _kept(lambda at, stones: felt(at.disc, at.place, at.gap, stones, at.place.span))
_over_all_iron = _kept(lambda at, stones: driven(at.disc, at.place, at.gap, stones, at.reed))


def _by(mt: float, reading: Reading) -> Reading:
    """Return a reading in ampere-turns from one in mT, with `mt` for one ampere-turn."""
    return lambda at, stones: reading(at, stones) / mt


CAUTIOUS: tuple[Reading, ...] = (_by(MOST_MT, _glass), _by(MOST_MT, _level_leads), _over_all_iron)
GENEROUS: tuple[Reading, ...] = (_by(LEAST_MT, _glass), _by(LEAST_MT, _level_leads), _over_all_iron)


def setting(cell: Cell) -> Setting:
    """Return the setting of the real cell."""
    return Setting(cell.reed, cell.disc, cell.place, cell.gap)


def least(at: Setting, stones: np.ndarray) -> np.ndarray:
    """Return the ampere-turns of a stone at each place, by the reading with the least result."""
    return np.min([np.abs(reading(at, stones)) for reading in CAUTIOUS], axis=0)


def most(at: Setting, stones: np.ndarray) -> np.ndarray:
    """Return the ampere-turns of a stone at each place, by the reading with the greatest result."""
    return np.max([np.abs(reading(at, stones)) for reading in GENEROUS], axis=0)


def own(at: Setting, off: float) -> float:
    """Return the least ampere-turns of the point's own stone, `off` mm off its point in the worst direction."""
    return float(least(at, circle(off)).min())


class Neighbours(NamedTuple):
    """The ampere-turns of the other stones: all of them, the worst selection, and all of them with the worst poles."""

    all_same: float
    some_same: float
    any_way: float


def neighbours(at: Setting, pitch: float, reading: Reading, off: float = CARELESS, reach: int = 1) -> Neighbours:
    """Return the AT of the stones up to `reach` points away, each `off` mm off in its worst direction, by a reading."""
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
    """Return the neighbours' ampere-turns by the reading with the greatest result."""
    found = [neighbours(at, pitch, reading, off, reach) for reading in GENEROUS]
    return Neighbours(*(max(values) for values in zip(*found, strict=True)))


def operate_factor(at: Setting, off: float, pitch: float) -> float:
    """Return the safety factor for closing: (AT of the own stone - AT of the worst neighbours) / highest operate AT."""
    left = [
        float(np.abs(reading(at, circle(off))).min()) - neighbours(at, pitch, reading).some_same for reading in CAUTIOUS
    ]
    return min(left) / at.reed.operate[1]


def open_factor(at: Setting, pitch: float, off: float = CARELESS, turned: bool = False) -> float:
    """Return the safety factor for opening: lowest release AT / AT of the neighbours. `turned`: with any poles."""
    worst = worst_neighbours(at, pitch, off)
    return at.reed.release / (worst.any_way if turned else worst.some_same)


class Bounds(NamedTuple):
    """The distances in mm to which a stone surely closes a reed, may close one, and may hold one closed."""

    sure: float
    may: float
    held: float


def gaps(at: Setting, off: float) -> Bounds:
    """Return the limits of the gap. The stone is `off` mm off: for `sure` in the worst direction, else in the best."""

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
    """Return the limits of the distance from the point, for a stone that slides away in the direction `way_deg`."""
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
    """Return the faults of the cell's reed, one line each; empty if the reed works."""
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
