"""Converts a record's fields to JSON and back. All values are checked, because a file may be hostile."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from . import stones
from .record import Note, Record

_LONGEST_NUMBER = 20  # digits


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
    """Return all of a record for JSON, with the colour and the changes of each move, also where a record leaves them
    out.
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
    raise ValueError(f"{word} is no number")


def _must(right: bool) -> None:
    if not right:
        raise ValueError("a field is not what it should be")


def _text(value: Any) -> str:
    _must(isinstance(value, str))
    return str(value)


def _whether(value: Any) -> bool:
    _must(isinstance(value, bool))
    return bool(value)


def _mapping(value: Any) -> dict[str, Any]:
    _must(isinstance(value, dict))
    return dict(value)


def _winner(value: Any) -> str | None:
    _must(value is None or value in ("black", "white"))
    return None if value is None else str(value)


def _texts(value: Any) -> tuple[str, ...]:
    _must(isinstance(value, list))
    return tuple(map(_text, value))


def _count(value: Any) -> int:
    _must(isinstance(value, int) and not isinstance(value, bool))
    return int(value)


def _clocks(value: Any) -> tuple[tuple[int, int] | None, ...]:
    _must(isinstance(value, list))
    return tuple(None if pair is None else _pair(pair) for pair in value)


def _pair(value: Any) -> tuple[int, int]:
    _must(isinstance(value, list) and len(value) == 2)
    return _count(value[0]), _count(value[1])


def _notes(value: Any) -> tuple[Note, ...]:
    _must(isinstance(value, list) and all(isinstance(note, list) and len(note) == 3 for note in value))
    return tuple(Note(_count(after), _text(kind), _mapping(its)) for after, kind, its in value)


# Without the fields that SGF has itself: the moves with their colours and changes, the size, the set-up stones and the
# first colour
_KINDS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("game", "black", "white", "rule", "reason", "id", "date", "event", "round"), _text),
    **dict.fromkeys(("table", "place", "comment"), _text),
    "settings": _mapping,
    "players": _mapping,
    "options": _mapping,
    "torus": _whether,
    "clocks": _clocks,
    "over": _whether,
    "winner": _winner,
    "line": _texts,
    "notes": _notes,
}
FIELDS = tuple(_KINDS)
