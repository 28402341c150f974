"""Compute the shapes of a game's diagram and their places. svg.py and picture.py draw these shapes.

Places are measured from the upper left corner. The distance between two neighbouring lines of the board is PITCH.
Colours are #rrggbb.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tengen.games import points

from . import stones
from .record import PASS, Record

PITCH = 40
MARGIN = 50  # distance from the edge of the picture to the outermost line
STONE = 18.2  # radius of a stone
HALO = 3.0  # a loop's halo is wider than the loop by this distance

THEMES = ("wood", "print")

_CAPTION_LINE = 26  # distance from one line of the caption to the next
_CAPTION_SIZE = 17
_CHARACTER = 8.6  # average width of a character of the caption


@dataclass(frozen=True)
class Ground:
    """The background. It is always the first shape, and has the size of the picture."""

    width: float
    height: float
    board: float  # the height of the board itself; the caption is below the board
    theme: str


@dataclass(frozen=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float


@dataclass(frozen=True)
class Loop:
    """A closed line around some places, on top of a wider line of the colour `halo`.

    `dash`: the lengths of the pieces, drawn and blank ones alternately; () for a solid line.
    """

    places: tuple[tuple[float, float], ...]
    colour: str
    width: float
    dash: tuple[float, ...]
    halo: str


@dataclass(frozen=True)
class Circle:
    """A disc of the colour `fill`, a ring of the colour `stroke` with this `width`, or both.

    The colour "" means that there is no disc or no ring.
    """

    x: float
    y: float
    r: float
    fill: str = ""
    stroke: str = ""
    width: float = 0


@dataclass(frozen=True)
class Stone:
    """A stone. Its colour is black, white, neutral (of no player) or common (of both players)."""

    x: float
    y: float
    r: float
    colour: str


@dataclass(frozen=True)
class Text:
    """Words or a number, centred on a place. `size` is the size of the letters."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    left: bool = False  # True: the text begins at the place; False: it is centred on the place


Shape = Ground | Line | Loop | Circle | Stone | Text


@dataclass(frozen=True)
class _Look:
    ink: str
    number: Mapping[str, str]  # this field and the next two map a stone's colour to the colour to draw with
    disc: Mapping[str, str]
    ring: Mapping[str, str]
    halo: str
    lines: tuple[str, ...]
    five: str


_NUMBERS = {"black": "#ffffff", "white": "#111111", "neutral": "#111111", "common": "#111111"}
_LOOKS = {
    "wood": _Look(
        ink="#2b1a08",
        number=_NUMBERS,
        disc={"black": "#1d1d20", "white": "#f4f1ea", "neutral": "#8f9aa3", "common": "#d98c3f"},
        ring={"black": "#ffa033", "white": "#d9480f", "neutral": "#d9480f", "common": "#111111"},
        halo="#fffdf6",
        lines=("#e3221c", "#d116a8", "#f08000", "#1d66e0", "#00917c", "#7a43d6", "#7c5a12", "#4c5a66"),
        five="#12a150",
    ),
    "print": _Look(
        ink="#000000",
        number=_NUMBERS | dict.fromkeys(("white", "neutral", "common"), "#000000"),
        disc={"black": "#000000", "white": "#ffffff", "neutral": "#9c9c9c", "common": "#d0d0d0"},
        ring={"black": "#ffffff", "white": "#000000", "neutral": "#000000", "common": "#000000"},
        halo="#ffffff",
        lines=("#000000",),
        five="#000000",
    ),
}
# Lines differ in their dashes, too, and not only in their colours. The ends of a dash are round, so a dash looks longer
# than its length by the stroke's width, and a gap looks shorter by the same width.
_DASHES: tuple[tuple[float, ...], ...] = ((), (14, 9), (12, 9, 0.1, 9), (5, 8))
_DEAD: tuple[float, ...] = (0.1, 7)
_STROKE = 3.6
# the distance from the edge of the stones to their loop, and the distance between two loops in the same direction
_OUTSIDE, _BESIDE = 3.4, 5
_DISC = 10.5


