"""Read the nodes of SGF files one after another, with all variations, and insert new texts and variations.

A tree may have a million nodes in a single line. So no function here recurses, and only one node is in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..checks import Tell, check_count, place
from ..encoding import Found, Structure, decode, encoded
from ..record import RecordError
from .values import value_of

# A node maps the name of each property to its values in raw UTF-8. If other properties are between two moves of a
# colour, the later moves get a name with a number, which no name in a file has. For example, B[hh]W[ig]B[gj] becomes B,
# W and B2.
Raw = dict[str, list[bytes]]

MOST_BYTES = 64_000_000  # of a file
MOST_NODES = 2_000_000  # of a file
# the most values and escaped characters in a file; the more of them a node has, the more memory it needs
MOST_PARTS = 4 * MOST_NODES
MOST_PROPERTIES = 1000  # of a node
MOST_OF_A_LINE = 300_000  # the most nodes and values of one main line, because a main line is completely in memory

STRUCTURE = Structure(
    re.compile(r"\[[^\]]*\]?"),
    closing="]",
    behind=re.compile(r"\s*([;()\[]|[A-Z][A-Za-z0-9]{0,63}\s*\[|\Z)"),
    escapes=True,
)

_DECLARED = re.compile(rb"CA\s*\[([^\]\\]{1,40})\]")
_START = re.compile(rb"\(\s*;")
_HEADLESS = re.compile(rb"[\s)]*\((?=\s*[A-Z]{1,64}\s*\[)")  # a game without its first semicolon
_PLAIN, _DELIMITER, _NAME, _OPEN, _VALUE = 2, 3, 4, 5, 6  # the groups of _TOKEN
# most nodes of a large tree contain only a move; each of these nodes is one token
_TOKEN = re.compile(
    rb"\s*(?:;\s*([BW])\[([a-s]{2})\](?=\s*[;()])|([;()])|([A-Za-z0-9]{1,64})|\[([^\\\]]*)(\])?)"
)
_IN_VALUE = re.compile(rb"\\.|\]", re.DOTALL)
_SMALL = b"abcdefghijklmnopqrstuvwxyz"  # before FF[4] a name could contain small letters, which are ignored
# SGF does not allow digits in names, so Renju's 5A becomes FA, as other programs write it
_LETTERS = bytes.maketrans(b"0123456789", b"ZZZZZFZZZZ")
_PROPERTY = re.compile(rb"\s*([A-Za-z0-9]{1,64})((?:\s*\[[^\\\]]*(?:\\.[^\\\]]*)*\])+)", re.DOTALL)
_LONGEST_MOVE = 3  # the most bytes of a move, like `hh` or `h10`; a longer value may be two stones
_AGAIN = "save it once more in the program that wrote it"


def begins(text: str) -> bool:
    """Return whether a game in SGF begins anywhere in the text."""
    return bool(_next_game(text.encode("utf-8", "replace"), 0))


def _next_game(data: bytes, at: int) -> re.Match[bytes] | None:
    """Find where the first game from byte `at` on begins, up to its first node; else return None."""
    return _HEADLESS.match(data, at) or _START.search(data, at)


def declared(data: bytes) -> str:
    """Return the encoding that a file names, or ""."""
    its = _DECLARED.search(data)
    return its[1].decode("ascii", "replace") if its else ""


def decoded(data: bytes, name: str, encoding: str = "", most: int = MOST_BYTES) -> Found:
    """Return the file's text and its encoding; `encoding`: the encoding that the user gives.

    Raises RecordError in the same cases as encoding.decode(), also for a file of more than `most` bytes.
    """
    return decode(data, name, declared(data), encoding, STRUCTURE, most)


def reencoded(text: bytes, its: Found, data: bytes) -> bytes | None:
    """Convert a changed text from UTF-8 to the encoding `its` of the original file `data`.

    The result is None if this is impossible, or if another byte of the file would change.
    """
    if its.text.encode(its.encoding) != data:
        return None
    return text if its.encoding == "utf-8" else encoded(text.decode(), its, declared(data), STRUCTURE)


def moves_of(node: Raw) -> list[tuple[str, bytes]]:
    """Return the moves of a node in the order of the file, each as B or W and the value."""
    return [(name[0], value) for name, values in node.items() if is_move(name) for value in values]


def is_move(name: str) -> bool:
    """Return whether this is the name of moves in a node, which is B or W, with or without a number."""
    return name[0] in "BW" and (len(name) == 1 or name[1:].isdigit())


def scan(data: bytes, name: str, at: int = 0, tell: Tell | None = None) -> Iterator[tuple[int, Raw, int]]:
    """Yield the nodes of the games from byte `at` on. Raises RecordError.

    For each node there are its depth, its properties, and the position of the byte after it.

    The depth is 0 at the root of a game. A game without its first semicolon or its last brackets is read only if there
    is a `tell`.
    """
    number = nodes = parts = 0
    while start := _next_game(data, at):
        number += 1
        check_count(number, name)
        where = place(name, number, min(number, 2))
        at = start.start()
        depth = 0  # the depth of the next node
        returns: list[int] = []  # for each open bracket, the depth to go back to when the bracket closes
        node: Raw | None = None
        values: list[bytes] | None = None  # the values of the property that is being read
        had = 0  # how many of `values` came from an earlier place in the node
        end = first = nodes  # `first`: the number of nodes in the games before this one
        before = b""  # the delimiter before the next token
        if start.re is _HEADLESS:
            at = end = start.end()
            _mend(f"{where}, {_spot(data, at)}: the first ; of the game is missing", tell)
            nodes += 1
            returns, node, before = [0], {}, b";"
        while found := _TOKEN.match(data, at):
            kind, began, at = found.lastindex, at, found.end()
            if kind in (_OPEN, _VALUE):
                if values is None:
                    raise _wrong(data, began, end, where, "a value that belongs to no property")
                value = found[_OPEN]
                if kind == _OPEN:
                    closed = _end_of_value(data, at)
                    if not closed:
                        raise RecordError(f"{where}: the file is cut off in a value of node {nodes - first}: {_AGAIN}")
                    value += data[at : closed - 1]
                    at = closed
                    parts += value.count(b"\\")
                values.append(value)
                parts += 1
                end = at
                continue
            if values is not None and len(values) == had:
                raise _wrong(data, end, end, where, "a property that has no value")
            values = None
            if kind == _NAME:
                its = found[_NAME].translate(_LETTERS, _SMALL).decode()
                if node is None or not its:
                    raise _wrong(data, began, end, where, "a property that is in no node")
                if its in node and is_move(its) and next(reversed(node)) != its:
                    its += str(len(node))
                values = node.setdefault(its, [])
                had = len(values)
                if len(node) > MOST_PROPERTIES:
                    many = f"more than {MOST_PROPERTIES} properties"
                    raise RecordError(f"{where}: node {nodes - first} has {many}: {_AGAIN} with fewer of them")
                continue
            if node is not None:
                yield depth, node, end
                depth += 1
                node = None
            delimiter = found[_DELIMITER] or b";"
            if (before == b"(" and delimiter != b";") or (before == b")" and delimiter == b";"):
                raise _wrong(data, began, began, where, "no tree of brackets")
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
            if data[at:].strip():
                raise _wrong(data, at, end, where, "not SGF")
            if before == b"(" or (values is not None and len(values) == had):
                raise RecordError(f"{where}: the file is cut off after node {nodes - first}: {_AGAIN}")
            _mend(f"{where}: the file is cut off, or its last ) is missing, after node {nodes - first}", tell)
            if node is not None:
                yield depth, node, end
    check_count(number, name)


def main_lines(data: bytes, name: str, tell: Tell | None = None) -> Iterator[tuple[str, list[Raw]]]:
    """Yield each game of a file in UTF-8: its place for messages, and its main line. Raises RecordError."""
    line: list[Raw] = []
    number = parts = 0
    is_main = True  # only nodes of the main line, before another variation begins
    for depth, node, _ in scan(data, name, tell=tell):
        if not depth:
            if line:
                yield place(name, number, 2), line
            line, number, parts, is_main = [], number + 1, 0, True
        is_main &= depth == len(line)
        if is_main:
            line.append(node)
            parts += 1 + sum(map(len, node.values()))
            if parts > MOST_OF_A_LINE:
                most = f"more than {MOST_OF_A_LINE:,} nodes and values"
                raise RecordError(f"{place(name, number, number)} has {most}: save it with fewer")
    yield place(name, number, number), line


def _end_of_value(data: bytes, at: int) -> int:
    """Return the position of the byte after the bracket that closes a value; 0 if no bracket closes it."""
    for found in _IN_VALUE.finditer(data, at):
        if found[0] == b"]":
            return found.end()
    return 0


def _mend(what: str, tell: Tell | None) -> None:
    """Report that the file is read in spite of an error. Raises RecordError if `tell` is None."""
    if tell is None:
        raise RecordError(f"{what}: {_AGAIN}")
    tell(f"{what}; what is there is read: {_AGAIN}")


def _wrong(data: bytes, at: int, end: int, where: str, what: str) -> RecordError:
    """Return the error for the text after byte `at`.

    `end`: the byte after the last value or semicolon before this text.
    """
    after = data[at:].lstrip()
    begun = len(data) - len(after)
    rest = after[:12].decode("utf-8", "replace").split("\n")[0]
    if data[end - 1 : end] == b"]":
        return RecordError(
            f"{where}, {_spot(data, end - 1)}: this ] ends a value, and {rest!r} after it is {what}: if the ] is part "
            "of a text, write it as \\]"
        )
    return RecordError(f"{where}, {_spot(data, begun)}: {rest!r} is {what}: {_AGAIN}")


def _spot(data: bytes, at: int) -> str:
    """Return the line and the column of a byte in words."""
    line, begin = data.count(b"\n", 0, at) + 1, data.rfind(b"\n", 0, at) + 1
    return f"line {line}, column {len(data[begin:at].decode('utf-8', 'replace')) + 1}"


def inserted(data: bytes, path: Sequence[int], branch: bytes) -> bytes | None:
    """Return a file with a further continuation, `branch`, after a node; no other byte of it changes.

    The result is None if a node on the path has several moves, or is a root with a move, because read() splits this
    node into several nodes.

    `path`: the game's number from 0, then for each node on the path its index, from 0, among the continuations of the
    node before it. The path of a game's root has one number. `branch`: nodes in SGF, like `;B[hh];W[ii]`, in the file's
    own encoding, in which brackets must be those of ASCII. The branch becomes the last continuation. Raises RecordError
    if there is no node with this path.
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
    if opens == b")":  # no node follows, so insert the branch here
        return data[:end] + branch + data[end:]
    if opens == b"(":
        return data[:close] + b"(" + branch + b")" + data[close:]
    return data[:end] + b"(" + data[end:close] + b")(" + branch + b")" + data[close:]


