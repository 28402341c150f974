"""SVG as text: a few shapes, scales for charts, and contours of a grid. Every number is rounded, so files repeat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

import numpy as np

INK, GREY, PALE = "#222222", "#777777", "#dddddd"
Point = tuple[float, float]


def number(value: float, digits: int = 1) -> str:
    """A number for a file: rounded, without trailing zeros or a minus before nothing."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


class Drawing:
    """A white sheet, in pixels."""

    def __init__(self, width: int, height: int, title: str):
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="Helvetica, Arial, sans-serif" font-size="14">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        ]

    def add(self, element: str) -> None:
        self.lines.append(element)

    def rect(self, x: float, y: float, width: float, height: float, fill: str, edge: str = "none", **more: str) -> None:
        self.add(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
            f'fill="{fill}" stroke="{edge}"{_more(more)}/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str, edge: str = "none", **more: str) -> None:
        self.add(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}" stroke="{edge}"'
            f"{_more(more)}/>"
        )

    def line(
        self, points: Iterable[Point], edge: str = INK, width: float = 1, dash: str = "", **more: str
    ) -> None:
        if dash:
            more["stroke_dasharray"] = dash
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.add(f'<polyline points="{path}" fill="none" stroke="{edge}" stroke-width="{number(width)}"{_more(more)}/>')

    def shape(self, loops: Iterable[Sequence[Point]], fill: str, edge: str = "none", **more: str) -> None:
        path = "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in loop) + "Z" for loop in loops)
        if path:
            self.add(f'<path d="{path}" fill="{fill}" fill-rule="evenodd" stroke="{edge}"{_more(more)}/>')

    def text(self, x: float, y: float, words: str, anchor: str = "start", fill: str = INK, **more: str) -> None:
        self.add(
            f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" fill="{fill}"{_more(more)}>'
            f"{escape(words)}</text>"
        )

    def window(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """What follows is seen in this rectangle only, until `close`."""
        place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        self.add(f'<clipPath id="{name}"><rect {place}/></clipPath>')
        self.add(f'<g clip-path="url(#{name})">')

    def close(self) -> None:
        self.add("</g>")

    def finish(self) -> str:
        return "\n".join([*self.lines, "</svg>", ""])


class Chart:
    """Axes in a rectangle of a drawing; `log`: the upright one by powers."""

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
        left, _, width, _ = self.box
        return left + (value - self.across[0]) / (self.across[1] - self.across[0]) * width

    def y(self, value: float) -> float:
        _, top, _, height = self.box
        low, high = self.up
        part = np.log(value / low) / np.log(high / low) if self.log else (value - low) / (high - low)
        return float(top + height - part * height)

    def axes(self, ticks: Sequence[float], rises: Sequence[float], below: str, beside: str) -> None:
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
        inside = [(self.x(x), self.y(y)) for x, y in zip(xs, ys, strict=True) if self.up[0] <= y <= self.up[1]]
        self.sheet.line(inside, edge, 2.2, dash)


def _more(more: dict[str, str]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())


def contour(grid: np.ndarray, level: float) -> list[list[Point]]:
    """Closed lines round all of `grid` that is above `level`, in steps of the grid: (column, row)."""
    padded = np.full((grid.shape[0] + 2, grid.shape[1] + 2), float(level - abs(level) - 1))
    padded[1:-1, 1:-1] = grid
    above = padded > level
    onward: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    rows, columns = padded.shape
    mixed = above[:-1, :-1].astype(int) + above[:-1, 1:] + above[1:, :-1] + above[1:, 1:]
    for r, c in np.argwhere((mixed > 0) & (mixed < 4)).tolist():
        corners = [above[r, c], above[r, c + 1], above[r + 1, c + 1], above[r + 1, c]]
        edges = [(r, c, 0), (r, c + 1, 1), (r + 1, c, 0), (r, c, 1)]
        # in where the first of an edge's corners is above, out where the second is: what is above stays at one side
        ins = [edges[k] for k in range(4) if corners[k] and not corners[(k + 1) % 4]]
        outs = [edges[k] for k in range(4) if not corners[k] and corners[(k + 1) % 4]]
        if len(ins) == 2 and edges.index(outs[0]) != (edges.index(ins[0]) + 1) % 4:
            outs.reverse()
        onward.update(zip(ins, outs, strict=True))
    found = []
    while onward:
        start = next(iter(onward))
        loop, at = [], start
        while at in onward:
            loop.append(_crossing(padded, level, at))
            at = onward.pop(at)
        found.append(loop)
    return found


def _crossing(padded: np.ndarray, level: float, edge: tuple[int, int, int]) -> Point:
    """Where the level crosses an edge of the grid, along a row (0) or a column (1)."""
    r, c, upright = edge
    first = padded[r, c]
    second = padded[r + 1, c] if upright else padded[r, c + 1]
    part = float(np.clip((level - first) / (second - first), 0, 1))
    return (c - 1 + (0 if upright else part), r - 1 + (part if upright else 0))
