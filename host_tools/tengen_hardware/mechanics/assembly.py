"""The whole board as solids in their places: case, tiles, controller, spacers, screws, plugs, ribbons, buttons.

x and y count from the lower left corner of the tiles, z from the upper side of the base plate; lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from .. import kicad, parts, tile
from ..kicad.layout import Placed
from . import on_boards, wells
from .case import Case, case
from .solids import Place, Range, Solid, box, cut, meet, moved, rod

_BLOCKS = ((0.4, 0.3), (0.8, 0.8))  # the middles of the two blocks, as shares of front and back, and of the sides
_DEEP = 30.0  # the thickness of the table, to find parts that would stick into the table
BESIDE = 4.0  # a window of the base goes on so far beyond the last bridge
WEB = 10.0  # the least width of wood between two windows along a seam
SCREW_STEP = 300.0  # the most between two screws along the edge of plate and lid
BUTTON_GAP = 4.0  # a batten is left out so far beyond a button's hole, for the clips of a snap-in button
_EAR = 12.0  # the jack's flange reaches so far beyond its slot at both sides, for a screw


class Bridge(NamedTuple):
    """One end of a wire bridge between two tiles. `axis`: 0 if the tiles are side by side, 1 if one above another."""

    name: str
    axis: int
    x: float
    y: float


def tile_name(across: int, up: int) -> str:
    """Return the name of a tile, with tiles counted from 0: T11 is the lower left one."""
    return f"T{across + 1}{up + 1}"


def solids(board: dict[str, Any]) -> list[Solid]:
    """Return all solids of the board. Raises WiringError for a value of [case] that is missing or wrong."""
    here = case(board)
    return [*_case(here, board), *plates(here), *jack(here), *_tiles(here, board), *_controller(here, board)]


def all_tiles(here: Case) -> list[tuple[int, int]]:
    """Return the column and row of each tile, counted from 0, row by row."""
    return [(across, up) for up in range(here.tiles) for across in range(here.tiles)]


def bridges(here: Case, board: dict[str, Any]) -> list[Bridge]:
    """Return both ends of all wire bridges between the tiles."""
    kinds = {each.reference: each.kind for each in tile.circuit(board).of_kind("side_joint", "end_joint")}
    found = []
    for part in kicad.layout("tile").parts:
        if part.reference not in kinds:
            continue
        axis = ("side_joint", "end_joint").index(kinds[part.reference])
        places = [(pad.number, *part.at(pad.x, pad.y)) for pad in part.pads]
        to = 1 if places[0][1 + axis] > here.tile / 2 else -1
        for at in all_tiles(here):
            if 0 <= at[axis] + to < here.tiles:
                x, y = here.tile_corner(*at)
                found += [Bridge(f"{part.reference}.{pad} of {tile_name(*at)}", axis, x + dx, y + dy)
                          for pad, dx, dy in places]  # fmt: skip
    return found


def windows(here: Case, board: dict[str, Any]) -> list[Solid]:
    """Return the openings of the base below the bridges, through which they are soldered."""
    found = []
    ends = bridges(here, board)
    for axis, seam in product((0, 1), range(1, here.tiles)):
        middle, half = seam * here.tile, here.window / 2
        near = [each for each in ends if each.axis == axis and abs((each.x, each.y)[axis] - middle) < here.tile / 2]
        spans: list[Range] = []
        for at in sorted({(each.x, each.y)[1 - axis] for each in near}):
            low = at - BESIDE
            if spans and low - spans[-1][1] < WEB:
                low = spans.pop()[0]
            spans.append((low, at + BESIDE))
        across = (middle - half, middle + half)
        for along in spans if half else ():
            x, y = (across, along) if axis == 0 else (along, across)
            found.append(box("window", "seam", x, y, (-here.base_plate - 1, 1), "[case] window_mm"))
    return found


def ribbon_routes(here: Case, board: dict[str, Any]) -> dict[str, list[tuple[float, float]]]:
    """Return the way of each ribbon on the base, by the plug on the controller.

    Column ribbons run beside player 1's rail, the longest next to it; feed ribbons run between controller and tiles.
    """
    own, tiles = kicad.layout("controller"), kicad.layout("tile")
    (left, low), rail = here.controller_corner, here.batten / 2 - here.bar_away
    lane = -(left + here.controller_board) / (here.tiles + 1)
    found = {}
    for kind, plug in enumerate(on_boards.tile_plugs(board)):
        for at in range(here.tiles):
            name = f"J{(1, 11)[kind] + at}"
            (x, y), (to_x, to_y) = _middle(own.part(name)), _middle(tiles.part(plug))
            corner = here.tile_corner(*((0, at), (at, 0))[kind])
            x, y, to_x, to_y = left + x, low + y, corner[0] + to_x, corner[1] + to_y
            over = rail + (here.tiles - at - 0.5) * on_boards.RIBBON_THICK
            bends = [(x, over), (to_x, over)] if kind else [(-(at + 1) * lane, y), (-(at + 1) * lane, to_y)]
            found[name] = [(x, y), *bends, (to_x, to_y)]
    return found


def column_ribbons(here: Case, board: dict[str, Any]) -> list[Solid]:
    """Return the column ribbons where they stand on edge along the tiles."""
    half, tall = on_boards.RIBBON_THICK / 2, len(tile.FOOT) * on_boards.RIBBON_STEP
    return [box(f"ribbon of {name}", "on edge", (0, end[0]), (end[1] - half, end[1] + half), (0, tall),
                "[case] bar_away_mm")
            for name, (_, begin, end, _) in ribbon_routes(here, board).items() if begin[1] == end[1]]  # fmt: skip


def _middle(part: Placed) -> tuple[float, float]:
    """Return the middle of a plug's body on its board."""
    (x, x1), (y, y1) = on_boards.body(part)
    return (x + x1) / 2, (y + y1) / 2


