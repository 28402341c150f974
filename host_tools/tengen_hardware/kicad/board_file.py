"""Read a printed board from KiCad's .kicad_pcb file. The formats of KiCad 6 to 9 are read.

KiCad's y goes down, and its angles are counter-clockwise as seen. The board's origin is the "auxiliary origin" of the
file, from which Gerbers and places count, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from .. import sexpr
from ..circuit import CircuitError
from ..sexpr import each, first
from .layout import (
    BOTTOM,
    SILK_BOTTOM,
    SILK_TOP,
    TOP,
    Box,
    Hole,
    Layout,
    Line,
    Pad,
    Placed,
    Point,
    Text,
    Track,
    Via,
    Zone,
)

OWN = "tengen"  # the library of our own footprints
SCREW = f"{OWN}:screw"
_LAYERS = {"F.Cu": TOP, "B.Cu": BOTTOM, "F.SilkS": SILK_TOP, "B.SilkS": SILK_BOTTOM}
_NEAR = 0.001  # mm: the ends of the edge's lines meet so closely


def read(text: str, name: str) -> Layout:
    """Return the board of KiCad's file; `name`: the board's.

    Raises CircuitError if it is not a board of KiCad 6 or newer, or if its edge is not one rectangle of four lines with
    the origin at its lower left corner.
    """
    board = sexpr.read(text)
    if not board or board[0] != "kicad_pcb":
        raise CircuitError(f"{name}: this is no board of KiCad 6 or newer")
    return _Reader(name, board).layout()


class _Reader:
    """A board file while it is read. `origin`: its lower left corner on KiCad's page."""

    def __init__(self, name: str, board: list[Any]) -> None:
        self.name, self.board = name, board
        self.nets = {net[1]: net[2] for net in each(board, "net")}
        self.setup = first(board, "setup") or []
        self.origin = _pair(first(self.setup, "aux_axis_origin") or [None, "0", "0"])

    def layout(self) -> Layout:
        footprints = list(each(self.board, "footprint"))
        holes = [(*self.place(of), _drill(next(each(of, "pad")))) for of in footprints if of[1] == SCREW]
        title = first(self.board, "title_block") or []
        copper = {layer: where for layer, where in _LAYERS.items() if where in (TOP, BOTTOM)}
        return Layout(
            self.name,
            self.outline(),
            _figure(first(self.board, "general") or [], "thickness"),
            tuple(sorted(
                (self.part(of) for of in footprints if of[1] != SCREW and not of[1].startswith("Fiducial:")),
                key=lambda part: _natural(part.reference),
            )),
            tuple(
                Track(self.net(of), copper[_word(of, "layer")], _figure(of, "width"), *self.ends(of))
                for of in each(self.board, "segment")
            ),
            tuple(
                Via(self.net(of), *self.place(of), _figure(of, "size"), _figure(of, "drill"))
                for of in each(self.board, "via")
            ),
            tuple(
                Zone(
                    self.net(of), copper[_word(of, "layer")], self.points(first(of, "polygon")),
                    tuple(map(self.points, each(of, "filled_polygon"))),
                )
                for of in each(self.board, "zone") if not first(of, "keepout")
            ),
            tuple(Hole(*hole) for hole in sorted(holes)),
            tuple(sorted(
                Text(of[1], *self.place(of), _LAYERS[_word(of, "layer")], _size(of), _turn(of))
                for of in each(self.board, "gr_text") if _word(of, "layer") in _LAYERS
            )),
            tuple(sorted(
                Line(self.ends(of), _LAYERS[_word(of, "layer")], _width(of))
                for of in each(self.board, "gr_line") if _word(of, "layer") in _LAYERS
            )),
            f"revision {_word(title, 'rev')}, {_word(title, 'date')}",
            _word(first(self.setup, "stackup") or [], "copper_finish"),
        )  # fmt: skip

    def at(self, x: float, y: float) -> Point:
        return round(x - self.origin[0], 4), round(self.origin[1] - y, 4)

    def place(self, of: list[Any]) -> Point:
        return self.at(*_pair(first(of, "at")))

    def ends(self, of: list[Any]) -> tuple[Point, Point]:
        return self.at(*_pair(first(of, "start"))), self.at(*_pair(first(of, "end")))

    def points(self, of: list[Any] | None) -> tuple[Point, ...]:
        return tuple(self.at(*_pair(each)) for each in (first(of or [], "pts") or [])[1:])

    def net(self, of: list[Any]) -> str:
        told = first(of, "net") or [None, ""]
        return str(self.nets.get(told[1], told[1]))

    def outline(self) -> tuple[Point, ...]:
        """Return the corners of the edge, from the lower left corner on, counter-clockwise."""
        lines = [self.ends(of) for of in each(self.board, "gr_line") if _word(of, "layer") == "Edge.Cuts"]
        others = [of for kind in ("gr_arc", "gr_rect", "gr_poly", "gr_curve") for of in each(self.board, kind)
                  if _word(of, "layer") == "Edge.Cuts"]  # fmt: skip
        xs, ys = ({round(end[i] / _NEAR) for line in lines for end in line} for i in (0, 1))
        corners = {(round(x / _NEAR), round(y / _NEAR)) for line in lines for x, y in line}
        if others or len(lines) != 4 or (len(xs), len(ys), len(corners)) != (2, 2, 4) or min(xs) or min(ys):
            raise CircuitError(
                f"{self.name}: the edge (layer Edge.Cuts) is not one rectangle of four lines with the origin at its "
                "lower left corner"
            )
        right, top = max(xs) * _NEAR, max(ys) * _NEAR
        return (0.0, 0.0), (round(right, 4), 0.0), (round(right, 4), round(top, 4)), (0.0, round(top, 4))

    def part(self, of: list[Any]) -> Placed:
        side = _LAYERS[_word(of, "layer")]
        (x, y), name = self.place(of), _field(of, "reference")
        # KiCad turns a part on the bottom by 180 degrees when it mirrors it left to right
        turned = (_turn(of) - (180 if side == BOTTOM else 0)) % 360
        hidden = "hide" in name or (first(name, "hide") or [0, ""])[1] == "yes" or _word(name, "layer") not in _LAYERS
        name_x, name_y = _rotated(_pair(first(name, "at")), _turn(of))
        path = str((first(of, "path") or [None, ""])[1])
        return Placed(
            str(name[2]), str(of[1]), str(_field(of, "value")[2]), x, y, turned, side,
            tuple(_pad(pad, side, _turn(of), self.nets) for pad in each(of, "pad")), _courtyard(of, side),
            None if hidden else (name_x, name_y), _turn(name), _size(name), path.split("/")[-1],
        )  # fmt: skip


