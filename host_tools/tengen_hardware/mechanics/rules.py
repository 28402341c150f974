"""The rules of the mechanics: no two parts overlap, the layers add up, and bought lengths are sufficient."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from .. import controller, kicad, parts
from ..geometry.cell import SHAPE
from ..values import check_ranges
from . import assembly, on_boards, sheets, wells
from .case import Case, case
from .solids import TOUCH, Solid, grown, meet, meeting, moved, rod

SLACK = 60  # mm of a lead for the plug and the way up
FOOT_OVER = 1.0  # mm: the least distance from the table to the frame and to the screws
SPARE = 4  # how many screws more than needed: brass and nylon break
PIECE = 2000.0  # mm: strips and battens are bought in pieces of this length
CLIPS = 3.0  # mm: a snap-in button's clips need so much beyond its hole
IRON = 3.5  # mm: a bridge's end is at least so far inside its window, so that iron and solder reach it
FREE = 160.0  # mm: the most from a place on the edge of plate or lid to a screw
TIP = 1.0  # mm: the least wood beyond the tip of a screw, which would split it
WOOD = 2.0  # mm: the least wood at both sides of a screw
CLEAR = 1.0  # mm: the least air between wood and tiles, because wood is never straight
GROWS = 70e-6 * 20  # of acrylic's length, in 20 K; its way from the plate's middle to a screw
_SHARES = [at / 20 for at in range(21)]  # places along an edge
PULL = 1.0  # mm: what must be held is held before it has moved so far
# What must be held: a piece, the way on which it must meet another piece, the beginning of that piece's name, and why
_HELD = (
    ("jack", (-1, 0, 0), "jack holder", "a plug that is pulled out takes the jack along: change [case] jack_hole_mm"),
    ("jack", (1, 0, 0), "jack holder", "a plug pushes the jack into the case: change [case] jack_mm"),
    ("top plate", (0, 0, 1), "screw", "the plate lies loose: change [case] wood_screw_mm"),
    ("lid", (0, 0, 1), "screw", "the lid lies loose: change [case] wood_screw_mm"),
)


def faults(board: dict[str, Any]) -> list[str]:
    """Return a sentence for each broken rule. Raises WiringError for a value that is missing or wrong."""
    here = case(board)
    check_ranges(board, {"reed": SHAPE["reed"]})
    solids = assembly.solids(board)
    return [
        *stack(here, board), *lengths(here, board), *walls(here, board), *inside(here, solids), *bed(board),
        *held(solids), *screwed(here, board), *reached(here, board), *clear(here, solids), *collisions(solids),
    ]  # fmt: skip


def held(solids: list[Solid]) -> list[str]:
    """Return a sentence for each piece of _HELD that is loose."""
    pieces: dict[str, list[Solid]] = {}
    for solid in solids:
        pieces.setdefault(solid.piece, []).append(solid)
    return [
        why for piece, (x, y, z), holder, why in _HELD
        if not any(meet(moved(one, (PULL * x, PULL * y, PULL * z)), two) for one in pieces[piece]
                   for name, others in pieces.items() if name.startswith(holder) for two in others)
    ]  # fmt: skip


def screwed(here: Case, board: dict[str, Any]) -> Iterator[str]:
    """Return a sentence for each edge of plate and lid that can lift, and for each screw that misses the wood."""
    _, length, head, _ = here.wood_screw
    wood, plates = assembly.battens(here, board), {each.piece: each for each in assembly.plates(here)}
    for piece, screws in assembly.plate_screws(here).items():
        (x, y, _), (x1, y1, _) = plates[piece].low, plates[piece].high
        edge = [(x + share * (x1 - x), at) for share in _SHARES for at in (y, y1)]
        edge += [(at, y + share * (y1 - y)) for share in _SHARES for at in (x, x1)]
        if any(all(math.dist(place, screw) > FREE for screw in screws) for place in edge):
            yield (f"assembly.py SCREW_STEP: a place on the edge of the {piece} is more than {FREE:g} mm from a "
                   "screw")  # fmt: skip
        grown_by = GROWS * max(math.dist(screw, ((x + x1) / 2, (y + y1) / 2)) for screw in screws)
        if grown_by > sheets.LOOSE_WIDER / 2 or head < here.wood_screw[0] + 2 * sheets.LOOSE_WIDER:
            yield (f"[case] wood_screw_mm and sheets.py LOOSE_WIDER: the {piece} grows by {grown_by:.2f} mm towards a "
                   "screw, and must neither bend nor slip off its head")  # fmt: skip
        need = here.wood_screw[0] / 2 + WOOD
        for at in screws:
            if not any(_over(each, at, need) for each in wood):
                yield (f"[case] batten_mm: a screw of the {piece} at {at[0]:.0f}, {at[1]:.0f} mm has less than "
                       f"{WOOD:g} mm of wood beside it")  # fmt: skip
    plate = ("plate_screw_mm", here.plate_screw, (here.plate, 2 * here.jack_wall))
    for name, long, through in (("wood_screw_mm", length, (here.base_plate,)), plate):
        if long > min(through) + here.batten - TIP:
            yield f"[case] {name}: a screw of {long:g} mm comes out of a batten"
        if long < max(through) + parts.THREAD_MM:
            yield f"[case] {name}: a screw of {long:g} mm holds too little of the wood"


def reached(here: Case, board: dict[str, Any]) -> Iterator[str]:
    """Bridges are over windows of the base, through which they are soldered; spacers, feet and ribbons are on wood."""
    windows = assembly.windows(here, board)
    hidden = [
        each.name for each in assembly.bridges(here, board)
        if not any(_over(window, (each.x, each.y), IRON) for window in windows)
    ]  # fmt: skip
    if hidden:
        yield f"[case] window_mm: {hidden[0]} and {len(hidden) - 1} more ends of bridges can't be soldered from below"
    radius = max(here.head[0], here.spacer) / 2
    stand = [rod(name, "", x, y, radius, (-here.base_plate, 0)) for name, x, y in assembly.spacers(here, board)]
    bad = [each.piece for each in stand if any(meet(each, window) for window in windows)]
    if bad:
        yield f"[case] window_mm: {bad[0]} stands on a window of the base"
    ways = [*windows, *(each for each in assembly.battens(here, board) if each.name == "rail")]
    yield from (f"[case] bar_away_mm: the {each.piece} has no room between the rail and the windows"
                for each in assembly.column_ribbons(here, board)
                if any(meet(each, other) for other in ways))  # fmt: skip
    feet = [rod("", "", x, y, here.foot[0] / 2, (-here.base_plate, 0)) for x, y in assembly.feet(here)]
    if any(meet(each, window) for each in feet for window in windows):
        yield "[case] foot_in_mm, foot_middle_mm: a foot lies over a window of the base"
    if board["things"]["feet"]["each"] != len(feet):
        yield f"[things.feet] each: {board['things']['feet']['each']}, and the base has {len(feet)} feet"


def clear(here: Case, solids: list[Solid]) -> Iterator[str]:
    """Wood keeps away from the tiles and their wells, from base to plate, and from the buttons' clips."""
    wood = ("frame", "batten", "rail", "block")
    tiles = [each for each in solids if each.piece.startswith("tile") and each.name == "board"]
    # the wells are inside their tile's outline
    rooms = [each._replace(low=(*each.low[:2], 0), high=(*each.high[:2], here.plate_low)) for each in tiles]
    near = [f"{one.placed}: {one.piece} is less than {CLEAR:g} mm from {two.piece}"
            for one in solids if one.piece.startswith(wood) for two in rooms if meet(one, grown(two, CLEAR))]
    if near:
        yield near[0] + f" ({len(near)} times)"
    for (name, (x, y)), (away, deep) in product(here.buttons.items(), ((CLIPS, here.batten), (CLEAR, here.deep))):
        room = rod("", "", x, y, here.hole / 2 + away, (here.plate_low - deep, here.plate_low))
        for each in solids:
            if each.piece.startswith(wood) and meet(room, each):
                yield (f"[case.buttons] {'arbiter' if name == 'arbiter' else 'player'}: {each.piece} is less than "
                       f"{away:g} mm from the hole of button {name}: clips and body need room")  # fmt: skip


