"""A printed board as data: its parts, their places, and the copper. kicad.py passes the data to KiCad.

Lengths are in mm. The origin is the board's lower left corner, and y goes up, as on a Renju board. Everything is seen
from the top. Angles are in degrees, counter-clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from ..circuit import Circuit, CircuitError
from . import library, screws
from .library import Pad

Point = tuple[float, float]

TOP, BOTTOM = "top", "bottom"  # copper
SILK_TOP, SILK_BOTTOM = "silk top", "silk bottom"
LAYERS = (TOP, BOTTOM, SILK_TOP, SILK_BOTTOM)


class Placed(NamedTuple):
    """One part of the circuit on the board.

    `footprint`: a footprint of KiCad, as `Library:Name`, or "" with `pads` of our own. A part on the bottom is mirrored
    left to right, then rotated. `name_at`: the place of the printed reference, relative to (x, y) and not rotated; None
    if it is not printed.
    """

    reference: str
    footprint: str
    x: float
    y: float
    turned: float = 0.0
    side: str = TOP
    pads: tuple[Pad, ...] = ()
    name_at: Point | None = None
    name_turned: float = 0.0
    name_size: float = 1.0

    def pad(self, number: str) -> Point:
        """Return the middle of the (first) pad of this terminal on the board."""
        pads: Iterable[Pad] = self.pads or library.pads(self.footprint)
        for each in pads:
            if each.number == number:
                return self.at(each.x, each.y)
        raise CircuitError(f"{self.reference}: the footprint {self.footprint or 'of its own'} has no pad {number}")

    def at(self, x: float, y: float) -> Point:
        """Convert a point of the footprint to a point of the board."""
        angle = math.radians(self.turned)
        x = -x if self.side == BOTTOM else x
        return (
            round(self.x + x * math.cos(angle) - y * math.sin(angle), 4),
            round(self.y + x * math.sin(angle) + y * math.cos(angle), 4),
        )


class Track(NamedTuple):
    """Copper along `points` on one layer."""

    net: str
    layer: str
    width: float
    points: tuple[Point, ...]


class Via(NamedTuple):
    """A plated hole that joins both layers."""

    net: str
    x: float
    y: float
    width: float = 0.8
    drill: float = 0.4


class Zone(NamedTuple):
    """Copper poured over all free places within `outline`. Tracks and pads of the same net are connected to it."""

    net: str
    layer: str
    outline: tuple[Point, ...]
    priority: int = 0


class Hole(NamedTuple):
    """A hole for a screw. `keep`: the radius that must be free of copper on both sides; 0 if copper may be near."""

    x: float
    y: float
    drill: float = 3.2
    keep: float = screws.CLEAR_MM


class Text(NamedTuple):
    """A text on a silkscreen. (x, y): its middle."""

    words: str
    x: float
    y: float
    layer: str = SILK_TOP
    size: float = 1.0
    turned: float = 0.0


class Line(NamedTuple):
    """A line on a silkscreen."""

    points: tuple[Point, ...]
    layer: str = SILK_TOP
    width: float = 0.15


class Fiducial(NamedTuple):
    """A copper mark without solder mask, by which a pick-and-place machine finds the board's position."""

    x: float
    y: float


class Layout(NamedTuple):
    """A whole board. `name`: used for its files. `outline`: its edge."""

    name: str
    outline: tuple[Point, ...]
    parts: tuple[Placed, ...]
    tracks: tuple[Track, ...] = ()
    vias: tuple[Via, ...] = ()
    zones: tuple[Zone, ...] = ()
    holes: tuple[Hole, ...] = ()
    fiducials: tuple[Fiducial, ...] = ()
    texts: tuple[Text, ...] = ()
    lines: tuple[Line, ...] = ()

    def part(self, reference: str) -> Placed:
        """Return the part of this name."""
        return next(each for each in self.parts if each.reference == reference)


def rectangle(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    """Return the outline of a rectangle."""
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def check(layout: Layout, circuit: Circuit) -> None:
    """Raise CircuitError unless the layout has just the circuit's parts, a pad for each terminal, and known nets."""
    placed = [each.reference for each in layout.parts]
    for reference in placed:
        if placed.count(reference) > 1:
            raise CircuitError(f"{layout.name}: {reference} is placed twice")
    wrong = sorted(set(placed) ^ set(circuit.parts))
    if wrong:
        raise CircuitError(f"{layout.name}: not both in the circuit and on the board: {', '.join(wrong)}")
    for each in layout.parts:
        for number in circuit.parts[each.reference].nets:
            each.pad(number)
    nets = circuit.nets()
    copper = [each.net for of in (layout.tracks, layout.vias, layout.zones) for each in of]
    for net in sorted(set(copper) - set(nets)):
        raise CircuitError(f"{layout.name}: copper of the net {net}: the circuit does not have it")
