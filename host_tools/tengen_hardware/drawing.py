"""Plain drawings as SVG: lines, boxes and text in a few colours. The same figures give the same text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from . import leaders
from .circuit import CircuitError
from .leaders import Point
from .markdown import number

INK, GREY, PALE, FIVE, GROUND, ROW, COLUMN, DATA, MARK = (
    "#222222", "#777777", "#dddddd", "#c62828", "#37474f", "#1565c0", "#2e7d32", "#8e24aa", "#ef6c00",
)  # fmt: skip
BOARD, SHADE, WHITE = "#f4efe2", "#eeeeee", "#ffffff"


class Drawing:
    """A sheet of `width` x `height` pixels. Later elements cover earlier ones."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._title = title
        self._made = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="Arial, Helvetica, sans-serif">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="{WHITE}"/>',
        ]
        self._words: list[leaders.Box] = []
        self._leaders: list[tuple[Point, Point, str]] = []

    def box(self, x: float, y: float, width: float, height: float, fill: str = WHITE, line: str = INK,
            round_: float = 0, thick: float = 1.5, told: str = "") -> None:  # fmt: skip
        """Draw a rectangle from its upper left corner. `told`: the tooltip of the rectangle."""
        self._put("rect", f"<title>{escape(told)}</title>" if told else "", x=x, y=y, width=width, height=height,
                  rx=round_, fill=fill, stroke=line if thick else "none", stroke_width=thick)  # fmt: skip

    def dot(self, x: float, y: float, radius: float, fill: str = INK, line: str = "none", thick: float = 1.5) -> None:
        """Draw a disc."""
        self._put("circle", cx=x, cy=y, r=radius, fill=fill, stroke=line, stroke_width=thick)

    def line(self, points: Iterable[Point], colour: str = INK, thick: float = 2) -> None:
        """Draw a line through points."""
        self._put("polyline", points=_way(points), fill="none", stroke=colour, stroke_width=thick,
                  stroke_linejoin="round", stroke_linecap="round")  # fmt: skip

    def area(self, points: Iterable[Point], fill: str = INK, line: str = "none") -> None:
        """Draw a filled polygon."""
        self._put("polygon", points=_way(points), fill=fill, stroke=line)

    def text(self, x: float, y: float, words: str, size: float = 16, colour: str = INK, at: str = "start",
             bold: bool = False, turned: float = 0) -> None:  # fmt: skip
        """Draw lines of text. (x, y) is on the first baseline, at the text's start, middle or end (`at`).

        `turned`: degrees, clockwise around (x, y).
        """
        more = {"font_weight": "bold"} if bold else {}
        if turned:
            more["transform"] = f"rotate({number(turned)} {number(x)} {number(y)})"
        for count, line in enumerate(words.split("\n")):
            down = y + 1.25 * size * count
            self._words.append(leaders.box(x, down, line, size, at, turned))
            self._put("text", escape(line), x=x, y=down, font_size=size, fill=colour, text_anchor=at, **more)

    def label(self, x: float, y: float, words: str, size: float = 16, fill: str = MARK) -> None:
        """Draw a measuring point: a round mark with its number or letter."""
        self.dot(x, y, 0.85 * size, fill)
        self.text(x, y + 0.36 * size, words, size, WHITE, "middle", bold=True)

    def leader(self, start: Point, ends: Iterable[Point], colour: str = GREY) -> None:
        """Lead a line from words to each thing that they name; its way is found when all words are drawn."""
        self._leaders += [(start, end, colour) for end in ends]

    def svg(self) -> str:
        """Return the file's text. Raises CircuitError if a leader would cross words."""
        for start, end, colour in self._leaders:
            way = leaders.route(start, end, self._words)
            if way is None:
                raise CircuitError(f"{self._title}: each line from {start} to {end} crosses words")
            self._put("polyline", class_="leader", points=_way(way), fill="none", stroke=colour, stroke_width=1.5)
            self.dot(*end, 3, colour)
        return "\n".join([*self._made, "</svg>\n"])

    def _put(self, tag: str, inside: str = "", **given: str | float) -> None:
        """Add an element with these attributes, with its numbers rounded."""
        values = ((name, each if isinstance(each, str) else number(each)) for name, each in given.items())
        start = tag + "".join(f' {name.rstrip("_").replace("_", "-")}="{value}"' for name, value in values)
        self._made.append(f"<{start}>{inside}</{tag}>" if inside else f"<{start}/>")


def _way(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)
