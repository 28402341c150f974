"""A printed board as data: its parts, their places, and the copper. board_file.py reads it from KiCad's file.

Lengths are in mm. The origin is the board's lower left corner, and y goes up, as on a Renju board. Everything is seen
from the top. Angles are in degrees, counter-clockwise.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..circuit import CircuitError

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top

TOP, BOTTOM = "top", "bottom"  # copper
SILK_TOP, SILK_BOTTOM = "silk top", "silk bottom"


class Pad(NamedTuple):
    """A pad of a footprint: the `number` of its terminal, place and sizes in mm, and its `net`, None if it is open.

    If `drill` is 0, the pad has no round hole. `square`: True if it is neither round nor oval.
    """

    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0
    square: bool = False
    net: str | None = None


class Placed(NamedTuple):
    """One part on the board.

    `footprint`: `Library:Name` in KiCad; the library "tengen" means a footprint of our own. `pads` and `body`, the
    courtyard (None if the footprint has none), are in the footprint's own coordinates. A part on the bottom is mirrored
    left to right, then rotated. `name_at`: the place of the printed reference, relative to (x, y) and not rotated; None
    if it is not printed. `symbol`: the id of its symbol in the schematic.
    """

    reference: str
    footprint: str
    value: str
    x: float
    y: float
    turned: float
    side: str
    pads: tuple[Pad, ...]
    body: Box | None
    name_at: Point | None
    name_turned: float
    name_size: float
    symbol: str

    def pad(self, number: str) -> Point:
        """Return the middle of the (first) pad of this terminal on the board."""
        for each in self.pads:
            if each.number == number:
                return self.at(each.x, each.y)
        raise CircuitError(f"{self.reference}: the footprint {self.footprint} has no pad {number}")

    def at(self, x: float, y: float) -> Point:
        """Convert a point of the footprint to a point of the board."""
        angle = math.radians(self.turned)
        x = -x if self.side == BOTTOM else x
        return (
            round(self.x + x * math.cos(angle) - y * math.sin(angle), 4),
            round(self.y + x * math.sin(angle) + y * math.cos(angle), 4),
        )

    def box(self) -> Box:
        """Return the box of the part on the board: its courtyard, or the middles of its pads with 1 mm around them."""
        if self.body is None:
            corners, around = [self.at(each.x, each.y) for each in self.pads], 1.0
        else:
            left, bottom, right, top = self.body
            corners, around = [self.at(x, y) for x in (left, right) for y in (bottom, top)], 0.0
        xs, ys = zip(*corners, strict=True)
        return min(xs) - around, min(ys) - around, max(xs) + around, max(ys) + around


class Track(NamedTuple):
    """A straight piece of copper on one layer, from `start` to `end`."""

    net: str
    layer: str
    width: float
    start: Point
    end: Point


class Via(NamedTuple):
    """A plated hole that joins both layers."""

    net: str
    x: float
    y: float
    width: float
    drill: float


class Zone(NamedTuple):
    """Copper poured within `outline`. `filled`: the edges of the poured areas, as KiCad filled them last."""

    net: str
    layer: str
    outline: tuple[Point, ...]
    filled: tuple[tuple[Point, ...], ...]


class Hole(NamedTuple):
    """A hole for a screw."""

    x: float
    y: float
    drill: float


class Text(NamedTuple):
    """A text on a silkscreen. (x, y): its middle."""

    words: str
    x: float
    y: float
    layer: str
    size: float
    turned: float


class Line(NamedTuple):
    """A line on a silkscreen."""

    points: tuple[Point, Point]
    layer: str
    width: float


class Layout(NamedTuple):
    """A whole board. `name`: used for its files. `outline`: its edge, a rectangle, from the lower left corner on.

    `thickness`: of the board, in mm. `revision` and `finish`: what the job file of the Gerbers tells the maker.
    """

    name: str
    outline: tuple[Point, ...]
    thickness: float
    parts: tuple[Placed, ...]
    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]
    zones: tuple[Zone, ...]
    holes: tuple[Hole, ...]
    texts: tuple[Text, ...]
    lines: tuple[Line, ...]
    revision: str
    finish: str

    def part(self, reference: str) -> Placed:
        """Return the part of this name. Raises CircuitError if the board has none."""
        for each in self.parts:
            if each.reference == reference:
                return each
        raise CircuitError(f"{self.name}: no part {reference} is on the board")
