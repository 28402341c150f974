"""Pictures of a stone's field at a reed, from above and from the side, and charts of the safety factors."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np

from ..chart import GREY, INK, PALE, Chart, Drawing, Point, number
from . import reed as reeds
from .cell import Cell, Disc, Place
from .contour import contour
from .magnet import along, felt, field

SURE, LIKELY, NEVER = "#2a9d5c", "#a6dcb8", "#f3d9a4"
SERIES = ("#1f6fb4", "#c4472f", "#7a4ea3")
GLASS, IRON = "#9fc6dd", "#5a4a3a"
# converts (mm beside the magnet, mm over its lower face) to places on the sheet
Placing = Callable[[float, float], Point]
VIEW = 38.0  # mm from the point to the edge of a panel


def from_above(cell: Cell) -> str:
    """Draw the places where a stone closes the middle reed, for three gaps."""
    scale, step = 4.1, 0.6
    side = 2 * VIEW * scale
    sheet = Drawing(1010, 480, "Where a stone closes a reed, seen from above")
    at = np.arange(-VIEW, VIEW + step / 2, step)
    stones = np.array([(x, y) for y in -at for x in at])
    for panel, gap in enumerate((cell.gap, 6.0, 8.0)):
        left, top = 15 + panel * (side + 18), 36
        here = reeds.setting(cell)._replace(gap=gap)
        least, most = (worth(here, stones).reshape(len(at), -1) for worth in (reeds.least, reeds.most))
        (first, last), release = cell.reed.operate, cell.reed.release
        sheet.window(f"p{panel}", left, top, side, side)
        for grid, level, fill in (
            (most, release, NEVER),
            (most, first, LIKELY),
            (least, last, SURE),
        ):
            loops = [
                [(left + c * step * scale, top + r * step * scale) for c, r in loop] for loop in contour(grid, level)
            ]
            sheet.shape(loops, fill)
        for i, j in itertools.product((-1, 0, 1), repeat=2):
            x, y = left + (VIEW + i * cell.pitch) * scale, top + (VIEW - j * cell.pitch) * scale
            half = cell.pitch / 2 * scale
            sheet.rect(x - half, y - half, 2 * half, 2 * half, "none", "#ffffff" if (i, j) == (0, 0) else PALE)
            _reed_above(sheet, cell, (x, y), scale, (i, j) == (0, 0))
            dash = {"stroke_dasharray": "3 3"} if (i, j) == (0, 0) else {}
            sheet.circle(x, y, cell.stone_diameter / 2 * scale, "none", INK if (i, j) == (0, 0) else GREY, **dash)
            sheet.circle(x, y, 1.8, INK)
        sheet.close()
        sheet.rect(left, top, side, side, "none", GREY)
        words = f"gap {number(gap)} mm" + (" (as built)" if panel == 0 else "")
        sheet.text(left, top - 10, words, font_weight="bold")
    first, last = cell.reed.operate
    meanings = (
        (SURE, f"closes the middle reed: worth {number(last)} AT or more by every reading"),
        (LIKELY, f"may close it: {number(first)} AT or more by one reading"),
        (NEVER, f"does not close it, but may hold it: {number(cell.reed.release)} AT or more by one"),
    )
    sheet.text(15, 392, "A stone whose middle lies on")
    for k, (fill, says) in enumerate(meanings):
        sheet.rect(15, 404 + 24 * k, 24, 16, fill, GREY)
        sheet.text(48, 417 + 24 * k, says)
    sheet.text(560, 417, "Dashed: a stone on its point.")
    sheet.text(560, 441, "Grey: its eight neighbours.")
    sheet.text(560, 465, "Blue, brown: the reeds. Squares: the cells.")
    return sheet.finish()


def _reed_above(sheet: Drawing, cell: Cell, at: Point, scale: float, middle: bool) -> None:
    way = math.radians(cell.place.turned)
    cos, sin = math.cos(way), -math.sin(way)

    def along_axis(distance: float) -> Point:
        return at[0] + distance * cos * scale, at[1] + distance * sin * scale

    offset, half = cell.place.offset, cell.place.span / 2
    fade = {} if middle else {"opacity": "0.45"}
    sheet.line([along_axis(offset - half), along_axis(offset + half)], IRON, 2, **fade)
    glass = [along_axis(offset - cell.reed.glass / 2), along_axis(offset + cell.reed.glass / 2)]
    sheet.line(glass, GLASS, cell.glass_diameter * scale, stroke_opacity="0.8", **fade)


def from_the_side(cell: Cell) -> str:
    """Draw field lines and the field along the blades, for a reed under the point and for one beside it."""
    sheet = Drawing(1010, 470, "Why the reed is not under its point")
    beside = number(cell.place.offset)
    for panel, (offset, words) in enumerate(
        (
            (0.0, "Under the point: the halves cancel, it stays open"),
            (cell.place.offset, f"{beside} mm beside it: one way wins, it closes"),
        )
    ):
        left, scale = 10 + panel * 505, 13.0
        middle, level = left + 242.0 - offset * scale, 108.0  # `level`: the y of the magnet's lower face

        def place(x: float, z: float, middle: float = middle, level: float = level, scale: float = scale) -> Point:
            return middle + x * scale, level - z * scale

        sheet.window(f"s{panel}", left, 40, 485, 370)
        for points in _field_lines(cell.disc):
            sheet.line([place(x, z) for x, z in points], "#c9d1d8", 1)
        x, y = place(-cell.disc.diameter / 2, cell.disc.height)
        sheet.rect(x, y, cell.disc.diameter * scale, cell.disc.height * scale, "#d8d8d8", INK)
        _reed_side(sheet, cell, offset, place, scale)
        sheet.close()
        sheet.rect(left, 40, 485, 370, "none", GREY)
        sheet.text(left, 28, words, font_size="16", font_weight="bold")
        sheet.text(place(0, 0)[0], place(0, cell.disc.height / 2)[1] + 5, "magnet", "middle")
    mean = abs(float(felt(cell.disc, cell.place, cell.gap, np.zeros((1, 2)), cell.place.span)[0]))
    sheet.text(
        10,
        434,
        f"Gap {number(cell.gap)} mm. Bars: the field along the blades, red to the right, blue to the left, as it is "
        "without the reed's iron.",
    )
    sheet.text(
        10,
        456,
        f"Averaged, the middle counting most: 0 on the left, {number(mean)} mT on the right. "
        "A turned magnet swaps red and blue; a reed does not mind.",
    )
    return sheet.finish()


def _field_lines(disc: Disc) -> list[list[Point]]:
    """Return field lines, as (x, height), from the magnet's lower face (height 0) to the edge of the picture."""
    starts = np.linspace(-disc.diameter / 2 + 0.3, disc.diameter / 2 - 0.3, 12)
    at = np.column_stack([starts, np.full(len(starts), -disc.height / 2 - 0.05)])
    steps = [at]
    for _ in range(450):
        at = at + 0.2 * _way(disc, at + 0.1 * _way(disc, at))
        steps.append(at)
    found = []
    for line in np.stack(steps, axis=1):
        outside = (np.abs(line[:, 0]) > 30) | (np.abs(line[:, 1]) > 24)
        home = (np.abs(line[:, 0]) < disc.diameter / 2) & (np.abs(line[:, 1]) < disc.height / 2)
        ends = np.flatnonzero(outside | home)
        kept = line[: ends[0] if len(ends) else len(line)]
        found.append([(float(x), float(z + disc.height / 2)) for x, z in kept[::2]])
    return found


