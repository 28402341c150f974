"""A spark from a hand to a line that leaves the controller: the load of the line's chip, with and without a clamp."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import pico_inputs, protection_rules, values
from . import parts, spice

KILOVOLTS = (8, -8)  # contact discharge of level 4 by IEC 61000-4-2
# The generator: a hand of 150 pF behind 330 Ohm, and fingers of a few picofarad, which discharge faster. L and the
# fingers are chosen so that the current is that of the standard: 30 A at first, 16 A after 30 ns, 8 A after 60 ns.
HAND_F, HAND_OHM, HAND_H = 150e-12, 330, 2.2e-6
FINGERS_F, FINGERS_OHM, FINGERS_H = 11e-12, 210, 20e-9
RISE_S = 1.1e-9
TARGET_OHM = 2.0  # the resistance of the target for which the standard specifies the currents
# The capacitance between a stone's magnet and the lead of a reed below the plate, estimated from sizes and distance
STONE_F = 0.3e-12
# The least inductance of the track from plug to chip; a longer track reduces the load of the chip
TRACK_H = 20e-9


class Line(NamedTuple):
    """A kind of line: its resistor's kind in board.toml (or None), the supply of its chip in volts, and its chip."""

    resistor: str | None
    rail: float
    chip: str


LINES = {
    "column": Line("column_resistor", 3.3, "the Pico"),
    "button": Line("button_resistor", 3.3, "the Pico"),
    "home": Line("return_upper", 3.3, "the Pico"),
    "lights": Line("data_resistor", 5.0, "74AHCT125"),
    "row": Line(None, 3.3, "74LVC595A"),
}
ROW_OHM = 10  # the resistor that is tried in a row's line; the board has no such resistor
# The parts between plug and chip: none, only the resistor or only the clamp, or both
WAYS = ("bare", "resistor", "clamp", "both")


class Taken(NamedTuple):
    """The effect of a spark: greatest current into the chip, its square over time, greatest voltage at the resistor."""

    amperes: float
    action: float  # A2s
    volts: float


def ways(line: str) -> tuple[str, ...]:
    """Return the protections to try for a line."""
    return WAYS if LINES[line].resistor else ("bare", "clamp", "both")


def series_ohm(board: dict[str, Any], line: str) -> float:
    """Return the resistor of a line in Ohm; for a row the resistor that was tried."""
    kind = LINES[line].resistor
    return values.resistor_ohms(board, kind) if kind else ROW_OHM


def hbm_action() -> float:
    """Return the A2s of the test discharge of chips, by the human body model."""
    return hbm_amperes() ** 2 * protection_rules.HBM_OHM * protection_rules.HBM_F / 2


def hbm_amperes() -> float:
    """Return the greatest current of the test discharge."""
    return protection_rules.HBM_V / protection_rules.HBM_OHM


def _generator() -> list[str]:
    hand, fingers = spice.number(HAND_H), spice.number(FINGERS_H)
    return [
        f"v1 gun 0 pwl(0 0 1n 0 {spice.number(1e-9 + RISE_S)} {{kilovolts*1000}})",
        f"c1 gun g1 {spice.number(HAND_F)}\nr1 g1 g2 {HAND_OHM}\nl1 g2 tip {hand}",
        f"c2 gun g3 {spice.number(FINGERS_F)}\nr2 g3 g4 {FINGERS_OHM}\nl2 g4 tip {fingers}",
        "r0 tip plug {joined}",
        f"r9 tip 0 {{target+{TARGET_OHM:g}}}",
    ]