def usb_at(here: Case, board: dict[str, Any]) -> Place:
    """Return the middle of the front of the Pico's USB socket."""
    x, y, z = on_boards.usb_middle(here, kicad.layout("controller"))
    left, low = here.controller_corner
    return left + x, low + y, here.controller_top + z


def sleeve(here: Case) -> Solid:
    """Return the outside of the jack's holder, without its flange. It goes through the frame's left strip."""
    wide, tall, length = here.jack
    wall, slot = here.jack_wall, here.jig_slot
    x, half = here.outside[0] - wall, wide / 2 + slot + wall
    return box("jack holder", "sleeve", (x, x + length + slot + wall), (here.jack_at - half, here.jack_at + half),
               (0, tall + 2 * (slot + wall)), "[case] jack_at_mm")  # fmt: skip


def jack(here: Case) -> list[Solid]:
    """Return the jack in its holder, a sleeve with a flange outside, and before it the plate that keeps it in."""
    wide, tall, length = here.jack
    wall, slot, at = here.jack_wall, here.jig_slot, here.jack_at
    around = sleeve(here)
    (x, low, _), (end, high, top) = around.low, around.high
    z = (top - tall) / 2, (top + tall) / 2
    flange = box("jack holder", "flange", (x, x + wall), (low - _EAR, high + _EAR), (-slot, top + wall), around.placed)
    body = box("jack", "body", (x, x + length), (at - wide / 2, at + wide / 2), z, "[case] jack_mm")
    room = box("", "", (x - 1, end - wall), (low + wall, high - wall), (wall, top - wall))
    # the wires go through the back, and the plug through the plate
    back = box("", "", (x, end + 1), (at - wide / 2 + wall, at + wide / 2 - wall), (z[0] + wall, z[1] - wall))
    half = here.jack_hole / 2
    hole = box("", "", (x - 9, x + 1), (at - half, at + half), (top / 2 - half, top / 2 + half))
    front = flange._replace(name="plate", placed="[case] jack_hole_mm")
    screws = [box(f"screw {number} of the jack", "head", (x - wall - here.wood_screw[3], x - wall), (y - 3, y + 3),
                  (top / 2 - 3, top / 2 + 3), "[case] jack_at_mm")
              for number, y in enumerate((low - _EAR / 2, high + _EAR / 2), 1)]  # fmt: skip
    return [body, *cut(around, [room, back]), *cut(flange, [around]), *cut(moved(front, (-wall, 0, 0)), [hole]),
            *screws]  # fmt: skip