def _way(disc: Disc, at: np.ndarray) -> np.ndarray:
    """Return the direction (n, 2) of the field in the plane through the magnet's axis."""
    inside = field(disc, np.column_stack([at[:, 0], np.zeros(len(at)), at[:, 1]]))[:, [0, 2]]
    return np.asarray(inside / np.linalg.norm(inside, axis=1)[:, None])


def _reed_side(sheet: Drawing, cell: Cell, offset: float, place: Placing, scale: float) -> None:
    half, glass = cell.place.span / 2, cell.reed.glass / 2
    x, y = place(offset - glass, -cell.gap + cell.glass_diameter / 2)
    sheet.rect(x, y, 2 * glass * scale, cell.glass_diameter * scale, GLASS, GREY, rx="12", fill_opacity="0.7")
    low = -cell.gap - 0.75 * cell.reed_axis
    for side, lift in ((-1, 0.12), (1, -0.12)):  # the blades overlap in the middle
        end = offset + side * half
        sheet.line([place(end, low), place(end, -cell.gap), place(offset - side * 0.8, -cell.gap + lift)], IRON, 3)
    line = Place(offset, 0, cell.place.span)
    at = np.linspace(-half, half, 41)
    values = along(cell.disc, line, cell.gap, (0, 0), at)
    base = place(0, -cell.gap - 10.2)[1]
    for s, value in zip(at, values, strict=True):
        x = place(offset + float(s), 0)[0]
        high = float(value) * 1.3
        sheet.rect(x - 3, min(base, base - high), 6, abs(high), SERIES[1] if value > 0 else SERIES[0])
    sheet.line([(place(offset - half - 1, 0)[0], base), (place(offset + half + 1, 0)[0], base)], INK)


