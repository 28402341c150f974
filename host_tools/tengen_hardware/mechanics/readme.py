"""Compute the tables and figures in hardware/mechanics/README.md."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from manifold3d import Manifold

from ..geometry.cell import cell
from ..markdown import filled, number, table
from . import assembly, models, on_boards, sheets, template
from .case import Case, case

_PRINTED = {
    "light-wells": ("walls round the nine points of a tile", "per tile", "white; as it lies, notches up, no support"),
    "stone": ("a stone with the pocket for its magnet", "per stone",
              "black and white, solid: light must not shine through; on its underside, no support"),
    "reed-bend": ("block over which a reed's leads are bent", "one", "as it lies"),
    "reed-frame": ("frame in which a tile lies while reeds are soldered", "one", "as it lies, no support"),
    "reed-bars": ("bars for its slots: the glass lies on them", "one set", "as they lie"),
    "jack-holder": ("sleeve of the jack with its flange, and the plate before it", "one", "as they lie"),
}


def text(board: dict[str, Any], made: dict[str, Manifold]) -> str:
    """Return the file's text."""
    here = case(board)
    left, low, right, top = here.outside
    whole = here.base_plate + here.plate_top
    known = {
        "board": board, "here": here, "sheets": sheets, "template": template,
        "wide": right - left, "deep": top - low, "high": here.plate_top - here.table,
        "base_to_plate": whole, "frame_below": here.frame_high - whole, "layers": _layers(here),
        "plug_high": here.plug + here.bend,
        "feet": _feet(here), "drilled": _drilled(board),
        # over the base, from the ends of front and back
        "rails": f"{number(-left)} to {number(here.side - left)}",
        "tile_side": here.pitch * board["tile"]["points"] - board["tile"]["gap_mm"],
        "bridges": len(assembly.bridges(here, board)) // 2,
        "wire": board["things"]["joint_wire"]["each"] * len(assembly.bridges(here, board)) / 2,
        **_printed(board, made), **_cut(board),
    }  # fmt: skip
    return filled("mechanics/README.md", known)


def _printed(board: dict[str, Any], made: dict[str, Manifold]) -> dict[str, Any]:
    points = board["board"]["size"] ** 2
    many = {"per tile": points // board["tile"]["points"] ** 2, "per stone": points}
    rows = []
    for name, solid in made.items():
        words, per, how = _PRINTED[name]
        low_x, low_y, low_z, x, y, z = models.printed(name, solid).bounding_box()
        size = " x ".join(number(each) for each in (x - low_x, y - low_y, z - low_z))
        rows.append((f"[{name}.stl](print/{name}.stl)", words, many.get(per, 1), size, solid.volume() / 1000, how))
    return {
        "printed": table(["file", "what", "pieces", "size", "cm3 each", "how it lies"], rows),
        # PLA has 1.24 g/cm3
        "grams": 1.24 * sum(each.volume() / 1000 * many.get(_PRINTED[name][1], 1) for name, each in made.items()),
        "longest_bar": max(length for _, _, length in models.bars(case(board), cell(board))),
        "felt_m2": points * (board["stone"]["diameter_mm"] + 2) ** 2 / 1e6,
        "plugs": " and ".join(on_boards.tile_plugs(board)),
        "pocket": number(board["print"]["pocket_mm"], 2),
        "glass_over_tile": board["stack"]["reed_axis_mm"] - board["reed"]["glass_diameter_mm"] / 2,
    }


def _cut(board: dict[str, Any]) -> dict[str, Any]:
    rows = []
    for sheet in sheets.sheets(board):
        file = "frame" if sheet.name.startswith("frame-") else sheet.name
        rows.append((sheet.words, sheet.many, sheet, f"[{file}.dxf](cut/{file}.dxf)"))
    flat = [sheet for sheet in sheets.sheets(board) if sheet.name.startswith("frame-")]
    wood = [(sheet.words, sheet.wide, sheet.many) for sheet in flat] + sheets.wood(board)
    stocks = [[f"{size} long", *(sheets.stock(each, size) or "too short" for each in sheets.sawn(board).values())]
              for size in (1000, 2000, 2400)]  # fmt: skip
    return {
        "cut": table(["what", "pieces", "size", "file"], rows),
        "wood": table(["for", "pieces", "long"], ((words, many, each) for words, each, many in wood)),
        "stocks": table(["pieces in stock are", "strips", "battens"], stocks),
        "on_strips": table(["what", "on the strip", "from", "to", "low", "high"], _on_strips(case(board), board)),
        "transmitted": 100 * board["stack"]["transmittance"],
    }


def _on_strips(here: Case, board: dict[str, Any]) -> Iterator[tuple[object, ...]]:
    """Yield the places of blocks and battens on their strips."""
    for each in [*assembly.blocks(here), *assembly.battens(here, board)]:
        what, _, strip = each.piece.partition(", ")
        strip = strip.split(",")[0]
        seam = strip == "seam"
        if strip in ("front", "back", "left", "right", "seam"):
            axis = 0 if strip in ("front", "back", "seam") else 1
            # front and back cover the ends of the sides
            begin = here.outside[0] if axis == 0 else here.inside[1]
            yield (each.piece if seam else what, "front, back" if seam else strip,
                   *(float(end[axis] - begin) for end in (each.low, each.high)),
                   *(float(end[2] - here.frame_low) for end in (each.low, each.high)))  # fmt: skip


def _feet(here: Case) -> str:
    left, low = (each + sheets.FIT / 2 for each in here.inside[:2])
    return ", ".join(f"({number(x - left)}, {number(y - low)})" for x, y in assembly.feet(here))


def _drilled(board: dict[str, Any]) -> str:
    flat = {sheet.name: sheet for sheet in sheets.sheets(board)}
    rows = ((flat[name].words, f"[{name}.pdf](drill/{name}.pdf)", len(template.parts(flat[name])),
             f"[{name}.svg]({name}.svg)" if name != "carrier" else "") for name in sheets.TEMPLATES)  # fmt: skip
    return table(["what", "template 1:1", "pages of A4", "drawing"], rows)


def _layers(here: Case) -> str:
    levels = [
        ("feet", here.table), ("base plate", -here.base_plate), ("room below the tiles: spacers, plugs, ribbons", 0.0),
        ("tile", here.base), ("wells", here.tile_top), ("top plate", here.plate_low), ("", here.plate_top),
    ]  # fmt: skip
    rows = ((words, float(two - one), float(two - here.table)) for (words, one), (_, two) in pairwise(levels))
    return table(["layer", "high", "its top over the table"], rows)
