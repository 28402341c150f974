"""The drawing of a bridge between two tiles, from the side: its bend, and where to cut it to take a tile out."""

from __future__ import annotations

from typing import Any

from ..guide.drawing import BOARD, FAINT, FIVE, INK, MARK, Drawing
from .tile_layout import BRIDGE_MM

HOOP_MM = 5.0  # mm of a bridge below the tile, as room for a side cutter
_MM = 30.0


def drawing(board: dict[str, Any]) -> str:
    """Return the drawing, to scale. Below is down, as in the built board."""
    thick, gap = board["stack"]["pcb_mm"] * _MM, board["tile"]["gap_mm"] * _MM
    middle, top = 450.0, 130.0
    low = top + thick
    sheet = Drawing(900, 400, "A bridge between two tiles, from the side")
    sheet.text(20, 32, "A bridge between two tiles, from the side, to scale; the plate is above", 18, INK, bold=True)
    sheet.box(middle - gap / 2 - 300, top, 300, thick, BOARD, INK, 0, 2)
    sheet.box(middle + gap / 2, top, 300, thick, BOARD, INK, 0, 2)
    sheet.text(middle - 290, top + 30, "tile", 16)
    sheet.text(middle + 290, top + 30, "its neighbour", 16, INK, "end")
    wall = board["stack"]["wall_mm"] * _MM
    sheet.box(middle - wall / 2, top - 60, wall, 60, "#ffffff", FAINT, 0, 2)
    sheet.text(middle + wall, top - 40, "wall of the light wells", 15, FAINT)
    left, right = middle - BRIDGE_MM / 2 * _MM, middle + BRIDGE_MM / 2 * _MM
    foot = low + HOOP_MM * _MM
    for x in (left, right):
        sheet.line([(x, top - 6), (x, foot - 20)], FIVE, 5)
        sheet.line([(x - 14, low + 2), (x, low + 16), (x + 14, low + 2)], INK, 2)
    sheet.line([(left, foot - 20), (left + 20, foot), (right - 20, foot), (right, foot - 20)], FIVE, 5)
    sheet.line([(middle - 12, foot - 16), (middle + 12, foot + 16)], MARK, 4)
    sheet.line([(middle + 12, foot - 16), (middle - 12, foot + 16)], MARK, 4)
    sheet.text(middle, foot + 40, "cut here to take a tile out", 16, MARK, "middle", bold=True)
    sheet.line([(right + 40, low), (right + 40, foot)], FAINT, 2)
    sheet.text(right + 50, (low + foot) / 2 + 5, f"{HOOP_MM:g} mm", 16)
    sheet.text(left - 40, low + 24, "soldered below", 15, INK, "end")
    sheet.text(left - 40, (low + foot) / 2 + 40, f"{BRIDGE_MM} mm from\nhole to hole", 15, INK, "end")
    return sheet.svg()
