"""Pictures: a cut through the stack along a reed, and the ring of light."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ..chart import GREY, INK, Chart, Drawing, Point, number
from . import light
from .cell import Cell

PLATE, TILE, WALL, BLACK = "#f3ead2", "#3d7a4f", "#e4e4e4", "#2b2b2b"
GLASS, IRON = "#9fc6dd", "#5a4a3a"
LIT = "#f2b632"
_DRAWN = 5.0  # mm of the space below the tile that are drawn; the real space is higher
Placing = Callable[[float, float], Point]  # converts mm (beside the point, over the tile) to places on the sheet


def section(cell: Cell) -> str:
    """Draw a cut along the reed, to scale: table, tile, light, reed, wall, plate, stone, and a player's eye."""
    scale = 15.0
    sheet = Drawing(1010, 560, "The stack, cut along a reed")
    middle, floor = 400.0, 490.0  # the x of the point, and the y of the lower end of the drawn space

    def place(x: float, z: float) -> Point:
        return middle + x * scale, floor - (z + _DRAWN + cell.pcb) * scale

    corner = cell.pitch / math.sqrt(2)
    left, right = -corner - 1.2, corner + 1.2
    top = cell.plate_above + cell.plate
    rim = cell.stone_diameter / 2
    # the light of the ring, from the LED to the plate
    for side in (-1, 1):
        ends = [place(side * at, cell.plate_above) for at in (rim, rim + light.RING)]
        sheet.shape([[place(0, cell.led), *ends]], LIT, fill_opacity="0.3")
    _box(sheet, place, left, -cell.pcb - _DRAWN - 1.2, right - left, 1.2, "#c9a777")
    _box(sheet, place, left, -cell.pcb, right - left, cell.pcb, TILE)
    for side in (-1, 1):
        wide = cell.wall * math.sqrt(2)
        _box(sheet, place, side * corner - wide / 2, 0, wide, cell.plate_above, WALL)
    _box(sheet, place, left, cell.plate_above, right - left, cell.plate, PLATE)
    for side in (-1, 1):
        start = rim if side > 0 else -rim - light.RING
        _box(sheet, place, start, cell.plate_above, light.RING, cell.plate, LIT, "none")
    _box(sheet, place, -2.5, 0, 5, cell.led, "#fafafa")
    sheet.circle(*place(0, cell.led), 4, LIT, INK)
    _reed(sheet, cell, place)
    _stone(sheet, cell, place, top)
    _eye(sheet, cell, place, top)
    _sizes(sheet, cell, place, right)
    sheet.text(20, 548, "Cut along a reed, from corner to corner of a cell, to scale. Sizes in mm.", font_size="15")
    for words, at, to in (
        ("wall", (72, 330), place(-corner + 0.3, 4)),
        ("LED", (420, 440), place(1.5, 0.9)),
        ("reed", (560, 345), place(cell.place.offset + 4, cell.reed_axis - 0.9)),
        ("tile", (120, 440), place(-16, -0.9)),
        ("plate", (80, 290), place(-19, cell.plate_above + 0.5)),
    ):
        sheet.text(at[0], at[1], words)
        sheet.line([(at[0] + 8, at[1] - 12 if at[1] > to[1] else at[1] + 5), to], GREY, 1)
    sheet.text(*place(-22, -cell.pcb - _DRAWN + 0.6), f"table, {cell.base:g} below; spacers not drawn")
    return sheet.finish()


def _box(
    sheet: Drawing,
    place: Placing,
    x: float,
    z: float,
    width: float,
    height: float,
    fill: str,
    edge: str = INK,
    **more: str,
) -> None:
    (left, top), (right, bottom) = place(x, z + height), place(x + width, z)
    sheet.rect(left, top, right - left, bottom - top, fill, edge, **more)


def _reed(sheet: Drawing, cell: Cell, place: Placing) -> None:
    near, far = cell.place.offset - cell.place.span / 2, cell.place.offset + cell.place.span / 2
    glass = cell.reed.glass / 2
    _box(
        sheet,
        place,
        cell.place.offset - glass,
        cell.reed_axis - cell.glass_diameter / 2,
        2 * glass,
        cell.glass_diameter,
        GLASS,
        GREY,
        rx="14",
        fill_opacity="0.8",
    )
    low = -cell.pcb - cell.lead_below(cell.reed)
    for end, inner in ((near, cell.place.offset + 1.0), (far, cell.place.offset - 1.0)):
        lift = 0.15 if end == near else -0.15
        sheet.line([place(end, low), place(end, cell.reed_axis), place(inner, cell.reed_axis + lift)], IRON, 5)


def _stone(sheet: Drawing, cell: Cell, place: Placing, top: float) -> None:
    rim = cell.stone_diameter / 2
    arc = [(x, float(light.dome(cell, np.array([x]))[0])) for x in np.linspace(-rim, rim, 41)]
    outline = [place(-rim, top), *(place(float(x), top + z) for x, z in arc), place(rim, top)]
    sheet.shape([outline], BLACK, INK)
    _box(sheet, place, -cell.disc.diameter / 2, top + cell.foot, cell.disc.diameter, cell.disc.height, "#c7ccd1", INK)
    x, y = place(0, top + cell.foot + cell.disc.height / 2)
    sheet.text(x, y + 5, "magnet", "middle")
    sheet.text(*place(0, top + 5), "stone", "middle", fill="#ffffff")


