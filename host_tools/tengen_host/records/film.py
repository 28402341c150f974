"""Lay out the pictures of a game's film: each position with the names and the move, and a foul's lines one by one.

The pictures are shapes of diagram.py, drawn by picture.py like a GIF's. Lengths are in units of the diagram, in which
two lines of the board are PITCH apart.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.cells import cell_len

from ..judge.drawing import line_text
from . import diagram, ending, picture, rules, sheet, words
from .diagram import PITCH, STONE, Ground, Line, Shape, Stone, Text
from .reasons import Reason, reasons
from .record import COLOURS, PASS, Record
from .stones import captured, colour_of

SIDES = range(240, 3841)  # the pixels of a side of a film
READ_S, LAST_S = 3.0, 5.0  # the least time for a line of a foul, and for the result

# the largest part of the width for a board with the words beside it, and of the height for one with the words below it
_OF_WIDTH, _OF_HEIGHT = 0.64, 0.6
_MARGIN = 24
_CELL = 0.53  # the average width of a letter, as a part of its size; wide letters have two cells
_INK, _FOUL = "#2b1a08", "#b3140f"


@dataclass(frozen=True)
class Plan:
    """The size of a film in pixels, the pixels between two lines of its board, and the place of the words in units."""

    size: tuple[int, int]
    pitch: int
    left: float
    top: float
    width: float


def plan(record: Record, size: tuple[int, int]) -> Plan:
    """Return the layout of a film. Raises ValueError for an impossible size: an encoder needs even numbers."""
    width, height = size
    if width not in SIDES or height not in SIDES or width % 2 or height % 2:
        raise ValueError(f"a film of {width}x{height}: each side has an even number from {SIDES[0]} to {SIDES[-1]}")
    beside = width >= height
    room = min(height, _OF_WIDTH * width) if beside else min(width, _OF_HEIGHT * height)
    side = 2 * diagram.MARGIN + (record.size - 1) * PITCH
    pitch = min(picture.PITCHES[-1], int(room * PITCH / side))
    scale = pitch / PITCH
    if beside:
        return Plan(size, pitch, side + _MARGIN, 2 * _MARGIN, width / scale - side - 2 * _MARGIN)
    return Plan(size, pitch, 2 * _MARGIN, side + _MARGIN, width / scale - 4 * _MARGIN)


def pictures(record: Record, its: Plan) -> Iterator[tuple[float, list[Shape]]]:
    """Yield the pictures of the film in order, each with the least time for it in seconds, and its shapes."""
    found = reasons(record)
    for upto in range(len(record.moves) + 1):
        yield 0, _picture(record, its, upto)
        why = found[upto - 1] if upto else None
        for number in range(1, len(why["lines"]) + 1 if why and why["foul"] else 1):
            yield READ_S, _picture(record, its, upto, why, number)
    last = found[-1] if found and found[-1] and found[-1]["foul"] else None
    yield LAST_S, _picture(record, its, len(record.moves), last, over=True)


def _picture(
    record: Record, its: Plan, upto: int, why: Reason | None = None, number: int | None = None, over: bool = False
) -> list[Shape]:
    """Return the shapes of a position.

    `why`: the reason of a foul, with its first `number` lines (None: all). `over`: the result is shown, too.
    """
    lines: Sequence[Any] = why["lines"][:number] if why else ending.lines(record) if over else ()
    ground, *board = diagram.shapes(record, upto=upto, lines=lines)
    assert isinstance(ground, Ground)
    scale = its.pitch / PITCH
    whole = replace(ground, width=its.size[0] / scale, height=its.size[1] / scale)
    text = _Column(its)
    for colour in COLOURS:
        text.player(colour, sheet.safe(getattr(record, colour)) or colour.capitalize())
    text.line(", ".join(filter(None, (sheet.safe(record.event), record.date[:10]))), 20)
    text.skip(12)
    if upto:
        move, colour = record.moves[upto - 1], colour_of(record, upto)
        text.line(f"{upto}. {colour.capitalize()} {'passes' if move == PASS else move.upper()}", 40, bold=True)
    if upto and rules.counts_captures(record):
        taken = captured(record, upto)
        text.line(", ".join(f"{colour.capitalize()} has captured {taken[colour]}" for colour in COLOURS), 20)
    if why:
        text.line(f"{why['point'].upper()}: {why['foul']}, a foul", 26, bold=True, colour=_FOUL)
        for at, line in enumerate(lines):
            text.of_foul(line_text(line), diagram.line_colour(at))
    if over:
        is_named = why and record.reason == why["foul"]  # in the line above
        text.line(words.result(replace(record, reason="", line=()) if is_named else record), 30, bold=True)
    return [whole, *board, *text.shapes]


class _Column:
    """Words one below the other, as shapes."""

    def __init__(self, its: Plan) -> None:
        self.shapes: list[Shape] = []
        self._left, self._down, self._width = its.left, its.top, its.width

    def skip(self, height: float) -> None:
        self._down += height

    def player(self, colour: str, name: str) -> None:
        """Add a stone with the name of its player in one line, in smaller letters if it is long."""
        indent = 2 * STONE + 14
        size = min(30.0, (self._width - indent) / (_CELL * max(1, cell_len(name))))
        self.shapes.append(Stone(self._left + STONE, self._down + STONE, STONE, colour))
        self.shapes.append(Text(self._left + indent, self._down + STONE, name, size, _INK, left=True))
        self._down += 2 * STONE + 12

    def line(self, text: str, size: float, bold: bool = False, colour: str = _INK, indent: float = 0) -> None:
        """Add a text, in several lines if it is long."""
        for row in textwrap.wrap(text, max(10, int((self._width - indent) / (_CELL * size)))):
            self.shapes.append(Text(self._left + indent, self._down + 0.7 * size, row, size, colour, bold, left=True))
            self._down += 1.4 * size

    def of_foul(self, text: str, colour: str) -> None:
        """Add the words of a foul's line, with a mark in the line's colour."""
        middle = self._down + 15
        self.line(text, 22, indent=36)
        self.shapes.append(Line(self._left, middle, self._left + 24, middle, colour, 6))
        self.skip(8)
