"""The layout of the controller. Parts and wide copper are placed by hand; router.py lays the thin tracks.

The controller is to the left of the lowest rows of tiles. Its ribbons leave in the order of the tiles: the ribbons of
rows at the right edge, from the bottom up; the ribbons of columns at the lower edge, from left to right. USB and the
supply are at the left. 5 V has an area on the top side; the rest of both sides is ground.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from tengen.games.points import LETTERS
from tengen_host import wiring

from .. import controller
from ..circuit import FIVE, GROUND, Circuit, CircuitError, Part
from . import labels, library, pin_one, router, screws
from .layout import BOTTOM, SILK_BOTTOM, TOP, Fiducial, Hole, Layout, Placed, Point, Text, Track, Via, Zone, rectangle
from .library import Pad

SIDE = 100.0  # mm: the largest square at the makers' lowest price
STEP = router.STEP  # mm: places are multiples of this, so that pins are on the router's grid

# Raspberry Pi Pico data sheet, mechanical drawing: two rows of 20 pins, 2.54 mm apart, 17.78 mm between the rows
_PICO_PITCH, _PICO_ROWS, _PICO_PINS = 2.54, 17.78, 20

_SCREW = 4.0  # mm from both edges to the screws' holes
_BORDER = 0.6  # mm from the edge to the pours
_HEAD = _SCREW + screws.CLEAR_MM  # mm from both edges: corners without copper, for the heads of the screws

# Places of the parts: x and y in STEPs from the lower left corner, and the angle in degrees.
_PLACES: dict[str, tuple[float, float, int]] = {
    "U1": (4, 30, 90), "U2": (104, 50, 180), "U3": (104, 104, 180), "U4": (72, 76, 0),
    "C2": (96, 41, 270), "C3": (96, 95, 270), "C4": (82, 83, 90),
    "R17": (84, 73, 0), "R18": (60, 70, 90), "R19": (63, 70, 90),
    "R20": (56, 70, 90), "R21": (48, 70, 90), "R22": (40, 70, 90), "R23": (36, 70, 90),
    "BZ1": (30, 84, 0),
    # the divider for the measurement of the 5 V
    "R48": (20, 70, 270), "C7": (25, 70, 90), "R49": (30, 70, 90),
    # the supply: from the inlet at the left through the fuse and the two FETs to the clamp and the capacitor
    "J40": (8, 124, 270), "F1": (22, 124, 0), "D5": (60, 109.5, 270), "Q1": (70, 124, 180), "Q2": (84, 124, 0),
    "D2": (90, 110, 270), "C1": (96, 122, 0),
    # the parts that turn the FETs on and off
    "R40": (62, 135, 90), "D4": (67, 135, 90), "U5": (44, 111, 0), "Q3": (70.3, 114, 90), "C5": (75, 114, 90),
    "R41": (78.1, 114, 90), "C6": (81.2, 114, 90), "R47": (84.3, 114, 90),
    **{f"R{42 + at}": (66 + 4 * at, 107, 90) for at in range(5)},
    # test pads
    "TP1": (91, 132, 0), "TP2": (50, 90, 0), "TP3": (90, 80, 0), "TP4": (20, 78, 0), "TP5": (18, 136, 0),
    "TP6": (72, 132, 0), "TP7": (88, 61, 0), "TP8": (88, 56, 0), "TP9": (88, 66, 0), "TP10": (88, 36, 0),
    "TP11": (96, 74, 0), "TP12": (60, 84, 0),
    # the supply of the Pico, and the supply of the lights by USB
    "D1": (13, 70, 90), "JP1": (4, 68, 180), "F2": (4, 80, 90), "D3": (4, 91, 270),
    "J20": (20, 150, 0), "J21": (38, 150, 0), "J22": (56, 150, 0), "J30": (80, 150, 0), "J31": (104, 150, 0),
    # plugs of rows: in two lines, so that the ribbons of the inner line can leave between the headers of the outer line
    "J1": (133, 27, 180), "J2": (149, 53, 180), "J3": (133, 79, 180), "J4": (149, 105, 180), "J5": (133, 131, 180),
    # columns
    **{f"J{11 + at}": (21 + 26 * at, 8, 90) for at in range(5)},
    # clamps, each beside its plugs; they are half a step off the grid, so that the middles of their outer pads are on
    # the grid
    **{f"U{11 + at}": (32 + 26 * at, 21.5, 0) for at in range(4)}, "U15": (119, 21.5, 0), "U20": (48, 138.5, 0),
    "U21": (118, 33.5, 0), "U30": (104, 133.5, 0),
    # the resistors of the chain of lights, between HOME and CHAIN
    **{f"R{31 + at}": (119, 40 + 26 * at, 90) for at in range(4)}, "R35": (118, 132, 90), "R36": (97, 134, 90),
}  # fmt: skip
_PIN_NAME = 1.2  # mm from the middle of a pin of the Pico to its name, which is printed on the bottom
_FIDUCIALS = ((3.0, 12.5), (97.0, 11.0), (3.0, 89.0))
# How many STEPs a column's resistor and its pull-down are away from the Pico's pin, towards the middle of the Pico
_COLUMN_AWAY = {"column_resistor": 6, "pull_down": 13}

# The area of 5 V: from the second FET past clamp and capacitor to the plugs of bars and rows, and to the Pico's diode
_FIVE = (
    (1.2, 58.2), (7.0, 58.2), (7.0, 45.0), (9.6, 45.0), (9.6, 60.5), (60.0, 60.5), (60.0, 73.0), (62.5, 73.0),
    (62.5, 81.5), (60.0, 81.5), (60.0, 87.0), (83.2, 87.0), (83.2, 13.0), (99.4, 13.0), (99.4, 92.0), (92.0, 92.0),
    (92.0, 99.4), (48.0, 99.4), (48.0, 87.5), (55.0, 87.5), (55.0, 66.0), (1.2, 66.0),
)  # fmt: skip
# Three areas: from the inlet to the fuse, from the fuse to the first FET, and between the FETs, around their gates
_SUPPLY = rectangle(1.2, 76.0, 16.0, 81.5)
_FUSED = ((34.5, 70.5), (41.0, 70.5), (41.0, 75.5), (43.2, 75.5), (43.2, 82.0), (34.5, 82.0))
_PASSED = (
    (45.7, 76.2), (49.3, 76.2), (49.3, 77.6), (52.2, 77.6), (52.2, 81.4), (48.4, 81.4), (48.4, 79.9), (45.7, 79.9),
)  # fmt: skip
_AREAS = {FIVE: _FIVE, "SUPPLY": _SUPPLY, "FUSED": _FUSED, "PASSED": _PASSED}
_NEAR, _FAR = _BORDER, SIDE - _BORDER
_BODY = (
    (_HEAD, _NEAR), (SIDE - _HEAD, _NEAR), (SIDE - _HEAD, _HEAD), (_FAR, _HEAD),
    (_FAR, SIDE - _HEAD), (SIDE - _HEAD, SIDE - _HEAD), (SIDE - _HEAD, _FAR), (_HEAD, _FAR),
    (_HEAD, SIDE - _HEAD), (_NEAR, SIDE - _HEAD), (_NEAR, _HEAD), (_HEAD, _HEAD),
)  # fmt: skip

# Nets with areas, or with only hand-laid tracks
_BY_HAND = (GROUND, "VBUS", "VSYS", "USB_JUMPER", "USB_FUSED")
_WIDE = 1.0
_SHORT = 0.4  # mm: the width of the track from a ground pad to its via
_CROWDED = ("feed_header", "column_header", "bar_header")
_STITCH = 10  # STEPs between the vias that join the ground of both sides


def layout(board: dict[str, Any]) -> Layout:
    """Return the complete layout of the board. Raises CircuitError if there is no way for a track."""
    circuit = controller.circuit(board)
    return _stitched(_routed(_grounded(placed(board), circuit), circuit), circuit)


def placed(board: dict[str, Any]) -> Layout:
    """Return the layout without the thin tracks: parts, areas, holes and texts."""
    of, figures = _bare(board)
    circuit = controller.circuit(board)
    return of._replace(texts=(*_texts(board, circuit, of, figures), *_texts_below(board, circuit, of)))


def bare(board: dict[str, Any]) -> Layout:
    """Return the layout without thin tracks and texts, which is enough to look up places."""
    return _bare(board)[0]


def _bare(board: dict[str, Any]) -> tuple[Layout, list[Text]]:
    circuit = controller.circuit(board)
    parts = tuple(_parts(board, circuit))
    of = Layout(
        "controller",
        rectangle(0, 0, SIDE, SIDE),
        parts,
        tracks=tuple(_wide_tracks(parts)),
        zones=(*(Zone(net, TOP, outline, 1) for net, outline in _AREAS.items()),
               Zone(GROUND, TOP, _BODY), Zone(GROUND, BOTTOM, _BODY)),
        holes=tuple(Hole(x, y) for x in (_SCREW, SIDE - _SCREW) for y in (_SCREW, SIDE - _SCREW)),
    )  # fmt: skip
    dots, figures = pin_one.marks(of)
    return of._replace(lines=tuple(dots), fiducials=tuple(Fiducial(*place) for place in _FIDUCIALS)), figures


def _parts(board: dict[str, Any], circuit: Circuit) -> Iterator[Placed]:
    for name, (x, y, turned) in _PLACES.items():
        kind = circuit.parts[name].kind
        pads = _pico_pads() if kind == "pico" else ()
        footprint = "" if pads else board["parts"][kind]["footprint"]
        yield Placed(name, footprint, round(x * STEP, 3), round(y * STEP, 3), turned, pads=pads)
    x, y, turned = _PLACES["U1"]
    pico = Placed("U1", "", round(x * STEP, 3), round(y * STEP, 3), turned, pads=_pico_pads())
    pin_of = {net: number for number, net in circuit.parts["U1"].nets.items()}
    input_of = {each.nets["2"]: each.nets["1"] for each in circuit.of_kind("column_resistor")}
    for each in circuit.of_kind(*_COLUMN_AWAY):
        net = each.nets["1"]
        x, y = pico.pad(pin_of[input_of.get(net, net)])
        lower = y < pico.y + _PICO_ROWS / 2
        away = _COLUMN_AWAY[each.kind] * STEP
        footprint = board["parts"][each.kind]["footprint"]
        yield Placed(each.reference, footprint, x, round(y + (away if lower else -away), 3), 90 if lower else 270)


def _pico_pads() -> tuple[Pad, ...]:
    """Return the Pico's two rows of pads, with pin 1 at the origin and the USB socket at the top."""
    down = [-at * _PICO_PITCH for at in range(_PICO_PINS)]
    left = [Pad(str(at + 1), 0, y, 1.7, 1.7, 1.0, at == 0) for at, y in enumerate(down)]
    return (*left, *(Pad(str(2 * _PICO_PINS - at), _PICO_ROWS, y, 1.7, 1.7, 1.0) for at, y in enumerate(down)))


