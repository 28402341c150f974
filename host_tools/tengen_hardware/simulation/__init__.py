"""Simulate the board with ngspice (the matrix, the data for the lights, the supply, sparks) for hardware/simulation/.

A deck is the input of ngspice. parts.py has the figures of the data sheets, spice.py runs a deck, and matrix.py is an
example of how to make and use a deck.
"""

from __future__ import annotations

from typing import Any

from ..circuit import CircuitError
from ..values import check_ranges
from . import data_line, esd, inlet, matrix, report, supply

# Values of board.toml that only the simulations need, least and most; wiring.check checks the other values
_RANGES: dict[str, dict[str, tuple[float, float]]] = {
    "matrix": {"settle_us": (1, 1000), "pull_down_ohm": (100, 1e6)},
    "tile": {"copper_um": (5, 500), "track_mm": (0.05, 10), "power_mm": (0.1, 100)},
    "cables": {"ribbon_mm": (1, 1e4), "lead_mm2": (0.05, 10), "lead_mm": (1, 1e4), "feed_mm2": (0.05, 10)},
}


def products(board: dict[str, Any]) -> dict[str, str]:
    """Return the decks and the report."""
    check(board)
    decks = {
        "matrix_levels": matrix.level_deck, "matrix_times": matrix.time_deck, "matrix_faults": matrix.faults_deck,
        "data_out": data_line.out_deck, "data_return": data_line.link_deck, "data_home": data_line.home_deck,
        "data_crosstalk": data_line.crosstalk_deck, "supply_tiles": supply.tiles_deck,
        "supply_strips": supply.strips_deck, "esd": esd.deck, "inlet": inlet.deck, "inlet_slow": inlet.slow_deck,
    }  # fmt: skip
    return {
        "simulation/README.md": report.text(board),
        **{f"simulation/{name}.cir": deck(board) for name, deck in decks.items()},
    }


def check(board: dict[str, Any]) -> None:
    """Raise CircuitError or WiringError unless board.toml has the values that the simulations need."""
    check_ranges(board, _RANGES)
    driver, legs = board["parts"]["row_driver"]["value"], board["matrix"].get("through_hole", {})
    for name in (driver, legs.get("row_driver")):
        if name not in matrix.DRIVER_NAMES:
            known = ", ".join(matrix.DRIVER_NAMES)
            raise CircuitError(f"board.toml: no data of the row driver {name!r} to simulate; there are {known}")