def _natural(reference: str) -> tuple[str, int]:
    letters = reference.rstrip("0123456789")
    return letters, int(reference[len(letters) :] or 0)


def _pad(pad: list[Any], side: str, turned: float, nets: dict[str, str]) -> Pad:
    wide, high = _pair(first(pad, "size"))
    if round(_turn(pad) - turned) % 180 == 90:  # a pad's angle in the file includes the part's
        wide, high = high, wide
    told = first(pad, "net")
    net = nets.get(told[1], told[1]) if told else None
    if net and net.startswith("unconnected-("):  # KiCad's own name for a pad that is open on purpose
        net = None
    x, y = _own(_pair(first(pad, "at")), side)
    return Pad(str(pad[1]), x, y, wide, high, _drill(pad), pad[3] not in ("circle", "oval"), net or None)


def _courtyard(of: list[Any], side: str) -> Box | None:
    """Return the box around a footprint's courtyard, in its own coordinates; None if it has no courtyard."""
    places: list[Point] = []
    for shape in (item for item in of if isinstance(item, list) and str(item[0]).startswith("fp_")):
        if _word(shape, "layer") not in ("F.CrtYd", "B.CrtYd"):
            continue
        ends = [_pair(item) for item in _corners(shape)]
        if shape[0] == "fp_circle":
            (x, y), radius = ends[0], math.dist(*ends)
            ends = [(x - radius, y - radius), (x + radius, y + radius)]
        places += [_own(end, side) for end in ends]
    if not places:
        return None
    xs, ys = zip(*places, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _corners(shape: list[Any]) -> Iterator[list[Any]]:
    for name in ("center", "start", "mid", "end"):
        yield from each(shape, name)
    for points in each(shape, "pts"):
        yield from each(points, "xy")


def _own(place: Point, side: str) -> Point:
    """Return a place in a file's footprint in the footprint's own coordinates: y up, and not mirrored."""
    x, y = place
    return (x, y) if side == BOTTOM else (x, -y)


def _rotated(place: Point, turned: float) -> Point:
    """Return a place relative to a part, which counts before the part's rotation in the file, after it, with y up."""
    x, y, angle = place[0], -place[1], math.radians(turned)
    return (
        round(x * math.cos(angle) - y * math.sin(angle), 4) + 0.0,
        round(x * math.sin(angle) + y * math.cos(angle), 4) + 0.0,
    )


def _field(of: list[Any], name: str) -> list[Any]:
    """Return a footprint's reference or value: a text up to KiCad 7, a property in later versions."""
    return next(text for text in (*each(of, "fp_text"), *each(of, "property")) if text[1].lower() == name)


def _pair(of: list[Any] | None) -> Point:
    return float((of or [])[1]), float((of or [])[2])


def _turn(of: list[Any]) -> float:
    at = [each for each in first(of, "at") or [] if each != "unlocked"]
    return float(at[3]) if len(at) > 3 else 0.0


def _word(of: list[Any], name: str) -> str:
    return str((first(of, name) or [None, ""])[1])


def _figure(of: list[Any], name: str) -> float:
    return float(_word(of, name))


def _width(line: list[Any]) -> float:
    return _figure(first(line, "stroke") or line, "width")  # `stroke`: since KiCad 7


def _size(text: list[Any]) -> float:
    return _pair(first(first(first(text, "effects") or [], "font") or [], "size"))[0]


def _drill(pad: list[Any]) -> float:
    told = first(pad, "drill") or [None]
    return float(told[1]) if len(told) > 1 and told[1] != "oval" else 0.0
