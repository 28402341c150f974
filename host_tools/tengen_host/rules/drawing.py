"""Draw the result of an example as lines of text or as an SVG picture, or a whole page as an SVG sheet.

Only the part of the board around the stones is drawn. These marks are used:

- a ring on the last move, numbers if several stones were put;
- a cross on the outline of a removed stone; a dot of the former colour on a stone that has changed its colour;
- a barred disc on a refused point;
- rings on the stones of a line that wins (solid) or that wins unless the next move breaks it (dashed), or of a foul;
- small dots on the points where a stone may be put.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tengen.games import CELL_MARKS, COLOUR_NAMES, EMPTY, points

from ..records import diagram, svg
from ..records.diagram import Circle, Ground, Line, Loop, Shape, Stone, Text
from .examples import Shown
from .wrapping import wrap

_AROUND = 1  # points around the outermost stone that are drawn
_LEAST = 7  # the smallest drawn part, in points per side
_WHOLE = 10  # a board up to this size is drawn completely
_PITCH, _STONE = diagram.PITCH, diagram.STONE
_MARGIN = 46
_INK, _RED, _GREEN, _BLUE, _WHITE = "#2b1a08", "#c81e1e", "#0b8a43", "#1d5fd0", "#fffdf6"
_RING = {"black": "#ffa033", "white": "#d9480f", "neutral": "#5a1d00", "common": "#111111"}
_PLAIN = {"black": "#111111", "white": "#ffffff", "neutral": "#8f9aa3", "common": "#d98c3f"}

# sizes on a sheet
_COLUMNS = 4
_LETTER, _ROW, _CHARACTER = 17, 25, 8.4
_GAP = 26


class _Window:
    """The drawn part of a board, as columns and rows counted from its lower left corner."""

    def __init__(self, shown: Shown) -> None:
        self.size = size = shown.size
        wanted = {point for point, cell in enumerate(shown.cells) if cell}
        wanted |= {*shown.played, *shown.gone, *shown.refused, *shown.line, *shown.offers}
        self.left, across = _span([point % size for point in wanted], shown)
        self.low, up = _span([point // size for point in wanted], shown)
        self.side = max(across, up)
        self.left, self.low = (min(at, size - self.side) for at in (self.left, self.low))
        filled = [point // size for point in wanted]
        # the rows with any content, and one row above and below; lines of text need no other rows
        self.lowest = max(self.low, min(filled, default=0) - _AROUND)
        self.highest = min(self.low + self.side - 1, max(filled, default=size) + _AROUND)

    def place(self, point: int) -> tuple[float, float]:
        """Return the place of a point in the picture."""
        column, row = point % self.size - self.left, point // self.size - self.low
        return _MARGIN + _PITCH * column, _MARGIN + _PITCH * (self.side - 1 - row)

    def has(self, point: int) -> bool:
        """Return whether a point is drawn."""
        column, row = point % self.size - self.left, point // self.size - self.low
        return 0 <= column < self.side and 0 <= row < self.side


def _span(ats: Sequence[int], shown: Shown) -> tuple[int, int]:
    if shown.size <= _WHOLE or shown.torus or not ats:
        return 0, shown.size
    low, high = max(0, min(ats) - _AROUND), min(shown.size - 1, max(ats) + _AROUND)
    while high - low + 1 < _LEAST:
        low, high = max(0, low - 1), min(shown.size - 1, high + 1)
    return low, high - low + 1


def picture(shown: Shown, title: str = "") -> str:
    """Return one picture as SVG. `title` is for screen readers."""
    shapes, side = _shapes(shown)
    return svg.text([Ground(side, side, side, "wood"), *shapes], title)


def sheet(title: str, sentences: Sequence[str], pictures: Sequence[tuple[Shown, str]], language: str) -> str:
    """Return a whole page in a language as an SVG, with its title, its sentences, and the pictures with captions."""
    drawn = [(*_shapes(shown), caption) for shown, caption in pictures]
    cell = 360.0
    width = _GAP + min(_COLUMNS, max(2, len(drawn))) * (cell + _GAP)
    found: list[Shape] = [Text(_GAP, 40, title, 28, "#000000", bold=True, left=True)]
    y = 84.0
    for sentence in sentences:
        for number, row in enumerate(wrap(sentence, int((width - 2 * _GAP - 20) / _CHARACTER))):
            if not number:
                found.append(Circle(_GAP + 5, y, 3, fill="#000000"))
            found.append(Text(_GAP + 20, y, row, _LETTER, "#000000", left=True))
            y += _ROW
    for first in range(0, len(drawn), _COLUMNS):
        y += _GAP
        lowest = y
        for number, (shapes, side, caption) in enumerate(drawn[first : first + _COLUMNS]):
            x, scale = _GAP + number * (cell + _GAP), cell / side
            found.append(Circle(x, y, 0))
            found += [_moved(shape, x, y, scale) for shape in shapes]
            for line, row in enumerate(wrap(caption, int(cell / _CHARACTER))):
                at = y + cell + 8 + _ROW * line
                found.append(Text(x + cell / 2, at, row, _LETTER, "#000000"))
                lowest = max(lowest, at)
        y = lowest + _ROW
    return svg.text([Ground(width, y, y, "print"), *found], title, language=language)


def _moved(shape: Shape, x: float, y: float, scale: float) -> Shape:
    """Return a shape at another place, in another size."""
    moved: dict[str, Any] = {}
    for name, value in vars(shape).items():
        if name in ("x", "x1", "x2"):
            moved[name] = x + value * scale
        elif name in ("y", "y1", "y2"):
            moved[name] = y + value * scale
        elif name in ("r", "size", "width"):
            moved[name] = value * scale
        elif name == "places":
            moved[name] = tuple((x + across * scale, y + down * scale) for across, down in value)
        elif name == "dash":
            moved[name] = tuple(length * scale for length in value)
    return replace(shape, **moved)


def _shapes(shown: Shown) -> tuple[list[Shape], float]:
    """Return the shapes of a picture, and its width and height."""
    window = _Window(shown)
    found = [*_grid(window)]
    for point in shown.zone:
        if window.has(point):
            found.append(Circle(*window.place(point), 5.5, fill=_BLUE, stroke=_WHITE, width=1.4))
    found += [
        Stone(*window.place(point), _STONE, COLOUR_NAMES[cell]) for point, cell in enumerate(shown.cells) if cell
    ]
    for point, was in shown.gone.items():
        found += _gone(*window.place(point), COLOUR_NAMES[was])
    for point, was in shown.turned.items():
        found.append(Circle(*window.place(point), 6, fill=_PLAIN[COLOUR_NAMES[was]], stroke=_GREEN, width=2))
    for points_, colour in ((shown.line, _GREEN if shown.wins else _RED), (shown.standing, _GREEN)):
        for point in points_:
            found.append(_ring(*window.place(point), colour, dashed=points_ is shown.standing))
    found += _numbers(shown, window)
    for point in shown.refused:
        x, y = window.place(point)
        found += [Circle(x, y, _STONE - 3, fill=_RED, stroke=_WHITE, width=2), Line(x - 8, y, x + 8, y, _WHITE, 5)]
    return found, 2 * _MARGIN + (window.side - 1) * _PITCH


def _grid(window: _Window) -> Iterator[Shape]:
    size, side = window.size, window.side
    ends = []
    for low in (window.left, window.low):
        start = 0.0 if low == 0 else -0.5
        end = side - 1.0 if low + side == size else side - 0.5
        ends.append((start, end))
    (left, right), (lower, upper) = ends

    def at(column: float, row: float) -> tuple[float, float]:
        return _MARGIN + _PITCH * column, _MARGIN + _PITCH * (side - 1 - row)

    for number in range(side):
        edge = window.left + number in (0, size - 1)
        yield Line(*at(number, lower), *at(number, upper), _INK, 2.2 if edge else 1)
        edge = window.low + number in (0, size - 1)
        yield Line(*at(left, number), *at(right, number), _INK, 2.2 if edge else 1)
    for column, row in diagram.star_points(size):
        if window.has(row * size + column):
            yield Circle(*window.place(row * size + column), 3.8, fill=_INK)
    for number in range(side):
        letter, row_number = points.LETTERS[window.left + number].upper(), str(window.low + number + 1)
        yield Text(*at(number, -0.8), letter, 14, _INK)
        yield Text(*at(-0.85, number), row_number, 14, _INK)


def _gone(x: float, y: float, colour: str) -> Iterator[Shape]:
    yield Circle(x, y, _STONE - 1, fill="#d9b27a", stroke=_PLAIN[colour], width=2.4)
    for down in (7, -7):
        yield Line(x - 7, y - down, x + 7, y + down, _RED, 3)


def _ring(x: float, y: float, colour: str, dashed: bool) -> Shape:
    around = diagram.around((x, y), (x, y), _STONE + 0.4)
    return Loop(around, colour, 4, (6, 7) if dashed else (), _WHITE)


def _numbers(shown: Shown, window: _Window) -> Iterator[Shape]:
    """Return the moves' numbers, or a ring if only one stone was put."""
    lying = {point: number for number, point in enumerate(shown.played, 1) if shown.cells[point] != EMPTY}
    for point, number in lying.items():
        x, y = window.place(point)
        colour = COLOUR_NAMES[shown.cells[point]]
        if len(shown.played) > 1:
            yield Text(x, y, str(number), 16, "#ffffff" if colour == "black" else "#111111", bold=True)
        else:
            yield Circle(x, y, 9, stroke=_RING[colour], width=3)
    for point in shown.offers:
        yield Text(*window.place(point), "?", 20, "#ffffff", bold=True)


