"""The whole board as solids in their places: case, tiles, controller, spacers, screws, plugs, ribbons, buttons.

x and y count from the lower left corner of the tiles, z from the upper side of the base plate; lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import parts
from ..pcb import controller_layout, tile_layout
from . import on_boards, wells
from .case import Case, case
from .solids import Box, Cylinder, Solid, box, cut

BASE_SCREW = (6.0, 2.5)  # the head of a wood screw: diameter and height
_BLOCKS = (0.3, 0.8)  # the middles of the two blocks, as shares of a side
_DEEP = 30.0  # the thickness of the table, to find parts that would stick into the table


def tile_name(across: int, up: int) -> str:
    """Return the name of a tile, with tiles counted from 0: T11 is the lower left one."""
    return f"T{across + 1}{up + 1}"


def solids(board: dict[str, Any]) -> list[Solid]:
    """Return all solids of the board. Raises WiringError for a value of [case] that is missing or wrong."""
    here = case(board)
    return [*_case(here, board), *_tiles(here, board), *_controller(here, board)]


def frame_holes(here: Case, board: dict[str, Any]) -> list[Box]:
    """Return the two holes through the frame's left strip: for the USB plug and for the jack."""
    left, thick = here.inside[0], here.frame_thick
    x = (left - thick - 1, left + 1)
    _, usb_y, usb_z = usb_at(here, board)
    wide, tall = here.usb_slot
    jack_wide, jack_tall, _ = here.jack
    return [
        box("hole", "USB", x, (usb_y - wide / 2, usb_y + wide / 2), (usb_z - tall / 2, usb_z + tall / 2)),
        box("hole", "jack", x, (here.jack_at - jack_wide / 2, here.jack_at + jack_wide / 2), (0, jack_tall)),
    ]


def usb_at(here: Case, board: dict[str, Any]) -> tuple[float, float, float]:
    """Return the middle of the front of the Pico's USB socket."""
    x, y, z = on_boards.usb_middle(here, controller_layout.bare(board))
    left, low = here.controller_corner
    return left + x, low + y, here.controller_top + z


def strips(here: Case) -> list[Box]:
    """Return the frame's four strips, without holes. Front and back are as long as the case, the sides are between."""
    (left, low, right, top), (x, y, x1, y1) = here.inside, here.outside
    z = (here.frame_low, here.plate_top)
    return [
        box("frame, front", "strip", (x, x1), (y, low), z, "[case] bar_mm"),
        box("frame, back", "strip", (x, x1), (top, y1), z, "[case] bar_mm"),
        box("frame, left", "strip", (x, left), (low, top), z, "[case] bay_mm"),
        box("frame, right", "strip", (right, x1), (low, top), z, "[case] margin_mm"),
    ]


def battens(here: Case, board: dict[str, Any]) -> list[Box]:
    """Return the battens: under the edges of plate and lid, under their seam, and as rails of the edge bars."""
    (left, low, right, top), wide = here.inside, here.batten
    z = (here.plate_low - wide, here.plate_low)
    above = frame_holes(here, board)[0].high[1] + here.air  # the left batten begins beyond the USB plug
    seam = (here.seam - wide / 2, here.seam + wide / 2)
    inner = (low + wide, top - wide)
    found = [
        box("batten, front", "under the edges", (left, right), (low, low + wide), z, "[case] batten_mm"),
        box("batten, back", "under the edges", (left, right), (top - wide, top), z, "[case] batten_mm"),
        box("batten, left", "under the edges", (left, left + wide), (above, inner[1]), z, "[case] batten_mm"),
        box("batten, right", "under the edges", (right - wide, right), inner, z, "[case] batten_mm"),
        box("batten, seam", "under the seam", seam, inner, z, "[case] batten_mm"),
    ]
    for player, middle in (("P1", -here.bar_away), ("P2", here.side + here.bar_away)):
        y = (middle - wide / 2, middle + wide / 2)
        for number in (0, 1):
            z = (number * wide, (number + 1) * wide)
            found.append(box(f"rail of {player}'s bar", "rail", (0, here.side), y, z, "[case] bar_away_mm"))
    return found