def _wide_tracks(parts: Iterable[Placed]) -> Iterator[Track]:
    """Yield the tracks for the supply of the Pico, and for the supply of the lights by USB."""
    of = {each.reference: each for each in parts}
    yield Track("VBUS", TOP, _WIDE, (of["U1"].pad("40"), of["JP1"].pad("1")))
    vsys, cathode = of["U1"].pad("39"), of["D1"].pad("1")
    yield Track("VSYS", TOP, _WIDE, (vsys, (vsys[0], cathode[1]), cathode))
    yield Track("USB_JUMPER", TOP, _WIDE, (of["JP1"].pad("2"), of["F2"].pad("1")))
    yield Track("USB_FUSED", TOP, _WIDE, (of["F2"].pad("2"), of["D3"].pad("2")))


def _texts(board: dict[str, Any], circuit: Circuit, of: Layout, figures: list[Text]) -> tuple[Text, ...]:
    """Return the texts on the top: the name of each part, and the use of each plug. `figures`: the figures at chips."""
    pico = of.part("U1")
    x, y = pico.at(_PICO_ROWS / 2, -_PICO_PITCH * (_PICO_PINS - 1) / 2)
    fixed = [Text("Tengen controller", x, y + 7.0, size=1.6), Text("Raspberry Pi Pico", x + 12, y + 4.7, size=1.2)]
    fixed += [Text(labels.revision(board), x - 10, y + 4.7, size=1.0), *figures]
    fixed += [Text("USB", 3.0, y + 4.7, size=1.2, turned=90), Text("1", *pico.at(-1.7, 0.0), size=1.0)]
    plus, minus = (of.part("J40").pad(number) for number in "12")
    fixed += [Text(sign, at[0] + 6.6, at[1], size=1.2) for sign, at in (("+", plus), ("-", minus))]
    words = {each.reference: _words(board, each) for each in circuit.parts.values() if each.reference != "U1"}
    taken = [labels.extent(each) for each in fixed]
    taken += [labels.round_box(hole.x, hole.y, 3.2) for hole in of.holes]
    taken += [labels.round_box(spot.x, spot.y, 1.2) for spot in of.fiducials]
    taken += [labels.line_box(line.points, line.width / 2) for line in of.lines]
    return (*fixed, *labels.labelled(of, words, taken, 0.4))


