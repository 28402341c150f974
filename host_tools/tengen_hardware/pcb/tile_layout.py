"""The tile as a printed board: nine equal cells, and the lines between them.

Rows, data for the lights and SHUT run on the top, from left to right; columns and SENSE run on the bottom, upwards. The
free area is 5 V on the top and ground on the bottom. Where lines cut this area, short bridges on the other side connect
its pieces.

The walls of the light wells are on the edges of the cells, so no high part may be there. The screws are on these lines,
too, because they go into the walls. The layout is made for a reed about 7 mm from its point. If another offset leaves
too little room, the design rules check reports this.
"""

from __future__ import annotations

import math
from typing import Any

from .. import tile
from ..circuit import FIVE, GROUND, Circuit
from . import labels
from .layout import (
    BOTTOM,
    SILK_BOTTOM,
    SILK_TOP,
    TOP,
    Fiducial,
    Hole,
    Layout,
    Line,
    Placed,
    Text,
    Track,
    Via,
    Zone,
    rectangle,
)
from .library import Pad

THIN, WIDE = 0.3, 1.0
BRIDGE_MM = 7.62  # the length of a bridge from tile to tile: a 0-Ohm resistor or a bent wire
FAR = 7.0  # mm from a point to the line of its column, to the right
DIODE = (9.65, 5.0)  # mm from a point to the middle of its diode
_NAMED_ABOVE = ("pixel", "pixel_capacitor", "feed_header", "column_header")
_FIDUCIALS = ((18.0, 7.0), (94.0, 32.0), (16.5, 96.0))  # the marks must be far apart, and not on one line


class _Drawing:
    """The tile while it is drawn; lengths in mm."""

    def __init__(self, board: dict[str, Any]) -> None:
        pitch, gap, points = board["board"]["pitch_mm"], board["tile"]["gap_mm"], board["tile"]["points"]
        self.parts_of: dict[str, Any] = board["parts"]
        self.edge = round(points * pitch - gap, 3)
        self.at = [round(pitch * (n + 0.5) - gap / 2, 3) for n in range(points)]
        self.inside = (BRIDGE_MM - gap) / 2  # the distance from the edge to the holes of the joints
        self.parts: list[Placed] = []
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        self.texts: list[Text] = []
        reed = board["reed"]
        angle = math.radians(reed["turned_deg"])
        ends = (reed["offset_mm"] - reed["span_mm"] / 2, reed["offset_mm"] + reed["span_mm"] / 2)
        self.near, self.far = ((round(r * math.cos(angle), 3), round(r * math.sin(angle), 3)) for r in ends)

    def put(self, reference: str, kind: str, x: float, y: float, turned: float = 0, **more: Any) -> Placed:
        part = Placed(reference, self.parts_of[kind]["footprint"], x, y, turned, **more)
        self.parts.append(part)
        return part

    def run(self, net: str, *points: tuple[float, float], layer: str = TOP, width: float = THIN) -> None:
        self.tracks.append(Track(net, layer, width, points))

    def via(self, net: str, *places: tuple[float, float]) -> None:
        self.vias += [Via(net, x, y) for x, y in places]

    def over(self, net: str, *places: tuple[float, float]) -> None:
        """Connect pieces of a pour that lines separate, by a track on the other side with a via at each place."""
        self.via(net, *places)
        self.run(net, *places, layer=BOTTOM if net == FIVE else TOP, width=WIDE)


def side_heights(drawing: _Drawing) -> tuple[float, ...]:
    """Return the y of each hole of tile.SIDE, in mm."""
    one, two, three = drawing.at
    down = drawing.near[1]
    return (4.9, 8.7, one + down, one, two + down, two, two + 6.5, two + 10.5, three + down, three, 89.6, 93.6)


def end_places(drawing: _Drawing) -> tuple[float, ...]:
    """Return the x of each hole of tile.END, in mm."""
    one, two, three = (x + FAR for x in drawing.at)
    return (8.5, 12.5, one, two, two + 11.65, two + 15.65, three, three + 2.85)