def _end_of(data: bytes, path: Sequence[int]) -> int:
    """Return the position of the byte after the node with this path.

    The result is 0 if a node on the path becomes several nodes of a Tree.
    """
    seen: list[int] = []  # the path of the last node that was read
    goal = list(path)
    for depth, raw, end in scan(data, ""):
        if depth < len(seen):
            seen[depth] += 1
            del seen[depth + 1 :]
        else:
            seen.append(0)
        if seen == goal[: len(seen)]:
            moves = moves_of(raw)
            if len(moves) > (depth > 0) or any(len(value) > _LONGEST_MOVE for _, value in moves):
                return 0
            if len(seen) == len(goal):
                return end
    raise RecordError("the file has changed: open it once more")


def with_texts(data: bytes, number: int, texts: Mapping[str, str]) -> bytes:
    """Change texts in the root node of game `number`, from 1, of a file in UTF-8. Return the changed file.

    "" deletes a property. No other byte changes. Raises RecordError for a file without that game.
    """
    start = _root(data, number)
    spans: dict[str, tuple[int, int]] = {}
    at = start
    while found := _PROPERTY.match(data, at):
        its = found[1].translate(_LETTERS, _SMALL).decode()
        spans[its], at = (found.start(1), found.end()), found.end()
    changed = bytearray(data)
    for name, text in sorted(texts.items(), key=lambda its: spans.get(its[0], (start, start)), reverse=True):
        begin, end = spans.get(name, (start, start))
        changed[begin:end] = name.encode() + b"[" + value_of(text)[0] + b"]" if text else b""
    return bytes(changed)


def _root(data: bytes, number: int) -> int:
    """Return the position of the first byte of a game's root node after its semicolon."""
    behind = 0  # the position of the byte after the last node that was read
    for depth, _, end in scan(data, "it"):
        number -= not depth
        if not number and (found := _next_game(data, behind)):
            return found.end()
        behind = end
    raise RecordError("it has no such game")
