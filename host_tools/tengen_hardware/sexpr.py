"""Read KiCad's files, which are lists in parentheses, into lists of strings and lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_TOKEN = re.compile(r'\(|\)|"(?:[^"\\]|\\.)*"|[^\s()"]+')


def read(text: str) -> list[Any]:
    """Return the outermost list; its members are strings and lists."""
    stack: list[list[Any]] = [[]]
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif token.startswith('"'):
            stack[-1].append(re.sub(r"\\(.)", r"\1", token[1:-1]))
        else:
            stack[-1].append(token)
    found: list[Any] = stack[0][0]
    return found


def quoted(word: str) -> str:
    """Return a word in KiCad's quotes."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def each(of: list[Any], name: str) -> Iterator[list[Any]]:
    """Return the lists within `of` that begin with `name`."""
    return (item for item in of if isinstance(item, list) and item and item[0] == name)


def first(of: list[Any], name: str) -> list[Any] | None:
    """Return the first list within `of` that begins with `name`, or None."""
    return next(each(of, name), None)


def reference(footprint: list[Any]) -> str:
    """Return the reference of a footprint on a board: a text up to KiCad 7, a property in later versions."""
    texts = [*each(footprint, "fp_text"), *each(footprint, "property")]
    return next(str(text[2]) for text in texts if text[1].lower() == "reference")