def layout(board: dict[str, Any]) -> Layout:
    """Return the layout of the tile, for the pitch and the reed of board.toml."""
    drawing = _Drawing(board)
    for r, y in enumerate(drawing.at, 1):
        for c, x in enumerate(drawing.at, 1):
            _cell(drawing, c, r, x, y)
        _data(drawing, r, y)
    _joints(drawing)
    _lines(drawing)
    _proof(drawing)
    _turns(drawing)
    _ribbons(drawing)
    _bridges(drawing)
    one, two, _ = drawing.at
    holes = tuple(Hole(x + 19.45, y + 16.65) for x in (one, two) for y in (one, two))
    edge = drawing.edge
    area = rectangle(0.5, 0.5, edge - 0.5, edge - 0.5)
    texts = [
        Text("Tengen tile", 49.85, 41.5, size=2.0),
        Text(labels.revision(board), 49.85, 38.6, size=1.0),
        Text("TOP: away from player 1", 43.5, edge - 1.6, size=1.0),
        Text("BOTTOM: towards player 1", 40.0, 1.4, size=1.1),
        Text("Tengen tile: this side down", 49.85, 41.5, SILK_BOTTOM, 2.0),
        Text(labels.revision(board), 49.85, 38.6, SILK_BOTTOM, 1.0),
        *drawing.texts,
    ]
    crosses = tuple(
        Line(points)
        for x in drawing.at
        for y in drawing.at
        for points in (((x - 5.6, y), (x - 4.6, y)), ((x + 4.9, y), (x + 5.4, y)), ((x, y + 5.4), (x, y + 6.4)))
    )
    bare = Layout(
        "tile",
        rectangle(0, 0, edge, edge),
        tuple(drawing.parts),
        tuple(drawing.tracks),
        tuple(drawing.vias),
        (Zone(FIVE, TOP, area), Zone(GROUND, BOTTOM, area)),
        holes,
        tuple(Fiducial(*place) for place in _FIDUCIALS),
        tuple(texts),
        crosses,
    )
    return bare._replace(texts=(*texts, *_names(bare, tile.circuit(board))))


def _names(of: Layout, circuit: Circuit) -> tuple[Text, ...]:
    """Return the printed names of lights and their capacitors, and the names at the soldered pins of the plugs.

    The plugs are on the bottom and are soldered on the top, so their names are on both sides.
    """
    words = {each.reference: each.reference for each in circuit.of_kind(*_NAMED_ABOVE)}
    taken = [labels.extent(text) for text in of.texts if text.layer == SILK_TOP]
    taken += [labels.round_box(hole.x, hole.y, hole.drill / 2 + 0.5) for hole in of.holes]
    taken += [labels.round_box(spot.x, spot.y, 1.2) for spot in of.fiducials]
    taken += [labels.line_box(line.points, line.width) for line in of.lines]
    for each in of.parts:
        if each.name_at and each.side == TOP:
            x, y = each.x + each.name_at[0], each.y + each.name_at[1]
            taken.append(labels.extent(Text(each.reference, x, y, size=each.name_size)))
    return labels.labelled(of, words, taken, 0.6)


