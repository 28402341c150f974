"""Plain drawings as SVG: lines, boxes and text in a few colours. Each run gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

INK, FAINT, FIVE, GROUND, ROW, COLUMN, DATA, MARK = (
    "#222222", "#999999", "#c62828", "#37474f", "#1565c0", "#2e7d32", "#8e24aa", "#ef6c00",
)  # fmt: skip
BOARD, SHADE, WHITE = "#f4efe2", "#eeeeee", "#ffffff"
_FONT = "Arial, Helvetica, sans-serif"

Point = tuple[float, float]


class Drawing:
    """A sheet of `width` x `height`. Later elements cover earlier ones."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._size = width, height
        self._title = title
        self._made: list[str] = []

    def box(self, x: float, y: float, width: float, height: float, fill: str = WHITE, line: str = INK,
            round_: float = 0, thick: float = 1.5, told: str = "") -> None:  # fmt: skip
        """Draw a rectangle from its upper left corner. `told`: the tooltip of the rectangle."""
        edge = f' stroke="{line}" stroke-width="{_n(thick)}"' if thick else ""
        end = f"><title>{escape(told)}</title></rect>" if told else "/>"
        self._put(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(round_)}" '
            f'fill="{fill}"{edge}{end}'
        )

    def dot(self, x: float, y: float, radius: float, fill: str = INK, line: str = "none", thick: float = 1.5) -> None:
        """Draw a disc."""
        self._put(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="{line}" '
                  f'stroke-width="{_n(thick)}"/>')

    def line(self, points: Sequence[Point], colour: str = INK, thick: float = 2, dashed: bool = False,
             head: bool = False) -> None:  # fmt: skip
        """Draw a line through points. `head`: whether it ends with an arrow."""
        at = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dash = ' stroke-dasharray="7 5"' if dashed else ""
        self._put(f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="{_n(thick)}" '
                  f'stroke-linejoin="round" stroke-linecap="round"{dash}/>')
        if head:
            self._head(points[-2], points[-1], colour, 5 + 2 * thick)

    def area(self, points: Sequence[Point], fill: str = INK) -> None:
        """Draw a filled polygon without an edge."""
        at = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._put(f'<polygon points="{at}" fill="{fill}"/>')

    def text(self, x: float, y: float, words: str, size: float = 16, colour: str = INK, at: str = "start",
             bold: bool = False, turned: float = 0) -> None:  # fmt: skip
        """Draw lines of text. (x, y) is on the first baseline, at the text's start, middle or end (`at`).

        `turned`: degrees, clockwise around (x, y).
        """
        weight = ' font-weight="bold"' if bold else ""
        weight += f' transform="rotate({_n(turned)} {_n(x)} {_n(y)})"' if turned else ""
        for number, line in enumerate(words.split("\n")):
            self._put(
                f'<text x="{_n(x)}" y="{_n(y + 1.25 * size * number)}" font-size="{_n(size)}" fill="{colour}" '
                f'text-anchor="{at}"{weight}>{escape(line)}</text>'
            )

    def label(self, x: float, y: float, words: str, size: float = 16, fill: str = MARK) -> None:
        """Draw a measuring point: a round mark with its number or letter."""
        self.dot(x, y, 0.85 * size, fill)
        self.text(x, y + 0.36 * size, words, size, WHITE, "middle", bold=True)

    def svg(self) -> str:
        """Return the file's text."""
        width, height = self._size
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                f'viewBox="0 0 {width} {height}" font-family="{_FONT}">',
                f"<title>{escape(self._title)}</title>",
                f'<rect width="{width}" height="{height}" fill="{WHITE}"/>',
                *self._made,
                "</svg>\n",
            ]
        )

    def _head(self, before: Point, end: Point, colour: str, size: float) -> None:
        (x0, y0), (x, y) = before, end
        length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5 or 1
        ux, uy = (x - x0) / length, (y - y0) / length
        corners = [
            (x, y),
            (x - size * ux - size * uy / 2, y - size * uy + size * ux / 2),
            (x - size * ux + size * uy / 2, y - size * uy - size * ux / 2),
        ]
        at = " ".join(f"{_n(cx)},{_n(cy)}" for cx, cy in corners)
        self._put(f'<polygon points="{at}" fill="{colour}"/>')

    def _put(self, element: str) -> None:
        self._made.append(element)


def plug(drawing: Drawing, x: float, y: float, pins: Iterable[tuple[str, str, str]], step: float = 22,
         words_left: bool = False, size: float = 14) -> list[Point]:  # fmt: skip
    """Draw a column of pins (number, word, colour) with words beside them. Return the place of each pin."""
    found = []
    for at, (number, word, colour) in enumerate(pins):
        cy = y + at * step
        drawing.box(x - step * 0.45, cy - step * 0.45, step * 0.9, step * 0.9, SHADE, colour, 2)
        drawing.text(x, cy + size * 0.33, number, size * 0.85, colour, "middle")
        drawing.text(x - step * 0.7 if words_left else x + step * 0.7, cy + size * 0.35, word, size, colour,
                     "end" if words_left else "start")  # fmt: skip
        found.append((x, cy))
    return found


def colour_of(net: str | None) -> str:
    """Return the colour of a net, the same in all drawings."""
    if net is None:
        return FAINT
    if net in ("5V", "VSYS", "VBUS", "SUPPLY", "3V3"):
        return FIVE
    if net == "GND":
        return GROUND
    if net.startswith(("ROW", "Y1", "Y2", "Y3", "SHUT")) and net != "RETURN":
        return ROW
    if net.startswith(("COL", "X1", "X2", "X3", "SENSE")):
        return COLUMN
    if net.startswith(("CHAIN", "HOME", "DAT1", "DAT2", "DAT3", "RETURN", "LED")):
        return DATA
    return INK


def _n(value: float) -> str:
    return f"{round(value, 1):g}"
