"""The index of a folder's games: SQLite beside the files, made from them and never needed.

It is brought up to date whenever it is opened, made anew where it is broken, gone, or of another version, and done
without where it can't be written.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import tengen
from tengen.rules import points
from tengen.rules.opening_names import opening_name

from . import sgf
from .form import MOST_BYTES
from .record import PASS, Record, RecordError

INDEX = "index.sqlite"
ENDING = ".sgf"

_WAIT_S = 30  # for another process that has the index

_VERSION = f"2 {tengen.__version__}"  # of what is read out of the files: another's index is made anew
_TABLES = (
    "CREATE TABLE version (version TEXT)",
    "CREATE TABLE files (path BLOB PRIMARY KEY, stamp TEXT, trouble TEXT)",
    "CREATE TABLE games (id TEXT PRIMARY KEY, own_id TEXT, path BLOB, number INTEGER, black TEXT, white TEXT, "
    "date TEXT, event TEXT, rule TEXT, code TEXT, opening TEXT, moves INTEGER, over INTEGER, winner TEXT, reason TEXT, "
    "players TEXT, words TEXT, openings TEXT)",
    "CREATE INDEX games_of_path ON games (path)",
    "CREATE INDEX games_of_id ON games (own_id)",
)
_SHOWN = "id, path, number, black, white, date, event, rule, code, opening, moves, over, winner, reason"


@dataclass(frozen=True)
class Entry:
    """A game as a list shows it. `code` and `opening` are like `D4` and `Kagetsu 花月`, or ""; `number` is its place in
    the file, from 1; `winner` is None for a draw and for a game that is not `over`."""

    id: str
    path: Path
    number: int
    black: str
    white: str
    date: str
    event: str
    rule: str
    code: str
    opening: str
    moves: int
    over: bool
    winner: str | None
    reason: str


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """The index as the files are now: on the disk, or where that can't be, made anew in memory."""
    index = _on_disk(folder) if folder.is_dir() else None
    if index is None:
        index = _fresh(":memory:")
        _refresh(index, folder)
    with contextlib.closing(index):
        yield index


def _on_disk(folder: Path) -> sqlite3.Connection | None:
    for _ in range(2):
        index = None
        try:
            index = _fresh(str(folder / INDEX))
            _refresh(index, folder)
            return index
        except sqlite3.OperationalError:
            # another process has it for long, or the folder is read-only, or full
            if index:
                index.close()
            return None
        except sqlite3.DatabaseError:
            if index:
                index.close()
            try:
                for name in (INDEX, f"{INDEX}-journal"):
                    (folder / name).unlink(missing_ok=True)
            except OSError:
                return None
    return None


def _refresh(index: sqlite3.Connection, folder: Path) -> None:
    """Take into the index what has changed among the files."""
    index.execute("BEGIN IMMEDIATE")
    with index:
        known = dict(index.execute("SELECT path, stamp FROM files"))
        there = _files(folder)
        for name in known.keys() - there.keys():
            _forget(index, name)
        for name, stamp in sorted(there.items()):
            if known.get(name) != stamp:
                _forget(index, name)
                _take(index, folder, name, stamp)


def _fresh(path: str) -> sqlite3.Connection:
    """The index at a path, with its tables; those of another version go. Raises sqlite3.DatabaseError."""
    index = sqlite3.connect(path, timeout=_WAIT_S, isolation_level=None)
    try:
        index.execute("BEGIN IMMEDIATE")
        there = index.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        if {sql for _, _, sql in there} != set(_TABLES) or _version(index) != _VERSION:
            for kind, name, _ in sorted(there):  # an index before its table
                index.execute(f'DROP {kind} "{name}"')
            for statement in _TABLES:
                index.execute(statement)
            index.execute("INSERT INTO version VALUES (?)", [_VERSION])
        index.execute("COMMIT")
    except BaseException:
        index.close()
        raise
    return index


def _version(index: sqlite3.Connection) -> str | None:
    found = index.execute("SELECT version FROM version").fetchone()
    return found and str(found[0])