def frame_holes(here: Case, board: dict[str, Any]) -> list[Solid]:
    """Return the two holes through the frame's left strip: for the USB plug and for the jack's holder."""
    x = (here.outside[0] - 1, here.inside[0] + 1)
    _, usb_y, usb_z = usb_at(here, board)
    wide, tall = here.usb_slot
    around, slot = sleeve(here), here.jig_slot
    return [
        box("hole", "USB", x, (usb_y - wide / 2, usb_y + wide / 2), (usb_z - tall / 2, usb_z + tall / 2)),
        box("hole", "jack", x, (around.low[1] - slot, around.high[1] + slot), (-slot, around.high[2] + slot)),
    ]


def strips(here: Case) -> list[Solid]:
    """Return the frame's four strips, without holes. Front and back are as long as the case, the sides are between."""
    (left, low, right, top), (x, y, x1, y1) = here.inside, here.outside
    z = (here.frame_low, here.plate_top)
    return [
        box("frame, front", "strip", (x, x1), (y, low), z, "[case] bar_mm"),
        box("frame, back", "strip", (x, x1), (top, y1), z, "[case] bar_mm"),
        box("frame, left", "strip", (x, left), (low, top), z, "[case] bay_mm"),
        box("frame, right", "strip", (right, x1), (low, top), z, "[case] margin_mm"),
    ]


def battens(here: Case, board: dict[str, Any]) -> list[Solid]:
    """Return the battens: under all edges of plate and lid, and as rails of the edge bars."""
    (left, low, right, top), wide = here.inside, here.batten
    above = frame_holes(here, board)[0].high[1] + here.air  # the left batten begins beyond the USB plug
    inner = (low + wide, top - wide)
    edges = {
        "front": ((left, right), (low, low + wide)), "back": ((left, right), (top - wide, top)),
        "left": ((left, left + wide), (above, inner[1])), "right": ((right - wide, right), inner),
        "seam, lid": ((here.seam - wide, here.seam), inner), "seam, plate": ((here.seam, here.seam + wide), inner),
    }  # fmt: skip
    z, half = (here.plate_low - wide, here.plate_low), here.hole / 2 + BUTTON_GAP
    gaps = [box("gap", "", (x - half, x + half), (y - half, y + half), z) for x, y in here.buttons.values()]
    found = []
    for name, place in edges.items():
        whole = box(f"batten, {name}", "under the seam" if "seam" in name else "under the edges", *place, z,
                    "[case] batten_mm, margin_mm")  # fmt: skip
        # through the batten's whole width: two cuts with a saw
        found += cut(whole, [box("gap", "", (each.low[0], each.high[0]), place[1], z)
                             for each in gaps if meet(each, whole)])  # fmt: skip
    for player, middle in (("P1", -here.bar_away), ("P2", here.side + here.bar_away)):
        y = (middle - wide / 2, middle + wide / 2)
        found += [box(f"rail of {player}'s bar", "rail", (0, here.side), y, (number * wide, (number + 1) * wide),
                      "[case] bar_away_mm") for number in (0, 1)]  # fmt: skip
    return found


def blocks(here: Case) -> list[Solid]:
    """Return the blocks in the frame's lower corners, two a side. The base is screwed to the blocks."""
    (left, low, right, top), wide, half = here.inside, here.batten, here.block / 2
    found = []
    for number, (share, share_up) in enumerate(_BLOCKS, 1):
        x, y = left + share * (right - left), low + share_up * (top - low)
        along, up = (x - half, x + half), (y - half, y + half)
        for where, xs, ys in (
            ("front", along, (low, low + wide)), ("back", along, (top - wide, top)),
            ("left", (left, left + wide), up), ("right", (right - wide, right), up),
        ):  # fmt: skip
            found.append(box(f"block, {where}, {number}", "block", xs, ys, (0, wide), "[case] block_mm"))
    return found


