"""hardware/geometry/README.md: what to build, why, and what to test; its figures are computed."""

from __future__ import annotations

import re
import textwrap
from typing import Any

from ..chart import number
from . import light
from . import reed as reeds
from .cell import BEND, Cell
from .figures import (
    colours,
    depths,
    dipole_error,
    distances,
    facts,
    gaps,
    mm,
    neighbours,
    parts,
    places,
    sight,
    table,
)
from .magnet import pull_mn


def text(board: dict[str, Any], cell: Cell) -> str:
    """Return the text of the whole file."""
    sections = (_build, _why, _felt, _estimate, _neighbours, _light, _coupon, _unknown)
    return "\n\n".join(_flow(section(board, cell)) for section in sections) + "\n"


def _flow(markdown: str) -> str:
    """Wrap paragraphs and lists to the line width; headings, tables and pictures stay unchanged."""
    blocks = []
    for block in markdown.strip().split("\n\n"):
        if block.startswith(("#", "|", "!")):
            blocks.append(block)
            continue
        items = re.split(r"\n(?=- |\d+\. )", block)
        lines = []
        for item in items:
            mark = re.match(r"(- |\d+\. |)", item)
            hang = " " * len(mark.group()) if mark else ""
            lines.append(textwrap.fill(" ".join(item.split()), 116, subsequent_indent=hang, break_on_hyphens=False))
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _build(board: dict[str, Any], cell: Cell) -> str:
    first, last = cell.reed.operate
    near, far = (f"({mm(x)}, {mm(y)})" for x, y in cell.place.holes())
    rows = [
        [
            "reed",
            f"normally open, closes at {first}-{last} AT, opens at {mm(cell.reed.release)} AT or more, glass "
            f"{mm(cell.reed.glass)}, {mm(cell.reed.length)} over the leads: ORD228VL, ordered by that band",
        ],
        [
            "its place",
            f"its middle {mm(cell.place.offset)} from the point, up and to the right; holes at {near} and {far}",
        ],
        [
            "its height",
            f"middle of the glass {mm(cell.reed_axis)} over the tile: the glass lies on a jig "
            f"{mm(cell.reed_axis - cell.glass_diameter / 2)} high while its leads are soldered "
            "([printed](../mechanics/README.md#what-to-print))",
        ],
        [
            "magnet",
            f"disc {mm(cell.disc.diameter)} x {mm(cell.disc.height)}, {board['magnet']['grade']}, one in the foot of "
            "each stone, **the same pole down in all**",
        ],
        [
            "stone",
            f"{mm(cell.stone_diameter)} across, at most {mm(cell.stone_height)} high, flat below, opaque; its magnet "
            f"{mm(cell.foot)} over the plate, behind felt or lacquer",
        ],
        ["plate", f"opal acrylic, {mm(cell.plate)} thick, lines and points printed on it; it lies on the walls"],
        [
            "walls",
            f"white, {mm(cell.plate_above)} high, {mm(cell.wall)} thick, a grid between all points, "
            "[printed](../mechanics/README.md#what-to-print), with notches for screws and joints",
        ],
        ["LED", f"WS2812B on the tile under the point, so {mm(cell.led_depth)} below the plate"],
    ]
    return f"""
# Reed, magnet, stone and light: what goes where

Made from `board.toml` by `make hardware`: change it there. Lengths in mm, places as seen from the point.

![The stack, cut along a reed](section.svg)

## What to build

{table(["what", "take"], rows)}

From magnet to blade that is {mm(cell.foot)} of foot, {mm(cell.plate)} of plate and
{mm(cell.plate_above - cell.reed_axis)} below it: a **gap of {mm(cell.gap)}**. Every tenth counts, so take no thicker
plate for its looks.

Bend the leads {mm((cell.place.span - cell.reed.glass) / 2)} from the glass, never nearer than {mm(BEND)}, and hold each
between bend and glass while you do, or the glass cracks. {number(cell.lead_below(cell.reed), 2)} of them comes out
below the tile, so a shorter reed does not do. Wired by hand, the sheet that carries reeds and strips stands for the
tile.

Mark one face of one magnet and let it lift each of the others from the stack: the face that clings is the same on all.
That one goes down.
"""


def _why(board: dict[str, Any], cell: Cell) -> str:
    return f"""
## Why the reed is not under its point

![A reed under its point, and one beside it](from_the_side.svg)

A reed feels the field along its blades. Over its middle a magnet drives it to the left in one half and to the right in
the other. Nothing is left, and the reed stays open with a stone on it. Beside the point one way wins.

{places(cell)}

In ampere-turns at the gap as built: what the own stone is worth, on its point and put off it to the worst side, by the
reading that gives least (it needs {cell.reed.operate[1]}); and the worst of the neighbours, by the reading that gives
most (below {mm(cell.reed.release)}). {mm(cell.place.offset)} is best for a stone {mm(reeds.OFF_POINT)} off its point.
With less, one put off towards the reed comes over its middle; with more, one put off to the other side is lost. Along
the row a neighbour is worth twice as much, and the far hole is in its cell.
"""


