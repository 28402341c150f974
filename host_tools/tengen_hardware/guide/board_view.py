"""Draw a printed board from its layout: edge, holes, pads and print, from above or below.

All pictures of boards in the guide use this module, so they can't differ from the real board.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from tengen_host.pinouts import KINDS

from ..circuit import Circuit
from ..drawing import BOARD, COLUMN, DATA, FIVE, GREY, GROUND, INK, ROW, SHADE, WHITE, Drawing
from ..kicad.layout import BOTTOM, SILK_BOTTOM, SILK_TOP, TOP, Layout, Placed
from ..leaders import Point

# drawn sizes: the side of a light, its cut corner, and the ring of a diode
LIGHT_MM, CORNER_MM, RING_MM = 5.0, 1.5, 0.6
# the flat side of KiCad's TO-92_Inline_Wide: from x to x, at y; a test checks these figures
FLAT_MM = 0.74, 4.34, -1.85
_COPPER, _PRINT = "#c9a227", "#8a8471"


class View(NamedTuple):
    """A board on a sheet, with its upper left corner at (`x`, `y`). `mm`: a millimetre. `below`: seen from below."""

    of: Layout
    circuit: Circuit
    x: float
    y: float
    mm: float
    below: bool = False

    def at(self, x: float, y: float) -> Point:
        """Return the place on the sheet of a point of the board, given in mm from the board's lower left corner."""
        width, height = self.of.outline[2]
        return self.x + (width - x if self.below else x) * self.mm, self.y + (height - y) * self.mm

    def pad(self, reference: str, number: str) -> Point:
        """Return the place on the sheet of a part's pad."""
        return self.at(*self.of.part(reference).pad(number))

    def middle(self, reference: str) -> Point:
        """Return the place on the sheet of a part's middle."""
        left, bottom, right, top = self.of.part(reference).box()
        return self.at((left + right) / 2, (bottom + top) / 2)

# The colours of the nets, the same in all drawings, by the beginnings of their names
_COLOURS = {
    DATA: ("RETURN", "CHAIN", "HOME", "DAT", "LED"), FIVE: ("5V", "VSYS", "VBUS", "SUPPLY", "3V3"),
    GROUND: ("GND",), ROW: ("ROW", "Y1", "Y2", "Y3", "SHUT"), COLUMN: ("COL", "X1", "X2", "X3", "SENSE"),
}  # fmt: skip


def colour_of(net: str | None) -> str:
    """Return the colour of a net."""
    return next((colour for colour, names in _COLOURS.items() if net and net.startswith(names)), INK if net else GREY)


def draw(sheet: Drawing, view: View, print_: bool = True, bodies: bool = True) -> None:
    """Draw the board's edge and holes, and the parts' bodies, the pads and the print of this side."""
    width, height = view.of.outline[2]
    sheet.box(view.x, view.y, width * view.mm, height * view.mm, BOARD, INK, 3, 2)
    side = BOTTOM if view.below else TOP
    if bodies:
        for part in view.of.parts:
            if part.side == side and part.body:
                _body(sheet, view, part)
    for part in view.of.parts:
        for number, x, y, wide, high, round_ in _seen(view, part, side):
            net = view.circuit.parts[part.reference].nets.get(number)
            told = f"{part.reference} pin {number}: {net or 'open'}" if number else part.reference
            sheet.box(x - wide / 2, y - high / 2, wide, high, _COPPER, "none", wide / 2 if round_ else 0, 0, told)
    for hole in view.of.holes:
        sheet.dot(*view.at(hole.x, hole.y), hole.drill / 2 * view.mm, WHITE, INK, 1)
    if print_:
        printed(sheet, view)


class Sign(NamedTuple):
    """The mark of a part's direction. `what`: "ring", "corner", "flat" or "plus"; with the corners to draw, in mm."""

    what: str
    corners: tuple[Point, ...]


def sign(part: Placed, kind: str) -> Sign | None:
    """Return the mark: a diode's ring, a light's cut corner, a flat side, a capacitor's plus; None for other parts."""
    names = {terminal.name: terminal.number for terminal in KINDS[kind]}
    places = {pad.number: pad for pad in part.pads}
    if {"K", "A"} == set(names):
        pad, other = places[names["K"]], places[names["A"]]
        half, x = pad.height / 2, pad.x + (pad.width / 2 + RING_MM) * (1 if pad.x > other.x else -1)
        ends = ((x - RING_MM / 2, pad.y - half), (x + RING_MM / 2, pad.y - half),
                (x + RING_MM / 2, pad.y + half), (x - RING_MM / 2, pad.y + half))  # fmt: skip
        return Sign("ring", tuple(part.at(*end) for end in ends))
    if {"VSS", "DIN"} <= set(names) and len(names) == 4:
        pad = places[names["VSS"]]
        x, y = (math.copysign(LIGHT_MM / 2, each) for each in (pad.x, pad.y))
        inner = CORNER_MM * math.copysign(1, x), CORNER_MM * math.copysign(1, y)
        return Sign("corner", (part.at(x, y), part.at(x - inner[0], y), part.at(x, y - inner[1])))
    if kind == "reference":
        x, x1, y = FLAT_MM
        return Sign("flat", tuple(part.at(*end) for end in ((x, y), (x1, y), (x1, y + RING_MM), (x, y + RING_MM))))
    if "PLUS" in names and "MINUS" in names and len(names) == 2 and kind.endswith("capacitor"):
        pad, other = places[names["PLUS"]], places[names["MINUS"]]
        away = pad.x + (pad.x - other.x) * 0.5, pad.y + (pad.y - other.y) * 0.5
        return Sign("plus", (part.at(*away),))
    return None


