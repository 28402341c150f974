"""Read a board from its Gerbers and drill files alone: what is connected, how near the copper is, what differs.

The files are those of KiCad 6 and newer: NAME-F_Cu.gbr, NAME-PTH.drl. Lengths are in mm, and layout.py has the axes.
"""

from __future__ import annotations

import itertools
import math
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import shapely
from gerbonara import ExcellonFile, GerberFile, utils
from gerbonara import graphic_objects as objects
from gerbonara import graphic_primitives as primitives
from shapely import affinity
from tengen_hardware.circuit import Circuit, CircuitError
from tengen_hardware.kicad.layout import BOTTOM, TOP, Layout, Point

_COPPER = {TOP: "F_Cu.gbr", BOTTOM: "B_Cu.gbr"}
_PLATED, _BARE = "plated hole", "hole without plating"
# the limits between two things, by how many of them are holes
_BETWEEN = "min_clearance", "min_hole_clearance", "min_hole_to_hole"
_ARC_MM = 0.0005  # how far a polygon's side is from its arc
_ROUNDED_MM = 0.0001  # files have places to 0.00001 mm
_HOLE_MM = 0.01
_SAME_MM2 = 0.002


class Netlist(NamedTuple):
    """What is connected on a board. `tree` has each piece of copper, and each hole.

    `layers`: the layer of each piece, or the kind of the hole. `nets`: the number of its net. `board`: the area inside
    of the board's edge.
    """

    tree: shapely.STRtree
    layers: list[str]
    nets: list[int]
    board: Any

    def at(self, x: float, y: float, layer: str) -> int | None:
        """Return the number of the net that has copper (or a hole of this kind) at a place, or None."""
        here = self.tree.query(shapely.Point(x, y), predicate="intersects")
        return next((self.nets[each] for each in here if self.layers[each] == layer), None)

    def plated(self, x: float, y: float, diameter: float) -> bool:
        """Return whether a plated hole of this diameter is at a place."""
        hole = shapely.Point(x, y).buffer(diameter / 2)
        near = [each for each in self.tree.query(hole, predicate="intersects") if self.layers[each] == _PLATED]
        return any(hole.hausdorff_distance(self.tree.geometries[each]) < _HOLE_MM for each in near)


def netlist(folder: Path) -> Netlist:
    """Read which copper is connected: what touches on a layer, and what a plated hole goes through."""
    holes = [hole for kind in ("-PTH.drl", "-NPTH.drl") for hole in _holes(*_file(folder, kind))]
    drilled = shapely.union_all([hole for kind, hole in holes if kind == _BARE])
    areas = [(layer, drawn(*_file(folder, name)) - drilled) for layer, name in _COPPER.items()]
    things = [(layer, piece) for layer, area in areas for piece in shapely.get_parts(area)] + holes
    tree, nets = shapely.STRtree([thing for _, thing in things]), list(range(len(things)))
    for layer, hole in holes:
        if layer == _PLATED:
            joined = {nets[each] for each in tree.query(hole, predicate="intersects")}
            nets = [min(joined) if net in joined else net for net in nets]
    edge, text = _file(folder, "Edge_Cuts.gbr")
    lines = [line for each, _ in _read(edge, text) for line in each.to_primitives(utils.MM)]
    closed = shapely.get_parts(shapely.polygonize([shapely.LineString(_corners(line)) for line in lines]))
    if not len(closed):
        raise CircuitError(f"{edge}: the lines do not close: join the ends of the board's edge")
    return Netlist(tree, [layer for layer, _ in things], nets, max(closed, key=shapely.area))


