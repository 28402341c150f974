"""Compute the tables and the figures in the text of hardware/geometry/README.md."""

from __future__ import annotations

from typing import Any

from ..markdown import filled, number, table
from . import light
from . import reed as reeds
from .cell import BEND, SOLDER, Cell, Place

_WAYS = ("right", "up and right", "up", "up and left", "left", "down and left", "down", "down and right")
_LOOSE = 3.0  # how many mm off its point a careless player may put a stone


def text(board: dict[str, Any], cell: Cell) -> str:
    """Return the text of the whole file."""
    known = {
        "board": board, "cell": cell, "light": light, "reeds": reeds,
        **_reed(cell), **_light(board, cell),
        "distances": _distances(cell), "gaps": _gaps(cell), "parts": _parts(cell), "places": _places(cell),
        "neighbours": _neighbours(cell), "depths": _depths(cell), "sight": _sight(cell),
        "colours": _colours(cell, board), "built": _built(board, cell),
        **{f"diode_{end}": f"{board['measure'][f'diode_{end}_mv'] / 1000:g}" for end in ("low", "high")},
    }  # fmt: skip
    return filled("geometry/README.md", known)


def _built(board: dict[str, Any], cell: Cell) -> str:
    """Return the table of parts and sizes to build, from board.toml."""
    low, high = cell.reed.operate
    rows = [
        ("reed", f"normally open, closes at {number(low)}-{number(high)} AT, opens at {number(cell.reed.release)} AT "
                 f"or more, glass {number(cell.reed.glass)}, {number(cell.reed.length)} over the leads: ORD228VL of "
                 "that band"),
        ("its place", f"its middle {number(cell.place.offset)} from the point, up and to the right; "
                      f"holes at {' and '.join(_holes(cell.place))}"),
        ("its height", f"middle of the glass {number(cell.reed_axis)} over the tile: the glass lies on a "
                       f"[jig](../mechanics/README.md#what-to-print) {number(_over_tile(cell))} high while its leads "
                       "are soldered"),
        ("magnet", f"disc {number(cell.disc.diameter)} x {number(cell.disc.height)}, {board['magnet']['grade']}, one "
                   "in the underside of each stone, **the same pole down in all**"),
        ("stone", f"{number(cell.stone_diameter)} across, at most {number(cell.stone_height)} high, flat below, "
                  f"opaque; its magnet {number(cell.stone_foot)} over the plate, behind felt or lacquer"),
        ("plate", f"opal acrylic, {number(cell.plate)} thick, lines and points on it; it lies on the walls"),
        ("walls", f"white, {number(cell.plate_above)} high, {number(cell.wall)} thick, a grid between all points, "
                  "[printed](../mechanics/README.md#what-to-print), with notches for screws and joints"),
        ("LED", f"WS2812B on the tile under the point, so {number(cell.led_depth)} below the plate"),
    ]  # fmt: skip
    return table(["what", "take"], rows)


def _holes(place: Place) -> list[str]:
    return [f"({number(x)}, {number(y)})" for x, y in place.holes()]


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


def _distances(cell: Cell) -> str:
    """Return the table of the distances at which a stone is detected, in eight directions."""
    rows = ((way, *reeds.reach(reeds.setting(cell), 45.0 * k)) for k, way in enumerate(_WAYS))
    return table(["the stone lies towards", "closed for sure to", "may close from", "open for sure beyond"], rows)


def _gaps(cell: Cell) -> str:
    """Return the table of the gaps at which a reed closes and opens."""
    rows = ((f"{number(off)} off" if off else "on its point", *reeds.gaps(reeds.setting(cell), off))
            for off in (0.0, 3.0, reeds.OFF_POINT))  # fmt: skip
    return table(["the stone", "closes for sure to", "may close to", "may be held to"], rows)


