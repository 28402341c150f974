"""Convert a record's fields to JSON and back. All values are checked, because a file may be hostile."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from . import stones
from .record import COLOURS, Note, Record

_LONGEST_NUMBER = 20  # most digits of a number


def dump(record: Record, field: str) -> Any:
    """Return a field of a record for JSON."""
    value = getattr(record, field)
    if field == "notes":
        return [[note.after, note.kind, dict(note.fields)] for note in value]
    if field == "setup":
        return [list(stones) for stones in value]
    if field == "clocks":
        return [pair and list(pair) for pair in value]
    if field == "changes":
        return [[list(change) for change in its] for its in value]
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def whole(record: Record) -> dict[str, Any]:
    """Return a whole record for JSON, always with the colour and the changes of each move.

    A record may omit the colours and changes.
    """
    numbers = range(1, len(record.moves) + 1)
    return {
        **asdict(record),
        "colours": [stones.colour_of(record, number) for number in numbers],
        "changes": [list(map(list, stones.changes_of(record, number))) for number in numbers],
    }


def load(field: str, value: Any) -> Any:
    """Return the value of one of FIELDS from JSON. Raises ValueError for an impossible value."""
    return _KINDS[field](value)


def parse(text: str) -> Any:
    """Return the value of a JSON text, in bounded time. Raises ValueError for other text."""
    try:
        return json.loads(text, parse_int=_number, parse_float=_real, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _number(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise ValueError("a number is too long")
    return int(digits)


def _real(digits: str) -> float:
    if len(digits) > 2 * _LONGEST_NUMBER:
        raise ValueError("a number is too long")
    return float(digits)


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is not a number")


def _must(right: bool) -> None:
    if not right:
        raise ValueError("a field has an impossible value")


def _a(kind: type) -> Callable[[Any], Any]:
    """Return a function that checks the type of a value and returns the value. A bool does not count as an int."""

    def checked(value: Any) -> Any:
        _must(type(value) is kind)
        return value

    return checked


def _each(check: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that checks each value of a list, and returns a tuple of them."""
    return lambda value: tuple(map(check, _a(list)(value)))


def _winner(value: Any) -> str | None:
    _must(value is None or value in COLOURS)
    return None if value is None else str(value)


def _pair(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    black, white = _each(_a(int))(value)
    return black, white


def _note(value: Any) -> Note:
    after, kind, its = _a(list)(value)
    return Note(_a(int)(after), _a(str)(kind), _a(dict)(its))


# The fields that SGF itself can store are missing here: the moves with their colours and changes, the size, the set-up
# stones and the first colour
_KINDS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("game", "black", "white", "rule", "reason", "id", "date", "event", "round"), _a(str)),
    **dict.fromkeys(("table", "place", "comment"), _a(str)),
    **dict.fromkeys(("settings", "players", "options"), _a(dict)),
    "torus": _a(bool),
    "clocks": _each(_pair),
    "over": _a(bool),
    "winner": _winner,
    "line": _each(_a(str)),
    "notes": _each(_note),
}
FIELDS = tuple(_KINDS)