def faults(read: Netlist, layout: Layout, circuit: Circuit) -> list[str]:
    """Return each difference between the nets of the Gerbers and of the circuit: shorts, opens, what a pad lacks."""
    found: list[str] = []
    pads: dict[int, dict[str, str]] = {}  # by net of the Gerbers: one pad of each net of the circuit
    for part in layout.parts:
        for pad in (pad for pad in part.pads if pad.number):
            x, y = part.at(pad.x, pad.y)
            name = f"{part.reference} pad {pad.number} at {_place(x, y)}"
            if pad.drill and not read.plated(x, y, pad.drill):
                found.append(f"{name} has no plated hole of {pad.drill:g} mm")
            for layer in _COPPER if pad.drill else (part.side,):
                net = read.at(x, y, layer)
                if net is None:
                    found.append(f"{name} has no copper, {layer}")
                else:
                    wanted = circuit.parts[part.reference].nets[pad.number] or f"nothing (by {name})"
                    pads.setdefault(net, {}).setdefault(wanted, name)
    for its in pads.values():
        if len(its) > 1:
            found.append("short: " + " is connected to ".join(f"{net} ({name})" for net, name in its.items()))
    for wanted in {wanted: None for its in pads.values() for wanted in its}:
        ends = [its[wanted] for its in pads.values() if wanted in its]
        if len(ends) > 1:
            found.append(f"open: {wanted} is in {len(ends)} pieces, with " + ", ".join(ends))
    return found


def too_near(read: Netlist, limits: Mapping[str, float]) -> Iterator[str]:
    """Yield a sentence for each gap that is narrower than its limit in checks.LIMITS."""
    things, outside = read.tree.geometries, read.board.envelope.buffer(100) - read.board
    shapely.prepare(things)
    gaps = []
    for one, two in read.tree.query(things, predicate="dwithin", distance=max(limits[rule] for rule in _BETWEEN)).T:
        layers = read.layers[one], read.layers[two]
        holes = sum(layer not in _COPPER for layer in layers)
        if one < two and (holes == 2 or (read.nets[one] != read.nets[two] and (holes or layers[0] == layers[1]))):
            gaps.append((_BETWEEN[holes], layers[0], things[one], things[two]))
    for thing, layer in zip(things, read.layers, strict=True):
        if layer in _COPPER:
            gaps.append(("min_copper_edge_clearance", layer, thing, outside))
        elif layer == _PLATED:
            around = {read.layers[each]: things[each] for each in read.tree.query(thing, predicate="within")}
            for side in _COPPER:
                ring = around[side].boundary if side in around else thing
                gaps.append(("min_via_annular_width", side, thing, ring))
    for rule, layer, one, two in gaps:
        line = shapely.shortest_line(one, two)
        if line.length < limits[rule] - _ROUNDED_MM:
            place = _place(*line.coords[0])
            yield f"{rule}: {line.length:.3f} mm at {place}, {layer}: at least {limits[rule]:g} mm"


def differences(here: Mapping[str, str], there: Mapping[str, str]) -> list[str]:
    """Return each difference in content between two sets of files (texts by name): file, place, and how much.

    Pours are not compared, because each release of KiCad cuts their arcs and spokes in another way: see faults().
    """
    names = sorted(name for name in {*here, *there} if name.endswith((".gbr", ".drl")))
    sides = ("the first files", here), ("the second files", there)
    found = [f"{name} is missing in {side}" for name in names for side, files in sides if name not in files]
    for name in (name for name in names if name in here and name in there and here[name] != there[name]):
        texts = here[name], there[name]
        if name.endswith(".drl"):
            first, second = (Counter(_told(*hole) for hole in _holes(name, text)) for text in texts)
            for (side, _), only in zip(sides, (first - second, second - first), strict=True):
                found += [f"{name}: {hole} is only in {side}" for hole in only.elements()]
        else:
            found += [f"{name}: {each}" for each in _differing(*(_read(name, text) for text in texts))]
    return found


def _differing(*both: list[tuple[Any, Any]]) -> Iterator[str]:
    """Yield the size and the place of each area that only one of two files draws, without the pours."""
    here, there = (_joined(each for each in of if not isinstance(each[0], objects.Region)) for of in both)
    for area in shapely.get_parts(here ^ there):
        if area.area > _SAME_MM2:
            yield f"{area.area:.3f} mm2 differ at {_place(*area.representative_point().coords[0])}"


def _place(x: float, y: float) -> str:
    return f"{x:.3f}, {y:.3f} mm"


def _told(kind: str, hole: Any) -> str:
    left, bottom, right, top = hole.bounds
    return f"{kind} of {right - left:.3f} x {top - bottom:.3f} mm at {_place((left + right) / 2, (bottom + top) / 2)}"


def _file(folder: Path, end: str) -> tuple[str, str]:
    """Return the name and the text of the file that ends so."""
    found = sorted(folder.glob(f"*{end}"))
    if len(found) != 1:
        raise CircuitError(f"{folder} has {len(found)} files *{end} instead of one: plot the board again")
    return found[0].name, found[0].read_text(encoding="utf-8")