def _cell(drawing: _Drawing, c: int, r: int, x: float, y: float) -> None:
    """Draw the light under a point, its capacitor, its reed and its diode."""
    at = f"{c}{r}"
    back = tile.runs_back(r)
    light = drawing.put(f"L{at}", "pixel", x, y, 0 if back else 180)
    capacitor = drawing.put(f"C{at}", "pixel_capacitor", x - 1.5, y + 4.2, 0 if back else 180)
    ground = capacitor.pad("2")
    down = (x + 1.0, y + 4.2) if back else (x - 3.9, y + 4.2)
    drawing.run(GROUND, ground, down, width=0.5)
    drawing.via(GROUND, down)
    if back:
        down = (x + 4.6, y - 1.65)
        drawing.run(GROUND, light.pad("3"), down, width=0.5)
        drawing.via(GROUND, down)
    else:
        drawing.run(GROUND, light.pad("3"), ground, width=0.5)
    pads = tuple(
        Pad(number, *place, 1.8, 1.8, 0.9, number == "1") for number, place in (("1", drawing.near), ("2", drawing.far))
    )
    reed = drawing.put(f"S{at}", "reed", x, y, pads=pads)
    diode = drawing.put(f"D{at}", "diode", x + DIODE[0], y + DIODE[1], name_at=(-0.5, -1.8), name_size=0.8)
    drawing.run(tile.column(c), diode.pad("1"), (x + FAR, y + DIODE[1]))
    drawing.via(tile.column(c), (x + FAR, y + DIODE[1]))
    # from the anode to the reed's far hole, on the bottom, because SHUT and RETURN are between them
    anode, hole = diode.pad("2"), reed.pad("2")
    drawing.run(f"K_{at}", anode, (anode[0], y + 3.7))
    drawing.via(f"K_{at}", (anode[0], y + 3.7))
    bend = hole[1] - (hole[0] - anode[0])
    drawing.run(f"K_{at}", (anode[0], y + 3.7), (anode[0], bend), hole, layer=BOTTOM)
    drawing.texts += [Text(f"X{c}Y{r}", x, y + 7.6, size=1.2), Text(f"S{at}", x - 6.5, y - 6.0, size=0.8)]
    # the reed is soldered on the bottom, so its name is at both of its holes
    for hole, beside in ((drawing.near, (2.9, 0.0)), (drawing.far, (-1.5, -1.9))):
        place = (x + hole[0] + beside[0], y + hole[1] + beside[1])
        drawing.texts.append(Text(f"S{at}", *place, SILK_BOTTOM, 0.8))


def _data(drawing: _Drawing, r: int, y: float) -> None:
    """Draw the data for the lights along a row: from the left edge to the right edge, or back."""
    back = tile.runs_back(r)
    placed = {part.reference: part for part in drawing.parts}
    lights = [placed[f"L{c}{r}"] for c in range(1, len(drawing.at) + 1)]
    left, right = ("2", "4") if back else ("4", "2")
    first, last = lights[0].pad(left), lights[-1].pad(right)
    inside = drawing.inside
    drawing.run(f"DAT{r}_LEFT", (inside, y), (10.0, y), (10.0, first[1]), first)
    turn = drawing.at[-1] + 5.5
    drawing.run(f"DAT{r}_RIGHT", last, (turn, last[1]), (turn, y), (drawing.edge - inside, y))
    for c, (one, two) in enumerate(zip(lights, lights[1:], strict=False), 1):
        start, end = one.pad(right), two.pad(left)
        turn = drawing.at[c] - 6.0
        net = f"D_{c + 1}{r}" if back else f"D_{c}{r}"
        drawing.run(net, start, (turn, start[1]), (turn, end[1]), end)


def _joints(drawing: _Drawing) -> None:
    """Draw the holes along the edges."""
    edge, inside = drawing.edge, drawing.inside
    heights, places = side_heights(drawing), end_places(drawing)

    def joint(reference: str, kind: str, places: list[tuple[float, float]]) -> None:
        pads = tuple(Pad(str(n), x, y, 1.8, 1.8, 1.0, n == 1) for n, (x, y) in enumerate(places, 1))
        drawing.put(reference, kind, 0, 0, pads=pads)

    joint("J53", "side_joint", [(inside, y) for y in heights])
    joint("J54", "side_joint", [(edge - inside, y) for y in heights])
    joint("J55", "end_joint", [(x, inside) for x in places])
    joint("J56", "end_joint", [(x, edge - inside) for x in places])
    for name, y in zip(tile.SIDE, heights, strict=True):
        words = {tile.RETURN: "RET"}.get(name, name)
        for layer in (SILK_TOP, SILK_BOTTOM):  # on the bottom, too, because the bridges are there
            drawing.texts += [Text(words, x, y, layer, 0.8, 90) for x in (1.3, edge - 1.3)]
    for name, x in zip(tile.END, places, strict=True):
        words = {tile.SENSE: "SEN"}.get(name, name)
        for layer in (SILK_TOP, SILK_BOTTOM):
            drawing.texts += [Text(words, x, y, layer, 0.8) for y in (1.3 + 0.9, edge - 1.3 - 0.9)]


