"""The rules of the KiCad projects: both boards and both schematics are as board.toml and the net tables want them.

A value of board.toml that is drawn on a board does not move the board's parts: a rule names it, and a person edits the
file in KiCad.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import shapely

from .. import tile
from ..circuit import Circuit, CircuitError
from . import CIRCUITS, Project, board_file, project, screws
from .layout import SILK_BOTTOM, SILK_TOP, TOP, Layout, Placed, Point

# The limits, in mm, of cheap makers for boards without extra cost, with a margin, by their names in a .kicad_pro file
LIMITS = {
    "min_track_width": 0.2,
    "min_clearance": 0.2,
    "min_via_diameter": 0.6,
    "min_through_hole_diameter": 0.3,
    "min_via_annular_width": 0.13,
    "min_hole_to_hole": 0.5,
    "min_hole_clearance": 0.25,
    "min_copper_edge_clearance": 0.3,
}
FINISH = "HAL lead-free"  # KiCad's name of the finish that pcb/README.md orders
DOT_MM = 1.0  # a dot beside terminal 1 of a chip: a very short line of this width, or wider, on the upper silkscreen
Nets = dict[tuple[str, str], str | None]
_NEAR = 0.02  # mm: places that differ by no more are the same


def check(board: dict[str, Any]) -> None:
    """Raise CircuitError with all faults of both projects, one line each, unless they are as board.toml wants them."""
    if found := [line for name in CIRCUITS for line in faults(project(name), board)]:
        raise CircuitError("\n".join(found))


def faults(its: Project, board: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for each fault of a board's project: what is wrong, in which file, and what is wanted."""
    name, of, drawn, _ = its
    circuit = CIRCUITS[name](board)
    schematic, printed = (f"hardware/pcb/{name}/{name}.{kind}" for kind in ("kicad_sch", "kicad_pcb"))
    wanted = {
        (part.reference, number): net for part in circuit.parts.values() for number, net in part.nets.items()
    }
    values = {
        each.reference: (board["parts"][each.kind]["value"], footprint(board, each.kind))
        for each in circuit.parts.values()
    }
    on_sheet = {reference: (part.value, part.footprint) for reference, part in drawn.parts.items()}
    placed = {part.reference: (part.value, part.footprint) for part in of.parts}
    for where, nets, entries in ((schematic, drawn.nets, on_sheet), (printed, pad_nets(of), placed)):
        yield from (f"{where}: {line}: correct it in KiCad" for line in differences(wanted, nets, values, entries))
    for where, said in ((schematic, f"revision {drawn.revision}, {drawn.date}"), (printed, of.revision)):
        if said != revision(board):
            yield f"{where}: the title block does not say {revision(board)}: correct it in KiCad"
    yield from (
        f"{printed}: {part.reference} does not belong to the symbol {part.reference} of the schematic: in KiCad, "
        "update the board from the schematic, and match by reference"
        for part in of.parts if part.reference in drawn.parts and part.symbol != drawn.parts[part.reference].uuid
    )  # fmt: skip
    on_board = [*limits(its, board), *unprinted(of, circuit, board), *unmarked(of), *astray(of)]
    on_board += screws.under_heads(of)
    if {part.reference for part in of.parts} >= set(circuit.parts):  # else the missing parts are named above
        edge = ("the upper right corner", of.outline[2], 2 * (board["case"]["controller_board_mm"],))
        on_board += tile_faults(of, board) if name == "tile" else _misplaced([edge], "[case] controller_board_mm")
    yield from (f"{printed}: {line}: correct it in KiCad" for line in on_board)


def footprint(board: dict[str, Any], kind: str) -> str:
    """Return KiCad's footprint for a kind, or the name of our own footprint."""
    return str(board["parts"][kind]["footprint"]) or f"{board_file.OWN}:{kind}"


def pad_nets(of: Layout) -> Nets:
    """Return the net of each numbered pad on a board, by part and number."""
    return {(part.reference, pad.number): pad.net for part in of.parts for pad in part.pads if pad.number}


