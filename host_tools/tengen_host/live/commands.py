"""The commands that a page may send: one JSON object each, checked in full before anything is done."""

from __future__ import annotations

import json
from typing import Any

from tengen.link import codec

from .board import Board
from .details import FIELDS as DETAILS
from .details import Details
from .seated import Seated

# The required and the optional fields of each command, besides "do". Every field but LINE is a text; some may be null.
FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
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
}
NULLABLE = ("colour", "at")
LINE = "line"  # the field with a command for the firmware, an object, as it goes over the board's link
LONGEST_LINE = codec.LONGEST_LINE - 12  # bytes: room for an id
SHOWN = 40  # characters of the page's input that an error message repeats


def parse(text: str) -> dict[str, Any]:
    """Return the command in a text, complete and with the right types. Raises ValueError that says what is wrong."""
    try:
        command = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"not JSON: {_shown(text)}") from None
    if not isinstance(command, dict):
        raise ValueError(f'a command is an object like {{"do": "lift", "point": "h8"}}, not {_shown(command)}')
    verb = command.get("do")
    if not isinstance(verb, str) or verb not in FIELDS:
        raise ValueError(f'"do" is {_shown(verb)}: it must be one of {", ".join(FIELDS)}')
    needed, allowed = FIELDS[verb]
    for field in needed:
        if field not in command:
            raise ValueError(f'"{verb}" needs "{field}"')
    for field, value in command.items():
        if field == "do":
            continue
        if field not in needed + allowed:
            raise ValueError(f'"{verb}" has no field {_shown(field)}')
        if field == LINE:
            _check_line(value)
        elif not isinstance(value, str) and not (field in NULLABLE and value is None):
            raise ValueError(f'"{field}" is {_shown(value)}: it must be a text')
    return command


def perform(board: Board, details: Details, command: dict[str, Any], engine: Seated | None = None) -> None:
    """Perform a parsed command on the board, the game's details or its engine. Passes on their ValueError."""
    verb = command["do"]
    if verb == "put":
        board.put(command["point"], command.get("colour"))
    elif verb == "lift":
        board.lift(command["point"])
    elif verb == "slide":
        board.slide(command["from"], command["to"])
    elif verb == "press":
        board.press(command["button"])
    elif verb == "release":
        board.release(command["button"])
    elif verb == "unplug":
        board.unplug()
    elif verb == "plug":
        board.plug()
    elif verb == "ask":
        board.ask(command[LINE])
    elif verb == "engine":
        if engine and engine.choose:
            engine.choose(command["choice"])
    elif verb == "details":
        details.give({field: text for field, text in command.items() if field != "do"})
    else:
        board.fault(command["fault"], command.get("at"), verb == "break")


def _check_line(value: Any) -> None:
    if not isinstance(value, dict) or not isinstance(value.get("cmd"), str):
        raise ValueError(f'"{LINE}" is {_shown(value)}: it must be {{"cmd": "prove"}} or the like')
    try:
        length = len(json.dumps(value))
    except RecursionError:
        length = LONGEST_LINE + 1
    if length > LONGEST_LINE:
        raise ValueError(f'"{LINE}" is too long: {LONGEST_LINE} bytes at most')


def _shown(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    text = ascii(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."