def _lines(drawing: _Drawing) -> None:
    """Draw rows, columns, SHUT, SENSE and RETURN, from edge to edge."""
    low, high = drawing.inside, drawing.edge - drawing.inside
    for name, y in zip(tile.SIDE, side_heights(drawing), strict=True):
        if name in ("Y1", "Y2", "Y3", tile.RETURN, tile.SHUT):
            drawing.run(name, (low, y), (high, y))
    for name, x in zip(tile.END, end_places(drawing), strict=True):
        if name in ("X1", "X2", "X3", tile.SENSE):
            drawing.run(name, (x, low), (x, high), layer=BOTTOM)


def _proof(drawing: _Drawing) -> None:
    """Draw the diodes of the sixteenth row and column."""
    sense, shut = end_places(drawing)[-1], side_heights(drawing)[-1]
    column = drawing.at[-1] + FAR
    for r, y in enumerate(drawing.at, 1):
        diode = drawing.put(f"DS{r}", "diode", column - 0.65, y - 6.2, 180, name_at=(0, -1.8), name_size=0.8)
        drawing.run(tile.SENSE, diode.pad("1"), (sense, y - 6.2))
        drawing.via(tile.SENSE, (sense, y - 6.2))
        anode = diode.pad("2")
        drawing.run(tile.row(r), anode, (anode[0], y + drawing.near[1]))
    for c, x in enumerate(drawing.at, 1):
        diode = drawing.put(f"DT{c}", "diode", x + FAR + 3.05, shut - 2.0, name_at=(-5.0, 0), name_size=0.8)
        drawing.run(tile.column(c), diode.pad("1"), (x + FAR, shut - 2.0))
        drawing.via(tile.column(c), (x + FAR, shut - 2.0))
        anode = diode.pad("2")
        drawing.run(tile.SHUT, anode, (anode[0], shut))
    diode = drawing.put("DX", "diode", column - 4.65, shut + 4.0, 180, name_at=(-3.6, 0), name_size=0.8)
    cathode, anode = diode.pad("1"), diode.pad("2")
    drawing.run(tile.SENSE, cathode, (sense, cathode[1]), (sense, drawing.edge - drawing.inside))
    drawing.run(tile.SHUT, anode, (anode[0], shut))


def _turns(drawing: _Drawing) -> None:
    """Draw the solder jumpers where the chain of lights turns back."""
    one, two, three = drawing.at
    x = three + 5.5
    jumper = drawing.put("JP51", "solder_jumper", x, 29.0, 90, name_at=(-2.8, 0), name_size=0.8)
    drawing.run("DAT1_RIGHT", (x, one + 1.65), jumper.pad("1"))
    _under(drawing, "DAT2_RIGHT", jumper.pad("2"), 40.0, two - 2.4, two)
    jumper = drawing.put("JP52", "solder_jumper", 8.5, 64.0, 90, name_at=(2.8, 0), name_size=0.8)
    drawing.run("DAT2_LEFT", (8.5, two), jumper.pad("1"))
    _under(drawing, "DAT3_LEFT", jumper.pad("2"), 76.5, three - 2.4, three)
    jumper = drawing.put("JP53", "solder_jumper", x, 87.2, 90, name_at=(-2.8, 0), name_size=0.8)
    drawing.run("DAT3_RIGHT", (x, three), jumper.pad("1"))
    drawing.run(tile.RETURN, jumper.pad("2"), (x, side_heights(drawing)[-2]))


def _under(drawing: _Drawing, net: str, start: tuple[float, float], down: float, up: float, end: float) -> None:
    """Draw a track upwards from `start` to the height `end`. From height `down` to `up` it is on the bottom."""
    x = start[0]
    drawing.run(net, start, (x, down))
    drawing.via(net, (x, down), (x, up))
    drawing.run(net, (x, down), (x, up), layer=BOTTOM)
    drawing.run(net, (x, up), (x, end))


