"""The whole board as products, for a model and a picture. A product has shapes with colours, and places.

The solids come from assembly.py, and the rules check them. Those that only reserve space (ribbons, space for wires, the
table) are left out. Here the reeds are horizontal cylinders, the wells are one piece, and stones are on the plate.
Lengths in mm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from manifold3d import Manifold

from .. import kicad
from ..geometry.cell import cell
from . import assembly, models, sheets
from .case import Case, case
from .solids import Place, Solid, box, moved, rod


class Rod(NamedTuple):
    """A cylinder from the middle of one end to the middle of the other end."""

    start: Place
    end: Place
    radius: float


Form = Any  # a Solid, a Rod, or a Manifold
Forms = tuple[tuple[str, Form], ...]


class Product(NamedTuple):
    """A product: its forms with colours (names of COLOURS), and its places, which have no rotation.

    `layer`: one of LAYERS, for the drawing of the board taken apart.
    """

    name: str
    layer: str
    forms: Forms
    places: tuple[Place, ...] = ((0.0, 0.0, 0.0),)


LAYERS = ("base", "boards", "wells", "frame", "plate", "stones")
# Red, green and blue, 0 to 1
COLOURS = {
    "wood": (0.62, 0.40, 0.22), "ply": (0.80, 0.66, 0.46), "board": (0.02, 0.25, 0.12), "white": (0.92, 0.92, 0.90),
    "opal": (0.90, 0.88, 0.83), "line": (0.16, 0.13, 0.10), "black": (0.035, 0.035, 0.04),
    "plastic": (0.10, 0.10, 0.11), "metal": (0.72, 0.72, 0.74), "brass": (0.78, 0.62, 0.28),
    "glass": (0.55, 0.75, 0.72), "nylon": (0.88, 0.87, 0.82), "rubber": (0.07, 0.07, 0.07),
    "button": (0.75, 0.10, 0.08), "pale": (0.95, 0.94, 0.92),
}  # fmt: skip
# A game under way, for the picture: black and white in turn
MOVES = ("h8", "i9", "i7", "g9", "g7", "h7", "j9", "f5", "h9", "f6", "f7", "e7", "j10", "g8", "j8", "j7")
_LINE_MM, _INK_MM = 0.9, 0.05
_SIDES = 24  # of a cylinder's model

# The layer and the colour of a solid, by the beginning of `piece: name`. A solid without a colour is left out. The
# upper side of T11 stands for all tiles.
_SOLIDS = (
    ("table", "base", ""), ("ribbon", "base", ""), ("wires", "base", ""), ("wells", "base", ""),
    ("USB plug", "base", ""),
    ("tile T11: joint", "boards", ""), ("tile T11: reed", "boards", ""), ("tile T11: board", "boards", "board"),
    ("tile T11: L", "boards", "pale"), ("tile T11", "boards", "plastic"), ("tile", "boards", ""),
    ("controller: joint", "boards", ""), ("controller: board", "boards", "board"),
    ("controller: the Pico", "boards", "board"), ("controller: TP", "boards", "metal"),
    ("controller: USB", "boards", "metal"), ("controller", "boards", "plastic"), ("plug", "boards", "plastic"),
    ("base plate", "base", "ply"), ("foot", "base", "rubber"), ("rail", "base", "ply"), ("spacer", "base", "nylon"),
    ("jack holder", "base", "white"), ("jack", "base", "plastic"), ("batten", "frame", "ply"),
    ("block", "frame", "ply"), ("frame", "frame", "wood"), ("top plate", "plate", "opal"), ("lid", "plate", "opal"),
    ("button", "plate", "button"), ("screw below", "base", "brass"), ("screw of the base", "base", "brass"),
    ("screw of the jack", "base", "brass"), ("screw of the controller", "boards", "brass"),
    ("screw of the", "plate", "brass"), ("screw", "boards", "brass"),
)  # fmt: skip
_NUMBERS = re.compile(r"(,? (of|at))? (J?\d[\d.]*|T\d\d|p\d)\b")


def products(board: dict[str, Any]) -> list[Product]:
    """Return all products of the board, in a fixed order. Raises WiringError for a value that is missing or wrong."""
    here = case(board)
    pieces: dict[str, list[tuple[str, str, Solid]]] = {}
    for solid in assembly.solids(board):
        piece = solid.piece if solid.piece.startswith("tile") else _NUMBERS.sub("", solid.piece)
        layer, colour = next(row[1:] for row in _SOLIDS if f"{piece}: {solid.name}".startswith(row[0]))
        if colour:
            pieces.setdefault(solid.piece, []).append((layer, colour, solid))
    found: dict[tuple[Any, ...], Product] = {}
    for piece, parts in pieces.items():
        layer, _, first = parts[0]
        x, y, z = first.low
        name = _NUMBERS.sub("", piece)
        forms: Forms = tuple((colour, _plain(moved(each, (-x, -y, -z)))) for _, colour, each in parts)
        known = found.get((name, forms), Product(name, layer, forms, ()))
        found[name, forms] = known._replace(places=(*known.places, _rounded((x, y, z))))
    corners = [here.tile_corner(*at) for at in assembly.all_tiles(here)]
    tile = next(each for each in found.values() if each.name == "tile")
    found["tile", tile.forms] = tile._replace(places=tuple(_rounded((*at, here.base)) for at in corners))
    above = tuple(_rounded((*at, here.tile_top)) for at in corners)
    return [*_named(list(found.values())), _bar(here, board), _lines(here), *_stones(here, board),
            Product("reeds", "boards", tuple(_reeds(here, board)), above),
            Product("light wells", "wells", (("white", models.light_wells(here, board)),), above)]  # fmt: skip


def shape(form: Form) -> Any:
    """Return a form as a model of triangles."""
    if isinstance(form, Solid) and not form.round:
        return models.cube(form.low, form.high)
    if isinstance(form, Solid):
        form = Rod((*form.middle[:2], form.low[2]), (*form.middle[:2], form.high[2]), form.radius)
    if not isinstance(form, Rod):
        return form
    start, along = np.array(form.start), np.subtract(form.end, form.start)
    length = float(np.linalg.norm(along))
    side = np.cross(along, (1.0, 0, 0) if abs(along[0]) < 0.9 * length else (0, 1.0, 0))
    side /= np.linalg.norm(side)
    turned = np.stack([side, np.cross(along / length, side), along / length, start], 1)
    return Manifold.cylinder(length, form.radius, circular_segments=_SIDES).transform(turned)


def triangles(form: Manifold) -> Any:
    """Return the corners (n, 3, 3) of a model's triangles, anticlockwise from outside."""
    mesh = form.to_mesh64() if hasattr(form, "to_mesh64") else form.to_mesh()
    return np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]


