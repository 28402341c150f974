"""The Pico's inputs: their limits, and the rules of the two dividers that lead 5 V to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .circuit import FIVE, GROUND, Circuit, Part
from .protection_rules import trips
from .values import resistor_ohms

# The least and the greatest voltage of the Pico's own supply, which is also IOVDD and the ADC's reference
LEAST_V, GREATEST_V = 3.15, 3.45
# RP2040 data sheet, 5.2.3 "Pin specifications", the table of digital IO characteristics. Checked: VIL 0.8 V. To be
# checked: VIH 2.0 V (seen only for the USB pins). All values are for IOVDD = 3.3 V. At 2.5 V the table has 1.7 and
# 0.7 V, so thresholds change less than the supply. Here a threshold changes in proportion to the supply if this is the
# worse case; otherwise it does not change.
_VIH, _VIL, _IOVDD = 2.0, 0.8, 3.3
MOST_V = round(LEAST_V + 0.3, 2)  # an input may be 0.3 V above IOVDD ("IOVDD + 0.3"), so this much at each supply
# The ADC's reference is the Pico's own 3.3 V, so the ADC reads full scale at this voltage
ADC_MV = 3300
# mA: the most that may flow through the pin's protection diode into a Pico without power. The RP2040's data sheet has
# no figure; similar chips withstand some mA. This is our own limit.
MOST_MA = 1.0
DIODE_V = 0.3  # V: the least drop at the protection diode
# The tolerance of the dividers' resistors in percent, as ordered by board.toml
SPREAD = 1
# The dividers: the kinds of their upper and of their lower resistors
DIVIDERS = {"return_upper": "return_lower", "rail_upper": "rail_lower"}


def input_high(iovdd: float) -> float:
    """Return the least voltage that the RP2040 surely reads as high."""
    return round(_VIH * max(1.0, iovdd / _IOVDD), 3)


def input_low(iovdd: float) -> float:
    """Return the greatest voltage that the RP2040 surely reads as low."""
    return round(_VIL * min(1.0, iovdd / _IOVDD), 3)


def lower_of(circuit: Circuit, upper: Part) -> Part | None:
    """Return the divider's lower resistor, from the upper one to ground, or None."""
    wanted = {upper.nets["2"], GROUND}
    lowers = circuit.of_kind(DIVIDERS[upper.kind])
    return next((each for each in lowers if set(each.nets.values()) == wanted), None)


def _footless(circuit: Circuit, kind: str) -> list[str]:
    return [f"{upper.reference} leads to {upper.nets['2']}: that needs a resistor to ground, as a divider"
            for upper in circuit.of_kind(kind) if lower_of(circuit, upper) is None]  # fmt: skip


def _share(board: dict[str, Any], upper: str, sign: int) -> float:
    """Return the divided share of a voltage, at the end of the tolerance that makes it lower (-1) or higher (1)."""
    high, low = resistor_ohms(board, upper), resistor_ohms(board, DIVIDERS[upper])
    low *= 1 + sign * SPREAD / 100
    return low / (low + high * (1 - sign * SPREAD / 100))


def _where(upper: str) -> str:
    return f"board.toml [parts.{upper}] and [parts.{DIVIDERS[upper]}]"


def divider(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """The data from the last light are high enough to be read and low enough for the Pico, at every supply voltage."""
    yield from _footless(circuit, "return_upper")
    (low, high), where, needed = divided(board), _where("return_upper"), input_high(GREATEST_V)
    if high >= MOST_V:
        yield f"{where}: up to {high:.2f} V, the Pico takes {MOST_V} V: a larger upper or a smaller lower one"
    if low <= needed:
        yield (f"{where}: {low:.2f} V at worst, the Pico needs {needed:.2f} V: a smaller upper or a larger lower "
               "one")  # fmt: skip


def divided(board: dict[str, Any]) -> tuple[float, float]:
    """Return the least and the greatest voltage from the divider of the lights' data to the Pico."""
    supply = board["supply"]
    least, most = supply["low_mv"] - supply["usb_drop_mv"], supply["high_mv"]
    return least / 1000 * _share(board, "return_upper", -1), most / 1000 * _share(board, "return_upper", 1)


def rail(circuit: Circuit, board: dict[str, Any]) -> Iterator[str]:
    """The Pico measures the 5 V behind fuse and FETs, by a divider and a capacitor, at the pin that is read.

    A faulty supply does not overload the pin.
    """
    pin, uppers = f"GP{board['pins']['rail']}", circuit.of_kind("rail_upper")
    yield from _footless(circuit, "rail_upper")
    if not uppers:
        yield f"no divider from {FIVE} to {pin}: with a laptop plugged in, a missing supply is not seen"
    for upper in uppers:
        measured, net = upper.nets["1"], upper.nets["2"]
        if measured != FIVE:
            yield f"{upper.reference} measures {measured or 'nothing'}: it belongs on {FIVE}, which no laptop feeds"
        if any(pico.net(pin) != net for pico in circuit.of_kind("pico")):
            yield f"the divider {upper.reference} leads to {net}: {pin} must be on that"
        if not any(set(each.nets.values()) == {net, GROUND} for each in circuit.of_kind("chip_capacitor")):
            yield f"{net} has no capacitor to ground: the ADC's input takes its charge from there"
    upper_ohm, lower_ohm = resistor_ohms(board, "rail_upper"), resistor_ohms(board, "rail_lower")
    full, high, into, where = (
        round(ADC_MV * (upper_ohm + lower_ohm) / lower_ohm), highest_v(board), unpowered_ma(board), _where("rail_upper")
    )  # fmt: skip
    if board["supply"]["rail_full_mv"] != full:
        yield f"{where}: with them the ADC is full at {full} mV: [supply] rail_full_mv must say so"
    if high > LEAST_V:
        yield (f"{where}: up to {high:.2f} V at the pin before the inlet turns off, the ADC takes {LEAST_V} V: a "
               "larger upper or a smaller lower one")  # fmt: skip
    if into > MOST_MA:
        yield f"{where}: {into:.1f} mA into a Pico without power, {MOST_MA:g} mA at the most: larger ones"


def highest_v(board: dict[str, Any]) -> float:
    """Return the greatest voltage at the Pico's pin, at the highest 5 V that can pass the inlet permanently."""
    return trips(board)[3] * _share(board, "rail_upper", 1)


def unpowered_ma(board: dict[str, Any]) -> float:
    """Return the greatest current in mA from the 5 V into the pin while the Pico has no power."""
    return 1000 * (trips(board)[3] - DIODE_V) / (resistor_ohms(board, "rail_upper") * (1 - SPREAD / 100))
