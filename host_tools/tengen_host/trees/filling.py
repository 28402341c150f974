"""Define the tables of a tree's store, and fill them from the nodes of its file with only one node in memory."""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterable, Iterator

from tengen.games import COLOUR_NAMES, EMPTY

from ..records.record import PASS, RecordError
from ..records.tree import Node, Tree
from .position_keys import Keys, Walk, keys_of

# the value of `point` in a row for a node without a move
PASSED, NO_MOVE = -1, -2

# `id`: the number of the node in its file, from 1; new branches come last. `parent`: 0 at a root. `tree`: the number of
# its tree in the file, from 0. `turn`: the index in TURNS of the board's image with the number `key`. `below`: the
# number of nodes in this subtree, including this node, that have another position than their parent; 0 if this node has
# its parent's position.
_TABLES = (
    "CREATE TABLE said (name TEXT PRIMARY KEY, value)",
    "CREATE TABLE nodes (id INTEGER PRIMARY KEY, parent INTEGER, key INTEGER, turn INTEGER, point INTEGER, "
    "colour INTEGER, below INTEGER, tree INTEGER)",
    "CREATE TABLE words (id INTEGER PRIMARY KEY, text TEXT)",
)
_INDEXES = ("CREATE INDEX nodes_of_key ON nodes (key)", "CREATE INDEX nodes_of_parent ON nodes (parent)")
PUT_NODE = "INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
PUT_WORDS = "INSERT INTO words VALUES (?, ?)"
_BATCH = 5000  # the number of rows of words that are collected in memory before they are written


def fill(store: sqlite3.Connection, nodes: Iterable[tuple[Tree, int, Node]], stamp: str) -> None:
    """Fill an empty store. `stamp`: changes when the file changes. Raises RecordError, sqlite3.Error."""
    store.execute("BEGIN")
    for statement in _TABLES:
        store.execute(statement)
    rows = _Rows()
    words: list[tuple[int, str]] = []
    for tree, depth, node in nodes:
        if not rows.take(tree, depth, node):
            continue
        text = words_of(node)
        if text:
            words.append((rows.count, text))
        if len(words) == _BATCH:
            store.executemany(PUT_WORDS, words)
            words.clear()
    store.executemany(PUT_WORDS, words)
    store.executemany(PUT_NODE, rows.rows())
    for statement in _INDEXES:
        store.execute(statement)
    said = {"stamp": stamp, "size": rows.size, "game": rows.game, "count": rows.positions(),
            "left_out": rows.left_out()}  # fmt: skip
    store.executemany("INSERT INTO said VALUES (?, ?)", said.items())
    store.execute("COMMIT")


class _Rows:
    """The rows of the nodes, as numbers in arrays. A node takes 28 bytes until it is written."""

    def __init__(self) -> None:
        self.size = 0
        self.game = ""
        self.count = 0
        self._keys: Keys
        self._walk: Walk
        self._trees = self._left_out = 0
        self._before: list[tuple[int, int]] = []  # the number and the key of each node on the path
        self._key, self._parent, self._below, self._tree = (array(kind) for kind in "qiii")
        self._turn, self._point, self._colour = (array(kind) for kind in "bhb")

    def positions(self) -> int:
        """Return how many nodes have another position than their parent."""
        return sum(self._below)

    def left_out(self) -> str:
        """Return a sentence about the omitted trees, or ""."""
        if not self._left_out:
            return ""
        return f"{self._left_out} of {self._trees} trees are on boards of another size than the first, and are left out"

    def take(self, tree: Tree, depth: int, node: Node) -> bool:
        """Add the next node; return False if it is omitted."""
        if not depth:
            if not self.size:
                self.size, self.game, self._keys = tree.size, tree.game, keys_of(tree.size)
                self._walk = Walk(self._keys)
            self._trees += 1
            self._left_out += tree.size != self.size
        if tree.size != self.size:
            return False
        del self._before[depth:]
        parent, key_before = self._before[-1] if depth else (0, -1)
        self.count += 1
        eight = self._walk.step(depth, node.puts)
        key = min(eight)
        self._before.append((self.count, key))
        point = self._keys.index[node.point] if node.point not in ("", PASS) else PASSED if node.point else NO_MOVE
        self._key.append(key)
        self._parent.append(parent)
        self._turn.append(eight.index(key))
        self._point.append(point)
        self._colour.append(COLOUR_NAMES.index(node.colour) if node.colour else EMPTY)
        self._below.append(key != key_before)
        self._tree.append(self._trees - 1)
        return True

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Yield the rows of `nodes`."""
        if not self.count:
            raise RecordError("there is no position in it")
        below = array("i", self._below)
        for number in range(self.count - 1, -1, -1):
            if self._parent[number]:
                below[self._parent[number] - 1] += below[number]
        for number, other in enumerate(self._below):
            if not other:
                below[number] = 0
        numbers = range(1, self.count + 1)
        yield from zip(numbers, self._parent, self._key, self._turn, self._point, self._colour, below, self._tree,
                       strict=True)  # fmt: skip


def words_of(node: Node) -> str:
    """Return the data of a node except its move, as JSON; "" if there are none."""
    its = {"comment": node.comment, "name": node.name, "marks": node.marks, "labels": node.labels,
           "arrows": node.arrows, "lines": node.lines, "best": node.best}  # fmt: skip
    its = {name: value for name, value in its.items() if value}
    return json.dumps(its, ensure_ascii=False, separators=(",", ":")).encode(errors="replace").decode() if its else ""
