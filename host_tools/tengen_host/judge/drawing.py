"""A position and the reasons of a point, drawn: as lines of text, as words, and as a picture (SVG)."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Container, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from tengen.games import BLACK, EMPTY, points
from tengen.games.renju.position import COLOUR_MARKS, LEGAL, SIZE, VERDICT_MARKS, Position, point_of_column
from tengen.games.renju.reasons import VERDICT_NAMES

# The result of tengen.games.renju.reasons.reasons(), also after a conversion to JSON and back
Reasons = Mapping[str, Any]

LETTERS = points.LETTERS[:SIZE].upper()


def board_drawing(position: Position, marks: bool = True) -> str:
    """Return the board as text lines with coordinates: X black, O white, 6, 4 or 3 a foul, 5 a five, else a dot.

    Without `marks`, as after the end of a game, all empty points are dots.
    """
    letters = "    " + " ".join(LETTERS)
    lines = [letters]
    for row in range(SIZE, 0, -1):
        its = (point_of_column((SIZE - row) * SIZE + column) for column in range(SIZE))
        lines.append(f"{row:2}  {' '.join(_mark(position, point, marks) for point in its)}  {row:2}")
    return "\n".join([*lines, letters])


def _mark(position: Position, point: int, marks: bool) -> str:
    stone = position.cells[point]
    return VERDICT_MARKS[position.verdicts[point]] if marks and not stone else COLOUR_MARKS[stone]


def reasons_text(reasons: Reasons) -> str:
    """Return the reasons in words: the verdict, then one text line for each line; below a killed point its own reasons,
    if given.
    """
    return "\n".join(_told(reasons))


def _told(reasons: Reasons, before: str = "") -> Iterator[str]:
    yield before + verdict_text(reasons)
    for line in reasons["lines"]:
        yield "  " + line_text(line)
        for other in line.get("at", ()):
            if "why" in other:
                told = _told(other["why"], f"with {reasons['point'].upper()} down, ")
                yield from ("    " + words for words in told)


def verdict_text(reasons: Reasons) -> str:
    """Return the verdict in words, like `H8: double-three, a foul`."""
    said = {"5": "five, Black wins", ".": "legal"}.get(reasons["verdict"], f"{reasons['name']}, a foul")
    return f"{reasons['point'].upper()}: {said}"


def line_text(line: Mapping[str, Any]) -> str:
    """Return a line in words, like `three F8 G8 H8 in the row: straight four at E8 or I8`."""
    said = f"{line['shape']} {' '.join(line['stones']).upper()} in the {line['direction']}"
    if line["shape"] != "three":
        return f"{said}: five at {_either(line['completes'])}" if line["completes"] else said
    playable = [other["point"] for other in line["at"] if not other["rule"]]
    killed = [_killing(other) for other in line["at"] if other["rule"]]
    if not playable:
        return f"{said}: does not count: {'; '.join(killed)}"
    return "; ".join([f"{said}: straight four at {_either(playable)}", *killed])


def _killing(other: Mapping[str, Any]) -> str:
    article = "an" if other["name"] == "overline" else "a"
    return f"at {other['point'].upper()} Black would make {article} {other['name']} ({other['rule']})"


def _either(names: Sequence[str]) -> str:
    return " or ".join(name.upper() for name in names)


# The picture. Lengths are in units of the SVG: pixels at its natural size.
PITCH = 48
MARGIN = 62
WIDTH = 2 * MARGIN + PITCH * (SIZE - 1)
STONE = 21.5
LETTER_BEYOND = 24  # distance of a line's letter from the end of the line
ROW = 25  # height of a row of words below the board
CHARACTERS = 76  # the most characters in such a row

FONT = "'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"
INK = "#2b1a08"
PAPER = "#fbf4e4"
HALO = "#fffdf6"

# Colour is never the only mark: each verdict also has a digit, and a shape with that number of corners ...
KIND_COLOURS = {"5": "#0a6b35", "6": "#8f4300", "4": "#86198f", "3": "#b91c1c"}
KIND_NAMES = {VERDICT_MARKS[verdict]: name for verdict, name in VERDICT_NAMES.items() if verdict != LEGAL}
# ... and each line has a letter: a Greek one, because Latin letters name columns. A point has eight lines at most.
LINE_COLOURS = ("#e3221c", "#d116a8", "#f08000", "#1d66e0", "#00917c", "#7a43d6", "#7c5a12", "#4c5a66")
LINE_LETTERS = "αβγδεζηθ"
FIVE_COLOUR = "#12a150"

DEFINITIONS = """<defs>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="0.3"><stop offset="0" stop-color="#dcab66"/>\
<stop offset="0.5" stop-color="#e3b877"/><stop offset="1" stop-color="#d29f58"/></linearGradient>
<filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="0.03 0.0015" \
numOctaves="4" seed="8"/><feColorMatrix values="0 0 0 0 .42  0 0 0 0 .24  0 0 0 0 .08  .9 0 0 0 -.36"/></filter>
<radialGradient id="black" cx="0.36" cy="0.3" r="0.75"><stop offset="0" stop-color="#6a6a6e"/>\
<stop offset="0.35" stop-color="#2c2c30"/><stop offset="1" stop-color="#0b0b0d"/></radialGradient>
<radialGradient id="white" cx="0.36" cy="0.3" r="0.8"><stop offset="0" stop-color="#ffffff"/>\
<stop offset="0.6" stop-color="#f3f0ea"/><stop offset="1" stop-color="#c9c3b8"/></radialGradient>
</defs>"""


def board_svg(
    position: Position,
    reasons: Reasons | None = None,
    *,
    moves: Sequence[int | None] | None = None,
    marks: bool = True,
) -> str:
    """Return the board as an SVG document, with coordinates, stones, and the verdict marks of Black's fives and fouls.

    `reasons`: of one empty point. That point and its lines are drawn, and described below the board, instead of the
    verdicts of other points. A three that does not count is dashed, with a cross at each killed straight-four point.
    `moves`: points in the order of play (None or -1 for a pass). Stones show their move numbers, except stones under a
    drawn line; the last stone has a ring. Without `marks`, as after the end of a game, no five and no foul is drawn.
    """
    if reasons:
        title, told = verdict_text(reasons), reasons_text(reasons)
        height, below = _reasons_below(reasons)
    else:
        title, told = "A Renju position", board_drawing(position, marks)
        height, below = _kinds_below(position) if marks else (0, [])
    crossed = {name for line in reasons["lines"] for name in line["stones"]} if reasons else set()
    body = [*_wood_and_grid(), *_stones(position), *_numbers(position, moves or (), crossed)]
    body += _explained(reasons) if reasons else _verdicts(position) if marks else ()
    height += WIDTH
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="{escape(FONT)}">'
    )
    paper = f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>'
    names = [f"<title>{escape(title)}</title>", f"<desc>{escape(told)}</desc>"]
    return "\n".join([head, *names, DEFINITIONS, paper, *body, *below, "</svg>", ""])


def _place(point: int) -> tuple[int, int]:
    """Return the position of a point in the picture; a1 is at the lower left."""
    return MARGIN + PITCH * (point % SIZE), MARGIN + PITCH * (SIZE - 1 - point // SIZE)


def _place_of(name: str) -> tuple[int, int]:
    return _place(points.index(name, SIZE))


def _text(x: float, y: float, said: str, size: float, colour: str, more: str = "") -> str:
    """Return a text element centred at (x, y); attributes in `more` may set another text-anchor."""
    anchor = "" if "text-anchor" in more else ' text-anchor="middle"'
    return (
        f'<text x="{x:g}" y="{y:g}" dy="0.35em" font-size="{size:g}" fill="{colour}"{anchor}{more and " " + more}>'
        f"{escape(said)}</text>"
    )


def _circle(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{more and " " + more}/>'


def _stroke(ends: Sequence[float], colour: str, width: float, more: str = "") -> str:
    x1, y1, x2, y2 = ends
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linecap="round"{more and " " + more}/>'
    )


def _wood_and_grid() -> Iterator[str]:
    yield f'<rect width="{WIDTH}" height="{WIDTH}" fill="url(#wood)"/>'
    # only the filter draws in this rectangle: a viewer without filters shows plain wood
    yield f'<rect width="{WIDTH}" height="{WIDTH}" fill="none" filter="url(#grain)"/>'
    low, high = MARGIN, WIDTH - MARGIN
    for at in range(low, high + 1, PITCH):
        width = 2.4 if at in (low, high) else 1.2
        yield _stroke((low, at, high, at), INK, width)
        yield _stroke((at, low, at, high), INK, width)
    for name in ("d4", "l4", "h8", "d12", "l12"):
        yield _circle(*_place_of(name), 4.2, INK)
    for column, letter in enumerate(LETTERS):
        for y in (low - 40, high + 40):
            yield _text(low + PITCH * column, y, letter, 17, INK)
    for row in range(SIZE):
        for x in (low - 40, high + 40):
            yield _text(x, high - PITCH * row, str(row + 1), 17, INK)


def _stones(position: Position) -> Iterator[str]:
    for point, stone in enumerate(position.cells):
        if stone != EMPTY:
            x, y = _place(point)
            yield _circle(x + 1.5, y + 3, STONE, "#3a2208", 'opacity="0.35"')
            yield _circle(x, y, STONE, f"url(#{'black' if stone == BLACK else 'white'})")


def _numbers(position: Position, moves: Sequence[int | None], crossed: Container[str]) -> Iterator[str]:
    played = [(point, number) for number, point in enumerate(moves, 1) if point is not None and point >= 0]
    numbers = {point: number for point, number in played if position.cells[point]}
    for point, number in numbers.items():
        if points.name(point, SIZE) in crossed:
            continue
        colour = "#ffffff" if position.cells[point] == BLACK else "#111111"
        yield _text(*_place(point), str(number), 17, colour, 'font-weight="600"')
    if numbers:
        last = max(numbers, key=lambda point: numbers[point])
        yield _circle(*_place(last), STONE - 2.5, "none", 'stroke="#ff9d2e" stroke-width="3"')


def _badge(x: float, y: float, verdict: str, radius: float = 17) -> Iterator[str]:
    """Yield the mark of a verdict: its digit in a shape with that number of corners."""
    corners = int(verdict)
    turn = math.pi / 4 if corners == 4 else 0
    if corners == 3:
        y, radius = y + radius * 0.12, radius * 1.15
    angles = [turn + 2 * math.pi * corner / corners for corner in range(corners)]
    outline = " ".join(f"{x + radius * math.sin(at):.1f},{y - radius * math.cos(at):.1f}" for at in angles)
    yield (
        f'<polygon points="{outline}" fill="{KIND_COLOURS[verdict]}" stroke="{HALO}" stroke-width="1.6" '
        'stroke-linejoin="round"/>'
    )
    yield _text(x, y + (radius * 0.04 if corners == 3 else 0), verdict, radius * 0.95, "#ffffff", 'font-weight="700"')


def _verdicts(position: Position) -> Iterator[str]:
    for point, stone in enumerate(position.cells):
        mark = VERDICT_MARKS[position.verdicts[point]]
        if stone == EMPTY and mark in KIND_COLOURS:
            yield from _badge(*_place(point), mark)


def _kinds_below(position: Position) -> tuple[int, list[str]]:
    """Return the legend of the kinds on the board, by name: (height, parts)."""
    kinds = {VERDICT_MARKS[verdict] for verdict in position.verdicts}
    shown = [kind for kind in KIND_NAMES if kind in kinds]
    parts: list[str] = []
    for number, kind in enumerate(shown):
        x, y = MARGIN + 170 * number, WIDTH + 24
        parts += _badge(x, y, kind, 13)
        parts.append(_text(x + 24, y, KIND_NAMES[kind], 16, INK, 'text-anchor="start"'))
    return (48 if shown else 0), parts


def _explained(reasons: Reasons) -> Iterator[str]:
    """Yield the stone in question and the lines that it would make: strokes first, then marks on points, then letters.
    """
    x, y = _place_of(reasons["point"])
    yield _circle(x, y, STONE, "url(#black)", f'opacity="0.8" stroke="{HALO}" stroke-width="2" stroke-dasharray="5 4"')
    beside = [line["direction"] for line in reasons["lines"]]
    on_point: dict[str, int] = {}
    strokes: list[str] = []
    marks: list[str] = []
    letters: list[str] = []
    for number, line in enumerate(reasons["lines"]):
        colour = _colour(number, line)
        place = beside[:number].count(line["direction"]) - (beside.count(line["direction"]) - 1) / 2
        ends = _ends(line["stones"], 11 * place)
        strokes += _line(ends, colour, _dead(line))
        killed = {other["point"]: other["verdict"] for other in line.get("at", ()) if other["rule"]}
        for name in line["completes"]:
            times = on_point[name] = on_point.get(name, -1) + 1
            marks += _completion(*_place_of(name), colour, killed.get(name), times)
        letters += _letter(*_beyond(ends, (x, y)), number, colour)
    yield from strokes
    yield from marks
    yield from letters
    if reasons["verdict"] in KIND_COLOURS:
        yield from _badge(x, y, reasons["verdict"], 18)
    else:
        yield _circle(x, y, 7, HALO, f'stroke="{INK}" stroke-width="1.5"')


def _colour(number: int, line: Mapping[str, Any]) -> str:
    return FIVE_COLOUR if line["shape"] == "five" else LINE_COLOURS[number % len(LINE_COLOURS)]


def _dead(line: Mapping[str, Any]) -> bool:
    return line["shape"] == "three" and not line["counts"]


def _ends(stones: Sequence[str], aside: float) -> tuple[float, float, float, float]:
    """Return the ends of a stroke through stones, shifted sideways by `aside`: two strokes may share a line."""
    x1, y1 = _place_of(stones[0])
    x2, y2 = _place_of(stones[-1])
    length = math.hypot(x2 - x1, y2 - y1)
    right, down = -(y2 - y1) / length * aside, (x2 - x1) / length * aside
    return x1 + right, y1 + down, x2 + right, y2 + down


def _beyond(ends: Sequence[float], point: tuple[int, int]) -> tuple[float, float]:
    """Return the place of a stroke's letter: just beyond the end that is further from the point in question."""
    x1, y1, x2, y2 = ends
    if math.dist((x1, y1), point) >= math.dist((x2, y2), point):
        x1, y1, x2, y2 = x2, y2, x1, y1
    length = math.hypot(x2 - x1, y2 - y1)
    return x2 + (x2 - x1) / length * LETTER_BEYOND, y2 + (y2 - y1) / length * LETTER_BEYOND


