"""Our own electrical rules, beyond a schematic editor's check. Each reports the fault, its place, and the remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tengen_host.pinouts import KINDS

from . import controller, tile, whole
from .circuit import Circuit, CircuitError
from .light_rules import capacitors, chain
from .matrix_rules import drivers, pull_downs, reeds, sixteenth
from .pico_inputs import divider, rail
from .plug_rules import hands, names, plugs, test_pads
from .power_rules import budget, five_volts, inputs, lone, outputs, pins, supplies
from .protection_rules import protection, sparks, trip

Rule = Callable[[Circuit, dict[str, Any]], Iterable[str]]

# The rules of each circuit, by its name. A rule gives one sentence for each fault.
_OF_TILES: tuple[Rule, ...] = (reeds, sixteenth)
_OF_CONTROLLER: tuple[Rule, ...] = (
    pins, drivers, pull_downs, hands, divider, rail, budget, protection, trip, sparks, test_pads,
)  # fmt: skip
_OF_ALL: tuple[Rule, ...] = (plugs, chain, capacitors, outputs, five_volts, inputs, lone, supplies, names)
RULES: dict[str, tuple[Rule, ...]] = {
    "tile": _OF_TILES + _OF_ALL,
    "controller": _OF_CONTROLLER + _OF_ALL,
    "board": _OF_TILES + _OF_CONTROLLER + _OF_ALL,
}

# Values of board.toml that the circuits need and the firmware does not check
_NUMBERS = (("matrix", "pull_down_ohm"), ("supply", "high_mv"), ("supply", "rail_full_mv"), ("tile", "points"))


def broken(circuit: Circuit, board: dict[str, Any]) -> list[str]:
    """Return the faults that all rules find in a circuit, as sentences; empty if there are no faults."""
    return [sentence for rule in RULES[circuit.name] for sentence in rule(circuit, board)]


def circuits(board: dict[str, Any]) -> list[Circuit]:
    """Return the circuits to check and draw: the fully fitted tile (the coupon), the controller, the whole board."""
    return [tile.circuit(board), controller.circuit(board), whole.circuit(board)]


def check(board: dict[str, Any]) -> None:
    """Raise CircuitError with all faults, one line each, unless the board can be built."""
    _check_said(board)
    told: dict[str, str] = {}  # each sentence once, with the first circuit with this fault
    for circuit in circuits(board):
        for sentence in broken(circuit, board):
            told.setdefault(sentence, circuit.name)
    if told:
        raise CircuitError("\n".join(f"{name}: {sentence}" for sentence, name in told.items()))


def _check_said(board: dict[str, Any]) -> None:
    for table, name in _NUMBERS:
        value = board.get(table, {}).get(name)
        if type(value) is not int or value <= 0:
            raise CircuitError(f"board.toml [{table}] {name}: {value!r} is not a whole number above 0")
    size, many = board["board"]["size"], board["tile"]["points"]
    if size % many or size // many > 9:
        raise CircuitError(f"board.toml [tile] points: tiles of {many} do not make a board of {size}")
    made_for = sum(net in tile.FOOT for net in map(tile.column, range(1, size + 1)))
    if many != made_for:
        raise CircuitError(f"board.toml [tile] points: {many}, but tile.py has plugs and joints for {made_for}")
    if size // many != controller.ROWS:
        rows = controller.ROWS
        raise CircuitError(
            f"board.toml [board] size: {size}, but the controller has plugs for {rows} rows of tiles of {many}: "
            f"the whole board has {rows * many} points a side; others need another controller: edit controller.py and "
            "hardware/pcb/controller in KiCad"
        )
    for name in ("revision", "date"):
        if not isinstance(board["board"].get(name), str):
            raise CircuitError(f"board.toml [board] {name} is missing: it is printed on the boards")
    for kind in KINDS:
        for name in ("value", "footprint"):
            if not isinstance(board.get("parts", {}).get(kind, {}).get(name), str):
                raise CircuitError(f"board.toml [parts.{kind}] {name} is missing")