def _felt(board: dict[str, Any], cell: Cell) -> str:
    return f"""
## Where a stone is felt

![Where a stone closes a reed](from_above.svg)

{distances(cell)}

From the point, stone slid on the plate. Up and to the right its way leads over the reed's middle, where it opens,
and on
to the far end, where it closes again: a stone between four points is felt by the point below and to the left of it.
Nobody plays there, and a stone on another point, {mm(reeds.OFF_POINT)} off it, does not come so near.

{gaps(cell)}

Gaps from magnet to blade, the stone off to the worst side in the first column, to the best in the others. A reed that
has closed stays closed until the field is down to its release: so it is held further than it closes.
"""


def _estimate(board: dict[str, Any], cell: Cell) -> str:
    first, last = cell.reed.operate
    at = reeds.setting(cell)
    low = at._replace(gap=cell.gap + reeds.JIG)
    loose = 3.0
    return f"""
## What is in hand

A data sheet gives ampere-turns in the maker's coil, and there is no exact way from there to a magnet's field. So it is
read in several ways. One averages the field along the glass, or as far as the leads run level, and takes an ampere-turn
for anything from {reeds.LEAST_MT} to {reeds.MOST_MT} mT. Another sums the field along all of the iron, down to the ends
of the bent leads, and compares that with the same sum in a coil. Each question is put to the reading that makes it
hardest. "Sure" means: by every reading.

- It closes, with the stone {mm(reeds.OFF_POINT)} off its point to the worst side, the reed {mm(reeds.JIG)} too low and
  the worst neighbours against it: {number(reeds.operate_factor(low, reeds.OFF_POINT, cell.pitch), 2)} times what is
  needed. On its point, as built: {number(reeds.operate_factor(at, 0, cell.pitch))} times.
- It opens among the worst of its neighbours: {number(reeds.open_factor(at, cell.pitch, 0), 2)} times below what would
  hold it, {number(reeds.open_factor(at, cell.pitch), 2)} times if all are {mm(reeds.CARELESS)} off to their worst side,
  {number(reeds.open_factor(at, cell.pitch, loose), 2)} times if all are {mm(loose)} off. With poles down at random
  {number(reeds.open_factor(at, cell.pitch, turned=True), 2)} times: hence the same pole down in all.

Neighbours are the tighter side. It hangs on the least release that the data sheet allows; most reeds let go at more.
Step 6 of the coupon tells; if it fails, the smaller magnet in the table is the way out.

{parts(cell)}

At the gap as built. A stronger magnet closes any reed, but stones beside it hold it closed. A weaker magnet or a duller
reed wants a smaller gap. The shorter reed has little in hand for a stone put off its point, and its leads (35.8 over
both) end above the tile; so do those of an MDSR-7 (40.4). The figures are the data sheets' (ORD228VL: 10-50 AT; ORD213:
10-40 AT; both open at 5 AT or more). They are sold in bands; whether a dealer has {first}-{last} AT: check before you
order. Any other reed will do that has the figures at the top of this page.

![What is in hand, over the gap](in_hand.svg)
"""


def _neighbours(board: dict[str, Any], cell: Cell) -> str:
    at = reeds.setting(cell)
    near, whole = (reeds.worst_neighbours(at, cell.pitch, 0, about).some_same for about in (1, 7))
    return f"""
## Neighbours

{neighbours(cell)}

In ampere-turns: the own stone by the reading that gives least, neighbours by the one that gives most. "The worst of
them" are those that add up, for a game may have any; opposite stones nearly cancel. "Any pole": with magnets down at
random. The eight nearest give most of it: {number(near)} of the {number(whole)} that the worst of all 224 give.

Two stones on neighbouring points push each other away with {number(pull_mn(cell.disc, cell.pitch))} mN, rim to rim with
{number(pull_mn(cell.disc, cell.stone_diameter))} mN. A stone of 4 g weighs 39 mN and slides at about 10. One that is
turned round pulls as much.
"""


