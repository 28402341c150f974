"""The state of a virtual board between runs: its flash and its stones, in one SQLite file.

Each change is in the file before the call returns, so a killed process loses nothing. If the laptop loses power, the
last changes may be missing, but the file is not damaged.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from pathlib import Path
from zlib import crc32

from .. import resources
from . import sizes

_MAGIC = b"SQLite format 3\0"
_OURS = 0x54474E56  # the application_id, at byte 68 of the file: TGNV
_AT = 68
_TABLE = "CREATE TABLE IF NOT EXISTS {} (name TEXT PRIMARY KEY, data BLOB NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID"
_WITH_IT = ("-wal", "-shm", "-journal")  # the endings of SQLite's files beside the main file


class CannotKeep(Exception):
    """The file can't be used now, and was not changed. The message says why."""


class _Damaged(Exception):
    """The file is damaged, or not the file of a virtual board."""


def default_path(size: int = sizes.USUAL) -> Path:
    """Return the file of `tengen play` for a board of this size, in folder TENGEN_DATA or the user's data folder."""
    return resources.data_folder() / ("play.sqlite" if size == sizes.USUAL else f"play-{size}.sqlite")


class Kept:
    """The file at a path, locked by this process until close().

    `flash` and `stones` are mappings that write each change at once.
    """

    def __init__(self, path: Path, tell: Callable[[str], None], fresh: bool = False) -> None:
        """Open the file, or create it. `fresh`: empty it.

        A damaged or foreign file is renamed, and `tell` is called with a line about it. Raises CannotKeep if the file
        can't be used, for example because another process uses it.
        """
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._open()
            except _Damaged as why:
                aside = _move_aside(path)
                tell(f"{path} can't be used: {why}. It is now {aside}; the board begins with an empty flash")
                self._open()
            if fresh:
                self.flash.replace({})
                self.stones.replace({})
        except (OSError, sqlite3.Error, _Damaged) as error:
            self.close()
            taken = "locked" in str(error)
            raise CannotKeep(f"another `tengen play` uses {path}" if taken else f"{path}: {error}") from None

    def close(self) -> None:
        """Close the file."""
        if hasattr(self, "_file"):
            self._file.close()

    def _open(self) -> None:
        _check_head(self.path)
        self._file = sqlite3.connect(self.path, timeout=0, isolation_level=None)
        try:
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.execute("BEGIN EXCLUSIVE")  # from here on the file is locked
            self._file.execute(f"PRAGMA application_id = {_OURS}")
            for table in ("flash", "stones"):
                self._file.execute(_TABLE.format(table))
            self._file.execute("COMMIT")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            (found,) = self._file.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise _Damaged(f"it is damaged ({found})")
            self.flash, self.stones = _Rows(self._file, "flash"), _Rows(self._file, "stones")
        except sqlite3.DatabaseError as error:
            self._file.close()
            if isinstance(error, sqlite3.OperationalError) and "no such column" not in str(error):
                raise
            raise _Damaged(f"it is damaged ({error})") from None
        except _Damaged:
            self._file.close()
            raise


class _Rows(MutableMapping[str, bytes]):
    """A table of names and bytes, as a mapping that writes each change at once. A failed write raises OSError."""

    def __init__(self, file: sqlite3.Connection, table: str) -> None:
        self._file, self._table = file, table
        self._data: dict[str, bytes] = {}
        for name, data, crc in file.execute(f"SELECT name, data, crc FROM {table}"):
            if not isinstance(data, bytes) or crc32(data) != crc:
                raise _Damaged(f"it is damaged ({name} in it)")
            self._data[name] = data

    def __getitem__(self, name: str) -> bytes:
        return self._data[name]

    def __setitem__(self, name: str, data: bytes) -> None:
        data = bytes(data)
        self._write(f"INSERT OR REPLACE INTO {self._table} VALUES (?, ?, ?)", name, data, crc32(data))
        self._data[name] = data

    def __delitem__(self, name: str) -> None:
        if name not in self._data:
            raise KeyError(name)
        self._write(f"DELETE FROM {self._table} WHERE name = ?", name)
        del self._data[name]

    def replace(self, wanted: Mapping[str, bytes]) -> None:
        """Replace all entries by these, in one transaction."""
        before = dict(self._data)
        self._write("BEGIN")
        try:
            for name in before.keys() - wanted.keys():
                del self[name]
            for name, data in wanted.items():
                if self._data.get(name) != data:
                    self[name] = data
            self._write("COMMIT")
        except OSError:
            self._data = before
            if self._file.in_transaction:
                self._write("ROLLBACK")
            raise

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def _write(self, statement: str, *values: object) -> None:
        try:
            self._file.execute(statement, values)
        except sqlite3.Error as error:
            raise OSError(errno.EIO, f"the virtual board's flash can't be written: {error}") from None


def _check_head(path: Path) -> None:
    """Raise _Damaged if the file exists, but is not the file of a virtual board.

    Call this before SQLite opens the file.
    """
    try:
        with open(path, "rb") as file:
            head = file.read(_AT + 4)
    except FileNotFoundError:
        return
    if head and not (head.startswith(_MAGIC) and int.from_bytes(head[_AT:], "big") == _OURS):
        raise _Damaged("it is not a virtual board's flash")


def _move_aside(path: Path) -> Path:
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.aside-{number}")):
        number += 1
    path.rename(aside)
    for end in _WITH_IT:
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
    return aside
