"""The coil that measures a reed's operate band: its winding, and the ampere-turns of a current."""

from __future__ import annotations

from math import ceil, floor, hypot, pi
from typing import Any, NamedTuple

from ..circuit import CircuitError

_OHM_MM2_M = 0.0175  # the resistivity of copper
_MU0 = 4e-7 * pi  # the magnetic constant in T m / A
_MARGIN = 1.2  # the coil's current must reach beyond the measured band by this factor


class Coil(NamedTuple):
    """The coil's winding and its current: lengths in mm unless stated otherwise, currents in mA."""

    turns: int
    a_layer: int
    layers: int
    last: int  # the turns in the last layer
    outside_mm: float
    wire_m: float
    ohm: float
    least_ma: float
    most_ma: float
    mt: float  # the field in the middle of the coil, for each ampere-turn
    open_ma: float  # the currents of the band: a reed opens at this or more, and closes from close_ma[0] to close_ma[1]
    close_ma: tuple[float, ...]


def of(board: dict[str, Any]) -> Coil:
    """Return the coil of board.toml.

    Raises CircuitError if the coil's current can't cover the whole band of the reeds, or if a resistor gets too hot.
    """
    its, reed = board["coil"], board["reed"]
    a_layer = floor(its["length_mm"] / its["pitch_mm"])
    layers, last = ceil(its["turns"] / a_layer), (its["turns"] - 1) % a_layer + 1
    outside = its["tube_mm"] + 2 * layers * its["pitch_mm"]
    middle = (its["tube_mm"] + outside) / 2
    wire_m = its["turns"] * pi * middle / 1000
    ohm = _OHM_MM2_M * wire_m / (pi * its["wire_mm"] ** 2 / 4)
    volts = board["measure"]["five_mv"]
    most, least = volts / (its["series_ohm"] + ohm), volts / (its["series_ohm"] + its["turned_ohm"] + ohm)
    mt = 1000 * _MU0 / (hypot(its["length_mm"], middle) / 1000)
    opens, *closes = (1000 * turns / its["turns"] for turns in (reed["release_at"], *reed["operate_at"]))
    low, high = opens / _MARGIN, max(closes) * _MARGIN
    if not (least <= low and high <= most):
        raise CircuitError(
            f"board.toml [coil]: its current goes from {least:.0f} to {most:.0f} mA, and {low:.0f} to {high:.0f} mA "
            "are needed for the reeds' band: other turns or resistors"
        )
    if (most / 1000) ** 2 * its["series_ohm"] > its["series_w"]:
        raise CircuitError(f"board.toml [coil] series_ohm: it gets more than its limit of {its['series_w']:g} W")
    if its["tube_mm"] < reed["glass_diameter_mm"] + 1:
        raise CircuitError(f"board.toml [coil] tube_mm: {its['tube_mm']:g} is too narrow for glass and tube")
    return Coil(its["turns"], a_layer, layers, last, outside, wire_m, ohm, least, most, mt, opens, tuple(closes))
