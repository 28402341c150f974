"""The printed pieces: light wells, stones, and the jigs that bend reeds and hold them in place. Lengths in mm.

Every model is in its printing position, with its lowest face at z 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from manifold3d import CrossSection, Manifold, OpType
from tengen_host.wiring import WiringError

from .. import kicad
from ..geometry.cell import Cell, cell
from ..markdown import number
from . import assembly, on_boards, sheets, wells
from .case import Case, case
from .solids import Place, Solid

ROUND = 40  # the number of sides of round shapes
_RINGS = 5  # the number of rings of a stone's upper side
_EDGE = 1.5  # this much of the tile's edge rests on the jig's frame; nothing is soldered there
_LEDGE = 10.0  # the height of the frame below the tile, for the plugs below the tile
_OUT = 8.0  # the bars stick out of the frame this far, so that they can be pulled out
_COVER = 0.1  # a stone's pocket is this much deeper than its magnet
_AIR = 0.2  # the least distance between the jig's bars and the highest part on a tile


def models(board: dict[str, Any]) -> dict[str, Manifold]:
    """Return each model by its name. Raises WiringError if the values of board.toml don't allow a model."""
    here, of = case(board), cell(board)
    return {
        "light-wells": light_wells(here, board), "stone": stone(here, of), "reed-bend": bend_block(here, of),
        "reed-frame": jig_frame(here, board, of), "reed-bars": jig_bars(here, of), "jack-holder": jack_holder(here),
    }  # fmt: skip


def light_wells(here: Case, board: dict[str, Any]) -> Manifold:
    """Return the walls of one tile, upside down, so that the notches are on top and nothing needs support."""
    holes = wells.notches(here, wells.standing(here, board))
    return union(wells.walls(here)) - union(holes)


def jack_holder(here: Case) -> Manifold:
    """Return the jack's sleeve, on its flange, and beside it the plate before the jack; both with holes for screws."""
    solids = assembly.jack(here)
    whole = union([each for each in solids if each.piece == "jack holder"])
    for _, y, z in (each.middle for each in solids if each.name == "head"):
        hole = cylinder((here.wood_screw[0] + sheets.WIDER) / 2, -9.0, 9.0)
        whole -= hole.rotate((0, 90, 0)).translate((here.outside[0], y, z))
    around, plate = (each.rotate((0, -90, 0)) for each in whole.split_by_plane((1, 0, 0), assembly.sleeve(here).low[0]))
    return around + plate.translate((30, 0, here.jack_wall))


def stone(here: Case, of: Cell) -> Manifold:
    """Return a stone with the pocket for its magnet, with the foot below. The pocket's roof is a short bridge."""
    high, rim, radius = of.stone_height - of.stone_foot, of.stone_rim - of.stone_foot, of.stone_diameter / 2
    pocket = of.disc.diameter / 2 + here.pocket
    deep = of.disc.height + _COVER
    if pocket + 1 > radius or deep + 1 > high or rim <= 0:
        raise WiringError(
            f"board.toml [stone]: no room in a stone of {of.stone_diameter:g} x {of.stone_height:g} mm for a magnet of "
            f"{of.disc.diameter:g} x {of.disc.height:g} mm with a foot of {of.stone_foot:g} mm"
        )
    # the dome as in geometry/light.py: a parabola over the rim
    rings = [radius * (1 - step / _RINGS) for step in range(_RINGS + 1)]
    dome = [(r, rim + (high - rim) * (1 - (r / radius) ** 2)) for r in rings]
    profile = [(0.0, 0.0), (radius, 0.0), *dome]
    return CrossSection([profile]).revolve(ROUND) - cylinder(pocket, -1.0, deep)


def bend_block(here: Case, of: Cell) -> Manifold:
    """Return the block for bending a reed's leads over the block's ends, while the reed is in the groove."""
    (wide, high), lead, slot = here.bend_block, here.lead, here.jig_slot
    length, glass = of.place.span - lead, of.reed.glass + 1.0
    deep = lead / 2 + of.glass_diameter / 2 + slot
    if deep + 1 > high or of.glass_diameter + slot + 2 > wide or glass + 2 > length:
        raise WiringError("board.toml [print] bend_block_mm: the block is too small for the reed's glass")
    body = cube((-length / 2, -wide / 2, 0), (length / 2, wide / 2, high))
    half = (lead + slot) / 2
    groove = cube((-length, -half, high - lead), (length, half, high + 1))
    half = (of.glass_diameter + slot) / 2
    return body - groove - cube((-glass / 2, -half, high - deep), (glass / 2, half, high + 1))


