"""The flat pieces to cut and drill: base plate, top plate, lid, frame strips, and the hand-wired board's carrier.

Each sheet has its own coordinates, from its lower left corner, seen from above (strips: seen from outside). Lengths in
mm.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from manifold3d import CrossSection, OpType

from .. import parts
from ..geometry.cell import cell
from . import assembly
from .case import Case, case
from .solids import Solid

SCREW, LEG = 3.2, 1.0  # the diameters of holes for an M3 screw, and for a reed's leg or to mark a place
WIDER, LOOSE_WIDER = 0.5, 1.2  # the hole for a wood screw is wider than its thread by this; in acrylic, which grows
# the diameter of a hole for a tile's screw through the base: wider, because the tiles are one stiff sheet, and a paper
# template may be off by 0.5 mm
LOOSE = 4.5
SAW = 3.0  # mm lost at each cut
FIRST = "spacer 1 "
FIT = parts.FIT_MM
STARS = 3  # how many points the outer star points are from the edge
TEMPLATES = ("base", "plate", "lid", "frame-left", "carrier")  # the sheets with something to drill

Place = tuple[float, float]
Loop = tuple[Place, ...]


class Hole(NamedTuple):
    """A round hole of this diameter. `why`: the thing that goes through the hole."""

    x: float
    y: float
    across: float
    why: str


class Slot(NamedTuple):
    """A hole with straight sides, from corner to corner."""

    corners: Loop
    why: str


class Mark(NamedTuple):
    """A mark that is drawn or engraved, but not cut through: a line, or at a single point a disc of this diameter."""

    points: Loop
    across: float = 0.0


class Sheet(NamedTuple):
    """A rectangle to cut. `thick`: in mm. `many`: how many are needed."""

    name: str
    words: str
    wide: float
    high: float
    thick: float
    holes: tuple[Hole, ...] = ()
    slots: tuple[Slot, ...] = ()
    marks: tuple[Mark, ...] = ()
    many: int = 1

    @property
    def loops(self) -> tuple[Loop, ...]:
        """Return what is cut with straight sides: the outline, then the slots."""
        return _corners(0, 0, self.wide, self.high), *(slot.corners for slot in self.slots)

    def __str__(self) -> str:
        return f"{self.wide:.4g} x {self.high:.4g} x {self.thick:g}"


def sheets(board: dict[str, Any]) -> list[Sheet]:
    """Return all sheets. Raises WiringError for a value of [case] that is missing or wrong."""
    here = case(board)
    return [*cut(board), *strips(here, board), carrier(here, board)]


def cut(board: dict[str, Any]) -> list[Sheet]:
    """Return the sheets of the case that a laser cuts; the strips of the frame are sawn."""
    here = case(board)
    left, low, right, top = here.inside
    return [base(here, board), plate(here, board),
            _sheet("lid", "lid of the bay, of the same sheet as the top plate", (left, low, here.seam, top), here.plate,
                   _above(here, "lid", "arbiter"))]  # fmt: skip


def base(here: Case, board: dict[str, Any]) -> Sheet:
    """Return the base plate, from above: all screws go through it from below, and it has windows below the seams."""
    holes = [Hole(x, y, LOOSE, "tile") for _, x, y in assembly.spacers(here, board)]
    holes += [Hole(x, y, SCREW, "controller") for _, x, y in assembly.controller_spacers(here, board)]
    holes += [Hole(x, y, here.wood_screw[0] + WIDER, "block") for x, y in assembly.base_screws(here)]
    holes += [Hole(x, y, LEG, "foot") for x, y in assembly.feet(here)]
    marks = [Mark((*_corners(x, y, x + side, y + side), (x, y)))
             for (x, y), side in ((here.controller_corner, here.controller_board), ((0, 0), here.side))]  # fmt: skip
    return _sheet("base", "base plate, plywood or MDF; feet below at the holes of 1 mm", here.inside, here.base_plate,
                  holes, _joined(assembly.windows(here, board)), marks)  # fmt: skip


def plate(here: Case, board: dict[str, Any]) -> Sheet:
    """Return the top plate with the board's lines."""
    _, low, right, top = here.inside
    return _sheet("plate", "top plate, opal acrylic; lines engraved or printed", (here.seam, low, right, top),
                  here.plate, _above(here, "top plate", "p1", "p2"), marks=lines(here))  # fmt: skip