def base_screws(here: Case) -> list[tuple[float, float]]:
    """Return the places of the screws through the base: two in each block."""
    found = []
    for block in blocks(here):
        (x, y, _), (x1, y1, _) = block.low, block.high
        for share in (0.25, 0.75):
            lengthwise = x1 - x > y1 - y
            found.append((x + share * (x1 - x), (y + y1) / 2) if lengthwise else ((x + x1) / 2, y + share * (y1 - y)))
    return found


def plate_screws(here: Case) -> dict[str, list[tuple[float, float]]]:
    """Return the places of the screws through plate and lid: in the corners, and between them along the edges."""
    left, low, right, top = here.inside
    inset = here.batten / 2

    def steps(begin: float, end: float) -> list[float]:
        long = end - begin - 2 * inset
        many = max(1, math.ceil(long / SCREW_STEP))
        return [begin + inset + at * long / many for at in range(many + 1)]

    found = {}
    for piece, x, x1 in (("top plate", here.seam, right), ("lid", left, here.seam)):
        ring = [(each, y) for each in steps(x, x1) for y in (low + inset, top - inset)]
        found[piece] = ring + [(each, y) for each in (x + inset, x1 - inset) for y in steps(low, top)[1:-1]]
    return found


def feet(here: Case) -> list[tuple[float, float]]:
    """Return the places of the feet: in the corners, and one near the middle."""
    left, low, right, top = here.inside
    away = here.foot_in
    return [*product((left + away, right - away), (low + away, top - away)), here.foot_middle]


def spacers(here: Case, board: dict[str, Any]) -> list[tuple[str, float, float]]:
    """Return name and place of each tile's spacers."""
    holes = kicad.layout("tile").holes
    return [
        (f"spacer {number} of {tile_name(*at)}", here.tile_corner(*at)[0] + hole.x, here.tile_corner(*at)[1] + hole.y)
        for at in all_tiles(here)
        for number, hole in enumerate(holes, 1)
    ]


def controller_spacers(here: Case, board: dict[str, Any]) -> list[tuple[str, float, float]]:
    """Return name and place of the controller's spacers."""
    x, y = here.controller_corner
    holes = kicad.layout("controller").holes
    return [(f"spacer {number} of the controller", x + hole.x, y + hole.y) for number, hole in enumerate(holes, 1)]


def _case(here: Case, board: dict[str, Any]) -> Iterator[Solid]:
    left, low, right, top = here.inside
    x, y, x1, y1 = here.outside
    _, _, wide, tall = here.wood_screw
    yield box("table", "table", (x, x1), (y, y1), (here.table - _DEEP, here.table), "[case] foot_mm")
    base = box("base plate", "plate", (left, right), (low, top), (-here.base_plate, 0), "[case] base_plate_mm")
    yield from cut(base, windows(here, board))
    for number, (x, y) in enumerate(feet(here), 1):
        yield rod(f"foot {number}", "foot", x, y, here.foot[0] / 2, (here.table, -here.base_plate),
                  "[case] foot_in_mm, foot_middle_mm")  # fmt: skip
    for number, (x, y) in enumerate(base_screws(here), 1):
        yield rod(f"screw {number} of the base", "head", x, y, wide / 2, (-here.base_plate - tall, -here.base_plate),
                  "[case] block_mm")  # fmt: skip
    holes = frame_holes(here, board)
    for strip in strips(here):
        yield from cut(strip, holes if strip.piece == "frame, left" else ())
    yield from battens(here, board)
    yield from blocks(here)
    for name, (x, y) in here.buttons.items():
        placed = f"[case.buttons] {'arbiter' if name == 'arbiter' else 'player'}"
        yield rod(f"button {name}", "body", x, y, here.hole / 2, (here.plate_low - here.deep, here.plate_low), placed)
        # the button's rim is on the plate, and must not cover frame or seam
        yield rod(f"button {name}", "rim", x, y, here.rim / 2, (here.plate_top, here.plate_top + 3), placed)


