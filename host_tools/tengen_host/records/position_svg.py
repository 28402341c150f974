"""Draw a Renju position as an SVG file, with marks for Black's fives and fouls or with the reasons of one point."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tengen.games import BLACK, COLOUR_NAMES, EMPTY, WHITE, points
from tengen.games.renju.position import LEGAL, SIZE, VERDICT_MARKS, Position
from tengen.games.renju.reasons import VERDICT_NAMES

from ..judge.drawing import Reasons, board_drawing, line_text, reasons_text, verdict_text
from . import diagram, svg
from .diagram import MARGIN, PITCH, Circle, Ground, Loop, Shape, Text
from .record import PASS, Record

_INK, _HALO = "#2b1a08", "#fffdf6"
# Colour alone is not enough for colour-blind people. So each verdict also has a digit, in a shape with as many corners
# as the digit says, ...
KIND_COLOURS = {"5": "#0a6b35", "6": "#8f4300", "4": "#86198f", "3": "#b91c1c"}
_KIND_NAMES = {VERDICT_MARKS[verdict]: name for verdict, name in VERDICT_NAMES.items() if verdict != LEGAL}
# ... and each line has a Greek letter, because Latin letters name columns. A point has at most eight lines
LINE_LETTERS = "αβγδεζηθ"
_BEYOND = 22  # distance from the last stone of a line to the line's letter
_ROW = 23  # the height of a row of words below the board
_CHARACTERS = 72  # the most characters in a row of words below the board


def board_svg(
    position: Position, reasons: Reasons | None = None, *, moves: Sequence[int | None] = (), marks: bool = True
) -> str:
    """Return the board as an SVG document, with coordinates, stones, and the verdict marks of Black's fives and fouls.

    `reasons`: the reasons of one empty point. The lines of this point are drawn, and described below the board, instead
    of the verdicts of other points. A three that does not count is dotted, with a cross at each killed straight-four
    point. `moves`: points in the order of play (None or -1 for a pass), already on the board. Stones show their move
    numbers, and the last stone has a ring. Without `marks`, as after the end of a game, no five and no foul is drawn.
    """
    stones = {point: COLOUR_NAMES[cell] for point, cell in enumerate(position.cells) if cell != EMPTY}
    lines = reasons["lines"] if reasons else ()
    numbered = [None if point is None or point < 0 else point for point in moves]
    black, white = (
        tuple(points.name(point, SIZE) for point in stones if position.cells[point] == colour)
        for colour in (BLACK, WHITE)
    )
    record = Record(
        tuple(PASS if point is None else points.name(point, SIZE) for point in numbered),
        colours=tuple(COLOUR_NAMES[BLACK] if point is None else stones[point] for point in numbered),
        setup=((*black, reasons["point"]) if reasons else black, white),
    )
    ground, *found = diagram.shapes(record, lines=lines)
    assert isinstance(ground, Ground)
    if reasons:
        loops = [shape for shape in found if isinstance(shape, Loop)]
        texts, badges = _reasons(reasons, loops, ground.board)
        title, description = verdict_text(reasons), reasons_text(reasons)
    else:
        texts, badges = _verdicts(position, ground.board) if marks else ([], [])
        title, description = "A Renju position", board_drawing(position, marks)
    height = max((shape.y + _ROW for shape in texts if isinstance(shape, Text)), default=ground.board)
    ground = replace(ground, height=max(ground.board, height))
    drawn = svg.text([ground, *found, *texts], title, description)
    return drawn.removesuffix("</svg>\n") + "\n".join([*badges, "</svg>", ""])


def _place(point: int) -> tuple[float, float]:
    return MARGIN + PITCH * (point % SIZE), MARGIN + PITCH * (SIZE - 1 - point // SIZE)


def _badge(x: float, y: float, verdict: str, radius: float = 14) -> str:
    """Return the mark of a verdict, which is a digit in a shape with that number of corners."""
    corners = int(verdict)
    turn = math.pi / 4 if corners == 4 else 0
    middle = y
    if corners == 3:
        y, middle, radius = y + radius * 0.12, y + radius * 0.16, radius * 1.15
    angles = [turn + 2 * math.pi * corner / corners for corner in range(corners)]
    outline = " ".join(f"{x + radius * math.sin(at):.1f},{y - radius * math.cos(at):.1f}" for at in angles)
    return (
        f'<polygon points="{outline}" fill="{KIND_COLOURS[verdict]}" stroke="{_HALO}" stroke-width="1.6" '
        'stroke-linejoin="round"/>\n'
        f'<text x="{x:g}" y="{middle:g}" dy="0.35em" font-size="{radius * 0.95:g}" fill="#ffffff" '
        f'text-anchor="middle" font-weight="700">{verdict}</text>'
    )


def _verdicts(position: Position, board: float) -> tuple[list[Shape], list[str]]:
    """Return the names of the verdicts for the text below the board, and the badges of points and names."""
    marks = {point: VERDICT_MARKS[verdict] for point, verdict in enumerate(position.verdicts)}
    shown = {point: mark for point, mark in marks.items() if mark in KIND_COLOURS and position.cells[point] == EMPTY}
    badges = [_badge(*_place(point), mark) for point, mark in shown.items()]
    texts: list[Shape] = []
    for number, kind in enumerate(kind for kind in _KIND_NAMES if kind in shown.values()):
        x, y = MARGIN + 145 * number, board + 12
        badges.append(_badge(x, y, kind, 11))
        texts.append(Text(x + 20, y, _KIND_NAMES[kind], 15, _INK, left=True))
    return texts, badges


def _reasons(reasons: Reasons, loops: Sequence[Loop], board: float) -> tuple[list[Shape], list[str]]:
    """Return the letters of the lines, the words below the board, and the badges of the point and of killed points."""
    point = _place(points.index(reasons["point"], SIZE))
    y = board + 12
    found: list[Shape] = [Text(MARGIN - 20, y, verdict_text(reasons), 18, _INK, bold=True, left=True)]
    badges = []
    for letter, line, loop in zip(LINE_LETTERS, reasons["lines"], loops, strict=False):
        ends = [_place(points.index(line["stones"][end], SIZE)) for end in (0, -1)]
        near, far = sorted(ends, key=lambda end: math.dist(end, point))
        part = 1 + _BEYOND / math.dist(near, far)
        at = (near[0] + (far[0] - near[0]) * part, near[1] + (far[1] - near[1]) * part)
        found += _letter(*at, letter, loop.colour)
        y += _ROW
        found += _letter(MARGIN - 12, y, letter, loop.colour)
        for row, words in enumerate(textwrap.wrap(line_text(line), _CHARACTERS, break_on_hyphens=False)):
            y += (_ROW - 4) * (row > 0)
            found.append(Text(MARGIN + 10, y, words, 15, _INK, left=True))
        for other in line.get("at", ()):
            if other["rule"]:
                x, height = _place(points.index(other["point"], SIZE))
                badges.append(_badge(x + 17, height - 15, other["verdict"], 10))
    if reasons["verdict"] in KIND_COLOURS:
        badges.append(_badge(*point, reasons["verdict"], 15))
    else:
        found.append(Circle(*point, 6, fill=_HALO, stroke=_INK, width=1.5))
    return found, badges


def _letter(x: float, y: float, letter: str, colour: str) -> Iterator[Shape]:
    yield Circle(x, y, 9, fill=colour, stroke=_HALO, width=2)
    yield Text(x, y, letter, 13, "#ffffff", bold=True)
