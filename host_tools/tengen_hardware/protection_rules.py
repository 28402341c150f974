"""Rules of the inlet: the parts that keep a wrong supply off the board are all there, and trip where they must."""

from __future__ import annotations

from typing import Any

from . import controller
from .circuit import GROUND, Circuit
from .values import resistor_ohms

# TL431A: 2.495 V, 1 % (TI, onsemi), 4 uA into REF at the most; resistors of 1 %
REFERENCE_V, REFERENCE_SPREAD, REFERENCE_A = 2.495, 0.01, 4e-6
RESISTOR_SPREAD = 0.01
# A WS2812B bears 5.3 V for good (Worldsemi); what is above that and below the trip no supply of 5 V gives
MOST_TRIP_V = 5.8

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
        for (terminal, net), wanted in zip(part.terminals(), right.nets.values(), strict=True):
            if net != wanted:
                name = terminal.name if terminal.name != terminal.number else terminal.number
                found.append(f"{name} of {part.reference} is on {net or 'nothing'}: {wanted} belongs there")
    lone = {str(net) for each in controller.circuit(board).of_kind("pnp", "reference") for net in each.nets.values()}
    for net in sorted(lone - {GROUND, "PASSED"}):
        strangers = [end.part.reference for end in circuit.nets().get(net, ()) if end.part.kind not in _KINDS]
        found += [f"{reference} is on {net}: only the parts of the inlet belong there" for reference in strangers]
    return found


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
