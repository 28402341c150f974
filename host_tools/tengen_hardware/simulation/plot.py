"""Plots as SVG text: axes, curves, bars, marks. Coordinates are rounded: the same figures give the same text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

INK, GREY, LIGHT = "#222", "#777", "#ddd"
COLOURS = ("#0b6e99", "#c0392b", "#6a8f1f", "#8e5bb5")
_FONT = "font-family=\"sans-serif\""


def text(x: float, y: float, words: str, size: int = 14, anchor: str = "start", colour: str = INK) -> str:
    """Words at a place."""
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    place = f'x="{x:.1f}" y="{y:.1f}" {_FONT} font-size="{size}" text-anchor="{anchor}"'
    return f'<text {place} fill="{colour}">{words}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str = INK, width: float = 1, dashes: str = "") -> str:
    """A straight line."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="{width:g}"{dashed}/>'


def box(x: float, y: float, width: float, height: float, fill: str, edge: str = "none") -> str:
    """A filled rectangle."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}" stroke="{edge}"/>'


def document(width: int, height: int, items: Iterable[str]) -> str:
    """A picture on white."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return "\n".join([head, box(0, 0, width, height, "#fff"), *items, "</svg>", ""])


class Axes:
    """A frame from (left, top) to (right, bottom) of the picture, for `x` and `y` from and to."""

    def __init__(
        self, x: tuple[float, float], y: tuple[float, float], place: tuple[float, float, float, float]
    ) -> None:
        self.x, self.y = x, y
        self.left, self.top, self.right, self.bottom = place

    def at_x(self, value: float) -> float:
        return self.left + (value - self.x[0]) / (self.x[1] - self.x[0]) * (self.right - self.left)

    def at_y(self, value: float) -> float:
        return self.bottom - (value - self.y[0]) / (self.y[1] - self.y[0]) * (self.bottom - self.top)

    def frame(self, xs: Sequence[float], ys: Sequence[float], x_name: str, y_name: str) -> list[str]:
        """Grid, scales and names; no scale for `xs` of nothing."""
        found = []
        for value in ys:
            y = self.at_y(value)
            found += [line(self.left, y, self.right, y, LIGHT)]
            found += [text(self.left - 8, y + 5, f"{value:g}", 13, "end", GREY)]
        for value in xs:
            x = self.at_x(value)
            found += [line(x, self.bottom, x, self.bottom + 5, GREY)]
            found += [text(x, self.bottom + 20, f"{value:g}", 13, "middle", GREY)]
        found += [line(self.left, self.top, self.left, self.bottom, GREY)]
        found += [line(self.left, self.bottom, self.right, self.bottom, GREY)]
        found += [text(self.right, self.bottom + 38, x_name, 13, "end", GREY)]
        return [*found, text(self.left - 8, self.top - 10, y_name, 13, "end", GREY)]

    def curve(self, points: Iterable[tuple[float, float]], colour: str, width: float = 2.5) -> str:
        """A curve through points."""
        path = "L".join(f"{self.at_x(x):.1f} {self.at_y(y):.1f}" for x, y in points)
        return f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"/>'

    def level(self, value: float, words: str, end: float, colour: str = INK) -> list[str]:
        """A dashed line across, with words above it that end at `end`."""
        y = self.at_y(value)
        return [
            line(self.left, y, self.right, y, colour, 1.5, "6 4"),
            text(self.at_x(end) - 4, y - 6, words, 13, "end", colour),
        ]

    def moment(self, value: float, words: str, anchor: str = "start", colour: str = INK) -> list[str]:
        """A line up at a moment, with words at its top; `anchor`: "start" to the right of it, "end" to the left."""
        x = self.at_x(value)
        return [
            line(x, self.top, x, self.bottom, colour, 1.5),
            text(x + (6 if anchor == "start" else -6), self.top + 14, words, 13, anchor, colour),
        ]