def _texts_below(board: dict[str, Any], circuit: Circuit, of: Layout) -> tuple[Text, ...]:
    """Return the texts on the bottom, where plugs and Pico are soldered: their names, and the Pico's terminals."""
    pico = of.part("U1")
    fixed = [Text(labels.revision(board), SIDE / 2, SIDE / 2, SILK_BOTTOM, 1.2)]
    for terminal, _ in circuit.parts["U1"].terminals():
        x, y = pico.pad(terminal.number)
        text = Text(terminal.name, x, y, SILK_BOTTOM, 0.8, 90)
        away = _PIN_NAME + (labels.extent(text)[3] - y)
        fixed.append(text._replace(y=round(y - away if y < pico.y + _PICO_ROWS / 2 else y + away, 2)))
    words = {
        part.reference: _words(board, circuit.parts[part.reference])
        for part in of.parts
        if part.footprint and any(pad.drill for pad in library.pads(part.footprint))
    }
    taken = [labels.extent(each) for each in fixed]
    taken += [labels.round_box(hole.x, hole.y, 3.2) for hole in of.holes]
    return (*fixed, *labels.labelled(of, words, taken, 0.4, SILK_BOTTOM))


def _words(board: dict[str, Any], part: Part) -> str:
    """Return the text beside a part: its name, and the use of a plug."""
    nets = [net for net in part.nets.values() if net]
    lines = [(net[:3], int(net[3:])) for net in nets if net[3:].isdigit()]
    rows, columns = (sorted(number for which, number in lines if which == kind) for kind in ("ROW", "COL"))
    name = part.reference
    if part.kind == "feed_header":
        return f"{name} rows {rows[0]}-{rows[-1]}"
    if part.kind == "column_header":
        letters = [LETTERS[each - 1] for each in columns if each <= board["board"]["size"]]
        return f"{name} columns {letters[0]}-{letters[-1]}"
    if part.kind == "bar_header":
        return f"{name} bar {controller.bars(board)[int(name[1:]) - 30].upper()}"
    if part.kind == "test_pad":
        return f"{name} {controller.TEST_PADS[int(name[2:]) - 1][1]}"
    if part.kind == "button_header":
        return f"{name} {controller.BUTTONS[int(name[1:]) - 20]}"
    return {
        "supply_inlet": f"{name} 5 V ONLY",
        "fuse": f"{name} {board['supply']['fuse_ma'] / 1000:g} A",
        "jumper": f"{name} lights by USB, {wiring.SUPPLIES['usb']} mA",
    }.get(part.kind, name)


