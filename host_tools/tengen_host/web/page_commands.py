"""The commands that a page may send. Each is one JSON object, which is checked completely before anything is done."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from tengen.link import codec

from ..guests.engine import EngineGuest
from ..hall.details import FIELDS as DETAILS
from ..hall.hall import Place

# The required and the optional fields of each command, besides "do". Every field except LINE is a text; some may be
# null.
Fields = Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
FIELDS: Fields = {
    "put": (("point",), ("colour",)),
    "lift": (("point",), ()),
    "slide": (("from", "to"), ()),
    "press": (("button",), ()),
    "release": (("button",), ()),
    "break": (("fault",), ("at",)),
    "mend": (("fault",), ("at",)),
    "unplug": ((), ()),
    "plug": ((), ()),
    "ask": (("line",), ()),
    "details": ((), tuple(DETAILS)),
    "engine": (("choice",), ()),
    "comment": (("act",), ("point", "to", "sign", "at", "game", "demo")),
}
NULLABLE = ("colour", "at")
LINE = "line"  # the field with a command for the firmware: an object, in the form that is sent over the board's link
LONGEST_LINE = codec.LONGEST_LINE - 12  # in bytes; shorter than the link's limit, to leave room for an id
SHOWN = 40  # the most characters of a page's input that an error message repeats


def parse(text: str | None, fields: Fields = FIELDS) -> dict[str, Any]:
    """Return the command in a text, complete and with the right types. Raises ValueError, which says what is wrong."""
    if text is None:
        raise ValueError("a command is a text message, not bytes")
    try:
        command = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"not JSON: {_quoted(text)}") from None
    if not isinstance(command, dict):
        raise ValueError(f'a command is an object like {{"do": "lift", "point": "h8"}}, not {_quoted(command)}')
    verb = command.get("do")
    if not isinstance(verb, str) or verb not in fields:
        raise ValueError(f'"do" is {_quoted(verb)}: it must be one of {", ".join(fields)}')
    needed, allowed = fields[verb]
    for field in needed:
        if field not in command:
            raise ValueError(f'"{verb}" needs "{field}"')
    for field, value in command.items():
        if field == "do":
            continue
        if field not in needed + allowed:
            raise ValueError(f'"{verb}" has no field {_quoted(field)}')
        if field == LINE:
            _check_line(value)
        elif not isinstance(value, str) and not (field in NULLABLE and value is None):
            raise ValueError(f'"{field}" is {_quoted(value)}: it must be a text')
    return command


async def perform(place: Place, command: dict[str, Any]) -> None:
    """Perform a parsed command at a place: on its board, details, engine or commentary. Raises their ValueError."""
    board, engine = place.board, place.guest(EngineGuest)
    verb, its = command["do"], {field: value for field, value in command.items() if field != "do"}
    if verb in ("break", "mend"):
        board.fault(its["fault"], its.get("at"), verb == "break")
    elif verb == "details":
        place.details.give(its)
    elif verb == "comment":
        await place.commentary.do(its)
    elif verb == "engine":
        if engine:
            engine.choose(its["choice"])
    else:
        needed, optional = FIELDS[verb]
        actions: dict[str, Callable[..., None]] = {
            "put": board.put, "lift": board.lift, "slide": board.slide, "press": board.press, "release": board.release,
            "unplug": board.unplug, "plug": board.plug, "ask": board.ask,
        }  # fmt: skip
        actions[verb](*(its.get(field) for field in needed + optional))


def _check_line(value: Any) -> None:
    if not isinstance(value, dict) or not isinstance(value.get("cmd"), str):
        raise ValueError(f'"{LINE}" is {_quoted(value)}: it must be {{"cmd": "prove"}} or similar')
    try:
        length = len(json.dumps(value))
    except RecursionError:
        length = LONGEST_LINE + 1
    if length > LONGEST_LINE:
        raise ValueError(f'"{LINE}" is too long: {LONGEST_LINE} bytes at most')


def _quoted(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    text = ascii(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."
