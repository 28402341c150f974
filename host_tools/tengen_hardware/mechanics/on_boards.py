"""The things on and below tile and controller, as solids: parts, plugs, bends of ribbons, joints, the Pico."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from .. import controller, tile
from ..circuit import Circuit
from ..kicad.layout import BOTTOM, Hole, Layout, Placed
from .case import Case, high
from .solids import Solid, box, rod

COURTYARD = 0.25  # mm: a footprint's courtyard is this much larger than its part
RIBBON_STEP = 1.27  # the distance between two wires of a ribbon
RIBBON_THICK = 1.0  # a ribbon with some air
_SHROUD = 9.2  # the height of a box header without its plug
_SOCKET = (5.1, 6.1)  # an IDC socket is this much longer than its rows of pins, and this wide
_LEG = 1.8  # pins of a header stick out this far below a board of 1.6 mm
_RIBBONS = {"feed_header": len(tile.FEED), "column_header": len(tile.FOOT)}
# by the mechanical drawing in the Raspberry Pi Pico's data sheet: the board, its margin beyond the pins, the USB socket
PICO = (51.0, 21.0, 1.0)
_PICO_BEYOND = 1.37  # the distance from pin 1 to the board's edge
USB_BEYOND = 1.3  # the socket sticks out this far
_USB = (8.0, 5.0, 2.8)  # width, length and height of the socket
# the greatest grip of a Micro-B plug by USB-IF, Micro-USB Cables and Connectors Specification; the length is that of
# common plugs
USB_PLUG = (10.6, 8.5, 28.0)


def tile_plugs(board: dict[str, Any]) -> tuple[str, str]:
    """Return the names of a tile's plugs for the ribbon of rows and the ribbon of columns."""
    of = tile.circuit(board).of_kind("feed_header", "column_header")
    feed, foot = sorted(of, key=lambda each: each.kind != "feed_header")
    return feed.reference, foot.reference


def body(placed: Placed, beyond: float = 0.0) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ranges in x and y of a part's body on its board. `beyond`: make it larger on all sides."""
    if placed.body:
        left, low, right, top = placed.body
    else:
        left, right = min(each.x for each in placed.pads), max(each.x for each in placed.pads)
        low, top = min(each.y for each in placed.pads), max(each.y for each in placed.pads)
    ends = [placed.at(x, y) for x in (left, right) for y in (low, top)]
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    return (min(xs) - beyond, max(xs) + beyond), (min(ys) - beyond, max(ys) + beyond)


def on_tile(here: Case, board: dict[str, Any], of: Layout) -> Iterator[Solid]:
    """Yield the solids on a tile, in the tile's own coordinates, with the tile's upper side at z 0."""
    circuit = tile.circuit(board)
    for part in of.parts:
        kind = circuit.parts[part.reference].kind
        if kind == "reed":
            yield from _reed(here, board, part)
        elif part.side != BOTTOM and part.body and high(here, board, kind) > 0:
            x, y = body(part, -COURTYARD)
            yield box("tile", part.reference, x, y, (0, high(here, board, kind)), "tile.kicad_pcb")
        yield from _joints(here, circuit, part, 1)


def under_tile(here: Case, board: dict[str, Any], of: Layout, plugs: set[str]) -> Iterator[Solid]:
    """Yield the solids below a tile (underside at z 0): joints, and these plugs with the bends of their ribbons."""
    circuit = tile.circuit(board)
    for part in of.parts:
        kind = circuit.parts[part.reference].kind
        if part.side != BOTTOM:
            yield from _joints(here, circuit, part, -1)
        elif part.reference in plugs:
            out = (-1, 0) if kind == "feed_header" else (0, -1)
            for each in _plug(here, part, _RIBBONS[kind], out):
                (x, y, z), (x1, y1, z1) = each.low, each.high
                yield each._replace(low=(x, y, -z1), high=(x1, y1, -z))


def on_controller(here: Case, board: dict[str, Any], of: Layout) -> Iterator[Solid]:
    """Yield the solids on the controller, in its own coordinates, with its upper side at z 0."""
    circuit = controller.circuit(board)
    for part in of.parts:
        kind = circuit.parts[part.reference].kind
        if kind == "pico":
            yield from _pico(here, part)
        elif kind in _RIBBONS:
            out = (1, 0) if kind == "feed_header" else (0, -1)
            yield from _plug(here, part, _RIBBONS[kind], out)
        elif part.body:
            x, y = body(part, -COURTYARD)
            yield box("controller", part.reference, x, y, (0, high(here, board, kind)), "controller.kicad_pcb")
            if kind == "supply_inlet":
                (left, _), wires = x, y
                yield box("wires of " + part.reference, "wires", (left - here.wire_room, left), wires, (0, 12.0),
                          "[case] wire_room_mm")  # fmt: skip


def under_controller(here: Case, board: dict[str, Any], of: Layout) -> Iterator[Solid]:
    """Yield the solder joints below the controller, with its underside at z 0."""
    circuit = controller.circuit(board)
    for part in of.parts:
        yield from _joints(here, circuit, part, -1)


def heads(here: Case, holes: tuple[Hole, ...]) -> Iterator[Solid]:
    """Yield the heads of the screws in a board's holes, on the board's upper side at z 0."""
    across, tall = here.head
    for number, hole in enumerate(holes, 1):
        yield rod(f"screw {number}", "head", hole.x, hole.y, across / 2, (0, tall), "[case] head_mm")