def _named(found: list[Product]) -> Iterator[Product]:
    """Yield the products. A letter is added to a name that is already used."""
    for at, each in enumerate(found):
        before = [other.name for other in found[:at]].count(each.name)
        yield each._replace(name=f"{each.name}, {'abcdefgh'[before]}") if before else each


def _rounded(place: Any) -> Place:
    x, y, z = (round(float(each), 4) + 0.0 for each in place)
    return x, y, z


def _plain(solid: Solid) -> Solid:
    """Return a solid without its names, so that equal solids are one product."""
    return Solid("", "", _rounded(solid.low), _rounded(solid.high), "", solid.round)


def _block(low: Place, high: Place) -> Solid:
    return Solid("", "", _rounded(low), _rounded(high))


def _reeds(here: Case, board: dict[str, Any]) -> Iterator[tuple[str, Form]]:
    """Yield the glass of each reed of a tile, the lead through the glass, and the two legs."""
    its = board["reed"]
    for part in kicad.layout("tile").parts:
        if part.reference[0] != "S":
            continue
        first, last = (np.array((*part.pad(number), here.reed_axis)) for number in "12")
        middle, half = (first + last) / 2, its["glass_mm"] / 2 * (last - first) / np.linalg.norm(last - first)
        yield "glass", Rod(_rounded(middle - half), _rounded(middle + half), its["glass_diameter_mm"] / 2)
        for end, way in ((first, -1), (last, 1)):
            yield "metal", Rod(_rounded(end), _rounded(middle + way * half), 0.3)
            yield "metal", Rod(_rounded((*end[:2], 0)), _rounded(end), 0.3)


def _bar(here: Case, board: dict[str, Any]) -> Product:
    """Return the edge bars on their rails: strips with a light at each point."""
    half, top = here.strip / 2, 2 * here.batten
    middles = [(at + 0.5) * here.pitch for at in range(board["leds"]["bar_length"])]
    lights = [_block((x - 2.5, -2.5, 0.4), (x + 2.5, 2.5, 0.4 + here.led)) for x in middles]
    forms = (_block((0, -half, 0), (here.side, half, 0.4)), *lights)
    places = ((0.0, -here.bar_away, top), (0.0, here.side + here.bar_away, top))
    return Product("edge bar", "base", tuple(("pale", each) for each in forms), tuple(map(_rounded, places)))


def _lines(here: Case) -> Product:
    """Return the lines on the plate, and its marked points."""
    forms, half = [], _LINE_MM / 2
    for mark in sheets.lines(here):
        (x, y), (x1, y1) = mark.points[0], mark.points[-1]
        if mark.across:
            forms.append(_plain(rod("", "", x, y, mark.across / 2, (0, 1.2 * _INK_MM))))
        else:
            forms.append(_plain(box("", "", (x - half, x1 + half), (y - half, y1 + half), (0, _INK_MM))))
    return Product("lines", "plate", tuple(("line", each) for each in forms), (_rounded((0, 0, here.plate_top)),))


def _stones(here: Case, board: dict[str, Any]) -> Iterator[Product]:
    """Yield the stones of MOVES on their points, foot down."""
    of = cell(board)
    mesh = models.stone(here, of)
    for name, colour, first in (("black stone", "black", 0), ("white stone", "pale", 1)):
        places = [(*point(here, move), here.plate_top + of.stone_foot) for move in MOVES[first::2]]
        yield Product(name, "stones", ((colour, mesh),), tuple(map(_rounded, places)))


def point(here: Case, name: str) -> tuple[float, float]:
    """Return x and y of a point by its name: h8."""
    return here.pitch * (ord(name[0]) - ord("a") + 0.5), here.pitch * (int(name[1:]) - 0.5)
