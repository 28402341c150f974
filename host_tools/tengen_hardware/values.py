"""Convert values of board.toml such as "2k2" or "100n" to numbers, and check ranges, fields and choices."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tengen_host.wiring import WiringError

from .circuit import CircuitError

_OHMS = {"R": 1, "": 1, "k": 1_000, "M": 1_000_000}


def ohms(text: str) -> float:
    """Return a resistance in Ohm from "330", "12k", "2k2" or "4R7". Raises CircuitError for any other text."""
    found = re.fullmatch(r"(\d+)(?:([RkM])(\d*))?", text)
    if not found:
        raise CircuitError(f"{text!r} is not a resistance: write 330, 12k or 2k2")
    whole, unit, rest = found.groups("")
    return float(f"{whole}.{rest or 0}") * _OHMS[unit]


_FARADS = {"p": 1e-12, "n": 1e-9, "u": 1e-6}


def farads(text: str) -> float:
    """Return a capacitance in farad from "100n" or "1000u 10 V". Raises CircuitError for any other text."""
    found = re.match(r"(\d+)([pnu])\b", text)
    if not found:
        raise CircuitError(f"{text!r} is not a capacitance: write 100n or 47u 10 V")
    return int(found[1]) * _FARADS[found[2]]


def resistor_ohms(board: dict[str, Any], kind: str) -> float:
    """Return the resistance in Ohm of a kind of part, from board.toml."""
    try:
        return ohms(board["parts"][kind]["value"])
    except CircuitError as error:
        raise CircuitError(f"board.toml [parts.{kind}] value: {error}") from None


def check_ranges(board: dict[str, Any], ranges: dict[str, dict[str, tuple[float, float]]]) -> None:
    """Raise WiringError for the first value of these tables that is missing, or is not between its limits."""
    for table, names in ranges.items():
        if not isinstance(board.get(table), dict):
            raise WiringError(f"board.toml: the table [{table}] is missing")
        for name, (least, most) in names.items():
            check_number(f"[{table}] {name}", board[table].get(name), least, most)


def check_number(place: str, value: Any, least: float, most: float) -> None:
    """Raise WiringError unless a value of board.toml is a number from `least` to `most`. `place`: [table] name."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise WiringError(f"board.toml {place}: {value!r} is not between {least:g} and {most:g}")


def check_fields(place: str, entry: dict[str, Any], *fields: str) -> None:
    """Raise WiringError for the first field that is missing or empty in an entry of board.toml."""
    for field in fields:
        if entry.get(field) in (None, "", [], {}):
            raise WiringError(f"board.toml {place} {field} is missing")


def check_choice(place: str, value: Any, choices: Iterable[Any]) -> None:
    """Raise WiringError unless a value of board.toml is one of the choices."""
    if value not in choices:
        raise WiringError(f"board.toml {place}: {value!r} is none of {', '.join(map(str, choices))}")
