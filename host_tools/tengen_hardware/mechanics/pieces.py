"""The whole board as products, for a model and a picture. A product has shapes with colours, and places.

The places come from assembly.py, and the rules check them. Solids of assembly.py that only reserve space (ribbons,
space for wires, the table) are left out. The reeds are horizontal cylinders here, the wells are one piece, and stones
are on the plate. Lengths in mm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from manifold3d import Manifold

from ..geometry.cell import Cell, cell
from ..pcb import controller_layout, tile_layout
from ..pcb.layout import Placed
from . import assembly, models, on_boards
from .case import Case, case
from .solids import Box, Cylinder, Place, Solid

Triangles = tuple[tuple[int, int, int], ...]


class Block(NamedTuple):
    """A box along the axes, from corner to corner."""

    low: Place
    high: Place

    def corners(self) -> list[Place]:
        """Return the eight corners of the box, in the order of QUADS."""
        return [(self[x][0], self[y][1], self[z][2]) for x in (0, 1) for y in (0, 1) for z in (0, 1)]


# the faces of a box, seen from outside
QUADS = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


class Rod(NamedTuple):
    """A cylinder from the middle of one end to the middle of the other end."""

    start: Place
    end: Place
    radius: float


class Mesh(NamedTuple):
    """A closed surface of triangles, counted anticlockwise from outside."""

    corners: tuple[Place, ...]
    triangles: Triangles


Form = Block | Rod | Mesh


class Product(NamedTuple):
    """A product: its forms with colours (names of COLOURS), and its places, which have no rotation.

    `layer`: one of LAYERS, for the drawing of the board taken apart.
    """

    name: str
    layer: str
    forms: tuple[tuple[str, Form], ...]
    places: tuple[Place, ...] = ((0.0, 0.0, 0.0),)


LAYERS = ("base", "boards", "wells", "frame", "plate", "stones")
# Red, green and blue, 0 to 1
COLOURS = {
    "wood": (0.62, 0.40, 0.22), "ply": (0.80, 0.66, 0.46), "board": (0.02, 0.25, 0.12), "white": (0.92, 0.92, 0.90),
    "opal": (0.90, 0.88, 0.83), "line": (0.16, 0.13, 0.10), "black": (0.035, 0.035, 0.04),
    "plastic": (0.10, 0.10, 0.11), "metal": (0.72, 0.72, 0.74), "brass": (0.78, 0.62, 0.28),
    "glass": (0.55, 0.75, 0.72),
    "nylon": (0.88, 0.87, 0.82),
    "rubber": (0.07, 0.07, 0.07), "button": (0.75, 0.10, 0.08), "pale": (0.95, 0.94, 0.92),
}  # fmt: skip
# A game under way, for the picture: black and white in turn
MOVES = ("h8", "i9", "i7", "g9", "g7", "h7", "j9", "f5", "h9", "f6", "f7", "e7", "j10", "g8", "j8", "j7")
_LINE_MM, _STAR_MM, _INK_MM = 0.9, 3.0, 0.05
_STARS = (3, 7, 11)

# For each name of a piece in assembly.py: the name of the product, the layer and the colour
_PIECES = (
    (r"base plate", "base plate", "base", "ply"),
    (r"foot \d+", "foot", "base", "rubber"),
    (r"screw \d+ of the base", "wood screw", "base", "brass"),
    (r"batten, (front|back)", "batten, front and back", "frame", "ply"),
    (r"batten.*", "batten", "frame", "ply"),
    (r"block, (front|back).*", "block, front and back", "frame", "ply"),
    (r"block.*", "block, left and right", "frame", "ply"),
    (r"rail.*", "rail of an edge bar", "base", "ply"),
    (r"frame, (front|back)", "frame, front and back", "frame", "wood"),
    (r"frame, .*", "", "frame", "wood"),
    (r"spacer \d+ of T.*", "spacer of a tile", "base", "nylon"),
    (r"spacer \d+ of the controller", "spacer of the controller", "base", "nylon"),
    (r"screw \d+ of T.*", "screw of a tile", "boards", "brass"),
    (r"screw \d+ of the controller", "nut", "boards", "brass"),
    (r"screw below.*", "screw below the base", "base", "brass"),
    (r"plug J\d+ of T.*", "plug below a tile", "boards", "plastic"),
    (r"plug .*", "plug on the controller", "boards", "plastic"),
    (r"top plate", "plate", "plate", "opal"),
    (r"lid", "lid", "plate", "opal"),
    (r"button .*", "button", "plate", "button"),
    (r"jack", "jack", "base", "plastic"),
)


def products(board: dict[str, Any]) -> list[Product]:
    """Return all products of the board, in a fixed order. Raises WiringError for a value that is missing or wrong."""
    here = case(board)
    pieces: dict[str, list[Solid]] = {}
    for solid in assembly.solids(board):
        pieces.setdefault(solid.piece, []).append(solid)
    found: dict[tuple[Any, ...], Product] = {}
    for piece, solids in pieces.items():
        for pattern, name, layer, colour in _PIECES:
            if re.fullmatch(pattern, piece):
                origin = solids[0].extent[0]
                forms = tuple((colour, _form(each, origin)) for each in solids)
                known = found.get((name or piece, forms), Product(name or piece, layer, forms, ()))
                found[name or piece, forms] = known._replace(places=(*known.places, _rounded(origin)))
                break
    return [*_named(list(found.values())), _tile(here, board), _wells(here, board), _controller(here, board),
            *_bars(here, board), *_lines(here), *_stones(here, board)]  # fmt: skip


def _named(found: list[Product]) -> Iterator[Product]:
    """Yield the products. A letter is added to a name that is already used."""
    for at, each in enumerate(found):
        before = [other.name for other in found[:at]].count(each.name)
        yield each._replace(name=f"{each.name}, {'abcdefgh'[before]}") if before else each


def triangles(form: Form, sides: int = 24) -> tuple[Any, Any]:
    """Return a form as arrays of corners (n, 3) and triangles (m, 3). `sides`: the number of sides of a rod."""
    if isinstance(form, Mesh):
        return np.array(form.corners), np.array(form.triangles)
    if isinstance(form, Block):
        return np.array(form.corners()), np.array([each for a, b, c, d in QUADS for each in ((a, b, c), (a, c, d))])
    start, end = np.array(form.start), np.array(form.end)
    along = (end - start) / np.linalg.norm(end - start)
    side = np.cross(along, (1.0, 0, 0) if abs(along[0]) < 0.9 else (0, 1.0, 0))
    side /= np.linalg.norm(side)
    other = np.cross(along, side)
    turns = np.arange(sides) * 2 * np.pi / sides
    ring = form.radius * (np.outer(np.cos(turns), side) + np.outer(np.sin(turns), other))
    corners = np.vstack([start + ring, end + ring, [start, end]])
    found = []
    for one in range(sides):
        two = (one + 1) % sides
        found += [(one, two, sides + two), (one, sides + two, sides + one)]
        found += [(2 * sides, two, one), (2 * sides + 1, sides + one, sides + two)]
    return corners, np.array(found)


def _rounded(place: Place) -> Place:
    x, y, z = (round(each, 4) + 0.0 for each in place)
    return x, y, z


def _form(solid: Solid, origin: Place = (0.0, 0.0, 0.0)) -> Form:
    ox, oy, oz = origin
    if isinstance(solid, Cylinder):
        x, y = solid.x - ox, solid.y - oy
        return Rod(_rounded((x, y, solid.low - oz)), _rounded((x, y, solid.high - oz)), solid.radius)
    (x, y, z), (x1, y1, z1) = solid.low, solid.high
    return Block(_rounded((x - ox, y - oy, z - oz)), _rounded((x1 - ox, y1 - oy, z1 - oz)))


def _mesh(solid: Manifold) -> Mesh:
    mesh = solid.to_mesh64() if hasattr(solid, "to_mesh64") else solid.to_mesh()
    corners = np.asarray(mesh.vert_properties)[:, :3]
    three = tuple((int(a), int(b), int(c)) for a, b, c in np.asarray(mesh.tri_verts))
    return Mesh(tuple(_rounded((float(x), float(y), float(z))) for x, y, z in corners), three)


def _tile(here: Case, board: dict[str, Any]) -> Product:
    """Return the tile with its lights, reeds and small parts, in all its places."""
    layout = tile_layout.layout(board)
    edge = here.tile - here.gap
    forms: list[tuple[str, Form]] = [("board", Block((0.0, 0.0, -here.pcb), (edge, edge, 0.0)))]
    for solid in on_boards.on_tile(here, board, layout):
        if isinstance(solid, Box):
            forms.append(("pale" if solid.name[0] == "L" else "plastic", _form(solid)))
    for part in layout.parts:
        if part.reference[0] == "S":
            forms += _reed(board, part)
    return Product("tile", "boards", tuple(forms), _on_tiles(here))


def _on_tiles(here: Case) -> tuple[Place, ...]:
    """Return the place of each tile's lower left corner, on its upper side."""
    tiles = range(here.tiles)
    return tuple(_rounded((*here.tile_corner(x, y), here.tile_top)) for y in tiles for x in tiles)