def plates(here: Case) -> Iterator[Solid]:
    """Yield the top plate, the lid of the bay, and the heads of the screws that hold them."""
    left, low, right, top = here.inside
    z, (_, _, wide, tall) = (here.plate_low, here.plate_top), here.wood_screw
    yield box("top plate", "plate", (here.seam, right), (low, top), z, "[case] margin_mm")
    yield box("lid", "lid", (left, here.seam), (low, top), z, "[case] bay_mm")
    for piece, places in plate_screws(here).items():
        for number, (x, y) in enumerate(places, 1):
            yield rod(f"screw {number} of the {piece}", "head", x, y, wide / 2, (here.plate_top, here.plate_top + tall),
                      "[case] batten_mm")  # fmt: skip


def _tiles(here: Case, board: dict[str, Any]) -> Iterator[Solid]:
    layout = kicad.layout("tile")
    standing, heads = wells.standing(here, board), list(on_boards.heads(here, layout.holes))
    walls = wells.notched(here, wells.notches(here, standing))
    edge = here.edge_of_tile
    feed, foot = on_boards.tile_plugs(board)
    for across, up in all_tiles(here):
        name, (x, y) = tile_name(across, up), here.tile_corner(across, up)
        yield box(f"tile {name}", "board", (x, x + edge), (y, y + edge), (here.base, here.tile_top), "[board] pitch_mm")
        plugs = ({feed} if across == 0 else set()) | ({foot} if up == 0 else set())
        for each in on_boards.under_tile(here, board, layout, plugs):
            yield _named(moved(each, (x, y, here.base)), name)
        # the upper sides of all tiles are the same, so the solids on one of them are enough
        for each in (*standing, *walls) if across == up == 0 else heads:
            yield _named(moved(each, (x, y, here.tile_top)), name)
    for name, x, y in spacers(here, board):
        yield from _spacer(here, name, x, y, (0, here.base), "[stack] base_mm")


def _controller(here: Case, board: dict[str, Any]) -> Iterator[Solid]:
    layout = kicad.layout("controller")
    (x, y), side = here.controller_corner, here.controller_board
    low, top = here.controller_spacer, here.controller_top
    yield box("controller", "board", (x, x + side), (y, y + side), (low, top), "[case] controller_mm")
    on = ((each, top) for each in on_boards.on_controller(here, board, layout))
    under = ((each, low) for each in on_boards.under_controller(here, board, layout))
    for each, z in (*on, *under):
        yield moved(each, (x, y, z))._replace(placed=f"[case] controller_mm, {each.placed}")
    # each nut with the end of its screw, as a cylinder; across its corners a nut is as wide as a spacer
    end = parts.screws(board)["through"] - here.base_plate
    for number, (name, x, y) in enumerate(controller_spacers(here, board), 1):
        yield from _spacer(here, name, x, y, (0, low), "[case] controller_mm")
        yield rod(f"screw {number} of the controller", "nut", x, y, here.spacer / 2,
                  (top, max(top + here.head[1], end)), "[case] head_mm")  # fmt: skip


def _spacer(here: Case, name: str, x: float, y: float, z: Range, placed: str) -> Iterator[Solid]:
    """Yield a spacer, and the head of its screw below the base."""
    yield rod(name, "spacer", x, y, here.spacer / 2, z, placed)
    across, tall = here.head
    yield rod(f"screw below {name}", "head", x, y, across / 2, (-here.base_plate - tall, -here.base_plate), placed)


def _named(solid: Solid, of: str) -> Solid:
    """Return the solid as a piece of a tile."""
    return solid._replace(piece=f"{solid.piece} {of}" if solid.piece == "tile" else f"{solid.piece} of {of}")
