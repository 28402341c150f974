"""The tile: a small board with 3 x 3 points. 25 tiles make a whole board; one tile alone is the coupon.

Each tile also has the holes of the sixteenth row and column (SHUT and SENSE). Their diodes are fitted on the uppermost
and the rightmost tiles only, at the far end of each row and column: so they prove the whole line and not only its
driver. A coupon is a tile with all of these diodes.

The chain of lights enters at the left of row 1, goes right, back along row 2, right again along row 3, and back to the
left on its own track (RETURN): so all rows of tiles are wired in the same way.
"""

from __future__ import annotations

from typing import Any

from .circuit import FIVE, GROUND, Circuit, Part, numbered, part

SENSE, SHUT, RETURN = "SENSE", "SHUT", "RETURN"

# The nets of the holes along an edge: from the bottom up (left and right edge), from the left (bottom and top edge).
# D1 to D3 are the lights' data of the tile's rows at that edge.
SIDE = (GROUND, FIVE, "R1", "D1", "R2", "D2", FIVE, GROUND, "R3", "D3", RETURN, SHUT)
END = (GROUND, FIVE, "C1", "C2", FIVE, GROUND, "C3", SENSE)
# The nets of the ribbons from the controller: to the left of a row of tiles, and to the foot of a column of tiles.
FEED = (FIVE, GROUND, "R1", "R2", "R3", SHUT, "D1", RETURN, FIVE, GROUND)
FOOT = ("C1", "C2", "C3", SENSE, GROUND, GROUND)


def row(number: int) -> str:
    """Return the net of the tile's row, counted from 1 at the bottom."""
    return f"R{number}"


def column(number: int) -> str:
    """Return the net of the tile's column, counted from 1 at the left."""
    return f"C{number}"


def runs_back(number: int) -> bool:
    """Whether the lights of the tile's row run from right to left."""
    return number % 2 == 0


def crossing(net: str, side: str) -> str:
    """Return the net of a hole at the tile's `side` ("left" or "right"): data nets differ on the two sides."""
    return f"{net}_{side.upper()}" if net in ("D1", "D2", "D3") else net


def circuit(
    board: dict[str, Any], left: bool = True, bottom: bool = True, right: bool = True, top: bool = True
) -> Circuit:
    """Return the net table of one tile; `left` ... `top`: the edges of the whole board at which it lies (coupon: all).

    All tiles have the same footprints; the edges decide which parts are fitted.
    """
    points = board["tile"]["points"]
    parts: list[Part] = []
    for r in range(1, points + 1):
        ways = range(points, 0, -1) if runs_back(r) else range(1, points + 1)
        start, end = ("right", "left") if runs_back(r) else ("left", "right")
        data = crossing(f"D{r}", start)
        for c in ways:
            at = f"{c}{r}"  # column and row on the tile
            last = c == ways[-1]
            out = crossing(f"D{r}", end) if last else f"D_{at}"
            contact = f"K_{at}"
            parts += [
                part(f"S{at}", "reed", {"1": row(r), "2": contact}),
                part(f"D{at}", "diode", {"A": contact, "K": column(c)}),
                part(f"L{at}", "pixel", {"VDD": FIVE, "DOUT": out, "VSS": GROUND, "DIN": data}),
                part(f"C{at}", "pixel_capacitor", {"1": FIVE, "2": GROUND}),
            ]
            data = out
    for each in range(1, points + 1):
        parts += [
            part(f"DS{each}", "diode", {"A": row(each), "K": SENSE}, right),
            part(f"DT{each}", "diode", {"A": SHUT, "K": column(each)}, top),
        ]
    parts += [
        part("DX", "diode", {"A": SHUT, "K": SENSE}, right and top),
        part("C1", "tile_capacitor", {"1": FIVE, "2": GROUND}),
        # the turns of the chain, closed at the ends of the row of tiles
        part("JP1", "solder_jumper", {"1": "D1_RIGHT", "2": "D2_RIGHT"}, right),
        part("JP2", "solder_jumper", {"1": "D2_LEFT", "2": "D3_LEFT"}, left),
        part("JP3", "solder_jumper", {"1": "D3_RIGHT", "2": RETURN}, right),
        Part("J1", "feed_header", numbered(crossing(net, "left") for net in FEED), left),
        Part("J2", "column_header", numbered(FOOT), bottom),
        Part("J3", "side_joint", numbered(crossing(net, "left") for net in SIDE), not left),
        Part("J4", "side_joint", numbered(crossing(net, "right") for net in SIDE), not right),
        Part("J5", "end_joint", numbered(END), not bottom),
        Part("J6", "end_joint", numbered(END), not top),
    ]
    return Circuit("tile", parts)