def _reed(board: dict[str, Any], part: Placed) -> Iterator[tuple[str, Form]]:
    """Yield the glass of a reed, the lead through the glass, and the two legs."""
    its, axis = board["reed"], board["stack"]["reed_axis_mm"]
    first, last = (np.array((*part.pad(number), axis)) for number in "12")
    along = (last - first) / np.linalg.norm(last - first)
    middle, half = (first + last) / 2, its["glass_mm"] / 2

    def place(of: Any) -> Place:
        return _rounded((float(of[0]), float(of[1]), float(of[2])))

    yield "glass", Rod(place(middle - half * along), place(middle + half * along), its["glass_diameter_mm"] / 2)
    for end, way in ((first, -1), (last, 1)):
        yield "metal", Rod(place(end), place(middle + way * half * along), 0.3)
        yield "metal", Rod(place((end[0], end[1], 0.0)), place(end), 0.3)


def _wells(here: Case, board: dict[str, Any]) -> Product:
    return Product("light wells", "wells", (("white", _mesh(models.light_wells(here, board))),), _on_tiles(here))


def _controller(here: Case, board: dict[str, Any]) -> Product:
    layout = controller_layout.bare(board)
    side = here.controller_board
    forms: list[tuple[str, Form]] = [("board", Block((0.0, 0.0, -here.pcb), (side, side, 0.0)))]
    for solid in on_boards.on_controller(here, board, layout):
        if isinstance(solid, Box) and solid.piece == "controller":
            metal = solid.name.startswith(("TP", "USB"))
            colour = "metal" if metal else "board" if solid.name == "the Pico" else "plastic"
            forms.append((colour, _form(solid)))
    return Product("controller", "boards", tuple(forms), (_rounded((*here.controller_corner, here.controller_top)),))