def lines(here: Case) -> list[Mark]:
    """Return the lines of the board and its star points, in the case's coordinates."""
    at = [here.pitch * (number + 0.5) for number in range(here.size)]
    found = [Mark(((x, at[0]), (x, at[-1]))) for x in at] + [Mark(((at[0], y), (at[-1], y))) for y in at]
    stars = (STARS, here.size - 1 - STARS)
    points = [(at[x], at[y]) for x in stars for y in stars]
    points += [(at[here.size // 2],) * 2] if here.size % 2 else []
    # no star points on a board that is too small for them
    return found + [Mark((place,), 4.0) for place in points if here.size > 2 * STARS + 1]


def carrier(here: Case, board: dict[str, Any]) -> Sheet:
    """Return the sheet that carries reeds and strips on a board wired by hand."""
    at = [here.pitch * (number + 0.5) for number in range(here.size)]
    reed = cell(board).place.holes()
    holes = [Hole(x, y, here.light_hole, "light") for x in at for y in at]
    holes += [Hole(x + dx, y + dy, LEG, "reed") for x in at for y in at for dx, dy in reed]
    # the carrier needs only the first spacer of each tile's place, over its hole in the base
    holes += [Hole(x, y, SCREW, "spacer") for name, x, y in assembly.spacers(here, board) if name.startswith(FIRST)]
    edge = (-FIT / 2, -FIT / 2, here.side + FIT / 2, here.side + FIT / 2)
    return _sheet("carrier", "carrier of a board wired by hand: plywood or acrylic", edge, here.sheet, holes)


def strips(here: Case, board: dict[str, Any]) -> list[Sheet]:
    """Return the frame's strips, from outside."""
    (x, _, x1, _), (_, low, _, top), tall = here.outside, here.inside, here.frame_high
    # seen from the left, the back of the case is at the left
    slots = []
    for hole in assembly.frame_holes(here, board):
        (_, y, z), (_, y1, z1) = hole.low, hole.high
        slots.append(Slot(_corners(top - y1, z - here.frame_low, top - y, z1 - here.frame_low), hole.name))
    return [
        Sheet("frame-front", "front and back of the frame", x1 - x, tall, here.frame_thick, many=2),
        Sheet("frame-right", "right side of the frame", top - low, tall, here.frame_thick),
        Sheet("frame-left", "left side of the frame, from outside", top - low, tall, here.frame_thick,
              slots=tuple(slots)),
    ]  # fmt: skip


def wood(board: dict[str, Any]) -> list[tuple[str, float, int]]:
    """Return the battens to cut: purpose, length in mm, and number."""
    here = case(board)
    found: dict[tuple[str, float], int] = {}
    for each in [*assembly.battens(here, board), *assembly.blocks(here)]:
        length = round(max(each.high[axis] - each.low[axis] for axis in (0, 1)), 1)
        name = {"block": "screw blocks", "rail": "rails of the edge bars, two on each other"}.get(each.name, each.name)
        if name == "under the edges":
            name = f"under the edge, {each.piece.split(', ')[1]}"
        found[name, length] = found.get((name, length), 0) + 1
    return [(name, length, many) for (name, length), many in found.items()]


def sawn(board: dict[str, Any]) -> dict[str, list[float]]:
    """Return the lengths in mm of all pieces to saw, by their thing in board.toml."""
    return {
        "frame": [each.wide for each in strips(case(board), board) for _ in range(each.many)],
        "batten": [length for _, length, many in wood(board) for _ in range(many)],
    }


def stock(lengths: list[float], long: float) -> int | None:
    """Return how many pieces of `long` mm give all `lengths`, cut longest first; None if one length is too long."""
    rests: list[float] = []
    for length in sorted(lengths, reverse=True):
        if length > long:
            return None
        fits = [at for at, rest in enumerate(rests) if rest >= length + SAW]
        if fits:
            rests[fits[0]] -= length + SAW
        else:
            rests.append(long - length)
    return len(rests)


def _sheet(name: str, words: str, edge: tuple[float, float, float, float], thick: float, holes: Iterable[Hole],
           slots: Iterable[Slot] = (), marks: Iterable[Mark] = ()) -> Sheet:  # fmt: skip
    """Return a sheet a little smaller than the space from edge to edge, from things in the case's coordinates."""
    x, y = edge[0] + FIT / 2, edge[1] + FIT / 2

    def own(loop: Loop) -> Loop:
        return tuple((a - x, b - y) for a, b in loop)

    return Sheet(
        name, words, edge[2] - edge[0] - FIT, edge[3] - edge[1] - FIT, thick,
        tuple(hole._replace(x=hole.x - x, y=hole.y - y) for hole in holes),
        tuple(Slot(own(slot.corners), slot.why) for slot in slots),
        tuple(Mark(own(mark.points), mark.across) for mark in marks),
    )  # fmt: skip


def _joined(windows: list[Solid]) -> list[Slot]:
    """Return windows as slots, as one slot where they overlap."""
    flat = [CrossSection([_corners(*each.low[:2], *each.high[:2])]) for each in windows]
    found = []
    for loop in CrossSection.batch_boolean(flat, OpType.Add).to_polygons() if flat else ():
        corners = [(round(float(x), 4), round(float(y), 4)) for x, y in loop]
        # each loop begins at its first corner, and the loops are sorted, so that the same base gives the same file
        first = corners.index(min(corners))
        found.append((*corners[first:], *corners[:first]))
    return [Slot(corners, "window") for corners in sorted(found)]


def _above(here: Case, piece: str, *buttons: str) -> list[Hole]:
    """Return the holes of the plate or of the lid."""
    found = [Hole(x, y, here.hole, f"button {name}") for name, (x, y) in here.buttons.items() if name in buttons]
    wide = here.wood_screw[0] + LOOSE_WIDER
    return found + [Hole(x, y, wide, "screw") for x, y in assembly.plate_screws(here)[piece]]


def _corners(x: float, y: float, x1: float, y1: float) -> Loop:
    return (x, y), (x1, y), (x1, y1), (x, y1)
