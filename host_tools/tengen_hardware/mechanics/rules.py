"""The rules of the mechanics: no two parts overlap, the layers add up, and bought lengths are sufficient."""

from __future__ import annotations

import math
import re
from typing import Any

from .. import controller, parts
from ..pcb import controller_layout, tile_layout
from . import assembly, on_boards, wells
from .case import Case, case
from .solids import TOUCH, Solid, meeting

SLACK = 60  # mm of a lead for the plug and the way up
FOOT_OVER = 1.0  # mm: the least distance from the table to the frame and to the screws


def faults(board: dict[str, Any]) -> list[str]:
    """Return a sentence for each broken rule. Raises WiringError for a value that is missing or wrong."""
    here, solids = case(board), assembly.solids(board)
    found = [*stack(here, board), *lengths(here, board), *walls(here, board), *inside(here, solids)]
    return [*found, *collisions(solids)]


def collisions(solids: list[Solid]) -> list[str]:
    """Return a sentence for each two pieces that overlap."""
    found: dict[tuple[str, str], str] = {}
    of_kind: dict[tuple[str, str], list[str]] = {}
    for one, two in meeting(solids):
        first, second = sorted((one, two), key=lambda each: (each.piece, each.name))
        pieces = first.piece, second.piece
        if pieces not in found:
            found[pieces] = _sentence(first, second)
            kind = re.sub(r"\d+", "", first.piece), re.sub(r"\d+", "", second.piece)
            of_kind.setdefault(kind, []).append(found[pieces])
    # the same collision on many tiles is reported in one sentence
    return [told[0] + (f", and {len(told) - 1} more like this" if told[1:] else "") for told in of_kind.values()]


def _sentence(one: Solid, two: Solid) -> str:
    (low, high), (low2, high2) = one.extent, two.extent
    ranges = [(max(low[axis], low2[axis]), min(high[axis], high2[axis])) for axis in range(3)]
    where = ", ".join(f"{name} {a:.1f} to {b:.1f}" for name, (a, b) in zip("xyz", ranges, strict=True))
    change = " or ".join(dict.fromkeys(each.placed for each in (one, two)))
    return f"{_name(one)} and {_name(two)} take the same place ({where} mm): change {change}"


def _name(solid: Solid) -> str:
    return solid.piece if solid.name in solid.piece else f"{solid.piece} ({solid.name})"


def inside(here: Case, solids: list[Solid]) -> list[str]:
    """Everything except the frame and things through it is inside the frame, and a button's rim is on one sheet."""
    left, low, right, top = here.inside
    found: dict[str, str] = {}
    for solid in solids:
        (x, y, _), (x1, y1, _) = solid.extent
        if solid.piece.startswith(("frame", "table")):
            continue
        through = solid.piece in ("jack", "USB plug")
        if not through and min(x - left, right - x1) < -TOUCH or min(y - low, top - y1) < -TOUCH:
            room = f"x {left:g} to {right:g}, y {low:g} to {top:g} mm"
            found.setdefault(solid.piece, f"{_name(solid)} is not inside the frame ({room}): change {solid.placed}")
        if solid.name == "rim" and x < here.seam < x1:
            seam = f"the seam at x {here.seam:g} mm"
            found.setdefault(solid.piece, f"{solid.piece} lies over {seam}: change {solid.placed}")
    return list(found.values())


def stack(here: Case, board: dict[str, Any]) -> list[str]:
    """The layers leave enough height for the plugs below the tiles, the frame around all layers, and the feet."""
    found = []
    under = here.plug + here.bend
    if under > here.base:
        found.append(f"[stack] base_mm: a plug and its ribbon's bend take {under:g} mm below the tiles, more than "
                     f"{here.base:g}")  # fmt: skip
    whole = here.base_plate + here.plate_top
    if here.frame_high < whole:
        found.append(f"[case] frame_mm: strips of {here.frame_high:g} mm, and the layers from the base plate to the "
                     f"plate's top are {whole:.1f} mm high")  # fmt: skip
    by_hand = whole - here.pcb + board["carrier"]["sheet_mm"]
    if whole <= here.frame_high < by_hand:
        found.append(f"[carrier] sheet_mm: wired by hand the layers are {by_hand:.1f} mm high, and the frame's strips "
                     f"{here.frame_high:g}")  # fmt: skip
    lowest = min(here.frame_low, -here.base_plate - here.head[1])
    if lowest - here.table < FOOT_OVER:
        found.append(f"[case] foot_mm: frame or screws come {lowest - here.table:.1f} mm near to the table, not "
                     f"{FOOT_OVER:g} mm: take higher feet")  # fmt: skip
    screws = parts.screws(board)
    inside_spacer = screws["above"] - here.pcb + screws["below"] - here.base_plate
    if inside_spacer > here.base:
        found.append(f"[stack] base_mm: the screws from above and below take {inside_spacer:.1f} mm of a spacer of "
                     f"{here.base:g}")  # fmt: skip
    if screws["through"] < here.base_plate + here.controller_top + here.head[1]:
        found.append("[case] controller_spacer_mm: no screw that is sold reaches from below the base to the nut")
    bay = here.plate_low - here.controller_top
    most = max(here.plug + here.bend, *here.heights.values())
    if here.bay and most > bay:
        found.append(f"[case.heights]: {most:g} mm on the controller, and the lid is {bay:.1f} mm over it")
    return found


