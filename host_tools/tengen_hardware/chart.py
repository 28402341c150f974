"""Charts and drawings as SVG text. Every number is rounded, so the same figures give the same text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

INK, GREY, PALE = "#222222", "#777777", "#dddddd"
COLOURS = ("#0b6e99", "#c0392b", "#6a8f1f", "#8e5bb5")  # the colours of curves and bars
Point = tuple[float, float]


def number(value: float, digits: int = 1) -> str:
    """Format a number for a file: rounded, without trailing zeros, and 0 instead of -0."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


class Drawing:
    """A drawing on a white sheet; sizes in pixels."""

    def __init__(self, width: int, height: int, title: str):
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="Helvetica, Arial, sans-serif" font-size="14">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        ]

    def add(self, element: str) -> None:
        """Add an SVG element."""
        self.lines.append(element)

    def rect(self, x: float, y: float, width: float, height: float, fill: str, edge: str = "none", **more: str) -> None:
        """Draw a rectangle."""
        self.add(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
            f'fill="{fill}" stroke="{edge}"{_more(more)}/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str, edge: str = "none", **more: str) -> None:
        """Draw a circle."""
        self.add(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}" stroke="{edge}"'
            f"{_more(more)}/>"
        )

    def line(
        self, points: Iterable[Point], edge: str = INK, width: float = 1, dash: str = "", **more: str
    ) -> None:
        """Draw a line through points."""
        if dash:
            more["stroke_dasharray"] = dash
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.add(f'<polyline points="{path}" fill="none" stroke="{edge}" stroke-width="{number(width)}"{_more(more)}/>')

    def shape(self, loops: Iterable[Sequence[Point]], fill: str, edge: str = "none", **more: str) -> None:
        """Draw a filled shape of closed loops; the inner loops are holes."""
        path = "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in loop) + "Z" for loop in loops)
        if path:
            self.add(f'<path d="{path}" fill="{fill}" fill-rule="evenodd" stroke="{edge}"{_more(more)}/>')

    def text(self, x: float, y: float, words: str, anchor: str = "start", fill: str = INK, **more: str) -> None:
        """Write a line of text."""
        self.add(
            f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" fill="{fill}"{_more(more)}>'
            f"{escape(words)}</text>"
        )

    def window(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """Clip everything that follows to this rectangle, until close()."""
        place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        self.add(f'<clipPath id="{name}"><rect {place}/></clipPath>')
        self.add(f'<g clip-path="url(#{name})">')

    def close(self) -> None:
        """End the clipping that window() began."""
        self.add("</g>")

    def finish(self) -> str:
        """Return the file's text."""
        return "\n".join([*self.lines, "</svg>", ""])


class Chart:
    """A chart: axes in a rectangle of a drawing. `log`: the y axis is logarithmic."""

    def __init__(
        self,
        sheet: Drawing,
        box: tuple[float, float, float, float],
        across: tuple[float, float],
        up: tuple[float, float],
        log: bool = False,
    ):
        self.sheet, self.box, self.log = sheet, box, log
        self.across, self.up = across, up

    def x(self, value: float) -> float:
        """Return the pixel position of a value on the x axis."""
        left, _, width, _ = self.box
        return left + (value - self.across[0]) / (self.across[1] - self.across[0]) * width

    def y(self, value: float) -> float:
        """Return the pixel position of a value on the y axis."""
        _, top, _, height = self.box
        low, high = self.up
        part = math.log(value / low) / math.log(high / low) if self.log else (value - low) / (high - low)
        return top + height - part * height

    def axes(self, ticks: Sequence[float], rises: Sequence[float], below: str, beside: str) -> None:
        """Draw the axes, with a grid line and a number at each tick."""
        left, top, width, height = self.box
        for tick in ticks:
            self.sheet.line([(self.x(tick), top), (self.x(tick), top + height)], PALE)
            self.sheet.text(self.x(tick), top + height + 18, number(tick, 2), "middle")
        for rise in rises:
            self.sheet.line([(left, self.y(rise)), (left + width, self.y(rise))], PALE)
            self.sheet.text(left - 7, self.y(rise) + 5, number(rise, 2), "end")
        self.sheet.rect(left, top, width, height, "none", INK)
        self.sheet.text(left + width / 2, top + height + 38, below, "middle")
        self.sheet.text(left - 45, top - 12, beside)

    def curve(self, xs: Sequence[float], ys: Sequence[float], edge: str, dash: str = "") -> None:
        """Draw the part of a curve that is inside the y axis."""
        inside = [(self.x(x), self.y(y)) for x, y in zip(xs, ys, strict=True) if self.up[0] <= y <= self.up[1]]
        self.sheet.line(inside, edge, 2.2, dash)

    def level(self, value: float, words: str, end: float, edge: str) -> None:
        """Draw a dashed horizontal line with words above it. `end`: where the words end on the x axis."""
        left, _, width, _ = self.box
        self.sheet.line([(left, self.y(value)), (left + width, self.y(value))], edge, 1.5, "6 4")
        self.sheet.text(self.x(end) - 4, self.y(value) - 6, words, "end", edge)

    def moment(self, value: float, words: str, anchor: str = "start", edge: str = INK) -> None:
        """Draw a vertical line with words at its top, to the right (`anchor` "start") or to the left ("end")."""
        _, top, _, height = self.box
        self.sheet.line([(self.x(value), top), (self.x(value), top + height)], edge, 1.5)
        self.sheet.text(self.x(value) + (6 if anchor == "start" else -6), top + 14, words, anchor, edge)


def _more(more: dict[str, str]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
