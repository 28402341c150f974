"""Rules of the inlet: the parts that protect the board from a wrong supply exist, and trip at the right voltage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tengen_host.pinouts import RESISTORS

from . import controller
from .circuit import FIVE, GROUND, Circuit, End
from .tracing import ends_text, on
from .values import resistor_ohms

# TL431A: 2.495 V, 1 % (TI, onsemi), at most 4 uA into REF; resistors of 1 %
REFERENCE_V, REFERENCE_SPREAD, REFERENCE_A = 2.495, 0.01, 4e-6
RESISTOR_SPREAD = 0.01
# A TL431 that conducts leaves 2.0 V at its cathode (TI, typical; no limit is given, so 10 % more or less). The PNP's
# base needs 0.67 V at 25 degrees (onsemi), and 2 mV more for each degree less. Just below its threshold the reference
# already takes up to the current that it needs to regulate: 0.4 mA typical, 0.7 mA at most (TI). With 0.5 V at its
# base, a warm PNP gives less than 0.1 mA from its collector.
CATHODE_V, COLDEST_BASE_V = (1.8, 2.2), 0.72
IDLE_A, WARMEST_BASE_V = (0.0, 0.7e-3), 0.5
# A WS2812B withstands 5.3 V permanently (Worldsemi). No 5 V supply gives a voltage between 5.3 V and the trip voltage.
MOST_TRIP_V = 5.8
# From this voltage the clamp at the inlet conducts, and the fuse blows
MOST_WRONG_V = 20

# the first peak of a contact discharge of 8 kV by IEC 61000-4-2
SPARK_A = 30
# USBLC6-4SC6 (ST) has at most 12 V at 1 A and 17 V at 5 A (to be checked), so 10.75 V and 1.25 Ohm. The similar
# CDSOT236-0504LC of Bourns conducts from 6 V, and has about 12 V at a spark (checked).
CLAMP_V, CLAMP_OHM, CLAMP_LEAST_V = 10.75, 1.25, 6.0
# Each chip withstands the discharge of the human body model, 100 pF behind 1500 Ohm, with 2 kV: the RP2040, and the
# logic of Nexperia and TI (to be checked)
HBM_V, HBM_OHM, HBM_F = 2000, 1500, 100e-12
_SPARED = ("pico", "level_shifter")
_KINDS = (
    "inlet_clamp", "pass_fet", "gate_resistor", "zener", "hold_capacitor", "ramp_capacitor", "ramp_resistor", "pnp",
    "trip_bleed", "trip_base", "reference", "trip_upper", "trip_lower", "trip_back",
)  # fmt: skip


def protection(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """Two FETs between fuse and 5 V protect from wrong polarity and overvoltage, with all parts that they need."""
    yield from _unlike(circuit, board, _KINDS, ": without it a wrong supply reaches the lights")
    lone = {str(net) for each in controller.circuit(board).of_kind("pnp", "reference") for net in each.nets.values()}
    for net in sorted(lone - {GROUND, "PASSED"}):
        strangers = [end.part.reference for end in circuit.nets().get(net, ()) if end.part.kind not in _KINDS]
        yield from (f"{reference} is on {net}: only the parts of the inlet belong there" for reference in strangers)


def _unlike(circuit: Circuit, board: dict[str, Any], kinds: Iterable[str], why: str = "") -> Iterator[str]:
    """Yield a sentence for each part of these kinds that is missing, and for each of their terminals on a wrong net."""
    for right in controller.circuit(board).of_kind(*kinds):
        part = circuit.parts.get(right.reference)
        if part is None:
            yield f"{right.reference} is missing{why}"
            continue
        for (terminal, net), belongs in zip(part.terminals(), right.nets.values(), strict=True):
            if net != belongs:
                yield (f"{terminal.name} of {part.reference} is on {net or 'nothing'}: "
                       f"{belongs or 'nothing'} belongs there")  # fmt: skip


def trip(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """The FETs turn off above any 5 V supply's voltage, and below a voltage that the lights withstand for a moment."""
    back, _, _, off = trips(board)
    most = board["supply"]["high_mv"] / 1000
    where = "board.toml [parts.trip_upper], [parts.trip_lower] and [parts.trip_back]"
    if back <= most:
        yield f"{where}: turned on again only below {back:.2f} V, a supply gives up to {most} V: a larger upper"
    if off >= MOST_TRIP_V:
        yield f"{where}: turned off only at {off:.2f} V, {MOST_TRIP_V} V are the most: a smaller upper one"
    driven = base_volts(board)
    if driven <= COLDEST_BASE_V:
        yield (f"board.toml [parts.trip_base] and [parts.trip_bleed]: the PNP's base gets {driven:.2f} V when the "
               f"reference conducts, it needs {COLDEST_BASE_V} V in the cold: a larger trip_bleed")  # fmt: skip
    watts = (MOST_WRONG_V - CATHODE_V[0] - WARMEST_BASE_V) ** 2 / resistor_ohms(board, "trip_base")
    if watts > board["parts"]["trip_base"].get("watts", 0):
        yield (f"board.toml [parts.trip_base] watts: it burns {watts:.2f} W at a supply of {MOST_WRONG_V} V: one for "
               "more watts")  # fmt: skip
    idle = IDLE_A[1] * resistor_ohms(board, "trip_bleed") * (1 + RESISTOR_SPREAD)
    if idle >= WARMEST_BASE_V:
        yield (f"board.toml [parts.trip_bleed]: the reference's own current puts {idle:.2f} V at the PNP's base, and "
               f"from {WARMEST_BASE_V} V on a warm one turns the board off at 5 V: a smaller trip_bleed")  # fmt: skip