def _bars(here: Case, board: dict[str, Any]) -> Iterator[Product]:
    """Yield the edge bars on their rails: strips with a light at each point."""
    half, top = board["carrier"]["strip_mm"] / 2, 2 * here.batten
    led = board["stack"]["led_mm"]
    forms: list[tuple[str, Form]] = [("pale", Block((0.0, -half, 0.0), (here.side, half, 0.4)))]
    for at in range(board["leds"]["bar_length"]):
        x = (at + 0.5) * here.pitch
        forms.append(("pale", Block((x - 2.5, -2.5, 0.4), (x + 2.5, 2.5, 0.4 + led))))
    places = ((0.0, -here.bar_away, top), (0.0, here.side + here.bar_away, top))
    yield Product("edge bar", "base", tuple(forms), tuple(map(_rounded, places)))


def _lines(here: Case) -> Iterator[Product]:
    """Yield the lines on the plate, and its five marked points."""
    many, half = round(here.side / here.pitch), _LINE_MM / 2
    first, last = here.pitch / 2, here.side - here.pitch / 2
    forms: list[tuple[str, Form]] = []
    for at in range(many):
        x = here.pitch * (at + 0.5)
        forms.append(("line", Block((x - half, first - half, 0.0), (x + half, last + half, _INK_MM))))
        forms.append(("line", Block((first - half, x - half, 0.0), (last + half, x + half, _INK_MM))))
    for across, up in [(x, y) for x in _STARS for y in _STARS if (x == 7) == (y == 7)]:
        x, y = here.pitch * (across + 0.5), here.pitch * (up + 0.5)
        forms.append(("line", Rod((x, y, 0.0), (x, y, 1.2 * _INK_MM), _STAR_MM)))
    yield Product("lines", "plate", tuple(forms), (_rounded((0.0, 0.0, here.plate_top)),))


def _stones(here: Case, board: dict[str, Any]) -> Iterator[Product]:
    """Yield the stones of MOVES on their points, foot down."""
    of: Cell = cell(board)
    mesh = _mesh(models.stone(board, of))
    for colour, first in (("black", 0), ("pale", 1)):
        places = [(*point(here, name), here.plate_top + of.foot) for name in MOVES[first::2]]
        name = "black stone" if colour == "black" else "white stone"
        yield Product(name, "stones", ((colour, mesh),), tuple(map(_rounded, places)))


def point(here: Case, name: str) -> tuple[float, float]:
    """Return x and y of a point by its name: h8."""
    return here.pitch * (ord(name[0]) - ord("a") + 0.5), here.pitch * (int(name[1:]) - 0.5)
