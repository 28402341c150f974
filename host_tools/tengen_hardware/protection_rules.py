"""Rules of the inlet: the parts that keep a wrong supply off the board are all there, and trip where they must."""

from __future__ import annotations

from typing import Any

from tengen_host.pinouts import RESISTORS

from . import controller
from .circuit import FIVE, GROUND, Circuit, End, Part
from .tracing import ends_text, on
from .values import resistor_ohms

# TL431A: 2.495 V, 1 % (TI, onsemi), 4 uA into REF at the most; resistors of 1 %
REFERENCE_V, REFERENCE_SPREAD, REFERENCE_A = 2.495, 0.01, 4e-6
RESISTOR_SPREAD = 0.01
# A WS2812B bears 5.3 V for good (Worldsemi); what is above that and below the trip no supply of 5 V gives
MOST_TRIP_V = 5.8

# IEC 61000-4-2, contact, 8 kV: the first peak
SPARK_A = 30
# USBLC6-4SC6 (ST), greatest values: 12 V at 1 A, 17 V at 5 A (to be checked), so 10.75 V and 1.25 Ohm. Bourns'
# CDSOT236-0504LC, its like, conducts from 6 V, and has some 12 V at a spark (checked).
CLAMP_V, CLAMP_OHM, CLAMP_LEAST_V = 10.75, 1.25, 6.0
# What a chip surely bears: the human body model's discharge, 100 pF behind 1500 Ohm. 2 kV: the RP2040, Nexperia's and
# TI's logic (to be checked)
HBM_V, HBM_OHM, HBM_F = 2000, 1500, 100e-12
_SPARED = ("pico", "level_shifter")
_KINDS = (
    "inlet_clamp", "pass_fet", "gate_resistor", "zener", "hold_capacitor", "ramp_capacitor", "ramp_resistor", "pnp",
    "trip_bleed", "trip_base", "reference", "trip_upper", "trip_lower", "trip_back",
)  # fmt: skip


def protection(circuit: Circuit, board: dict[str, Any]) -> list[str]:
    """Between fuse and 5 V stand two FETs, against a wrong polarity and against too much, with all they need."""
    found = []
    for right in controller.circuit(board).of_kind(*_KINDS):
        part = circuit.parts.get(right.reference)
        if part is None:
            found.append(f"{right.reference} is missing: without it a wrong supply reaches the lights")
            continue
        found += _misplaced(part, right)
    lone = {str(net) for each in controller.circuit(board).of_kind("pnp", "reference") for net in each.nets.values()}
    for net in sorted(lone - {GROUND, "PASSED"}):
        strangers = [end.part.reference for end in circuit.nets().get(net, ()) if end.part.kind not in _KINDS]
        found += [f"{reference} is on {net}: only the parts of the inlet belong there" for reference in strangers]
    return found


def _misplaced(part: Part, right: Part) -> list[str]:
    """Return a sentence for each terminal of a part that is on another net than that of the `right` one."""
    return [
        f"{terminal.name} of {part.reference} is on {net or 'nothing'}: {belongs or 'nothing'} belongs there"
        for (terminal, net), belongs in zip(part.terminals(), right.nets.values(), strict=True)
        if net != belongs
    ]


def trip(circuit: Circuit, board: dict[str, Any]) -> list[str]:
    """The FETs turn off above what a supply of 5 V gives, and below what the lights bear for a moment."""
    back, _, _, off = trips(board)
    most = board["supply"]["high_mv"] / 1000
    where = "board.toml [parts.trip_upper], [parts.trip_lower] and [parts.trip_back]"
    found = []
    if back <= most:
        found.append(f"{where}: turned on again only below {back:.2f} V, a supply gives up to {most} V: a larger upper")
    if off >= MOST_TRIP_V:
        found.append(f"{where}: turned off only at {off:.2f} V, {MOST_TRIP_V} V are the most: a smaller upper one")
    return found


def sparks(circuit: Circuit, board: dict[str, Any]) -> list[str]:
    """A plug's line to the Pico or the level shifter has a clamp, and then a resistor that keeps a spark off the chip.

    A spark: 30 A, as IEC 61000-4-2 has it for 8 kV. The chip bears what the human body model has for HBM_V.
    """
    nets = circuit.nets(fitted_only=True)
    clamped = {net for each in circuit.of_kind("line_clamp") for name, net in on(each, "passive") if name != "VBUS"}

    def chips(net: str | None) -> list[End]:
        return [end for end in nets.get(str(net), ()) if end.part.kind in _SPARED]

    found, ways = [], set()
    for plug in circuit.of_kind("feed_header", "column_header", "bar_header", "button_header"):
        if "." in plug.reference:
            continue  # a tile's: the line's other end
        for number, net in plug.nets.items():
            if net in (None, GROUND, FIVE):
                continue
            where, ends = f"{plug.reference}.{number} ({net})", chips(net)
            if ends:
                found.append(f"{where} leads straight to {ends_text(ends)}: put a resistor between, against sparks")
            for each in circuit.of_kind(*RESISTORS):
                if net in each.nets.values():
                    behind = [end for far in each.nets.values() for end in chips(far)]
                    ways.update([each.kind] if behind else [])
                    ends += behind
            if ends and net not in clamped:
                found.append(f"{where} has no clamp: a spark at it goes into {ends[0].part.reference}")
    for right in controller.circuit(board).of_kind("line_clamp", "column_resistor"):
        part = circuit.parts.get(right.reference)
        if part is None:
            found.append(f"{right.reference} is missing")
            continue
        found += _misplaced(part, right)
    for kind in sorted(ways):
        amperes, most = spark_amperes(board, kind), HBM_V / HBM_OHM
        if amperes >= most:
            found.append(
                f"board.toml [parts.{kind}] value: a spark drives {amperes:.1f} A through it into the chip, which "
                f"surely bears {most:.1f} A: a larger one"
            )
    return found


def spark_amperes(board: dict[str, Any], kind: str) -> float:
    """Return the amperes that a spark of SPARK_A drives through a resistor behind its clamp, into a chip at 0 V."""
    return (CLAMP_V + SPARK_A * CLAMP_OHM) / resistor_ohms(board, kind)


def trips(board: dict[str, Any]) -> tuple[float, float, float, float]:
    """Return the volts at which the inlet turns on again (least, usual), and off (usual, greatest)."""
    upper, lower, back = (resistor_ohms(board, f"trip_{name}") for name in ("upper", "lower", "back"))
    found = []
    for spread in (-1, 0, 1):
        reference = REFERENCE_V * (1 + spread * REFERENCE_SPREAD)
        high, low = upper * (1 + spread * RESISTOR_SPREAD), lower * (1 - spread * RESISTOR_SPREAD)
        leak = REFERENCE_A * high * (spread + 1) / 2
        off = reference * (1 + high / low + high / back) + leak  # the gate is at ground, and pulls the sense down
        # the gate is at the supply, so that R46 helps R44
        both = high * back / (high + back)
        found.append((reference * (1 + both / low) + leak, off))
    (least, _), (again, off), (_, most) = found
    return least, again, off, most
