"""Rules of the measured 5 V: the Pico measures the lights' own 5 V, and no faulty supply overloads the Pico's pin."""

from __future__ import annotations

from typing import Any

from .circuit import FIVE, GROUND, Circuit
from .power_rules import LEAST_V, SPREAD, lower_of
from .protection_rules import trips
from .values import resistor_ohms

# The ADC's reference is the Pico's own 3.3 V, so the ADC reads full scale at this voltage
ADC_MV = 3300
# mA: the most that may flow through the pin's protection diode into a Pico without power. The RP2040's data sheet has
# no figure; similar chips withstand some mA. This is our own limit.
MOST_MA = 1.0
DIODE_V = 0.3  # V: the least drop at the protection diode


def rail(circuit: Circuit, board: dict[str, Any]) -> list[str]:
    """The Pico measures the 5 V behind fuse and FETs, by a divider and a capacitor, at the pin that is read.

    Return a sentence for each fault.
    """
    found = []
    pin = f"GP{board['pins']['rail']}"
    uppers = circuit.of_kind("rail_upper")
    if not uppers:
        found.append(f"no divider from {FIVE} to {pin}: with a laptop plugged in, a missing supply is not seen")
    for upper in uppers:
        measured, divided = upper.nets["1"], upper.nets["2"]
        if measured != FIVE:
            found.append(
                f"{upper.reference} measures {measured or 'nothing'}: it belongs on {FIVE}, which no laptop feeds"
            )
        if any(pico.net(pin) != divided for pico in circuit.of_kind("pico")):
            found.append(f"the divider {upper.reference} leads to {divided}: {pin} must be on that")
        if lower_of(circuit, upper, "rail_lower") is None:
            found.append(f"{upper.reference} leads to {divided}: that needs a resistor to ground, as a divider")
        capacitors = circuit.of_kind("chip_capacitor")
        if not any(set(each.nets.values()) == {divided, GROUND} for each in capacitors):
            found.append(f"{divided} has no capacitor to ground: the ADC's input takes its charge from there")
    return found + _values(board)


def _values(board: dict[str, Any]) -> list[str]:
    upper, lower = resistor_ohms(board, "rail_upper"), resistor_ohms(board, "rail_lower")
    where = "board.toml [parts.rail_upper] and [parts.rail_lower]"
    found = []
    full = round(ADC_MV * (upper + lower) / lower)
    if board["supply"]["rail_full_mv"] != full:
        found.append(f"{where}: with them the ADC is full at {full} mV: [supply] rail_full_mv must say so")
    high = highest_v(board)
    if high > LEAST_V:
        found.append(
            f"{where}: up to {high:.2f} V at the pin before the inlet turns off, the ADC takes {LEAST_V} V: a larger "
            "upper or a smaller lower one"
        )
    into = unpowered_ma(board)
    if into > MOST_MA:
        found.append(f"{where}: {into:.1f} mA into a Pico without power, {MOST_MA:g} mA at the most: larger ones")
    return found


def highest_v(board: dict[str, Any]) -> float:
    """Return the greatest voltage at the Pico's pin, at the highest 5 V that can pass the inlet permanently."""
    upper, lower = resistor_ohms(board, "rail_upper"), resistor_ohms(board, "rail_lower")
    less, more = 1 - SPREAD / 100, 1 + SPREAD / 100
    return trips(board)[3] * lower * more / (lower * more + upper * less)


def unpowered_ma(board: dict[str, Any]) -> float:
    """Return the greatest current in mA from the 5 V into the pin while the Pico has no power."""
    upper = resistor_ohms(board, "rail_upper") * (1 - SPREAD / 100)
    return 1000 * (trips(board)[3] - DIODE_V) / upper
