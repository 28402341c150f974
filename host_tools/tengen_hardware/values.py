"""Values as board.toml writes them ("2k2", "100n"), as numbers."""

from __future__ import annotations

import re
from typing import Any

from .circuit import CircuitError

_OHMS = {"R": 1, "": 1, "k": 1_000, "M": 1_000_000}


def ohms(text: str) -> float:
    """Return a resistance in Ohm from "330", "12k", "2k2" or "4R7". Raises CircuitError for any other text."""
    found = re.fullmatch(r"(\d+)(?:([RkM])(\d*))?", text)
    if not found:
        raise CircuitError(f"{text!r} is no resistance: write 330, 12k or 2k2")
    whole, unit, rest = found.groups("")
    return float(f"{whole}.{rest or 0}") * _OHMS[unit]


_FARADS = {"p": 1e-12, "n": 1e-9, "u": 1e-6}


def farads(text: str) -> float:
    """Return a capacitance in farad from "100n" or "1000u 10 V". Raises CircuitError for any other text."""
    found = re.match(r"(\d+)([pnu])\b", text)
    if not found:
        raise CircuitError(f"{text!r} is no capacitance: write 100n or 47u 10 V")
    return int(found[1]) * _FARADS[found[2]]


def resistor_ohms(board: dict[str, Any], kind: str) -> float:
    """Return the resistance in Ohm of a kind of part, from board.toml."""
    try:
        return ohms(board["parts"][kind]["value"])
    except CircuitError as error:
        raise CircuitError(f"board.toml [parts.{kind}] value: {error}") from None
