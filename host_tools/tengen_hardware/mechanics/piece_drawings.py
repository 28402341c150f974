"""Drawings of printed pieces from above: a tile in the jig with its bars, and the wells with their notches."""

from __future__ import annotations

import math
from typing import Any

from ..chart import GREY, INK, Drawing, number
from ..geometry.cell import cell
from ..pcb import tile_layout
from . import models, on_boards, wells
from .case import case
from .drawings import LIGHT_WOOD, SIZE, STEEL, TILE, Placing

NOTCH, GLASS, BAR = "#e07b39", "#7aa7c7", "#d9c08a"
_MM, _JIG = 4.4, 3.7


def jig(board: dict[str, Any]) -> str:
    """Draw a tile in the jig's frame, with the bars in their slots and the reeds over them; to scale."""
    here, of, its = case(board), cell(board), board["print"]
    edge, out = here.tile - here.gap, its["jig_slot_mm"] + its["jig_wall_mm"]
    sheet = Drawing(940, 640, "A tile in the jig")

    def place(x: float, y: float) -> tuple[float, float]:
        return 60 + (x + out + 15) * _JIG, 70 + (edge + out + 15 - y) * _JIG

    sheet.text(20, 30, "A tile in the jig's frame, from above, to scale: face up, its plugs already below it.",
               font_size="16")  # fmt: skip
    _box(sheet, place, (-out, -out), (edge + out, edge + out), LIGHT_WOOD)
    _box(sheet, place, (0, 0), (edge, edge), TILE)
    turn = math.radians(of.place.turned)
    ux, uy, half = -math.sin(turn), math.cos(turn), its["jig_bar_mm"][0] / 2
    lines = models.bars(here, board, of)
    for at, (x, y, length) in enumerate(lines, 1):
        ends = [(x + along * length / 2 * ux + side * half * uy, y + along * length / 2 * uy - side * half * ux)
                for along, side in ((-1, -1), (-1, 1), (1, 1), (1, -1))]  # fmt: skip
        sheet.shape([[place(*end) for end in ends]], BAR, INK)
        end = place(x + (length / 2 + 4) * ux, y + (length / 2 + 4) * uy)
        sheet.text(*end, f"{at}: {number(length)}", "end", SIZE, font_size="13")
    for x in (here.pitch * (at + 0.5) - here.gap / 2 for at in range(round(here.tile / here.pitch))):
        for y in (here.pitch * (at + 0.5) - here.gap / 2 for at in range(round(here.tile / here.pitch))):
            (x0, y0), (x1, y1) = of.place.holes()
            sheet.line([place(x + x0, y + y0), place(x + x1, y + y1)], GREY, 1.5)
            middle, share = ((x0 + x1) / 2, (y0 + y1) / 2), of.reed.glass / 2 / math.dist((x0, y0), (x1, y1))
            ends = [(x + middle[0] + sign * share * (x1 - x0), y + middle[1] + sign * share * (y1 - y0))
                    for sign in (-1, 1)]  # fmt: skip
            sheet.line([place(*end) for end in ends], GLASS, of.glass_diameter * _JIG)
            sheet.circle(*place(x, y), 3, INK)
    words = ("Brown: the bars, with their lengths; the", "longest lies in the middle slot. They go in",
             "before the reeds and come out to the side.", "", "Blue: the glass of the reeds, over the bars.",
             "Dots: the points. One hole of each reed is", "below and left of its point, one above and",
             "right, in the next cell.", "", "Player 1's edge is below, as printed.")  # fmt: skip
    for at, line in enumerate(words):
        if not line:
            continue
        sheet.text(622, 120 + at * 22, line, font_size="13")
    return sheet.finish()


def wells_from_above(board: dict[str, Any]) -> str:
    """Draw the wells on a tile from above, with their notches and the purpose of each; to scale."""
    here, layout = case(board), tile_layout.layout(board)
    heads = list(on_boards.heads(here, layout.holes))
    holes = wells.notches(here, [*on_boards.on_tile(here, board, layout), *heads])
    edge = here.tile - here.gap
    sheet = Drawing(980, 560, "The wells on a tile")

    def place(x: float, y: float) -> tuple[float, float]:
        return 60 + x * _MM, 70 + (edge - y) * _MM

    sheet.text(20, 30, "The wells on a tile, from above, to scale. They fit one way only: the notches are below.",
               font_size="16")  # fmt: skip
    _box(sheet, place, (0, 0), (edge, edge), TILE)
    for wall in wells.walls(here):
        (x, y, _), (x1, y1, _) = wall.extent
        _box(sheet, place, (x, y), (x1, y1), "#ffffff")
    for notch in holes:
        (x, y, _), (x1, y1, _) = notch.extent
        _box(sheet, place, (max(x, 0), max(y, 0)), (min(x1, edge), min(y1, edge)), NOTCH)
    for head in heads:
        sheet.circle(*place(head.x, head.y), head.radius * _MM, STEEL, INK)
    sheet.text(place(edge / 2, 0)[0], place(0, 0)[1] + 22, "towards player 1 (printed BOTTOM)", "middle")
    feed, foot = on_boards.tile_plugs(board)
    words = ("Orange: notches in the walls' lower side.", f"Grey: the {len(heads)} screws' heads, in the middle.",
             "At the lower left cell's upper and right walls the", f"pins of {feed} and {foot} come through there.", "",
             "Turned by a quarter or more, the wells", "stand on heads or joints, and the plate rocks.", "",
             "Put the two small pairs of notches into the",
             "lower left cell first, then look for the heads.")  # fmt: skip
    for at, line in enumerate(words):
        if not line:
            continue
        sheet.text(560, 120 + at * 22, line, font_size="14")
    return sheet.finish()


def _box(sheet: Drawing, place: Placing, low: tuple[float, float], high: tuple[float, float],
         fill: str) -> None:  # fmt: skip
    (x, y), (x1, y1) = place(low[0], high[1]), place(high[0], low[1])
    sheet.rect(x, y, x1 - x, y1 - y, fill, INK, stroke_width="0.7")
