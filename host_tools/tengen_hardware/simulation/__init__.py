"""Simulate the board with ngspice (the matrix, the data for the lights, the supply, sparks) for hardware/simulation/.

A deck is the input of ngspice. parts.py has the figures of the data sheets, spice.py runs a deck, and matrix.py is an
example of how to make and use a deck.
"""

from __future__ import annotations

from typing import Any

from ..circuit import CircuitError
from . import data_line, esd, inlet, matrix, report, supply

# Values of board.toml that only the simulations need; wiring.check checks the other values
_NEEDED = {
    "matrix": ("settle_us", "pull_down_ohm", "through_hole"),
    "tile": ("points", "copper_um", "track_mm", "power_mm"),
    "cables": ("ribbon_mm", "lead_mm2", "lead_mm", "feed_mm2"),
}


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return the decks and the report."""
    check(board)
    decks = {
        "matrix_levels": matrix.level_deck,
        "matrix_times": matrix.time_deck,
        "matrix_faults": matrix.faults_deck,
        "data_out": data_line.out_deck,
        "data_return": data_line.link_deck,
        "data_crosstalk": data_line.crosstalk_deck,
        "data_home": data_line.home_deck,
        "supply_tiles": supply.tiles_deck,
        "supply_strips": supply.strips_deck,
        "esd": esd.deck,
        "inlet": inlet.deck,
        "inlet_slow": inlet.slow_deck,
    }
    return {
        "simulation/README.md": report.text(board),
        **{f"simulation/{name}.cir": deck(board) for name, deck in decks.items()},
    }


def check(board: dict[str, Any]) -> None:
    """Raise CircuitError unless board.toml has the values that the simulations need."""
    for table, names in _NEEDED.items():
        for name in names:
            if name not in board.get(table, {}):
                raise CircuitError(f"board.toml [{table}] {name} is missing: the simulations need it")
    for name in ("copper_um", "track_mm", "power_mm"):
        _positive(f"[tile] {name}", board["tile"][name])
    for name in _NEEDED["cables"]:
        _positive(f"[cables] {name}", board["cables"][name])
    driver = board["parts"]["row_driver"]["value"]
    for name in (driver, board["matrix"]["through_hole"]["row_driver"]):
        if name not in matrix.DRIVER_NAMES:
            known = ", ".join(matrix.DRIVER_NAMES)
            raise CircuitError(f"board.toml: no data of the row driver {name!r} to simulate; there are {known}")


def _positive(place: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value <= 0:
        raise CircuitError(f"board.toml {place}: {value!r} is not a length or size")
