"""The games of an SGF file as lists of nodes, one at a time, their texts, and new texts in a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sgfmill import sgf_grammar

from .form import Tell, place
from .record import RecordError
from .sgf_nodes import Raw, decoded, next_game, scan

# The most nodes and values of one main line, which is held in memory
MOST_PARTS = 300_000

_PROPERTY = re.compile(rb"\s*([A-Za-z0-9]{1,64})((?:\s*\[[^\\\]]*(?:\\.[^\\\]]*)*\])+)", re.DOTALL)


def games(data: bytes, name: str, tell: Tell | None = None) -> Iterator[tuple[str, list[Raw]]]:
    """Yield each game of a file: its place for messages, and its main line, the root first. Raises RecordError."""
    line: list[Raw] = []
    number = parts = 0
    is_main = True  # no other variation has begun
    for depth, node, _ in scan(decoded(data, name).text.encode("utf-8", "replace"), name, tell=tell):
        if not depth:
            if line:
                yield place(name, number, 2), line
            line, number, parts, is_main = [], number + 1, 0, True
        is_main &= depth == len(line)
        if is_main:
            line.append(node)
            parts += 1 + sum(map(len, node.values()))
            if parts > MOST_PARTS:
                raise RecordError(
                    f"{place(name, number, number)} has more than {MOST_PARTS:,} nodes and values: save it with fewer"
                )
    yield place(name, number, number), line


def with_texts(data: bytes, number: int, texts: Mapping[str, str]) -> bytes:
    """Return a file, which must be UTF-8, with other texts in the root node of its game `number`, from 1; "" takes a
    property away. No other byte changes. Raises RecordError for a file without that game.
    """
    start = _root(data, number)
    spans: dict[str, tuple[int, int]] = {}
    at = start
    while found := _PROPERTY.match(data, at):
        # until FF[3] a name could have small letters, which say nothing: PlayerBlack is PB
        its = "".join(letter for letter in found[1].decode() if not letter.islower())
        spans[its], at = (found.start(1), found.end()), found.end()
    changed = bytearray(data)
    for name, text in sorted(texts.items(), key=lambda its: spans.get(its[0], (start, start)), reverse=True):
        begin, end = spans.get(name, (start, start))
        changed[begin:end] = name.encode() + b"[" + value_of(text)[0] + b"]" if text else b""
    return bytes(changed)


def _root(data: bytes, number: int) -> int:
    """Return the byte where the root node of a game begins, behind its semicolon."""
    behind = 0  # the last node before
    for depth, _, end in scan(data, "it"):
        number -= not depth
        if not number and (found := next_game(data, behind)):
            return found.end()
        behind = end
    raise RecordError("it has no such game")


def text_of(values: Sequence[bytes]) -> str:
    """Return the value of a text property, with line breaks."""
    return "\n".join(sgf_grammar.text_value(value).decode("utf-8", "replace") for value in values)


def line_of(values: Sequence[bytes]) -> str:
    """Return the value of a text property in one line."""
    return " ".join(sgf_grammar.simpletext_value(value).decode("utf-8", "replace") for value in values).strip()


def value_of(text: str) -> list[bytes]:
    """Return the values of a property with this text, escaped for SGF."""
    return [sgf_grammar.escape_text(text.encode("utf-8", "replace"))]


def serialise(nodes: Sequence[Raw]) -> bytes:
    """Return a game without variations as SGF."""
    tree = sgf_grammar.Coarse_game_tree()
    tree.sequence = list(nodes)
    return bytes(sgf_grammar.serialise_game_tree(tree))
