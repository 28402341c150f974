"""The simulations' four pictures."""

from __future__ import annotations

from typing import Any

from ..controller import tile_rows
from . import data_line, matrix, parts, plot, supply
from .plot import COLOURS, GREY, INK, Axes


def fall(board: dict[str, Any]) -> str:
    """Two falls of a column, with the thresholds and the moment of reading."""
    here = matrix.chosen(board)
    slowest = matrix.slowest(board, here.pull_down)
    axes = Axes((0, matrix.CURVE_US[-1]), (0, 3.5), (60, 40, 880, 380))
    volts = (0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5)
    items = axes.frame(range(0, 31, 5), volts, "microseconds after the row goes low", "volts")
    items += axes.level(parts.input_high(3.3), f"surely high from {parts.input_high(3.3):g} V", 21, COLOURS[2])
    items += axes.level(parts.input_low(3.3), f"surely low to {parts.input_low(3.3):g} V", 21, COLOURS[2])
    items += axes.moment(slowest, f"the slowest fall: {slowest:.1f} us", colour=COLOURS[1])
    items += axes.moment(3 * slowest, f"three times that: {3 * slowest:.1f} us", "end", GREY)
    items += axes.moment(here.settle_us, f"read: {here.settle_us} us")
    for name, colour in (("usual", COLOURS[0]), ("worst", COLOURS[1])):
        items.append(axes.curve(zip(matrix.CURVE_US, matrix.curve(board, name), strict=True), colour))
    items += [
        plot.text(axes.at_x(8.6), axes.at_y(1.55), "usual: 3.3 V, 25 C, 100 pF", 14, colour=COLOURS[0]),
        plot.text(axes.at_x(8.6), axes.at_y(1.27), "worst: 3.45 V, 60 C, 400 pF, a column full of stones", 14,
                  colour=COLOURS[1]),
    ]  # fmt: skip
    return plot.document(920, 440, items)


def levels(board: dict[str, Any]) -> str:
    """The level of a full row at its worst corner, by driver and pull-down."""
    axes = Axes((0, 9), (1.4, 2.8), (60, 40, 880, 360))
    items = axes.frame((), (1.4, 1.6, 1.8, 2.0, 2.2, 2.4, 2.6, 2.8), "", "volts")
    here = matrix.chosen(board)
    for group, driver in enumerate(parts.DRIVERS):
        for at, pull in enumerate(matrix.PULL_DOWNS):
            for diode, shift, colour in (("typical", 0.16, COLOURS[0]), ("high", 0.5, COLOURS[3])):
                worst = matrix.worst_level(board, driver.name, pull, diode)
                left = axes.at_x(3 * group + at + shift)
                top = axes.at_y(worst.volts)
                items.append(plot.box(left, top, axes.at_x(0.34) - axes.left, axes.bottom - top, colour))
                middle = left + (axes.at_x(0.34) - axes.left) / 2
                items.append(plot.text(middle, axes.bottom - 8, f"{worst.volts:.2f}", 12, "middle", "#fff"))
            name = f"{pull / 1000:g} kOhm"
            items.append(plot.text(axes.at_x(3 * group + at + 0.5), axes.bottom + 20, name, 13, "middle", GREY))
        chosen = " (chosen, with 12 kOhm)" if driver == here.driver else ""
        chosen = chosen.replace("12", f"{here.pull_down / 1000:g}")
        items.append(plot.text(axes.at_x(3 * group + 1.5), axes.bottom + 42, driver.name + chosen, 14, "middle"))
    least = parts.input_high(3.15)
    items += axes.level(least, "surely high", 0.95, COLOURS[1])
    items += axes.level(least + matrix.MARGIN_V, "with the margin", 1.25, COLOURS[2])
    items += [
        plot.text(76, 24, f"A full row at {matrix.SUPPLIES[0]:g} V, {matrix.DEGREES[0]} C", 13),
        plot.box(380, 12, 14, 14, COLOURS[0]),
        plot.text(400, 24, "usual diodes", 13),
        plot.box(520, 12, 14, 14, COLOURS[3]),
        plot.text(540, 24, "diodes at the most that is allowed", 13),
    ]
    return plot.document(920, 420, items)


def data(board: dict[str, Any]) -> str:
    """A 0 at the first light: through the level shifter, and from the Pico directly."""
    axes = Axes((-50, 500), (-0.5, 5.5), (60, 40, 880, 360))
    items = axes.frame(range(0, 501, 100), (0, 1, 2, 3, 4, 5), "nanoseconds", "volts")
    items += axes.level(parts.PIXEL_HIGH * 5, f"surely high from {parts.PIXEL_HIGH * 5:g} V", 500, COLOURS[2])
    items += axes.level(parts.PIXEL_LOW * 5, f"surely low to {parts.PIXEL_LOW * 5:g} V", 500, COLOURS[2])
    for name, colour, words, at in (
        ("weak", COLOURS[0], "through the 74AHCT125 and its resistor", 4.55),
        ("direct", COLOURS[1], "from the Pico directly: never surely high", 2.65),
    ):
        points = [point for point in data_line.curve(board, name) if -50 <= point[0] <= 500]
        items.append(axes.curve(points, colour))
        items.append(plot.text(axes.at_x(75), axes.at_y(at), words, 14, colour=colour))
    return plot.document(920, 420, items)


def tiles(board: dict[str, Any]) -> str:
    """What is left of 5 V at each tile, lit evenly and with all of the budget on the far side."""
    items = []
    for left, case, words in ((40, "even", "all lights alike"), (490, "side", "the budget on the right side")):
        drop = supply.drop(board, case, supply.SUPPLIES[0])
        items.append(plot.text(left + 30, 26, f"{words}: {drop.lowest:.2f} V at the least", 15))
        count = tile_rows(board)
        for (x, y), volts in drop.tiles.items():
            shade = round(235 - min(1.0, (drop.controller - volts) / 0.25) * 110)
            place = left + 30 + 72 * x, 40 + 56 * (count - 1 - y)
            items.append(plot.box(*place, 70, 54, f"rgb({shade},{shade},255)"))
            items.append(plot.text(place[0] + 35, place[1] + 32, f"{volts:.2f}", 14, "middle"))
        for y in range(count):
            high = 40 + 56 * (count - 1 - y) + 27
            items.append(plot.line(left, high, left + 28, high, INK, 3))
    items.append(plot.text(70, 342, "Each square is a tile, fed by its row's ribbon from the left.", 13, colour=GREY))
    return plot.document(920, 356, items)