def _parts(cell: Cell) -> str:
    """Return the table of the safety factors of reeds and magnets."""
    rows = []
    for reed in reeds.REEDS:
        for disc in reeds.DISCS:
            at = reeds.setting(cell)._replace(reed=reed, disc=disc)
            near, off = (reeds.operate_factor(at, away, cell.pitch) for away in (0.0, reeds.OFF_POINT))
            quiet = reeds.open_factor(at, cell.pitch)
            reaches = cell.lead_below(reed) >= SOLDER
            rows.append((reed.name, disc.name, near, number(off, 2), number(quiet, 2), "yes" if reaches else "no",
                         "yes" if off >= 1 and quiet >= 1 and reaches else "no"))  # fmt: skip
    head = ["closes, on the point", f"{number(reeds.OFF_POINT)} off", "opens among neighbours", "leads reach", "good"]
    return table(["reed", "magnet", *head], rows)


def _places(cell: Cell) -> str:
    """Return the table of other places for the reed."""
    rows = []
    for turned, offset in ((45, 5), (45, 6), (45, 7), (45, 8), (45, 9), (0, 5), (0, 7)):
        at = reeds.setting(cell)._replace(place=Place(float(offset), float(turned), cell.place.span))
        own = [reeds.own(at, off) for off in (0.0, 3.0, reeds.OFF_POINT)]
        rows.append(("on the diagonal" if turned else "along the row", offset, *own,
                     reeds.worst_neighbours(at, cell.pitch).some_same, ", ".join(_holes(at.place))))  # fmt: skip
    head = ["offset", "on the point", "3 off", f"{number(reeds.OFF_POINT)} off", "neighbours", "holes, from the point"]
    return table(["the reed lies", *head], rows)


def _neighbours(cell: Cell) -> str:
    """Return the table of the ampere-turns of the neighbours, by gap."""
    rows = []
    for gap in (3.0, 4.0, 5.0, 6.0):
        at = reeds.setting(cell)._replace(gap=gap)
        on, two_off, three_off = (reeds.worst_neighbours(at, cell.pitch, off) for off in (0.0, 2.0, 3.0))
        rows.append((gap, reeds.own(at, 0), *on, *two_off[1:], *three_off[1:]))
    return table(["gap", "own stone", "all eight", "the worst of them", "any pole", "... all 2 off", "any pole",
                  "... all 3 off", "any pole"], rows)  # fmt: skip


def _depths(cell: Cell) -> str:
    """Return the table of the contrast of the ring, by the LED's depth and the stone's diameter."""
    rows = ((depth, *(light.contrast(cell, depth=depth, stone=stone) for stone in (20.0, 21.0, 22.0, 22.5)))
            for depth in (4.0, cell.led_depth, 8.0, 12.0, 16.0))  # fmt: skip
    return table(["LED below the plate", "stone of 20", "21", "22", "22.5 mm"], rows)


def _colours(cell: Cell, board: dict[str, Any]) -> str:
    """Return the table of the contrast of each colour, for one light and for many lights that share the current."""
    leds = board["leds"]
    pixels = board["board"]["size"] ** 2 + 2 * leds["bar_length"]
    rows = []
    for colour in light.COLOURS:
        some, every = (light.share_of(lit, colour, leds["full_ma"], leds["idle_ma"], pixels, leds["budget_ma"])
                       for lit in (60, 225))  # fmt: skip
        rows.append((colour, number(light.mcd(colour), 0),
                     *(light.contrast(cell, colour, lux) for lux in light.ROOM_LX),
                     *(light.contrast(cell, colour, share=share) for share in (some, every)),
                     light.free(cell, colour, share=every)))  # fmt: skip
    most = light.ROOM_LX[1]
    head = ["colour", "mcd", *(f"one ring, {lux} lx" for lux in light.ROOM_LX), f"60 rings, {most} lx", "225 rings"]
    return table([*head, "225 free points"], rows)


def _sight(cell: Cell) -> str:
    """Return the table of the visible share of the ring."""
    rows = []
    for high, side in light.EYES:
        alone, among = (100 * light.seen(cell, (high, side), neighbours) for neighbours in (False, True))
        rows.append([f"{high} mm up, {side} mm away", f"{number(alone, 0)} %", f"{number(among, 0)} %"])
    return table(["the eye", "of the ring seen, stone alone", "with stones all round"], rows)
