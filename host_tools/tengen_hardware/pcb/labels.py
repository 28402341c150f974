"""Place texts near their parts without overlaps. Pure functions, with the same result on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..circuit import CircuitError
from . import library
from .layout import SILK_TOP, TOP, Layout, Placed, Text

Box = tuple[float, float, float, float]  # left, bottom, right, top

_SIZES = (1.0, 0.8)  # sizes of letters, in mm; cheap makers can't print smaller letters legibly
_WIDE, _HIGH = 0.95, 1.5  # width and height of KiCad's letters, as shares of their size
_GAPS = (0.3, 0.8, 1.6, 2.6, 4.0, 5.5)  # mm from the part to the text
_SLIDES = (0.0, 1.0, -1.0, 2.0, -2.0, 3.5, -3.5, 5.0, -5.0)  # mm by which the text is moved along the part's side


def labelled(
    of: Layout, words: Mapping[str, str], taken: Iterable[Box], edge: float, layer: str = SILK_TOP
) -> tuple[Text, ...]:
    """Return a text for each part in `words`, placed outside `taken` and parts, at least `edge` mm from the edge.

    The texts are on the side of `layer`; of parts on the other side only the soldered pins count. Raises CircuitError,
    with the name of the part, if there is no place for a text.
    """
    width, height = of.outline[2]
    boxes = [*taken]
    for part in of.parts:
        boxes += [box(part)] if part.footprint and _stands(part, layer) else _pads(part)
    found = []
    # long texts first, because they fit in fewer places
    for reference in sorted(words, key=lambda each: (-len(words[each]), each)):
        part = of.part(reference)
        for text in _tries(part, words[reference], layer):
            left, bottom, right, top = mine = extent(text)
            inside = edge <= min(left, bottom) and right <= width - edge and top <= height - edge
            if inside and not any(left < r and x < right and bottom < t and y < top for x, y, r, t in boxes):
                found.append(text)
                boxes.append(mine)
                break
        else:
            raise CircuitError(f"{of.name}: no place for the words {words[reference]!r} beside {reference}")
    return tuple(sorted(found, key=lambda each: each.words))


def box(part: Placed) -> Box:
    """Return a part's courtyard on the board."""
    left, bottom, right, top = library.body(part.footprint)
    corners = [part.at(x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _stands(part: Placed, layer: str) -> bool:
    return (part.side == TOP) == (layer == SILK_TOP)


def extent(text: Text) -> Box:
    """Return the box of a text, with a little room."""
    wide, high = len(text.words) * text.size * _WIDE + 0.3, text.size * _HIGH
    if text.turned % 180:
        wide, high = high, wide
    return text.x - wide / 2, text.y - high / 2, text.x + wide / 2, text.y + high / 2


def round_box(x: float, y: float, radius: float) -> Box:
    """Return the box around a round thing."""
    return x - radius, y - radius, x + radius, y + radius


def line_box(points: Iterable[tuple[float, float]], width: float) -> Box:
    """Return the box around a printed line."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - width, min(ys) - width, max(xs) + width, max(ys) + width


def revision(board: dict[str, Any]) -> str:
    """Return the revision and its date, in the form printed on each board."""
    return f"revision {board['board']['revision']}, {board['board']['date']}"


def _pads(part: Placed) -> Iterator[Box]:
    """Yield the boxes of the pads with holes, which are on both sides. The boxes include a little room."""
    for pad in part.pads or library.pads(part.footprint):
        if not pad.drill:
            continue
        x, y = part.at(pad.x, pad.y)
        half = max(pad.width, pad.height) / 2 + 0.2
        yield x - half, y - half, x + half, y + half


def _tries(part: Placed, words: str, layer: str) -> Iterator[Text]:
    """Yield possible places of the text beside a part. The best come first: large letters, near, below or above."""
    if part.footprint and _stands(part, layer):
        left, bottom, right, top = box(part)
    else:
        pads = list(_pads(part))
        left, bottom = (min(each[at] for each in pads) for at in (0, 1))
        right, top = (max(each[at] for each in pads) for at in (2, 3))
    x, y = (left + right) / 2, (bottom + top) / 2
    for size in _SIZES:
        for gap in _GAPS:
            for slide in _SLIDES:
                for turned in (0, 90):
                    _, _, wide, high = extent(Text(words, 0, 0, size=size, turned=turned))
                    for at in (
                        (x + slide, bottom - gap - high),
                        (x + slide, top + gap + high),
                        (right + gap + wide, y + slide),
                        (left - gap - wide, y + slide),
                    ):
                        yield Text(words, round(at[0], 2), round(at[1], 2), layer, size, turned)