def _alternatives(cell: Cell) -> list[tuple[str, reeds.Setting]]:
    chosen = [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)]
    pairs = [(reeds.REEDS[r], reeds.DISCS[d]) for r, d in chosen]
    here = reeds.setting(cell)
    return [(f"{reed.name}; {disc.name}", here._replace(reed=reed, disc=disc)) for reed, disc in pairs]


def in_hand(cell: Cell) -> str:
    """Chart the safety factors for closing and opening, by gap, for the recommended parts and for four other pairs."""
    sheet = Drawing(1010, 560, "What is in hand, over the gap")
    gaps = [2 + 0.5 * k for k in range(17)]
    colours = (*SERIES, "#2a9d5c", "#c9871f")
    dashes = ("", "", "", "7 4", "7 4")
    closing = Chart(sheet, (65, 62, 410, 330), (2, 10), (0.2, 10), log=True)
    opening = Chart(sheet, (570, 62, 410, 330), (2, 10), (0.2, 10), log=True)
    for chart, words in (
        (closing, f"closes, with the stone {number(reeds.OFF_POINT)} mm off its point: times what is needed"),
        (opening, "opens, among the worst neighbours: times below what would hold it"),
    ):
        chart.axes((2, 4, 6, 8, 10), (0.2, 0.5, 1, 2, 5, 10), "gap from magnet to blade, mm", words)
        left, _, width, _ = chart.box
        sheet.line([(left, chart.y(1)), (left + width, chart.y(1))], INK, 2)
        built = chart.x(cell.gap)
        sheet.line([(built, chart.y(0.2)), (built, chart.y(10))], GREY, 1.5, "4 4")
        sheet.text(built + 5, chart.y(10) + 18, "as built", fill=GREY)
    for k, (name, at) in enumerate(_alternatives(cell)):
        over = [at._replace(gap=gap) for gap in gaps]
        closes = [reeds.operate_factor(each, reeds.OFF_POINT, cell.pitch) for each in over]
        closing.curve(gaps, closes, colours[k], dashes[k])
        opening.curve(gaps, [reeds.open_factor(each, cell.pitch) for each in over], colours[k], dashes[k])
        x, y = 65 + (k % 2) * 480, 468 + (k // 2) * 26
        sheet.line([(x, y - 5), (x + 34, y - 5)], colours[k], 3, dashes[k])
        sheet.text(x + 44, y, name + (" (recommended)" if k == 0 else ""))
    sheet.text(65, 548, "Above the black line it works by every reading. At the right, reeds of a length share a line.")
    return sheet.finish()
