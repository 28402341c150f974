"""The inlet with right and wrong supplies: the voltages at lights and Pico, with the two FETs and as in revision A."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import protection_rules, values
from . import parts, spice, supply

INLETS = ("fets", "bare")  # the inlets: one with the two FETs, and one with only fuse and clamp, as in revision A
# Volts of a supply that is plugged in while the board is dark
PLUGGED = (5.0, 12.0, 19.0, -5.0, -12.0)
# The supply jumps to these voltages while the board runs on 5 V
JUMPS = (5.25, 6.0, 9.0, 12.0)
LEAD_H_M = 1e-6  # the inductance of a lead of two wires, per metre; a usual figure
SUPPLY_OHM = 0.02  # the resistance of the supply, before it limits its current; a low resistance is the worse case
TILES_F = 25 * 24e-6  # the capacitors of the tiles: at 5 V about half of their 47 uF remains
_START_S, _LATER_S = 1e-3, 30e-3

# The models. The FET has a Vto that makes it weak (6.8 mOhm at a gate of -4.5 V, the most that Infineon allows,
# checked), and a gate charge of about 60 nC. The clamps have their breakdown, and the resistance that gives the voltage
# at their greatest current (Littelfuse). The reference has 2.495 V and 5 A a volt, and no current below 1.8 V.
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


def _circuit(board: dict[str, Any], inlet: str) -> list[str]:
    cables = board["cables"]
    lead = 2 * parts.COPPER_OHM_M * cables["lead_mm"] / cables["lead_mm2"] * 1000
    resistors = ("gate_resistor", "trip_bleed", "trip_base", "trip_upper", "trip_lower", "trip_back", "ramp_resistor")
    ohm = {kind: f"{values.resistor_ohms(board, kind):g}" for kind in resistors}
    capacitors = ("hold_capacitor", "ramp_capacitor", "bulk_capacitor")
    farad = {kind: spice.number(values.farads(board["parts"][kind]["value"])) for kind in capacitors}
    lines = [
        f"r0 supply s1 {lead + SUPPLY_OHM:.4f}",
        f"l0 s1 inlet {spice.number(LEAD_H_M * cables['lead_mm'] / 1000)}",
        f"rf inlet fused {supply.FUSE_OHM}",
    ]
    if inlet == "bare":
        lines += ["vq2 fused five 0", "rpassed fused passed 1"]
    else:
        lines += [
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
            f"b5 sink 0 i = max(0, min(0.1, (v(sense)-{protection_rules.REFERENCE_V})*5))*tanh(max(0, v(sink)-1.8)*5)",
            "c50 sink 0 50p",
            "c51 sense 0 10p",
        ]
    return [
        *lines,
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


_MEASURED = (
    ("most max", "five"), ("least min", "five"), ("pico max", "vsys"), ("picoleast min", "vsys"),
    ("between max", "passed"),
)  # fmt: skip


def deck(board: dict[str, Any], inlet: str = "fets") -> str:
    """Return the deck of an inlet with all supplies, a load step and a short circuit."""
    budget = board["leds"]["budget_ma"] / 1000
    start, later = f"{_START_S:g}", f"{_LATER_S:g}"
    lines = [
        f"* The inlet ({'two FETs' if inlet == 'fets' else 'fuse and clamp alone'}) with right and wrong supplies",
        "* Made from hardware/board.toml by `make hardware`. Run it: ngspice -b FILE.cir, and read the lines with =",
        "* after each =: what, volts : lights most, least, Pico most, least, amperes, volts between FETs, J in Q2, end",
        ".param first=5 then=5 more=0 shorts=0",
        f"v1 supply 0 pwl(0 0 {start} 0 {_START_S + 2e-6:g} {{first}} {later} {{first}} {_LATER_S + 1e-5:g} {{then}})",
        f"v2 load 0 pwl(0 0.3 {later} 0.3 {_LATER_S + 1e-6:g} {{0.3+more}})",
        f"v3 short 0 pwl(0 0 {later} 0 {_LATER_S + 1e-6:g} {{shorts}})",
        *_circuit(board, inlet),
        "",
    ]
    cases = [(f"plug {volts:g}", {"first": volts, "then": volts}, _START_S) for volts in PLUGGED]
    cases += [(f"jump {volts:g}", {"then": volts}, _LATER_S) for volts in JUMPS]
    cases += [("step 5", {"more": budget - 0.3}, _LATER_S), ("short 5", {"shorts": 1}, _LATER_S)]
    script = []
    for name, changed, since in cases:
        given = {"first": 5.0, "then": 5.0, "more": 0, "shorts": 0, **changed}
        script += spice.changed(**given)
        script += [
            "reset",
            "tran 2u 60m 0 20u uic",
            *(f"meas tran {what} v({node}) from={since:g} to=60m" for what, node in _MEASURED),
            f"meas tran amperes max i(l0) from={since:g} to=60m",
            "let watts = (v(passed)-v(five))*i(vq2)",
            f"meas tran joules integ watts from={since:g} to=60m",
            "meas tran ends find v(five) at=59.9m",
            f'echo "= {name} : [$&most] [$&least] [$&pico] [$&picoleast] [$&amperes] [$&between] [$&joules] [$&ends]"',
        ]  # fmt: skip
    return "\n".join(lines) + spice.control(script)


def reached(board: dict[str, Any], what: str, volts: float, inlet: str = "fets") -> Reached:
    """Return the effect of a supply: `what` is "plug", "jump", "step" or "short"."""
    return Reached(*(spice.sure(each) for each in spice.run(deck(board, inlet))[what, f"{volts:g}"]))