def blocks(here: Case) -> list[Box]:
    """Return the blocks in the frame's lower corners, two a side. The base is screwed to the blocks."""
    (left, low, right, top), wide, half = here.inside, here.batten, here.block / 2
    found = []
    for share in _BLOCKS:
        x, y = left + share * (right - left), low + share * (top - low)
        along, up = (x - half, x + half), (y - half, y + half)
        for where, xs, ys in (
            ("front", along, (low, low + wide)), ("back", along, (top - wide, top)),
            ("left", (left, left + wide), up), ("right", (right - wide, right), up),
        ):  # fmt: skip
            found.append(box(f"block, {where}, at {share:g}", "block", xs, ys, (0, wide), "[case] block_mm"))
    return found


def base_screws(here: Case) -> list[tuple[float, float]]:
    """Return the places of the screws through the base: two in each block."""
    found = []
    for block in blocks(here):
        (x, y, _), (x1, y1, _) = block.extent
        for share in (0.25, 0.75):
            lengthwise = x1 - x > y1 - y
            found.append((x + share * (x1 - x), (y + y1) / 2) if lengthwise else ((x + x1) / 2, y + share * (y1 - y)))
    return found


def feet(here: Case) -> list[tuple[float, float]]:
    """Return the places of the feet."""
    left, low, right, top = here.inside
    away = here.foot_in
    return [(x, y) for x in (left + away, right - away) for y in (low + away, top - away)]


def spacers(here: Case, board: dict[str, Any]) -> list[tuple[str, float, float]]:
    """Return name and place of each tile's spacers."""
    holes = tile_layout.layout(board).holes
    return [
        (f"spacer {number} of {tile_name(across, up)}", x + hole.x, y + hole.y)
        for up in range(here.tiles)
        for across in range(here.tiles)
        for x, y in [here.tile_corner(across, up)]
        for number, hole in enumerate(holes, 1)
    ]


def controller_spacers(here: Case, board: dict[str, Any]) -> list[tuple[str, float, float]]:
    """Return name and place of the controller's spacers."""
    x, y = here.controller_corner
    holes = controller_layout.bare(board).holes
    return [(f"spacer {number} of the controller", x + hole.x, y + hole.y) for number, hole in enumerate(holes, 1)]


def _case(here: Case, board: dict[str, Any]) -> Iterator[Solid]:
    left, low, right, top = here.inside
    x, y, x1, y1 = here.outside
    yield box("table", "table", (x, x1), (y, y1), (here.table - _DEEP, here.table), "[case] foot_mm")
    yield box("base plate", "plate", (left, right), (low, top), (-here.base_plate, 0), "[case] base_plate_mm")
    for number, (x, y) in enumerate(feet(here), 1):
        yield Cylinder(f"foot {number}", "foot", x, y, here.foot[0] / 2, here.table, -here.base_plate,
                       "[case] foot_in_mm")  # fmt: skip
    for number, (x, y) in enumerate(base_screws(here), 1):
        yield Cylinder(f"screw {number} of the base", "head", x, y, BASE_SCREW[0] / 2, -here.base_plate - BASE_SCREW[1],
                       -here.base_plate, "[case] block_mm")  # fmt: skip
    holes = frame_holes(here, board)
    for strip in strips(here):
        yield from cut(strip, holes if strip.piece == "frame, left" else ())
    yield from battens(here, board)
    yield from blocks(here)
    z = (here.plate_low, here.plate_top)
    yield box("top plate", "plate", (here.seam, right), (low, top), z, "[case] margin_mm")
    yield box("lid", "lid", (left, here.seam), (low, top), z, "[case] bay_mm")
    for name, (x, y) in here.buttons.items():
        placed = f"[case.buttons] {'arbiter' if name == 'arbiter' else 'player'}"
        yield Cylinder(f"button {name}", "body", x, y, here.button_hole / 2, here.plate_low - here.button_deep,
                       here.plate_low, placed)  # fmt: skip
        # the button's rim is on the plate, and must not cover frame or seam
        yield Cylinder(f"button {name}", "rim", x, y, here.button_rim / 2, here.plate_top, here.plate_top + 3, placed)
    wide, tall, length = here.jack
    yield box("jack", "body", (left - here.frame_thick, left - here.frame_thick + length),
              (here.jack_at - wide / 2, here.jack_at + wide / 2), (0, tall), "[case] jack_at_mm")  # fmt: skip


