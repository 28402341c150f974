"""What Tengen's image changes in MicroPython's sources, and the list of names that it adds. Pure."""

from __future__ import annotations

import re

from .steps import ImageError

_OF_ASYNCIO = ("asyncio.core", "asyncio.event", "asyncio.funcs", "asyncio.stream")


def names(files: dict[str, bytes], mark: str) -> bytes:
    """Return a module with the names of all modules of `files`, which nobody imports: so they stand in the flash.

    MicroPython makes the full name of a module that is imported by a relative name, and keeps it for ever: on the heap
    if it is not one of the frozen names. `mark`: a text that stands in the flash, too.
    """
    modules = [path[:-3].removesuffix("/__init__").replace("/", ".") for path in sorted(files) if path != "main.py"]
    lines = [f"import {module} as {module.rpartition('.')[2]}\n" for module in [*modules, *_OF_ASYNCIO]]
    return "".join([*lines, f'mark = "{mark}"\n']).encode()


def ordered(script: str, names: list[str]) -> str:
    """Return a linker script in which these functions lie together, before all others.

    Raises ImageError if the script has no rule for functions.
    """
    rules = re.search(r"^ *\*\(EXCLUDE_FILE\(.*\.text\*\)\n", script, re.MULTILINE)
    if not rules:
        raise ImageError("the linker script has no rule with EXCLUDE_FILE for .text*, where functions belong")
    return script[: rules.start()] + "".join(f"*(.text.{name})\n" for name in names) + script[rules.start() :]


def aligned(tool: str) -> str:
    """Return the text of mpy-tool.py that aligns frozen native code to words.

    MicroPython 1.25 aligns it to two bytes: where the linker puts a function between two words, its constants of more
    than 16 bits are read from the wrong place. Raises ImageError if the text has no such line.
    """
    if "((aligned (2)))" not in tool:
        raise ImageError("mpy-tool.py aligns native code to no two bytes: look at what it does, and mend aligned()")
    return tool.replace("((aligned (2)))", "((aligned (4)))")
