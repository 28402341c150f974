"""Drawings of the board wired by hand: a point, the rows and columns with the sixteenth diodes, the strips."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

from tengen.games.points import LETTERS

from .. import controller
from .drawing import BOARD, COLUMN, DATA, FAINT, FIVE, GROUND, INK, MARK, ROW, WHITE, Drawing
from .pictures import led, reed


def point(board: dict[str, Any]) -> str:
    """Draw one point from above, to scale: strip below, hole, reed, diode, row and column."""
    mm, pitch, its = 11.0, board["board"]["pitch_mm"], board["reed"]
    sheet = Drawing(1000, 560, "One point by hand, from above")
    x, y = 330.0, 330.0
    sheet.box(40, 60, 600, 470, BOARD, INK, 4)
    strip = board["carrier"]["strip_mm"] * mm
    sheet.line([(60, y - strip / 2), (620, y - strip / 2)], FAINT, 2, dashed=True)
    sheet.line([(60, y + strip / 2), (620, y + strip / 2)], FAINT, 2, dashed=True)
    sheet.dot(x, y, board["carrier"]["light_hole_mm"] / 2 * mm, WHITE, INK, 2)
    led(sheet, x, y, mm)
    ux, uy = cos(radians(its["turned_deg"])), -sin(radians(its["turned_deg"]))
    first, last = (
        (x + (its["offset_mm"] + sign * its["span_mm"] / 2) * mm * ux,
         y + (its["offset_mm"] + sign * its["span_mm"] / 2) * mm * uy)
        for sign in (-1, 1)
    )  # fmt: skip
    # the row passes below all first legs, the column to the right of all last legs
    row_y, column_x = first[1] + 70, last[0] + 70
    sheet.line([(50, row_y), (630, row_y)], ROW, 4)
    sheet.line([(column_x, 70), (column_x, 520)], WHITE, 12)
    sheet.line([(column_x, 70), (column_x, 520)], COLUMN, 4)
    sheet.line([first, (first[0], row_y)], ROW, 4)
    sheet.dot(first[0], row_y, 6, ROW)
    sheet.line([last, (column_x, last[1])], COLUMN, 3)
    sheet.box(last[0] + 18, last[1] - 11, 36, 22, "#d98c5f", INK)
    sheet.box(last[0] + 44, last[1] - 11, 6, 22, INK, INK)
    sheet.dot(column_x, last[1], 6, COLUMN)
    reed(sheet, board, x, y, mm)
    notes = (
        (110, (column_x + 8, 110), "column, to the plug below", COLUMN),
        (last[1], (last[0] + 56, last[1] + 8), "diode: its ring to the column", INK),
        (220, (x + 12 * mm * ux, y + 12 * mm * uy), "reed, on legs above the sheet", INK),
        (y - 26, (x + 4 * mm, y - 10), f"hole of {board['carrier']['light_hole_mm']:g} mm, the light below", INK),
        (y + 40, (600, y + strip / 2), "strip, below the sheet", FAINT),
        (row_y + 6, (630, row_y), "row, from the left", ROW),
    )
    for at, (left_x, left_y), words, colour in notes:
        sheet.line([(left_x, left_y), (662, at)], FAINT, 1)
        sheet.text(668, at + 5, words, 17, colour)
    sheet.line([(60, 510), (60 + 10 * mm, 510)], INK, 2)
    sheet.text(60 + 10 * mm + 8, 515, f"10 mm; the next point is {pitch:g} mm away", 15)
    sheet.text(40, 40, "One point by hand, from above, to scale", 18, INK, bold=True)
    return sheet.svg()


def lines(board: dict[str, Any]) -> str:
    """Draw some rows and columns, and the sixteenth row and column."""
    size = board["board"]["size"]
    sheet = Drawing(1000, 620, "Rows, columns and the sixteenth diodes")
    sheet.text(40, 36, "The matrix from above: three rows and columns of the fifteen", 18, INK, bold=True)
    shown = (1, 2, size)
    xs, ys = (230.0, 390.0, 590.0), (480.0, 370.0, 220.0)
    sense, shut = 800.0, 120.0
    for row, y in zip(shown, ys, strict=True):
        sheet.line([(120, y), (sense - 60, y)], ROW, 3)
        sheet.text(112, y + 5, f"row {row}", 16, ROW, "end")
        _diode(sheet, (sense - 60, y), (sense, y))
        sheet.dot(sense, y, 5, COLUMN)
    for column, x in zip(shown, xs, strict=True):
        sheet.line([(x + 70, shut + 60), (x + 70, 545)], WHITE, 11)
        sheet.line([(x + 70, shut + 60), (x + 70, 545)], COLUMN, 3)
        sheet.text(x + 70, 566, f"column {LETTERS[column - 1]}", 16, COLUMN, "middle")
        sheet.line([(x + 70, shut), (x + 70, shut + 10)], ROW, 3)
        _diode(sheet, (x + 70, shut + 10), (x + 70, shut + 60))
        sheet.dot(x + 70, shut, 5, ROW)
    for y in ys:
        for x in xs:
            sheet.dot(x - 30, y, 5, ROW)
            sheet.line([(x - 30, y), (x - 30, y - 40), (x - 18, y - 40)], INK, 2)
            sheet.line([(x - 18, y - 40), (x + 14, y - 40)], "#7aa7c7", 8)
            _diode(sheet, (x + 14, y - 40), (x + 70, y - 40))
            sheet.dot(x + 70, y - 40, 5, COLUMN)
    sheet.line([(120, shut), (sense - 60, shut)], ROW, 3)
    sheet.text(112, shut + 5, f"row {size + 1}", 16, ROW, "end")
    _diode(sheet, (sense - 60, shut), (sense, shut))
    sheet.line([(sense, shut), (sense, 545)], COLUMN, 3)
    sheet.text(sense, 566, "row sense", 16, COLUMN, "middle")
    sheet.text(820, 130, "the sixteenth row\nand column have\ndiodes, no reeds", 15)
    sheet.text(40, 604, "Blue bar: a reed. Triangle: a diode, its ring is the stroke at the tip.", 15)
    return sheet.svg()


def strips(board: dict[str, Any]) -> str:
    """Draw all strips from above. Three rows go to and fro, then the data go back to the left; 5 V at both ends."""
    size, each = board["board"]["size"], board["leds"]["serpentine_rows"]
    resistors = controller.circuit(board).of_kind("chain_resistor")
    sheet = Drawing(1000, 800, "The strips from above")
    x0, x1, step, y0 = 300.0, 860.0, 44.0, 740.0
    sheet.text(40, 34, f"The strips from above: {each} rows to and fro, then home and from the left again", 18, INK,
               bold=True)  # fmt: skip
    groups = size // each
    for group in range(groups):
        ys = [y0 - (group * each + r) * step - group * 6 for r in range(each)]
        path: list[tuple[float, float]] = [(190, ys[0])]
        for r, y in enumerate(ys):
            ends = [(x0 - 14, y), (x1 + 14, y)]
            path += ends[::-1] if r % 2 else ends
            sheet.box(x0, y - 9, x1 - x0, 18, WHITE, FAINT, 2, 1)
            for at in range(size):
                sheet.dot(x0 + (at + 0.5) * (x1 - x0) / size, y, 5, "#fff3b0", FAINT, 1)
            to_right = r % 2 == 0
            a, b = ((x0, x1) if to_right else (x1, x0))
            middle, half = (a + b) / 2, 4 if to_right else -4
            sheet.line([(middle - half, y), (middle + half, y)], DATA, 2, head=True)
        sheet.line([(190, ys[0]), (x0, ys[0])], DATA, 2.5, head=True)
        for r in range(each - 1):
            x = x1 if r % 2 == 0 else x0
            out = x + (16 if x == x1 else -16)
            sheet.line([(x, ys[r]), (out, ys[r]), (out, ys[r + 1]), (x, ys[r + 1])], DATA, 2.5, head=True)
        last_x = x1 if each % 2 else x0
        home_y = ys[-1] - 20
        home = [(last_x, ys[-1]), (last_x + 16, ys[-1]), (last_x + 16, home_y), (190, home_y)]
        sheet.line(home, DATA, 2, dashed=True, head=True)
        sheet.text(182, ys[0] + 5, f"CHAIN{group}", 14, DATA, "end")
        sheet.text(182, home_y + 5, f"HOME{group + 1} to {resistors[group].reference}", 14, DATA, "end")
        # the two ends of the chain: at the left of the first strip, and where the chain leaves the last strip
        for x, y, way in ((x0, ys[0] + 6, -1), (last_x, ys[-1] + 5, 1 if last_x == x1 else -1)):
            sheet.line([(x + way * 44, y - 1), (x, y - 1)], FIVE, 3.5)
            sheet.line([(x + way * 44, y + 6), (x, y + 6)], GROUND, 3.5)
        sheet.label(x0 - 54, ys[0] + 12, "+-", 10, MARK)
        sheet.label(last_x + 54, ys[-1] + 8, "+-", 10, MARK)
    sheet.text(x0, 780, "a1 is at the lower left.  Red and grey at +-: 5 V and ground, at both ends of each chain.", 15)
    return sheet.svg()


def _diode(sheet: Drawing, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a diode in the middle of a horizontal or vertical wire. The wire goes from the plain end to the ring."""
    (xa, ya), (xb, yb) = start, end
    sheet.line([start, end], INK, 2)
    x, y = (xa + xb) / 2, (ya + yb) / 2
    if ya == yb:
        sheet.line([(x - 8, y - 8), (x - 8, y + 8), (x + 6, y), (x - 8, y - 8)], INK, 2.5)
        sheet.line([(x + 7, y - 9), (x + 7, y + 9)], INK, 3)
    else:
        sheet.line([(x - 8, y - 8), (x + 8, y - 8), (x, y + 6), (x - 8, y - 8)], INK, 2.5)
        sheet.line([(x - 9, y + 7), (x + 9, y + 7)], INK, 3)


PICTURES = {"hand-point": point, "hand-lines": lines, "hand-strips": strips}
