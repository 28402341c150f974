"""The games of a folder as a tree: from a position, how often each continuation was played, and with what result.

The order of the stones does not matter, nor does a turn or a mirror of the board. The SGF files are the truth, as in
records/library.py. What is asked comes from a store in Tengen's cache folder, in which each file is known by its time
and size: only those that are new or have changed are read.
"""

from __future__ import annotations

import os
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import tengen
from tengen.games import BLACK, COLOUR_NAMES, EMPTY, WHITE, points

from ..records import index, stones
from ..records.record import COLOURS, PASS, RENJU, Record, RecordError
from . import kept
from .keys import Keys, as_there, keys_of
from .known import Continuation, Known, Stones, lying

_SCHEMA = 1
_TABLES = (
    "CREATE TABLE said (version TEXT)",
    # `games`: how many games of this kind a file has; `others`: games of another kind or size, and -1 if it can't be
    # read; `found`: its positions, as _packed() has them
    "CREATE TABLE files (path BLOB PRIMARY KEY, stamp BLOB, games INTEGER, others INTEGER, found BLOB)",
    "CREATE TABLE positions (key INTEGER PRIMARY KEY, turn INTEGER, count INTEGER, black INTEGER, white INTEGER, "
    "draws INTEGER)",
)
_ADD = (
    "INSERT INTO positions VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET count = count + excluded.count, "
    "black = black + excluded.black, white = white + excluded.white, draws = draws + excluded.draws"
)
_BATCH = 100_000  # positions that wait in memory

# How a game ended, as a number in a store
_OPEN, _BLACK, _WHITE, _DRAW = range(4)


class Explorer:
    """The games of a folder and the folders below, of one kind and size.

    `count`: how many games. `left_out`: a sentence for what is not used, or "". Methods raise OSError if the folder
    can't be read.
    """

    def __init__(self, folder: Path, game: str = RENJU, size: int = 15, cache: Path | None = None) -> None:
        """Open a folder, with its store in the folder `cache`: kept.default_folder() unless it is given."""
        self.folder, self.game, self.size = folder.resolve(), game, size
        self._keys = keys_of(size)
        name = b"\0".join((os.fsencode(self.folder), game.encode(), str(size).encode()))
        self._path = kept.path_for(cache or kept.default_folder(), name)
        store = kept.sound(self._path)
        if store is not None and not _is_ours(store):
            store.close()
            store = None
        self._store = store or kept.made(self._path, _fill)
        self.refresh()

    def close(self) -> None:
        self._store.close()

    def refresh(self) -> bool:
        """Read the files that are new or have changed; return whether there are any."""
        try:
            changed = self._read()
        except kept.DAMAGE:
            self._afresh()
            changed = self._read()
        kept.used(self._path)
        return changed

    def at(self, stones_: Stones) -> Known | None:
        """Return what was played from a position, the most frequent first; None if no game came there. Raises
        RecordError for a move that is not on the board.
        """
        held = lying(stones_, self._keys)
        try:
            return self._known(held)
        except kept.DAMAGE:
            self._afresh()
            self._read()
            return self._known(held)

    def add(self, moves: Sequence[str], comment: str = "", colours: Sequence[str] = ()) -> bool:
        """Keep nothing, and return False: a folder of games is no place for branches. As Opened.add()."""
        return False

    def _known(self, held: dict[int, int]) -> Known | None:
        keys = self._keys
        eight = keys.eight(held)
        row = self._rows([min(eight)]).get(min(eight))
        if row is None:
            return None
        further = list(keys.after(held, (BLACK, WHITE)))
        rows = self._rows([key for key, *_ in further])
        found = [
            Continuation(points.name(point, self.size), COLOUR_NAMES[colour], "", "", False, *rows[key][1:])
            for key, (point, colour) in as_there(further, {key: its[0] for key, its in rows.items()}).items()
        ]
        found.sort(key=lambda its: (-its.count, keys.index[its.point]))
        _, count, black, white, draws = row
        return Known(continuations=tuple(found), count=count, black=black, white=white, draws=draws, places=count)

    def _rows(self, wanted: list[int]) -> dict[int, tuple[int, int, int, int, int]]:
        found: dict[int, tuple[int, int, int, int, int]] = {}
        for at in range(0, len(wanted), 500):
            some = wanted[at : at + 500]
            query = f"SELECT * FROM positions WHERE key IN ({','.join('?' * len(some))})"
            found |= {key: tuple(rest) for key, *rest in self._store.execute(query, some)}
        return found

    def _afresh(self) -> None:
        self._store.close()
        self._store = kept.made(self._path, _fill)

    def _read(self) -> bool:
        """Take the files as they are now into the store."""
        now = index.stamps(self.folder)
        before = dict(self._store.execute("SELECT path, stamp FROM files"))
        gone = [name for name in before if before[name] != now.get(name)]
        new = [name for name in now if before.get(name) != now[name]]
        if gone or new:
            self._store.execute("BEGIN IMMEDIATE")
            with self._store:
                self._take(gone, new, now)
        self._say()
        return bool(gone or new)

    def _take(self, gone: list[bytes], new: list[bytes], stamps: dict[bytes, bytes]) -> None:
        tally = _Tally(self._store)
        for name in gone:
            (found,) = self._store.execute("SELECT found FROM files WHERE path = ?", [name]).fetchone()
            tally.add(found, -1)
            self._store.execute("DELETE FROM files WHERE path = ?", [name])
        for name in new:
            games, others, found = self._found(self.folder / os.fsdecode(name))
            tally.add(found, 1)
            self._store.execute("INSERT INTO files VALUES (?, ?, ?, ?, ?)", (name, stamps[name], games, others, found))
        tally.write()
        self._store.execute("DELETE FROM positions WHERE count < 1")

    def _found(self, path: Path) -> tuple[int, int, bytes]:
        """Return how many games a file has, and how many others; and the positions of the games."""
        try:
            all_ = index.games_of(path)
        except (OSError, RecordError):
            return 0, -1, b""
        games = [record for record in all_ if (record.game, record.size) == (self.game, self.size)]
        return len(games), len(all_) - len(games), b"".join(_packed(record, self._keys) for record in games)

    def _say(self) -> None:
        query = "SELECT sum(games), sum(max(others, 0)), sum(others < 0) FROM files"
        self.count, others, bad = (int(number or 0) for number in self._store.execute(query).fetchone())
        said = [f"{others} games of another kind or size are not counted"] if others else []
        said += [f"{bad} files can't be read: `tengen record list` says why"] if bad else []
        self.left_out = "; ".join(said)


