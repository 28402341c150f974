"""The rule of the screws: no copper is under a screw's head or washer, on either side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import shapely

from .layout import Layout

# An M3 pan head has a radius of 2.8 mm (ISO 7045), a washer a radius of 3.5 mm (ISO 7089); 0.5 mm are added for the
# hole's tolerance
CLEAR_MM = 4.0


def under_heads(of: Layout, clear: float = CLEAR_MM) -> list[str]:
    """Return a sentence for each screw and piece of copper that is less than `clear` mm from the screw's middle.

    A head presses through the solder mask, so copper of two nets under one head, or under two heads on one metal plate,
    is a short.
    """
    pieces = list(_copper(of))
    found = []
    for x, y, _ in of.holes:
        for what, shape, half in pieces:
            away = max(0.0, shape.distance(shapely.Point(x, y)) - half)
            if away < clear - 0.005:
                found.append(
                    f"screw at {x:.1f}, {y:.1f} mm: {what} begins {away:.2f} mm from its middle: keep {clear:g} mm "
                    "free, or its head can short it"
                )
    return found


def _copper(of: Layout) -> Iterator[tuple[str, Any, float]]:
    """Yield each piece of copper: name, shape (a point, a line, or an area), and half of its width."""
    for zone in of.zones:
        for edge in zone.filled:
            yield f"the pour of {zone.net} on the {zone.layer}", shapely.Polygon(edge), 0.0
    for track in of.tracks:
        yield f"a track of {track.net}", shapely.LineString([track.start, track.end]), track.width / 2
    for via in of.vias:
        yield f"a via of {via.net}", shapely.Point(via.x, via.y), via.width / 2
    for part in of.parts:
        for pad in part.pads:
            half = max(pad.width, pad.height) / 2
            yield f"pad {pad.number} of {part.reference}", shapely.Point(part.at(pad.x, pad.y)), half
