"""Lead a thin line from words to the thing that they name, without crossing other words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

# sizes divided by the size of the font: the width of a letter, the height over and below the baseline
_WIDE, _OVER, _BELOW = 0.58, 0.74, 0.2
# the distance of the bends that are tried, how far they go beyond both ends, and the detour that a bend is worth
_STEP, _ROUND, _BEND = 3.0, 24.0, 40.0


def box(x: float, y: float, words: str, size: float, at: str, turned: float) -> Box:
    """Return the box round a line of text; arguments as for Drawing.text, with a turn by quarters."""
    wide = _WIDE * size * len(words)
    start = {"start": 0.0, "middle": -wide / 2, "end": -wide}[at]
    along, across = (start, start + wide), (-_OVER * size, _BELOW * size)
    for _ in range(round(turned / 90) % 4):  # a quarter clockwise
        along, across = (-across[1], -across[0]), along
    return x + along[0], y + across[0], x + along[1], y + across[1]


def crosses(way: Sequence[Point], it: Box) -> bool:
    """Return whether a line through points touches a box."""
    return any(_touches(start, end, it) for start, end in pairwise(way))


def route(start: Point, end: Point, words: Iterable[Box]) -> list[Point] | None:
    """Return the shortest line with few bends that crosses no words, or None."""
    boxes = list(words)
    ways = sorted(_ways(start, end), key=lambda way: sum(map(dist, way, way[1:])) + _BEND * len(way))
    return next((way for way in ways if not any(crosses(way, each) for each in boxes)), None)


def _ways(start: Point, end: Point) -> Iterator[list[Point]]:
    (x0, y0), (x1, y1) = start, end
    yield [start, end]
    for x in _between(x0, x1):
        yield from ([start, (x, y0), end], [start, (x, y1), end], [start, (x, y0), (x, y1), end])
    for y in _between(y0, y1):
        yield from ([start, (x0, y), end], [start, (x1, y), end], [start, (x0, y), (x1, y), end])


def _between(one: float, other: float) -> Iterator[float]:
    low, high = min(one, other) - _ROUND, max(one, other) + _ROUND
    return (low + _STEP * at for at in range(int((high - low) / _STEP) + 1))


def _touches(start: Point, end: Point, it: Box) -> bool:
    """Clip the line at each side of the box in turn: what is left is inside."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    first, last = 0.0, 1.0
    for way, room in ((-dx, x - it[0]), (dx, it[2] - x), (-dy, y - it[1]), (dy, it[3] - y)):
        if way == 0:
            if room < 0:
                return False
        elif way < 0:
            first = max(first, room / way)
        else:
            last = min(last, room / way)
    return first <= last