def _over(solid: Solid, at: tuple[float, float], inside: float) -> bool:
    """Whether a place in x and y is inside a solid's range, and so far from its sides."""
    return all(solid.low[axis] + inside <= at[axis] <= solid.high[axis] - inside for axis in (0, 1))


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
    ranges = [(max(one.low[axis], two.low[axis]), min(one.high[axis], two.high[axis])) for axis in range(3)]
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
        (x, y, _), (x1, y1, _) = solid.low, solid.high
        if solid.piece.startswith(("frame", "table")):
            continue
        through = "jack" in solid.piece or solid.piece == "USB plug"
        if not through and min(x - left, right - x1) < -TOUCH or min(y - low, top - y1) < -TOUCH:
            room = f"x {left:g} to {right:g}, y {low:g} to {top:g} mm"
            found.setdefault(solid.piece, f"{_name(solid)} is not inside the frame ({room}): change {solid.placed}")
        if solid.name == "rim" and x < here.seam < x1:
            seam = f"the seam at x {here.seam:g} mm"
            found.setdefault(solid.piece, f"{solid.piece} lies over {seam}: change {solid.placed}")
    return list(found.values())


def stack(here: Case, board: dict[str, Any]) -> Iterator[str]:
    """The layers leave enough height for the plugs below the tiles, the frame around all layers, and the feet."""
    under = here.plug + here.bend
    if under > here.base:
        yield (f"[stack] base_mm: a plug and its ribbon's bend take {under:g} mm below the tiles, more than "
               f"{here.base:g}")  # fmt: skip
    whole = here.base_plate + here.plate_top
    if here.frame_high < whole:
        yield (f"[case] frame_mm: strips of {here.frame_high:g} mm, and the layers from the base plate to the "
               f"plate's top are {whole:.1f} mm high")  # fmt: skip
    by_hand = whole - here.pcb + here.sheet
    if whole <= here.frame_high < by_hand:
        yield (f"[carrier] sheet_mm: wired by hand the layers are {by_hand:.1f} mm high, and the frame's strips "
               f"{here.frame_high:g}")  # fmt: skip
    lowest = min(here.frame_low, -here.base_plate - here.head[1])
    if lowest - here.table < FOOT_OVER:
        yield (f"[case] foot_mm: frame or screws come {lowest - here.table:.1f} mm near to the table, not "
               f"{FOOT_OVER:g} mm: take higher feet")  # fmt: skip
    screws = parts.screws(board)
    inside_spacer = screws["above"] - here.pcb + screws["below"] - here.base_plate
    if inside_spacer > here.base:
        yield (f"[stack] base_mm: the screws from above and below take {inside_spacer:.1f} mm of a spacer of "
               f"{here.base:g}")  # fmt: skip
    if screws["through"] < here.base_plate + here.controller_top + here.head[1]:
        yield "[case] controller_spacer_mm: no screw that is sold reaches from below the base to the nut"
    bay = here.plate_low - here.controller_top
    most = max(here.plug + here.bend, *here.heights.values())
    if here.bay and most > bay:
        yield f"[case.heights]: {most:g} mm on the controller, and the lid is {bay:.1f} mm over it"


