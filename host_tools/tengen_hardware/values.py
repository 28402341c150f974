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


def resistor_ohms(board: dict[str, Any], kind: str) -> float:
    """Return the resistance in Ohm of a kind of part, from board.toml."""
    try:
        return ohms(board["parts"][kind]["value"])
    except CircuitError as error:
        raise CircuitError(f"board.toml [parts.{kind}] value: {error}") from None
