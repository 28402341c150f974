"""The drawing of each chip in its place on the controller: terminal 1, supply and ground, for soldering."""

from __future__ import annotations

import math
from typing import Any

from tengen_host.pinouts import KINDS

from .. import controller, kicad
from ..circuit import GROUND, Part
from ..drawing import FIVE, INK, MARK, SHADE, WHITE, Drawing
from ..drawing import GROUND as GROUND_COLOUR
from ..kicad import checks
from ..kicad.layout import Layout, Placed, Point

_SCALE, _SIDE, _HIGH = 26.0, 300, 400


def drawing(board: dict[str, Any]) -> str:
    """Return the drawing of the chips in their places on the controller, from above, with pin 1, supply and ground.

    If chips of one kind have the same orientation, such as the clamps, only the first is drawn.
    """
    of, circuit = kicad.layout("controller"), controller.circuit(board)
    alike: dict[tuple[str, float], Placed] = {}
    for part in checks.chips(of):
        kind = circuit.parts[part.reference].kind
        alike.setdefault((part.reference if kind != "line_clamp" else kind, part.turned), part)
    sheet = Drawing(_SIDE * len(alike), _HIGH, "Terminal 1 of each chip")
    for at, part in enumerate(alike.values()):
        its, x = circuit.parts[part.reference], _SIDE * (at + 0.5)
        sheet.text(x, 28, f"{part.reference}: {board['parts'][its.kind]['value']}", 18, INK, "middle", bold=True)
        _chip(sheet, x, _HIGH / 2 + 14, of, part, its)
    return sheet.svg()


def _chip(sheet: Drawing, x: float, y: float, of: Layout, part: Placed, its: Part) -> None:
    supplies = {each.number: each.name for each in KINDS[its.kind] if each.role == "supply"}

    def seen(place: Point) -> Point:
        return x + _SCALE * (place[0] - part.x), y - _SCALE * (place[1] - part.y)

    body = max(abs(pad.x) for pad in part.pads) - 0.9, max(abs(pad.y) for pad in part.pads) + 0.5
    corners = [seen(part.at(sign * body[0], up * body[1])) for sign, up in ((-1, 1), (1, -1))]
    left, top = (min(corner[i] for corner in corners) for i in (0, 1))
    right, low = (max(corner[i] for corner in corners) for i in (0, 1))
    for pad in part.pads:
        px, py = seen(part.at(pad.x, pad.y))
        wide, high = (pad.height, pad.width) if part.turned % 180 else (pad.width, pad.height)
        supply = supplies.get(pad.number)
        colour = GROUND_COLOUR if its.nets[pad.number] == GROUND else FIVE if supply else INK
        sheet.box(px - wide * _SCALE / 2, py - high * _SCALE / 2, wide * _SCALE, high * _SCALE, SHADE, colour, 2)
        sheet.text(px, py + 5, pad.number, 13, colour, "middle", bold=bool(supply))
        if supply:
            outside = 1 if px > x else -1
            sheet.text(px + outside * (wide * _SCALE / 2 + 6), py + 5, supply, 14, colour,
                       "start" if outside > 0 else "end", bold=True)  # fmt: skip
    sheet.box(left, top, right - left, low - top, WHITE, INK, 4, 2)
    notch = seen(part.at(0, body[1]))
    sheet.dot(*notch, 9, WHITE, INK, 2)
    dot = seen(min(checks.dots(of), key=lambda dot: math.dist(dot, part.pad("1"))))
    sheet.dot(*dot, checks.DOT_MM / 2 * _SCALE, MARK)
