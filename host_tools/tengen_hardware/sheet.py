"""A sheet for circuit drawings, as SVG with words as text. It has the same bytes on every machine."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import schemdraw
import schemdraw.elements as elm

from . import tables
from .circuit import FIVE, GROUND, THREE, Circuit, Part

PATH = "#c0392b"  # the colour of the current's path
FAINT = "#666666"
_WIDE = 0.6  # the width of a letter as a share of its size, in the widest common sans-serif font


def sheet() -> schemdraw.Drawing:
    """Return an empty sheet. Elements that are drawn within its `with` block are put on it."""
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"
    drawing = schemdraw.Drawing(show=False)
    drawing.config(fontsize=13, font="sans-serif", bgcolor="white", lw=1.6, margin=0.4)
    return drawing


def svg(drawing: schemdraw.Drawing) -> str:
    """Return the drawing's SVG, wide enough for its text. Numbers are rounded, to be equal on all machines."""
    text = drawing.get_imagedata("svg").decode()
    text = re.sub(r"<[^>]*>", lambda tag: re.sub(r"-?\d+\.\d+", _short, tag[0]), text)
    text = text.replace("stroke-dasharray:-;", "").replace('font-family="sans"', 'font-family="sans-serif"')
    return re.sub(r"(</(?:text|svg)>|/>)", r"\1\n", _widened(text)).rstrip() + "\n"


def _short(found: re.Match[str]) -> str:
    return f"{round(float(found[0]), 1) + 0:g}"  # + 0: no -0


def _widened(text: str) -> str:
    """Widen the picture for its longest words, because schemdraw underestimates their width in common fonts."""
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
    """Write a line of text that begins (side "left"), ends ("right") or is centred ("center") at a place."""
    label = elm.Label().at((at[0], at[1] - 0.09)).theta(0)
    label.label(text, loc="center", halign=side, valign="center", ofst=0, fontsize=size, color=color)


def value(board: dict[str, Any], part: Part) -> str:
    """Write a part's reference, and its value in a second line."""
    return f"{part.reference}\n{board['parts'][part.kind]['value']}"


def source(board: dict[str, Any], here: Circuit, asks: Part, net: str) -> str:
    """Return the other end of a chip's wire: the name of a supply, or GPIO and terminal of a pin of the Pico."""
    if net in (GROUND, FIVE, THREE):
        return tables.words(board, net)
    for end in here.nets()[net]:
        if end.part.kind == "pico":
            return f"Pico {end.terminal.name} (terminal {end.terminal.number})"
    return tables.ends(here, net, asks.reference)


def box(left: float, low: float, right: float, high: float, color: str) -> None:
    """Draw a frame."""
    corners = [(left, low), (right, low), (right, high), (left, high), (left, low)]
    for one, two in pairwise(corners):
        elm.Line().at(one).to(two).color(color).linewidth(1.2)


def wire(*places: tuple[float, float], color: str = "", style: str = "") -> None:
    """Draw a wire from place to place."""
    for one, two in pairwise(places):
        drawn = elm.Line().at(one).to(two)
        if color:
            drawn.color(color)
        if style:
            drawn.linestyle(style)