def bars(here: Case, of: Cell) -> list[tuple[float, float, float]]:
    """Return each bar of the jig: the middle and the length of its line across the tile.

    The bars cross the reeds under the middles of the glass. Points on the same diagonal share a bar.
    """
    turn = math.radians(of.place.turned)
    middles = [(x + of.place.offset * math.cos(turn), y + of.place.offset * math.sin(turn))
               for x in here.points() for y in here.points()]  # fmt: skip
    lines: dict[float, list[tuple[float, float]]] = {}
    for x, y in middles:
        lines.setdefault(round(x * math.cos(turn) + y * math.sin(turn), 3), []).append((x, y))
    edge, reach = here.edge_of_tile, here.jig_wall + here.jig_slot + _OUT
    found = []
    for _, on_line in sorted(lines.items()):
        x, y = on_line[0]
        ends = _ends((x, y), (-math.sin(turn), math.cos(turn)), -reach, edge + reach)
        found.append(((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2, math.dist(*ends)))
    return found


def _ends(at: tuple[float, float], way: tuple[float, float], low: float, high: float) -> list[tuple[float, float]]:
    """Return the two places where a bar's line through `at` leaves the square from `low` to `high`."""
    steps = [((end - here) / slope) for here, slope in zip(at, way, strict=True) if abs(slope) > 1e-9
             for end in (low, high)]  # fmt: skip
    backward, forward = max(step for step in steps if step < 0), min(step for step in steps if step > 0)
    return [(at[0] + step * way[0], at[1] + step * way[1]) for step in (backward, forward)]


def jig_frame(here: Case, board: dict[str, Any], of: Cell) -> Manifold:
    """Return the frame that holds a tile while its reeds are soldered, with slots for the bars under the glass."""
    edge, slot, wall, (wide, tall) = here.edge_of_tile, here.jig_slot, here.jig_wall, here.jig_bar
    tile_top = _LEDGE + here.pcb
    top = of.reed_axis - of.glass_diameter / 2
    bottom = top - tall
    layout = kicad.layout("tile")
    parts = [each for each in on_boards.on_tile(here, board, layout) if not each.name.startswith("reed")]
    turn, lines = math.radians(of.place.turned), bars(here, of)
    across, up = math.cos(turn), math.sin(turn)

    def off(each: Solid) -> float:
        """Return how far a part is from the middle of the nearest bar."""
        (x, y, _), half = each.middle, (each.high[0] - each.low[0], each.high[1] - each.low[1])
        reach = each.radius or (half[0] * across + half[1] * up) / 2
        return min(abs((x - at) * across + (y - to) * up) for at, to, _ in lines) - reach

    highest = max(each.high[2] for each in parts if off(each) < (wide + slot) / 2)
    if highest + _AIR > bottom:
        raise WiringError(
            f"board.toml [print] jig_bar_mm: bars of {tall:g} mm under the glass leave {bottom:.1f} mm over the tile, "
            f"and the parts below them are {highest:g} mm high"
        )
    for each in on_boards.under_tile(here, board, layout, set(on_boards.tile_plugs(board))):
        (x, y, _), (x1, y1, _) = each.low, each.high
        solid = each.name == "header" or each.name.startswith("joint")
        if solid and (min(x, y) < _EDGE or max(x1, y1) > edge - _EDGE):
            raise WiringError(f"tile.kicad_pcb: {each.name} is less than {_EDGE:g} mm from the edge, in the jig")
    body = cube((-slot - wall, -slot - wall, 0), (edge + slot + wall, edge + slot + wall, tile_top + top))
    body -= cube((_EDGE, _EDGE, -1), (edge - _EDGE, edge - _EDGE, _LEDGE + 1))
    body -= cube((-slot, -slot, _LEDGE), (edge + slot, edge + slot, tile_top + top + 1))
    for x, y, length in lines:
        half = (wide + slot) / 2
        gap = cube((-half, -length, tile_top + bottom), (half, length, tile_top + top + 1))
        body -= gap.rotate((0, 0, of.place.turned)).translate((x, y, 0))
    return body


def jig_bars(here: Case, of: Cell) -> Manifold:
    """Return the jig's bars, side by side."""
    wide, tall = here.jig_bar
    lines = enumerate(bars(here, of))
    each = [cube((at * (wide + 3), 0, 0), (at * (wide + 3) + wide, length, tall)) for at, (_, _, length) in lines]
    return Manifold.batch_boolean(each, OpType.Add)


def printed(name: str, solid: Manifold) -> Manifold:
    """Return a model in its printing position on the bed: wells upside down, stones on their foot."""
    if name == "light-wells":
        solid = solid.rotate((180, 0, 0))
    return solid.translate((0, 0, -solid.bounding_box()[2]))


def union(solids: list[Solid]) -> Manifold:
    """Return the union of boxes."""
    return Manifold.batch_boolean([cube(each.low, each.high) for each in solids], OpType.Add)


def cube(low: Place, high: Place) -> Manifold:
    """Return a box from its corners."""
    size = tuple(b - a for a, b in zip(low, high, strict=True))
    return Manifold.cube(size).translate(low)


def cylinder(radius: float, low: float, high: float) -> Manifold:
    """Return an upright cylinder over the origin."""
    return Manifold.cylinder(high - low, radius, circular_segments=ROUND).translate((0, 0, low))


def stl(name: str, solid: Manifold) -> str:
    """Return a model as the text of an STL file, in mm. The triangles are sorted, so their order does not vary."""
    # rounded to 0.1 um, because smaller digits may differ although the values are the same
    mesh = solid.to_mesh64() if hasattr(solid, "to_mesh64") else solid.to_mesh()
    corners = [tuple(number(float(each), 4) for each in place[:3]) for place in mesh.vert_properties]
    facets = []
    for three in mesh.tri_verts:
        a, b, c = (corners[one] for one in three)
        if len({a, b, c}) == 3:
            facets.append(min((a, b, c), (b, c, a), (c, a, b)))
    lines = [f"solid {name}"]
    for facet in sorted(facets):
        a, b, c = np.array(facet, float)
        up = np.cross(b - a, c - a)
        lines.append("facet normal " + " ".join(number(each, 4) for each in up / (np.linalg.norm(up) or 1)))
        lines += ["outer loop", *(f"vertex {' '.join(place)}" for place in facet), "endloop", "endfacet"]
    return "\n".join([*lines, f"endsolid {name}", ""])
