"""Reads the nodes of SGF files one after another, with all variations, and finds where a new variation goes.

A tree may be as deep as it has nodes, and have a million of them: nothing here recurses, and only one node is held.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..records.encoding import decode
from ..records.form import check_count, place
from ..records.record import RecordError

# A node maps the name of each property to its values in raw UTF-8, as sgf_tree.Node
Raw = dict[str, list[bytes]]

MOST_BYTES = 64_000_000  # of a file
MOST_NODES = 2_000_000  # of a file
# of a file: values, and escaped characters in them. What a program holds of a node grows with them
MOST_PARTS = 4 * MOST_NODES

_DECLARED = re.compile(rb"CA\s*\[([^\]\\]{1,40})\]")
_START = re.compile(rb"\(\s*;")
_PLAIN, _DELIMITER, _NAME, _OPEN, _VALUE = 2, 3, 4, 5, 6  # the groups of _TOKEN
# most nodes of a large tree have nothing but a move: they are one token
_TOKEN = re.compile(
    rb"\s*(?:;\s*([BW])\[([a-s]{2})\](?=\s*[;()])|([;()])|([A-Za-z0-9]{1,64})|\[([^\\\]]*)(\])?)"
)
_IN_VALUE = re.compile(rb"\\.|\]", re.DOTALL)
_SMALL = b"abcdefghijklmnopqrstuvwxyz"  # until FF[3] a name could have small letters, which say nothing
_LETTERS = bytes.maketrans(b"0123456789", b"ZZZZZFZZZZ")  # as sgf_tree: Renju's 5A is FA
_LONGEST_MOVE = 3  # bytes: `hh`, `h10`; what is longer may be two
_AGAIN = "save it once more in the program that wrote it"


def utf8(data: bytes, name: str) -> bytes:
    """Return the file's text in UTF-8, whatever its encoding. Raises RecordError for a file that is too long."""
    if len(data) > MOST_BYTES:
        most = f"{MOST_BYTES // 1_000_000} MB"
        raise RecordError(f"{place(name)} has more than {most}, the most that is read: split it into smaller files")
    return decode(data, declared(data)).encode("utf-8", "replace")


def declared(data: bytes) -> str:
    """Return the encoding that a file names, or ""."""
    found = _DECLARED.search(data)
    return found[1].decode("ascii", "replace") if found else ""


def starts(data: bytes) -> bool:
    """Whether a game in SGF begins anywhere in the bytes."""
    return bool(_START.search(data))


def scan(data: bytes, name: str, at: int = 0) -> Iterator[tuple[int, Raw, int]]:
    """Yield each node of the games from byte `at` on: its depth, 0 at the root of a game; its properties; the byte
    behind it. Raises RecordError.
    """
    number = nodes = parts = 0
    start = _START.search(data, at)
    while start:
        number += 1
        check_count(number, name)
        where = place(name, number, min(number, 2))
        at = start.start()
        depth = 0  # of the next node
        returns: list[int] = []  # the depth to go back to at each bracket that is open
        node: Raw | None = None
        values: list[bytes] | None = None  # of the property that is being read
        had = 0  # how many of them came from an earlier place in the node
        end = first = nodes  # `first`: the nodes of the games before
        before = b""  # the delimiter before the next token
        while found := _TOKEN.match(data, at):
            kind, at = found.lastindex, found.end()
            if kind in (_OPEN, _VALUE):
                if values is None:
                    raise RecordError(f"{where}: after node {nodes - first} a value has no property: {_AGAIN}")
                value = found[_OPEN]
                if kind == _OPEN:
                    end = _end_of_value(data, at)
                    if not end:
                        break
                    value += data[at : end - 1]
                    at = end
                    parts += value.count(b"\\")
                values.append(value)
                parts += 1
                end = at
                continue
            if values is not None and len(values) == had:
                raise RecordError(f"{where}: a property of node {nodes - first} has no value: {_AGAIN}")
            values = None
            if kind == _NAME:
                its = found[_NAME].translate(_LETTERS, _SMALL)
                if node is None or not its:
                    raise RecordError(f"{where}: after node {nodes - first} a property is in no node: {_AGAIN}")
                values = node.setdefault(its.decode(), [])
                had = len(values)
                continue
            if node is not None:
                yield depth, node, end
                depth += 1
                node = None
            delimiter = found[_DELIMITER] or b";"
            if (before == b"(" and delimiter != b";") or (before == b")" and delimiter == b";"):
                raise RecordError(f"{where}: after node {nodes - first} the brackets make no tree: {_AGAIN}")
            before = delimiter
            if delimiter == b";":
                nodes += 1
                if nodes > MOST_NODES or parts > MOST_PARTS:
                    most = f"{MOST_NODES:,} positions" if nodes > MOST_NODES else f"{MOST_PARTS:,} values"
                    raise RecordError(f"{where} has more than {most}, the most that is read: split it")
                node, end = {}, at
                if kind == _PLAIN:
                    node[found[1].decode()] = [found[_PLAIN]]
                    parts += 1
            elif delimiter == b"(":
                returns.append(depth)
            else:
                depth = returns.pop()
                if not returns:
                    break
        if returns:
            raise RecordError(_cut_off(data, at, f"{where}: after node {nodes - first}"))
        start = _START.search(data, at)
    check_count(number, name)


