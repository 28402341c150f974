"""Reads the games of an SGF file as lists of nodes; sgfmill parses them, one at a time and within limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sgfmill import sgf_grammar

from .encoding import decode
from .form import check_count, place
from .record import RecordError

# A node maps the name of each property to its values in raw UTF-8
Node = dict[str, list[bytes]]

# The most parts of one game, because sgfmill holds a whole game in memory. A part is a property, a value, an escaped
# character in a value, a node, or a bracket around nodes; a move has three parts.
MOST_PARTS = 400_000
DEEPEST = 1000  # variations in variations; a game has up to 361 moves

_DECLARED = re.compile(rb"CA\s*\[([^\]\\]{1,40})\]")
_START = re.compile(rb"\([ \t\r\n\f\v]*;")
_TOKEN = re.compile(rb"[\[();]|[A-Za-z0-9]{1,64}")
_LETTERS = bytes.maketrans(b"0123456789", b"ZZZZZFZZZZ")
_IN_VALUE = re.compile(rb"\\.|\]", re.DOTALL)
_AGAIN = "save it once more in the program that wrote it"


def looks_like_sgf(text: str) -> bool:
    """Whether a game in SGF begins anywhere in the text."""
    return bool(re.search(_START.pattern.decode(), text))


def games(data: bytes, name: str) -> list[list[Node]]:
    """Return the main line of each game of a file: a list of nodes, the root first. Raises RecordError."""
    declared = _DECLARED.search(data)
    text = decode(data, declared[1].decode("ascii", "replace") if declared else "")
    pieces = list(_pieces(bytearray(text, "utf-8", "replace"), name))
    check_count(len(pieces), name)
    return [_main_line(piece, place(name, number, len(pieces))) for number, piece in enumerate(pieces, 1)]


def _pieces(data: bytearray, name: str) -> Iterator[bytes]:
    """Yield the bytes of each game, without the bytes before and between them."""
    number, at = 0, 0
    while start := _START.search(data, at):
        number += 1
        check_count(number, name)
        at = _end(data, start.start(), place(name, number, 2))
        yield bytes(data[start.start() : at])


def _end(data: bytearray, start: int, where: str) -> int:
    """Return the end of the game that begins at `start`. Each byte is read once only.

    Property names with digits, which SGF does not allow, are changed in `data` to letters: Renju's 5A becomes FA, as
    other programs write it.
    """
    depth = nodes = parts = 0
    at = start
    while found := _TOKEN.search(data, at):
        token, at = found[0], found.end()
        parts += 1
        if token == b"[":
            escapes, at = _value(data, at)
            parts += escapes
            if not at:
                raise RecordError(f"{where}: after node {nodes} a bracket is not closed, the file is cut off: {_AGAIN}")
        elif token == b";":
            nodes += 1
        elif token == b"(":
            depth += 1
        elif token == b")":
            depth -= 1
            if not depth:
                return at
        elif not token.isalpha():
            data[found.start() : at] = token.translate(_LETTERS)
        if depth > DEEPEST:
            raise RecordError(f"{where} has variations in variations, more than {DEEPEST} deep: {_AGAIN} without them")
        if parts > MOST_PARTS:
            raise RecordError(f"{where} has more than {MOST_PARTS} properties and values: {_AGAIN} with fewer of them")
    raise RecordError(f"{where} has no end after node {nodes}, the file is cut off: {_AGAIN}")


def _value(data: bytearray, at: int) -> tuple[int, int]:
    """Return the number of escaped characters in the value that begins at `at`, and its end (0 if it has none)."""
    escapes = 0
    for found in _IN_VALUE.finditer(data, at):
        if found[0] == b"]":
            return escapes, found.end()
        escapes += 1
    return escapes, 0


def _main_line(piece: bytes, where: str) -> list[Node]:
    try:
        return list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(piece)))
    except ValueError as error:
        raise RecordError(f"{where} is no SGF as it should be ({error}): {_AGAIN}") from None


def with_texts(data: bytes, number: int, texts: Mapping[str, str]) -> bytes:
    """Return a file with other texts in the root node of its game `number`, from 1; "" takes a property away.

    No other byte changes. The texts are written in UTF-8, whatever the file's encoding is: read it again to see whether
    they are what was meant. Raises RecordError for a file without that game.
    """
    start = at = 0
    for _ in range(number):
        found = _START.search(data, at)
        if not found:
            raise RecordError(f"it has no game {number}")
        start, at = found.end(), _end(bytearray(data), found.start(), "it")
    spans = _root(data, start)
    changed = bytearray(data)
    for name, text in sorted(texts.items(), key=lambda its: spans.get(its[0], (start, start)), reverse=True):
        begin, end = spans.get(name, (start, start))
        changed[begin:end] = name.encode() + b"[" + value_of(text)[0] + b"]" if text else b""
    return bytes(changed)


def _root(data: bytes, at: int) -> dict[str, tuple[int, int]]:
    """Return the begin and the end of each property of the node that begins at `at`, with all its values."""
    spans: dict[str, tuple[int, int]] = {}
    name, begin = "", at
    while found := _TOKEN.search(data, at):
        token, at = found[0], found.end()
        if token == b"[":
            at = _value(bytearray(data), at)[1]
            spans[name] = begin, at
        elif token in (b";", b"(", b")"):
            break
        else:
            # until FF[3] a name could have small letters, which say nothing: PlayerBlack is PB
            name, begin = "".join(letter for letter in token.decode() if not letter.islower()), found.start()
    return spans


def text_of(values: Sequence[bytes]) -> str:
    """Return the value of a text property, with line breaks."""
    return "\n".join(sgf_grammar.text_value(value).decode("utf-8", "replace") for value in values)


def line_of(values: Sequence[bytes]) -> str:
    """Return the value of a text property in one line."""
    return " ".join(sgf_grammar.simpletext_value(value).decode("utf-8", "replace") for value in values).strip()


def value_of(text: str) -> list[bytes]:
    """Return the values of a property with this text, escaped for SGF."""
    return [sgf_grammar.escape_text(text.encode("utf-8", "replace"))]


def serialise(nodes: Sequence[Node]) -> bytes:
    """Return a game without variations as SGF."""
    tree = sgf_grammar.Coarse_game_tree()
    tree.sequence = list(nodes)
    return bytes(sgf_grammar.serialise_game_tree(tree))