def differences(
    wanted: Nets, nets: Nets, values: dict[str, tuple[str, str]], its: dict[str, tuple[str, str]]
) -> Iterator[str]:
    """Yield the differences of a file (`nets`, `its`) from the circuit: parts, nets, values and footprints."""
    for reference in sorted(set(its) ^ set(values)):
        yield f"{reference} is missing" if reference in values else f"{reference} is not in the circuit"
    for reference, number in sorted(set(nets) | set(wanted)):
        here, there = nets.get((reference, number)), wanted.get((reference, number))
        if here != there and reference in its and reference in values:
            told = f"has the net {here or 'none'}, the circuit has {there or 'none'}"
            yield f"{reference} pin {number} {told} (board.toml [pins], {'/'.join(CIRCUITS)}.py)"
    for reference in sorted(set(its) & set(values)):
        for what, mine, told in zip(("value", "footprint"), its[reference], values[reference], strict=True):
            if mine != told:
                yield f"the {what} of {reference} is {mine}, board.toml [parts] has {told}"


def limits(its: Project, board: dict[str, Any]) -> Iterator[str]:
    """Yield the faults of the limits with which KiCad checks a board, of its thickness, and of its thinnest tracks."""
    of = its.board
    for limit, least in LIMITS.items():
        if its.limits.get(limit, 0) < least - 1e-6:
            yield f"{limit} is {its.limits.get(limit)} in the .kicad_pro file beside it, cheap makers need {least} mm"
    thick = board["stack"]["pcb_mm"]
    if not math.isclose(of.thickness, thick):
        yield f"the board is {of.thickness:g} mm thick, board.toml [stack] pcb_mm has {thick:g}"
    if of.finish != FINISH:
        yield f"the copper's finish in the board setup is {of.finish or 'not given'}: the maker is to make {FINISH}"
    for track in of.tracks:
        if track.width < LIMITS["min_track_width"] - 1e-6:
            yield f"a track of {track.net} is {track.width:g} mm wide, cheap makers need {LIMITS['min_track_width']}"


def revision(board: dict[str, Any]) -> str:
    """Return the revision and its date, in the form printed on each board."""
    return f"revision {board['board']['revision']}, {board['board']['date']}"


def names(of: Layout, layer: str) -> list[str]:
    """Return the words on one silkscreen: the texts, and the references of the parts on this side."""
    side = TOP if layer == SILK_TOP else "bottom"
    return [text.words for text in of.texts if text.layer == layer] + [
        part.reference for part in of.parts if part.side == side and part.name_at
    ]


