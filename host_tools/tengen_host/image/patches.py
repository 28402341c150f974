"""Make the changes to MicroPython's sources, and the list of names that Tengen adds.

No input or output is done here.
"""

from __future__ import annotations

import re

from .steps import ImageError

# An image has the same bytes on each day: this is its date, and the date of the release of MicroPython 1.25.0
DATE = "1744675200"
_OF_ASYNCIO = ("asyncio.core", "asyncio.event", "asyncio.funcs", "asyncio.stream")


def names(files: dict[str, bytes], mark: str) -> bytes:
    """Return a module with the names of all modules of `files`, so that these names are in the flash.

    No module imports this module.

    When a module is imported by a relative name, MicroPython creates its full name on the heap, and never frees it,
    unless the name is one of the frozen names. `mark`: another text for the flash.
    """
    modules = [path[:-3].removesuffix("/__init__").replace("/", ".") for path in sorted(files) if path != "main.py"]
    lines = [f"import {module} as {module.rpartition('.')[2]}\n" for module in [*modules, *_OF_ASYNCIO]]
    return "".join([*lines, f'mark = "{mark}"\n']).encode()


def ordered(script: str, names: list[str]) -> str:
    """Return a linker script that puts these functions together, before all other functions.

    Raises ImageError if the script has no rule for functions.
    """
    rules = re.search(r"^ *\*\(EXCLUDE_FILE\(.*\.text\*\)\n", script, re.MULTILINE)
    if not rules:
        raise ImageError("the linker script has no rule with EXCLUDE_FILE for .text*, where functions belong")
    return script[: rules.start()] + "".join(f"*(.text.{name})\n" for name in names) + script[rules.start() :]


def aligned(tool: str) -> str:
    """Return the text of mpy-tool.py, changed to align frozen native code to words.

    MicroPython 1.25 aligns it to two bytes. If the linker puts a function at an address between two words, the function
    reads its constants of more than 16 bits from a wrong address. Raises ImageError if the text has no such line.
    """
    if "((aligned (2)))" not in tool:
        raise ImageError("mpy-tool.py does not align native code to two bytes: look at it, and correct aligned()")
    return tool.replace("((aligned (2)))", "((aligned (4)))")


def in_order(tool: str) -> str:
    """Return the text of manifestfile.py, changed to freeze a package's modules in the order of their names.

    Otherwise their order is that of the file system, and each machine makes another image. Raises ImageError if the
    text does not search a package in the expected way.
    """
    searched = "os.walk(package_path or \".\", followlinks=True):", "for file in filenames:"
    if any(tool.count(each) != 1 for each in searched):
        raise ImageError("manifestfile.py does not search a package by os.walk: look at it, and correct in_order()")
    walk, files = searched
    return tool.replace(walk, f"sorted({walk[:-1]}):").replace(files, "for file in sorted(filenames):")
