"""The data for the lights: shifted to 5 V to the first light, over RETURN to the next row, and back by the divider."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from .. import pico_inputs, tile, values
from . import parts, spice

RAILS = (4.5, 5.0, 5.25)
HOME_RAILS = (4.2, 4.75, 5.25)
SUPPLIES = (pico_inputs.LEAST_V, pico_inputs.GREATEST_V)  # the Pico's
# A track on the tile, 0.25 mm wide and 1.5 mm above the ground. These are usual figures.
TRACK_IMPEDANCE, TRACK_S_M = 120, 6e-9
# The edge time of a WS2812B's output is not specified. This one is short, because a fast output rings more.
PIXEL_EDGE_S = 5e-9
# A typical output of a 74AHCT125 has a lower resistance than guaranteed.
STRONG_SHIFTER_OHM = 20
_TOLD = "level, ns high, ns above low, greatest, least while high, greatest while low"  # the figures of _measured()
_PERIOD_NS = parts.STEP_NS * parts.STEPS
_SHORTEST_NS = parts.ZERO_STEPS * parts.STEP_NS  # the Pico's shortest pulse
_START_NS = 100


class Arrival(NamedTuple):
    """A data bit at its destination: level, and time above the high and above the low threshold."""

    volts: float
    high_ns: float | None
    above_low_ns: float | None
    most: float
    least_while_high: float  # the lowest voltage while the bit is high, after the first peak
    most_while_low: float  # the highest voltage while the bit is low, after the first trough
    rail: float

    @property
    def reaches(self) -> float:
        """Return the level as a share of the supply voltage."""
        return self.volts / self.rail


# By name of the case: the source's resistance, the series resistor (None: that of the board), and the high level (None:
# the supply voltage)
OUT_CASES: dict[str, tuple[float, float | None, float | None]] = {
    "weak": (parts.SHIFTER_OHM, None, None),
    "strong": (STRONG_SHIFTER_OHM, None, None),
    "bare": (STRONG_SHIFTER_OHM, 0.1, None),
    "direct": (parts.PICO_OUT_OHM, None, SUPPLIES[0]),
}


def _measured(words: str, given: dict[str, Any], node: str, low: float, high: float, width_ns: int) -> list[str]:
    """Return the commands that simulate one pulse and print its results."""
    end, last = _START_NS + width_ns, _START_NS + _PERIOD_NS
    at, when = f"v({node})", "trig v({0}) val={1:g} rise=1 targ v({0}) val={1:g} fall=last"
    # peak and dip, trough and bump: how far it comes back after its first peak, and after the first trough of its fall
    steps = {
        "level": f"find {at} at={end - 2}n", "wide": when.format(node, high), "wider": when.format(node, low),
        "most": f"max {at}", "peak": f"max_at {at} from={_START_NS}n to={_START_NS + 80}n",
        "dip": f"min {at} from=$&peak to={end - 5}n", "trough": f"min_at {at} from={end}n to={end + 80}n",
        "bump": f"max {at} from=$&trough to={last}n",
    }  # fmt: skip
    told = ("level", "wide", "wider", "most", "dip", "bump")
    return spice.case(words, given, f"tran 0.5n {last}n", steps, told)


def _line(name: str, start: str, end: str, impedance: float, seconds: float) -> list[str]:
    """Return a lossless line of coils and capacitors, 0.5 ns each; ngspice's own line is slower and not better."""
    count = max(1, round(seconds / 0.5e-9))
    henry = spice.number(impedance * seconds / count)
    farad = spice.number(seconds / impedance / count)
    nodes = [start, *(f"{name}{at}" for at in range(1, count)), end]
    found = []
    for at, (one, two) in enumerate(zip(nodes, nodes[1:], strict=False), 1):
        found += [f"l{name}{at} {one} {two} {henry}", f"c{name}{at} {two} 0 {farad}"]
    return found


def _thresholds(rail: float) -> tuple[float, float]:
    """Return the low and the high threshold of a light."""
    return parts.PIXEL_LOW * rail, parts.PIXEL_HIGH * rail


def _arrival(found: spice.Results, key: tuple[str, ...], rail: float) -> Arrival:
    level, wide, wider, most, dip, bump = found[key]
    return Arrival(spice.sure(level), _ns(wide), _ns(wider), spice.sure(most), spice.sure(dip), spice.sure(bump), rail)


