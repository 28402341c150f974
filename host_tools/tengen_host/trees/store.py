"""Open a tree, and answer queries about a position with its stones in any order, also rotated or mirrored.

Only the file matters. The answers come from an SQLite store in Tengen's cache folder. The store is created when the
file is opened for the first time, and again when the file has changed. It may be deleted at any time. Because of the
store, a tree of a million positions needs no space in memory.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import tengen
from tengen.games import COLOUR_NAMES, points

from .. import whole_files
from ..records.checks import SIZES, place
from ..records.record import COLOURS, PASS, RecordError
from ..records.tree import Node
from . import cache, editing, formats
from .filling import NO_MOVE, PASSED, PUT_NODE, PUT_WORDS, fill, words_of
from .position import Known, Stones, lying
from .position_keys import Keys, Walk, keys_of
from .query import known

_SCHEMA = 2
MOST_CHANGED = 200_000  # most positions of a tree that can be changed; writing this many again takes about 10 s


class Opened:
    """An open tree.

    `size`: the size of the board. `game`: as in Tree. `count`: the number of positions in the file. `left_out`: a
    sentence about the unused parts of the file, or "". Methods raise OSError if the file can't be read or written,
    RecordError for its content. Before the file is written for the first time, it is copied to NAME.bak.
    """

    def __init__(
        self,
        path: Path,
        folder: Path | None = None,
        encoding: str = "",
        tell: Callable[[str], None] = lambda words: None,
    ) -> None:
        """Open a file. Its store is in `folder`, or in cache.default_folder().

        `encoding`: the encoding of the file's texts if a user gives one, else "". `tell` is called with a sentence
        about losses by a change.
        """
        self.path = path.resolve()
        self._encoding, self._tell = encoding, tell
        self._is_copied = False
        self._folder = folder or cache.default_folder()
        self._store = self._connected()

    def refresh(self) -> bool:
        """Open the file again if it has changed; return whether it has changed."""
        if _stamp(self.path) == self._stamp:
            return False
        self._again()
        return True

    def close(self) -> None:
        """Close the store."""
        self._store.close()

    def at(self, stones: Stones) -> Known | None:
        """Return the data about a position; None if the position is not in the tree.

        Raises RecordError for a move outside the board.
        """
        held = lying(stones, self._keys)
        try:
            return known(self._store, self._keys, held)
        except cache.DAMAGE:
            self._again(afresh=True)
            return known(self._store, self._keys, held)

    def add(self, moves: Sequence[str], comment: str = "", colours: Sequence[str] = ()) -> bool:
        """Add a line of moves from the empty board. Return False if nothing is new.

        The tree may already contain the first moves of the line, also in another order or on a rotated or mirrored
        board. The new moves become the last continuation of the longest such part. The file is written at once,
        completely or not at all.

        `colours`: "black" or "white" for each move; () if they alternate, Black first. `comment`: the comment of the
        last move. Raises RecordError also for a line that does not begin like the tree.
        """
        self.refresh()
        line = _Line(self._keys, moves, colours)
        try:
            upto, steps, its = self._longest(line)
        except cache.DAMAGE:
            self._again(afresh=True)
            upto, steps, its = self._longest(line)
        if not steps:
            raise RecordError(f"{place(self.path.name)} contains no position of it: its trees begin with other stones")
        if upto == len(line.moves):
            return False
        line = line.turned(line.key(upto)[1], its)
        new = [Node(move, colour) for move, colour in line.moves[upto:]]
        new[-1].comment = comment
        path = [step.number for step in steps]
        way = [PASS if step.point == PASSED else points.name(step.point, self.size) for step in steps
               if step.point != NO_MOVE]  # fmt: skip
        before = _bytes(self.path)
        data, is_rest, lost = formats.extended(before, str(self.path), path, way, new, self.size, self._encoding)
        if _stamp(self.path) != self._stamp:  # another program has changed the file meanwhile
            return self.add(moves, comment, colours)
        self._replace(before, data, lost)
        try:
            if is_rest:
                self._take(steps, line, upto, new)
        except cache.DAMAGE:
            self._again(afresh=True)
        self.refresh()
        return True

    def change(self, stones: Stones, its: editing.Change) -> bool:
        """Change the tree's data about a position; return whether anything has changed.

        The file is written anew, completely or not at all. Raises RecordError also for a tree with more than
        MOST_CHANGED positions, and for a text that a library's encoding can't express.
        """
        self.refresh()
        if self.count > MOST_CHANGED:
            raise RecordError(f"{place(self.path.name)} has more than {MOST_CHANGED:,} positions: change it elsewhere")
        while True:
            stamp, data = self._stamp, _bytes(self.path)
            form = formats.recognize(data, str(self.path))
            trees = form.read(data, str(self.path), self._encoding)
            if not editing.change(trees, self._keys, lying(stones, self._keys), its):
                return False
            changed, lost = form.rewrite(trees)
            if lost and trees[0].encoding and form is formats.FORMATS[".lib"]:
                raise RecordError(" ".join(lost))  # a library can't declare the encoding that its new texts would need
            if _stamp(self.path) == stamp:
                break
            self.refresh()  # another program has changed the file meanwhile
        self._replace(data, changed, lost)
        self._again()
        return True

    def _replace(self, before: bytes, data: bytes, lost: Sequence[str]) -> None:
        copy = self.path.with_name(f"{self.path.name}.bak")
        if not self._is_copied:
            whole_files.replace(copy, before)
            self._is_copied = True
        whole_files.replace(self.path, data)
        for sentence in lost:
            self._tell(f"{self.path.name}: {sentence} {copy.name} has it as it was.")

    def _longest(self, line: _Line) -> tuple[int, list[_Step], int]:
        """Return how many moves of a line lead to a known position, the path to its node, and that node's turn.

        The turn is an index in TURNS.
        """
        for upto in range(len(line.moves), -1, -1):
            key, turn = line.key(upto)
            query = "SELECT id, turn FROM nodes WHERE key = ? ORDER BY turn != ?, id LIMIT 1"
            found = self._store.execute(query, (key, turn)).fetchone()
            if found:
                return upto, self._way(found[0]), found[1]
        return 0, [], 0

    def _connected(self, afresh: bool = False) -> sqlite3.Connection:
        """Return the store of the file's present content; set the attributes. `afresh`: always create a new store."""
        self._stamp = _stamp(self.path)
        path = cache.path_for(self._folder, os.fsencode(self.path))
        store = None if afresh else cache.sound(path)
        if store is None or not _is_of(store, self._kept_stamp()):
            if store:
                store.close()
            data, name, stamp = _bytes(self.path), str(self.path), self._kept_stamp()
            store = cache.made(path, lambda empty: fill(empty, formats.steps(data, name, self._encoding), stamp))
        said = dict(store.execute("SELECT name, value FROM said"))
        self.size, self.count = int(said["size"]), int(said.get("count") or 0)
        self.game, self.left_out = str(said.get("game", "")), str(said.get("left_out", ""))
        self._keys = keys_of(self.size)
        cache.used(path)
        return store

    def _again(self, afresh: bool = False) -> None:
        self._store.close()
        self._store = self._connected(afresh)

    def _way(self, node: int) -> list[_Step]:
        """Return the path from the root to a node."""
        way = []
        while node:
            query = "SELECT parent, point, tree FROM nodes WHERE id = ?"
            parent, point, number = self._store.execute(query, [node]).fetchone()
            if parent >= node:
                raise ValueError("a node comes before the one that it follows")
            if parent:
                query = "SELECT count(*) FROM nodes WHERE parent = ? AND id < ?"
                number = self._store.execute(query, (parent, node)).fetchone()[0]
            way.append(_Step(node, number, point))
            node = parent
        return way[::-1]

    def _take(self, steps: Sequence[_Step], line: _Line, upto: int, new: Sequence[Node]) -> None:
        """Add a branch that the file now contains to the store. Raises sqlite3.Error."""
        self._stamp = _stamp(self.path)
        store = self._store
        store.execute("BEGIN IMMEDIATE")
        with store:
            more = sum(not node.is_pass for node in new)
            store.executemany(
                "UPDATE nodes SET below = below + ? WHERE id = ? AND below", [(more, step.id) for step in steps]
            )
            (last,) = store.execute("SELECT max(id) FROM nodes").fetchone()
            (tree,) = store.execute("SELECT tree FROM nodes WHERE id = ?", [steps[-1].id]).fetchone()
            parent = steps[-1].id
            for number, node in enumerate(new, 1):
                key, turn = line.key(upto + number)
                point = PASSED if node.is_pass else self._keys.index[node.point]
                below = 0 if node.is_pass else sum(not its.is_pass for its in new[number - 1 :])
                colour = COLOUR_NAMES.index(node.colour)
                store.execute(PUT_NODE, (last + number, parent, key, turn, point, colour, below, tree))
                text = words_of(node)
                if text:
                    store.execute(PUT_WORDS, (last + number, text))
                parent = last + number
            store.execute("UPDATE said SET value = value + ? WHERE name = 'count'", [more])
            store.execute("UPDATE said SET value = ? WHERE name = 'stamp'", [self._kept_stamp()])
        self.count += more

    def _kept_stamp(self) -> str:
        """Return a value that changes when the store's content changes."""
        return f"{tengen.__version__} {_SCHEMA} {self._encoding} {self._stamp}"