def entries(index: sqlite3.Connection, folder: Path, wanted: str, given: list[str]) -> list[Entry]:
    """The games that fit a condition of SQL with these values for its marks, the newest first, then the undated."""
    query = f"SELECT {_SHOWN} FROM games WHERE {wanted} ORDER BY date DESC, path, number"
    rows = index.execute(query, [_plain(value) for value in given])
    found = []
    for row in rows:
        values = [*row[2:11], bool(row[11]), *row[12:]]
        found.append(Entry(row[0], folder / os.fsdecode(row[1]), *values))
    return found


def _files(folder: Path) -> dict[bytes, str]:
    """The files with games in a folder and those in it, by their paths from there, each with what changes with it."""
    found = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.startswith(".") or not name.lower().endswith(ENDING):
                continue
            path = os.path.join(place, name)
            # one that is gone by now was there a moment ago
            with contextlib.suppress(OSError):
                its = os.stat(path)
                if stat.S_ISREG(its.st_mode):
                    found[os.fsencode(os.path.relpath(path, folder))] = f"{its.st_mtime_ns} {its.st_size} {its.st_ino}"
    return found


def _forget(index: sqlite3.Connection, name: bytes) -> None:
    index.execute("DELETE FROM games WHERE path = ?", [name])
    index.execute("DELETE FROM files WHERE path = ?", [name])


def _take(index: sqlite3.Connection, folder: Path, name: bytes, stamp: str) -> None:
    """Take a file's games into the index, or what is wrong with it."""
    path = folder / os.fsdecode(name)
    games: list[Record] = []
    trouble = ""
    try:
        games = games_of(path)
    except RecordError as error:
        trouble = str(error)
    except OSError as error:
        trouble = f"{path} can't be read: {error.strerror}"
    index.execute("INSERT INTO files VALUES (?, ?, ?)", [name, stamp, _plain(trouble)])
    for number, record in enumerate(games, 1):
        row = _row(index, record, name, number)
        index.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)


def games_of(path: Path) -> list[Record]:
    """The games of a file. Raises OSError, RecordError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return sgf.read(data, str(path))


def _row(index: sqlite3.Connection, record: Record, name: bytes, number: int) -> list[object]:
    code, opening = opening_of(record)
    spoken = [record.black, record.white, record.date, record.event, record.round, record.table, record.place]
    spoken += [record.rule, record.reason, record.comment, record.id, code, opening]
    spoken += [str(note.fields.get("text", "")) for note in record.notes if note.kind == "comment"]
    row: list[object] = [_free_id(index, record), record.id, name, number, record.black, record.white, record.date]
    row += [record.event, record.rule, code, opening, len(record.moves), record.over, record.winner, record.reason]
    row += ["\n".join(words).casefold() for words in (spoken[:2], spoken, [opening])]
    return [_plain(value) if isinstance(value, str) else value for value in row]


def _free_id(index: sqlite3.Connection, record: Record) -> str:
    """The record's id, or one made from what is in it; with a number where another game has that."""
    known = _plain(record.id) or "x" + digest(record)
    (count,) = index.execute("SELECT count(*) FROM games WHERE id = ? OR own_id = ?", [known, known]).fetchone()
    id_ = known
    while index.execute("SELECT 1 FROM games WHERE id = ?", [id_]).fetchone():
        count += 1
        id_ = f"{known}-{count}"
    return id_


def digest(record: Record) -> str:
    """Some letters that are another game's in no library."""
    said = repr((record.moves, record.setup, record.size, record.first, record.black, record.white, record.date))
    return sha256(said.encode(errors="replace")).hexdigest()[:12]


def opening_of(record: Record) -> tuple[str, str]:
    """The code and the names of its opening, or ""."""
    if record.game != "renju" or record.first != "black" or any(record.setup) or PASS in record.moves[:3]:
        return "", ""
    found = opening_name([points.index(move, record.size) for move in record.moves[:3]], record.size)
    return (found[0], f"{found[1]} {found[2]}") if found else ("", "")


def _plain(text: str) -> str:
    """Text that UTF-8 can have: a file may have half a pair of surrogates."""
    return text.encode(errors="replace").decode()
