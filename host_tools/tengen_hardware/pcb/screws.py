"""The rule of the screws: no copper is under a screw's head or washer, on either side. It checks KiCad's own file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from .. import sexpr

# An M3 pan head has a radius of 2.8 mm (ISO 7045), a washer a radius of 3.5 mm (ISO 7089); 0.5 mm are added for the
# hole's tolerance
CLEAR_MM = 4.0
SCREW = "tengen:screw"

_Point = tuple[float, float]


def under_heads(kicad_pcb: str, clear: float = CLEAR_MM) -> list[str]:
    """Return a sentence for each screw and piece of copper that is less than `clear` mm from the screw's middle.

    `kicad_pcb`: the text of KiCad's file, with filled pours. Places count from the board's lower left corner. A head
    presses through the solder mask, so copper of two nets under one head, or under two heads on one metal plate, is a
    short.
    """
    board = sexpr.read(kicad_pcb)
    left, bottom = _pair(sexpr.first(sexpr.first(board, "setup") or [], "aux_axis_origin"))
    holes = [_at(each) for each in sexpr.each(board, "footprint") if each[1] == SCREW]
    pieces = list(_copper(board))
    found = []
    for x, y in holes:
        where = f"screw at {x - left:.1f}, {bottom - y:.1f} mm"
        for what, shape, half in pieces:
            away = max(0.0, _distance((x, y), shape) - half)
            if away < clear - 0.005:
                told = f"{what} begins {away:.2f} mm from its middle"
                found.append(f"{where}: {told}: keep {clear:g} mm free, or its head can short it")
    return found


def _copper(board: list[Any]) -> Iterator[tuple[str, list[_Point], float]]:
    """Yield each piece of copper: name, points (one, the ends of a line, or an area's edge), and half of its width."""
    nets = {each[1]: each[2] for each in sexpr.each(board, "net")}

    def net_of(item: list[Any]) -> str:
        return str(nets.get((sexpr.first(item, "net") or ["", ""])[1]) or "no net")

    for zone in sexpr.each(board, "zone"):
        for filled in sexpr.each(zone, "filled_polygon"):
            side = (sexpr.first(filled, "layer") or ["", ""])[1]
            edge = [(float(x), float(y)) for _, x, y in (sexpr.first(filled, "pts") or [])[1:]]
            yield f"the pour of {net_of(zone)} on {side}", edge, 0.0
    for track in sexpr.each(board, "segment"):
        ends = [_pair(sexpr.first(track, name)) for name in ("start", "end")]
        yield f"a track of {net_of(track)}", ends, float((sexpr.first(track, "width") or ["", 0])[1]) / 2
    for via in sexpr.each(board, "via"):
        yield f"a via of {net_of(via)}", [_at(via)], float((sexpr.first(via, "size") or ["", 0])[1]) / 2
    for part in sexpr.each(board, "footprint"):
        if part[1] != SCREW:
            reference = sexpr.reference(part)
            for pad in sexpr.each(part, "pad"):
                half = max(map(float, (sexpr.first(pad, "size") or [])[1:3])) / 2
                yield f"pad {pad[1]} of {reference}", [_pad_at(part, pad)], half


def _pair(item: list[Any] | None) -> _Point:
    return float((item or [])[1]), float((item or [])[2])


def _at(item: list[Any]) -> _Point:
    return _pair(sexpr.first(item, "at"))


def _pad_at(part: list[Any], pad: list[Any]) -> _Point:
    """Return a pad's place on KiCad's page, where y goes down and angles have the opposite direction."""
    at = sexpr.first(part, "at") or []
    angle = math.radians(float(at[3])) if len(at) > 3 else 0.0
    (x, y), (dx, dy) = _at(part), _at(pad)
    return (x + dx * math.cos(angle) + dy * math.sin(angle), y - dx * math.sin(angle) + dy * math.cos(angle))


def _distance(at: _Point, shape: list[_Point]) -> float:
    """Return the distance from a point to a point, a line or an area; 0 inside an area."""
    if len(shape) < 3:
        return _from_line(at, shape[0], shape[-1])
    x, y = at
    sides = list(pairwise([*shape, shape[0]]))
    crossed = [
        x < ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in sides if (ay > y) != (by > y)
    ]  # fmt: skip
    return 0.0 if sum(crossed) % 2 else min(_from_line(at, one, two) for one, two in sides)


def _from_line(at: _Point, one: _Point, two: _Point) -> float:
    dx, dy = two[0] - one[0], two[1] - one[1]
    square = dx * dx + dy * dy
    along = ((at[0] - one[0]) * dx + (at[1] - one[1]) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return math.dist(at, (one[0] + along * dx, one[1] + along * dy))
