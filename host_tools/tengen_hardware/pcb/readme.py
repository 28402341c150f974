"""Compute the figures in hardware/pcb/README.md, the page about ordering."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tengen_host import wiring

from .. import controller, tile, whole
from ..circuit import Part
from ..markdown import filled
from . import bridge_drawing, controller_layout, kicad, screws, tile_layout


def text(board: dict[str, Any]) -> str:
    """Return the README's text, with figures computed from board.toml and the net tables."""
    size, pitch, points = board["board"]["size"], board["board"]["pitch_mm"], board["tile"]["points"]
    a_side = size // points
    ends = sum(
        part.reference.split(".")[-1].startswith(("DS", "DT", "DX")) for part in whole.circuit(board).of_kind("diode")
    )
    known = {
        "board": board, "rules": kicad.RULES, "bridge_drawing": bridge_drawing, "screws": screws,
        "controller_layout": controller_layout, "tile_layout": tile_layout,
        "tiles": a_side**2, "tile_mm": points * pitch - board["tile"]["gap_mm"],
        "edge_diodes": ends, "usb_ma": wiring.SUPPLIES["usb"], "inner_hoops": 2 * (len(tile.SIDE) + len(tile.END)),
        "tile_parts": _kinds(board, (part for part in tile.circuit(board).parts.values() if part.fitted)),
        "controller_parts": _kinds(board, controller.circuit(board).parts.values()),
    }  # fmt: skip
    return filled("pcb/README.md", known)


def _kinds(board: dict[str, Any], parts: Iterable[Part]) -> str:
    """Return the rows of a table: each kind of part, with its number and value."""
    return "\n".join(
        f"| {kind.replace('_', ' ')} | {count} | {board['parts'][kind]['value']} |"
        for kind, count in Counter(part.kind for part in parts).items()
    )
