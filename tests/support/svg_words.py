"""Read the words of a drawing, with the size, the anchor and the colour that they have or inherit."""

import re
import xml.etree.ElementTree as ET
from typing import NamedTuple

_SVG = "{http://www.w3.org/2000/svg}"


class Words(NamedTuple):
    """A line of words. (x, y): its start, middle or end on the baseline; `turned`: in degrees."""

    text: str
    x: float
    y: float
    size: float
    anchor: str
    colour: str
    turned: float

    def extent(self, letter):
        """Return the left and the right end, if a letter has the width `letter` times its size; turned words: none."""
        long = 0 if self.turned else letter * self.size * len(self.text)
        left = self.x - {"start": 0, "middle": long / 2, "end": long}[self.anchor]
        return left, left + long


def inherited(root):
    """Return a function (element, name, default) that returns an attribute, of the element or of one above it."""
    above = {child: parent for parent in root.iter() for child in parent}

    def its(element, name, default):
        while element is not None:
            style = dict(re.findall(r"([\w-]+): ([^;]+)", element.get("style", "")))
            if name in style or element.get(name):
                return style.get(name) or element.get(name)
            element = above.get(element)
        return default

    return its


def words(svg):
    """Return all words of a drawing, except in <defs>. A text with a place for each letter gives its letters."""
    root = ET.fromstring(svg)
    its = inherited(root)
    hidden = {text for defs in root.iter(f"{_SVG}defs") for text in defs.iter(f"{_SVG}text")}
    found = []
    for text in root.iter(f"{_SVG}text"):
        if text in hidden:
            continue
        moved = text.get("transform", "")
        turned = float(re.findall(r"rotate\((-?[\d.]+)", moved)[0]) if "rotate" in moved else 0.0
        x, y = (text.get("x"), text.get("y")) if text.get("x") else re.findall(r"[-.\d]+", moved)[:2]
        places, read = x.split(), "".join(text.itertext())
        size = float(its(text, "font-size", "16").removesuffix("px"))
        rest = (float(y), size, its(text, "text-anchor", "start"), its(text, "fill", "black"), turned)
        pieces = [read] if len(places) == 1 else list(read)
        found += [Words(piece, float(at), *rest) for piece, at in zip(pieces, places, strict=True)]
    return found
