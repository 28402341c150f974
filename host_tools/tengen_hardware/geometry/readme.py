"""Compute the figures in the text of hardware/geometry/README.md."""

from __future__ import annotations

from typing import Any

from .. import markdown
from ..chart import number
from . import figures, light
from . import reed as reeds
from .cell import BEND, Cell

_LOOSE = 3.0  # how many mm off its point a careless player may put a stone


def text(board: dict[str, Any], cell: Cell) -> str:
    """Return the text of the whole file."""
    known = {
        "board": board, "cell": cell, "light": light, "reeds": reeds,
        **_reed(cell), **_light(board, cell),
        **{table.__name__: table(cell) for table in (figures.distances, figures.gaps, figures.parts, figures.places,
                                                     figures.neighbours, figures.depths, figures.sight)},
        "colours": figures.colours(cell, board), "built": _built(board, cell),
        **{f"diode_{end}": f"{board['measure'][f'diode_{end}_mv'] / 1000:g}" for end in ("low", "high")},
    }  # fmt: skip
    return markdown.wrapped(markdown.filled("geometry/README.md", known), 116)


def _built(board: dict[str, Any], cell: Cell) -> str:
    """Return the table of parts and sizes to build, from board.toml."""
    low, high = cell.reed.operate
    rows = [
        ("reed", f"normally open, closes at {number(low)}-{number(high)} AT, opens at {number(cell.reed.release)} AT "
                 f"or more, glass {number(cell.reed.glass)}, {number(cell.reed.length)} over the leads: ORD228VL of "
                 "that band"),
        ("its place", f"its middle {number(cell.place.offset)} from the point, up and to the right; "
                      f"holes at {' and '.join(_holes(cell))}"),
        ("its height", f"middle of the glass {number(cell.reed_axis)} over the tile: the glass lies on a "
                       f"[jig](../mechanics/README.md#what-to-print) {number(_over_tile(cell))} high while its leads "
                       "are soldered"),
        ("magnet", f"disc {number(cell.disc.diameter)} x {number(cell.disc.height)}, {board['magnet']['grade']}, one "
                   "in the foot of each stone, **the same pole down in all**"),
        ("stone", f"{number(cell.stone_diameter)} across, at most {number(cell.stone_height)} high, flat below, "
                  f"opaque; its magnet {number(cell.foot)} over the plate, behind felt or lacquer"),
        ("plate", f"opal acrylic, {number(cell.plate)} thick, lines and points on it; it lies on the walls"),
        ("walls", f"white, {number(cell.plate_above)} high, {number(cell.wall)} thick, a grid between all points, "
                  "[printed](../mechanics/README.md#what-to-print), with notches for screws and joints"),
        ("LED", f"WS2812B on the tile under the point, so {number(cell.led_depth)} below the plate"),
    ]  # fmt: skip
    return markdown.table(["what", "take"], rows)


def _holes(cell: Cell) -> list[str]:
    return [f"({number(x)}, {number(y)})" for x, y in cell.place.holes()]


def _over_tile(cell: Cell) -> float:
    return cell.reed_axis - cell.glass_diameter / 2


def _reed(cell: Cell) -> dict[str, Any]:
    at = reeds.setting(cell)
    low = at._replace(gap=cell.gap + reeds.JIG)
    return {
        "below_plate": cell.plate_above - cell.reed_axis,
        "glass_over_tile": _over_tile(cell),
        "bend": (cell.place.span - cell.reed.glass) / 2, "least_bend": BEND,
        "lead_below": number(cell.lead_below(cell.reed), 2),
        "closes_at_worst": number(reeds.operate_factor(low, reeds.OFF_POINT, cell.pitch), 2),
        "closes_on_point": reeds.operate_factor(at, 0, cell.pitch),
        "opens_on_points": number(reeds.open_factor(at, cell.pitch, 0), 2),
        "opens_careless": number(reeds.open_factor(at, cell.pitch), 2),
        "opens_loose": number(reeds.open_factor(at, cell.pitch, _LOOSE), 2), "loose": _LOOSE,
        "opens_any_pole": number(reeds.open_factor(at, cell.pitch, turned=True), 2),
    }  # fmt: skip


def _light(board: dict[str, Any], cell: Cell) -> dict[str, Any]:
    leds = board["leds"]
    pixels = board["board"]["size"] ** 2 + 2 * leds["bar_length"]
    _, next_ring = light.leak(cell)
    _, part = light.shadow(cell)
    return {
        "room": " to ".join(map(str, light.ROOM_LX)), "highest": light.highest(cell),
        "on_usb": (350 - pixels * leds["idle_ma"]) // sum(leds["full_ma"].values()),
        "shadow_percent": 100 * part, "next_ring": 100 * next_ring,
    }  # fmt: skip
