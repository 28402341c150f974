"""Drawings to scale: the case from above and cut through, each sheet, a tile in the jig, and the wells; in mm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from .. import kicad
from ..drawing import GREY, INK, PALE, WHITE, Drawing
from ..geometry.cell import cell
from ..markdown import number
from . import assembly, models, on_boards, wells
from .case import case
from .sheets import Place, Sheet
from .solids import Range, Solid

WOOD, TILE, PLUG, STEEL, RUBBER = "#e6d3ad", "#cfe3d3", "#9fb4c7", "#8a8f94", "#555555"
PLATE, RIBBON, BUTTON, LIGHT_WOOD = "#eef3f6", "#c9b6e4", "#f2b632", "#f3e8cf"
SMALL, NOTCH, GLASS, BAR = "#b7c9bd", "#e07b39", "#7aa7c7", "#d9c08a"
ROUTE = "#7a4fc0"  # the colour of a ribbon's way
SIZE = "#b03a2e"  # the colour of dimensions
_COLOURS = {
    "base plate": LIGHT_WOOD, "frame": WOOD, "batten": BAR, "rail": BAR, "block": BAR, "tile": TILE, "controller": TILE,
    "plug": PLUG, "USB plug": PLUG, "ribbon": RIBBON, "wires": RIBBON, "spacer": STEEL, "screw": STEEL, "foot": RUBBER,
    "top plate": PLATE, "lid": PLATE, "button": BUTTON, "jack holder": WHITE, "jack": PLUG, "table": PALE,
}  # fmt: skip


class View(Drawing):
    """A drawing to scale, with x to the right and y upwards. `mm`: pixels per mm."""

    def __init__(self, title: str, mm: float, x: Range, y: Range, left: float = 60, top: float = 60,
                 right: float = 60, below: float = 60):  # fmt: skip
        super().__init__(round(left + (x[1] - x[0]) * mm + right), round(top + (y[1] - y[0]) * mm + below), title)
        self.mm, self.begin, self.end, self.corner = mm, x[0], y[1], (left, top)
        self.low = top + (y[1] - y[0]) * mm

    def at(self, x: float, y: float) -> Place:
        """Return the pixel of a place."""
        return self.corner[0] + (x - self.begin) * self.mm, self.corner[1] + (self.end - y) * self.mm

    def rect(self, x: Range, y: Range, fill: str, edge: str = INK) -> None:
        """Draw a rectangle."""
        self.box(*self.at(x[0], y[1]), (x[1] - x[0]) * self.mm, (y[1] - y[0]) * self.mm, fill, edge, 0, 0.6)

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str = INK) -> None:
        """Draw a circle."""
        self.dot(*self.at(x, y), radius * self.mm, fill, edge, 0.6)

    def solid(self, of: Solid, axes: tuple[int, int] = (0, 1)) -> None:
        """Draw a solid as seen along the third axis."""
        fill = next((colour for name, colour in _COLOURS.items() if of.piece.startswith(name)), WHITE)
        if of.piece in ("tile T11", "controller") and of.name != "board":
            fill = SMALL
        if of.round and axes == (0, 1):
            return self.disc(*of.middle[:2], of.radius, fill)
        # the base consists of many boxes around its windows
        edge = fill if of.piece == "base plate" else INK
        x, y = ((of.low[axis], of.high[axis]) for axis in axes)
        return self.rect(x, y, fill, edge)

    def notes(self, x: float, y: float, *words: str) -> None:
        """Write lines below each other, grey."""
        for at, line in enumerate(words):
            if line:
                self.text(x, y + at * 22, line, 13, GREY)

    def across(self, y: float, *ends: float) -> None:
        """Draw the dimensions between these x along a line, `y` pixels below the upper edge."""
        for one, two in pairwise(ends):
            left, right = self.at(one, 0)[0], self.at(two, 0)[0]
            self.line([(left, y), (right, y)], SIZE, 0.8)
            for x in (left, right):
                self.line([(x, y - 5), (x, y + 5)], SIZE, 0.8)
            down = 18 if right - left < 36 else -4
            self.text((left + right) / 2, y + down, number(two - one), 12, SIZE, "middle")

    def up(self, x: float, *ends: float) -> None:
        """Draw the dimensions between these y along a line, `x` pixels from the left edge."""
        for one, two in pairwise(ends):
            low, top = self.at(0, one)[1], self.at(0, two)[1]
            self.line([(x, low), (x, top)], SIZE, 0.8)
            for y in (low, top):
                self.line([(x - 5, y), (x + 5, y)], SIZE, 0.8)
            self.text(x - 4, (top + low) / 2 + 4, number(two - one), 12, SIZE, "end")


def above(board: dict[str, Any]) -> str:
    """Draw the case from above, without plate and lid."""
    here = case(board)
    left, low, right, top = here.outside
    (x, y, x1, y1) = here.inside
    view = View("The case from above", 1.35, (left, right), (low, top), 105, 50, 75, 120)
    skipped = ("table", "top plate", "lid", "wells", "screw", "foot")
    shown = [each for each in assembly.solids(board) if not each.piece.startswith(skipped) and _large(each)]
    for each in sorted(shown, key=lambda each: each.high[2]):
        view.solid(each)
    for route in assembly.ribbon_routes(here, board).values():
        view.line([view.at(*place) for place in route], ROUTE, 1)
    for _, across, up in assembly.spacers(here, board):
        view.disc(across, up, here.spacer / 2, STEEL)
    for at in assembly.all_tiles(here):
        middle = (each + here.tile * 0.52 for each in here.tile_corner(*at))
        view.text(*view.at(*middle), assembly.tile_name(*at), 14, GREY, "middle")
    words = {**here.buttons, "controller": (here.controller[0], here.controller[1] + 12),
             "jack": (x + 22, here.jack_at + 14), "bay": (here.controller[0], here.side - 60)}  # fmt: skip
    for name, place in words.items():
        view.text(*view.at(*place), name, 14, INK, "middle")
    view.across(view.low + 62, left, right)
    view.across(view.low + 28, left, x, here.seam, 0.0, here.side, x1, right)
    view.up(45, low, top)
    view.up(88, low, y, 0.0, here.side, y1, top)
    view.text(105, 30, "The case from above, without plate and lid, to scale. Player 1 sits below. Sizes in mm.", 14)
    view.notes(105, view.low + 100, "Grey: spacers, below the tiles. Blue: plugs. Violet: ribbons and wires. "
               "Yellow: buttons.")  # fmt: skip
    return view.svg()


def section(board: dict[str, Any]) -> str:
    """Draw a cut along the lowest row of tiles, from the left side over the bay to the second tile."""
    here = case(board)
    x, z = (here.outside[0] - 24, here.tile * 1.45), (here.table - 3, here.plate_top + 4)
    view = View("A cut through the case", 3.6, x, z, 150, 60, 0, 100)
    y = on_boards.usb_middle(here, kicad.layout("controller"))[1] + here.controller_corner[1]
    shown = [each for each in assembly.solids(board) if _large(each) and _near(each, y, here.tile / 3)]
    for each in sorted(shown, key=lambda each: -abs(each.middle[1] - y)):
        view.solid(each, (0, 2))
    view.box(0, view.low, (x[1] - x[0]) * view.mm + 150, 100, WHITE, thick=0)  # covers the rest of the table
    levels = (here.table, -here.base_plate, 0.0, here.base, here.tile_top, here.plate_low, here.plate_top)
    view.up(130, *levels)
    view.up(92, here.frame_low, here.plate_top)
    view.up(58, here.table, here.plate_top)
    view.text(20, 30, "A cut along the lowest row of tiles, to scale: frame with the USB plug in its slot, controller "
              "in the bay, seam, tiles on their spacers. Sizes in mm.", 14)  # fmt: skip
    for words, at in (("frame", here.inside[0] - here.frame_thick), ("controller", here.controller[0] - 15),
                      ("seam", here.seam - 6), ("T11", here.tile * 0.4), ("T21", here.tile * 1.2)):  # fmt: skip
        view.text(view.at(at, 0)[0], view.low + 20, words, 14)
    view.notes(20, view.low + 50, "From left to right at the side: all with the feet; the frame's strip; the layers.")
    return view.svg()


def flat(of: Sheet) -> str:
    """Draw a sheet."""
    mm = min(780 / of.wide, 560 / of.high)
    view = View(of.words, mm, (0, of.wide), (0, of.high), 60, 50, max(60.0, 660 - of.wide * mm), 90)
    view.text(20, 28, f"{of.words}: {of} mm")
    for loop, fill in zip(of.loops, (LIGHT_WOOD, *[WHITE] * len(of.slots)), strict=True):
        view.area([view.at(*each) for each in loop], fill, INK)
    for slot in of.slots:
        if len(of.slots) < 9:
            view.text(view.at(*slot.corners[0])[0], view.low + 18, slot.why, 14)
    for mark in of.marks:
        if mark.across:
            view.disc(*mark.points[0], mark.across / 2, "none", GREY)
        else:
            view.line([view.at(*each) for each in mark.points], GREY, 0.7)
    kinds: dict[tuple[float, str], int] = {}
    for hole in of.holes:
        view.disc(hole.x, hole.y, max(hole.across / 2, 1.2 / view.mm), WHITE)
        kinds[hole.across, hole.why] = kinds.get((hole.across, hole.why), 0) + 1
    words = [f"{many} of {number(across)} mm: {why}" for (across, why), many in kinds.items()]
    view.notes(20, view.low + 45, "Holes: " + "; ".join(words) if words else "",
               "The template has the place of each hole, in mm from the lower left corner.")  # fmt: skip
    return view.svg()


def jig(board: dict[str, Any]) -> str:
    """Draw a tile in the jig's frame, with the bars in their slots and the reeds over them."""
    here, of = case(board), cell(board)
    edge, out = here.edge_of_tile, here.jig_slot + here.jig_wall
    span = (-out - 15, edge + out + 15)
    view = View("A tile in the jig", 3.7, span, span, 60, 60, 360)
    view.text(20, 30, "A tile in the jig's frame, from above, to scale: face up, its plugs already below it.")
    view.rect((-out, edge + out), (-out, edge + out), LIGHT_WOOD)
    view.rect((0, edge), (0, edge), TILE)
    turn = math.radians(of.place.turned)
    ux, uy, half = -math.sin(turn), math.cos(turn), here.jig_bar[0] / 2
    for at, (x, y, length) in enumerate(models.bars(here, of), 1):
        ends = [(x + along * length / 2 * ux + side * half * uy, y + along * length / 2 * uy - side * half * ux)
                for along, side in ((-1, -1), (-1, 1), (1, 1), (1, -1))]  # fmt: skip
        view.area([view.at(*end) for end in ends], BAR, INK)
        end = view.at(x + (length / 2 + 4) * ux, y + (length / 2 + 4) * uy)
        view.text(*end, f"{at}: {number(length)}", 13, SIZE, "end")
    (x0, y0), (x1, y1) = of.place.holes()
    share = of.reed.glass / math.dist((x0, y0), (x1, y1))
    for x, y in ((x, y) for x in here.points() for y in here.points()):
        for half, colour, wide in ((0.5, GREY, 1.5), (share / 2, GLASS, of.glass_diameter * view.mm)):
            ends = [(x + x0 + part * (x1 - x0), y + y0 + part * (y1 - y0)) for part in (0.5 - half, 0.5 + half)]
            view.line([view.at(*each) for each in ends], colour, wide)
        view.dot(*view.at(x, y), 3)
    view.notes(622, 120, "Brown: the bars, with their lengths; the", "longest lies in the middle slot. They go in",
               "before the reeds and come out to the side.", "", "Blue: the glass of the reeds, over the bars.",
               "Dots: the points. One hole of each reed is", "below and left of its point, one above and",
               "right.", "", "Player 1's edge is below, as printed.")  # fmt: skip
    return view.svg()


