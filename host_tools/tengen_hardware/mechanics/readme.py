"""hardware/mechanics/README.md: what to print, to cut and to drill, and why it fits; its figures are computed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from manifold3d import Manifold

from ..chart import number
from ..geometry.figures import table
from . import models, on_boards, rules, sheets, template, wells
from .case import Case, case

_PRINTED = {
    "light-wells": ("walls round the nine points of a tile", "per tile", "white; as it lies, notches up, no support"),
    "stone": ("a stone with the pocket for its magnet", "per stone",
              "black and white, solid: light must not shine through; on its foot, no support"),
    "reed-bend": ("block over which a reed's leads are bent", "one", "as it lies"),
    "reed-frame": ("frame in which a tile lies while reeds are soldered", "one", "as it lies, no support"),
    "reed-bars": ("bars for its slots: the glass lies on them", "one set", "as they lie"),
}


def text(board: dict[str, Any], made: dict[str, Manifold]) -> str:
    """Return the file's text."""
    here = case(board)
    sections = (_head(here), _print(board, made), _cut(board), _drill(board), _layers(here), _fits(here, board))
    return "\n\n".join(section.strip() for section in (*sections, _why(here))) + "\n"


def _head(here: Case) -> str:
    left, low, right, top = here.outside
    return f"""<!-- made by `make hardware` -->
# Case, wells, stones, jigs

What to print, to cut and to drill; how it goes together: [the case](../guide/case.md). All sizes come from
[board.toml](../board.toml), in mm. The board in its case is {number(right - left)} x {number(top - low)} mm, and
{number(here.plate_top - here.table)} mm high with its feet.

**Nobody has built it yet**: print one set of wells, one stone and the jigs for the coupon first.

![The case from above](case-above.svg)

![A cut through the case](case-section.svg)"""


