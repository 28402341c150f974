"""Drawings of two details to scale: the case's edge, cut, with the name of each piece, and the jack, taken apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..drawing import GREY, INK, PALE, WHITE
from . import assembly
from .case import case
from .drawings import BAR, BUTTON, LIGHT_WOOD, PLATE, STEEL, TILE, WOOD, View
from .sheets import Place
from .solids import Range, box, cut, moved

_MM, _SIDE = 7.5, 40.0  # pixels per mm, and beside each drawing
_WASHER = (7.0, 0.8)  # width and height of an M3 washer


def edge(board: dict[str, Any]) -> str:
    """Draw a cut through player 1's edge, with screws and packing that are not all in one plane."""
    here = case(board)
    (_, out, *_), (_, low, *_) = here.outside, here.inside
    wide, bar, base, top = here.batten, -here.bar_away, -here.base_plate, here.plate_top
    (thread, long, head, high), above = here.wood_screw, here.plate_screw
    thread /= 2
    spacer = min(y for _, _, y in assembly.spacers(here, board))
    middle, half, (washer, thick) = low + wide / 2, wide / 2, _WASHER
    ends = (out - 3, spacer + 16)
    view = View("The edge of the case, cut", _MM, ends, (here.frame_low - 2, top + 4), _SIDE, 110, _SIDE, 90)
    m3, across, tall = 1.5, here.head[0] / 2, here.head[1]
    boxes = [
        ((out, low), (here.frame_low, top), WOOD), ((low, spacer + 16), (base, 0), LIGHT_WOOD),
        ((low, spacer + 16), (here.plate_low, top), PLATE), ((low, low + wide), (0, wide), BAR),
        ((low, low + wide), (here.plate_low - wide, here.plate_low), BAR),
        *(((bar - half, bar + half), (at * wide, (at + 1) * wide), BAR) for at in (0, 1)),
        ((bar - half, bar + half), (2 * wide, 2 * wide + here.led), BUTTON),
        ((here.gap / 2, spacer + 16), (here.base, here.tile_top), TILE),
        ((here.gap / 2, here.gap / 2 + here.edge), (here.tile_top, here.plate_low), WHITE),
        ((here.pitch - here.wall / 2, here.pitch + here.wall / 2), (here.tile_top, here.plate_low), WHITE),
        ((spacer - here.spacer / 2, spacer + here.spacer / 2), (0, here.base), STEEL),
        *(((spacer - m3, spacer + m3), z, WHITE) for z in ((base, 4), (here.base - 4, here.tile_top))),
        ((spacer - across, spacer + across), (here.tile_top, here.tile_top + tall), STEEL),
        ((spacer - washer / 2, spacer + washer / 2), (base - thick, base), WHITE),
        ((spacer - across, spacer + across), (base - thick - tall, base - thick), STEEL),
        ((low + 2, low + 40), (here.frame_low, base), PALE),
        ((middle - thread, middle + thread), (base, base + long), STEEL),
        ((middle - thread, middle + thread), (top - above, top), STEEL),
        ((middle - head / 2, middle + head / 2), (top, top + high), STEEL),
    ]  # fmt: skip
    for y, z, fill in boxes:
        view.rect(y, z, fill)
    cone = ((-head / 2, base), (head / 2, base), (thread, base + high), (-thread, base + high))
    view.area([view.at(middle + y, z) for y, z in cone], STEEL, INK)
    view.text(20, 28, "The edge before player 1, cut, to scale. Packing is there only while the frame is glued.", 14)
    _names(view, 75, ends, [
        ("frame", (out + 4, top - 6)), ("round head", (middle, top + 1.5)),
        ("batten", (low + 8, here.plate_low - 4)), ("bar on its rail", (bar, 2 * wide + 1)),
        ("plate", (bar + 9, top - 1)), ("tile", (14, here.tile_top - 0.8)),
        ("wall of a well", (here.pitch, here.plate_low - 2)), ("M3, from above", (spacer + 1, here.tile_top + 1)),
    ])  # fmt: skip
    _names(view, view.low + 55, ends, [
        ("countersunk", (middle, base + 1)), ("screw block", (low + 8.5, 3)), ("packing", (low + 24, base - 0.7)),
        ("two rails", (bar, 6)), ("base", (10, base + 3)), ("washer", (spacer - 2.8, base - 0.4)),
        ("M3, from below", (spacer, base - 2)), ("spacer", (spacer + 2, 10)),
    ])  # fmt: skip
    return view.svg()


def jack(board: dict[str, Any]) -> str:
    """Draw the jack, its holder, the plate and the frame's strip, taken apart and cut at half the jack's height."""
    here = case(board)
    out, at = here.outside[0], here.jack_at
    long, middle = here.jack[2], assembly.sleeve(here).middle[2]
    away = {"jack holder": -long - 12, "jack": -2 * long - 20, "plate": -2 * long - 28, "screw": -2 * long - 36}
    ends = (out - 2 * long - 45, out + 26)
    view = View("The jack, taken apart", _MM, ends, (at - 28, at + 28), _SIDE, 80, _SIDE, 60)
    hole = [each for each in assembly.frame_holes(here, board) if each.name == "jack"]
    strip = next(each for each in assembly.strips(here) if each.piece == "frame, left")
    pieces = cut(box(strip.piece, "", (out, strip.high[0]), (at - 28, at + 28), (strip.low[2], strip.high[2])), hole)
    for each in assembly.jack(here):
        name = each.name if each.name == "plate" else each.piece.split(" 1")[0].split(" 2")[0]
        pieces.append(moved(each, (away[name], 0, 0)))
    for each in pieces:
        if each.low[2] <= middle <= each.high[2]:
            view.solid(each)
    view.text(20, 28, "The jack, taken apart, from above, cut at half its height. Left is outside.", 14)
    _names(view, 60, ends, [
        ("screws", (out + away["screw"] - 4, at + 16)), ("plate", (out + away["plate"] - 3, at + 12)),
        ("jack", (out + away["jack"] + 15, at + 2)), ("holder", (out + away["jack holder"] + 12, at + 9)),
        ("frame", (out + 6, at + 20)),
    ])  # fmt: skip
    view.notes(20, view.low + 40, "The holder goes into the slot from the left, the jack into the holder. The two "
               "screws hold plate and flange.")  # fmt: skip
    return view.svg()


def _names(view: View, y: float, ends: Range, names: Iterable[tuple[str, Place]]) -> None:
    """Write names side by side, `y` pixels below the upper edge, each with a line to its place."""
    every = sorted(names, key=lambda each: each[1][0])
    step = (ends[1] - ends[0]) * view.mm / len(every)
    for number, (name, place) in enumerate(every):
        x, end = _SIDE + (number + 0.5) * step, view.at(*place)
        view.text(x, y, name, 13, at="middle")
        view.line([(x, y + 5 if end[1] > y else y - 13), end], GREY, 0.7)
        view.dot(*end, 1.6, GREY)