def wells_from_above(board: dict[str, Any]) -> str:
    """Draw the wells on a tile from above, with their notches and the purpose of each."""
    here = case(board)
    standing, edge = wells.standing(here, board), here.edge_of_tile
    view = View("The wells on a tile", 4.4, (0, edge), (0, edge), 60, 60, 480)
    view.text(20, 30, "The wells on a tile, from above, to scale. They fit one way only: the notches are below.")
    view.rect((0, edge), (0, edge), TILE)
    cuts = ((WHITE, wells.walls(here)), (NOTCH, wells.notches(here, standing)))
    for fill, each in ((fill, each) for fill, found in cuts for each in found):
        (left, low, _), (right, top, _) = each.low, each.high
        view.rect((max(left, 0), min(right, edge)), (max(low, 0), min(top, edge)), fill)
    heads = [each for each in standing if each.name == "head"]
    for head in heads:
        view.disc(*head.middle[:2], head.radius, STEEL)
    view.text(view.at(edge / 2, 0)[0], view.low + 22, "towards player 1 (printed BOTTOM)", 14, INK, "middle")
    feed, foot = on_boards.tile_plugs(board)
    view.notes(560, 120, "Orange: notches in the walls' lower side.",
               f"Grey: the {len(heads)} screws' heads, in the middle.",
               "At the lower left cell's upper and right walls the", f"pins of {feed} and {foot} come through there.",
               "", "Turned by a quarter or more, the wells", "stand on heads or joints, and the plate rocks.", "",
               "Put the two small pairs of notches into the", "lower left cell first, then look for the heads.",
               )  # fmt: skip
    return view.svg()


def all_of(board: dict[str, Any], sheets: Sequence[Sheet]) -> dict[str, str]:
    """Return all drawings by their names."""
    return {"case-above": above(board), "case-section": section(board), "jig": jig(board),
            "wells": wells_from_above(board), **{each.name: flat(each) for each in sheets}}  # fmt: skip


def _large(solid: Solid) -> bool:
    """Whether a solid is large enough to be seen in the drawings."""
    return not solid.name.startswith(("joint", "reed S", "rim"))


def _near(solid: Solid, y: float, away: float) -> bool:
    """Whether a solid is cut at `y`, or is small and slightly behind or in front of the cut."""
    low, high = solid.low[1], solid.high[1]
    return low <= y <= high or (high - low < away and abs(solid.middle[1] - y) < away)
