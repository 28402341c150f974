"""Add lines to the text of a file, and take lines out. All other lines stay as they are. Pure."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Mapping

_KEY = re.compile(r'  ("(?:[^"\\]|\\.)*"): ')


def with_keys(text: str, words: Mapping[str, str]) -> str:
    """Return a language file with these words, each after the last key that begins alike: `game.x` after `game.`.

    "goal three" stands after the last key that begins with "goal". A key that the file has already stays as it is.
    """
    lines = text.splitlines(keepends=True)
    keys = [_key(line) for line in lines]
    for key, word in words.items():
        if key in keys:
            continue
        begins = _beginning(key)
        at = 1 + max(at for at, each in enumerate(keys) if each and _beginning(each) == begins)
        lines.insert(at, f"  {json.dumps(key)}: {json.dumps(word, ensure_ascii=False)},\n")
        keys.insert(at, key)
    return "".join(lines)


def without_keys(text: str, unwanted: Callable[[str], bool]) -> str:
    """Return a language file without the keys that are unwanted."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not ((key := _key(line)) and unwanted(key)))


def _key(line: str) -> str:
    found = _KEY.match(line)
    return str(json.loads(found[1])) if found else ""


def _beginning(key: str) -> str:
    return re.split(r"[. ]", key, maxsplit=1)[0]


def with_row(text: str, table: str, row: str) -> str:
    """Return a Python module with a further row at the end of a table: a tuple or a dict with a name."""
    value = _table(text, table)
    return with_line(text, value.end_lineno or 1, row)


def without_row(text: str, table: str, name: str) -> str:
    """Return a Python module without the row of a game: the tuple that begins with the name, or the key's value."""
    value = _table(text, table)
    rows: list[tuple[ast.expr, ast.expr]] = []
    if isinstance(value, ast.Dict):
        rows = [(key, its) for key, its in zip(value.keys, value.values, strict=True) if key]
    elif isinstance(value, ast.Tuple):
        rows = [(row.elts[0], row) for row in value.elts if isinstance(row, ast.Tuple)]
    lines = text.splitlines(keepends=True)
    for key, its in reversed(rows):
        if isinstance(key, ast.Constant) and key.value == name:
            del lines[min(key.lineno, its.lineno) - 1 : its.end_lineno]
    return "".join(lines)


def _table(text: str, name: str) -> ast.expr:
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.AnnAssign) and getattr(statement.target, "id", "") == name and statement.value:
            return statement.value
    raise ValueError(f"there is no table {name}: name the table in {__name__} as in its file")


def with_line(text: str, before: int, line: str) -> str:
    """Return the text with further lines before the line with this number, from 1."""
    lines = text.splitlines(keepends=True)
    return "".join([*lines[: before - 1], line, *lines[before - 1 :]])


def after_last(text: str, mark: str, line: str) -> str:
    """Return the text with a line after the last line that contains a mark."""
    numbers = [number for number, its in enumerate(text.splitlines(), 1) if mark in its]
    return with_line(text, numbers[-1] + 1, line)


def without_lines(text: str, pattern: str) -> str:
    """Return the text without the lines that match a pattern from their beginning."""
    return "".join(line for line in text.splitlines(keepends=True) if not re.match(pattern, line))
