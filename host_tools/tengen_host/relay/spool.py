"""The entries of a club's boards on its disk, in order, until NATS has stored them. SQLite, for any thread."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .chain import Link

_VERSION = 1
_TABLES = f"""
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS chain (board TEXT PRIMARY KEY, start TEXT, hash TEXT, number INTEGER);
CREATE TABLE IF NOT EXISTS entry (
    board TEXT, number INTEGER, body BLOB, signature BLOB, PRIMARY KEY (board, number)
) WITHOUT ROWID;
PRAGMA user_version = {_VERSION};
"""


@dataclass(frozen=True)
class Signed:
    """An entry that is ready to be sent: its `number` in its chain, its `body`, and the `signature` of that."""

    number: int
    body: bytes
    signature: bytes


@dataclass(frozen=True)
class Chain:
    """Where a board's chain stands: the `start` that tells it from others, and its `end`."""

    start: str
    end: Link


class SpoolError(OSError):
    """The file can't be used; the message is a sentence."""


class Spool:
    """The waiting entries in a file, which is made where there is none. A power cut loses none that add() has taken.

    Raises SpoolError where the file can't be opened or written, and ValueError where it is of another version.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        with self._errors():
            self._base = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            version = self._base.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, _VERSION):
                raise ValueError(f"{path} was written by another version of tengen: use that one, or another folder")
            self._base.executescript(_TABLES)

    def close(self) -> None:
        """Close the file, after what another thread does with it."""
        with self._lock:
            self._base.close()

    def chains(self) -> dict[str, Chain]:
        """Return where the chain of each board stands, by the board's name."""
        with self._errors():
            rows = self._base.execute("SELECT board, start, hash, number FROM chain").fetchall()
        return {board: Chain(start, Link(hash_, number)) for board, start, hash_, number in rows}

    def waiting(self, board: str) -> list[Signed]:
        """Return the entries of a board that wait, oldest first."""
        with self._errors():
            rows = self._base.execute(
                "SELECT number, body, signature FROM entry WHERE board = ? ORDER BY number", (board,)
            ).fetchall()
        return [Signed(*row) for row in rows]

    def add(self, board: str, chain: Chain, entries: Iterable[Signed]) -> None:
        """Take entries of a board, with which its chain stands there: all or none."""
        with self._errors(), self._transaction():
            self._insert(board, chain, entries)

    def replace(self, board: str, chain: Chain, entries: Iterable[Signed]) -> None:
        """Take these entries of a board instead of all that wait."""
        with self._errors(), self._transaction():
            self._base.execute("DELETE FROM entry WHERE board = ?", (board,))
            self._insert(board, chain, entries)

    def stored(self, board: str, number: int) -> None:
        """Let go the entries of a board up to a number: NATS has stored them."""
        with self._errors():
            self._base.execute("DELETE FROM entry WHERE board = ? AND number <= ?", (board, number))

    def _insert(self, board: str, chain: Chain, entries: Iterable[Signed]) -> None:
        rows = [(board, each.number, each.body, each.signature) for each in entries]
        self._base.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)
        its = (board, chain.start, chain.end.hash, chain.end.number)
        self._base.execute("INSERT OR REPLACE INTO chain VALUES (?, ?, ?, ?)", its)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._base.in_transaction:  # a full disk has ended it already
                self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                raise SpoolError(f"{self._path} can't be used: {error}") from None
