"""The waiting entries of a club's boards, on the club's disk until NATS has stored them. SQLite, for any thread."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from .entries import Link

_VERSION = 2
_TABLES = f"""
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS chain (board TEXT PRIMARY KEY, start TEXT, number INTEGER, hash TEXT);
CREATE TABLE IF NOT EXISTS entry (board TEXT, number INTEGER, sent BLOB, PRIMARY KEY (board, number)) WITHOUT ROWID;
PRAGMA user_version = {_VERSION};
"""

Waiting = tuple[int, bytes]  # a waiting entry: its number in its chain, and the bytes to send


class SpoolError(OSError):
    """The file can't be used; the message is a sentence."""


class Spool:
    """The waiting entries in a file. A power cut loses no entry after add() has returned.

    A missing file is created. Raises SpoolError if the file can't be opened or written, and ValueError if another
    version wrote it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        with self._errors():
            self._base = sqlite3.connect(path, check_same_thread=False)
            version = self._base.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, _VERSION):
                raise ValueError(f"{path} was written by another version of tengen: use that one, or another folder")
            self._base.executescript(_TABLES)

    def close(self) -> None:
        """Close the file, when no other thread uses it."""
        with self._lock:
            self._base.close()

    def chains(self) -> dict[str, Link]:
        """Return the end of each board's chain by the board's name."""
        with self._errors():
            rows = self._base.execute("SELECT * FROM chain").fetchall()
        return {board: Link(*its) for board, *its in rows}

    def waiting(self, board: str) -> list[Waiting]:
        """Return the waiting entries of a board, oldest first."""
        with self._errors():
            chosen = "SELECT number, sent FROM entry WHERE board = ? ORDER BY number"
            return self._base.execute(chosen, (board,)).fetchall()

    def add(self, board: str, end: Link, entries: Iterable[Waiting], anew: bool = False) -> None:
        """Add all entries of a board or none. `end`: the new end of the chain. `anew`: replace all waiting entries."""
        with self._errors(), self._base:
            if anew:
                self._base.execute("DELETE FROM entry WHERE board = ?", (board,))
            self._base.executemany("INSERT INTO entry VALUES (?, ?, ?)", [(board, *each) for each in entries])
            its = (board, end.start, end.number, end.hash)
            self._base.execute("INSERT OR REPLACE INTO chain VALUES (?, ?, ?, ?)", its)

    def stored(self, board: str, number: int) -> None:
        """Delete the entries of a board up to a number, because NATS has stored them."""
        with self._errors(), self._base:
            self._base.execute("DELETE FROM entry WHERE board = ? AND number <= ?", (board, number))

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                raise SpoolError(f"{self._path} can't be used: {error}") from None
