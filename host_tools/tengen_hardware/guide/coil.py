"""The coil that measures a reed's operate band: its winding, the ampere-turns of a current, and its drawing."""

from __future__ import annotations

from math import ceil, floor, hypot, pi
from typing import Any, NamedTuple

from ..circuit import CircuitError
from .drawing import COLUMN, FAINT, FIVE, GROUND, INK, MARK, SHADE, WHITE, Drawing

_OHM_MM2_M = 0.0175  # the resistivity of copper
_MU0 = 4e-7 * pi  # the magnetic constant in T m / A
_MARGIN = 1.2  # the coil's current must reach beyond the measured band by this factor


class Coil(NamedTuple):
    """The coil's winding and its current: lengths in mm unless stated otherwise, currents in mA."""

    turns: int
    a_layer: int
    layers: int
    outside_mm: float
    wire_m: float
    ohm: float
    least_ma: float
    most_ma: float
    mt: float  # the field in the middle of the coil, for each ampere-turn

    def ma(self, ampere_turns: float) -> float:
        """Return the current in mA for this many ampere-turns."""
        return 1000 * ampere_turns / self.turns


def of(board: dict[str, Any]) -> Coil:
    """Return the coil of board.toml.

    Raises CircuitError if the coil's current can't cover the whole band of the reeds, or if a resistor gets too hot.
    """
    its, reed = board["coil"], board["reed"]
    a_layer = floor(its["length_mm"] / its["pitch_mm"])
    layers = ceil(its["turns"] / a_layer)
    outside = its["tube_mm"] + 2 * layers * its["pitch_mm"]
    middle = (its["tube_mm"] + outside) / 2
    wire_m = its["turns"] * pi * middle / 1000
    ohm = _OHM_MM2_M * wire_m / (pi * its["wire_mm"] ** 2 / 4)
    volts = board["measure"]["five_mv"]
    most, least = volts / (its["series_ohm"] + ohm), volts / (its["series_ohm"] + its["turned_ohm"] + ohm)
    mt = 1000 * _MU0 / (hypot(its["length_mm"], middle) / 1000)
    found = Coil(its["turns"], a_layer, layers, outside, wire_m, ohm, least, most, mt)
    low, high = found.ma(reed["release_at"]) / _MARGIN, found.ma(max(reed["operate_at"])) * _MARGIN
    if not (least <= low and high <= most):
        raise CircuitError(
            f"board.toml [coil]: its current goes from {least:.0f} to {most:.0f} mA, and {low:.0f} to {high:.0f} mA "
            "are needed for the reeds' band: other turns or resistors"
        )
    if (most / 1000) ** 2 * its["series_ohm"] > its["series_w"]:
        raise CircuitError(f"board.toml [coil] series_ohm: it gets more than its limit of {its['series_w']:g} W")
    if its["tube_mm"] < reed["glass_diameter_mm"] + 1:
        raise CircuitError(f"board.toml [coil] tube_mm: {its['tube_mm']:g} is too narrow for glass and tube")
    return found


def values(board: dict[str, Any]) -> dict[str, str]:
    """Return the values for the texts."""
    coil, reed, its = of(board), board["reed"], board["coil"]
    low, high = reed["operate_at"]
    return {
        "coil_turns": str(coil.turns), "coil_layers": str(coil.layers), "coil_a_layer": str(coil.a_layer),
        "coil_wire_m": f"{coil.wire_m:.0f} m", "coil_ohm": f"{coil.ohm:.0f} Ohm",
        "coil_outside": f"{coil.outside_mm:.0f} mm", "coil_series": f"{its['series_ohm']} Ohm",
        "coil_turned": f"{its['turned_ohm'] / 1000:g} kOhm", "coil_mt": f"{coil.mt:.3f} mT",
        "coil_least": f"{coil.least_ma:.0f} mA", "coil_most": f"{coil.most_ma:.0f} mA",
        "coil_at_ma": f"{coil.turns / 1000:g}", "coil_low_ma": f"{coil.ma(low):.0f} mA",
        "coil_high_ma": f"{coil.ma(high):.0f} mA", "coil_release_ma": f"{coil.ma(reed['release_at']):.0f} mA",
        "reed_low": str(low), "reed_high": str(high), "reed_release": str(reed["release_at"]),
    }  # fmt: skip


def picture(board: dict[str, Any]) -> str:
    """Draw the coil cut along its axis, to scale, and the path of its current."""
    coil, reed, its = of(board), board["reed"], board["coil"]
    sheet = Drawing(1000, 470, "A coil that measures a reed")
    mm, x, y = 16.0, 330.0, 170.0
    sheet.text(40, 36, f"{coil.turns} turns: the reed in the middle, lengthwise, to scale (its leads shortened)", 17,
               bold=True)  # fmt: skip
    half, tube, outside = its["length_mm"] / 2 * mm, its["tube_mm"] / 2 * mm, coil.outside_mm / 2 * mm
    for sign in (-1, 1):
        top = y + (tube if sign > 0 else -outside)
        sheet.box(x - half, top, 2 * half, outside - tube, "#d98c5f", INK, 2)
    sheet.box(x - 1.25 * half, y - tube, 2.5 * half, 2 * tube, WHITE, FAINT)
    leads = reed["length_mm"] / 2 * mm * 0.8
    sheet.line([(x - leads, y), (x + leads, y)], FAINT, 3)
    glass = reed["glass_mm"] / 2 * mm
    sheet.line([(x - glass, y), (x + glass, y)], "#7aa7c7", reed["glass_diameter_mm"] * mm)
    sheet.text(x, y - outside - 12, f"{coil.layers} layers of {coil.a_layer}, {its['length_mm']:g} mm long", 15, INK,
               "middle")  # fmt: skip
    sheet.text(x, y + outside + 22, f"a tube of {its['tube_mm']:g} mm", 15, INK, "middle")
    sheet.box(x - leads - 4, 300, 2 * leads + 8, 50, SHADE, INK, 6)
    sheet.text(x, 331, "meter, beeper: closed or open", 15, COLUMN, "middle")
    for sign in (-1, 1):
        sheet.line([(x + sign * leads, y), (x + sign * leads, 300)], COLUMN, 2.5)
    chain = (("5 V", FIVE), (f"{its['series_ohm']} Ohm", INK), (f"{its['turned_ohm'] / 1000:g} kOhm,\nturned", MARK),
             ("meter,\nmA", INK), ("coil", "#a0522d"), ("GND", GROUND))  # fmt: skip
    for at, (words, colour) in enumerate(chain):
        left = 40 + at * 160
        sheet.box(left, 390, 110, 52, WHITE, colour, 6, 2)
        lines = words.count("\n")
        sheet.text(left + 55, 421 - 9 * lines, words, 15, colour, "middle")
        if at:
            sheet.line([(left - 50, 416), (left, 416)], INK, 2.5)
    low, high = reed["operate_at"]
    rows = ((f"closes at {low} to {high} AT:", f"{coil.ma(low):.0f} to {coil.ma(high):.0f} mA"),
            (f"opens at {reed['release_at']} AT or more:", f"{coil.ma(reed['release_at']):.0f} mA or more"),
            ("each mA is:", f"{coil.turns / 1000:g} AT"))  # fmt: skip
    for at, (words, number) in enumerate(rows):
        sheet.text(700, 110 + at * 62, words, 16)
        sheet.text(700, 132 + at * 62, number, 18, MARK, bold=True)
    return sheet.svg()
