"""Sends the modules of a page as one script: a browser asks for ninety files more slowly than it runs them.

A module becomes a function that is called once, before those that import it; what it exports is what the call returns.
This knows the ways to import and export that the page's own modules use, and no others.
"""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import (?:(?P<names>\{[^}]*\}|\* as \w+) from )?"\./(?P<file>[\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)


def whole(first: Path) -> str:
    """Return a script that does what the module `first` does, with all that it imports.

    Raises ValueError where modules import each other in a circle, OSError where one is missing.
    """
    modules = _in_order(first)
    return "".join([*map(_function, modules[:-1]), _inside(first)])


def _in_order(first: Path) -> list[Path]:
    """Return the modules that one needs, and it as the last: each after those that it imports."""
    found: list[Path] = []

    def visit(module: Path, above: tuple[str, ...]) -> None:
        if module.name in above:
            raise ValueError(f"modules import each other in a circle: {' > '.join([*above, module.name])}")
        if module in found:
            return
        for its in _IMPORT.finditer(module.read_text(encoding="utf-8")):
            visit(module.parent / its["file"], (*above, module.name))
        found.append(module)

    visit(first, ())
    return found


def _function(module: Path) -> str:
    names = ", ".join(_EXPORT.findall(module.read_text(encoding="utf-8")))
    name, inside = module.name, _inside(module)
    return f"// {name}\nconst {_value(name)} = (() => {{\n{inside}return {{ {names} }};\n}})();\n\n"


def _inside(module: Path) -> str:
    """Return the text of a module, which takes what it imports from the values of others, and exports nothing."""

    def taken(its: re.Match[str]) -> str:
        names = its["names"]
        if not names:
            return ""  # it has been run, and that was all
        return f"const {names.removeprefix('* as ').replace(' as ', ': ')} = {_value(its['file'])};"

    return _EXPORT.sub("", _IMPORT.sub(taken, module.read_text(encoding="utf-8")))


def _value(name: str) -> str:
    return "$" + name.removesuffix(".js").replace("-", "_")