class _Tally:
    """Counts positions, and writes them to a store."""

    def __init__(self, store: sqlite3.Connection) -> None:
        self._store = store
        self._turns: dict[int, int] = {}
        self._counts: Counter[tuple[int, int]] = Counter()  # by key and how the game ended

    def add(self, found: bytes, times: int) -> None:
        """Count the positions of a file so many times more."""
        for end, keys, turns in _unpacked(found):
            for key, turn in zip(keys, turns, strict=True):
                self._turns[key] = turn
                self._counts[key, end] += times
        if len(self._turns) > _BATCH:
            self.write()

    def write(self) -> None:
        rows = []
        for key, turn in self._turns.items():
            by = [self._counts[key, end] for end in range(4)]
            rows.append((key, turn, sum(by), by[_BLACK], by[_WHITE], by[_DRAW]))
        self._store.executemany(_ADD, rows)
        self._turns.clear()
        self._counts.clear()


def _fill(store: sqlite3.Connection) -> None:
    store.execute("BEGIN")
    for statement in _TABLES:
        store.execute(statement)
    store.execute("INSERT INTO said VALUES (?)", [_version()])
    store.execute("COMMIT")


def _version() -> str:
    return f"games {tengen.__version__} {_SCHEMA}"


def _is_ours(store: sqlite3.Connection) -> bool:
    try:
        return list(store.execute("SELECT version FROM said")) == [(_version(),)]
    except kept.DAMAGE:
        return False


def _packed(record: Record, keys: Keys) -> bytes:
    """Return the positions of a game, each once: how it ended and their number as 4 bytes each, then the keys with 8
    bytes each, and their turns with 1.
    """
    held: dict[int, int] = {}
    eight = keys.NONE
    found: dict[int, int] = {}

    def put(name: str, what: str) -> None:
        nonlocal eight
        point, now = keys.index[name], COLOUR_NAMES.index(what)
        eight = keys.put(eight, point, held.get(point, EMPTY), now)
        held[point] = now

    def take() -> None:
        key = min(eight)
        found.setdefault(key, eight.index(key))

    for colour, lying_ in zip(COLOURS, record.setup, strict=True):
        for name in lying_:
            put(name, colour)
    take()
    for number, move in enumerate(record.moves, 1):
        if move != PASS:
            put(move, stones.colour_of(record, number))
        for name, _, now in stones.changes_of(record, number):
            put(name, now)
        take()
    end = _OPEN if not record.over else {"black": _BLACK, "white": _WHITE}.get(record.winner or "", _DRAW)
    return array("i", [end, len(found)]).tobytes() + array("q", found).tobytes() + array("b", found.values()).tobytes()


def _unpacked(data: bytes) -> Iterator[tuple[int, array[int], array[int]]]:
    """Yield how each game of _packed() ended, the keys of its positions, and their turns. Raises ValueError."""
    at = 0
    while at < len(data):
        end, count = array("i", data[at : at + 8])
        between, after = at + 8 + 8 * count, at + 8 + 9 * count
        yield end, array("q", data[at + 8 : between]), array("b", data[between:after])
        at = after
