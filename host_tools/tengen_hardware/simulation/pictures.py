"""The four pictures of the simulations."""

from __future__ import annotations

from typing import Any

from ..chart import COLOURS, GREY, INK, Chart, Drawing
from ..controller import tile_rows
from . import data_line, matrix, parts, supply

_WIDTH = 920
_LEFT, _TOP, _ACROSS = 60, 40, 820  # the place and the width of a chart in its picture


def fall(board: dict[str, Any]) -> str:
    """Chart two falls of a column, with the thresholds and the moment of reading."""
    here = matrix.chosen(board)
    slowest = matrix.slowest(board, here.pull_down)
    sheet = Drawing(_WIDTH, 440, "Two falls of a column's voltage, and when it is read")
    chart = Chart(sheet, (_LEFT, _TOP, _ACROSS, 340), (0, matrix.CURVE_US[-1]), (0, 3.5))
    volts = (0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5)
    chart.axes(range(0, 31, 5), volts, "microseconds after the row goes low", "volts")
    chart.level(parts.input_high(3.3), f"surely high from {parts.input_high(3.3):g} V", 21, COLOURS[2])
    chart.level(parts.input_low(3.3), f"surely low to {parts.input_low(3.3):g} V", 21, COLOURS[2])
    chart.moment(slowest, f"the slowest fall: {slowest:.1f} us", edge=COLOURS[1])
    chart.moment(3 * slowest, f"three times that: {3 * slowest:.1f} us", "end", GREY)
    chart.moment(here.settle_us, f"read: {here.settle_us} us")
    for name, colour, words, at in (
        ("usual", COLOURS[0], "usual: 3.3 V, 25 C, 100 pF", 1.55),
        ("worst", COLOURS[1], "worst: 3.45 V, 60 C, 400 pF, a column full of stones", 1.27),
    ):
        chart.curve(matrix.CURVE_US, matrix.curve(board, name), colour)
        sheet.text(chart.x(8.6), chart.y(at), words, fill=colour)
    return sheet.finish()


def levels(board: dict[str, Any]) -> str:
    """Chart the level of a full row at its worst corner, by driver and pull-down."""
    sheet = Drawing(_WIDTH, 420, "The level of a full row at its worst corner, by driver and pull-down")
    chart = Chart(sheet, (_LEFT, _TOP, _ACROSS, 320), (0, 9), (1.4, 2.8))
    chart.axes((), (1.4, 1.6, 1.8, 2.0, 2.2, 2.4, 2.6, 2.8), "", "volts")
    here = matrix.chosen(board)
    bottom, width = chart.y(1.4), chart.x(0.34) - _LEFT
    for group, driver in enumerate(parts.DRIVERS):
        for at, pull in enumerate(matrix.PULL_DOWNS):
            for diode, shift, colour in (("typical", 0.16, COLOURS[0]), ("high", 0.5, COLOURS[3])):
                worst = matrix.worst_level(board, driver.name, pull, diode)
                left, top = chart.x(3 * group + at + shift), chart.y(worst.volts)
                sheet.rect(left, top, width, bottom - top, colour)
                sheet.text(left + width / 2, bottom - 8, f"{worst.volts:.2f}", "middle", "#ffffff", font_size="12")
            sheet.text(chart.x(3 * group + at + 0.5), bottom + 20, f"{pull / 1000:g} kOhm", "middle", GREY)
        chosen = f" (chosen, with {here.pull_down / 1000:g} kOhm)" if driver == here.driver else ""
        sheet.text(chart.x(3 * group + 1.5), bottom + 42, driver.name + chosen, "middle")
    least = parts.input_high(3.15)
    chart.level(least, "surely high", 0.95, COLOURS[1])
    chart.level(least + matrix.MARGIN_V, "with the margin", 1.3, COLOURS[2])
    sheet.text(76, 24, f"A full row at {matrix.SUPPLIES[0]:g} V, {matrix.DEGREES[0]} C")
    for left, colour, words in (
        (380, COLOURS[0], "usual diodes"),
        (520, COLOURS[3], "diodes at the most that is allowed"),
    ):
        sheet.rect(left, 12, 14, 14, colour)
        sheet.text(left + 20, 24, words)
    return sheet.finish()


def data(board: dict[str, Any]) -> str:
    """Chart a 0 at the first light, through the level shifter and directly from the Pico."""
    sheet = Drawing(_WIDTH, 420, "A 0 at the first light: through the level shifter, and from the Pico directly")
    chart = Chart(sheet, (_LEFT, _TOP, _ACROSS, 320), (-50, 500), (-0.5, 5.5))
    chart.axes(range(0, 501, 100), (0, 1, 2, 3, 4, 5), "nanoseconds", "volts")
    chart.level(parts.PIXEL_HIGH * 5, f"surely high from {parts.PIXEL_HIGH * 5:g} V", 500, COLOURS[2])
    chart.level(parts.PIXEL_LOW * 5, f"surely low to {parts.PIXEL_LOW * 5:g} V", 500, COLOURS[2])
    for name, colour, words, at in (
        ("weak", COLOURS[0], "through the 74AHCT125 and its resistor", 4.55),
        ("direct", COLOURS[1], "from the Pico directly: never surely high", 2.65),
    ):
        times, volts = zip(*(point for point in data_line.curve(board, name) if -50 <= point[0] <= 500), strict=True)
        chart.curve(times, volts, colour)
        sheet.text(chart.x(75), chart.y(at), words, fill=colour)
    return sheet.finish()


def tiles(board: dict[str, Any]) -> str:
    """Draw the voltage at each tile, for equal light everywhere and for the whole budget on the far side."""
    sheet = Drawing(_WIDTH, 356, "What is left of 5 V at each tile")
    for left, case, words in ((40, "even", "all lights alike"), (490, "side", "the budget on the right side")):
        drop = supply.drop(board, case, supply.SUPPLIES[0])
        sheet.text(left + 30, 26, f"{words}: {drop.lowest:.2f} V at the least", font_size="15")
        count = tile_rows(board)
        for (x, y), volts in drop.tiles.items():
            shade = round(235 - min(1.0, (drop.controller - volts) / 0.25) * 110)
            across, down = left + 30 + 72 * x, 40 + 56 * (count - 1 - y)
            sheet.rect(across, down, 70, 54, f"rgb({shade},{shade},255)")
            sheet.text(across + 35, down + 32, f"{volts:.2f}", "middle")
        for y in range(count):
            high = 40 + 56 * (count - 1 - y) + 27
            sheet.line([(left, high), (left + 28, high)], INK, 3)
    sheet.text(70, 342, "Each square is a tile, fed by its row's ribbon from the left.", fill=GREY)
    return sheet.finish()
