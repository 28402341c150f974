"""The case: its values from board.toml, checked, and the heights of its layers. Lengths in mm.

x and y count from the lower left corner of the tiles, z from the upper side of the base plate.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tengen_host.wiring import WiringError

from ..values import check_number, check_ranges

# The mounts of parts. A kind without an entry in [case.heights] has the height of its mount.
MOUNTS = ("smd", "tht", "socket", "made")
_HEIGHTS = (*MOUNTS, "joint", "pico_sockets", "pico_board", "usb_middle")

# The tables of board.toml that this module reads, with the least and the greatest value of each name
_NUMBERS: dict[str, dict[str, tuple[float, float]]] = {
    "case": {
        "margin_mm": (5, 100), "bar_mm": (20, 200), "bay_mm": (0, 400), "controller_board_mm": (20, 300),
        "controller_spacer_mm": (2, 30), "base_plate_mm": (3, 20), "batten_mm": (5, 20), "block_mm": (10, 150),
        "foot_in_mm": (8, 100), "bar_away_mm": (0, 100), "jack_at_mm": (0, 1000), "wire_room_mm": (5, 60),
        "spacer_mm": (4, 10), "air_mm": (0, 2), "ribbon_slack_mm": (40, 300), "plug_mm": (10, 30), "bend_mm": (2, 20),
    },
    "print": {"edge_mm": (0.4, 3), "pocket_mm": (0, 1), "jig_slot_mm": (0, 1), "jig_wall_mm": (2, 20),
              "lead_mm": (0.3, 1.5)},
}  # fmt: skip
_LISTS = {"controller_mm": 2, "frame_mm": 2, "foot_mm": 2, "jack_mm": 3, "usb_slot_mm": 2, "head_mm": 2}
_IN_BUTTONS = {"hole_mm": (8, 60), "rim_mm": (8, 80), "deep_mm": (5, 80)}


class Case(NamedTuple):
    """The values of [case], [print] and [stack] that the mechanics need."""

    side: float  # the size of all tiles together
    tile: float  # the distance from tile to tile
    tiles: int  # the number of tiles in a row
    gap: float
    pitch: float
    margin: float
    bar: float
    bay: float
    controller: tuple[float, float]
    controller_board: float
    controller_spacer: float
    base_plate: float
    frame_thick: float
    frame_high: float
    batten: float
    block: float
    foot: tuple[float, float]
    foot_in: float
    bar_away: float
    jack: tuple[float, float, float]
    jack_at: float
    usb_slot: tuple[float, float]
    wire_room: float
    spacer: float
    head: tuple[float, float]
    air: float
    plug: float
    bend: float
    buttons: dict[str, tuple[float, float]]
    button_hole: float
    button_rim: float
    button_deep: float
    heights: dict[str, float]
    edge: float
    wall: float
    base: float
    pcb: float
    walls: float
    plate: float

    @property
    def tile_low(self) -> float:
        """Return the height of the tiles' underside."""
        return self.base

    @property
    def tile_top(self) -> float:
        """Return the height of the tiles' upper side."""
        return self.base + self.pcb

    @property
    def plate_low(self) -> float:
        """Return the height of the plate's underside."""
        return self.tile_top + self.walls

    @property
    def plate_top(self) -> float:
        """Return the height of the plate's upper side, and of the frame's upper edge."""
        return self.plate_low + self.plate

    @property
    def frame_low(self) -> float:
        """Return the height of the frame's lower edge."""
        return self.plate_top - self.frame_high

    @property
    def table(self) -> float:
        """Return the height of the table, below base plate and feet."""
        return -self.base_plate - self.foot[1]

    @property
    def seam(self) -> float:
        """Return the x of the seam between lid and plate."""
        return -self.margin

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

    @property
    def controller_corner(self) -> tuple[float, float]:
        """Return the lower left corner of the controller's board."""
        x, y = self.controller
        return x - self.controller_board / 2, y - self.controller_board / 2

    @property
    def controller_low(self) -> float:
        """Return the height of the controller's underside."""
        return self.controller_spacer

    @property
    def controller_top(self) -> float:
        """Return the height of the controller's upper side."""
        return self.controller_spacer + self.pcb

    def tile_corner(self, across: int, up: int) -> tuple[float, float]:
        """Return the lower left corner of a tile. Tiles are counted from 0."""
        return across * self.tile + self.gap / 2, up * self.tile + self.gap / 2


def case(board: dict[str, Any]) -> Case:
    """Return the case that `board` describes. Raises WiringError, with the first value that is missing or wrong."""
    check_ranges(board, _NUMBERS)
    its, stack, printed = board["case"], board["stack"], board["print"]
    for name, many in _LISTS.items():
        _list(f"[case] {name}", its.get(name), many)
    for name in ("buttons", "heights"):
        if not isinstance(its.get(name), dict):
            raise WiringError(f"board.toml: the table [case.{name}] is missing")
    for name in ("player", "arbiter"):
        _list(f"[case.buttons] {name}", its["buttons"].get(name), 2)
    for name, (least, most) in _IN_BUTTONS.items():
        check_number(f"[case.buttons] {name}", its["buttons"].get(name), least, most)
    for name in _HEIGHTS:
        check_number(f"[case.heights] {name}", its["heights"].get(name), 0.1, 60)
    for name, value in its["heights"].items():
        check_number(f"[case.heights] {name}", value, 0.1, 60)
    for name in ("jig_bar_mm", "bend_block_mm"):
        _list(f"[print] {name}", printed.get(name), 2)
    points, size = board["tile"]["points"], board["board"]["size"]
    pitch = board["board"]["pitch_mm"]
    side, (along, away) = round(pitch * size, 4), its["buttons"]["player"]
    places = {"p1": (side - along, -away), "p2": (along, side + away), "arbiter": tuple(its["buttons"]["arbiter"])}
    same = {name.removesuffix("_mm"): its[name] for name in _NUMBERS["case"] if name != "ribbon_slack_mm"}
    return Case(
        side=side, tile=round(pitch * points, 4), tiles=size // points, gap=board["tile"]["gap_mm"], pitch=pitch,
        controller=tuple(its["controller_mm"]), frame_thick=its["frame_mm"][0], frame_high=its["frame_mm"][1],
        foot=tuple(its["foot_mm"]), jack=tuple(its["jack_mm"]), usb_slot=tuple(its["usb_slot_mm"]),
        head=tuple(its["head_mm"]), buttons=places,
        **{f"button_{name}": its["buttons"][f"{name}_mm"] for name in ("hole", "rim", "deep")},
        heights=dict(its["heights"]), edge=printed["edge_mm"], wall=stack["wall_mm"], base=stack["base_mm"],
        pcb=stack["pcb_mm"], walls=stack["plate_above_mm"], plate=stack["plate_mm"], **same,
    )  # fmt: skip


def high(here: Case, board: dict[str, Any], kind: str) -> float:
    """Return how high a kind of part is above its board. Raises WiringError if neither kind nor mount has a height."""
    mount = board["parts"][kind].get("mount")
    if kind == "pixel":
        return float(board["stack"]["led_mm"])
    found = here.heights.get(kind, here.heights.get(mount))
    if found is None:
        raise WiringError(f"board.toml [case.heights]: no height of {kind!r}, nor of parts mounted as {mount!r}")
    return found


def _list(place: str, value: Any, many: int) -> None:
    numbers = isinstance(value, list) and all(isinstance(each, (int, float)) and each is not True for each in value)
    if not numbers or len(value) != many:
        raise WiringError(f"board.toml {place}: {value!r} is not a list of {many} numbers")