def text(shown: Shown) -> list[str]:
    """Return the picture as lines of text.

    X is a black stone, O a white one, N a neutral one, and C is the common centre.
    """
    window = _Window(shown)
    marks = {point: _mark(shown, point) for point in range(len(shown.cells))}
    columns = range(window.left, window.left + window.side)
    letters = "     " + "  ".join(points.LETTERS[column].upper() for column in columns)
    rows = [letters.rstrip()]
    for row in range(window.highest, window.lowest - 1, -1):
        rows.append(f"{row + 1:3} " + "".join(marks[row * shown.size + column] for column in columns).rstrip())
    return rows


def _mark(shown: Shown, point: int) -> str:
    """Return the three characters of a point."""
    cell = shown.cells[point]
    mark = CELL_MARKS[cell]
    if point in shown.refused:
        return " ! "
    if point in shown.line:
        return f"[{mark}]"
    if point in shown.standing:
        return f"<{mark}>"
    if point in shown.offers:
        return f"?{mark} "
    if point in shown.turned:
        return f"*{mark} "
    if point in shown.played and cell:
        return f"({mark})"
    if point in shown.gone:
        return " x " if shown.gone[point] == 1 else " o "
    return " + " if not cell and point in shown.zone else f" {mark} "


# the marks of text(); the word of each mark in `mark.WORD` in texts/*.json; and a test whether a picture contains the
# mark
LEGEND: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
    ("(X)", "put", lambda text: "(" in text),
    ("[X]", "line", lambda text: "[" in text),
    ("<X>", "stands", lambda text: "<" in text),
    ("*X", "turned", lambda text: "*" in text),
    ("?X", "offered", lambda text: "?" in text),
    ("x o", "gone", lambda text: " x " in text or " o " in text),
    ("!", "refused", lambda text: "!" in text),
    ("+", "may", lambda text: "+" in text),
    ("N", "neutral", lambda text: "N" in text.replace(" N  O", "")),
    ("C", "common", lambda text: "(C)" in text or "[C]" in text),
)