def lengths(here: Case, board: dict[str, Any]) -> Iterator[str]:
    """What is bought is enough: frame, battens, screws, and ribbons that reach their plugs."""
    package = f"panel, {here.hole:g} mm hole"
    if board["parts"]["button"]["package"] != package:
        yield (f"[case.buttons] hole_mm: {here.hole:g}, and [parts.button] package is "
               f"{board['parts']['button']['package']!r}")  # fmt: skip
    for thing, pieces in sheets.sawn(board).items():
        bought, needed = board["things"][thing]["each"], sheets.stock(pieces, PIECE)
        if needed is None or 1000 * bought < needed * PIECE:
            yield f"[things.{thing}] each: {bought:g} m, and {needed} pieces of {PIECE / 1000:g} m are needed"
    above = assembly.plate_screws(here).values()
    jack = [each for each in assembly.jack(here) if each.name == "head"]
    for thing, count in (("frame_screw", len(assembly.base_screws(here))), ("spacer", 4 * here.tiles ** 2),
                         ("plate_screw", sum(map(len, above)) + len(jack))):  # fmt: skip
        entry = board["things"][thing]
        bought = entry["each"] * (here.tiles ** 2 if entry["per"] == "tile" else 1) + entry.get("spare", 0)
        if bought < count + SPARE:
            yield f"[things.{thing}] each, spare: {bought} are bought; {count} are needed, and {SPARE} to break"
    cuts = {name: cut for each in parts.ribbons(board) for name, cut in each.items()}
    for name, way in ribbon_ways(here, board).items():
        least = way + here.plug + here.bend + 2 * here.plug
        if cuts[name] < least:
            yield (f"[case] ribbon_slack_mm: the ribbon of {name} is cut to {cuts[name]} mm, and its way with "
                   f"the bends is {least:.0f} mm")  # fmt: skip
    for name, (kind, way) in lead_ways(here, board).items():
        long = board["cables"][f"{kind}_lead_mm"]
        if long < way + SLACK:
            yield f"[cables] {kind}_lead_mm: {long} mm, and the way from {name} is {way:.0f} mm with no bend"


def lead_ways(here: Case, board: dict[str, Any]) -> dict[str, tuple[str, float]]:
    """Return the kind of each plug with single wires, and its distance from its button or from its bar's far end."""
    own = kicad.layout("controller")
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


def ribbon_ways(here: Case, board: dict[str, Any]) -> dict[str, float]:
    """Return each ribbon's distance along x and y, from pin 1 of its plug on the controller to pin 1 on the tile."""
    own, tiles = kicad.layout("controller"), kicad.layout("tile")
    left, low = here.controller_corner
    feed, foot = on_boards.tile_plugs(board)
    found = {}
    for at in range(here.tiles):
        for name, plug, place in ((f"J{1 + at}", feed, (0, at)), (f"J{11 + at}", foot, (at, 0))):
            x, y = own.part(name).pad("1")
            (corner_x, corner_y), (to_x, to_y) = here.tile_corner(*place), tiles.part(plug).pad("1")
            found[name] = abs(corner_x + to_x - left - x) + abs(corner_y + to_y - low - y)
    return found


def bed(board: dict[str, Any]) -> list[str]:
    """Each sheet that a laser cuts fits its bed, in one of two directions."""
    large = sorted(board["case"]["laser_bed_mm"])
    return [
        f"[case] laser_bed_mm: {sheet.words} of {sheet.wide:g} x {sheet.high:g} mm is larger than a bed of "
        f"{large[1]:g} x {large[0]:g}: change [case] bar_mm, or look for a cutter with a larger bed"
        for sheet in sheets.cut(board)
        if any(side > most for side, most in zip(sorted((sheet.wide, sheet.high)), large, strict=True))
    ]


def walls(here: Case, board: dict[str, Any]) -> list[str]:
    """The walls between the points keep enough of their height over each notch."""
    return wells.too_high(here, wells.notches(here, wells.standing(here, board)))