def shapes(
    record: Record,
    *,
    upto: int | None = None,
    numbers: bool = True,
    first_number: int = 1,
    coordinates: bool = True,
    last: bool = True,
    turn: int = 0,
    mirror: bool = False,
    theme: str = "wood",
    lines: Sequence[Mapping[str, Any]] = (),
    caption: str = "",
) -> list[Shape]:
    """Return the shapes of the game after `upto` moves (None: all), in drawing order.

    - `numbers`: show move numbers, from `first_number` on; set-up stones have no number.
    - `last`: ring the last stone.
    - `mirror`: exchange left and right. `turn`: after that, rotate the board clockwise by this number of quarter turns.
    - `lines`: the lines of a foul or five as in games/renju/reasons.py, drawn around their stones, with rings at the
      points that complete them. A three that does not count is dotted, with a cross at each killed point.
    - `caption`: the text below the board.

    Raises ValueError for an impossible theme, `turn` or number.
    """
    if theme not in _LOOKS:
        raise ValueError(f"there is no theme {theme!r}: choose one of {', '.join(_LOOKS)}")
    if turn not in range(4):
        raise ValueError(f"a board is turned by 0 to 3 quarters, not {turn}")
    if upto is None:
        upto = len(record.moves)
    if not 0 <= upto <= len(record.moves):
        raise ValueError(f"the game has {len(record.moves)} moves: there is no position after {upto}")
    look, plan = _LOOKS[theme], _Plan(record.size, turn, mirror)
    said = _caption(caption, plan, look)
    ground = Ground(plan.side, plan.side + (12 + _CAPTION_LINE * len(said) if said else 0), plan.side, theme)
    held, numbered = _lying(record, upto)
    found: list[Shape] = [ground, *_grid(plan, look, coordinates)]
    found += [Stone(*plan.place(name), STONE, colour) for name, colour in held.items()]
    drawn = list(_lines(lines, plan, look))
    found += drawn
    loops = [shape for shape in drawn if isinstance(shape, Loop)]
    if numbers:
        for name, number in numbered.items():
            if number >= first_number:
                found += _number(*plan.place(name), number, held[name], loops, look)
    moves = [move for move in record.moves[:upto] if move != PASS]
    if last and moves and moves[-1] in numbered:
        x, y = plan.place(moves[-1])
        found.append(Circle(x, y, STONE - 2.4, stroke=look.ring[held[moves[-1]]], width=2.2))
        if not numbers:
            found.append(Circle(x, y, 3.6, fill=look.ring[held[moves[-1]]]))
    return found + said