def lengths(here: Case, board: dict[str, Any]) -> list[str]:
    """The bought frame and battens are long enough, and the ribbons reach their plugs."""
    found = []
    if not math.isclose(here.controller_board, controller_layout.SIDE):
        found.append(f"[case] controller_board_mm: {here.controller_board:g}, and controller_layout.py makes a board "
                     f"of {controller_layout.SIDE:g} mm")  # fmt: skip
    package = f"panel, {here.button_hole:g} mm hole"
    if board["parts"]["button"]["package"] != package:
        found.append(f"[case.buttons] hole_mm: {here.button_hole:g}, and [parts.button] package is "
                     f"{board['parts']['button']['package']!r}")  # fmt: skip
    for thing, needed in (("frame", frame_needed(here)), ("batten", batten_needed(here, board))):
        bought = 1000 * board["things"][thing]["each"]
        if bought < needed:
            found.append(f"[things.{thing}] each: {bought / 1000:g} m, and {needed / 1000:.2f} m are needed")
    cuts = {name: cut for each in parts.ribbons(board) for name, cut in each.items()}
    for name, way in ribbon_ways(here, board).items():
        least = way + here.plug + here.bend + 2 * here.plug
        if cuts[name] < least:
            found.append(f"[case] ribbon_slack_mm: the ribbon of {name} is cut to {cuts[name]} mm, and its way with "
                         f"the bends is {least:.0f} mm")  # fmt: skip
    for name, (kind, way) in lead_ways(here, board).items():
        long = board["cables"][f"{kind}_lead_mm"]
        if long < way + SLACK:
            found.append(f"[cables] {kind}_lead_mm: {long} mm, and the way from {name} is {way:.0f} mm with no bend")
    return found


def lead_ways(here: Case, board: dict[str, Any]) -> dict[str, tuple[str, float]]:
    """Return the kind of each plug with single wires, and its distance from its button or from its bar's far end."""
    own = controller_layout.bare(board)
    left, low = here.controller_corner
    ends = {f"J{20 + at}": ("button", here.buttons[name]) for at, name in enumerate(controller.BUTTONS)}
    for at, player in enumerate(controller.bars(board)):
        y = -here.bar_away if player == "p1" else here.side + here.bar_away
        ends[f"J{30 + at}"] = "bar", (here.side, y)
    found = {}
    for name, (kind, (to_x, to_y)) in ends.items():
        x, y = own.part(name).pad("1")
        found[name] = kind, abs(left + x - to_x) + abs(low + y - to_y)
    return found


def frame_needed(here: Case) -> float:
    """Return the length of all strips of the frame."""
    return sum(max(each.high[axis] - each.low[axis] for axis in (0, 1)) for each in assembly.strips(here))


def batten_needed(here: Case, board: dict[str, Any]) -> float:
    """Return the length of all battens, rails and blocks."""
    wood = [*assembly.battens(here, board), *assembly.blocks(here)]
    return sum(max(each.high[axis] - each.low[axis] for axis in (0, 1)) for each in wood)


def ribbon_ways(here: Case, board: dict[str, Any]) -> dict[str, float]:
    """Return each ribbon's distance along x and y, from pin 1 of its plug on the controller to pin 1 on the tile."""
    own, tiles = controller_layout.bare(board), tile_layout.layout(board)
    left, low = here.controller_corner
    feed, foot = on_boards.tile_plugs(board)
    found = {}
    for at in range(here.tiles):
        for name, plug, place in ((f"J{1 + at}", feed, (0, at)), (f"J{11 + at}", foot, (at, 0))):
            x, y = own.part(name).pad("1")
            (corner_x, corner_y), (to_x, to_y) = here.tile_corner(*place), tiles.part(plug).pad("1")
            found[name] = abs(corner_x + to_x - left - x) + abs(corner_y + to_y - low - y)
    return found


def walls(here: Case, board: dict[str, Any]) -> list[str]:
    """The walls between the points keep enough of their height over each notch."""
    layout = tile_layout.layout(board)
    standing = [*on_boards.on_tile(here, board, layout), *on_boards.heads(here, layout.holes)]
    return wells.too_high(here, wells.notches(here, standing))
