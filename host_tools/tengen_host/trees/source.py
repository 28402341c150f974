"""Files of trees, whatever their format: their nodes one by one, and a new branch in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..records.encoding import encoded
from ..records.record import COLOURS, PASS
from ..records.sgf_nodes import STRUCTURE, declared, decoded, inserted
from . import formats, renlib, renlib_branch, sgf
from .tree import Node, Tree

_LIBRARY, _SGF = formats.FORMATS[".lib"], formats.FORMATS[".sgf"]


def steps(data: bytes, name: str, encoding: str = "") -> Iterator[tuple[Tree, int, Node]]:
    """Yield the nodes of a file as sgf.steps() does. Raises RecordError."""
    its = formats.recognize(data, name)
    if its is _LIBRARY:
        return _of_library(data, name, encoding)
    return sgf.steps(data, name, encoding) if its is _SGF else _held(its.read(data, name, encoding))


def extended(
    data: bytes, name: str, path: Sequence[int], moves: Sequence[str], branch: Node, size: int, encoding: str = ""
) -> tuple[bytes, bool, list[str]]:
    """Return the file with a new branch as the last continuation of a node; whether the rest of it is as it was: else
    it is written anew, and its nodes may be others; a sentence for each thing that is not as it was.

    `path`: the number of the tree in the file, then of each continuation on the way to the node. `moves`: the same way
    as the moves on it. `branch`: the new node with its continuations, each with one at most. `size`: the board's.
    `encoding`: the one that a user gives. Raises RecordError.
    """
    its = formats.recognize(data, name)
    changed = None
    if its is _LIBRARY:
        changed = renlib_branch.inserted(data, name, moves, list(_line(branch)))
    elif its is _SGF:
        changed = _inserted(data, name, path, sgf.branch(list(_line(branch)), size), encoding)
    if changed is not None:
        return changed, True, []
    trees = its.read(data, name, encoding)
    node = trees[path[0]].root
    if its is _LIBRARY:
        # read() joins the same moves of a position, which steps() has one by one
        for point in moves:
            node = next(child for child in node.children if child.point == point)
    else:
        for number in path[1:]:
            node = node.children[number]
    node.children.append(branch)
    changed, lost = its.rewrite(trees)
    return changed, False, lost


def _inserted(data: bytes, name: str, path: Sequence[int], branch: bytes, encoding: str) -> bytes | None:
    """Return an SGF file with a new branch, and no other byte changed; None if that can't be."""
    its = decoded(data, name, encoding)
    changed = inserted(its.text.encode("utf-8"), path, branch)
    if changed is None or its.text.encode(its.encoding) != data:
        return None
    if its.encoding == "utf-8":
        return changed
    return encoded(changed.decode(), its, declared(data), STRUCTURE)


def _line(node: Node) -> Iterator[Node]:
    yield node
    while node.children:
        node = node.children[0]
        yield node


def _held(trees: Sequence[Tree]) -> Iterator[tuple[Tree, int, Node]]:
    for tree in trees:
        for depth, node in tree.nodes():
            yield tree, depth, node


def _of_library(data: bytes, name: str, encoding: str) -> Iterator[tuple[Tree, int, Node]]:
    """Yield the nodes of a library; the label of a move, which belongs to the position before, in a node of its own."""
    tree = Tree()
    depths: list[int] = []  # by number of a node: its depth
    turns: list[int] = []  # and who moves after it
    for entry in renlib.nodes(data, name, encoding):
        depth = depths[entry.parent] + 1 if entry.parent >= 0 else 0
        turn = turns[entry.parent] if entry.parent >= 0 else 0
        moves = bool(entry.point) and entry.is_move
        depths.append(depth)
        turns.append(1 - turn if moves else turn)
        if entry.label and entry.point not in ("", PASS):
            yield tree, depth, Node(labels={entry.point: entry.label})
        node = Node(entry.point, COLOURS[turn]) if moves else Node()
        node.name, node.comment, node.best = entry.name, entry.comment, entry.best
        if moves or not depth or node.name or node.comment:
            yield tree, depth, node