def deck(board: dict[str, Any]) -> str:
    """Return the deck: the generator at a target, at each kind of line with each protection, and beside a column."""
    lines = [
        "* beside a column: volts of the line at most, and the time from the spark until it is low, in s",
        ".param kilovolts=8 rail=3.3 joined=1m target=1g clamp=1g series=1m load=5p stone=1f",
        *_generator(),
        "c3 plug 0 {load}",
        "* the clamp, behind its pads' inductance: diodes to ground and to a zener, as its data sheet bounds them",
        f"l3 plug c1n {spice.number(parts.CLAMP_H)}\nr3 c1n io {{clamp}}",
        f"d1 0 io low\nd2 io bus high\nd3 0 bus zener\nc4 io 0 {spice.number(parts.CLAMP_F)}",
        f".model low d(is=1p rs={protection_rules.CLAMP_OHM:g})\n.model high d(is=1p rs=0.1)",
        f".model zener d(is=1p bv={protection_rules.CLAMP_V - 1:g} ibv=10m rs={protection_rules.CLAMP_OHM - 0.1:g})",
        "* the way to the chip, and the chip: its own diodes to both rails",
        f"r4 plug t1 {{series}}\nl4 t1 t2 {spice.number(TRACK_H)}\nv4 t2 pin 0",
        "c5 pin 0 5p\nr5 pin 0 12k\nv5 rail 0 {rail}\nd4 pin rail own\nd5 0 pin own",
        f".model own d(is=1p rs={parts.CHIP_DIODE_OHM:g})",
        "* a stone over a reed: a small capacitor from what the spark hits",
        "c6 gun plug {stone}",
    ]
    script = ["option rshunt=1e12", *_target()]
    for name, line in LINES.items():
        series = series_ohm(board, name)
        for way in ways(name):
            for kilovolts in KILOVOLTS:
                given = {
                    "kilovolts": kilovolts, "rail": line.rail, "joined": 0.001, "target": 1e9, "load": 5e-12,
                    "stone": 1e-18, "clamp": 0.001 if way in ("clamp", "both") else 1e9,
                    "series": series if way in ("resistor", "both") else 0.001,
                }  # fmt: skip
                steps = {"taken": "= abs(i(v4))", "action": "= i(v4)*i(v4)", "over": "= abs(v(plug)-v(t1))",
                         "most": "max taken", "squared": "integ action", "volts": "max over"}  # fmt: skip
                script += spice.case(f"{name} {way} {kilovolts}", given, "tran 0.1n 250n 0 0.1n", steps,
                                     ("most", "squared", "volts"))  # fmt: skip
    return spice.deck(
        "A spark from a hand (IEC 61000-4-2, contact) to a line at its plug: clamp, resistor, the chip's own diodes",
        "line, way, kV : amperes into the chip at most, A2s, volts over the resistor at most",
        lines,
        [*script, *_stone(board)],
    )


def _target() -> list[str]:
    steps = {
        "hit": f"= v(tip)/{TARGET_OHM:g}", "first": "max hit from=0 to=10n",
        "tenth": "trig hit val=3 rise=1 targ hit val=27 rise=1", "thirty": "find hit at=31n",
        "sixty": "find hit at=61n",
    }  # fmt: skip
    return spice.case("target", {"kilovolts": 8, "joined": 1e9, "target": 0}, "tran 0.05n 100n 0 0.05n", steps,
                      list(steps)[1:])  # fmt: skip


def _stone(board: dict[str, Any]) -> list[str]:
    series = values.resistor_ohms(board, "column_resistor")
    low = pico_inputs.input_low(pico_inputs.LEAST_V)
    found = []
    for way in ("bare", "both"):
        clamp, ohm = (0.001, series) if way == "both" else (1e9, 0.001)
        given = {"kilovolts": 8, "rail": 3.3, "joined": 1e9, "target": 0, "load": 100e-12, "stone": STONE_F,
                 "clamp": clamp, "series": ohm}  # fmt: skip
        steps = {"taken": "= abs(i(v4))", "most": "max v(plug)", "amperes": "max taken",
                 "over": f"when v(plug)={low:g} fall=last"}  # fmt: skip
        found += spice.case(f"stone {way}", given, "tran 1n 8u 0 1n", steps, list(steps)[1:])
    return found


def generator(board: dict[str, Any]) -> tuple[float, float, float, float]:
    """Return the generator's current into the target: first peak in A, rise time in s, and A after 30 and 60 ns."""
    first, rise, thirty, sixty = (spice.sure(each) for each in spice.run(deck(board))[("target",)])
    return first, rise, thirty, sixty


def taken(board: dict[str, Any], line: str, way: str) -> Taken:
    """Return the load of the chip at a line, for the worse polarity. `way`: one of ways(line)."""
    found = [spice.run(deck(board))[line, way, str(kilovolts)] for kilovolts in KILOVOLTS]
    return Taken(*(max(spice.sure(each[at]) for each in found) for at in range(3)))


def stone(board: dict[str, Any], way: str) -> tuple[float, float, float]:
    """Return what a spark to a stone does to a column: greatest volts, A into the Pico, s until it is low again."""
    most, amperes, over = (spice.sure(each) for each in spice.run(deck(board))["stone", way])
    return most, amperes, over
