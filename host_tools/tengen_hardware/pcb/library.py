"""KiCad's installed footprints: the places of their pads, and their courtyards."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from .. import programs, sexpr
from ..circuit import CircuitError


class Pad(NamedTuple):
    """A pad of a footprint: the `number` of its terminal, and place and sizes in mm.

    If `drill` is 0, the pad has no hole, and is only on the part's side. `square`: True for terminal 1 of our own
    footprints; other pads are round.
    """

    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0
    square: bool = False


def file(footprint: str) -> Path:
    """Return the file of `Library:Name`. Raises CircuitError if the file does not exist, or KiCad is missing."""
    where, _, name = footprint.partition(":")
    path = programs.kicad().footprints / f"{where}.pretty" / f"{name}.kicad_mod"
    if not path.is_file():
        raise CircuitError(f"KiCad has no footprint {footprint}")
    return path


@cache
def pads(footprint: str) -> tuple[Pad, ...]:
    """Return a footprint's pads in its own coordinates, y up."""
    found = []
    for pad in sexpr.each(sexpr.read(file(footprint).read_text(encoding="utf-8")), "pad"):
        at, size, drill = (sexpr.first(pad, name) or [] for name in ("at", "size", "drill"))
        hole = float(drill[1]) if len(drill) > 1 and drill[1] != "oval" else 0.0
        square = pad[3] not in ("circle", "oval")
        found.append(Pad(pad[1], float(at[1]), -float(at[2]), float(size[1]), float(size[2]), hole, square))
    return tuple(found)


@cache
def body(footprint: str) -> tuple[float, float, float, float]:
    """Return a footprint's courtyard: left, bottom, right, top in its own coordinates, y up."""
    read = sexpr.read(file(footprint).read_text(encoding="utf-8"))
    corners = []
    for kind, names in (("fp_line", ("start", "end")), ("fp_circle", ("center", "end"))):
        for shape in sexpr.each(read, kind):
            if (sexpr.first(shape, "layer") or [])[1:] != ["F.CrtYd"]:
                continue
            (x, y), (to_x, to_y) = ([float(each) for each in (sexpr.first(shape, name) or [])[1:3]] for name in names)
            radius = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 if kind == "fp_circle" else 0.0
            corners += [(x - radius, -y - radius), (x + radius, -y + radius)]
            corners += [] if radius else [(to_x, -to_y)]
    if not corners:
        raise CircuitError(f"KiCad's footprint {footprint} has no courtyard")
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
