"""Terminal 1 of each chip: a dot and a `1` on the board, a rule that checks the dots, and a drawing for soldering."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from tengen_host.pinouts import KINDS

from ..circuit import GROUND, Circuit
from ..guide.drawing import FIVE, INK, MARK, SHADE, WHITE, Drawing
from ..guide.drawing import GROUND as GROUND_COLOUR
from . import library
from .layout import Layout, Line, Placed, Point, Text

DOT_MM = 1.0
_FIGURE_MM = 1.3  # mm from the middle of the dot to the middle of the `1`, away from the chip


def chips(of: Layout) -> list[Placed]:
    """Return the parts with two rows of terminals, because these fit onto their pads in two orientations."""
    return [part for part in of.parts if part.footprint.startswith(("Package_SO:", "Package_TO_SOT_SMD:SOT-23-6"))]


def spots(part: Placed) -> tuple[Point, Point]:
    """Return the places of dot and `1`: side by side, over terminal 1, outside of the chip's courtyard."""
    first = next(pad for pad in library.pads(part.footprint) if pad.number == "1")
    _, _, _, top = library.body(part.footprint)
    y = top + DOT_MM / 2 + 0.3
    return part.at(first.x, y), part.at(first.x - _FIGURE_MM, y)


def marks(of: Layout) -> tuple[list[Line], list[Text]]:
    """Return the dots, each a very short line, and the figures."""
    lines, texts = [], []
    for part in chips(of):
        (x, y), figure = spots(part)
        lines.append(Line(((x, y), (x + 0.01, y)), width=DOT_MM))
        texts.append(Text("1", *figure, size=1.0))
    return lines, texts


def unmarked(of: Layout) -> list[str]:
    """Return a sentence for each chip without a dot nearest to terminal 1."""
    dots = [line.points[0] for line in of.lines if line.width >= DOT_MM and math.dist(*line.points[:2]) < 0.1]
    found = []
    for part in chips(of):
        numbers = [pad.number for pad in library.pads(part.footprint)]

        def nearest(dot: Point, part: Placed = part, numbers: list[str] = numbers) -> str:
            return min(numbers, key=lambda number: math.dist(part.pad(number), dot))

        near = [dot for dot in dots if math.dist(part.pad(nearest(dot)), dot) < 3.0]
        if [nearest(dot) for dot in near] != ["1"]:
            found.append(
                f"{part.reference} has {len(near)} dots beside its terminals, not one beside terminal 1: "
                "turned round, it gets its supply the wrong way"
            )
    return found


_SCALE, _SIDE, _HIGH = 26.0, 300, 400


def drawing(of: Layout, circuit: Circuit, board: dict[str, Any]) -> str:
    """Return the drawing of the chips in their places on the board, from above, with pin 1, supply and ground.

    If chips of one kind have the same orientation, such as the clamps, only the first is drawn.
    """
    alike: dict[tuple[str, float], Placed] = {}
    for part in chips(of):
        kind = circuit.parts[part.reference].kind
        alike.setdefault((part.reference if kind != "line_clamp" else kind, part.turned), part)
    parts = [*alike.values()]
    sheet = Drawing(_SIDE * len(parts), _HIGH, "Terminal 1 of each chip")
    for at, part in enumerate(parts):
        _chip(sheet, _SIDE * at + _SIDE / 2, _HIGH / 2 + 14, part, circuit, board)
    return sheet.svg()


def _chip(sheet: Drawing, x: float, y: float, part: Placed, circuit: Circuit, board: dict[str, Any]) -> None:
    its = circuit.parts[part.reference]
    name = f"{part.reference}: {board['parts'][its.kind]['value']}"
    sheet.text(x, 28, name, 18, INK, "middle", bold=True)

    def seen(place: Point) -> Point:
        return x + _SCALE * (place[0] - part.x), y - _SCALE * (place[1] - part.y)

    pads = list(library.pads(part.footprint))
    body = max(abs(pad.x) for pad in pads) - 0.9, max(abs(pad.y) for pad in pads) + 0.5
    corners = [seen(part.at(sign * body[0], up * body[1])) for sign, up in ((-1, 1), (1, -1))]
    left, top = (min(corner[i] for corner in corners) for i in (0, 1))
    right, low = (max(corner[i] for corner in corners) for i in (0, 1))
    for pad in pads:
        px, py = seen(part.at(pad.x, pad.y))
        wide, high = (pad.height, pad.width) if part.turned % 180 else (pad.width, pad.height)
        net = its.nets[pad.number]
        supply = net is not None and dict(_supplies(its.kind)).get(pad.number)
        colour = GROUND_COLOUR if net == GROUND else FIVE if supply else INK
        sheet.box(px - wide * _SCALE / 2, py - high * _SCALE / 2, wide * _SCALE, high * _SCALE, SHADE, colour, 2)
        sheet.text(px, py + 5, pad.number, 13, colour, "middle", bold=bool(supply))
        if supply:
            outside = 1 if px > x else -1
            sheet.text(px + outside * (wide * _SCALE / 2 + 6), py + 5, supply, 14, colour,
                       "start" if outside > 0 else "end", bold=True)  # fmt: skip
    sheet.box(left, top, right - left, low - top, WHITE, INK, 4, 2)
    notch = seen(part.at(0, body[1]))
    sheet.dot(*notch, 9, WHITE, INK, 2)
    dot, figure = (seen(place) for place in spots(part))
    sheet.dot(*dot, DOT_MM / 2 * _SCALE, MARK)
    sheet.text(figure[0], figure[1] + 7, "1", 20, MARK, "middle", bold=True)


def _supplies(kind: str) -> Iterator[tuple[str, str]]:
    """Yield number and name of a chip's terminals for supply and ground."""
    for terminal in KINDS[kind]:
        if terminal.role == "supply":
            yield terminal.number, terminal.name
