"""The drawing that shows how to turn over the joined tiles, as one piece between a board and the base plate."""

from __future__ import annotations

from typing import Any

from ..mechanics import assembly
from ..mechanics.case import Case, case
from .drawing import DATA, FAINT, FIVE, INK, MARK, ROW, SHADE, WHITE, Drawing

ACROSS, UP = 1.1, 3.4  # scales of the sheet, per millimetre: heights are drawn larger than widths
_WOOD, _BASE, _TILE, _GLASS = "#e6d3ad", "#d8bf94", "#9ccc65", "#7aa7c7"
_BOARD_MM = 12.0  # thickness of the board below, as drawn


def picture(board: dict[str, Any]) -> str:
    """Draw a cut from front to back, before and after turning over; widths to scale, heights larger."""
    here = case(board)
    sheet = Drawing(1000, 640, "Turning the tiles over")
    sheet.text(30, 34, "Turning the tiles over: a cut from front to back, heights drawn larger", 18, bold=True)
    sheet.text(30, 66, "1. Before the turn: face down on a board, the base screwed on", 16, bold=True)
    _pile(sheet, here, board, 265.0, False)
    sheet.text(30, 350, "2. After the turn, the clamps still on: face up on the base", 16, bold=True)
    _pile(sheet, here, board, 550.0, True)
    sheet.line([(900, 280), (935, 300), (935, 345), (900, 368)], MARK, 3, head=True)
    sheet.text(925, 330, "turn: two people", 15, MARK, "end")
    sheet.text(30, 612, "Blue: the glass of the reeds. Violet: hoops of wire. Ribbons are on the tiles, off the "
               "controller.", 15, FAINT)  # fmt: skip
    return sheet.svg()


def _pile(sheet: Drawing, here: Case, board: dict[str, Any], floor: float, turned: bool) -> None:
    """Draw the pile of layers from `floor` upwards. Before turning over, the base plate is on top."""
    x0, low, high = 60.0, here.inside[1], here.inside[3]
    reach = here.side / 2 + board["case"]["bar_mm"]
    middle = x0 + reach * ACROSS
    layers = [("board", _BOARD_MM), ("wells", here.walls), ("tile", here.pcb), ("spacers", here.base),
              ("base", here.base_plate)]  # fmt: skip
    if turned:
        layers.reverse()
    at = floor
    places: dict[str, tuple[float, float]] = {}
    for name, tall in layers:
        places[name] = (at - tall * UP, at)
        at -= tall * UP
    wide = (high - low) * ACROSS
    for name, fill in (("board", _WOOD), ("base", _BASE)):
        top, bottom = places[name]
        sheet.box(middle - wide / 2, top, wide, bottom - top, fill, INK)
    _tiles(sheet, here, board, middle, places, turned)
    block_top = min(places["wells"][0], places["spacers"][0])
    block_low = max(places["wells"][1], places["spacers"][1])
    for side in (-1, 1):
        x = middle + side * (wide / 2 - 14)
        sheet.box(x - 9, block_top, 18, block_low - block_top, _WOOD, INK)
        _clamp(sheet, middle + side * wide / 2, side, at, floor)
    words = {"board": "stiff board", "wells": "wells, reeds in them", "tile": "tiles, joined",
             "spacers": "spacers, hoops, plugs", "base": "base plate, screwed on"}  # fmt: skip
    x = middle + wide / 2 + 32
    for name, (top, bottom) in places.items():
        sheet.text(x, (top + bottom) / 2 + 5, words[name], 14, DATA if name == "spacers" else INK)


def _tiles(sheet: Drawing, here: Case, board: dict[str, Any], middle: float, places: dict[str, tuple[float, float]],
           turned: bool) -> None:  # fmt: skip
    left = middle - here.side / 2 * ACROSS
    edge, wall = (here.tile - here.gap) * ACROSS, max(here.wall * ACROSS, 1.5)
    (wells_top, wells_low), (tile_top, tile_low) = places["wells"], places["tile"]
    (under_top, under_low), axis = places["spacers"], board["stack"]["reed_axis_mm"] * UP
    ups = sorted({y for _, _, y in assembly.spacers(here, board)[:4]})
    glass = wells_low - axis if turned else wells_top + axis
    for number in range(here.tiles):
        x = left + number * here.tile * ACROSS
        sheet.box(x, tile_top, edge, tile_low - tile_top, _TILE, INK, 0, 1)
        points = round(here.tile / here.pitch)
        for at in range(points + 1):
            wx = min(max(x + at * here.pitch * ACROSS - wall / 2, x), x + edge - wall)
            sheet.box(wx, wells_top, wall, wells_low - wells_top, WHITE, FAINT, 0, 1)
        for at in range(points):
            px = x + (at + 0.5) * here.pitch * ACROSS
            sheet.line([(px - 6, glass), (px + 8, glass)], _GLASS, 6)
        for y in ups:
            sx = x + y * ACROSS - 3.2 * ACROSS
            sheet.box(sx, under_top, 6.4 * ACROSS, under_low - under_top, SHADE, INK, 0, 1)
        if number:
            hoop = 5 * UP if turned else -5 * UP
            base = tile_low if turned else tile_top
            sheet.line([(x - 4, base), (x - 4, base + hoop), (x + 4, base + hoop), (x + 4, base)], DATA, 2)
    screw = places["base"][1] if turned else places["base"][0]
    for y in ups:
        for number in range(here.tiles):
            x = left + (number * here.tile + y) * ACROSS
            sheet.box(x - 4, screw - (0 if turned else 5), 8, 5, ROW, "none", 1, 0)


def _clamp(sheet: Drawing, x: float, side: int, top: float, low: float) -> None:
    """Draw a clamp around both plates, with its back outside."""
    out, into = x + side * 16, x - side * 26
    sheet.line([(into, top - 8), (out, top - 8), (out, low + 8), (into, low + 8)], FIVE, 4)