@dataclass(frozen=True)
class _Step:
    """A node on a path: its row, its index among its siblings (for a root, among the trees), and its point."""

    id: int
    number: int
    point: int


class _Line:
    """A line of moves from the empty board, with the position after each."""

    def __init__(self, keys: Keys, moves: Sequence[str], colours: Sequence[str]) -> None:
        if colours and len(colours) != len(moves):
            raise RecordError(f"there are {len(moves)} moves, but colours of {len(colours)}")
        self._board = keys
        self._colours = tuple(colours) or tuple(COLOURS[number % 2] for number in range(len(moves)))
        self.moves = [*zip(moves, self._colours, strict=True)]
        walk = Walk(keys)
        self._eights = [walk.step(0, ())]
        for number, (move, colour) in enumerate(self.moves, 1):
            if move != PASS and move not in keys.index:
                raise RecordError(f"move {number} is {move[:20]!r}, which is not a point of this board")
            self._eights.append(walk.step(number, [(move, colour)] if move != PASS else ()))

    def key(self, upto: int) -> tuple[int, int]:
        """Return the key after `upto` moves, and the index in TURNS of the image that has this key."""
        key = min(self._eights[upto])
        return key, self._eights[upto].index(key)

    def turned(self, turn: int, other: int) -> _Line:
        """Return the line, rotated or mirrored.

        The image `other` (an index in TURNS) of the new line is the same as the image `turn` of this line.
        """
        keys = self._board
        way = [keys.back[other][point] for point in keys.turned[turn]]
        moves = [move if move == PASS else points.name(way[keys.index[move]], keys.size) for move, _ in self.moves]
        return _Line(keys, moves, self._colours)


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(formats.MOST_BYTES + 1)


def _stamp(path: Path) -> str:
    """Return a value that changes when a file changes."""
    its = os.stat(path)
    return f"{its.st_mtime_ns} {its.st_size} {its.st_ino}"


def _is_of(store: sqlite3.Connection, stamp: str) -> bool:
    """Return whether a store has this stamp and is not damaged."""
    try:
        said: Mapping[str, object] = dict(store.execute("SELECT name, value FROM said"))
    except cache.DAMAGE:
        return False
    return said.get("stamp") == stamp and said.get("size") in SIZES