def _end_of_value(data: bytes, at: int) -> int:
    """Return the byte behind the bracket that closes a value; 0 if none does."""
    for found in _IN_VALUE.finditer(data, at):
        if found[0] == b"]":
            return found.end()
    return 0


def _cut_off(data: bytes, at: int, where: str) -> str:
    rest = data[at : at + 40].strip()
    if not rest or data[at - 1 : at] == b"[" or rest.startswith(b"\\"):
        return f"{where} the file is cut off: {_AGAIN}"
    return f"{where} comes {rest[:10].decode('utf-8', 'replace')!r}, which is no SGF: {_AGAIN}"


def inserted(data: bytes, path: Sequence[int], branch: bytes) -> bytes | None:
    """Return a file with a further continuation, `branch`, after a node; no other byte of it changes. None if a node on
    the way there has several moves, or is a root with one: read() makes several nodes of it.

    `path`: the game's number from 0, then for each node on the way which continuation of the former it is, from 0;
    the game's root alone has a path of one number. `branch`: nodes as SGF has them, `;B[hh];W[ii]`, in the file's own
    encoding, which must be one whose brackets are those of ASCII. It becomes the last continuation. Raises RecordError
    if there is no such node.
    """
    end = _end_of(data, path)
    if not end:
        return None
    opens, at, level, close = b"", end, 0, -1
    while close < 0 and (found := _TOKEN.match(data, at)):
        at, kind = found.end(), found.lastindex
        if kind == _OPEN:
            at = _end_of_value(data, at)
        delimiter = found[_DELIMITER] if kind == _DELIMITER else b";" if kind == _PLAIN else b""
        opens = opens or delimiter
        level += {b"(": 1, b")": -1}.get(delimiter, 0)
        if level < 0:
            close = at - 1
    if close < 0:
        raise RecordError(f"the file is cut off: {_AGAIN}")
    if opens == b")":  # nothing follows: the branch goes on from here
        return data[:end] + branch + data[end:]
    if opens == b"(":
        return data[:close] + b"(" + branch + b")" + data[close:]
    return data[:end] + b"(" + data[end:close] + b")(" + branch + b")" + data[close:]


def _end_of(data: bytes, path: Sequence[int]) -> int:
    """Return the byte behind the node with this path; 0 if a node on the way is more than one of the model."""
    seen: list[int] = []  # the path of the node that was read last
    goal = list(path)
    for depth, raw, end in scan(data, ""):
        if depth < len(seen):
            seen[depth] += 1
            del seen[depth + 1 :]
        else:
            seen.append(0)
        if seen == goal[: len(seen)]:
            moves = [value for name in ("B", "W") for value in raw.get(name, ())]
            if len(moves) > (depth > 0) or any(len(value) > _LONGEST_MOVE for value in moves):
                return 0
            if len(seen) == len(goal):
                return end
    raise RecordError("the file has changed: open it once more")
