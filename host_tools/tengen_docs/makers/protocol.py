"""The protocol of the link: state, codes and commands from the firmware's tables, and example lines."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from tengen.link import codec, commands
from tengen.session.settings import Settings
from tengen.vocabulary import ANSWERS, COMMANDS, DONE, FIELDS, REFUSED_BY, STATE
from tengen_host.i18n import code_text
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

# the codes that may refuse any line, with any command
OF_ANY_LINE = (
    "device.no_json", "device.no_command", "device.long_line", "device.unknown_command", "device.needs_field",
    "device.field_no_text", "device.no_field", "device.wrong_field",
)  # fmt: skip
_OF_A_SETTING = {bool: "true or false", int: "a whole number", dict: "an object", str: "a text"}


def state() -> str:
    """Return a section for each group of the state."""
    return "\n".join(_group(name, words, fields) for name, (words, fields) in STATE.items())


def done() -> str:
    """Return a table of the codes of `did`."""
    return _codes(DONE)


def answers() -> str:
    """Return a table of the codes of `answer`."""
    return _codes(ANSWERS)


def any_line() -> str:
    """Return the length of the longest line, and the codes that may refuse any line."""
    codes = ", ".join(f"`{code}`" for code in OF_ANY_LINE)
    return f"A line has at most {codec.LONGEST_LINE} bytes. Any line may be refused by {codes}."


def version() -> str:
    """Return the version of the protocol that the page describes."""
    return f'This page describes version {codec.WIRE} of the protocol: the group `device` has `"wire": {codec.WIRE}`.'


def example(step: str) -> str:
    """Return the lines of one step of the example: `snapshot`, `stone`, `press`, `refused` or `back`."""
    return _example()[step]


def _group(name: str, words: str, fields: Mapping[str, str]) -> str:
    """Return the section of a group."""
    rows = [f"| `{field}` | {its} |" for field, its in fields.items()]
    table = ["| field | what it is |", "|---|---|", *rows, ""] if rows else []
    return "\n".join([f"### `{name}`", "", words, "", *table])


def _codes(table: Mapping[str, tuple[str, Any]]) -> str:
    """Return a table of codes and their fields."""
    rows = ["| code | what it says | fields |", "|---|---|---|"]
    for code, (words, fields) in table.items():
        its = "; ".join(f"`{field}`: {what}" for field, what in fields.items()) if isinstance(fields, dict) else ""
        rows.append(f"| `{code}` | {words} | {its or (fields and f'those of the group `{fields}`') or ''} |")
    return "\n".join([*rows, ""])


@cache
def _example() -> dict[str, str]:
    return asyncio.run(_played())


async def _played() -> dict[str, str]:
    """Play the example on a virtual board. Return the lines that the board sends, as a block of code for each step."""
    clock = FastClock()
    board = VirtualBoard(clock)
    living = asyncio.ensure_future(board.live())
    await clock.advance(1000)
    found: dict[str, str] = {}

    async def after(step: str, most: int, command: dict[str, Any] | None = None) -> None:
        before = len(board.lines)
        if command:
            board.ask(command)
        await clock.advance(300)
        shown = [line for line in map(_shown, board.lines[before:]) if line][-most:]
        sent = [f"> {json.dumps(command)}"] if command else []
        found[step] = "\n".join(["```", *sent, *map(json.dumps, shown), "```"])

    await after("snapshot", 2, {"cmd": "snapshot", "id": 1})
    board.put("h8")
    await after("stone", 2)
    board.press("p1")
    await clock.advance(100)
    board.release("p1")
    await after("press", 2)
    await after("refused", 2, {"cmd": "back", "count": 7, "id": 2})
    await after("back", 3, {"cmd": "back", "count": 1, "id": 3})
    living.cancel()
    await asyncio.gather(living, return_exceptions=True)
    return found


def _shown(line: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a line without groups that are long or differ between builds; None if nothing is left."""
    left = {name: its for name, its in line.get("is", {}).items() if name != "device" and not name.startswith("open_")}
    if not left and "answer" not in line and "whole" not in line:
        return None
    return {name: left if name == "is" else its for name, its in line.items() if name != "is" or left}


def commands_list() -> str:
    """Return a section for each command: its effect, its fields, when it is allowed, its answer, its refusals."""
    return "\n".join(_section(word) for word in commands.COMMANDS)


def refusals(word: str) -> list[str]:
    """Return the codes that may refuse a command, besides OF_ANY_LINE. "name." means all codes that begin so."""
    when = commands.COMMANDS[word][0]
    found = {
        "device.while_probed": not when & commands.PROBED,
        "device.only_probed": not when & commands.PLAYED,
        "device.not_allowed": when & commands.GUARDED,
        "device.asked_again": commands.answer_of(word),
    }
    return [*(code for code, may in found.items() if may), *REFUSED_BY.get(word, ())]


def may_refuse(code: str, word: str | None) -> bool:
    """Whether a code may refuse this command, or a line without a known command."""
    return code in OF_ANY_LINE or (
        word is not None
        and word in commands.COMMANDS
        and any(code == each or (each.endswith(".") and code.startswith(each)) for each in refusals(word))
    )


def _section(word: str) -> str:
    lines = [f"### `{word}`", "", COMMANDS[word], ""]
    fields = commands.fields(word)
    if fields:
        lines += ["| field | | what it is | value |", "|---|---|---|---|"]
        for name, kind, needed in fields:
            words, must = FIELDS[f"{word}.{name}"], "needed" if needed else ""
            lines.append(f"| `{name}` | {must} | {words} | {_value(name, kind)} |")
        lines.append("")
    answer = commands.answer_of(word)
    lines.append(f"Allowed {_when(commands.COMMANDS[word][0])}.{_ALWAYS.get(word, '')}")
    lines.append(f"Answered by {f'`{answer}`, then ' if answer else ''}`done`.")
    codes = ", ".join(f"`{code}*`" if code.endswith(".") else f"`{code}`" for code in refusals(word))
    return "\n".join([*lines, f"The board can refuse it with {codes}.", ""])


_ALWAYS = {"stamp": " The first stamp of a game, and the same stamp again, are always allowed."}  # link/commands.py


def _value(name: str, kind: tuple[str, ...]) -> str:
    wanted = commands.wanted(kind)
    return code_text(wanted) if wanted else _OF_A_SETTING[type(Settings(100).fields()[name])]


def _when(when: int) -> str:
    if when & commands.PLAYED:
        said = "always" if when & commands.PROBED else "while nobody probes the board"
    else:
        said = "while the board is probed"
    if not when & commands.GUARDED:
        return said
    until = " and has no result yet" if when & commands.BEGINS else ""
    strict = f"in a referee or silent game that is under way{until}"
    return f"{said}; {strict}, only if the arbiter has allowed the laptop to act"

