"""The case: its values from board.toml, checked, and the heights of its layers. Lengths in mm.

x and y count from the lower left corner of the tiles, z from the upper side of the base plate.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tengen_host.wiring import WiringError

from ..values import check_number

# The values that this room reads: by table and name the least and the greatest value, and how many if it is a list.
# Case has all of them, without `_mm`.
_VALUES: dict[str, dict[str, tuple[float, ...]]] = {
    "board": {"pitch_mm": (15, 100), "size": (1, 40)},
    "tile": {"gap_mm": (0, 2), "points": (1, 40)},
    "stack": {"pcb_mm": (0.4, 5), "base_mm": (1, 100), "plate_above_mm": (1, 40), "plate_mm": (0.5, 10),
              "wall_mm": (0.4, 5), "reed_axis_mm": (0.1, 40), "led_mm": (0.1, 10)},
    "carrier": {"sheet_mm": (0.5, 10), "light_hole_mm": (1, 15), "strip_mm": (1, 30)},
    "case": {
        "margin_mm": (5, 100), "bar_mm": (20, 200), "bay_mm": (0, 400), "controller_mm": (-1000, 1000, 2),
        "controller_board_mm": (20, 300), "controller_spacer_mm": (2, 30), "base_plate_mm": (3, 20),
        "window_mm": (0, 60), "frame_mm": (3, 200, 2), "batten_mm": (5, 20), "block_mm": (10, 150),
        "wood_screw_mm": (1, 40, 4), "plate_screw_mm": (1, 40), "foot_mm": (1, 60, 2), "foot_in_mm": (8, 100),
        "foot_middle_mm": (-1000, 1000, 2),
        "bar_away_mm": (0, 100),
        "jack_mm": (3, 100, 3), "jack_hole_mm": (5, 40), "jack_wall_mm": (1, 10), "jack_at_mm": (0, 1000),
        "usb_slot_mm": (3, 60, 2), "wire_room_mm": (5, 60), "spacer_mm": (4, 10), "head_mm": (1, 20, 2),
        "air_mm": (0, 2), "ribbon_slack_mm": (40, 300), "plug_mm": (10, 30), "bend_mm": (2, 20),
        "ribbon_step_mm": (1, 200), "laser_bed_mm": (100, 5000, 2),
    },
    "case.buttons": {"player": (-1000, 1000, 2), "arbiter": (-1000, 1000, 2), "hole_mm": (8, 60), "rim_mm": (8, 80),
                     "deep_mm": (5, 80)},
    "case.heights": dict.fromkeys(
        ("smd", "tht", "socket", "made", "joint", "pico_sockets", "pico_board", "usb_middle"), (0.1, 60)),
    "print": {"edge_mm": (0.4, 3), "pocket_mm": (0, 1), "jig_slot_mm": (0, 1), "jig_wall_mm": (2, 20),
              "lead_mm": (0.3, 1.5), "jig_bar_mm": (0.5, 60, 2), "bend_block_mm": (0.5, 60, 2)},
}  # fmt: skip


class Case(SimpleNamespace):
    """The values of _VALUES and what follows from them."""

    @property
    def tile_top(self) -> float:
        """Return the height of the tiles' upper side; the underside is at `base`."""
        return float(self.base + self.pcb)

    @property
    def plate_low(self) -> float:
        """Return the height of the plate's underside."""
        return float(self.tile_top + self.plate_above)

    @property
    def plate_top(self) -> float:
        """Return the height of the plate's upper side, and of the frame's upper edge."""
        return float(self.plate_low + self.plate)

    @property
    def frame_low(self) -> float:
        """Return the height of the frame's lower edge."""
        return float(self.plate_top - self.frame_high)

    @property
    def table(self) -> float:
        """Return the height of the table, below base plate and feet."""
        return float(-self.base_plate - self.foot[1])

    @property
    def inside(self) -> tuple[float, float, float, float]:
        """Return the inner faces of the frame: left, lower, right, upper."""
        return self.seam - self.bay, -self.bar, self.side + self.margin, self.side + self.bar

    @property
    def outside(self) -> tuple[float, float, float, float]:
        """Return the outer faces of the frame: left, lower, right, upper."""
        left, low, right, top = self.inside
        thick = self.frame_thick
        return left - thick, low - thick, right + thick, top + thick

    def tile_corner(self, across: int, up: int) -> tuple[float, float]:
        """Return the lower left corner of a tile. Tiles are counted from 0."""
        return across * self.tile + self.gap / 2, up * self.tile + self.gap / 2

    def points(self) -> list[float]:
        """Return the places of a tile's points along one of its edges."""
        return [self.pitch * (at + 0.5) - self.gap / 2 for at in range(round(self.tile / self.pitch))]


def case(board: dict[str, Any]) -> Case:
    """Return the case that `board` describes. Raises WiringError, with the first value that is missing or wrong."""
    found: dict[str, Any] = {}
    for place, names in _VALUES.items():
        table: Any = board
        for part in place.split("."):
            table = table.get(part)
            if not isinstance(table, dict):
                raise WiringError(f"board.toml: the table [{place}] is missing")
        for name, (least, most, *many) in names.items():
            value = table.get(name)
            if many and (not isinstance(value, list) or len(value) != many[0]):
                raise WiringError(f"board.toml [{place}] {name}: {value!r} is not a list of {many[0]:g} numbers")
            for each in value if many else [value]:
                check_number(f"[{place}] {name}", each, least, most)
            found[name.removesuffix("_mm")] = tuple(value) if many else value
    for name, value in board["case"]["heights"].items():
        check_number(f"[case.heights] {name}", value, 0.1, 60)
    size, points, pitch = found["size"], found.pop("points"), found["pitch"]
    if not isinstance(size, int) or not isinstance(points, int) or size % points:
        raise WiringError(f"board.toml [tile] points: tiles of {points!r} do not make a board of {size!r}")
    side, (along, away) = round(pitch * size, 4), found.pop("player")
    x, y = found["controller"]
    half = found["controller_board"] / 2
    return Case(**{
        **found, "side": side, "tile": round(pitch * points, 4), "tiles": size // points, "seam": -found["margin"],
        "frame_thick": found["frame"][0], "frame_high": found["frame"][1], "controller_corner": (x - half, y - half),
        "controller_top": found["controller_spacer"] + found["pcb"], "heights": dict(board["case"]["heights"]),
        "buttons": {"p1": (side - along, -away), "p2": (along, side + away), "arbiter": found.pop("arbiter")},
        "edge_of_tile": round(pitch * points, 4) - found["gap"],
    })  # fmt: skip


def high(here: Case, board: dict[str, Any], kind: str) -> float:
    """Return how high a kind of part is above its board. Raises WiringError if neither kind nor mount has a height."""
    mount = board["parts"][kind].get("mount")
    if kind == "pixel":
        return float(here.led)
    found = here.heights.get(kind, here.heights.get(mount))
    if found is None:
        raise WiringError(f"board.toml [case.heights]: no height of {kind!r}, nor of parts mounted as {mount!r}")
    return float(found)
