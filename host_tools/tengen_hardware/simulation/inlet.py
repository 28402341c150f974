"""The inlet with right and wrong supplies: the voltages at lights and Pico, behind the two FETs."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from .. import protection_rules, values
from . import parts, spice, supply

# Volts of a supply that is plugged in while the board is dark
PLUGGED = (5.0, 12.0, 19.0, -5.0, -12.0)
# The supply jumps to these voltages while the board runs on 5 V
JUMPS = (5.25, 6.0, 9.0, 12.0)
LEADS_UH = (0.5, 1.0, 2.0)  # inductances of the lead of two wires; about 1 uH a metre is a usual figure
SUPPLY_OHM = 0.02  # the resistance of the supply, before it limits its current; a low resistance is the worse case
# The cathode of a TL431: volts when it conducts, and amperes just below its threshold (TI, typical)
USUAL_CATHODE_V, USUAL_IDLE_A = 2.0, 0.4e-3
USB_OHM = 0.35  # the resistance of the laptop's port, its cable, and F2 (0.15 Ohm at the least)
LIMIT_A, PORT_A = 4.0, 0.5  # a supply and a laptop's port that limit their current to this, and do not switch off
PASS_W = 2.5  # what an IRF9310 on a board bears permanently, at 25 degrees (Infineon, to be checked)
TILES_F = 25 * 24e-6  # the capacitors of the tiles: at 5 V about half of their 47 uF remains
_START_S, _LATER_S, _END_S = 1e-3, 30e-3, 0.1

# The models. The FET has a Vto that makes it weak (6.8 mOhm at a gate of -4.5 V, the most that Infineon allows,
# checked), and a gate charge of about 60 nC. The clamps have their breakdown, and the resistance that gives the voltage
# at their greatest current (Littelfuse). The reference has 2.495 V and 5 A a volt; its cathode falls to `low` volts,
# and takes `idle` amperes before.
MODELS = """\
.model pfet vdmos(pchan vto=-1.9 kp=60 rd=2m rs=1.5m rds=1e8 cgdmax=2n cgdmin=0.5n a=1 cgs=4.6n cjo=1n rb=4m is=1n \
mtriode=1)
.model pnp pnp(is=1.41f bf=180 vaf=18.7 ikf=80m br=4.977 rc=2.5 cjc=9.7p cje=8p tf=179p tr=34n)
.model zener d(is=1n bv=12 ibv=1m rs=5)
.model clamp d(is=1n bv=6.7 ibv=10m rs=38m cjo=3n)
.model wide d(is=1n bv=20 ibv=1m rs=0.45 cjo=0.5n)
.model schottky d(is=1u n=1.05 rs=50m)
"""


class Reached(NamedTuple):
    """The effect of a supply: greatest and least volts at the lights, most at the Pico, amperes, the heat in Q2."""

    most: float
    least: float
    pico: float
    amperes: float  # the greatest, also from the laptop
    across: float  # the greatest voltage across Q2
    joules: float
    watts: float  # ... in Q2 when the simulation ends
    end: float  # the voltage at the lights then
    jack: float  # ... and at the jack
    seconds: float | None = None  # after the start until the lights have 4 V


# The parameters of both decks. The supply and the laptop's port give at most `gives` and `port` amperes. `bank` is the
# capacitor at the supply's output, if there is one.
_USUAL = {
    "first": 5, "then": 5, "more": 0, "shorts": 0, "spread": 0, "low": USUAL_CATHODE_V, "idle": USUAL_IDLE_A,
    "gives": 1e3, "bank": 1e-9, "lead": LEADS_UH[1] * 1e-6, "usb": 0, "port": 1e3, "tiles": TILES_F,
}  # fmt: skip


def _circuit(board: dict[str, Any]) -> list[str]:
    cables = board["cables"]
    lead = 2 * parts.COPPER_OHM_M * cables["lead_mm"] / cables["lead_mm2"] * 1000
    resistors = ("gate_resistor", "trip_bleed", "trip_base", "trip_upper", "trip_lower", "trip_back", "ramp_resistor")
    ohm = {kind: f"{values.resistor_ohms(board, kind):g}" for kind in resistors}
    # the resistors that decide about the trip voltage, at the end of their tolerance that makes it higher
    more, less = (f"{{(1{sign}{protection_rules.RESISTOR_SPREAD}*spread)*" for sign in "+-")
    for kind in ("trip_upper", "trip_base"):
        ohm[kind] = f"{more}{ohm[kind]}}}"
    for kind in ("trip_lower", "trip_back", "trip_bleed"):
        ohm[kind] = f"{less}{ohm[kind]}}}"
    trips_at = f"{protection_rules.REFERENCE_V}*(1+{protection_rules.REFERENCE_SPREAD}*spread)"
    capacitors = ("hold_capacitor", "ramp_capacitor", "bulk_capacitor")
    farad = {kind: spice.number(values.farads(board["parts"][kind]["value"])) for kind in capacitors}
    return [
        ".param " + " ".join(f"{name}={value:g}" for name, value in _USUAL.items()),
        f"b0 supply s0 i = {{gives}}*tanh((v(supply)-v(s0))/({SUPPLY_OHM}*{{gives}}))",
        f"r0 s0 s1 {lead:.4f}",
        f"rc0 s0 c0 {SUPPLY_OHM}\nc0 c0 0 {{bank}}",
        "l0 s1 inlet {lead}",
        f"v7 bus 0 pwl(0 0 {_START_S:g} 0 {_START_S + 2e-6:g} {{usb}})",
        f"b7 bus usb i = {{port}}*tanh((v(bus)-v(usb))/({USB_OHM}*{{port}}))",
        "d3 usb five schottky",
        f"rf inlet fused {supply.FUSE_OHM}",
        "dw1 wa fused wide\ndw2 wa 0 wide",
        f"m1 fused gate_in passed pfet\nr40 gate_in 0 {ohm['gate_resistor']}\nd4 gate_in passed zener",
        f"m2 drain gate_out passed pfet\nvq2 drain five 0\nr41 gate_out 0 {ohm['gate_resistor']}",
        f"c5 gate_out passed {farad['hold_capacitor']}",
        f"c6 gate_out ramp {farad['ramp_capacitor']}\nr47 ramp five {ohm['ramp_resistor']}",
        f"q3 gate_out base passed pnp\nr42 passed base {ohm['trip_bleed']}\nr43 base sink {ohm['trip_base']}",
        f"r44 passed sense {ohm['trip_upper']}\nr45 sense 0 {ohm['trip_lower']}\nr46 gate_out sense {ohm['trip_back']}",
        f"b5 sink 0 i = ({{idle}}*max(0, min(1, v(sense)-1.5)) + max(0, min(0.1, (v(sense)-{{{trips_at}}})*5)))"
        "*tanh(max(0, v(sink)-{low})*5)",
        "c50 sink 0 50p\nc51 sense 0 10p",
        f"rc1 five c1 30m\nc1 c1 0 {farad['bulk_capacitor']}",
        "rct five ct 5m\nct ct 0 {tiles}",
        "d2 0 five clamp",
        "d1 five vsys schottky",
        f"b1 vsys 0 i = {board['supply']['pico_ma'] / 1000:g}*tanh(max(0, v(vsys)))",
        "b2 five 0 i = v(load)*tanh(max(0, v(five)))",
        "s1 five 0 short 0 shorted\n.model shorted sw(vt=0.5 ron=50m roff=1e9)",
        MODELS.rstrip(),
    ]


def deck(board: dict[str, Any]) -> str:
    """Return the deck of the inlet with all supplies, a load step and a short circuit."""
    budget = board["leds"]["budget_ma"] / 1000
    start, later = f"{_START_S:g}", f"{_LATER_S:g}"
    lines = [
        f"v1 supply 0 pwl(0 0 {start} 0 {_START_S + 2e-6:g} {{first}} {later} {{first}} {_LATER_S + 1e-5:g} {{then}})",
        f"v2 load 0 pwl(0 0.3 {later} 0.3 {_LATER_S + 1e-6:g} {{0.3+more}})",
        f"v3 short 0 pwl(0 0 {later} 0 {_LATER_S + 1e-6:g} {{shorts}})",
        *_circuit(board),
    ]
    cases = [(f"plug {volts:g}", {"first": volts, "then": volts}, _START_S) for volts in PLUGGED]
    cases += [(f"jump {volts:g}", {"then": volts}, _LATER_S) for volts in JUMPS]
    cases += [(f"lead {micro:g}", {"then": JUMPS[-1], "lead": micro * 1e-6}, _LATER_S) for micro in LEADS_UH]
    cases += [
        ("step 5", {"more": budget - 0.3}, _LATER_S),
        ("short 5", {"shorts": 1}, _LATER_S),
        (f"short {LIMIT_A:g}", {"shorts": 1, "gives": LIMIT_A, "bank": 1e-3}, _LATER_S),
        # a laptop, and no supply
        ("usb 5", {"first": 0, "then": 0, "gives": 1e-6, "usb": 5}, _START_S),
        (f"usb {PORT_A:g}", {"first": 0, "then": 0, "gives": 1e-6, "usb": 5, "port": PORT_A}, _START_S),
    ]
    script = []
    for name, changed, since in cases:
        over = f"from={since:g} to={_END_S:g}"
        steps = {
            "over": "= v(passed)-v(five)", "heat": "= over*i(vq2)", "drawn": "= i(l0)-i(v7)",
            "most": f"max v(five) {over}", "least": f"min v(five) {over}", "pico": f"max v(vsys) {over}",
            "amperes": f"max drawn {over}", "across": f"max over {over}", "joules": f"integ heat {over}",
            "watts": f"find heat at={_END_S:g}", "ends": f"find v(five) at={_END_S:g}",
            "jack": f"find v(s0) at={_END_S:g}", "seconds": f"when v(five)=4 rise=1 from={since:g}",
        }  # fmt: skip
        script += spice.case(name, {**_USUAL, **changed}, f"tran 2u {_END_S:g} 0 20u uic", steps, list(steps)[3:])
    told = f"what, volts : {', '.join(Reached._fields)}"
    return spice.deck("The inlet with right and wrong supplies", told, lines, script)


def reached(board: dict[str, Any], what: str, value: float) -> Reached:
    """Return the effect of a supply: `what` is "plug", "jump", "step", "short" or "usb", or "lead" with its uH."""
    *found, seconds = spice.run(deck(board))[what, f"{value:g}"]
    return Reached(*map(spice.sure, found))._replace(seconds=seconds and seconds - _START_S)


# Volts to which the supply rises slowly, and the seconds of the rise and of the fall
_SLOWLY_V, _SLOWLY_S = 6.5, 0.1
# Volts at the cathode of a reference that conducts, amperes just below its threshold, degrees, and the end of the
# tolerance: the usual, and all extremes
CORNERS = [
    (USUAL_CATHODE_V, USUAL_IDLE_A, 25, 0),
    *itertools.product(protection_rules.CATHODE_V, protection_rules.IDLE_A, (0, 45), (-1, 1)),
]


class Tripped(NamedTuple):
    """A supply that rises and falls slowly: volts between the FETs at turn-off and turn-on, seconds of the turn-off."""

    off: float
    on: float
    seconds: float


def slow_deck(board: dict[str, Any]) -> str:
    """Return the deck of a supply that rises slowly from 5 V and falls back, for all CORNERS."""
    rises, falls, ends = 0.1, 0.1 + _SLOWLY_S, 0.1 + 2 * _SLOWLY_S
    lines = [
        f"v1 supply 0 pwl(0 0 1m 0 1.002m 5 {rises:g} 5 {falls:g} {_SLOWLY_V:g} {ends:g} 5 {ends + 0.1:g} 5)",
        "v2 load 0 0.3",
        "v3 short 0 0",
        *_circuit(board),
    ]
    script = []
    for low, idle, temperature, spread in CORNERS:
        steps = {
            "drive": "= v(passed)-v(gate_out)", "falls": f"when drive=4 fall=1 from={rises:g}",
            "fallen": f"when drive=1 fall=1 from={rises:g}",
            "off": f"find v(passed) when drive=4 fall=1 from={rises:g}",
            # the PNP lets the gate go here; R41 charges C5 much more slowly than that
            "on": f"find v(passed) when drive=0.3 rise=1 from={falls:g}", "seconds": "= fallen - falls",
        }  # fmt: skip
        run = f"option temp={temperature}\ntran 20u {ends + 0.1:g} 0 50u uic"
        given = {"low": low, "idle": idle, "spread": spread}
        script += spice.case(f"{low:g} {idle:g} {temperature} {spread}", given, run, steps, ("off", "on", "seconds"))
    told = "cathode's volts, idle amperes, degrees, end of tolerance : volts at turn-off, at turn-on, its seconds"
    return spice.deck("The inlet, and a supply that rises slowly from 5 V and falls back", told, lines, script)


def tripped(board: dict[str, Any], low: float, idle: float, temperature: int, spread: int) -> Tripped:
    """Return the effect of a supply that rises and falls slowly, for a corner of CORNERS."""
    said = spice.run(slow_deck(board))[f"{low:g}", f"{idle:g}", str(temperature), str(spread)]
    return Tripped(*map(spice.sure, said))