def _print(board: dict[str, Any], made: dict[str, Manifold]) -> str:
    points = board["board"]["size"] ** 2
    many = {"per tile": points // board["tile"]["points"] ** 2, "per stone": points}
    rows = []
    for name, solid in made.items():
        words, per, how = _PRINTED[name]
        low_x, low_y, low_z, x, y, z = models.printed(name, solid).bounding_box()
        size = " x ".join(number(each) for each in (x - low_x, y - low_y, z - low_z))
        pieces = str(many.get(per, 1))
        rows.append([f"[{name}.stl](print/{name}.stl)", words, pieces, size, number(solid.volume() / 1000), how])
    its, plugs = board["print"], on_boards.tile_plugs(board)
    return f"""## What to print

{table(["file", "what", "pieces", "size", "cm3 each", "how it lies"], rows)}

PLA or PETG, nozzle of 0.4, layers of 0.2. The walls along a tile's edge are {number(its["edge_mm"])} thick: two lines.

- **Wells** lie on the tile with their notches down, over the screws and the joints of {" and ".join(plugs)}. They
  are held by the plate alone.
- **Stones**: the magnet goes into the pocket with glue, level with the foot, all with the same pole down
  ([what to build](../geometry/README.md#what-to-build)). The pocket is {number(its["pocket_mm"], 2)} wider all round:
  try one, then print all.
- **Jigs**: lay a reed into the groove of the block and hold its leads down with a flat tool on both sides of the
  glass; press the ends down over the block. Then lay the tile into the frame, the bars into their slots, the reeds
  over the bars, solder one end of each from above, look, solder the other, and draw the bars out to the side. The
  glass is then {number(board["stack"]["reed_axis_mm"] - board["reed"]["glass_diameter_mm"] / 2)} over the tile."""


def _cut(board: dict[str, Any]) -> str:
    rows = []
    for sheet in sheets.sheets(board):
        file = "frame" if sheet.name.startswith("frame-") else sheet.name
        size = f"{number(sheet.wide)} x {number(sheet.high)} x {number(sheet.thick)}"
        rows.append([sheet.words, str(sheet.many), size, f"[{file}.dxf](cut/{file}.dxf)"])
    wood = [[words, str(many), number(length)] for words, length, many in sheets.wood(board)]
    wide = number(board["case"]["batten_mm"])
    return f"""## What to cut

{table(["what", "pieces", "size", "file"], rows)}

Layers of the files, in mm: `CUT` is cut through, `DRILL` is holes up to 5 mm, `ENGRAVE` is lines and marks on the
surface. A cutter makes plates from the files; the strips are sawn, and the slots of the left one chiselled or milled.
The carrier is for a board wired by hand only. Plates are {number(sheets.FIT)} smaller than their room.

Battens of {wide} x {wide}, cut to:

{table(["for", "pieces", "long"], wood)}"""


def _drill(board: dict[str, Any]) -> str:
    flat = {sheet.name: sheet for sheet in sheets.sheets(board)}
    rows = []
    for name in sheets.TEMPLATES:
        pages = len(template.parts(flat[name]))
        drawn = f"[{name}.svg]({name}.svg)" if name != "carrier" else ""
        rows.append([flat[name].words, f"[{name}.pdf](drill/{name}.pdf)", str(pages), drawn])
    return f"""## What to drill

{table(["what", "template 1:1", "pages of A4", "drawing"], rows)}

Print at 100 %, never fitted to the page. **Measure both rulers of each page: {number(template.RULER)} mm.** Lay the
crosses of neighbouring pages over each other, A1 at the lower left, and tape them down. Beside each hole stands its
place from the sheet's lower left corner. Pages without a hole are left out.

![The base plate](base.svg)

![The top plate](plate.svg)

![The lid](lid.svg)

![The left side of the frame](frame-left.svg)"""


def _layers(here: Case) -> str:
    levels = [
        ("feet", here.table), ("base plate", -here.base_plate), ("room below the tiles: spacers, plugs, ribbons", 0.0),
        ("tile", here.tile_low), ("wells", here.tile_top), ("top plate", here.plate_low), ("", here.plate_top),
    ]  # fmt: skip
    rows = [[words, number(two - one), number(two - here.table)] for (words, one), (_, two) in pairwise(levels)]
    whole = here.base_plate + here.plate_top
    return f"""## The layers

{table(["layer", "high", "its top over the table"], rows)}

From base plate to plate that is {number(whole)}, and the frame's strips are {number(here.frame_high)}: their upper edge
is level with the plate, {number(here.frame_high - whole)} stand below the base."""


def _fits(here: Case, board: dict[str, Any]) -> str:
    layout = on_boards.tile_layout_of(board)
    standing = [*on_boards.on_tile(here, board, layout), *on_boards.heads(here, layout.holes)]
    holes = wells.notches(here, standing)
    highest = max((hole.high[2] for hole in holes), default=0.0)
    ways = rules.ribbon_ways(here, board)
    far = max(ways, key=lambda name: ways[name])
    return f"""## Why it fits

`make hardware` and the tests place every part as a box or a cylinder: boards, parts, headers with their plugs, the
bends of ribbons and wires, spacers, screws with their heads, the Pico with a USB plug, the jack, frame, base, battens,
buttons. If two of them take the same place, nothing is made, and a sentence names both, the place, and the entry of
board.toml to change.

- Below the tiles {number(here.base)} are free; a plug with its ribbon's bend takes {number(here.plug + here.bend)}.
- In the bay {number(here.plate_low - here.controller_top)} are free over the controller.
- The wells keep {number(here.air)} of air from screws and joints: {len(holes)} of them get a notch, at most
  {number(highest)} high of {number(here.walls)}.
- The longest way of a ribbon is {ways[far]:.0f}, to {far}.
- Frame: {number(rules.frame_needed(here) / 1000, 2)} m of strips; battens:
  {number(rules.batten_needed(here, board) / 1000, 2)} m.

Heights of parts (`[case.heights]` of board.toml) and the sizes of jack, buttons and screws are usual figures and
were not measured: **measure yours before you cut**."""


def _why(here: Case) -> str:
    return f"""## Why the controller has a bay of its own

A tile stands on four spacers, so nowhere below the tiles is a place as large as the controller: there, spacers of the
tile above it would stand inside the board. Beside the tiles nothing is above it, so the board is also lower, its
spacers are of a common length ({number(here.base)}), and fuse, jumper and plugs are reached by lifting a lid. The price
is {number(here.bay)} more to the left.

## What is not here

- No STEP file of the whole board: KiCad 6 can export a single board, with a display and 5 GB of models of parts, and
  for the rest a whole CAD kernel would be needed. The sizes are in the drawings and in the STL and DXF files.
- The files for printing, cutting and drilling are kept in the repository, for they are small and whoever orders parts
  needs no KiCad then. `make hardware` makes them again, to the byte."""