def usb_middle(here: Case, of: Layout) -> tuple[float, float, float]:
    """Return the middle of the front of the Pico's USB socket, in the controller's coordinates (upper side at z 0)."""
    (left, _), (low, top) = body(of.part("U1"))
    return left - _PICO_BEYOND - USB_BEYOND, (low + top) / 2, here.heights["usb_middle"]


def _joints(here: Case, circuit: Circuit, part: Placed, way: int) -> Iterator[Solid]:
    """Yield the solder joints of a part on the board's upper (`way` 1) or lower (-1) side, which is at z 0."""
    leg = _LEG if circuit.parts[part.reference].kind in (*_RIBBONS, "bar_header", "button_header", "pico") else 0.0
    tall = max(leg, here.heights["joint"])
    for pad in part.pads:
        if pad.drill:
            x, y = part.at(pad.x, pad.y)
            z = (0.0, tall) if way > 0 else (-tall, 0.0)
            yield rod(circuit.name, f"joint {part.reference}.{pad.number}", x, y, max(pad.width, pad.height) / 2, z,
                      "[case.heights] joint")  # fmt: skip


def _reed(here: Case, board: dict[str, Any], part: Placed) -> Iterator[Solid]:
    """Yield a reed's glass and leads as upright cylinders at steps of half a millimetre."""
    its, axis = board["reed"], board["stack"]["reed_axis_mm"]
    (x, y), (x1, y1) = part.pad("1"), part.pad("2")
    span = math.dist((x, y), (x1, y1))
    for step in range(int(span / 0.5) + 1):
        at = step * 0.5
        inside = abs(at - span / 2) <= its["glass_mm"] / 2
        radius = its["glass_diameter_mm"] / 2 if inside else 0.3
        low = axis - radius if at > 0.5 and at < span - 0.5 else 0.0
        share = at / span
        yield rod("tile", f"reed {part.reference}", x + (x1 - x) * share, y + (y1 - y) * share, radius,
                  (low, axis + radius), "[reed], [stack] reed_axis_mm")  # fmt: skip


def _plug(here: Case, part: Placed, ways: int, out: tuple[int, int]) -> Iterator[Solid]:
    """Yield a box header, the socket on it, and the ribbon, which goes over the socket and away to the side `out`."""
    pads = [part.at(each.x, each.y) for each in part.pads]
    across, up = ([each[axis] for each in pads] for axis in (0, 1))
    x, y = (min(across) + max(across)) / 2, (min(up) + max(up)) / 2
    length, wide = ways / 2 * 2.54 - 2.54 + _SOCKET[0] + 2.54, _SOCKET[1]
    shroud_x, shroud_y = body(part, -2 * COURTYARD)
    yield box(f"plug {part.reference}", "header", shroud_x, shroud_y, (0, _SHROUD), "the layout of its board")
    half = (wide / 2, length / 2) if out[0] else (length / 2, wide / 2)
    socket_x, socket_y = (x - half[0], x + half[0]), (y - half[1], y + half[1])
    yield box(f"plug {part.reference}", "socket", socket_x, socket_y, (_SHROUD, here.plug), "[case] plug_mm")
    flat = ways * RIBBON_STEP / 2
    ribbon_x = socket_x if out[0] else (x - flat, x + flat)
    ribbon_y = (y - flat, y + flat) if out[0] else socket_y
    name, placed = f"ribbon {part.reference}", "[case] bend_mm"
    yield box(name, "bend", ribbon_x, ribbon_y, (here.plug, here.plug + here.bend), placed)
    # then the ribbon goes on beside the plug, because its bend sticks out over the plug's edge
    away = 2 * here.bend
    if out[0]:
        ribbon_x = (ribbon_x[1], ribbon_x[1] + away) if out[0] > 0 else (ribbon_x[0] - away, ribbon_x[0])
    else:
        ribbon_y = (ribbon_y[0] - away, ribbon_y[0])
    yield box(name, "way", ribbon_x, ribbon_y, (_SHROUD, here.plug + here.bend), placed)


def _pico(here: Case, part: Placed) -> Iterator[Solid]:
    """Yield the Pico in its sockets, with its USB socket at the left, and a plug in the USB socket."""
    heights = here.heights
    (left, right), (low, top) = body(part)
    for y in (low, top):
        yield box("controller", "socket of the Pico", (left - 1.27, right + 1.27), (y - 1.27, y + 1.27),
                  (0, heights["pico_sockets"]), "[case.heights] pico_sockets")  # fmt: skip
    end, middle = left - _PICO_BEYOND, (low + top) / 2
    bottom = heights["pico_board"]
    yield box("controller", "the Pico", (end, end + PICO[0]), (middle - PICO[1] / 2, middle + PICO[1] / 2),
              (bottom, bottom + PICO[2]), "[case.heights] pico_board")  # fmt: skip
    z = heights["usb_middle"]
    front = end - USB_BEYOND
    wide, length, tall = _USB
    yield box("controller", "USB socket", (front, front + length), (middle - wide / 2, middle + wide / 2),
              (bottom + PICO[2], bottom + PICO[2] + tall), "[case.heights] usb_middle")  # fmt: skip
    wide, tall, length = USB_PLUG
    yield box("USB plug", "grip", (front - length, front), (middle - wide / 2, middle + wide / 2),
              (z - tall / 2, z + tall / 2), "[case.heights] usb_middle")  # fmt: skip
