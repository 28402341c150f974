"""hardware/pcb/README.md: what to order, and why the board is made of tiles; the figures that its text names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tengen_host import wiring

from .. import controller, tile, whole
from ..circuit import Part
from ..markdown import filled
from . import bridge_drawing, controller_layout, kicad, screws, tile_layout

# A row panel, the alternative to tiles: its cells in a row, and the bridges between panels side by side (GND, 5V, row,
# data) and one above another (one for each column, 5V, GND).
PANEL_CELLS = 5
PANEL_SIDE = 4
PANEL_END = PANEL_CELLS + 2


def text(board: dict[str, Any]) -> str:
    """Return the README's text, with figures computed from board.toml and the net tables."""
    size, pitch, points = board["board"]["size"], board["board"]["pitch_mm"], board["tile"]["points"]
    a_side = size // points
    bridges = len(tile.SIDE) + len(tile.END)
    across = size // PANEL_CELLS
    ends = sum(
        part.reference.split(".")[-1].startswith(("DS", "DT", "DX")) for part in whole.circuit(board).of_kind("diode")
    )
    known = {
        "board": board, "rules": kicad.RULES, "bridge_drawing": bridge_drawing, "screws": screws,
        "controller_layout": controller_layout, "tile_layout": tile_layout,
        "points": size**2, "tile_points": points**2, "tiles": a_side**2, "seams": size - 1,
        "tile_mm": points * pitch - board["tile"]["gap_mm"], "tile_cells_mm": points * pitch,
        "area_m2": (size * pitch / 1000) ** 2, "edge_diodes": ends, "usb_ma": wiring.SUPPLIES["usb"],
        "tile_bridges": a_side * (a_side - 1) * bridges, "inner_hoops": 2 * bridges,
        "ribbons": f"{a_side} of {len(tile.FEED)} wires, {a_side} of {len(tile.FOOT)}",
        "panel_cells": PANEL_CELLS, "panel_mm": PANEL_CELLS * pitch, "panels": size * across, "panels_across": across,
        "panel_bridges": size * (across - 1) * PANEL_SIDE + (size - 1) * across * PANEL_END,
        "tile_parts": _kinds(board, (part for part in tile.circuit(board).parts.values() if part.fitted)),
        "controller_parts": _kinds(board, controller.circuit(board).parts.values()),
    }  # fmt: skip
    return filled("pcb/README.md", known)


def _kinds(board: dict[str, Any], parts: Iterable[Part]) -> str:
    """Return the rows of a table: each kind of part, how many there are, and its value."""
    return "\n".join(
        f"| {kind.replace('_', ' ')} | {count} | {board['parts'][kind]['value']} |"
        for kind, count in Counter(part.kind for part in parts).items()
    )