def _read(name: str, text: str) -> list[tuple[Any, Any]]:
    """Return each object of a file with its area. Raises CircuitError for a file that is cut off or not understood."""
    text = re.sub(r"%T[AFOD][^*%]*\*%\n?", "", text)  # attributes: each release has others
    text = re.sub(r"^; #@! TA.AperFunction,Plated.*", ";TYPE=PLATED", text, flags=re.MULTILINE)
    text = re.sub(r"^; #@! TA.AperFunction,NonPlated.*", ";TYPE=NON_PLATED", text, flags=re.MULTILINE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings about the order of KiCad's headers
        warnings.filterwarnings("error", ".*(Unknown statement|missing mandatory M02)")
        try:
            reader = ExcellonFile if name.endswith(".drl") else GerberFile
            return [(each, _shape(each)) for each in reader.from_string(text, filename=name).objects]
        except Exception as error:
            raise CircuitError(f"{name} can't be read: {error}") from error


def _holes(name: str, text: str) -> list[tuple[str, Any]]:
    """Return the kind and the area of each hole."""
    kinds = {True: _PLATED, False: _BARE, None: _BARE if "NPTH" in name else _PLATED}
    return [(kinds[each.plated], hole) for each, hole in _read(name, text)]


def drawn(name: str, text: str) -> Any:
    """Return the area that is drawn on a layer. Raises CircuitError for a file that can't be read."""
    return _joined(_read(name, text))


def _joined(drawing: Iterable[tuple[Any, Any]]) -> Any:
    """Return the area of objects with their areas, in the order of the file: dark ones draw, clear ones erase."""
    area = shapely.Polygon()
    for dark, shapes in itertools.groupby(drawing, key=lambda each: each[0].polarity_dark):
        both = shapely.union_all([shape for _, shape in shapes])
        area = area | both if dark else area - both
    return area


def _shape(drawn: Any) -> Any:
    if isinstance(drawn, objects.Flash):
        at = drawn.converted(utils.MM)
        return affinity.translate(_stamp(drawn.aperture), at.x, at.y)
    return shapely.union_all([_area(each) for each in drawn.to_primitives(utils.MM)])


@cache
def _stamp(aperture: Any) -> Any:
    """Return the area of an aperture at 0, 0. Through its holes one sees the copper below."""
    area = shapely.Polygon()
    for each in aperture.flash(0, 0, utils.MM):
        area = area | _area(each) if each.polarity_dark else area - _area(each)
    return area


def _area(of: Any) -> Any:
    if isinstance(of, primitives.Circle):
        return _stroke([(of.x, of.y)], 2 * of.r)
    if isinstance(of, primitives.Rectangle):
        flat = shapely.box(of.x - of.w / 2, of.y - of.h / 2, of.x + of.w / 2, of.y + of.h / 2)
        return affinity.rotate(flat, of.rotation, use_radians=True)
    if isinstance(of, primitives.ArcPoly):
        # a pour's hole is a cut from the edge and back, so that the outline touches itself
        return shapely.make_valid(shapely.Polygon(_corners(of)), method="structure", keep_collapsed=False)
    return _stroke(_corners(of), of.width)


def _stroke(points: list[Point], width: float) -> Any:
    line = shapely.LineString(points) if len(set(points)) > 1 else shapely.Point(points[0])
    quarter = math.ceil(math.pi / 4 / math.acos(1 - _ARC_MM / max(width / 2, _ARC_MM)))
    return line.buffer(width / 2, quad_segs=quarter)


def _corners(of: Any) -> list[Point]:
    """Return the points along a line, an arc or an outline, with arcs as short lines."""
    arc = (of.clockwise, (of.cx, of.cy)) if isinstance(of, primitives.Arc) else (None, None)
    outline = isinstance(of, primitives.ArcPoly)
    steps: list[Any] = list(of.segments) if outline else [((of.x1, of.y1), (of.x2, of.y2), arc)]
    found = [steps[0][0]]
    for one, two, (clockwise, centre) in steps:
        if clockwise is not None:
            found += list(utils.approximate_arc(*centre, *one, *two, clockwise, max_error=_ARC_MM))[1:-1]
        found.append(two)
    return found
