"""Positions of Renju with the judge's verdicts, drawn by the code of `tengen judge --svg`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from tengen.games import BLACK, WHITE, points
from tengen.games.renju.position import SIZE, Position
from tengen.games.renju.reasons import decisive, reasons
from tengen_host.judge.drawing import line_text
from tengen_host.records.diagram import MARGIN, PITCH
from tengen_host.records.position_svg import board_svg

from ..pages import ROOT

_HARD = ROOT / "tests" / "data" / "rules4.jsonl"
_FOLDER = "firmware/docs/pictures/rules"
_AROUND = 2  # how many points are drawn around the outermost stones
_WIDTH = 20  # the width of a point on the page

# by the name of the picture: black stones, white stones, the judged point; the page explains each picture
SHAPES = {
    "overline": ("e8 f8 g8 i8 j8", "d8", "h8"),
    "double-four": ("e8 f8 h5 h6 h7 g8", "d8 h4", "h8"),
    "double-three": ("f8 g8 h9 h10", "", "h8"),
    "four-three": ("e8 f8 g8 h9 h10", "d8", "h8"),
    "both-killed": ("k12 f11 g11 j11 h10 h8 i8 i7 j7 g6", "", "h9"),
}


def _position(black: Iterable[str], white: Iterable[str]) -> Position:
    position = Position()
    for names, colour in ((black, BLACK), (white, WHITE)):
        for name in names:
            position.put(points.index(name, SIZE), colour)
    return position


def drawing(black: Iterable[str], white: Iterable[str], point: str) -> str:
    """Draw the stones, and the reasons for the verdict on a point; only the part of the board that has them."""
    black, white = list(black), list(white)
    position = _position(black, white)
    whole = board_svg(position, reasons(position, points.index(point, SIZE)))
    places = [points.index(name, SIZE) for name in (*black, *white, point)]
    columns, rows = [at % SIZE for at in places], [SIZE - 1 - at // SIZE for at in places]
    cut = []
    for ats in (columns, rows):
        first, last = max(0, min(ats) - _AROUND), min(SIZE - 1, max(ats) + _AROUND)
        # at the edge of the board, the letters and numbers beside it are drawn, too
        low = 0 if first == 0 else MARGIN + PITCH * (first - 0.5)
        high = 2 * MARGIN + PITCH * (SIZE - 1) if last == SIZE - 1 else MARGIN + PITCH * (last + 0.5)
        cut.append((low, high - low))
    (x, width), (y, height) = cut
    scale = _WIDTH / PITCH
    head = f'viewBox="{x:g} {y:g} {width:g} {height:g}" width="{width * scale:g}" height="{height * scale:g}"'
    return re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', head, whole, count=1)


def _hard() -> list[tuple[list[str], list[str], list[str]]]:
    """Return the hard positions: black stones, white stones, and the judged points."""
    found: dict[tuple[str, str], list[str]] = {}
    for line in _HARD.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found.setdefault((" ".join(row["black"]), " ".join(row["white"])), []).append(row["point"])
    return [(black.split(), white.split(), judged) for (black, white), judged in found.items()]


def verdict(black: Iterable[str], white: Iterable[str], point: str) -> str:
    """Return the judge's verdict on a point, and the lines that are the reason for it."""
    found = reasons(_position(black, white), points.index(point, SIZE))
    lines = "; ".join(line_text(line) for line in decisive(found) or found["lines"])
    return f"**{found['name']}**" + (f": {lines}" if lines else "")


def hard() -> str:
    """Return a table of the hard positions, with the judge's verdicts."""
    rows = ["| position | stones | verdict of the judge |", "|---|---|---|"]
    for number, (black, white, judged) in enumerate(_hard(), 1):
        said = "<br>".join(f"{point}: {verdict(black, white, point)}" for point in judged)
        stones = f"black {' '.join(black)}" + (f"; white {' '.join(white)}" if white else "")
        rows.append(
            f"| ![The position; {judged[0]} is judged.](pictures/rules/hard-{number}.svg) | {stones} | {said} |"
        )
    return "\n".join(rows)


def shape(name: str) -> str:
    """Return the picture of one of SHAPES, with its stones in words."""
    black, white, point = SHAPES[name]
    lines = [f"{colour} {stones.upper()}" for colour, stones in (("black", black), ("white", white)) if stones]
    return f"![{', '.join(lines)}: {point.upper()} is judged.](pictures/rules/{name}.svg)"


def shapes() -> str:
    """Return a table of the fouls, and of a four with a three, which is not a foul."""
    rows = ["| position | verdict of the judge |", "|---|---|"]
    for name in ("overline", "double-four", "double-three", "four-three"):
        black, white, point = SHAPES[name]
        rows.append(f"| {shape(name)} | {point.upper()}: {verdict(black.split(), white.split(), point)} |")
    return "\n".join(rows)


def pictures() -> dict[str, str]:
    """Return the pictures of the hard positions and of the shapes."""
    found = {f"hard-{number}": drawing(black, white, judged[0])
             for number, (black, white, judged) in enumerate(_hard(), 1)}  # fmt: skip
    found |= {name: drawing(black.split(), white.split(), point) for name, (black, white, point) in SHAPES.items()}
    return {f"{_FOLDER}/{name}.svg": text for name, text in found.items()}
