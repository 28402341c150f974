"""A tree of variations, independent of any file format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .record import PASS, RENJU

# the marks that a point may have; a text on a point is a label
MARKS = ("triangle", "square", "circle", "cross", "selected")


@dataclass
class Node:
    """A position, and the move that leads to it.

    `point`: the point's name in lower case, like `h8`, or PASS; "" if no move leads to this node, as for the root and
    for a node with only words or set-up stones. `colour`: the colour that made the move, "black" or "white"; "" without
    a move.

    - `comment`: a text, with line breaks. `name`: a short title.
    - `marks`: maps points to words of MARKS. `labels`: maps points to texts on the board, like `A` or `+3`.
    - `arrows`, `lines`: pairs of points.
    - `best`: True if the author of the tree has marked this move as good.
    - `setup`: the points that this node changes without a move, each with "black", "white" or "empty".
    - `others`: other data of a file format, with names and values as in that format. They are only written to a file of
      the same format.
    - `children`: the continuations, the main line first.
    """

    point: str = ""
    colour: str = ""
    comment: str = ""
    name: str = ""
    marks: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    arrows: list[tuple[str, str]] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)
    best: bool = False
    setup: dict[str, str] = field(default_factory=dict)
    others: dict[str, list[bytes]] = field(default_factory=dict)
    # not compared, because dataclasses compare by recursion, and a tree may be deeper than Python's stack
    children: list[Node] = field(default_factory=list, compare=False, repr=False)

    @property
    def is_pass(self) -> bool:
        """Return whether the move is a pass."""
        return self.point == PASS

    @property
    def puts(self) -> list[tuple[str, str]]:
        """Return the points that this node changes, each with its new content, the move's point first."""
        move = [(self.point, self.colour)] if self.point not in ("", PASS) else []
        return [*move, *self.setup.items()] if self.setup else move


@dataclass
class Tree:
    """A tree of variations on a board of `size` x `size` points.

    `game`: a name of games/registry.py, or "" if the game is not known.

    `root` has no move; its set-up stones are on the board before the first move. `encoding`: Python's name of the
    encoding of the file's texts, so that a changed file has the same encoding; "" for UTF-8, or if the encoding does
    not matter. `named`: the name of the encoding in the file or from the user, "" if the encoding is a guess.
    """

    size: int = 15
    game: str = RENJU
    root: Node = field(default_factory=Node)
    encoding: str = ""
    named: str = ""

    def nodes(self) -> Iterator[tuple[int, Node]]:
        """Yield all nodes with their depth (0: the root), each before its children, the main line first."""
        stack = [(0, self.root)]
        while stack:
            depth, node = stack.pop()
            yield depth, node
            stack.extend((depth + 1, child) for child in reversed(node.children))
