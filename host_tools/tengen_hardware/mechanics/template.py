"""Drill templates 1:1: a sheet on pages of A4, with marks to join the pages and rulers to check the printer's scale."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from .pdf import A4, Page
from .sheets import Sheet

# mm of a sheet on one page; along the edges of this area, pages are cut or put over each other
STEP = (180.0, 250.0)
_LEFT, _LOW = 15.0, 30.0  # the place of this area, from the page's lower left corner
_OVER = 5.0  # mm beyond this area that are drawn on both pages
RULER = 100.0


class Part(NamedTuple):
    """The part of a sheet on one page: column and row from 0, and its lower left corner on the sheet in mm."""

    column: int
    row: int
    x: float
    y: float

    @property
    def name(self) -> str:
        """Return the page's name, as on a chessboard: A1 is at the lower left."""
        return f"{chr(ord('A') + self.column)}{self.row + 1}"


def parts(sheet: Sheet) -> list[Part]:
    """Return the pages of a sheet with something to drill, from the lower left to the upper right."""
    columns, rows = (max(1, math.ceil(size / step)) for size, step in zip((sheet.wide, sheet.high), STEP, strict=True))
    every = [Part(column, row, column * STEP[0], row * STEP[1]) for row in range(rows) for column in range(columns)]
    return [each for each in every if any(_drilled(sheet, each))]


def pages(sheet: Sheet) -> list[Page]:
    """Return the template of a sheet, one page for each of its parts."""
    every = parts(sheet)
    return [_page(sheet, part, number, len(every)) for number, part in enumerate(every, 1)]


def _drilled(sheet: Sheet, part: Part) -> Iterator[bool]:
    for hole in sheet.holes:
        yield _inside(part, hole.x, hole.y, hole.across / 2)
    for slot in sheet.slots:
        yield _inside(part, (slot.x + slot.x1) / 2, (slot.y + slot.y1) / 2, max(slot.x1 - slot.x, slot.y1 - slot.y) / 2)


def _inside(part: Part, x: float, y: float, beyond: float) -> bool:
    across, up = x - part.x, y - part.y
    return -beyond <= across <= STEP[0] + beyond and -beyond <= up <= STEP[1] + beyond


def _page(sheet: Sheet, part: Part, number: int, many: int) -> Page:
    page = Page()

    def at(x: float, y: float) -> tuple[float, float]:
        return x - part.x + _LEFT, y - part.y + _LOW

    for hole in sheet.holes:
        if _inside(part, hole.x, hole.y, _OVER):
            x, y = at(hole.x, hole.y)
            page.circle(x, y, hole.across)
            # a hand-wired board has two small holes beside each large one; the small holes get no text
            if hole.across > 2:
                page.text(x + hole.across / 2 + 0.6, y + 0.6, f"{hole.x:.1f} / {hole.y:.1f}", 1.9)
    for slot in sheet.slots:
        if any(_inside(part, x, y, _OVER) for x in (slot.x, slot.x1) for y in (slot.y, slot.y1)):
            corners = ((slot.x, slot.y), (slot.x1, slot.y), (slot.x1, slot.y1), (slot.x, slot.y1), (slot.x, slot.y))
            page.line([at(x, y) for x, y in corners])
            x, y = at(slot.x, slot.y1)
            page.text(x, y + 1, f"{slot.why}: {slot.x:.1f} to {slot.x1:.1f} / {slot.y:.1f} to {slot.y1:.1f}", 2.2)
    for points in _edges(sheet, part):
        page.line([at(x, y) for x, y in points], 0.5)
    _joints(page)
    _words(page, sheet, part, number, many)
    return page


def _edges(sheet: Sheet, part: Part) -> Iterator[list[tuple[float, float]]]:
    """Yield the parts of the sheet's edges that are on the page."""
    low, high = (part.x - _OVER, part.y - _OVER), (part.x + STEP[0] + _OVER, part.y + STEP[1] + _OVER)
    xs = [min(max(x, low[0]), high[0]) for x in (0, sheet.wide)]
    ys = [min(max(y, low[1]), high[1]) for y in (0, sheet.high)]
    for x in (0.0, sheet.wide):
        if low[0] <= x <= high[0]:
            yield [(x, ys[0]), (x, ys[1])]
    for y in (0.0, sheet.high):
        if low[1] <= y <= high[1]:
            yield [(xs[0], y), (xs[1], y)]


def _joints(page: Page) -> None:
    """Draw the edges of the page's part, and crosses in its corners, to be put on the crosses of the next page."""
    left, low, right, top = _LEFT, _LOW, _LEFT + STEP[0], _LOW + STEP[1]
    page.line([(left, low), (right, low), (right, top), (left, top), (left, low)], 0.1, dashed=True)
    for x in (left, right):
        for y in (low, top):
            page.line([(x - 4, y), (x + 4, y)], 0.3)
            page.line([(x, y - 4), (x, y + 4)], 0.3)


def _words(page: Page, sheet: Sheet, part: Part, number: int, many: int) -> None:
    page.text(_LEFT, 20, f"{sheet.name}, page {part.name} ({number} of {many}): {sheet.words}", 3.5)
    page.text(_LEFT, 15.5, "1:1. Print at 100 %, not fitted to the page. Crosses lie on the crosses of the next page: "
              "A1 is at the lower left, B1 at its right, A2 above.", 2.4)  # fmt: skip
    x = _LEFT + RULER
    page.line([(_LEFT, 8), (x, 8)], 0.3)
    for tick in range(11):
        long = 3.0 if tick % 5 == 0 else 1.5
        page.line([(_LEFT + tick * RULER / 10, 8), (_LEFT + tick * RULER / 10, 8 + long)], 0.3)
    page.text(x + 3, 8, f"must be {RULER:g} mm long, as must the one at the right", 2.4)
    right = A4[0] - 8
    page.line([(right, _LOW), (right, _LOW + RULER)], 0.3)
    for tick in range(11):
        long = 3.0 if tick % 5 == 0 else 1.5
        y = _LOW + tick * RULER / 10
        page.line([(right, y), (right - long, y)], 0.3)