def _coppers(of: Layout, circuit: Circuit, zones: bool = True) -> Iterator[router.Copper]:
    """Yield all copper and holes for the router. Areas of ground are left out, because they give way to tracks."""
    for part in of.parts:
        nets = circuit.parts[part.reference].nets
        for pad in part.pads or library.pads(part.footprint):
            x, y = part.at(pad.x, pad.y)
            width, height = (pad.height, pad.width) if part.turned % 180 else (pad.width, pad.height)
            corner = min(width, height) / 2 if pad.drill and not pad.square else 0.0
            dx, dy = width / 2 - corner, height / 2 - corner
            layers = (router.TOP, router.BOTTOM) if pad.drill else (router.TOP,)
            box = (x - dx, y - dy, x + dx, y + dy, corner)
            yield router.Copper(nets.get(pad.number), layers, *box, f"{part.reference}.{pad.number}")
    for hole in of.holes:
        box = (hole.x, hole.y, hole.x, hole.y, max(hole.drill / 2, hole.keep - router.GAP))
        yield router.Copper(None, (router.TOP, router.BOTTOM), *box)
    for spot in of.fiducials:
        yield router.Copper(None, (router.TOP,), spot.x, spot.y, spot.x, spot.y, 1.0)
    for zone in of.zones if zones else ():
        if zone.net != GROUND:
            for slab in _slabs(zone.outline):
                yield router.Copper(zone.net, (router.TOP,), *slab)
    for via in of.vias:
        yield router.Copper(via.net, (router.TOP, router.BOTTOM), via.x, via.y, via.x, via.y, via.width / 2)
    for track in of.tracks:
        layer = router.TOP if track.layer == TOP else router.BOTTOM
        for a, b in pairwise(track.points):
            for x, y in _along(a, b) if a[0] != b[0] and a[1] != b[1] else ():
                yield router.Copper(track.net, (layer,), x, y, x, y, track.width / 2)
            if a[0] == b[0] or a[1] == b[1]:
                box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]), track.width / 2)
                yield router.Copper(track.net, (layer,), *box)


def _along(a: Point, b: Point) -> Iterator[Point]:
    """Yield points from `a` to `b`, at most 0.1 mm apart."""
    many = max(1, math.ceil(math.dist(a, b) / 0.1))
    for at in range(many + 1):
        yield a[0] + (b[0] - a[0]) * at / many, a[1] + (b[1] - a[1]) * at / many


