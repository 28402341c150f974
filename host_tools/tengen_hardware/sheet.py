"""A sheet to draw circuits on, and its SVG: the same to the byte everywhere, its words as text."""

from __future__ import annotations

import re
from typing import Any

import schemdraw
import schemdraw.elements as elm

from . import tables
from .circuit import FIVE, GROUND, THREE, Circuit, Part

PATH = "#c0392b"  # the way of a current
FAINT = "#666666"
_WIDE = 0.6  # a letter's width, in parts of its size: as wide as the widest of the common sans-serif fonts


def sheet() -> schemdraw.Drawing:
    """An empty sheet: what is drawn within its `with` is on it."""
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"
    drawing = schemdraw.Drawing(show=False)
    drawing.config(fontsize=13, font="sans-serif", bgcolor="white", lw=1.6, margin=0.4)
    return drawing


def svg(drawing: schemdraw.Drawing) -> str:
    """The drawing's text: numbers short, so that they are the same on every machine, and wide enough for its words."""
    text = drawing.get_imagedata("svg").decode()
    text = re.sub(r"<[^>]*>", lambda tag: re.sub(r"-?\d+\.\d+", _short, tag[0]), text)
    text = text.replace("stroke-dasharray:-;", "").replace('font-family="sans"', 'font-family="sans-serif"')
    return re.sub(r"(</(?:text|svg)>|/>)", r"\1\n", _widened(text)).rstrip() + "\n"


def _short(found: re.Match[str]) -> str:
    return f"{round(float(found[0]), 1) + 0:g}"  # + 0: no -0


def _widened(text: str) -> str:
    """Room for the longest words at both sides: schemdraw guesses their width too small for common fonts."""
    left, top, width, height = map(float, re.findall(r"[-\d.]+", re.findall(r'viewBox="[^"]*"', text)[0]))
    ends = [left, left + width]
    for size, anchor, words in re.findall(r'font-size="([\d.]+)"[^>]*text-anchor="(\w+)"[^>]*>(.*?)</text>', text):
        for x, line in re.findall(r'<tspan x="([-\d.]+)"[^>]*>(.*?)</tspan>', words):
            long = _WIDE * float(size) * len(line)
            start = float(x) - {"start": 0, "middle": long / 2, "end": long}[anchor]
            ends += [start - 8, start + long + 8]
    left, width = round(min(ends)), round(max(ends) - min(ends))
    text = re.sub(r'width="[\d.]+pt"', f'width="{width}pt"', text, count=1)
    return re.sub(r'viewBox="[^"]*"', f'viewBox="{left} {top:g} {width} {height:g}"', text, count=1)


def say(at: tuple[float, float], text: str, side: str = "left", size: float = 13, color: str = "black") -> None:
    """A line of text that begins (side "left"), ends ("right") or is centred at a place."""
    label = elm.Label().at((at[0], at[1] - 0.09)).theta(0)
    label.label(text, loc="center", halign=side, valign="center", ofst=0, fontsize=size, color=color)


def value(board: dict[str, Any], part: Part) -> str:
    """A part's reference, and below it its value."""
    return f"{part.reference}\n{board['parts'][part.kind]['value']}"


def source(board: dict[str, Any], here: Circuit, asks: Part, net: str) -> str:
    """Where a wire of a chip leads: a supply by its name, a pin of the Pico by its GPIO and terminal."""
    if net in (GROUND, FIVE, THREE):
        return tables.words(board, net)
    for end in here.nets()[net]:
        if end.part.kind == "pico":
            return f"Pico {end.terminal.name} (terminal {end.terminal.number})"
    return tables.ends(here, net, asks.reference)


def box(left: float, low: float, right: float, high: float, color: str) -> None:
    """A frame."""
    corners = [(left, low), (right, low), (right, high), (left, high), (left, low)]
    for one, two in zip(corners, corners[1:], strict=False):
        elm.Line().at(one).to(two).color(color).linewidth(1.2)


def track(places: list[tuple[float, float]], style: str = "-") -> None:
    """A wire of the path's colour from place to place."""
    for one, two in zip(places, places[1:], strict=False):
        elm.Line().at(one).to(two).color(PATH).linestyle(style)