def _eye(sheet: Drawing, cell: Cell, place: Placing, top: float) -> None:
    """Draw the ray over the stone to the lowest eye; the plate behind the stone is hidden."""
    high, side = light.EYES[-1]
    slope = high / side
    xs = np.linspace(-cell.stone_diameter / 2, cell.stone_diameter / 2, 201)
    heights = light.dome(cell, xs)
    # the ray from the player, at the left, that just touches the stone: of the rays through all places on the stone,
    # this one reaches the plate furthest to the right
    best = int(np.argmax(xs + heights / slope))
    lands = float(xs[best] + heights[best] / slope)
    start = place(lands, top)
    far = -21.0
    end = place(far, top + (lands - far) * slope)
    sheet.line([start, end], "#c4472f", 1.6, dash="7 4")
    near = place(-cell.stone_diameter / 2 - light.RING, top)
    sheet.line([near, place(far, top + (-cell.stone_diameter / 2 - light.RING - far) * slope)], "#2a9d5c", 1.6)
    sheet.text(14, 190, "to the eye", fill="#2a9d5c")
    rim = cell.stone_diameter / 2
    x, y = place(rim, top)
    sheet.line([(x, y - 4), (start[0], y - 4)], "#c4472f", 4)
    sheet.text(start[0] + 8, y - 12, f"hidden: {number(lands - rim)} mm", fill="#c4472f")
    sheet.text(
        start[0] + 8, y - 30, f"from an eye {high} mm up, {side} mm away:", fill="#c4472f"
    )


def _sizes(sheet: Drawing, cell: Cell, place: Placing, right: float) -> None:
    """Draw the heights at the right with letters, and above them what each letter means."""
    top = cell.plate_above + cell.plate
    for column, (low, high, words) in enumerate(
        (
            (0.0, cell.plate_above, f"walls {number(cell.plate_above)}"),
            (0.0, cell.reed_axis, f"tile to middle of glass {number(cell.reed_axis)}"),
            (cell.led, cell.plate_above, f"light to plate {number(cell.led_depth)}"),
            (cell.plate_above, top, f"plate {number(cell.plate)}"),
            (cell.reed_axis, top + cell.foot, f"gap, magnet to blade {number(cell.gap)}"),
        )
    ):
        letter = "abcde"[column]
        x = place(right, 0)[0] + 22 + column * 32
        (_, low_y), (_, high_y) = place(0, low), place(0, high)
        for y in (low_y, high_y):
            sheet.line([(x - 7, y), (x + 7, y)], INK, 1)
        sheet.line([(x, low_y), (x, high_y)], INK, 1.4)
        sheet.text(x, low_y + 18, letter, "middle", font_style="italic")
        sheet.text(700, 30 + 21 * column, letter, font_style="italic")
        sheet.text(720, 30 + 21 * column, words)


def halo(cell: Cell) -> str:
    """Chart the brightness of the plate beside the stone, for four depths of the LED; one of them is the real depth."""
    sheet = Drawing(1010, 470, "The ring of light, over the distance from the point")
    chart = Chart(sheet, (75, 60, 560, 330), (0, 34), (0, 10))
    chart.axes(
        (0, 5, 10, 15, 20, 25, 30),
        (0, 1, 2, 4, 6, 8, 10),
        "distance from the point, mm",
        f"what a white light adds, over the plate's own brightness in {light.ROOM_LX[1]} lx",
    )
    rim = cell.stone_diameter / 2
    _, top, _, height = chart.box
    sheet.rect(chart.x(0), top, chart.x(rim) - chart.x(0), height, BLACK, fill_opacity="0.18")
    sheet.text(chart.x(rim / 2), top + height - 10, "under the stone", "middle")
    sheet.rect(chart.x(rim), top, chart.x(rim + light.RING) - chart.x(rim), height, LIT, fill_opacity="0.3")
    sheet.text(chart.x(rim) + 3, top + 18, "ring")
    sheet.rect(chart.x(cell.wall_at), top, chart.x(cell.wall_at + cell.wall) - chart.x(cell.wall_at), height, "#bbbbbb")
    sheet.text(chart.x(cell.wall_at + cell.wall) + 6, top + 18, "beyond the wall: as without walls")
    reach = (cell.pitch - rim - light.RING, cell.pitch - rim)
    start, end = map(chart.x, reach)
    sheet.rect(start, top + 34, end - start, height - 34, LIT, fill_opacity="0.15")
    sheet.text(chart.x(reach[0]), top + 52, "the next ring", fill=GREY)
    radius = np.linspace(0, 34, 120)
    room = light.plate(cell, light.ROOM_LX[1])
    depths = [(4.0, "#7a4ea3"), (cell.led_depth, "#c4472f"), (12.0, "#1f6fb4"), (16.0, "#2a9d5c")]
    for k, (depth, colour) in enumerate(depths):
        values = light.luminance(cell, light.mcd("white"), radius, depth) / room
        chart.curve(list(radius), list(values), colour, "" if depth == cell.led_depth else "7 4")
        y = 90 + 46 * k
        sheet.line([(660, y - 5), (694, y - 5)], colour, 3, "" if depth == cell.led_depth else "7 4")
        built = " (as built)" if depth == cell.led_depth else ""
        sheet.text(702, y, f"LED {number(depth)} mm below the plate{built}")
        sheet.text(702, y + 19, f"ring: {number(light.contrast(cell, depth=depth))} times, in 300 lx "
                   f"{number(light.contrast(cell, depth=depth, lux=300))}", fill=GREY)
    for k, words in enumerate(
        (
            "White at full brightness, plate as in",
            "board.toml, nothing back from the walls.",
            "A light near the plate stays under the stone;",
            "one further down spreads, but then the reed",
            "must be raised to be near the plate.",
        )
    ):
        sheet.text(660, 300 + 20 * k, words)
    return sheet.finish()
