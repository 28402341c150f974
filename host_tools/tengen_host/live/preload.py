"""Tells the browser all modules of a page at once: else it would find what they import one request after another."""

from __future__ import annotations

import functools
import re
from pathlib import Path

_IMPORT = re.compile(r'^(?:import|export) [^;]*?from "\./([\w-]+\.js)";', re.MULTILINE)


def modules(folder: Path, first: str) -> list[str]:
    """Return the names of the module `first` and of all those that it imports, themselves or through others."""
    found = [first]
    for name in found:
        imported = _IMPORT.findall((folder / name).read_text(encoding="utf-8"))
        found += [each for each in dict.fromkeys(imported) if each not in found]
    return found


@functools.cache
def link(folder: Path, first: str) -> dict[str, str]:
    """Return the header `link` for the page that begins with this module."""
    return {"link": ", ".join(f"<{name}>; rel=modulepreload" for name in modules(folder, first))}