def _line(ends: Sequence[float], colour: str, dead: bool) -> Iterator[str]:
    yield _stroke(ends, HALO, 9.5)
    yield _stroke(ends, colour, 6, 'stroke-dasharray="3 11"' if dead else "")


def _completion(x: int, y: int, colour: str, killed: str | None, times: int) -> Iterator[str]:
    """Yield a ring at a point that completes a line, or a cross with the verdict if the point is killed.

    `times`: the number of earlier marks on this point; a later mark is larger.
    """
    if killed:
        size = 9 + 5 * times
        for ends in ((x - size, y - size, x + size, y + size), (x - size, y + size, x + size, y - size)):
            yield _stroke(ends, HALO, 8)
        for ends in ((x - size, y - size, x + size, y + size), (x - size, y + size, x + size, y - size)):
            yield _stroke(ends, colour, 4.5)
        yield from _badge(x + 20, y - 18, killed, 12)
    else:
        radius = 9 + 6 * times
        yield _circle(x, y, radius, "none", f'stroke="{HALO}" stroke-width="7"')
        yield _circle(x, y, radius, HALO if not times else "none", f'stroke="{colour}" stroke-width="4"')


def _letter(x: float, y: float, number: int, colour: str) -> Iterator[str]:
    yield _circle(x, y, 10, colour, f'stroke="{HALO}" stroke-width="2"')
    yield _text(x, y, LINE_LETTERS[number % len(LINE_LETTERS)], 14, "#ffffff", 'font-weight="700"')


def _reasons_below(reasons: Reasons) -> tuple[int, list[str]]:
    """Return the reasons in words, each line with its letter and stroke: (height, parts)."""
    y = WIDTH + 30
    parts = [_text(MARGIN - 30, y, verdict_text(reasons), 21, INK, 'text-anchor="start" font-weight="700"')]
    y += 8
    for number, line in enumerate(reasons["lines"]):
        colour = _colour(number, line)
        y += ROW
        parts += _letter(MARGIN - 20, y, number, colour)
        parts += _line((MARGIN + 4, y, MARGIN + 48, y), colour, _dead(line))
        for row, words in enumerate(textwrap.wrap(line_text(line), CHARACTERS, break_on_hyphens=False)):
            y += (ROW - 5) * (row > 0)
            parts.append(_text(MARGIN + 66, y, words, 16, INK, 'text-anchor="start"'))
    return y + 26 - WIDTH, parts
