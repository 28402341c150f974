"""Tells the browser at once what a page needs: else it would find that one request after another."""

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
def link(folder: Path, first: str, asked_for: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the header `link` for the page that begins with this module, and that asks for the files `asked_for`.

    The modules have a low priority: they are many, and the style sheets, without which nothing is seen, come first.
    """
    links = [f"<{name}>; rel=modulepreload; fetchpriority=low" for name in modules(folder, first)]
    links += [f"<{name}>; rel=preload; as=fetch; crossorigin" for name in asked_for]
    return {"link": ", ".join(links)}
