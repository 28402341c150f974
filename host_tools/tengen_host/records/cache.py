"""`index.sqlite` beside the games: the data read from each file before. It is a cache and can be deleted.

A file of this name is ours only if its header has our application_id. Any other file, and any link, is left alone, and
foreign() says so; this includes an index of an old Tengen without application_id. Each row has a seal: a hash of its
content, of the file's path and stamp, and of Tengen's version. So a damaged index can lose rows but can't give wrong
ones. If a row is damaged, or SQLite reports an error, the whole index is written again.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import stat
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import tengen

from . import files

INDEX = "index.sqlite"
APPLICATION = 0x54656E67  # "Teng"; the application_id at byte 68 of the header
SCHEMA = 6  # the index's user_version

# By the relative path of a file: its stamp, which changes with the file, and its content for the index
Found = Mapping[bytes, tuple[bytes, bytes]]

_WAIT_S = 10  # the longest wait for another process that uses the index
_BESIDE = tuple(INDEX + ending for ending in ("-journal", "-wal", "-shm"))  # SQLite's own, while it writes
_HEAD = b"SQLite format 3\0"
_TABLE = "CREATE TABLE files (path BLOB PRIMARY KEY, stamp BLOB, found BLOB, seal BLOB)"
_PUT = "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)"


def foreign(folder: Path) -> str:
    """Return why this user may not read or write a folder's index, in a sentence; "" if it may, or if there is no
    index.
    """
    index = folder / INDEX
    advice = "it is left alone, and games are listed without an index, which is slower: move it away, or delete it"
    there = [path for path in (index, *(folder / name for name in _BESIDE)) if os.path.lexists(path)]
    for path in there:
        if not _is_plain(path):
            return f"{path} is a link or no file, and not Tengen's index of games: {advice}"
    if not there:
        return ""
    if there[0] != index:
        return f"{there[0]} belongs to a database that is not there: {advice}"
    try:
        with index.open("rb") as file:
            head = file.read(100)
    except OSError as error:
        return f"{index} can't be read ({error.strerror}): {advice}"
    if head and (not head.startswith(_HEAD) or head[68:72] != APPLICATION.to_bytes(4, "big")):
        return f"{index} is not an index of games that this Tengen has made: {advice}"
    return ""


def load(folder: Path) -> Found | None:
    """Return the kept index; None if there is none, or if it is damaged or of another version: then it is written anew
    from the files.
    """
    if foreign(folder) or not (folder / INDEX).exists():
        return None
    try:
        with contextlib.closing(_opened(folder / INDEX)) as index:
            if index.execute("PRAGMA user_version").fetchone() != (SCHEMA,):
                return None
            tables = index.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
            rows = index.execute("SELECT path, stamp, found, seal FROM files").fetchall()
    except (sqlite3.Error, MemoryError, ValueError, OverflowError) as error:
        return {} if _is_locked(error) else None
    found = {}
    for *said, seal in rows:
        if not all(isinstance(part, bytes) for part in said) or _seal(*said) != seal:
            return None
        found[said[0]] = (said[1], said[2])
    return found if tables == [(_TABLE,)] else None


def save(folder: Path, found: Found, before: Found | None) -> None:
    """Keep this index; `before` is the result of load(). If it can't be written, the next process reads the files
    again.
    """
    if foreign(folder) or found == before:
        return
    with contextlib.suppress(OSError, sqlite3.Error):
        if before is None or not _changed(folder, found, before):
            _write_new(folder, found)


def _changed(folder: Path, found: Found, before: Found) -> bool:
    """Write the changes into the existing index; return False if that is damaged."""
    try:
        with contextlib.closing(_opened(folder / INDEX)) as index:
            index.execute("BEGIN IMMEDIATE")
            with index:
                gone = [(name,) for name in before.keys() - found.keys()]
                index.executemany("DELETE FROM files WHERE path = ?", gone)
                index.executemany(_PUT, [_row(name, its) for name, its in found.items() if before.get(name) != its])
    except (sqlite3.Error, MemoryError) as error:
        return _is_locked(error)
    return True


def _write_new(folder: Path, found: Found) -> None:
    """Write a whole new index to a temporary file, then move it into place, so that no other process sees half of it.
    """
    aside = folder / f".{secrets.token_hex(8)}.part"
    try:
        with contextlib.closing(sqlite3.connect(aside, isolation_level=None)) as index:
            index.execute("PRAGMA journal_mode = OFF")
            index.execute(f"PRAGMA application_id = {APPLICATION}")
            index.execute(f"PRAGMA user_version = {SCHEMA}")
            index.execute("BEGIN")
            index.execute(_TABLE)
            index.executemany(_PUT, [_row(name, its) for name, its in found.items()])
            index.execute("COMMIT")
        if foreign(folder):
            return
        if (folder / INDEX).exists():
            for name in _BESIDE:
                (folder / name).unlink(missing_ok=True)
            os.replace(aside, folder / INDEX)
        else:
            files.put_in_place(aside, folder / INDEX)
    finally:
        aside.unlink(missing_ok=True)


def _opened(path: Path) -> sqlite3.Connection:
    """Open the database of an existing file; never create one."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=_WAIT_S, isolation_level=None, uri=True)


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:  # deleted meanwhile, by another process that has just ended its work
        return True


def _is_locked(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def _row(name: bytes, its: tuple[bytes, bytes]) -> tuple[bytes, bytes, bytes, bytes]:
    return name, *its, _seal(name, *its)


def _seal(name: bytes, stamp: bytes, found: bytes) -> bytes:
    # neither a path nor a stamp contains a NUL, so two different rows never give the same bytes
    return sha256(b"\0".join((tengen.__version__.encode(), name, stamp, found))).digest()
