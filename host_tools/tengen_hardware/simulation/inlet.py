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
LEAD_H_M = 1e-6  # the inductance of a lead of two wires, per metre; a usual figure
SUPPLY_OHM = 0.02  # the resistance of the supply, before it limits its current; a low resistance is the worse case
# The cathode of a TL431: volts when it conducts, and amperes just below its threshold (TI, typical)
USUAL_CATHODE_V, USUAL_IDLE_A = 2.0, 0.4e-3
TILES_F = 25 * 24e-6  # the capacitors of the tiles: at 5 V about half of their 47 uF remains
_START_S, _LATER_S = 1e-3, 30e-3

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
    """The effect of a supply: greatest and least volts at the lights and at the Pico, amperes, and joules in Q2."""

    most: float
    least: float
    pico: float
    pico_least: float
    amperes: float
    between: float  # the greatest voltage between the FETs
    joules: float
    end: float  # the voltage at the lights when the simulation ends


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
        f"r0 supply s1 {lead + SUPPLY_OHM:.4f}",
        f"l0 s1 inlet {spice.number(LEAD_H_M * cables['lead_mm'] / 1000)}",
        f"rf inlet fused {supply.FUSE_OHM}",
        "dw1 wa fused wide",
        "dw2 wa 0 wide",
        "m1 fused gate_in passed pfet",
        f"r40 gate_in 0 {ohm['gate_resistor']}",
        "d4 gate_in passed zener",
        "m2 drain gate_out passed pfet",
        "vq2 drain five 0",
        f"r41 gate_out 0 {ohm['gate_resistor']}",
        f"c5 gate_out passed {farad['hold_capacitor']}",
        f"c6 gate_out ramp {farad['ramp_capacitor']}",
        f"r47 ramp five {ohm['ramp_resistor']}",
        "q3 gate_out base passed pnp",
        f"r42 passed base {ohm['trip_bleed']}",
        f"r43 base sink {ohm['trip_base']}",
        f"r44 passed sense {ohm['trip_upper']}",
        f"r45 sense 0 {ohm['trip_lower']}",
        f"r46 gate_out sense {ohm['trip_back']}",
        f"b5 sink 0 i = ({{idle}}*max(0, min(1, v(sense)-1.5)) + max(0, min(0.1, (v(sense)-{{{trips_at}}})*5)))"
        "*tanh(max(0, v(sink)-{low})*5)",
        "c50 sink 0 50p",
        "c51 sense 0 10p",
        f"rc1 five c1 30m\nc1 c1 0 {farad['bulk_capacitor']}",
        f"rct five ct 5m\nct ct 0 {spice.number(TILES_F)}",
        "d2 0 five clamp",
        "d1 five vsys schottky",
        f"b1 vsys 0 i = {board['supply']['pico_ma'] / 1000:g}*tanh(max(0, v(vsys)))",
        "b2 five 0 i = v(load)*tanh(max(0, v(five)))",
        "s1 five 0 short 0 shorted",
        ".model shorted sw(vt=0.5 ron=50m roff=1e9)",
        MODELS.rstrip(),
    ]


def deck(board: dict[str, Any]) -> str:
    """Return the deck of the inlet with all supplies, a load step and a short circuit."""
    budget = board["leds"]["budget_ma"] / 1000
    start, later = f"{_START_S:g}", f"{_LATER_S:g}"
    lines = [
        f".param first=5 then=5 more=0 shorts=0 spread=0 low={USUAL_CATHODE_V} idle={USUAL_IDLE_A:g}",
        f"v1 supply 0 pwl(0 0 {start} 0 {_START_S + 2e-6:g} {{first}} {later} {{first}} {_LATER_S + 1e-5:g} {{then}})",
        f"v2 load 0 pwl(0 0.3 {later} 0.3 {_LATER_S + 1e-6:g} {{0.3+more}})",
        f"v3 short 0 pwl(0 0 {later} 0 {_LATER_S + 1e-6:g} {{shorts}})",
        *_circuit(board),
    ]
    cases = [(f"plug {volts:g}", {"first": volts, "then": volts}, _START_S) for volts in PLUGGED]
    cases += [(f"jump {volts:g}", {"then": volts}, _LATER_S) for volts in JUMPS]
    cases += [("step 5", {"more": budget - 0.3}, _LATER_S), ("short 5", {"shorts": 1}, _LATER_S)]
    script = []
    for name, changed, since in cases:
        over = f"from={since:g} to=60m"
        given = {"first": 5.0, "then": 5.0, "more": 0, "shorts": 0, **changed}
        steps = {
            "watts": "= (v(passed)-v(five))*i(vq2)",
            "most": f"max v(five) {over}", "least": f"min v(five) {over}", "pico": f"max v(vsys) {over}",
            "picoleast": f"min v(vsys) {over}", "amperes": f"max i(l0) {over}", "between": f"max v(passed) {over}",
            "joules": f"integ watts {over}", "ends": "find v(five) at=59.9m",
        }  # fmt: skip
        script += spice.case(name, given, "tran 2u 60m 0 20u uic", steps, list(steps)[1:])
    told = "what, volts : lights most, least, Pico most, least, amperes, volts between FETs, J in Q2, end"
    return spice.deck("The inlet with right and wrong supplies", told, lines, script)


def reached(board: dict[str, Any], what: str, volts: float) -> Reached:
    """Return the effect of a supply: `what` is "plug", "jump", "step" or "short"."""
    return Reached(*(spice.sure(each) for each in spice.run(deck(board))[what, f"{volts:g}"]))


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
        f".param spread=0 low={USUAL_CATHODE_V} idle={USUAL_IDLE_A:g}",
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
