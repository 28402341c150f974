"""Insert a new branch into a library of RenLib. At most two flags change in the other bytes."""

from __future__ import annotations

from collections.abc import Sequence

from ..records.record import COLOURS
from ..records.tree import Node
from . import renlib_bytes as raw


def inserted(data: bytes, name: str, way: Sequence[str], branch: Sequence[Node]) -> bytes | None:
    """Return the library with `branch`, a line of moves, as the last continuation after the moves of `way`.

    The result is None if more than new nodes and two flags would be needed. Then the caller must write the whole
    library again. Raises RecordError if the bytes are not a library.
    """
    if raw.version(data, name) != raw.VERSION or not _is_plain(way, branch):
        return None
    goal = [raw.POSITIONS[point] for point in way]
    at = len(raw.HEADER)
    # the positions where the last node of the way begins, where that node's last continuation begins, and where its
    # subtree ends
    found = last = end = -1
    flags_of = 0
    met = 0  # the number of moves of the way that lead to the present node
    for depth, position, flags, comment, text in raw.scan(data, name):
        here, at = at, at + _length(flags, comment, text)
        is_label = raw.is_label(flags, comment)
        if found >= 0:
            if end < 0 and depth <= len(goal):
                end = here
            if end < 0 and depth == len(goal) + 1:
                if position == raw.POSITIONS[branch[0].point]:
                    # this function can't handle a board text, nor equal moves in two places, because such moves must be
                    # joined
                    return None
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
            return None  # the file is a saved branch without the siblings of its nodes
        changed[last + 1] |= raw.DOWN
    elif flags_of & raw.RIGHT:
        changed[found + 1] &= ~raw.RIGHT & 0xFF
    elif found > len(raw.HEADER):
        return None  # the file is a saved branch that ends here
    ends = [0] * (len(branch) - 1) + [raw.RIGHT]
    new = [raw.node(raw.POSITIONS[node.point], its, b"", b"") for node, its in zip(branch, ends, strict=True)]
    changed[end:end] = b"".join(new)
    return bytes(changed)


def _is_plain(way: Sequence[str], branch: Sequence[Node]) -> bool:
    """Return whether a branch has only moves on free points, with the colours that a library has there."""
    points = [*way, *(node.point for node in branch)]
    if len(set(points)) < len(points) or not all(raw.POSITIONS.get(point) for point in points):
        return False
    colours = [COLOURS[number % 2] for number in range(len(points))][len(way) :]
    return [Node(node.point, colour) for node, colour in zip(branch, colours, strict=True)] == list(branch)


def _length(flags: int, comment: bytes, text: bytes) -> int:
    """Return how many bytes a node has in the file. The result is too small if the node has an empty board text."""
    length = 4 if flags & raw.EXTENSION else 2
    if flags & raw.OLD_COMMENT:
        length += len(comment) + len(comment) % 2
    elif flags & raw.COMMENT:
        length += len(comment) + 2 - len(comment) % 2
    return length + (len(text) + 2 - len(text) % 2 if text else 0)
