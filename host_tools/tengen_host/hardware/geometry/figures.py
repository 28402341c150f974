"""The tables of hardware/geometry/README.md, and the figures in its text."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import light
from . import reed as reeds
from .cell import Cell, Place
from .drawing import number
from .magnet import dipole, felt, field

WAYS = ("right", "up and right", "up", "up and left", "left", "down and left", "down", "down and right")


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def mm(value: float) -> str:
    """A length to the tenth."""
    return number(value)


def distances(cell: Cell) -> str:
    """How far a stone is felt, in eight directions."""
    rows = []
    for k, way in enumerate(WAYS):
        found = reeds.reach(cell.reed, cell.disc, cell.place, cell.gap, 45.0 * k)
        rows.append([way, *(mm(value) for value in found)])
    head = ["closed for sure to", "closes, likely, from", "may close from", "open for sure beyond"]
    return table(["the stone lies towards", *head], rows)


def gaps(cell: Cell) -> str:
    """At which gaps a reed closes and opens."""
    rows = []
    for off in (0.0, reeds.CARELESS, reeds.OFF_POINT):
        found = reeds.gaps(cell.reed, cell.disc, cell.place, off)
        rows.append(["on its point" if off == 0 else f"{mm(off)} mm off", *(mm(value) for value in found)])
    return table(["the stone", "closes for sure to", "closes, likely, to", "may close to", "may be held to"], rows)


def parts(cell: Cell) -> str:
    """What reeds and magnets have in hand."""
    rows = []
    for reed in reeds.REEDS:
        for disc in reeds.DISCS:
            near = reeds.operate_factor(reed, disc, cell.place, cell.gap, 0, cell.pitch)
            off = reeds.operate_factor(reed, disc, cell.place, cell.gap, reeds.OFF_POINT, cell.pitch)
            quiet = reeds.open_factor(reed, disc, cell.place, cell.gap, cell.pitch)
            good = "yes" if off >= 1 and quiet >= 1 else "no"
            rows.append([reed.name, disc.name, number(near), number(off, 2), number(quiet, 2), good])
    off_point = f"closes, {mm(reeds.OFF_POINT)} mm off"
    return table(["reed", "magnet", "closes, on the point", off_point, "opens among neighbours", "sure"], rows)


def places(cell: Cell) -> str:
    """Other places for the reed."""
    rows = []
    for turned, offset in ((45, 5), (45, 6), (45, 7), (45, 8), (45, 9), (0, 5), (0, 7)):
        place = Place(float(offset), float(turned), cell.place.span)
        holes = ", ".join(f"({mm(x)}, {mm(y)})" for x, y in place.holes())
        own = [reeds.own(cell.reed, cell.disc, place, cell.gap, off) for off in (0, reeds.CARELESS, reeds.OFF_POINT)]
        others = reeds.Neighbours(cell.reed, cell.disc, place, cell.gap, cell.pitch).some_same
        way = "on the diagonal" if turned else "along the row"
        rows.append([way, str(offset), *(number(value) for value in own), number(others, 2), holes])
    offs = [f"{mm(off)} mm off" for off in (reeds.CARELESS, reeds.OFF_POINT)]
    return table(["the reed lies", "offset", "on the point", *offs, "worst neighbours", "holes, from the point"], rows)


def neighbours(cell: Cell) -> str:
    """What neighbours give, over the gap."""
    rows = []
    for gap in (3.0, 4.0, 5.0, 6.0):
        exact = reeds.Neighbours(cell.reed, cell.disc, cell.place, gap, cell.pitch, off=0)
        loose = reeds.Neighbours(cell.reed, cell.disc, cell.place, gap, cell.pitch)
        own = reeds.own(cell.reed, cell.disc, cell.place, gap, 0)
        rows.append(
            [
                mm(gap),
                number(own),
                *(number(value, 2) for value in (exact.all_same, exact.some_same, exact.any_way)),
                *(number(value, 2) for value in (loose.some_same, loose.any_way)),
            ]
        )
    return table(
        ["gap", "own stone", "all eight", "the worst of them", "... turned any way", "3 mm off", "... turned any way"],
        rows,
    )


def facts(cell: Cell) -> str:
    """What a reed feels at an offset of 6 mm, over the glass alone."""
    place = Place(6.0, 0.0, cell.place.span)
    at = np.zeros((1, 2))
    found = [felt(cell.disc, place, gap, at, cell.reed.glass)[0] for gap in (4.0, 6.0, 8.0, 10.0)]
    return " / ".join(number(abs(value)) for value in found)


def dipole_error(cell: Cell, distance: float) -> str:
    """By how many percent a point dipole would be wrong, so far to the side, in the plane of the blades."""
    points = np.array([[distance, 0.0, -(cell.gap + cell.disc.height / 2)]])
    exact, near = field(cell.disc, points)[0], dipole(cell.disc, points)[0]
    return number(100 * float(np.linalg.norm(near - exact) / np.linalg.norm(exact)))


def depths(cell: Cell) -> str:
    """What the ring adds, over the LED's depth and the stone."""
    rows = []
    for depth in (4.0, cell.led_depth, 8.0, 12.0, 16.0):
        found = [light.contrast(cell, depth=depth, stone=stone) for stone in (20.0, 21.0, 22.0, 22.5)]
        rows.append([mm(depth), *(number(value) for value in found)])
    return table(["LED below the plate", "stone of 20", "21", "22", "22.5 mm"], rows)


def colours(cell: Cell, board: dict[str, Any]) -> str:
    """What each colour adds to the plate's brightness, alone and when many share the current."""
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
    """What of the ring is seen."""
    rows = []
    for high, side in light.EYES:
        alone, among = (100 * light.seen(cell, (high, side), neighbours) for neighbours in (False, True))
        rows.append([f"{high} mm up, {side} mm away", f"{number(alone, 0)} %", f"{number(among, 0)} %"])
    return table(["the eye", "of the ring seen, stone alone", "with stones all round"], rows)