def unprinted(of: Layout, circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """Yield what must be printed on a board and is not: the names of parts where they are soldered, the revision."""
    above, below = (names(of, layer) for layer in (SILK_TOP, SILK_BOTTOM))
    if revision(board) not in below:
        yield f'"{revision(board)}" is not printed on the underside (board.toml [board] revision, date)'
    first_above, first_below = ({words.split()[0] for words in side if words} for side in (above, below))
    for reference, part in circuit.parts.items():
        if part.kind in ("side_joint", "end_joint", "pico"):
            continue  # their holes have the names of their nets
        if reference not in first_above:
            yield f"the name of {reference} is not printed on the upper side"
        if board["parts"][part.kind]["mount"] in ("tht", "wire") and reference not in first_below:
            yield f"the name of {reference}, which is soldered below, is not printed on the underside"


def astray(of: Layout) -> Iterator[str]:
    """Yield a sentence for each name of a part for the surface that is printed nearer to another such part."""
    parts = [part for part in of.parts if part.side == TOP and not any(pad.drill for pad in part.pads)]
    boxes = {part.reference: shapely.box(*part.box()) for part in parts}
    for part in parts:
        if part.name_at:
            name = shapely.Point(part.x + part.name_at[0], part.y + part.name_at[1])
            away, nearest = min((box.distance(name), reference) for reference, box in boxes.items())
            if away < boxes[part.reference].distance(name) - _NEAR:
                yield f"the name of {part.reference} is printed nearer to {nearest} than to its own part"


def chips(of: Layout) -> list[Placed]:
    """Return the parts with two rows of terminals, because these fit onto their pads in two orientations."""
    return [part for part in of.parts if part.footprint.startswith(("Package_SO:", "Package_TO_SOT_SMD:SOT-23-6"))]


def dots(of: Layout) -> list[Point]:
    """Return the places of the dots on the upper silkscreen."""
    return [line.points[0] for line in of.lines if line.width >= DOT_MM and math.dist(*line.points) < 0.1]


def unmarked(of: Layout) -> Iterator[str]:
    """Yield a sentence for each chip without a dot nearest to terminal 1."""
    for part in chips(of):
        near = []
        for dot in dots(of):
            away, number = min((math.dist(part.at(pad.x, pad.y), dot), pad.number) for pad in part.pads)
            near += [number] if away < 3.0 else []
        if near != ["1"]:
            yield (
                f"{part.reference} has {len(near)} dots beside its terminals, not one beside terminal 1: turned round, "
                "it gets its supply the wrong way"
            )


def tile_faults(of: Layout, board: dict[str, Any]) -> Iterator[str]:
    """Yield the differences of the tile from the sizes in board.toml."""
    points, pitch, gap = board["tile"]["points"], board["board"]["pitch_mm"], board["tile"]["gap_mm"]
    edge = points * pitch - gap
    yield from _misplaced([("the upper right corner", of.outline[2], (edge, edge))], "[board] pitch_mm, [tile] gap_mm")
    reed = board["reed"]
    angle, offset, half = math.radians(reed["turned_deg"]), reed["offset_mm"], reed["span_mm"] / 2
    ends = {
        number: (along * math.cos(angle), along * math.sin(angle))
        for number, along in (("1", offset - half), ("2", offset + half))
    }
    lights, reeds = [], []
    for r in range(1, points + 1):
        for c in range(1, points + 1):
            x, y = (pitch * (n - 0.5) - gap / 2 for n in (c, r))
            light = of.part(f"L{c}{r}")
            lights.append((light.reference, (light.x, light.y), (x, y)))
            reeds += [(f"S{c}{r} pin {number}", of.part(f"S{c}{r}").pad(number), (x + dx, y + dy))
                      for number, (dx, dy) in ends.items()]  # fmt: skip
    yield from _misplaced(lights, "[board] pitch_mm, [tile] gap_mm")
    yield from _misplaced(reeds, "[board] pitch_mm, [reed] offset_mm, turned_deg, span_mm")
    joints = []
    for here, there, across in (("J54", "J53", 0), ("J56", "J55", 1)):
        for pad in of.part(here).pads:
            x, y = of.part(there).pad(pad.number)
            mirrored = (of.outline[2][0] - x, y) if across == 0 else (x, of.outline[2][1] - y)
            joints.append((f"{here} pin {pad.number}", of.part(here).pad(pad.number), mirrored))
    yield from _misplaced(joints, "the hole of the neighbour's joint")
    lines = {net for net in (*tile.SIDE, *tile.END) if net not in ("GND", "5V")}
    for track in of.tracks:
        if track.net.split("_")[0] in lines and track.width < board["tile"]["track_mm"] - 1e-6:
            yield f"a track of {track.net} is {track.width:g} mm wide, board.toml [tile] track_mm has more"


def _misplaced(places: Iterable[tuple[str, Point, Point]], by: str) -> Iterator[str]:
    """Yield one sentence for all places (name, where it is, where it must be) that are wrong."""
    wrong = [each for each in places if math.dist(each[1], each[2]) > _NEAR]
    if wrong:
        name, (x, y), (to_x, to_y) = wrong[0]
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        yield f"{name} is at {x:g}, {y:g} mm, and must be at {to_x:.3g}, {to_y:.3g}{more}, by board.toml {by}"