def _slabs(outline: tuple[Point, ...]) -> Iterator[tuple[float, float, float, float]]:
    """Cut a rectangular outline into upright rectangles: left, bottom, right, top."""
    sides = list(zip(outline, outline[1:] + outline[:1], strict=True))
    for left, right in pairwise(sorted({x for x, _ in outline})):
        ys = sorted(a[1] for a, b in sides if a[1] == b[1] and min(a[0], b[0]) <= left and max(a[0], b[0]) >= right)
        for bottom, top in zip(ys[::2], ys[1::2], strict=True):
            yield left, bottom, right, top


def _clear(coppers: Iterable[router.Copper], x: float, y: float, away: float, net: str) -> bool:
    """Whether the copper of all other nets is at least `away` mm from (x, y)."""
    return all(each.net == net and each.net is not None or each.away(x, y) >= away for each in coppers)


def _grounded(of: Layout, circuit: Circuit) -> Layout:
    """Add a via beside each ground pad of surface-mount parts and of the plugs in _CROWDED."""
    coppers = list(_coppers(of, circuit, zones=False))
    radius, gap = router.VIA / 2, router.GAP + 0.02
    for pad in [each for each in coppers if each.net == GROUND and each.pad]:
        through = len(pad.layers) == 2
        if through and circuit.parts[str(pad.pad).split(".")[0]].kind not in _CROWDED:
            continue
        start = pad.middle()
        for step in range(64):
            far, turn = 1.3 + through * 0.6 + 0.25 * (step // 8), math.tau * (step % 8) / 8
            x, y = round(start[0] + far * math.cos(turn), 3), round(start[1] + far * math.sin(turn), 3)
            if (
                _BORDER + radius <= min(x, y) and max(x, y) <= SIDE - _BORDER - radius
                and all(each.away(x, y) >= radius + gap for each in coppers if each.pad)
                and _clear(coppers, x, y, radius + gap, GROUND)
                and all(_clear(coppers, *place, _SHORT / 2 + gap, GROUND) for place in _along(start, (x, y)))
            ):  # fmt: skip
                break
        else:
            raise CircuitError(f"controller: no place for a via beside {pad.pad}")
        via = Via(GROUND, x, y, router.VIA, router.VIA_DRILL)
        track = Track(GROUND, BOTTOM if through else TOP, _SHORT, (start, (x, y)))
        of = of._replace(vias=(*of.vias, via), tracks=(*of.tracks, track))
        coppers = list(_coppers(of, circuit, zones=False))
    return of


def _routed(of: Layout, circuit: Circuit) -> Layout:
    """Add the tracks and vias of all other nets, by the router."""
    coppers = list(_coppers(of, circuit))
    areas = [router.Copper(net, (router.TOP,), *slab) for net, outline in _AREAS.items() for slab in _slabs(outline)]
    joined: dict[str, list[str]] = {}
    for each in coppers:
        by_hand = each.net in _BY_HAND and not str(each.pad).startswith("TP")
        if each.pad and (by_hand or _within([area for area in areas if area.net == each.net], each)):
            joined.setdefault(str(each.net), []).append(str(each.pad))
    found = router.route(router.Grid(SIDE, SIDE, coppers), joined)
    layers = (TOP, BOTTOM)
    tracks = (Track(way.net, layers[way.layer], router.WIDTH, way.points) for way in found.ways)
    vias = (Via(net, x, y, router.VIA, router.VIA_DRILL) for net, x, y in found.vias)
    return of._replace(tracks=(*of.tracks, *tracks), vias=(*of.vias, *vias))


def _within(areas: Iterable[router.Copper], pad: router.Copper) -> bool:
    return any(area.away(*pad.middle()) <= 0 for area in areas)


def _stitched(of: Layout, circuit: Circuit) -> Layout:
    """Add ground vias wherever both sides have room, to join the pieces of ground that tracks separate."""
    coppers = list(_coppers(of, circuit))
    away = router.VIA / 2 + 0.35  # room for the pour around the via
    found = []
    for up in range(_STITCH // 2, int(SIDE / STEP), _STITCH):
        for over in range(_STITCH // 2, int(SIDE / STEP), _STITCH):
            x, y = round(over * STEP, 3), round(up * STEP, 3)
            if any(bottom < y < top and left < x < right for left, bottom, right, top in _slabs(_BODY)) and all(
                each.away(x, y) >= away for each in coppers
            ):
                found.append(Via(GROUND, x, y, router.VIA, router.VIA_DRILL))
    return of._replace(vias=(*of.vias, *found))
