"""Drawings with dimensions: the case from above, a cut through the case, and each sheet to cut. Lengths in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from ..chart import GREY, INK, PALE, Drawing, number
from ..pcb import controller_layout
from . import assembly, on_boards
from .case import case
from .sheets import Sheet
from .solids import Box, Cylinder, Solid

WOOD, TILE, PLUG, STEEL, RUBBER = "#e6d3ad", "#cfe3d3", "#9fb4c7", "#8a8f94", "#555555"
PLATE, RIBBON, BUTTON, WALL, LIGHT_WOOD = "#eef3f6", "#c9b6e4", "#f2b632", "#ffffff", "#f3e8cf"
SIZE = "#b03a2e"  # the colour of dimensions
_COLOURS = {
    "base plate": LIGHT_WOOD, "frame": WOOD, "batten": "#d9c08a", "rail": "#d9c08a", "block": "#d9c08a", "tile": TILE,
    "controller": TILE, "plug": PLUG, "USB plug": PLUG, "ribbon": RIBBON, "wires": RIBBON, "spacer": STEEL,
    "screw": STEEL, "foot": RUBBER, "top plate": PLATE, "lid": PLATE, "button": BUTTON, "jack": PLUG, "wells": WALL,
    "table": PALE,
}  # fmt: skip
_LEAST_WIDE = 720.0  # the least width of the drawing of a sheet, so that its words fit
Placing = Callable[[float, float], tuple[float, float]]


def above(board: dict[str, Any]) -> str:
    """Draw the case from above, without plate and lid, to scale."""
    here, mm = case(board), 1.35
    left, low, right, top = here.outside
    x0, y0 = 105.0, 50.0
    sheet = Drawing(round(x0 + (right - left) * mm + 75), round(y0 + (top - low) * mm + 120), "The case from above")

    def place(x: float, y: float) -> tuple[float, float]:
        return x0 + (x - left) * mm, y0 + (top - y) * mm

    skipped = ("table", "top plate", "lid", "wells", "screw", "foot")
    shown = [each for each in assembly.solids(board) if not each.piece.startswith(skipped) and _drawn(each)]
    for each in sorted(shown, key=lambda each: each.extent[1][2]):
        _seen(sheet, each, place, mm, (0, 1))
    for _, x, y in assembly.spacers(here, board):
        sheet.circle(*place(x, y), here.spacer / 2 * mm, STEEL, INK, stroke_width="0.6")
    for up in range(here.tiles):
        for across in range(here.tiles):
            x, y = here.tile_corner(across, up)
            at = place(x + here.tile * 0.52, y + here.tile * 0.53)
            sheet.text(*at, assembly.tile_name(across, up), "middle", GREY)
    for name, (x, y) in here.buttons.items():
        sheet.text(place(x, y)[0], place(x, y)[1] + 5, name, "middle")
    for words, x, y in (("controller", here.controller[0], here.controller[1] + 12),
                        ("jack", here.inside[0] + 8, here.jack_at + 12),
                        ("bay", here.controller[0] - 8, here.side - 60)):  # fmt: skip
        sheet.text(*place(x, y), words, "middle" if words == "controller" else "start")
    bottom = place(0, low)[1]
    _across(sheet, place(left, 0)[0], place(right, 0)[0], bottom + 62, right - left)
    chain = [left, here.inside[0], here.seam, 0.0, here.side, here.inside[2], right]
    for one, two in pairwise(chain):
        _across(sheet, place(one, 0)[0], place(two, 0)[0], bottom + 28, two - one)
    _up(sheet, place(0, top)[1], place(0, low)[1], 45, top - low)
    for one, two in pairwise([low, here.inside[1], 0.0, here.side, here.inside[3], top]):
        _up(sheet, place(0, two)[1], place(0, one)[1], 88, two - one)
    sheet.text(x0, 30, "The case from above, without plate and lid, to scale. Player 1 sits below. Sizes in mm.")
    words = "Grey: spacers, below the tiles. Blue: plugs. Violet: bends of ribbons and wires. Yellow: buttons."
    sheet.text(x0, bottom + 100, words, fill=GREY)
    return sheet.finish()


def section(board: dict[str, Any]) -> str:
    """Draw a cut along the lowest row of tiles, from the left side over the bay to the second tile."""
    here, mm = case(board), 3.6
    left, end = here.outside[0] - 24, here.tile * 1.45
    x0, low, high = 150.0, here.table - 3, here.plate_top + 4
    sheet = Drawing(round(x0 + (end - left) * mm + 20), round(70 + (high - low) * mm + 90), "A cut through the case")

    def place(x: float, z: float) -> tuple[float, float]:
        return x0 + (x - left) * mm, 60 + (high - z) * mm

    y = on_boards.usb_middle(here, controller_layout.bare(board))[1] + here.controller_corner[1]
    sheet.window("cut", *place(left, high), (end - left) * mm, (high - low) * mm)
    shown = [each for each in assembly.solids(board) if _near(each, y, here.tile / 3) and _drawn(each)]
    for each in sorted(shown, key=lambda each: -abs(_middle(each)[1] - y)):
        _seen(sheet, each, place, mm, (0, 2))
    sheet.close()
    levels = [
        (here.table, "table"), (-here.base_plate, "base plate, below"), (0.0, "base plate, above"),
        (here.tile_low, "tile, below"), (here.tile_top, "tile, above"), (here.plate_low, "plate, below"),
        (here.plate_top, "plate, above"),
    ]  # fmt: skip
    for z, _words in levels:
        sheet.line([(x0 - 44, place(0, z)[1]), (x0, place(0, z)[1])], SIZE, 0.7)
    for (one, _), (two, _) in pairwise(levels):
        _up(sheet, place(0, two)[1], place(0, one)[1], x0 - 20, two - one)
    _up(sheet, place(0, here.plate_top)[1], place(0, here.table)[1], x0 - 92, here.plate_top - here.table)
    _up(sheet, place(0, here.plate_top)[1], place(0, here.frame_low)[1], x0 - 58, here.frame_high)
    sheet.text(20, 30, "A cut along the lowest row of tiles, to scale: frame with the USB plug in its slot, controller "
               "in the bay, seam, tiles on their spacers. Sizes in mm.")  # fmt: skip
    bottom = place(0, low)[1]
    for words, x in (("frame", here.inside[0] - here.frame_thick), ("controller", here.controller[0] - 15),
                     ("seam", here.seam - 6), ("T11", here.tile * 0.4), ("T21", here.tile * 1.2)):  # fmt: skip
        sheet.text(place(x, 0)[0], bottom + 20, words)
    sheet.text(20, bottom + 50, "From left to right at the side: all with the feet; the frame's strip; the layers.",
               fill=GREY)  # fmt: skip
    return sheet.finish()


def flat(of: Sheet) -> str:
    """Draw a sheet with the places of its holes, counted from its lower left corner."""
    mm = min(900 / of.wide, 700 / of.high)
    x0, y0 = 120.0, 70.0
    low = y0 + of.high * mm
    sheet = Drawing(round(max(x0 + of.wide * mm + 60, _LEAST_WIDE)), round(low + 150), of.words)

    def place(x: float, y: float) -> tuple[float, float]:
        return x0 + x * mm, low - y * mm

    sheet.text(20, 28, f"{of.words}: {number(of.wide)} x {number(of.high)} x {number(of.thick)} mm"
               + (f", {of.many} of them" if of.many > 1 else ""), font_size="16")  # fmt: skip
    sheet.rect(x0, y0, of.wide * mm, of.high * mm, LIGHT_WOOD, INK)
    for mark in of.marks:
        if mark.across:
            sheet.circle(*place(*mark.points[0]), mark.across / 2 * mm, "none", GREY)
        else:
            sheet.line([place(*each) for each in mark.points], GREY, 0.7)
    for slot in of.slots:
        x, y = place(slot.x, slot.y1)
        sheet.rect(x, y, (slot.x1 - slot.x) * mm, (slot.y1 - slot.y) * mm, "#ffffff", INK)
        sheet.text(x, y - 5, slot.why)
    for hole in of.holes:
        sheet.circle(*place(hole.x, hole.y), max(hole.across / 2 * mm, 1.2), "#ffffff", INK)
    _ordinates(sheet, sorted({round(x, 1) for x in _xs(of)}), lambda x: place(x, 0)[0], low, True)
    _ordinates(sheet, sorted({round(y, 1) for y in _ys(of)}), lambda y: place(0, y)[1], x0, False)
    kinds: dict[tuple[float, str], int] = {}
    for hole in of.holes:
        kinds[hole.across, hole.why] = kinds.get((hole.across, hole.why), 0) + 1
    words = [f"{many} holes of {number(across)} mm: {why}" if many > 1 else f"hole of {number(across)} mm: {why}"
             for (across, why), many in kinds.items()]  # fmt: skip
    if words:
        sheet.text(20, low + 110, "; ".join(words))
    sheet.text(20, low + 134, "Places in mm from the lower left corner.", fill=GREY)
    return sheet.finish()


def _xs(of: Sheet) -> Iterable[float]:
    yield from (0.0, of.wide)
    yield from (hole.x for hole in of.holes)
    for slot in of.slots:
        yield from (slot.x, slot.x1)


def _ys(of: Sheet) -> Iterable[float]:
    yield from (0.0, of.high)
    yield from (hole.y for hole in of.holes)
    for slot in of.slots:
        yield from (slot.y, slot.y1)


def _ordinates(sheet: Drawing, values: list[float], at: Callable[[float], float], edge: float, below: bool) -> None:
    """Write each value beside the sheet's edge. A value is moved if it would overlap the previous one."""
    ends: list[float] = []
    for value in values:
        here = at(value)
        free = max(here, ends[-1] + 13) if below and ends else min(here, ends[-1] - 13) if ends else here
        ends.append(free)
        if below:
            sheet.line([(here, edge), (here, edge + 6), (free, edge + 20)], SIZE, 0.7)
            sheet.text(free + 4, edge + 62, number(value), fill=SIZE, font_size="12",
                       transform=f"rotate(-90 {number(free + 4)} {number(edge + 62)})")  # fmt: skip
        else:
            sheet.line([(edge, here), (edge - 6, here), (edge - 20, free)], SIZE, 0.7)
            sheet.text(edge - 24, free + 4, number(value), "end", SIZE, font_size="12")


