"""Drill templates 1:1 as PDF: a sheet on pages of A4, with marks to join the pages and rulers to check the scale."""

from __future__ import annotations

import datetime
import math
from typing import NamedTuple

from fpdf import FPDF, ViewerPreferences

from .sheets import Sheet

A4 = (210.0, 297.0)
# mm of a sheet on one page; along the edges of this area, pages are cut or put over each other
STEP = (180.0, 250.0)
_LEFT, _TOP = 15.0, 17.0  # the place of this area, from the page's upper left corner
_OVER = 5.0  # mm beyond this area that are drawn on both pages
RULER = 100.0


class Part(NamedTuple):
    """The part of a sheet on one page: column and row from 0."""

    column: int
    row: int

    @property
    def name(self) -> str:
        """Return the page's name, as on a chessboard: A1 is at the lower left."""
        return f"{chr(ord('A') + self.column)}{self.row + 1}"

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the place on the page, from its upper left corner, of a place on the sheet."""
        return x - self.column * STEP[0] + _LEFT, (self.row + 1) * STEP[1] - y + _TOP

    def has(self, x: float, y: float) -> bool:
        """Whether a place on the sheet is drawn on the page."""
        across, down = (a - b for a, b in zip(self.at(x, y), (_LEFT, _TOP), strict=True))
        return -_OVER <= across <= STEP[0] + _OVER and -_OVER <= down <= STEP[1] + _OVER


def parts(sheet: Sheet) -> list[Part]:
    """Return the pages of a sheet with something to drill, from the lower left to the upper right."""
    columns, rows = (max(1, math.ceil(size / step)) for size, step in zip((sheet.wide, sheet.high), STEP, strict=True))
    places = [hole[:2] for hole in sheet.holes] + [at for slot in sheet.slots for at in slot.corners]
    every = (Part(column, row) for row in range(rows) for column in range(columns))
    return [each for each in every if any(each.has(*at) for at in places)]


def text(sheet: Sheet) -> str:
    """Return the PDF of a sheet, one page for each of its parts. The same sheet gives the same text."""
    file = FPDF(format="A4")
    file.set_creation_date(datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc))
    file.set_title(f"Tengen: {sheet.name}")
    file.set_compression(False)
    file.set_auto_page_break(False)
    file.viewer_preferences = ViewerPreferences(print_scaling="None")
    file.set_font("helvetica")
    every = parts(sheet)
    for number, part in enumerate(every, 1):
        file.add_page()
        with file.rect_clip(_LEFT - _OVER, _TOP - _OVER, STEP[0] + 2 * _OVER, STEP[1] + 2 * _OVER):
            _sheet(file, sheet, part)
        _page(file, f"{sheet.name}, page {part.name} ({number} of {len(every)}): {sheet.words}")
    # the marker of a binary file in the second line is the only text that is not ASCII
    return bytes(file.output()).decode("ascii", "replace").replace("\N{REPLACEMENT CHARACTER}", "-")


def _words(file: FPDF, x: float, y: float, words: str, size: float) -> None:
    """Write words with letters of this height in mm."""
    file.set_font_size(size * file.k)
    file.text(x, y, words)


def _sheet(file: FPDF, sheet: Sheet, part: Part) -> None:
    for loop in sheet.loops:
        file.set_line_width(0.2)
        file.polygon([part.at(*each) for each in loop])
    for slot in sheet.slots:
        for x, y in slot.corners if len(sheet.slots) < 9 else ():
            _words(file, part.at(x, y)[0], part.at(x, y)[1] - 1, f"{slot.why} {x:.1f} / {y:.1f}", 1.6)
    for hole in sheet.holes:
        if part.has(hole.x, hole.y):
            (x, y), arm = part.at(hole.x, hole.y), hole.across / 2 + 1
            file.set_line_width(0.15)
            file.circle(x, y, hole.across / 2)
            file.line(x - arm, y, x + arm, y)
            file.line(x, y - arm, x, y + arm)
            # a hand-wired board has two small holes beside each large one; the small holes get no text
            if hole.across > 2:
                _words(file, x + hole.across / 2 + 0.6, y - 0.6, f"{hole.x:.1f} / {hole.y:.1f}", 1.9)


def _page(file: FPDF, title: str) -> None:
    """Draw the edges of the page's part, crosses to be put on those of the next page, its title and two rulers."""
    (right, low), end = (_LEFT + STEP[0], _TOP + STEP[1]), A4[1]
    file.set_line_width(0.1)
    file.set_dash_pattern(1.4, 1)
    file.rect(_LEFT, _TOP, *STEP)
    file.set_dash_pattern()
    file.set_line_width(0.3)
    for x in (_LEFT, right):
        for y in (_TOP, low):
            file.line(x - 4, y, x + 4, y)
            file.line(x, y - 4, x, y + 4)
    _words(file, _LEFT, end - 20, title, 3.5)
    _words(file, _LEFT, end - 15.5, "1:1. Print at 100 %, not fitted to the page. Crosses lie on the crosses of the "
           "next page: A1 is at the lower left, B1 at its right, A2 above.", 2.4)  # fmt: skip
    _words(file, _LEFT + RULER + 3, end - 8, f"must be {RULER:g} mm long, as must the one at the right", 2.4)
    file.line(_LEFT, end - 8, _LEFT + RULER, end - 8)
    file.line(A4[0] - 8, low, A4[0] - 8, low - RULER)
    for tick in range(11):
        at, long = tick * RULER / 10, 3.0 if tick % 5 == 0 else 1.5
        file.line(_LEFT + at, end - 8, _LEFT + at, end - 8 - long)
        file.line(A4[0] - 8, low - at, A4[0] - 8 - long, low - at)
