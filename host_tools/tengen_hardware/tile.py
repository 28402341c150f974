"""The tile: a small board with 3 x 3 points. 25 tiles make a whole board; a single tile, for tests, is the coupon.

Each tile also has the holes of the sixteenth row and column (SHUT and SENSE). Their diodes are fitted only on the
uppermost and the rightmost tiles, at the far end of each row and column, so that they prove the whole line and not only
its driver. A coupon is a tile with all of these diodes.

The chain of lights enters at the left of row 1, goes to the right, back along row 2, to the right again along row 3,
and back to the left on its own track (RETURN). So all rows of tiles are wired in the same way.
"""

from __future__ import annotations

from typing import Any

from .circuit import FIVE, GROUND, Circuit, Part, numbered, part

SENSE, SHUT, RETURN = "SENSE", "SHUT", "RETURN"

# The nets of the holes along an edge: from the bottom up (left and right edge), from the left (bottom and top edge).
# DAT1 to DAT3 are the data for the lights of the tile's rows at this edge.
SIDE = (GROUND, FIVE, "Y1", "DAT1", "Y2", "DAT2", FIVE, GROUND, "Y3", "DAT3", RETURN, SHUT)
END = (GROUND, FIVE, "X1", "X2", FIVE, GROUND, "X3", SENSE)
# The nets of the ribbons from the controller: to the left end of a row of tiles, and to the lower end of a column of
# tiles. The data wires of the lights are between ground and 5 V, because a fast edge on a neighbouring wire could look
# like a bit (simulation/).
FEED = (FIVE, GROUND, "Y1", "Y2", "Y3", SHUT, GROUND, "DAT1", FIVE, RETURN)
FOOT = ("X1", "X2", "X3", SENSE, GROUND, GROUND)


def row(number: int) -> str:
    """Return the net of the tile's row, counted from 1 at the bottom."""
    return f"Y{number}"


def column(number: int) -> str:
    """Return the net of the tile's column, counted from 1 at the left."""
    return f"X{number}"


def runs_back(number: int) -> bool:
    """Whether the data for the lights of the tile's row run from right to left."""
    return number % 2 == 0


def crossing(net: str, side: str) -> str:
    """Return the net of a hole at the tile's `side` ("left" or "right"), because data nets differ on the two sides."""
    return f"{net}_{side.upper()}" if net in ("DAT1", "DAT2", "DAT3") else net


def circuit(
    board: dict[str, Any], left: bool = True, bottom: bool = True, right: bool = True, top: bool = True
) -> Circuit:
    """Return the net table of one tile. `left` ... `top`: whether the tile is at this edge of the board.

    A coupon is at all edges. All tiles have the same footprints; the edges determine which parts are fitted.
    """
    points = board["tile"]["points"]
    parts: list[Part] = []
    for r in range(1, points + 1):
        ways = range(points, 0, -1) if runs_back(r) else range(1, points + 1)
        start, end = ("right", "left") if runs_back(r) else ("left", "right")
        data = crossing(f"DAT{r}", start)
        for c in ways:
            at = f"{c}{r}"  # the column and the row on the tile
            last = c == ways[-1]
            out = crossing(f"DAT{r}", end) if last else f"D_{at}"
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
        part("C51", "tile_capacitor", {"1": FIVE, "2": GROUND}),
        # the jumpers where the chain turns back, closed at the ends of a row of tiles
        part("JP51", "solder_jumper", {"1": "DAT1_RIGHT", "2": "DAT2_RIGHT"}, right),
        part("JP52", "solder_jumper", {"1": "DAT2_LEFT", "2": "DAT3_LEFT"}, left),
        part("JP53", "solder_jumper", {"1": "DAT3_RIGHT", "2": RETURN}, right),
        Part("J51", "feed_header", numbered(crossing(net, "left") for net in FEED), left),
        Part("J52", "column_header", numbered(FOOT), bottom),
        Part("J53", "side_joint", numbered(crossing(net, "left") for net in SIDE), not left),
        Part("J54", "side_joint", numbered(crossing(net, "right") for net in SIDE), not right),
        Part("J55", "end_joint", numbered(END), not bottom),
        Part("J56", "end_joint", numbered(END), not top),
    ]
    return Circuit("tile", parts)