def _drawn(solid: Solid) -> bool:
    """Whether a solid is large enough to be seen in the drawings."""
    return not solid.name.startswith(("joint", "reed S", "rim"))


def _middle(solid: Solid) -> tuple[float, float, float]:
    low, high = solid.extent
    return (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2


def _near(solid: Solid, y: float, away: float) -> bool:
    """Whether a solid is cut at `y`, or is small and slightly behind or in front of the cut."""
    low, high = solid.extent
    return low[1] <= y <= high[1] or (high[1] - low[1] < away and abs(_middle(solid)[1] - y) < away)


def _seen(sheet: Drawing, solid: Solid, place: Placing, mm: float, axes: tuple[int, int]) -> None:
    """Draw a solid as seen along one axis."""
    fill = next((colour for name, colour in _COLOURS.items() if solid.piece.startswith(name)), WALL)
    if solid.piece == "tile T11" and solid.name != "board" or solid.piece == "controller" and solid.name != "board":
        fill = "#b7c9bd"
    if isinstance(solid, Cylinder) and axes == (0, 1):
        sheet.circle(*place(solid.x, solid.y), solid.radius * mm, fill, INK, stroke_width="0.6")
        return
    low, high = solid.extent
    x, y = place(low[axes[0]], high[axes[1]])
    wide, tall = ((high[axis] - low[axis]) * mm for axis in axes)
    sheet.rect(x, y, wide, tall, fill, INK if isinstance(solid, Box | Cylinder) else GREY, stroke_width="0.6")


def _across(sheet: Drawing, left: float, right: float, y: float, value: float) -> None:
    sheet.line([(left, y), (right, y)], SIZE, 0.8)
    for x in (left, right):
        sheet.line([(x, y - 5), (x, y + 5)], SIZE, 0.8)
    narrow = right - left < 36
    sheet.text((left + right) / 2, y + (18 if narrow else -4), number(value), "middle", SIZE, font_size="12")


def _up(sheet: Drawing, top: float, low: float, x: float, value: float) -> None:
    sheet.line([(x, top), (x, low)], SIZE, 0.8)
    for y in (top, low):
        sheet.line([(x - 5, y), (x + 5, y)], SIZE, 0.8)
    sheet.text(x - 4, (top + low) / 2 + 4, number(value), "end", SIZE, font_size="12")
