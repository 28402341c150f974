"""Show a tree as text for a terminal, without control characters, and compute its statistics."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from tengen.games import points

from ..records.record import COLOURS, PASS
from ..records.sheet import safe
from ..records.tree import MARKS, Node, Tree

_STEP = 2  # the indentation of a variation, in columns
_MOST_STEPS = 20  # most levels of indentation; deeper variations are not indented further
_BEST = "!"


def moves_after(node: Node) -> list[Node]:
    """Return the nodes with the next moves, which may follow nodes with words only."""
    found = []
    stack = node.children[::-1]
    while stack:
        child = stack.pop()
        if child.point:
            found.append(child)
        else:
            stack.extend(reversed(child.children))
    return found


def at(tree: Tree, moves: Sequence[str]) -> list[Node] | str:
    """Return the nodes on the path of these moves, the root first; or a sentence if the tree has no such move."""
    path = [tree.root]
    for number, move in enumerate(moves, 1):
        there = moves_after(path[-1])
        found = next((node for node in there if node.point == move), None)
        if found is None:
            known = ", ".join(_move(node) for node in there[:10]) + (", ..." if len(there) > 10 else "")
            has = f"there it has {known}" if there else "there it ends"
            return f"the tree has no {_named(move)} as move {number}: {has}"
        path.append(found)
    return path


def lines(node: Node, number: int, depth: int) -> Iterator[str]:
    """Yield the lines of a tree below a node, which is reached after `number` moves, up to `depth` moves.

    Variations are indented.

    A text on a point follows the move on that point, in brackets. `!` marks a best move, and a bar precedes a comment.
    """
    yield from _words(node, 0)
    stack = _next(node, 0, number, depth)
    while stack:
        child, indent, number, left, label = stack.pop()
        line = _margin(indent) + _numbered(number, child, label)
        while left > 1 and len(child.children) == 1 and child.children[0].point and not _has_words(child):
            label = child.labels.get(child.children[0].point, "")
            child, number, left = child.children[0], number + 1, left - 1
            line += "  " + _numbered(number, child, label)
        yield line
        yield from _words(child, indent + 1)
        if left > 1:
            stack += _next(child, indent, number, left - 1)
        elif child.children:
            count = sum(1 for _, below in Tree(root=child).nodes() if below.point) - 1
            if count > 0:
                yield f"{_margin(indent + 1)}... {count} {'move' if count == 1 else 'moves'} more"


def _margin(steps: int) -> str:
    return " " * (_STEP * min(steps, _MOST_STEPS))


def _next(node: Node, indent: int, number: int, left: int) -> list[tuple[Node, int, int, int, str]]:
    """Return the nodes to show after a node, each with its indentation, its move's number, its depth, and its label."""
    if left < 1:
        return []
    after = moves_after(node)
    deeper = indent + (len(after) > 1)
    return [(child, deeper, number + 1, left, node.labels.get(child.point, "")) for child in reversed(after)]


def _numbered(number: int, node: Node, label: str) -> str:
    name = f": {safe(node.name)}" if node.name else ""
    return f"{number} {_move(node)}{_BEST if node.best else ''}{f' [{safe(label)}]' if label else ''}{name}"


def _move(node: Node) -> str:
    return _named(node.point)


def _named(move: str) -> str:
    return "pass" if move == PASS else move.upper()


def _has_words(node: Node) -> bool:
    its = node.comment, node.name, node.marks, node.arrows, node.lines, node.setup
    return any(its) or any(point != node.children[0].point for point in node.labels)


def _words(node: Node, indent: int) -> Iterator[str]:
    """Yield the words about a position that are neither in its own line nor in the lines of its moves."""
    said = [] if node.point else [node.name]
    said += node.comment.splitlines()
    moves = {child.point for child in node.children}
    texts = [f"{point.upper()} [{text}]" for point, text in node.labels.items() if point not in moves]
    said.append(" ".join(texts))
    for mark in MARKS:
        its = " ".join(point.upper() for point, kind in node.marks.items() if kind == mark)
        said.append(f"{mark}: {its}" if its else "")
    for what, pairs in (("arrow", node.arrows), ("line", node.lines)):
        said += [f"{what}: {one.upper()} to {other.upper()}" for one, other in pairs]
    for colour in (*COLOURS, "empty"):
        its = " ".join(point.upper() for point, now in node.setup.items() if now == colour)
        said.append(f"set up {colour}: {its}" if its else "")
    margin = f"{_margin(indent)}| "
    yield from (margin + words for words in map(safe, said) if words)


def cut(line: str, width: int) -> str:
    """Return a line, cut to the terminal's width; Chinese and Japanese characters are two columns wide."""
    return line if cell_len(line) <= width else set_cell_size(line, width - 3).rstrip() + "..."


@dataclass(frozen=True)
class Counts:
    """The statistics of a tree.

    All fields are numbers. `positions`: positions after moves. `ends`: lines of play. `deepest`: the most moves in a
    line. `comments`: positions with a comment or a name. `texts`: texts on points. `best`: moves that are marked as
    best. `transpositions`: positions that another order of the same moves has already reached, without regard to
    captures.
    """

    positions: int
    ends: int
    deepest: int
    comments: int
    texts: int
    best: int
    transpositions: int


def counts(tree: Tree) -> Counts:
    """Count everything in a tree, in one pass."""
    luck = random.Random(25)  # the key of a position combines one number for each stone, as in Zobrist hashing
    keys = {
        (point, colour): luck.getrandbits(62)
        for point in (*points.names(range(tree.size**2), tree.size), PASS)
        for colour in (*COLOURS, "empty", "")
    }
    turn = dict(zip((*COLOURS, ""), (luck.getrandbits(62) for _ in range(3)), strict=True))
    # for each depth, the number of moves, and the position's key without the colour to move
    path: list[tuple[int, int]] = []
    seen: set[int] = set()
    positions = ends = deepest = comments = texts = best = again = 0
    for depth, node in tree.nodes():
        del path[depth:]
        moves, key = path[-1] if path else (0, 0)
        for point, colour in node.setup.items():
            key += keys[point, colour]  # a sum and not an exclusive or, because a point may be set up twice
        if node.point:
            moves += 1
            key += keys[node.point, node.colour] if node.point != PASS else 0
            known = key + turn[node.colour]
            again += known in seen
            seen.add(known)
            positions += 1
            deepest = max(deepest, moves)
        path.append((moves, key))
        ends += bool(node.point) and not node.children
        comments += bool(node.comment or node.name)
        texts += len(node.labels)
        best += node.best
    return Counts(positions, ends, deepest, comments, texts, best, again)
