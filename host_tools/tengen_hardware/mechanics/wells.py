"""The walls between the points of a tile, with notches for all parts in their way. Lengths in mm.

The coordinates are those of the tile, with z from its upper side. The walls along the tile's edges are thinner and
inside its outline, because each tile has its own grid.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .. import kicad
from . import on_boards
from .case import Case
from .solids import Solid, box, cut, grown, meet

LEAST_ABOVE = 2.0  # the least height of a wall over a notch


def standing(here: Case, board: dict[str, Any]) -> list[Solid]:
    """Return everything that stands on a tile, and the heads of its screws."""
    layout = kicad.layout("tile")
    return [*on_boards.on_tile(here, board, layout), *on_boards.heads(here, layout.holes)]


def walls(here: Case) -> list[Solid]:
    """Return the walls of a tile, without notches."""
    edge, half = here.edge_of_tile, here.wall / 2
    middles = [at + here.pitch / 2 for at in here.points()[:-1]]
    spans = [(0.0, here.edge), *((at - half, at + half) for at in middles), (edge - here.edge, edge)]
    whole, z = (0.0, edge), (0.0, here.plate_above)
    places = [(f"{number} across", span, whole) for number, span in enumerate(spans)]
    places += [(f"{number} along", whole, span) for number, span in enumerate(spans)]
    return [box("wells", f"wall {name}", x, y, z, "[stack] wall_mm") for name, x, y in places]


def notches(here: Case, solids: Iterable[Solid]) -> list[Solid]:
    """Return the boxes to cut out of the walls, around all standing `solids` that are too near."""
    wide = ((solid, grown(solid, here.air)) for solid in solids)
    return [
        box("notch", solid.name, (each.low[0], each.high[0]), (each.low[1], each.high[1]), (-1.0, each.high[2]),
            solid.placed)
        for solid, each in wide if any(meet(wall, each) for wall in walls(here))
    ]  # fmt: skip


def too_high(here: Case, holes: Iterable[Solid]) -> list[str]:
    """Return a sentence for each notch with too little wall above it."""
    most = here.plate_above - LEAST_ABOVE
    found = [
        f"{hole.name} leaves no room for the walls between the points: it is {hole.high[2] - here.air:.1f} mm high "
        f"beside them, and {most:g} mm are free below [stack] plate_above_mm; change {hole.placed}"
        for hole in holes
        if hole.high[2] > most
    ]
    return [found[0] + f" ({len(found)} times)"] if found[1:] else found


def notched(here: Case, holes: list[Solid]) -> list[Solid]:
    """Return the walls as boxes, with the notches cut out."""
    return [piece for wall in walls(here) for piece in cut(wall, holes)]
