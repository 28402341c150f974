"""hardware/geometry/README.md: the figures that its text names."""

from __future__ import annotations

from typing import Any

from .. import markdown
from ..chart import number
from . import figures, light
from . import reed as reeds
from .cell import BEND, Cell
from .magnet import pull_mn

_LOOSE = 3.0  # mm that a stone may lie off its point where nobody takes care


def text(board: dict[str, Any], cell: Cell) -> str:
    """Return the text of the whole file."""
    known = {
        "board": board, "cell": cell, "light": light, "reeds": reeds,
        **_reed(cell), **_light(board, cell),
        **{table.__name__: table(cell) for table in (figures.distances, figures.gaps, figures.parts, figures.places,
                                                     figures.neighbours, figures.depths, figures.sight, figures.facts)},
        "colours": figures.colours(cell, board),
    }  # fmt: skip
    return markdown.wrapped(markdown.filled("geometry/README.md", known), 116)


def _reed(cell: Cell) -> dict[str, Any]:
    at = reeds.setting(cell)
    low = at._replace(gap=cell.gap + reeds.JIG)
    near, whole = (reeds.worst_neighbours(at, cell.pitch, 0, about).some_same for about in (1, 7))
    near_hole, far_hole = (f"({number(x)}, {number(y)})" for x, y in cell.place.holes())
    return {
        "near_hole": near_hole, "far_hole": far_hole,
        "below_plate": cell.plate_above - cell.reed_axis,
        "glass_over_tile": cell.reed_axis - cell.glass_diameter / 2,
        "bend": (cell.place.span - cell.reed.glass) / 2, "least_bend": BEND,
        "lead_below": number(cell.lead_below(cell.reed), 2),
        "closes_at_worst": number(reeds.operate_factor(low, reeds.OFF_POINT, cell.pitch), 2),
        "closes_on_point": reeds.operate_factor(at, 0, cell.pitch),
        "opens_on_points": number(reeds.open_factor(at, cell.pitch, 0), 2),
        "opens_careless": number(reeds.open_factor(at, cell.pitch), 2),
        "opens_loose": number(reeds.open_factor(at, cell.pitch, _LOOSE), 2), "loose": _LOOSE,
        "opens_any_pole": number(reeds.open_factor(at, cell.pitch, turned=True), 2),
        "eight_nearest": near, "all_others": whole,
        "push": pull_mn(cell.disc, cell.pitch), "push_at_rim": pull_mn(cell.disc, cell.stone_diameter),
        "error_beside": figures.dipole_error(cell, 6.0), "error_next_point": figures.dipole_error(cell, cell.pitch),
    }  # fmt: skip


def _light(board: dict[str, Any], cell: Cell) -> dict[str, Any]:
    leds, most = board["leds"], light.ROOM_LX[1]
    pixels = board["board"]["size"] ** 2 + 2 * leds["bar_length"]
    next_point, next_ring = light.leak(cell)
    wide, part = light.shadow(cell)
    plate = light.plate(cell, most)
    return {
        "room": " to ".join(map(str, light.ROOM_LX)), "eye": light.EYES[-1], "highest": light.highest(cell),
        "on_usb": (350 - pixels * leds["idle_ma"]) // sum(leds["full_ma"].values()),
        "plate": plate, "ring": light.contrast(cell, lux=most) * plate,
        "shadow": wide, "shadow_percent": 100 * part, "next_point": 100 * next_point, "next_ring": 100 * next_ring,
    }  # fmt: skip
