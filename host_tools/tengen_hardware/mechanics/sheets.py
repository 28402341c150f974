"""The flat pieces to cut and drill: base plate, top plate, lid, frame strips, and the hand-wired board's carrier.

Each sheet has its own coordinates, from its lower left corner, seen from above (strips: seen from outside). Lengths in
mm.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import parts
from ..geometry.cell import cell
from . import assembly
from .case import Case, case

SCREW, WOOD_SCREW, LEG = 3.2, 3.5, 1.0  # the diameters of holes for an M3 screw, a wood screw and a leg of a reed
# the diameter of a hole for a tile's screw through the base: wider, because the tiles are one stiff sheet, and a paper
# template may be off by 0.5 mm
LOOSE = 4.5
SAW = 3.0  # mm lost at each cut
FIRST = "spacer 1 "
FIT = parts.FIT_MM
STARS = 3  # how many points the outer star points are from the edge


class Hole(NamedTuple):
    """A round hole of this diameter. `why`: the thing that goes through the hole."""

    x: float
    y: float
    across: float
    why: str


class Slot(NamedTuple):
    """A rectangular hole from its lower left to its upper right corner."""

    x: float
    y: float
    x1: float
    y1: float
    why: str


class Mark(NamedTuple):
    """A mark that is drawn or engraved, but not cut through: a line, or at a single point a disc of this diameter."""

    points: tuple[tuple[float, float], ...]
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


TEMPLATES = ("base", "plate", "lid", "frame-left", "carrier")  # the sheets with something to drill


def sheets(board: dict[str, Any]) -> list[Sheet]:
    """Return all sheets. Raises WiringError for a value of [case] that is missing or wrong."""
    here = case(board)
    return [base(here, board), plate(here, board), lid(here), *strips(here, board), carrier(here, board)]


def base(here: Case, board: dict[str, Any]) -> Sheet:
    """Return the base plate, from above: all screws go through it from below."""
    left, low, right, top = here.inside
    x0, y0 = left + FIT / 2, low + FIT / 2
    holes = [Hole(x - x0, y - y0, LOOSE, "tile") for _, x, y in assembly.spacers(here, board)]
    holes += [Hole(x - x0, y - y0, SCREW, "controller") for _, x, y in assembly.controller_spacers(here, board)]
    holes += [Hole(x - x0, y - y0, WOOD_SCREW, "block") for x, y in assembly.base_screws(here)]
    marks = [Mark(((x - x0, y - y0),), here.foot[0]) for x, y in assembly.feet(here)]
    x, y = here.controller_corner
    side = here.controller_board
    marks += [_outline(x - x0, y - y0, side, side), _outline(-x0, -y0, here.side, here.side)]
    return Sheet("base", "base plate, plywood or MDF; feet below at the circles", right - left - FIT, top - low - FIT,
                 here.base_plate, tuple(holes), marks=tuple(marks))  # fmt: skip


def plate(here: Case, board: dict[str, Any]) -> Sheet:
    """Return the top plate with the board's lines."""
    _, low, right, top = here.inside
    x0, y0 = here.seam + FIT / 2, low + FIT / 2
    size = board["board"]["size"]
    at = [here.pitch * (number + 0.5) for number in range(size)]
    lines = [Mark(((x - x0, at[0] - y0), (x - x0, at[-1] - y0))) for x in at]
    lines += [Mark(((at[0] - x0, y - y0), (at[-1] - x0, y - y0))) for y in at]
    stars = {STARS, size - 1 - STARS}
    points = [(x, y) for x in sorted(stars) for y in sorted(stars)]
    points += [(size // 2, size // 2)] if size % 2 else []
    # no star points on a board that is too small for them
    lines += [Mark(((at[x] - x0, at[y] - y0),), 4.0) for x, y in points if size > 2 * STARS + 1]
    return Sheet("plate", "top plate, opal acrylic; lines engraved or printed", right - here.seam - FIT,
                 top - low - FIT, here.plate, _buttons(here, x0, y0, ("p1", "p2")), marks=tuple(lines))  # fmt: skip


def lid(here: Case) -> Sheet:
    """Return the lid of the bay."""
    left, low, _, top = here.inside
    x0, y0 = left + FIT / 2, low + FIT / 2
    return Sheet("lid", "lid of the bay, of the same sheet as the top plate", here.bay - FIT, top - low - FIT,
                 here.plate, _buttons(here, x0, y0, ("arbiter",)))  # fmt: skip


def carrier(here: Case, board: dict[str, Any]) -> Sheet:
    """Return the sheet that carries reeds and strips on a board wired by hand."""
    place = cell(board).place
    points = [here.pitch * (number + 0.5) for number in range(board["board"]["size"])]
    holes = []
    for x in points:
        for y in points:
            holes.append(Hole(x, y, board["carrier"]["light_hole_mm"], "light"))
            holes += [Hole(x + dx, y + dy, LEG, "reed") for dx, dy in place.holes()]
    # the carrier needs only the first spacer of each tile's place, over its hole in the base
    holes += [Hole(x, y, SCREW, "spacer") for name, x, y in assembly.spacers(here, board) if name.startswith(FIRST)]
    return Sheet("carrier", "carrier of a board wired by hand: plywood or acrylic", here.side, here.side,
                 board["carrier"]["sheet_mm"], tuple(holes))  # fmt: skip


def strips(here: Case, board: dict[str, Any]) -> list[Sheet]:
    """Return the frame's strips, from outside."""
    x, y, x1, y1 = here.outside
    _, low, _, top = here.inside
    # seen from the left, the back of the case is at the left
    down = here.frame_low
    slots = tuple(
        Slot(top - hole.high[1], hole.low[2] - down, top - hole.low[1], hole.high[2] - down, hole.name)
        for hole in assembly.frame_holes(here, board)
    )
    return [
        Sheet("frame-front", "front and back of the frame", x1 - x, here.frame_high, here.frame_thick, many=2),
        Sheet("frame-right", "right side of the frame", top - low, here.frame_high, here.frame_thick),
        Sheet("frame-left", "left side of the frame, from outside", top - low, here.frame_high, here.frame_thick,
              slots=slots),
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


def _buttons(here: Case, x0: float, y0: float, names: tuple[str, ...]) -> tuple[Hole, ...]:
    return tuple(Hole(x - x0, y - y0, here.button_hole, f"button {name}") for name, (x, y) in here.buttons.items()
                 if name in names)  # fmt: skip


def _outline(x: float, y: float, wide: float, high: float) -> Mark:
    return Mark(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)))
