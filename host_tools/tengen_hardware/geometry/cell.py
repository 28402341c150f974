"""One cell of the board, with checked values of board.toml: reed, magnet, stone, stack of layers. Lengths in mm."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, NamedTuple

from tengen_host.wiring import WiringError

from ..values import check_ranges

# Distances on the tile from a point.
# All pads of a WS2812B are within this distance, horizontally and vertically.
LED_PADS = 3.3
CELL = 16.2  # all parts of a point are within this distance, because the tile ends 16.55 mm from its outer points
BEND = 3.0  # a lead may be bent only this far from the glass (rmcip.com, mounting of reed switches)
AIR = 0.4  # the least distance between the glass and the plate
SOLDER = 0.5  # the least length of a lead below the tile

# The tables of board.toml that this module reads, with the least and the greatest allowed value of each name
SHAPE: dict[str, dict[str, tuple[float, float]]] = {
    "reed": {"offset_mm": (0, 16), "turned_deg": (0, 90), "span_mm": (5, 40), "glass_mm": (4, 30),
             "glass_diameter_mm": (1, 4), "length_mm": (10, 80), "release_at": (1, 100)},
    "magnet": {"diameter_mm": (2, 15), "height_mm": (0.5, 10), "remanence_mt": (100, 1500)},
    "stone": {"diameter_mm": (10, 30), "height_mm": (2, 20), "rim_mm": (0, 20), "foot_mm": (0, 5)},
    "stack": {"pcb_mm": (0.4, 3.2), "led_mm": (0.5, 4), "reed_axis_mm": (0, 40), "plate_above_mm": (2, 50),
              "plate_mm": (0.5, 20), "wall_mm": (0.2, 5), "base_mm": (0, 50), "transmittance": (0.05, 1),
              "reflectance": (0, 1)},
}  # fmt: skip


class Disc(NamedTuple):
    """A disc magnet, magnetised from face to face."""

    name: str
    diameter: float
    height: float
    remanence_mt: float


class Reed(NamedTuple):
    """A reed, by its data sheet. The ampere-turns are for the maker's test coil and straight leads."""

    name: str
    glass: float
    length: float  # the length with both leads straight, from end to end
    operate: tuple[float, float]
    release: float


class Place(NamedTuple):
    """A reed's place. `offset`: its middle, from the point. `turned`: its axis in degrees. `span`: between holes."""

    offset: float
    turned: float
    span: float

    def holes(self) -> list[tuple[float, float]]:
        """Return the places of the two holes, relative to the point."""
        at = math.radians(self.turned)
        ends = (self.offset - self.span / 2, self.offset + self.span / 2)
        return [(end * math.cos(at), end * math.sin(at)) for end in ends]


class Cell(SimpleNamespace):
    """All layers and parts of one point, from the table upwards.

    It has the names of [stack] without `_mm`, those of [stone] as `stone_...`, and `place`, `reed`, `disc`, `pitch` and
    `glass_diameter`.
    """

    @property
    def gap(self) -> float:
        """Return the distance from the magnet's face to the middle of the blades."""
        return float(self.stone_foot + self.plate + self.plate_above - self.reed_axis)

    @property
    def led_depth(self) -> float:
        """Return the distance from the light to the underside of the plate."""
        return float(self.plate_above - self.led)

    def lead_below(self, reed: Reed) -> float:
        """Return the length of a sharply bent lead below the tile. A bend with a radius of 1 mm gives 0.4 mm more."""
        return float((reed.length - self.place.span) / 2 - self.reed_axis - self.pcb)

    @property
    def wall_at(self) -> float:
        """Return the distance from the point to the face of the wall around its cell."""
        return float((self.pitch - self.wall) / 2)


def cell(board: dict[str, Any]) -> Cell:
    """Return the cell that `board` describes. Raises WiringError, with the value that can't be built."""
    check_ranges(board, SHAPE)
    reed, magnet, stone, stack = (board[name] for name in SHAPE)
    band = reed.get("operate_at")
    numbers = isinstance(band, list) and len(band) == 2 and all(isinstance(each, (int, float)) for each in band)
    if not (numbers and reed["release_at"] < band[0] < band[1]):
        raise WiringError(f"board.toml [reed] operate_at: {band!r} must be least and most, both above release_at")
    found = Cell(
        pitch=board["board"]["pitch_mm"],
        place=Place(reed["offset_mm"], reed["turned_deg"], reed["span_mm"]),
        reed=Reed("recommended", reed["glass_mm"], reed["length_mm"], (band[0], band[1]), reed["release_at"]),
        disc=Disc("recommended", magnet["diameter_mm"], magnet["height_mm"], magnet["remanence_mt"]),
        glass_diameter=reed["glass_diameter_mm"],
        **{f"stone_{name.removesuffix('_mm')}": stone[name] for name in SHAPE["stone"]},
        **{name.removesuffix("_mm"): stack[name] for name in SHAPE["stack"]},
    )
    _check_room(found)
    return found


def _check_room(cell: Cell) -> None:
    """Raise WiringError if a reed can't be soldered in its place."""
    near, far = cell.place.holes()
    if max(map(abs, near + far)) > CELL:
        raise WiringError(f"board.toml [reed]: a hole lies more than {CELL} mm from the point, in the next cell")
    if max(map(abs, near)) < LED_PADS + 0.5:
        raise WiringError("board.toml [reed]: the nearer hole is in the pads of the LED")
    if (cell.place.span - cell.reed.glass) / 2 < BEND:
        raise WiringError(f"board.toml [reed] span_mm: the leads must be bent {BEND} mm from the glass or further")
    if cell.plate_above - cell.reed_axis - cell.glass_diameter / 2 < AIR:
        raise WiringError(f"board.toml [stack] reed_axis_mm: no {AIR} mm of air between the glass and the plate")
    if cell.lead_below(cell.reed) < SOLDER:
        raise WiringError("board.toml [stack] reed_axis_mm: the leads of the reed do not reach through the tile")
    if cell.stone_diameter / 2 >= cell.wall_at:
        raise WiringError("board.toml [stone] diameter_mm: a stone hides all of its cell")