def directions(sheet: Drawing, view: View) -> None:
    """Draw the mark of each part that has a direction: a black bar (ring, flat side), a black corner, or a plus."""
    for part in view.of.parts:
        found = sign(part, view.circuit.parts[part.reference].kind)
        if found and found.what == "plus":
            x, y = view.at(*found.corners[0])
            sheet.text(x, y + 7, "+", 20, INK, "middle", bold=True)
        elif found:
            sheet.area([view.at(*corner) for corner in found.corners])


def enlarged(sheet: Drawing, view: View, reference: str, x: float, y: float, mm: float, words: str) -> None:
    """Draw the enlarged pads of a plug around (x, y) as in this view, each with number and net. `mm`: a millimetre."""
    part = view.of.part(reference)
    places = {each.number: part.at(each.x, each.y) for each in part.pads}
    xs, ys = [at for at, _ in places.values()], [at for _, at in places.values()]
    middle, upright = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), max(ys) - min(ys) > max(xs) - min(xs)
    wide, high = (max(xs) - min(xs) + 3) * mm, (max(ys) - min(ys) + 3) * mm
    sheet.box(x - wide / 2, y - high / 2, wide, high, SHADE, INK, 4)
    above = y - high / 2 - (12 if upright else 28)
    sheet.text(x, above, words, 16, INK, "middle", bold=True)
    for number, (px, py) in places.items():
        net = view.circuit.parts[reference].nets[number]
        sx, sy = x + (px - middle[0]) * mm * (-1 if view.below else 1), y - (py - middle[1]) * mm
        half, colour = 0.85 * mm, colour_of(net)
        told = f"{reference} pin {number} enlarged: {net or 'open'}"
        sheet.box(sx - half, sy - half, 2 * half, 2 * half, WHITE, colour, 0 if number == "1" else half, 2.5, told)
        sheet.text(sx, sy + 5, number, 15, colour, "middle", bold=True)
        if upright:
            out = -1 if sx < x else 1
            sheet.text(x + out * (wide / 2 + 6), sy + 5, net or "open", 15, colour, "end" if out < 0 else "start")
        else:
            out = -1 if sy < y else 1
            sheet.text(sx, y + out * (high / 2 + 6) + (10 if out > 0 else 0), net or "open", 13, colour, "middle")


def _body(sheet: Drawing, view: View, part: Placed) -> None:
    left, bottom, right, top = part.box()
    (x0, y0), (x1, y1) = view.at(left, top), view.at(right, bottom)
    sheet.box(min(x0, x1), y0, abs(x1 - x0), y1 - y0, SHADE, GREY, 2, 1)


def _seen(view: View, part: Placed, side: str) -> Iterator[tuple[str, float, float, float, float, bool]]:
    """Yield the pads on this side: number, middle and sizes on the sheet, True if round."""
    across = round(part.turned) % 180 == 90
    for pad in part.pads:
        if pad.drill or part.side == side:
            wide, high = (pad.height, pad.width) if across else (pad.width, pad.height)
            round_ = bool(pad.drill) and not pad.square
            yield pad.number, *view.at(*part.at(pad.x, pad.y)), wide * view.mm, high * view.mm, round_


def printed(sheet: Drawing, view: View) -> None:
    """Draw the text and lines that are printed on this side."""
    layer = SILK_BOTTOM if view.below else SILK_TOP
    for line in view.of.lines:
        if line.layer == layer:
            sheet.line([view.at(*point) for point in line.points], _PRINT, max(line.width * view.mm, 0.8))
    for text in view.of.texts:
        if text.layer == layer:
            _word(sheet, view, text.words, text.x, text.y, text.size, text.turned)
    for part in view.of.parts:
        if part.name_at and (part.side == BOTTOM) == view.below:
            dx, dy = part.name_at
            _word(sheet, view, part.reference, part.x + dx, part.y + dy, part.name_size, part.name_turned)


def _word(sheet: Drawing, view: View, words: str, x: float, y: float, size: float, turned: float) -> None:
    x, y = view.at(x, y)
    high = 1.3 * size * view.mm
    middle = (x, y + 0.36 * high) if turned % 180 == 0 else (x + 0.36 * high, y)
    sheet.text(*middle, words, high, _PRINT, "middle", turned=-turned)


def led(sheet: Drawing, x: float, y: float, mm: float) -> None:
    """Draw a light under its point."""
    side = LIGHT_MM * mm
    sheet.box(x - side / 2, y - side / 2, side, side, WHITE, INK, 1, 1.2)
    sheet.dot(x, y, 0.36 * side, "#fff3b0", GREY, 1)


def reed(sheet: Drawing, board: dict[str, Any], x: float, y: float, mm: float) -> None:
    """Draw the reed of a point, to scale. `mm`: a millimetre on the sheet; (x, y): the point."""
    its = board["reed"]
    turned = math.radians(its["turned_deg"])

    def along(distance: float) -> Point:
        return x + distance * mm * math.cos(turned), y - distance * mm * math.sin(turned)

    ends, glass = (
        [along(its["offset_mm"] + sign * its[name] / 2) for sign in (-1, 1)] for name in ("span_mm", "glass_mm")
    )
    sheet.line(ends, GREY, 1.5)
    for end in ends:
        sheet.dot(*end, max(0.9 * mm, 1.5), WHITE, INK, 1.2)
    sheet.line(glass, "#7aa7c7", its["glass_diameter_mm"] * mm)
