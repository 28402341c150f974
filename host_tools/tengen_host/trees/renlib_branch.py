"""Puts a new branch into a library of RenLib, of which no other byte changes but two flags."""

from __future__ import annotations

from collections.abc import Sequence

from ..records.record import COLOURS
from ..records.tree import Node
from . import renlib_bytes as raw


def inserted(data: bytes, name: str, way: Sequence[str], branch: Sequence[Node]) -> bytes | None:
    """Return the library with `branch`, one move after another, as the last continuation of the moves of `way`.

    None if that needs more than two flags and new nodes: then the library is to be written as a whole. Raises
    RecordError for what is no library.
    """
    if raw.version(data, name) != raw.VERSION or not _is_plain(way, branch):
        return None
    goal = [raw.POSITIONS[point] for point in way]
    at = len(raw.HEADER)
    found = last = end = -1  # where the node begins that the way leads to, its last continuation, and what follows
    flags_of = 0
    met = 0  # how many moves of the way the present node is behind
    for depth, position, flags, comment, text in raw.scan(data, name):
        here, at = at, at + _length(flags, comment, text)
        is_label = raw.is_label(flags, comment)
        if found >= 0:
            if end < 0 and depth <= len(goal):
                end = here
            if end < 0 and depth == len(goal) + 1:
                if position == raw.POSITIONS[branch[0].point]:
                    return None  # there for a board text, or in another order: the two are to be joined
                last = here
            continue
        met = min(met, max(depth - 1, 0))
        if depth == met + 1 and met < len(goal) and position == goal[met] and not is_label:
            met = depth
        if depth == met == len(goal):
            found, flags_of = here, flags
    if found < 0 or at != len(data):
        return None
    end = at if end < 0 else end
    changed = bytearray(data)
    if last >= 0:
        if changed[last + 1] & raw.DOWN:
            return None  # a saved branch, whose siblings are not in the file
        changed[last + 1] |= raw.DOWN
    elif flags_of & raw.RIGHT:
        changed[found + 1] &= ~raw.RIGHT & 0xFF
    elif found > len(raw.HEADER):
        return None  # a saved branch that ends here
    ends = [0] * (len(branch) - 1) + [raw.RIGHT]
    new = [raw.node(raw.POSITIONS[node.point], its, b"", b"") for node, its in zip(branch, ends, strict=True)]
    changed[end:end] = b"".join(new)
    return bytes(changed)


def _is_plain(way: Sequence[str], branch: Sequence[Node]) -> bool:
    """Whether a branch has nothing but moves on free points, of the colours that a library has there."""
    points = [*way, *(node.point for node in branch)]
    if len(set(points)) < len(points) or not all(raw.POSITIONS.get(point) for point in points):
        return False
    colours = [COLOURS[number % 2] for number in range(len(points))][len(way) :]
    return [Node(node.point, colour) for node, colour in zip(branch, colours, strict=True)] == list(branch)


def _length(flags: int, comment: bytes, text: bytes) -> int:
    """Return how many bytes a node has in the file. If it has an empty board text they are more."""
    length = 4 if flags & raw.EXTENSION else 2
    if flags & raw.OLD_COMMENT:
        length += len(comment) + len(comment) % 2
    elif flags & raw.COMMENT:
        length += len(comment) + 2 - len(comment) % 2
    return length + (len(text) + 2 - len(text) % 2 if text else 0)
