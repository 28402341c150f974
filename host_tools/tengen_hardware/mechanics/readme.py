"""hardware/mechanics/README.md: what to print, to cut and to drill, and why it fits; its figures are computed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from manifold3d import Manifold

from ..chart import number
from ..geometry.cell import cell
from ..geometry.figures import table
from . import assembly, models, on_boards, rules, sheets, template, wells
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
    its, plugs, stone = board["print"], on_boards.tile_plugs(board), board["stone"]
    # PLA has 1.24 g/cm3
    grams = 1.24 * sum(solid.volume() / 1000 * many.get(_PRINTED[name][1], 1) for name, solid in made.items())
    longest = number(max(length for _, _, length in models.bars(case(board), board, cell(board))))
    area = points * (stone["diameter_mm"] + 2) ** 2 / 1e6
    return f"""## What to print

{table(["file", "what", "pieces", "size", "cm3 each", "how it lies"], rows)}

PLA or PETG, nozzle of 0.4, layers of 0.2. The walls along a tile's edge are {number(its["edge_mm"])} thick: two lines.
All of it is some {grams:.0f} g if it is solid; the hours your slicer says. The longest piece, a bar of the jig, wants a
bed of {longest}. Stones are printed solid (infill 100 %): light must not come through.

**Wells** lie on the tile with their notches down, over the screws and the joints of {" and ".join(plugs)}. They fit one
way round only. The plate alone holds them: while you lay it, let it down from one side, and look along the rows.

![The wells on a tile](wells.svg)

### Stones, magnets, feet

- The magnet goes into the pocket with glue, level with the foot, all with the **same pole down**
  ([what to build](../geometry/README.md#what-to-build)). The pocket is {number(its["pocket_mm"], 2)} wider all round:
  try one, then print all.
- While the glue cures a magnet jumps to the next one. Keep stones 50 apart, or let each stand on its foot on a sheet of
  steel with a plastic film between: the steel holds the magnet down, level with the foot. Two parts of epoxy want the
  time that their tube says, mostly hours.
- The foot covers the **whole** underside, {number(stone["diameter_mm"])} across, else the stone rocks; it is
  {number(stone["foot_mm"])} thick, not more ([why](../geometry/README.md#what-to-build)). Most self-adhesive felt is 1
  or thicker and does not do. To be asked, in a shop for craft: "adhesive velour or film, {number(stone["foot_mm"])} mm
  thick with its glue, {area:.2f} m2 of it, for discs of {number(stone["diameter_mm"])} mm: how thick is yours,
  measured?"
  Lacquer alone is thinner: then three coats, and the magnet set back by what is missing. Prove it on the coupon.

### The jigs

Bend each reed's leads over the block, not by pliers as well: lay the reed into its groove and hold its leads down
with a
flat tool on both sides of the glass; press the ends down over the block. Then the tile into the frame, face up (plugs
below it have room), the bars into their slots, the reeds over the bars. Solder one end of each from above, look, solder
the other, and draw the bars out to the side. The glass is then
{number(board["stack"]["reed_axis_mm"] - board["reed"]["glass_diameter_mm"] / 2)} over the tile.

![A tile in the jig](jig.svg)"""


def _cut(board: dict[str, Any]) -> str:
    rows = []
    for sheet in sheets.sheets(board):
        file = "frame" if sheet.name.startswith("frame-") else sheet.name
        size = f"{number(sheet.wide)} x {number(sheet.high)} x {number(sheet.thick)}"
        rows.append([sheet.words, str(sheet.many), size, f"[{file}.dxf](cut/{file}.dxf)"])
    wood = [[words, str(many), number(length)] for words, length, many in sheets.wood(board)]
    wide, here = number(board["case"]["batten_mm"]), case(board)
    flat = [sheet for sheet in sheets.sheets(board) if sheet.name.startswith("frame-")]
    strips = [[sheet.words, str(sheet.many), number(sheet.wide)] for sheet in flat]
    long = [sheet.wide for sheet in flat for _ in range(sheet.many)]
    battens = [length for _, length, many in sheets.wood(board) for _ in range(many)]
    stocks = [[f"{size} long", *(str(sheets.stock(each, size) or "too short") for each in (long, battens))]
              for size in (1000, 2000, 2400)]  # fmt: skip
    return f"""## What to cut

{table(["what", "pieces", "size", "file"], rows)}

Layers of the files, in mm: `CUT` is cut through, `DRILL` is holes up to 5 mm, `ENGRAVE` is lines and marks on the
surface. A cutter makes plates from the files; the strips are sawn, and the slots of the left one chiselled or milled.
The carrier is for a board wired by hand only. Plates are {number(sheets.FIT)} smaller than their room.
**Have base and plates cut from the files** where you can: 100 holes of the base must meet 100 spacers. The buttons'
holes of {number(here.button_hole)} crack a plate of 2 if they are drilled. By hand: step drill, wood below, slowly.

### What to ask the cutter

Nobody was asked. In the mail, with plate.dxf, lid.dxf and base.dxf:

- "Opal (milky white) **cast** acrylic, {number(here.plate)} mm. How thick is the sheet, measured, and within what?"
  Sheets
  vary; every tenth counts for the reeds, so a thinner one is better than a thicker one.
- "What share of light does it let through? I reckon with {100 * board["stack"]["transmittance"]:.0f} %; sold are 30
  to 80 %.
  Which product is it?"
- "Lines engraved on the **upper** side, some 0.5 mm wide and 0.2 mm deep, and filled with dark paint (an unfilled
  line in white
  acrylic is hardly seen): what does the filling cost? Or: printed, UV, in dark brown or black?"
- "Which side is up: the file is drawn as seen from above, by the players; its lower edge is player 1's."
- The file has no letters and figures round the board. Whoever wants them adds them before the order.
- "Base: plywood or MDF of {number(here.base_plate)} mm, holes as drawn."

### Wood

The frame's strips and battens of {wide} x {wide}, cut to:

{table(["for", "pieces", "long"], [*strips, *wood])}

From stock, with {number(sheets.SAW)} lost at each cut:

{table(["pieces in stock are", "strips", "battens"], stocks)}

Measured from the front end of a left or right strip, and from the left end of a front or back one (as long as the
case);
heights over the strip's lower edge:

{table(["what", "on the strip", "from", "to", "low", "high"], _on_strips(here, board))}

Feet: below, their middles {number(here.foot_in - sheets.FIT / 2)} from both edges of the base (base.svg shows them from
above). A fifth one of the same height goes under the middle, between the screws: else the base may sag."""


def _on_strips(here: Case, board: dict[str, Any]) -> list[list[str]]:
    """Return where each block and batten lies on its strip."""
    rows = []
    for each in [*assembly.blocks(here), *assembly.battens(here, board)]:
        what, _, strip = each.piece.partition(", ")
        strip = strip.split(",")[0]
        if strip in ("front", "back", "left", "right"):
            axis = 0 if strip in ("front", "back") else 1
            # front and back reach over the sides' ends
            begin = here.outside[0] if axis == 0 else here.inside[1]
            ends = [number(end[axis] - begin) for end in (each.low, each.high)]
            rows.append([what, strip, *ends, *(number(end[2] - here.frame_low) for end in (each.low, each.high))])
    return rows


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
place from the sheet's lower left corner. Pages without a hole are left out: a page without a neighbour is laid by the
sheet's own edges, drawn on it, or by those figures. The base's holes for the tiles are {number(sheets.LOOSE)}, wider
than
their M3 screws, which take washers: paper and drill are off by some tenths, and the tiles are one stiff sheet.

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