def _ribbons(drawing: _Drawing) -> None:
    """Draw the plugs of the ribbons from the controller, on the bottom, and the tile's capacitor."""
    heights = dict(zip(tile.SIDE, side_heights(drawing), strict=True))
    plug = drawing.put("J51", "feed_header", 9.0, 21.4, 180, side=BOTTOM, name_at=(2.5, 16.8))
    pins = {name: plug.pad(str(number)) for number, name in enumerate(tile.FEED, 1)}
    for name, x in (("Y1", 7.4), ("DAT1", 10.27), ("Y2", 15.8), (tile.SHUT, 15.0), (tile.RETURN, 14.2)):
        net = "DAT1_LEFT" if name == "DAT1" else name  # downwards, between the two rows of pins of the plug
        pin = pins[name]
        drawing.run(net, pin, (x, pin[1]), (x, heights[name]), layer=BOTTOM)
        drawing.via(net, (x, heights[name]))
    pin = pins["Y3"]
    drawing.run("Y3", pin, (5.6, pin[1]))
    drawing.run("Y3", (5.6, pin[1]), (5.6, heights["Y3"]), layer=BOTTOM)
    drawing.via("Y3", (5.6, pin[1]), (5.6, heights["Y3"]))

    plug = drawing.put("J52", "column_header", 34.45, 9.0, 90, side=BOTTOM, name_at=(12.2, 0))
    pins = {name: plug.pad(str(number)) for number, name in reversed(list(enumerate(tile.FOOT, 1)))}
    one, two, three = (x + FAR for x in drawing.at)
    sense, low = end_places(drawing)[-1], drawing.inside
    drawing.run("X1", pins["X1"], (one, pins["X1"][1]))
    drawing.run("X2", pins["X2"], (pins["X2"][0], low), (two, low))
    pin = pins["X3"]
    drawing.run("X3", pin, (pin[0], 10.9), (42.2, 10.9), (42.2, 7.2), (three, 7.2))
    pin = pins[tile.SENSE]
    drawing.run(tile.SENSE, pin, (pin[0], 5.1), (sense, 5.1))
    drawing.via("X1", (one, pins["X1"][1]))
    drawing.via("X3", (three, 7.2))
    drawing.via(tile.SENSE, (sense, 5.1))

    capacitor = drawing.put("C51", "tile_capacitor", 40.0, 22.0, name_at=(0, 2.6))
    drawing.run(GROUND, capacitor.pad("2"), (43.4, 22.0), width=WIDE)
    drawing.via(GROUND, (43.4, 21.4), (43.4, 22.6))


def _bridges(drawing: _Drawing) -> None:
    """Draw the bridges that connect pours across the lines that cut them."""
    one, two, three = drawing.at
    edge, inside = drawing.edge, drawing.inside
    for y in drawing.at:
        for x in drawing.at:
            drawing.over(FIVE, (x + 3.0, y - 5.5), (x + 3.0, y - 2.9), (x + 3.0, y + 3.3))
    five = end_places(drawing)[4]
    for hole, y in ((edge - inside, 87.6), (inside, 9.5)):
        drawing.via(FIVE, (five, y))
        drawing.run(FIVE, (five, hole), (five, y), layer=BOTTOM, width=WIDE)
    drawing.over(FIVE, (20.0, 95.6), (20.0, 87.6))
    for y in (two - 8.0, three - 8.0):
        for x in (one + FAR, two + FAR):
            drawing.over(GROUND, (x - 1.3, y), (x + 1.3, y))
        # no bridge to the left in the lower row, because the first turn of the chain of lights is there
        west = [(three + FAR - 1.3, y)] if y > two else []
        drawing.over(GROUND, *west, (three + FAR + 1.4, y), (three + FAR + 4.0, y))
        drawing.over(GROUND, (3.6, y), (7.0, y))
        drawing.over(GROUND, (13.0, y), (17.2, y))
    for y in (one + 11.0, two + 11.0):
        for x in (one + FAR, two + FAR):
            drawing.over(GROUND, (x - 1.3, y), (x + 1.3, y))
