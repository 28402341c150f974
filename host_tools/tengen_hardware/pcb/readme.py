"""hardware/pcb/README.md: what to order, and why the board is made of tiles."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tengen_host import wiring

from .. import controller, tile, whole
from . import bridge_drawing, controller_layout, kicad, screws
from .tile_layout import BRIDGE_MM

# A row panel, the alternative to tiles: its cells in a row, and the bridges between panels side by side (GND, 5V, row,
# data) and one above another (one for each column, 5V, GND).
PANEL_CELLS = 5
PANEL_SIDE = 4
PANEL_END = PANEL_CELLS + 2


def text(board: dict[str, Any]) -> str:
    """Return the README's text, with figures computed from board.toml and the net tables."""
    size, pitch = board["board"]["size"], board["board"]["pitch_mm"]
    points, gap = board["tile"]["points"], board["tile"]["gap_mm"]
    a_side = size // points
    joints = 2 * a_side * (a_side - 1)
    tile_bridges = joints // 2 * (len(tile.SIDE) + len(tile.END))
    inner = 2 * (len(tile.SIDE) + len(tile.END))
    across = size // PANEL_CELLS
    panel_bridges = size * (across - 1) * PANEL_SIDE + (size - 1) * across * PANEL_END
    kinds = Counter(part.kind for part in tile.circuit(board).parts.values() if part.fitted)
    ends = sum(
        part.reference.split(".")[-1].startswith(("DS", "DT", "DX")) for part in whole.circuit(board).of_kind("diode")
    )
    rules = kicad.RULES
    tile_end = f"{a_side} of {len(tile.FEED)} wires, {a_side} of {len(tile.FOOT)}"
    return f"""<!-- made by `make hardware` -->
# The printed boards

Two boards: the **tile** ({a_side * a_side} pieces; one is the coupon) and the **controller** (one piece).
KiCad 6 makes their files by script from the same net tables as the drawings. Its design rules check finds nothing
(`drc.txt`), and a test compares each pad's net with the table.

| Tile from above | Tile from below |
|---|---|
| ![The tile from above](tile/top.svg) | ![The tile from below](tile/bottom.svg) |

## What to order
- Two layers, {rules["thickness"]} mm, copper of 35 um, tiles **white** if that costs little (they throw more light
  upwards), else any colour; surface HASL, lead-free or not (both solder by hand); single pieces, no panel; vias covered
  or not; the order number where the maker likes, or none; a stencil only for who solders with paste. What white costs
  is
  to be asked: no maker was.
- **Without any program**: pack the files of `tile/gerbers/` into a zip, those of `controller/gerbers/` into another,
  and
  upload them. For assembly it takes the zips of the next line, for the places in `positions.csv` are not turned.
- The tile is {points * pitch - gap:g} mm square: cheap makers have a low price up to 100 x 100 mm.
- On a Linux with this repository and `make` once run `make hardware` (or `.venv/bin/python -m tengen_hardware.order`
  alone, without KiCad) makes a zip to order of each board, in `hardware/order/`:
  copper, mask, paste, silkscreen, edge, drill and job file, and for an assembly house the parts and their places. The
  zips are not in the repository, all that is in them is; the same files give the same bytes.
- The finest track and gap are {rules["track"]} mm or more, the smallest hole is {rules["drill"]} mm or more.
- **Don't upload `positions.csv`**: it has the places as KiCad counts (millimetres from the lower left corner, degrees
  counter-clockwise).
  An assembly house counts some parts otherwise: the places in the zip are turned as far as that is known
  ([for an assembly house](../bom/README.md#for-an-assembly-house)). Look at the picture it shows before you pay.
- `tile.kicad_pro` and `controller.kicad_pro` open in KiCad 6: board, schematic (one sheet, nets by labels; each
  footprint knows its symbol), the maker's limits, and the names of the 3D models where KiCad has them (they are in
  Debian's package `kicad-packages3d`). KiCad's own check of the schematics finds one thing: that `DX` of the tile has
  no number. Don't edit them: change the script, then `make hardware`.

## The tile
| Kind | On a tile | What |
|---|---|---|
{_rows(board, kinds)}

- Every tile has the same holes. `positions.csv` is of a tile with everything, as the coupon has it.
- DS1 to DS3 are needed on the rightmost tiles only, DT1 to DT3 on the uppermost only, DX on the one that is both:
  {ends} diodes in all. On another tile they lead to lines that nothing is joined to, and do no harm.
- J51 (left tiles) and J52 (lowest tiles) are soldered from below, on the side where the ribbons run.
- J53 to J56 are holes. Between two tiles put a wire, or a 0-Ohm resistor bent to {BRIDGE_MM} mm, into each pair,
  from below: above them stand the walls. Let it stand {bridge_drawing.HOOP_MM:g} mm below the tile: then
  [an inner tile can be changed](#to-change-an-inner-tile).
- JP51 and JP53 get a drop of solder on the rightmost tiles, JP52 on the leftmost. The coupon gets all three.
- The reed stands above the tile; one of its leads passes over a corner of the light.
  The square pad is the row's.
- Pin 1 of a light is VDD, printed `1`; the bent line marks VSS, where the light's own corner is cut (check it
  against the data sheet of the lights you buy). Lights of the middle row lie the other way round.
- A diode's ring is at the end that is printed closed.
- Four holes of 3.2 mm take M3 screws. They lie on the lines between the points, where the walls stand. On both
  sides {screws.CLEAR_MM:g} mm around the middle of each are free of copper: heads (2.8 mm) and washers (3.5 mm)
  short nothing.

### To change an inner tile
![A bridge between two tiles](bridge.svg)

The bridges stay wires; there are no plugs between tiles. Plugs for {tile_bridges} wires would cost more than the tiles
that they join, and each would add contacts to the way of 5 V and ground. Instead each bridge is a hoop of
{bridge_drawing.HOOP_MM:g} mm on the underside, where a side cutter reaches it:
1. Plate and wells off, board upside down. Cut the {inner} hoops of the tile in their middle, and bend the halves apart.
2. Take the tile's four screws out and lift it. Pull the rests of wire out of the neighbours' holes with the iron.
3. Put the new tile in, measured as the coupon was. New hoops, and measure each joint as after the first building.

A bad reed, diode or light needs none of this: it is changed on the tile, in place.

## The controller
| The controller from above | The controller from below |
|---|---|
| ![The controller from above](controller/top.svg) | ![The controller from below](controller/bottom.svg) |

{controller_layout.SIDE:g} mm square. Surface parts are on the top only; the plugs and the Pico's sockets come last.

| Kind | On the controller | What |
|---|---|---|
{_rows(board, Counter(part.kind for part in controller.circuit(board).parts.values()))}

- A chip that is turned round gets its supply the wrong way. Each has a white dot and a `1` on the board beside its
  terminal 1. Seen from above, as they lie on the board:

![Terminal 1 of each chip](pin_1.svg)

- The Pico stands in two sockets of 20, its USB socket over the left edge of the board; pin 1 is the square pad.
- Pin 1 of a box header is the square pad, and the small triangle beside it. The plug's key goes into
  the header's gap. The ribbon's first wire, the marked one, is pin 1, so wire n is pin n.
- J1 to J5 stand in two lines, so that the ribbons of the one pass between the headers of the other.
- The supply comes in at J40: `+` is the upper screw. 5 V is an area of its own on the top, more than 10 mm
  wide from the fuse to the plugs; by IPC-2221 the fuse's current wants 1.5 mm.
- Below, where they are soldered, the plugs have their names, and the Pico its terminals'.
- Each board has its revision and its date from board.toml, and three fiducials for a machine that places parts.
- The four screws' holes have {screws.CLEAR_MM:g} mm free of copper around them, as on the tile.
- The wires of J40 come from the left; close JP1 only where no supply is there, and only with a budget of
  {wiring.SUPPLIES["usb"]} mA in board.toml.
- The places are chosen by hand; the thin tracks are laid by a router of our own, the same on every machine. With other
  pins in board.toml it lays them again: `make hardware`.

## Why tiles and not rows
The other way: a panel of {PANEL_CELLS} cells in a row, {PANEL_CELLS * pitch:g} x {pitch:g} mm.
Prices are estimates of late 2026, without post and duty; ask the maker.

| | Tile {points} x {points} | Row panel {PANEL_CELLS} x 1 |
|---|---|---|
| Size | {points * pitch:g} x {points * pitch:g} mm, less {gap} mm | {PANEL_CELLS * pitch:g} x {pitch:g} mm |
| Pieces | {a_side * a_side} | {size * across} |
| Area in all | {(size * pitch / 1000) ** 2:.3f} m2 | {(size * pitch / 1000) ** 2:.3f} m2 |
| Price class | up to 100 x 100 mm | longer than 100 mm: dearer |
| Boards (estimate) | 20 to 40 USD for 30 | 60 to 100 USD for 50 |
| Smallest order (usually 5) | a coupon and spares, 2 to 5 USD | no square of 3 x 3 |
| Bridges between boards | {tile_bridges} | about {panel_bridges} |
| Ribbons from the controller | {tile_end} | {size} for the rows, {across} for the columns |
| Chain of lights | to and fro over {points} rows, home on RETURN | to and fro if each second row is turned about |
| Turned boards | none | half: their reeds lie on the other side of their points |
| Stiffness | good: square, screwed at four places | bends along its length, and has {size - 1} seams |
| A bad part costs | a board of {points * points} points at the most | a board of {PANEL_CELLS} points at the most |
| Also the coupon | yes: a point with all eight neighbours | no |

**The tile is chosen**: it is cheaper, needs no turned boards, has fewer plugs, and one of them proves reeds, magnets,
neighbours and light before {size * size} reeds are bought. Its price is RETURN, one more line, and
`serpentine_rows = {board["leds"]["serpentine_rows"]}` in board.toml.
"""


def _rows(board: dict[str, Any], kinds: Counter[str]) -> str:
    return "\n".join(
        f"| {kind.replace('_', ' ')} | {count} | {board['parts'][kind]['value']} |" for kind, count in kinds.items()
    )