def base_volts(board: dict[str, Any]) -> float:
    """Return the least volts between emitter and base of the PNP when the reference begins to conduct.

    At a smaller voltage the PNP does not turn the FETs off yet, and the supply's voltage rises further.
    """
    bleed, base = (resistor_ohms(board, f"trip_{name}") for name in ("bleed", "base"))
    bleed, base = bleed * (1 - RESISTOR_SPREAD), base * (1 + RESISTOR_SPREAD)
    again, _, _, _ = trips(board)
    return (again - CATHODE_V[1]) * bleed / (bleed + base)


def sparks(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """A line from a plug to the Pico or the level shifter has a clamp, and behind it a resistor that protects the chip.

    A spark has 30 A, by IEC 61000-4-2 for 8 kV. The chip withstands the current of the human body model for HBM_V.
    """
    nets = circuit.nets(fitted_only=True)
    clamped = {net for each in circuit.of_kind("line_clamp") for name, net in on(each, "passive") if name != "VBUS"}

    def chips(net: str | None) -> list[End]:
        return [end for end in nets.get(str(net), ()) if end.part.kind in _SPARED]

    ways = set()
    for plug in circuit.of_kind("feed_header", "column_header", "bar_header", "button_header"):
        if "." in plug.reference:
            continue  # this plug is on a tile, at the other end of the line
        for number, net in plug.nets.items():
            if net in (None, GROUND, FIVE):
                continue
            where, ends = f"{plug.reference}.{number} ({net})", chips(net)
            if ends:
                yield f"{where} leads straight to {ends_text(ends)}: put a resistor between, against sparks"
            for each in circuit.of_kind(*RESISTORS):
                if net in each.nets.values():
                    behind = [end for far in each.nets.values() for end in chips(far)]
                    ways.update([each.kind] if behind else [])
                    ends += behind
            if ends and net not in clamped:
                yield f"{where} has no clamp: a spark at it goes into {ends[0].part.reference}"
    yield from _unlike(circuit, board, ("line_clamp", "column_resistor"))
    for kind in sorted(ways):
        amperes, most = spark_amperes(board, kind), HBM_V / HBM_OHM
        if amperes >= most:
            yield (f"board.toml [parts.{kind}] value: a spark drives {amperes:.1f} A through it into the chip, which "
                   f"surely bears {most:.1f} A: a larger one")  # fmt: skip


def spark_amperes(board: dict[str, Any], kind: str) -> float:
    """Return the amperes that a spark of SPARK_A drives through the resistor behind the clamp into a chip at 0 V."""
    return (CLAMP_V + SPARK_A * CLAMP_OHM) / resistor_ohms(board, kind)


def trips(board: dict[str, Any]) -> tuple[float, float, float, float]:
    """Return the volts at which the inlet turns on again (least, usual) and turns off (usual, greatest)."""
    upper, lower, back = (resistor_ohms(board, f"trip_{name}") for name in ("upper", "lower", "back"))
    found = []
    for spread in (-1, 0, 1):
        reference = REFERENCE_V * (1 + spread * REFERENCE_SPREAD)
        high, low = upper * (1 + spread * RESISTOR_SPREAD), lower * (1 - spread * RESISTOR_SPREAD)
        leak = REFERENCE_A * high * (spread + 1) / 2
        # before Q2 turns off, its gate is at ground, so that R46 pulls the sense voltage down
        off = reference * (1 + high / low + high / back) + leak
        # before Q2 turns on again, its gate is at the supply, so that R46 is in parallel to R44
        both = high * back / (high + back)
        found.append((reference * (1 + both / low) + leak, off))
    (least, _), (again, off), (_, most) = found
    return least, again, off, most