class _Plan:
    """The position of each point in the picture of a board of a given size, which may be rotated and mirrored."""

    def __init__(self, size: int, turn: int, mirror: bool) -> None:
        self.size = size
        self.side = 2 * MARGIN + (size - 1) * PITCH
        self._turn = turn
        self._mirror = mirror

    def place(self, name: str) -> tuple[float, float]:
        """Return the place of a point like `h8`. Raises ValueError for anything else."""
        point = points.index(name, self.size)
        return self.at(point % self.size, point // self.size)

    def at(self, column: float, row: float) -> tuple[float, float]:
        """Return the place of a column and a row, counted from 0; both may lie beyond the board."""
        far = self.size - 1
        across, down = (far - column if self._mirror else column), far - row
        for _ in range(self._turn):
            across, down = far - down, across
        return MARGIN + PITCH * across, MARGIN + PITCH * down


def _grid(plan: _Plan, look: _Look, coordinates: bool) -> Iterator[Shape]:
    far = plan.size - 1
    # draw the thick edge lines last, because they cover the ends of the other lines
    for at in [*range(1, far), 0, far]:
        width = 2.2 if at in (0, far) else 1
        for ends in (((at, 0), (at, far)), ((0, at), (far, at))):
            (x1, y1), (x2, y2) = (plan.at(*end) for end in ends)
            yield Line(x1, y1, x2, y2, look.ink, width)
    for column, row in star_points(plan.size):
        yield Circle(*plan.at(column, row), 4.2, fill=look.ink)
    if coordinates:
        for at in range(plan.size):
            for beyond in (-0.8, far + 0.8):
                yield Text(*plan.at(at, beyond), points.LETTERS[at].upper(), 15, look.ink)
                yield Text(*plan.at(beyond, at), str(at + 1), 15, look.ink)


def star_points(size: int) -> list[tuple[int, int]]:
    """Return the star points as columns and rows from 0; none if the board is too small for them.

    A board of 19x19 has nine star points, as on the page of the virtual board.
    """
    if size < 9:
        return []
    near, middle, far = 3, size // 2, size - 4
    if size >= 19:
        return [(column, row) for column in (near, middle, far) for row in (near, middle, far)]
    found = [(near, near), (near, far), (far, near), (far, far)]
    return found + [(middle, middle)] if size % 2 else found


def _lying(record: Record, upto: int) -> tuple[dict[str, str], dict[str, int]]:
    """Return the content of each taken point, and the numbers of the moves with stones still on the board, in order."""
    held = stones.lying(record, upto)
    numbered: dict[str, int] = {}
    for number, move in enumerate(record.moves[:upto], 1):
        numbered.pop(move, None)
        numbered[move] = number
        for name in stones.removed(record, number):
            numbered.pop(name, None)
    return held, {name: number for name, number in numbered.items() if name in held}


def _number(
    x: float, y: float, number: int, colour: str, loops: Sequence[Loop], look: _Look
) -> Iterator[Shape]:
    """Return the shapes of a move number.

    If a line crosses the stone, the number is on a disc in the stone's colour.
    """
    if any(_distance(loop, (x, y)) < _DISC + _STROKE for loop in loops):
        yield Circle(x, y, _DISC, fill=look.disc[colour])
    yield Text(x, y, str(number), 16.5 if number < 100 else 13.5, look.number[colour], bold=True)


def _distance(loop: Loop, place: tuple[float, float]) -> float:
    """Return the distance from a loop to a place."""
    found = math.inf
    for start, end in zip(loop.places, (*loop.places[1:], loop.places[0]), strict=True):
        across, down = end[0] - start[0], end[1] - start[1]
        length = across * across + down * down
        part = ((place[0] - start[0]) * across + (place[1] - start[1]) * down) / length if length else 0
        part = min(1, max(0, part))
        found = min(found, math.dist(place, (start[0] + part * across, start[1] + part * down)))
    return found


def _lines(lines: Sequence[Mapping[str, Any]], plan: _Plan, look: _Look) -> Iterator[Shape]:
    """Yield the loops around the lines, then the marks on the points that complete the lines."""
    beside = [line["direction"] for line in lines]
    marks: list[Shape] = []
    on_point: dict[str, int] = {}
    number = -1
    for at, line in enumerate(lines):
        number += not line.get("continues")
        colour = look.five if line["shape"] == "five" else look.lines[number % len(look.lines)]
        dead = line["shape"] == "three" and not line["counts"]
        dash = _DEAD if dead else _DASHES[number % len(_DASHES)]
        radius = STONE + _OUTSIDE + _BESIDE * beside[:at].count(line["direction"])
        ends = plan.place(line["stones"][0]), plan.place(line["stones"][-1])
        yield Loop(around(*ends, radius), colour, _STROKE, dash, look.halo)
        killed = {other["point"] for other in line.get("at", ()) if other["rule"]}
        for name in line["completes"]:
            x, y = plan.place(name)
            again = on_point[name] = on_point.get(name, -1) + 1
            if name in killed:
                marks += _cross(x, y, 8 + 4 * again, colour, look.halo)
            else:
                marks += _ring(x, y, 8 + 5 * again, colour, look.halo, filled=not again)
    yield from marks


def line_colour(number: int) -> str:
    """Return the colour of a line on wood; `number`: its place among the lines, from 0."""
    lines = _LOOKS["wood"].lines
    return lines[number % len(lines)]


def around(start: tuple[float, float], end: tuple[float, float], radius: float) -> tuple[tuple[float, float], ...]:
    """Return a loop around a line of stones, at a distance from the middle of the line."""
    along = math.atan2(end[1] - start[1], end[0] - start[0])
    found = []
    for (x, y), begins in ((end, along - math.pi / 2), (start, along + math.pi / 2)):
        angles = [begins + math.pi * step / 16 for step in range(17)]
        found += [(round(x + radius * math.cos(at), 2), round(y + radius * math.sin(at), 2)) for at in angles]
    return tuple(found)


def _cross(x: float, y: float, size: float, colour: str, halo: str) -> Iterator[Shape]:
    for down in (size, -size):
        yield Line(x - size, y - down, x + size, y + down, halo, 7.5)
    for down in (size, -size):
        yield Line(x - size, y - down, x + size, y + down, colour, 4)


def _ring(x: float, y: float, radius: float, colour: str, halo: str, filled: bool) -> Iterator[Shape]:
    yield Circle(x, y, radius, fill=halo if filled else "", stroke=halo, width=6.5)
    yield Circle(x, y, radius, stroke=colour, width=3.5)


def _caption(caption: str, plan: _Plan, look: _Look) -> list[Shape]:
    width = max(10, int((plan.side - 40) / _CHARACTER))
    rows = [row for line in caption.splitlines() for row in textwrap.wrap(line, width)][:6]
    first = plan.side + _CAPTION_LINE / 2
    return [
        Text(plan.side / 2, first + _CAPTION_LINE * number, row, _CAPTION_SIZE, look.ink)
        for number, row in enumerate(rows)
    ]
