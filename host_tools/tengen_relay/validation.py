"""The limits for a board's line from an unknown sender. Without limits pages would draw any number of stones.

Pure functions: no input or output. The groups and their fields are those of firmware/tengen/session/state.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tengen.games import COLOUR_NAMES

LARGEST_BOARD = 25
MOST = LARGEST_BOARD * LARGEST_BOARD  # the most drawn items, items of any list, and characters of a text
MOST_ITEMS = 2000  # the most moves, and the most items in the record of a game
_MOST_FIELDS = 40  # the most fields of one object
_DEEPEST = 6


class InvalidLine(ValueError):
    """A line that no board sends. The message says why."""


# A shape is a type; [shape] for a list; (shape, shape) for a list of two; {field: shape} for an object that may have
# more fields; a set of words for one of these words; or `object` for anything within the limits. A field may always be
# absent or null.
_POINTS = [str]
_COLOUR = frozenset(COLOUR_NAMES)
_CHANGES = [(str, _COLOUR, _COLOUR)]
_BY_COLOUR = {"black": int, "white": int}
_BY_PLAYER = {"p1": int, "p2": int}
_OPENING = {"code": str, "name": str, "kanji": str}
_LINE = {"stones": _POINTS, "counts": bool, "stopped": _POINTS}
_MENU = {"about": str, "entries": [str], "at": int}
_TAKE_BACK = {"who": str, "points": _POINTS, "lifted": bool}
_ANSWERS = {"about": str, "option": str, "do": str, "colour": str, "count": int, "declared": object}
_SETUP = {"black": _POINTS, "white": _POINTS}

_GROUPS: dict[str, Any] = {
    "game": {"number": int, "name": str, "size": int, "torus": bool, "first": str, "goal": int, "counts": bool,
             "players": {"black": str, "white": str}, "settings": dict, "setup": _SETUP, "begins": str,
             "stamp": {"id": str, "date": str}, "opening": _OPENING, "awaits": str, "damaged": object},
    "board": {"changes": _CHANGES, "sum": int, "clear": bool, "size": int},
    "asks": {"do": str, "number": int, "wanted": int, "turn": str, "who": str, "colour": str, "zone": (str, int),
             "ask": str, "options": [str], "play_on": str, "count": int, "declared": object, "kinds": [str],
             "answers": _ANSWERS, "draw": str, "take_back": _TAKE_BACK, "press": object, "standing": _POINTS},
    "hand": {"state": str, "colour": str, "kind": str, "foul": str, "new": _POINTS, "replies": _POINTS,
             "takes": _POINTS, "lifted": _POINTS, "missing": _POINTS, "extra": _POINTS, "lift": _POINTS,
             "turn": _POINTS, "several": _POINTS, "equal": _POINTS, "refusal": {"point": str}, "offers": _POINTS,
             "left": _POINTS, "outside": int},
    "clock": {"t": int, **_BY_PLAYER, "running": str, "stopped": str, "periods": _BY_PLAYER},
    "captured": _BY_COLOUR,
    "menus": {"p1": _MENU, "p2": _MENU, "arbiter": _MENU},
    "result": {"winner": str, "reason": str, "line": _POINTS},
    "reason": {"point": str, "foul": str, "lines": [_LINE], "all": bool},
    "wiring": {"faults": list, "waits": bool, "unproved": _POINTS, "chattering": _POINTS, "intermittent": list,
               "unsteady": _POINTS},
    "next": dict,
    "advice": {"about": str, "who": str, "state": str, "step": int, "number": int, "of": int, "colour": str,
               "after": int, "line": _POINTS, "played": str, "fives": _POINTS, "steps": list},
    "partner": {"who": str, "level": object, "state": str, "do": str, "points": _POINTS, "colour": str},
    "puzzle": {"number": int, "of": int, "grade": object, "state": str, "solved": bool, "colour": str, "point": str,
               "answer": str},
    "lesson": {"number": int, "of": int, "name": str, "position": int, "positions": int, "colour": str, "task": str,
               "state": str, "solved": bool, "point": str, "answer": str, "hint": _POINTS, "wrong": int,
               "learned": list},
    "shown": {"points": _POINTS, "best": _POINTS},
    "device": {"version": str, "build": str, "wire": int, "size": int, "laptop": bool, "probed": bool, "journal": dict},
    "fault": dict,
}  # fmt: skip
_ITEMS: dict[str, Any] = {
    "moves": {"point": str, "colour": str, "who": str, "changes": _CHANGES, "kind": str},
    "record": {"code": str, "n": int},
}
_DONE = {"code": str, "n": int, "point": str, "colour": str, "who": str, "kind": str, "changes": _CHANGES,
         "points": _POINTS, "removed": _POINTS, "line": _POINTS}  # fmt: skip
_MOST_OF = {"size": LARGEST_BOARD, "goal": MOST, "black": MOST, "white": MOST, "wanted": MOST, "count": MOST}


def checked(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of an entry's line that pages need, without groups that this version does not know.

    Raises InvalidLine for a line that no board sends.
    """
    groups = {name: its for name, its in line.get("is", {}).items() if name in _GROUPS or name in _ITEMS}
    for name, its in groups.items():
        if name in _ITEMS:
            _check_items(name, its)
        else:
            _check(its, _GROUPS[name], name)
    if "changes" not in (groups.get("board") or {"changes": []}):
        raise InvalidLine("'board' without changes")
    _check(line.get("did", []), [_DONE], "did")
    shown = {name: line[name] for name in ("seq", "t", "did", "more", "whole") if name in line}
    return {**shown, "is": groups}


def _check_items(name: str, its: Any) -> None:
    if not (isinstance(its, list) and len(its) == 2 and type(its[0]) is int and isinstance(its[1], list)):
        raise InvalidLine(f"{name!r} that don't grow")
    if not 0 <= its[0] <= MOST_ITEMS - len(its[1]):
        raise InvalidLine(f"more than {MOST_ITEMS:,} {name!r}")
    if None in its[1]:
        raise InvalidLine(f"{name!r} as None")
    for item in its[1]:
        _check(item, _ITEMS[name], name)


def _check(value: Any, shape: Any, where: str, deep: int = _DEEPEST) -> None:
    """Raise InvalidLine unless a value has a shape and is within the limits."""
    if value is not None and not (_is_of(value, shape) and _is_within(value, where, deep)):
        raise InvalidLine(f"{where!r:.40} as {value!r:.20}")
    if isinstance(value, list):
        shapes = shape if isinstance(shape, tuple) else (shape if isinstance(shape, list) else [object]) * len(value)
        for each, its in zip(value, shapes, strict=True):
            _check(each, its, where, deep - 1)
    elif isinstance(value, dict):
        for name, each in value.items():
            _check(name, str, "a name")
            _check(each, shape.get(name, object) if isinstance(shape, dict) else object, name, deep - 1)


def _is_of(value: Any, shape: Any) -> bool:
    if isinstance(shape, frozenset):
        return isinstance(value, str) and value in shape
    if isinstance(shape, tuple):
        return isinstance(value, list) and len(value) == len(shape) and None not in value
    if isinstance(shape, list):
        return isinstance(value, list) and None not in value
    return shape is object or type(value) is (shape if isinstance(shape, type) else dict)


def _is_within(value: Any, where: str, deep: int) -> bool:
    if isinstance(value, int | float):
        return where not in _MOST_OF or 0 <= value <= _MOST_OF[where]
    return deep > 0 and len(value) <= (_MOST_FIELDS if isinstance(value, dict) else MOST)
