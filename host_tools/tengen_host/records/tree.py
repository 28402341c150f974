"""A tree of variations, independent of any file format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .record import PASS, RENJU

# What a point can be marked with; texts on points are labels
MARKS = ("triangle", "square", "circle", "cross", "selected")


@dataclass
class Node:
    """A position, and the move that leads to it.

    `point`: the point's name in lower case, like `h8`, or PASS; "" where no move leads here: at the root, and where a
    node only has words or stones that are set up. `colour`: "black" or "white", who made the move; "" without a move.

    - `comment`: its text, with line breaks. `name`: a short title.
    - `marks`: for points a word of MARKS; `labels`: for points a text on the board, like `A` or `+3`.
    - `arrows`, `lines`: pairs of points.
    - `best`: the tree's author has marked this move.
    - `setup`: points that are changed here without a move, each to "black", "white" or "empty".
    - `others`: what a format says besides, by its own names, as that format has it: only a file of it gets it back.
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
    # not compared: dataclasses compare by recursion, and a tree may be deeper than Python's stack
    children: list[Node] = field(default_factory=list, compare=False, repr=False)

    @property
    def is_pass(self) -> bool:
        return self.point == PASS

    @property
    def puts(self) -> list[tuple[str, str]]:
        """The points that change here, the move's first, each with what it holds then."""
        move = [(self.point, self.colour)] if self.point not in ("", PASS) else []
        return [*move, *self.setup.items()] if self.setup else move


@dataclass
class Tree:
    """A tree on a board of `size` x `size` points; `game` is a name of games/registry.py, or "" if none is known.

    `root` has no move; what it sets up lies before the first. `encoding`: what the texts of its file were read as, by
    Python's name, so that a changed file keeps it; "" for UTF-8, or if there was no need to know. `named`: the name
    that the file or the user gives it, "" if it is a guess.
    """

    size: int = 15
    game: str = RENJU
    root: Node = field(default_factory=Node)
    encoding: str = ""
    named: str = ""

    def nodes(self) -> Iterator[tuple[int, Node]]:
        """Yield all nodes with their depth, 0 the root, each before its children, the main line first."""
        stack = [(0, self.root)]
        while stack:
            depth, node = stack.pop()
            yield depth, node
            stack.extend((depth + 1, child) for child in reversed(node.children))