def _tiles(here: Case, board: dict[str, Any]) -> Iterator[Solid]:
    layout = tile_layout.layout(board)
    standing = list(on_boards.on_tile(here, board, layout))
    heads = list(on_boards.heads(here, layout.holes))
    walls = wells.notched(here, wells.notches(here, [*standing, *heads]))
    edge = here.tile - here.gap
    feed, foot = on_boards.tile_plugs(board)
    for up in range(here.tiles):
        for across in range(here.tiles):
            name, corner = tile_name(across, up), here.tile_corner(across, up)
            x, y = corner
            yield box(f"tile {name}", "board", (x, x + edge), (y, y + edge), (here.tile_low, here.tile_top),
                      "[board] pitch_mm")  # fmt: skip
            plugs = ({feed} if across == 0 else set()) | ({foot} if up == 0 else set())
            for each in on_boards.under_tile(here, board, layout, plugs):
                yield _named(on_boards.moved(each, (*corner, here.tile_low)), name)
            # the upper sides of all tiles are the same, so the solids on one of them are enough
            for solid in (*standing, *heads, *walls) if across == up == 0 else heads:
                yield _named(on_boards.moved(solid, (*corner, here.tile_top)), name)
    for name, x, y in spacers(here, board):
        yield from _spacer(here, name, x, y, (0, here.tile_low), "[stack] base_mm")


def _controller(here: Case, board: dict[str, Any]) -> Iterator[Solid]:
    layout = controller_layout.bare(board)
    corner = here.controller_corner
    (x, y), side = corner, here.controller_board
    low, top = here.controller_low, here.controller_top
    yield box("controller", "board", (x, x + side), (y, y + side), (low, top), "[case] controller_mm")
    for each in on_boards.on_controller(here, board, layout):
        yield _placed(on_boards.moved(each, (*corner, top)))
    for each in on_boards.under_controller(here, board, layout):
        yield _placed(on_boards.moved(each, (*corner, low)))
    # each nut with the end of its screw, as a cylinder; across its corners a nut is as wide as a spacer
    end = parts.screws(board)["through"] - here.base_plate
    for nut in on_boards.heads(here, layout.holes):
        wide = nut._replace(name="nut", radius=here.spacer / 2, high=max(here.head[1], end - top))
        yield _named(on_boards.moved(wide, (*corner, top)), "the controller")
    for name, x, y in controller_spacers(here, board):
        yield from _spacer(here, name, x, y, (0, low), "[case] controller_mm")


def _spacer(here: Case, name: str, x: float, y: float, z: tuple[float, float], placed: str) -> Iterator[Cylinder]:
    """Yield a spacer, and the head of its screw below the base."""
    yield Cylinder(name, "spacer", x, y, here.spacer / 2, *z, placed)
    across, tall = here.head
    yield Cylinder(f"screw below {name}", "head", x, y, across / 2, -here.base_plate - tall, -here.base_plate, placed)


def _named(solid: Solid, of: str) -> Solid:
    """Return the solid as a piece of a tile."""
    return solid._replace(piece=f"{solid.piece} {of}" if solid.piece == "tile" else f"{solid.piece} of {of}")


def _placed(solid: Solid) -> Solid:
    return solid._replace(placed=f"[case] controller_mm, {solid.placed}")
