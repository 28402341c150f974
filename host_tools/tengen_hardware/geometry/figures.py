"""The tables of hardware/geometry/README.md, and the figures in its text."""

from __future__ import annotations

from typing import Any

from ..chart import number
from ..markdown import table
from . import light
from . import reed as reeds
from .cell import SOLDER, Cell, Place

WAYS = ("right", "up and right", "up", "up and left", "left", "down and left", "down", "down and right")


def distances(cell: Cell) -> str:
    """Return the table of the distances at which a stone is detected, in eight directions."""
    rows = []
    for k, way in enumerate(WAYS):
        found = reeds.reach(reeds.setting(cell), 45.0 * k)
        rows.append([way, *(number(value) for value in found)])
    return table(["the stone lies towards", "closed for sure to", "may close from", "open for sure beyond"], rows)


def gaps(cell: Cell) -> str:
    """Return the table of the gaps at which a reed closes and opens."""
    rows = []
    for off in (0.0, 3.0, reeds.OFF_POINT):
        found = reeds.gaps(reeds.setting(cell), off)
        rows.append(["on its point" if off == 0 else f"{number(off)} off", *(number(value) for value in found)])
    return table(["the stone", "closes for sure to", "may close to", "may be held to"], rows)


def parts(cell: Cell) -> str:
    """Return the table of the safety factors of reeds and magnets."""
    rows = []
    for reed in reeds.REEDS:
        for disc in reeds.DISCS:
            at = reeds.setting(cell)._replace(reed=reed, disc=disc)
            near, off = (reeds.operate_factor(at, away, cell.pitch) for away in (0.0, reeds.OFF_POINT))
            quiet = reeds.open_factor(at, cell.pitch)
            reaches = cell.lead_below(reed) >= SOLDER
            row = [reed.name, disc.name, number(near), number(off, 2), number(quiet, 2), "yes" if reaches else "no"]
            rows.append([*row, "yes" if off >= 1 and quiet >= 1 and reaches else "no"])
    head = ["closes, on the point", f"{number(reeds.OFF_POINT)} off", "opens among neighbours", "leads reach", "good"]
    return table(["reed", "magnet", *head], rows)


def places(cell: Cell) -> str:
    """Return the table of other places for the reed."""
    rows = []
    for turned, offset in ((45, 5), (45, 6), (45, 7), (45, 8), (45, 9), (0, 5), (0, 7)):
        place = Place(float(offset), float(turned), cell.place.span)
        at = reeds.setting(cell)._replace(place=place)
        holes = ", ".join(f"({number(x)}, {number(y)})" for x, y in place.holes())
        own = [number(reeds.own(at, off)) for off in (0.0, 3.0, reeds.OFF_POINT)]
        others = reeds.worst_neighbours(at, cell.pitch).some_same
        rows.append(["on the diagonal" if turned else "along the row", str(offset), *own, number(others), holes])
    head = ["offset", "on the point", "3 off", f"{number(reeds.OFF_POINT)} off", "neighbours", "holes, from the point"]
    return table(["the reed lies", *head], rows)


def neighbours(cell: Cell) -> str:
    """Return the table of the ampere-turns of the neighbours, by gap."""
    rows = []
    for gap in (3.0, 4.0, 5.0, 6.0):
        at = reeds.setting(cell)._replace(gap=gap)
        row = [number(gap), number(reeds.own(at, 0))]
        for off in (0.0, 2.0, 3.0):
            found = reeds.worst_neighbours(at, cell.pitch, off)
            row += [number(found.all_same)] if off == 0 else []
            row += [number(found.some_same), number(found.any_way)]
        rows.append(row)
    head = ["gap", "own stone", "all eight"]
    for words in ("the worst of them", "... all 2 off", "... all 3 off"):
        head += [words, "any pole"]
    return table(head, rows)


def depths(cell: Cell) -> str:
    """Return the table of the contrast of the ring, by the LED's depth and the stone's diameter."""
    rows = []
    for depth in (4.0, cell.led_depth, 8.0, 12.0, 16.0):
        found = [light.contrast(cell, depth=depth, stone=stone) for stone in (20.0, 21.0, 22.0, 22.5)]
        rows.append([number(depth), *(number(value) for value in found)])
    return table(["LED below the plate", "stone of 20", "21", "22", "22.5 mm"], rows)


def colours(cell: Cell, board: dict[str, Any]) -> str:
    """Return the table of the contrast of each colour, for one light and for many lights that share the current."""
    leds = board["leds"]
    pixels = board["board"]["size"] ** 2 + 2 * leds["bar_length"]
    rows = []
    for colour in light.COLOURS:
        row = [colour, number(light.mcd(colour), 0)]
        row += [number(light.contrast(cell, colour, lux)) for lux in light.ROOM_LX]
        for lit in (60, 225):
            share = light.share_of(lit, colour, leds["full_ma"], leds["idle_ma"], pixels, leds["budget_ma"])
            row.append(number(light.contrast(cell, colour, share=share)))
        row.append(number(light.free(cell, colour, share=share)))
        rows.append(row)
    most = light.ROOM_LX[1]
    head = ["colour", "mcd", *(f"one ring, {lux} lx" for lux in light.ROOM_LX), f"60 rings, {most} lx", "225 rings"]
    return table([*head, "225 free points"], rows)


def sight(cell: Cell) -> str:
    """Return the table of the visible share of the ring."""
    rows = []
    for high, side in light.EYES:
        alone, among = (100 * light.seen(cell, (high, side), neighbours) for neighbours in (False, True))
        rows.append([f"{high} mm up, {side} mm away", f"{number(alone, 0)} %", f"{number(among, 0)} %"])
    return table(["the eye", "of the ring seen, stone alone", "with stones all round"], rows)


