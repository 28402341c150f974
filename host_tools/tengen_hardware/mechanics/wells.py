"""The walls between the points of a tile, with notches for all parts in their way. Lengths in mm.

The coordinates are those of the tile, with z from its upper side. The walls along the tile's edges are thinner and
inside its outline, because each tile has its own grid.
"""

from __future__ import annotations

from collections.abc import Iterable

from .case import Case
from .solids import Box, Solid, box, cut, grown, meet

LEAST_ABOVE = 2.0  # the least height of a wall over a notch


def walls(here: Case) -> list[Box]:
    """Return the walls of a tile, without notches."""
    edge = here.tile - here.gap
    lines = [here.pitch * number - here.gap / 2 for number in range(1, round(here.tile / here.pitch))]
    half = here.wall / 2
    spans = [(0.0, here.edge), *((at - half, at + half) for at in lines), (edge - here.edge, edge)]
    whole, z = (0.0, edge), (0.0, here.walls)
    found = [box("wells", f"wall {number} across", span, whole, z, "[stack] wall_mm")
             for number, span in enumerate(spans)]  # fmt: skip
    return found + [box("wells", f"wall {number} along", whole, span, z, "[stack] wall_mm")
                    for number, span in enumerate(spans)]  # fmt: skip


def notches(here: Case, standing: Iterable[Solid]) -> list[Box]:
    """Return the boxes to cut out of the walls, around all `standing` solids that are too near."""
    found = []
    for solid in standing:
        wide = grown(solid, here.air)
        if any(meet(wall, wide) for wall in walls(here)):
            (x, y, _), (x1, y1, top) = wide.extent
            found.append(box("notch", solid.name, (x, x1), (y, y1), (-1.0, top), solid.placed))
    return found


def too_high(here: Case, holes: Iterable[Box]) -> list[str]:
    """Return a sentence for each notch with too little wall above it."""
    most = here.walls - LEAST_ABOVE
    found = [
        f"{hole.name} leaves no room for the walls between the points: it is {hole.high[2] - here.air:.1f} mm high "
        f"beside them, and {most:g} mm are free below [stack] plate_above_mm; change {hole.placed}"
        for hole in holes
        if hole.high[2] > most
    ]
    return [found[0] + f" ({len(found)} times)"] if found[1:] else found


def notched(here: Case, holes: list[Box]) -> list[Box]:
    """Return the walls as boxes, with the notches cut out."""
    return [piece for wall in walls(here) for piece in cut(wall, holes)]