def _light(board: dict[str, Any], cell: Cell) -> str:
    leds = board["leds"]
    pixels = board["board"]["size"] ** 2 + 2 * leds["bar_length"]
    on_usb = (350 - pixels * leds["idle_ma"]) // sum(leds["full_ma"].values())
    next_point, next_ring = light.leak(cell)
    wide, part = light.shadow(cell)
    high, side = light.EYES[-1]
    most = light.ROOM_LX[1]
    ring = light.contrast(cell, lux=most) * light.plate(cell, most)
    return f"""
## Light

![The ring of light](halo.svg)

A stone is opaque, so its light must come out round it: a ring of {mm(light.RING)}. It should add at least as much as
the
plate shines by the room's light (1 in the tables): a patch of that size is just made out at a few percent, and this is
to be noticed by somebody who looks elsewhere. What a white ring adds in {light.ROOM_LX[1]} lx:

{depths(cell)}

A light near the plate stays under the stone; one further down spreads, best at about the stone's radius. But the reed
must be near the plate. Raised on its own leads it leaves room for both; their length sets how high it stands. Real Go
stones are 21 to 22.5 across. A smaller one leaves more light but looks lost on squares of {mm(cell.pitch)}. 20 and 21
do as well.

{colours(cell, board)}

What one light at full adds, and many that share {leds["budget_ma"]} mA. On USB power (350 mA) {on_usb} white rings
are at
full. Intensities: the least in the WS2812B's data sheet; later batches give less, check. Blue does not stand out
round a
stone: it is for free points, where nothing covers it. In the ring, white shines with {number(ring, 0)} cd/m2, the plate
in {most} lx with {number(light.plate(cell, most), 0)}.

{sight(cell)}

What is hidden lies behind the stone; the near half is always seen. Only stones higher than {mm(light.highest(cell))}
would hide the ring behind them from an eye {high} mm up and {side} mm away.

The reed's shadow on the ring is at most {mm(wide)} wide, {number(100 * part, 0)} % of it all round, and most passes
through the glass. Without walls the next ring would get {number(100 * next_ring, 0)} % of this one's light where it is
nearest ({number(100 * next_point)} % at the next point): enough to be taken for a light of its own.
"""


def _coupon(board: dict[str, Any], cell: Cell) -> str:
    room = " to ".join(map(str, light.ROOM_LX))
    return f"""
## The coupon: prove it before you buy 225

One tile with everything on it: nine reeds, nine LEDs, walls, a piece of the plate, nine stones. A meter on its diode
range, red on the reed's row, black on its column: nothing while it is open, 0.5 to 0.7 V when it is closed.

1. **Height.** Glass {mm(cell.reed_axis - cell.glass_diameter / 2)} over the tile at both ends, {mm(reeds.JIG)} more or
   less, on all nine; the plate touches none. Else: the jig.
2. **No stone.** Nine open. Else: leads that touch, or a broken reed.
3. **On the point.** Each stone on each point: closed, 81 times. Else: a stone that fails everywhere has a weak
magnet or
   a thick foot; a point where all fail has a dull or low reed.
4. **Off the point.** Put down {mm(reeds.OFF_POINT)} off in eight directions, on nine points: closed, 72 times. Then
slide
   it outwards until it opens and write that down: between "closed for sure" and "open for sure" above.
5. **In hand.** Card of 0.5 under the stone. On the point it closes on 1 mm of card, {mm(reeds.OFF_POINT)} off on 0.5.
   Add card until it no longer does: the table of gaps, less {mm(cell.gap)}, says what to expect.
6. **Neighbours.** Eight stones round the middle point, each {mm(reeds.CARELESS)} off towards it. Put the ninth down and
   take it away: opens, 20 times of 20. Again with only the three towards the
   reed's far end (right, above, between them), and with only the three opposite.
   Again with four magnets turned: write down what it does; it need not open.
7. **From the next point.** One stone on each neighbouring point in turn, {mm(reeds.OFF_POINT)} off towards the middle:
   the middle reed stays open, eight times.
8. **Stones.** Two on neighbouring points, then rim to rim: neither moves by itself.
9. **Light.** A room of {room} lx (a phone measures it), nine stones of both colours, you on a chair. Somebody lights
one
   ring, white, red, cyan or violet at full: point and colour named at a glance, 20 times of 20. A photograph: the ring
   at least twice as bright as the plate beside it.
10. **Walls.** One light: no ring round the other eight. No shadow of a reed that catches the eye.

4 or 5 fails: a thinner foot or plate, or the same magnet in N45; then 6 once more. 6 fails: a smaller gap, or a magnet
of 5 x 2 in N45. 9 fails: a plate that lets more through, or stones of 21.
"""


def _unknown(board: dict[str, Any], cell: Cell) -> str:
    return f"""
## What is estimate

- From ampere-turns to mT, as said: that alone shifts the distances above by millimetres.
- What the iron does to the field is left out. Blades and leads gather it, bend it and shield each other; what the iron
  of neighbouring reeds does is not known. Bent and shortened leads make a reed duller. A magnet is drawn to the leads
  below it, which holds a stone a little.
- The magnet: N35 is 1170 to 1220 mT. It is computed as a disc; as a point dipole it would be wrong by
  {dipole_error(cell, 6.0)} % at 6 to the side and {dipole_error(cell, cell.pitch)} % at the next point.
- To compare with: at an offset of 6, averaged along the glass alone, {facts(cell)} mT at gaps of 4 / 6 / 8 / 10.
- The light: a point that shines as its cosine, a plate that scatters evenly, lets {cell.transmittance:g} through and
  throws {cell.reflectance:g} back (opal sheet is sold from 0.3 to 0.8: check yours), walls that give nothing back.
"""