def _ns(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1e9


def out_deck(board: dict[str, Any]) -> str:
    """Return the deck from the Pico's pin to the first light's DIN: a 0 (the shortest pulse) at each supply voltage."""
    ribbon = board["cables"]["ribbon_mm"] / 1000
    resistor = values.resistor_ohms(board, "data_resistor")
    lines = [
        f".param high=5 out={parts.SHIFTER_OHM} series={resistor:g}",
        f"v1 source 0 pulse(0 {{high}} {_START_NS}n 3n 3n {_SHORTEST_NS - 3}n 1)",
        "r1 source chip {out}\nc1 chip 0 5p\nr2 chip plug {series}\nc2 plug 0 5p",
        *_line("ribbon", "plug", "tile", parts.RIBBON_IMPEDANCE, ribbon * parts.RIBBON_S_M),
        *_line("track", "tile", "din", TRACK_IMPEDANCE, 0.05 * TRACK_S_M),
        f"c3 din 0 {spice.number(parts.PIXEL_F)}",
        "r3 din 0 5meg",
    ]
    script = []
    for name, (out, series, high) in OUT_CASES.items():
        for rail in RAILS:
            given = {"high": high or rail, "out": out, "series": series or resistor}
            script += _measured(f"{name} {rail:g}", given, "din", *_thresholds(rail), _SHORTEST_NS)
    title = "The lights' data: level shifter, resistor, ribbon, the first light"
    return spice.deck(title, f"case, rail : {_TOLD}", lines, script)


def out(board: dict[str, Any], case: str, rail: float) -> Arrival:
    """Return a 0 as it arrives at the first light."""
    return _arrival(spice.run(out_deck(board)), (case, f"{rail:g}"), rail)


def links(board: dict[str, Any]) -> tuple[int, int]:
    """Return the resistors in Ohm to try on the controller between a RETURN and the next DAT1: none, and ours."""
    return 0, round(values.resistor_ohms(board, "chain_resistor"))


def link_deck(board: dict[str, Any]) -> str:
    """Return the deck from the last light of a row of tiles over RETURN and two ribbons to the next row.

    It has both cases: with and without a resistor on the controller.
    """
    ribbon = board["cables"]["ribbon_mm"] / 1000 * parts.RIBBON_S_M
    across = board["board"]["pitch_mm"] * board["board"]["size"] / 1000 * TRACK_S_M
    lines = [
        ".param high=5 out=40 middle=0.1",
        f"v1 source 0 pulse(0 {{high}} {_START_NS}n {PIXEL_EDGE_S:g} {PIXEL_EDGE_S:g} 395n 1)",
        "r1 source dout {out}",
        *_line("across", "dout", "edge", TRACK_IMPEDANCE, across),
        "r2 edge plug 0.2",
        *_line("home", "plug", "controller", parts.RIBBON_IMPEDANCE, ribbon),
        "c2 controller 0 5p",
        "r3 controller onward {middle}",
        *_line("out", "onward", "tile", parts.RIBBON_IMPEDANCE, ribbon),
        *_line("track", "tile", "din", TRACK_IMPEDANCE, 0.05 * TRACK_S_M),
        f"c3 din 0 {spice.number(parts.PIXEL_F)}",
        "r4 din 0 5meg",
    ]
    script = []
    for middle, ohms, rail in product(links(board), parts.PIXEL_OUT_OHM, RAILS):
        given = {"high": rail, "out": ohms, "middle": middle or 0.01}
        script += _measured(f"{ohms} {middle} {rail:g}", given, "din", *_thresholds(rail), 400)
    title = "RETURN: from the last light of a row of tiles, home to the controller, and to the next row's first light"
    return spice.deck(title, f"Ohm of DOUT, and in the middle, rail : {_TOLD}", lines, script)


def link(board: dict[str, Any], ohms: int, middle: int, rail: float) -> Arrival:
    """Return a 0 as it arrives over RETURN, from an output of `ohms` and through `middle` Ohm on the controller."""
    return _arrival(spice.run(link_deck(board)), (str(ohms), str(middle), f"{rail:g}"), rail)


_SEGMENTS = 10
# For two wires of a ribbon, by their distance in wires: the capacitance in farad a metre, and the coupling of their
# coils (usual figures)
_COUPLING_F_M = {1: 15e-12, 2: 2e-12}
_COUPLING = {1: 0.35, 2: 0.15, 3: 0.07, 4: 0.03}
# The edge that a row driver sends: its output is that of a typical 74LVC595A at 3.45 V, which is stronger than
# guaranteed
ROW_EDGE_V, ROW_OHM, ROW_EDGE_S, ROW_LOAD_F = 3.45, 20, 2e-9, 100e-12
# The wires from the wire of the last row on, in the order of the ribbon to the tiles
NEIGHBOURS = tile.FEED[tile.FEED.index(tile.SHUT) :]
def crosstalk_deck(board: dict[str, Any], order: tuple[str, ...] = NEIGHBOURS) -> str:
    """Return the deck of the crosstalk in a ribbon between the last row, D1 and RETURN. `order`: of its wires.

    At both ends the supply is connected to ground by capacitors, and the ground directly.
    """
    metres = board["cables"]["ribbon_mm"] / 1000 / _SEGMENTS
    henry = spice.number(parts.RIBBON_IMPEDANCE * parts.RIBBON_S_M * metres)
    farad = spice.number(parts.RIBBON_S_M / parts.RIBBON_IMPEDANCE * metres)
    resistor = values.resistor_ohms(board, "data_resistor")
    lines = [".param d=0 r=0 s=0"]
    for wire, net in enumerate(order):
        near, far = f"w{wire}_0", f"w{wire}_{_SEGMENTS}"
        if net == tile.SHUT:
            lines += [f"vs shut 0 pulse(0 {{s}} 100n {ROW_EDGE_S:g} {ROW_EDGE_S:g} 400n 1)"]
            lines += [f"rs shut {near} {ROW_OHM}", f"cs {far} 0 {spice.number(ROW_LOAD_F)}"]
        elif net == "DAT1":
            edge = parts.SHIFTER_EDGE_S
            lines += [f"vd out 0 pulse(0 {{d}} 100n {edge:g} {edge:g} 400n 1)"]
            lines += [f"rd out {near} {STRONG_SHIFTER_OHM + resistor:g}", f"cd {far} 0 {spice.number(parts.PIXEL_F)}"]
        elif net == tile.RETURN:
            lines += [f"vr light 0 pulse(0 {{r}} 100n {PIXEL_EDGE_S:g} {PIXEL_EDGE_S:g} 400n 1)"]
            lines += [f"rr light {far} {parts.PIXEL_OUT_OHM[0]}", f"cr {near} 0 {spice.number(parts.PIXEL_F)}"]
        else:
            lines += [f"r{wire}n {near} 0 0.05", f"r{wire}f {far} 0 0.05"]
    for at in range(_SEGMENTS):
        for one in range(len(order)):
            lines += [f"l{one}_{at} w{one}_{at} w{one}_{at + 1} {henry}", f"c{one}_{at} w{one}_{at + 1} 0 {farad}"]
            for two in range(one + 1, len(order)):
                lines.append(f"k{one}{two}_{at} l{one}_{at} l{two}_{at} {_COUPLING[two - one]}")
                if two - one in _COUPLING_F_M:
                    between = spice.number(_COUPLING_F_M[two - one] * metres)
                    lines.append(f"cm{one}{two}_{at} w{one}_{at + 1} w{two}_{at + 1} {between}")
    script = []
    ends = {"DAT1": f"w{order.index('DAT1')}_{_SEGMENTS}", tile.RETURN: f"w{order.index(tile.RETURN)}_0"}
    for victim, by in CROSSINGS:
        volts = {"DAT1": 0.0, tile.RETURN: 0.0, tile.SHUT: 0.0, by: ROW_EDGE_V if by == tile.SHUT else 5.25}
        given = {"d": volts["DAT1"], "r": volts[tile.RETURN], "s": volts[tile.SHUT]}
        steps = {"up": f"max v({ends[victim]})", "down": f"min v({ends[victim]})"}
        script += spice.case(f"{victim} {by}", given, "tran 0.25n 900n", steps)
    title = f"Crosstalk in a ribbon, its wires in the order {', '.join(order)}"
    return spice.deck(title, "who is disturbed, by whom, by how many volts up, and down", lines, script)


# Pairs of the disturbed line and the disturbing line
CROSSINGS = (("DAT1", tile.RETURN), ("DAT1", tile.SHUT), (tile.RETURN, "DAT1"), (tile.RETURN, tile.SHUT))


def crosstalk(board: dict[str, Any], victim: str, by: str, order: tuple[str, ...] = NEIGHBOURS) -> tuple[float, float]:
    """Return the greatest and the least volts of DAT1 or RETURN (`victim`) at rest, caused by edges on another wire."""
    up, down = spice.run(crosstalk_deck(board, order))[victim, by]
    return spice.sure(up), spice.sure(down)


def home_deck(board: dict[str, Any]) -> str:
    """Return the deck from the last bar's DOUT through the divider to the Pico, with a WS2812B's shortest pulse."""
    upper, lower = (values.resistor_ohms(board, kind) for kind in ("return_upper", "return_lower"))
    lines = [
        f".param high=5 upper={upper:g} lower={lower:g} out=40",
        f"v1 source 0 pulse(0 {{high}} {_START_NS}n {PIXEL_EDGE_S:g} {PIXEL_EDGE_S:g} {parts.ZERO_HIGH_NS[0] - 5}n 1)",
        "r1 source dout {out}",
        *_line("wire", "dout", "plug", parts.RIBBON_IMPEDANCE, parts.RIBBON_S_M),
        "r2 plug pin {upper}",
        "r3 pin 0 {lower}",
        "c1 pin 0 20p",
    ]
    script = []
    for name, sign, ohms in (("high", 1, parts.PIXEL_OUT_OHM[0]), ("low", -1, parts.PIXEL_OUT_OHM[1])):
        for rail in HOME_RAILS:
            less, more = (1 + each * sign * pico_inputs.SPREAD / 100 for each in (-1, 1))
            given = {"high": rail, "out": ohms, "upper": upper * less, "lower": lower * more}
            script += _measured(f"{name} {rail:g}", given, "pin", pico_inputs.input_low(SUPPLIES[0]),
                                pico_inputs.input_high(SUPPLIES[1]), parts.ZERO_HIGH_NS[0])  # fmt: skip
    title = "The chain's way home: the last light, a metre of wire, the divider, the Pico's input"
    return spice.deck(title, f"resistors, rail : {_TOLD}", lines, script)


def home(board: dict[str, Any], resistors: str, rail: float) -> Arrival:
    """Return the shortest pulse at the Pico. `side`: the divider's tolerances make it "high" or "low"."""
    return _arrival(spice.run(home_deck(board)), (resistors, f"{rail:g}"), rail)
