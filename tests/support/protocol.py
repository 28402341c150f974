"""`python tests/support/protocol.py` writes firmware/PROTOCOL.md, the protocol of the link as a page.

It is made from the firmware's table of commands and its vocabulary.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tengen.link import codec, commands
from tengen.session.settings import Settings
from tengen.vocabulary import ANSWERS, COMMANDS, DONE, FIELDS, REFUSED_BY, STATE
from tengen_host.i18n import code_text
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

PAGE = Path(__file__).resolve().parents[2] / "firmware" / "PROTOCOL.md"

_TEXT = """# The protocol of the link

Made from `tengen/vocabulary.py` and `tengen/link/commands.py` by
`python tests/support/protocol.py`; a test compares them.

A board and a laptop talk over the Pico's USB serial port: one JSON object a line, in UTF-8, ended by a newline. A line
from the board begins with the byte 0x1E; other text is that of MicroPython. A client needs four rules:

1. **Merge.** A line says what *is*: `is` has each group of the state that has changed, the whole of it, by absolute
   value. It takes the place of the group that a client has. Only `board`, `moves` and `record` are sent by their
   changes. A field that has nothing to say is absent. A client that ignores unknown groups, fields and codes reads a
   newer board, too.
2. **Wait for `more`.** A line with `"more": true` belongs to the next one: merge it, but show nothing yet.
3. **Count.** Each line has a `seq`, without gaps, and `t`, the board's ms. After a gap, and when a client begins, it
   sends `{{"cmd": "snapshot", "id": 1}}`: the board sends all groups again, and the last line of them has
   `"whole": true` and `"re": 1`. A board that starts sends all groups by itself, with `seq` from 1.
4. **Ask with an id.** A command may have an `id`, a whole number or a text. The answer is a line with `re`, the same
   `id`, and `answer`: its `code` is `done` at the end, or `error` with the reason. Without an `id` only errors come.

`did` says what was done, by codes: for logs, sounds, screen readers. It adds nothing to the state. A reason is a code
with its values, like `{{"code": "device.pin_twice", "number": 5}}`; `tengen/vocabulary.py` lists them, and the language
files of `tengen live` have their words. A point is its name, `h8`; a seat is `p1` or `p2`; a person also `arbiter`;
times are ms.

The shortest clients: [link_client.py](../host_tools/examples/link_client.py) in Python,
[link_client.html](../host_tools/examples/link_client.html) in JavaScript.

## An example

{example}
## The state

{state}
## What was done

`did` is a list of objects with a `code` and these fields, of which those with nothing to say are null or absent.

{done}
## Answers

{answers}
## Commands

A line has at most {longest} bytes. Any line may be refused by {any_line}.

{commands}"""

# what may be said of any line, whatever command it names
OF_ANY_LINE = (
    "device.no_json", "device.no_command", "device.long_line", "device.unknown_command", "device.needs_field",
    "device.field_no_text", "device.no_field", "device.wrong_field",
)  # fmt: skip
_OF_A_SETTING = {bool: "true or false", int: "a whole number", dict: "an object", str: "a text"}


def page() -> str:
    """Return the page of the whole protocol."""
    return _TEXT.format(
        example="".join(f"{line}\n" for line in asyncio.run(_example())),
        state="\n".join(_group(name, words, fields) for name, (words, fields) in STATE.items()),
        done=_codes(DONE),
        answers=_codes(ANSWERS),
        longest=codec.LONGEST_LINE,
        any_line=", ".join(f"`{code}`" for code in OF_ANY_LINE),
        commands=commands_page(),
    )


def _group(name: str, words: str, fields: Mapping[str, str]) -> str:
    """Return the section of a group."""
    rows = [f"| `{field}` | {its} |" for field, its in fields.items()]
    table = ["| field | what it is |", "|---|---|", *rows, ""] if rows else []
    return "\n".join([f"### `{name}`", "", words, "", *table])


def _codes(table: Mapping[str, tuple[str, Any]]) -> str:
    """Return a table of codes with their fields."""
    rows = ["| code | what it says | fields |", "|---|---|---|"]
    for code, (words, fields) in table.items():
        its = "; ".join(f"`{field}`: {what}" for field, what in fields.items()) if isinstance(fields, dict) else ""
        rows.append(f"| `{code}` | {words} | {its or (fields and f'those of the group `{fields}`') or ''} |")
    return "\n".join([*rows, ""])


async def _example() -> list[str]:
    """Return the paragraphs of an example: what hands and a client do at a board, and the lines that it sends."""
    clock = FastClock()
    board = VirtualBoard(clock)
    living = asyncio.ensure_future(board.live())
    await clock.advance(1000)
    found = ["The groups `device` and `open_...` are left out here.", ""]

    async def after(words: str, most: int) -> None:
        before = len(board.lines)
        await clock.advance(300)
        shown = [line for line in map(_shown, board.lines[before:]) if line][-most:]
        found.extend([words, "", "```", *map(json.dumps, shown), "```", ""])

    def ask(command: dict[str, Any]) -> str:
        board.ask(command)
        return f"`{json.dumps(command)}`"

    await after(f"{ask({'cmd': 'snapshot', 'id': 1})}, with the last lines of the answer:", 2)
    board.put("h8")
    await after("A stone is put:", 2)
    board.press("p1")
    await clock.advance(100)
    board.release("p1")
    await after("Its player presses the button:", 2)
    await after(f"{ask({'cmd': 'back', 'count': 7, 'id': 2})} is refused:", 2)
    await after(f"{ask({'cmd': 'back', 'count': 1, 'id': 3})} is not, and asks for the stone to be lifted:", 3)
    living.cancel()
    await asyncio.gather(living, return_exceptions=True)
    return found


def _shown(line: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a line without groups that are long, or another one in each build; None if nothing is left."""
    left = {name: its for name, its in line.get("is", {}).items() if name != "device" and not name.startswith("open_")}
    if not left and "answer" not in line and "whole" not in line:
        return None
    return {name: left if name == "is" else its for name, its in line.items() if name != "is" or left}


def commands_page() -> str:
    """Return a section for each command: what it does, its fields, when it is allowed, its answer, its refusals."""
    return "\n".join(_section(word) for word in commands.COMMANDS)


def refusals(word: str) -> list[str]:
    """Return the codes that may refuse a command, besides OF_ANY_LINE; one with a dot at its end is all of these."""
    when = commands.COMMANDS[word][0]
    found = {
        "device.while_probed": not when & commands.PROBED,
        "device.only_probed": not when & commands.PLAYED,
        "device.not_allowed": when & commands.GUARDED,
        "device.asked_again": commands.answer_of(word),
    }
    return [*(code for code, may in found.items() if may), *REFUSED_BY.get(word, ())]


def may_refuse(code: str, word: str | None) -> bool:
    """Whether a code may refuse this command, or a line that names none that there is."""
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
    lines.append(f"Allowed {_when(commands.COMMANDS[word][0])}.")
    lines.append(f"Answered by {f'`{answer}`, then ' if answer else ''}`done`.")
    codes = ", ".join(f"`{code}*`" if code.endswith(".") else f"`{code}`" for code in refusals(word))
    return "\n".join([*lines, f"Refused by {codes}.", ""])


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


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
