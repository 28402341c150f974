"""The games in a folder: SGF files, which anyone may copy, rename, edit or put there; an index finds games among them.

The files are the truth. The index (SQLite, `index.sqlite` in the same folder) is made from them, and made anew where
they have changed, where it is broken, gone, or of another version, and where it can't be written it does without.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import sqlite3
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import platformdirs
import tengen
from tengen.rules import points
from tengen.rules.opening_names import opening_name

from . import files, sgf
from .form import MOST_BYTES
from .record import PASS, Record, RecordError

VARIABLE = "TENGEN_GAMES"
INDEX = "index.sqlite"
ENDING = ".sgf"

_WAIT_S = 30  # for another process that has the index
_LONGEST = 60  # bytes of UTF-8 that a name, or an id, has in the name of a file

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

RESULTS = ("black", "white", "draw", "unfinished")


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


def default_folder() -> Path:
    """Where games are kept where nobody says otherwise: the folder of TENGEN_GAMES, or Tengen in the documents."""
    return Path(os.environ.get(VARIABLE) or Path(platformdirs.user_documents_dir()) / "Tengen")


class Library:
    """The games in a folder and the folders in it. It is made with the first game that is added.

    Any number of processes may use it at once. Methods raise OSError where the folder can't be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, record: Record) -> Path:
        """Keep a game in a file of its own, safely on the disk when this returns: the path of its file.

        A game that is there already stays as it is: what people have changed in its file is theirs. One that goes on,
        the same id and the same moves with more after them, takes the place of what was kept of it before its end. Any
        other with that id is another game. Raises RecordError for one that can't be written.
        """
        there = self.holding(record)
        if there:
            return there
        data = sgf.write([record])
        for path in self._beginnings(record):
            files.replace(path, data)
            return path
        if not self.folder.is_dir():
            self.folder.mkdir(parents=True, exist_ok=True)
            files.sync(self.folder.parent)
        return self._write_new(record, data)

    def holding(self, record: Record) -> Path | None:
        """The file that has this game, known by its id, as far as it has gone; or None."""
        for entry, there in self._like(record):
            if _has_all(there, record):
                return entry.path
        return None

    def find(
        self,
        *,
        player: str = "",
        since: str = "",
        until: str = "",
        opening: str = "",
        result: str = "",
        text: str = "",
    ) -> list[Entry]:
        """The games that fit all of these, the newest first, then those without a date.

        `player`: part of either name. `since`, `until`: dates as ISO 8601 begins, like `2026` or `2026-11-21`, both
        included. `opening`: a code like `D4`, or part of a name. `result`: one of RESULTS, or a reason like
        `double-three`. `text`: part of anything that is said in the record. Case makes no difference.
        """
        wanted, values = ["1"], []
        for column, part in (("players", player), ("words", text)):
            if part:
                wanted.append(f"instr({column}, ?)")
                values.append(part.casefold())
        if opening:
            wanted.append("(lower(code) = ? OR instr(openings, ?))")
            values += [opening.casefold(), opening.casefold()]
        if since:
            wanted.append("date >= ?")
            values.append(since)
        if until:
            wanted.append("date != '' AND substr(date, 1, ?) <= ?")
            values += [str(len(until)), until]
        if result in ("black", "white"):
            wanted.append("winner = ?")
            values.append(result)
        elif result == "draw":
            wanted.append("over AND winner IS NULL")
        elif result == "unfinished":
            wanted.append("NOT over")
        elif result:
            wanted.append("reason = ?")
            values.append(result.casefold())
        with self._index() as index:
            return _entries(index, self.folder, " AND ".join(wanted), values)

    def load(self, id_: str) -> Record:
        """The game that find() lists under this id; its own may be another. Raises RecordError where there is none."""
        with self._index() as index:
            found = _entries(index, self.folder, "id = ?", [id_])
        record = self._read(found[0].path, found[0].number) if found else None
        if record is None:
            raise RecordError(f"there is no game {id_} in {self.folder}: `tengen record list` shows those that are")
        return record

    def troubles(self) -> list[str]:
        """What is wrong with files that can't be read, in words with their places."""
        with self._index() as index:
            rows = index.execute("SELECT trouble FROM files WHERE trouble != '' ORDER BY path")
            return [trouble for (trouble,) in rows]

    def _write_new(self, record: Record, data: bytes) -> Path:
        written = files.write_aside(self.folder, data)
        try:
            for number in itertools.count(1):
                path = self.folder / (_file_name(record) + (f" ({number})" if number > 1 else "") + ENDING)
                try:
                    files.put_in_place(written, path)
                except FileExistsError:
                    # another process may have kept the same game just now
                    there = self._read(path, 1)
                    same = record.id and there and there.id == record.id and _same_beginning(there, record)
                    if there and same and _has_all(there, record):
                        break
                    continue
                break
        finally:
            written.unlink(missing_ok=True)
        files.sync(self.folder)
        return path

    def _like(self, record: Record) -> Iterator[tuple[Entry, Record]]:
        """The games here that a record with an id may go on with."""
        if record.id:
            with self._index() as index:
                entries = _entries(index, self.folder, "own_id = ?", [record.id])
            for entry in entries:
                there = self._read(entry.path, entry.number)
                if there and _same_beginning(there, record):
                    yield entry, there

    def _beginnings(self, record: Record) -> list[Path]:
        """The files that have nothing but this game, before its end."""
        paths = [entry.path for entry, there in self._like(record) if not there.over]
        return [path for path in paths if len(_games(path)) == 1]

    def _read(self, path: Path, number: int) -> Record | None:
        """A game of a file; None where it is no longer there."""
        try:
            games = _games(path)
        except (FileNotFoundError, RecordError):
            return None
        return games[number - 1] if number <= len(games) else None

    @contextlib.contextmanager
    def _index(self) -> Iterator[sqlite3.Connection]:
        """The index as the files are now: on the disk, or where that can't be, made anew in memory."""
        index = self._on_disk() if self.folder.is_dir() else None
        if index is None:
            index = _fresh(":memory:")
            self._refresh(index)
        with contextlib.closing(index):
            yield index

    def _on_disk(self) -> sqlite3.Connection | None:
        path = self.folder / INDEX
        for _ in range(2):
            index = None
            try:
                index = _fresh(str(path))
                self._refresh(index)
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
                        (self.folder / name).unlink(missing_ok=True)
                except OSError:
                    return None
        return None

    def _refresh(self, index: sqlite3.Connection) -> None:
        """Take into the index what has changed among the files."""
        index.execute("BEGIN IMMEDIATE")
        with index:
            known = dict(index.execute("SELECT path, stamp FROM files"))
            there = _files(self.folder)
            for name in known.keys() - there.keys():
                _forget(index, name)
            for name, stamp in sorted(there.items()):
                if known.get(name) != stamp:
                    _forget(index, name)
                    _take(index, self.folder, name, stamp)


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


def _entries(index: sqlite3.Connection, folder: Path, wanted: str, given: list[str]) -> list[Entry]:
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
        games = _games(path)
    except RecordError as error:
        trouble = str(error)
    except OSError as error:
        trouble = f"{path} can't be read: {error.strerror}"
    index.execute("INSERT INTO files VALUES (?, ?, ?)", [name, stamp, _plain(trouble)])
    for number, record in enumerate(games, 1):
        row = _row(index, record, name, number)
        index.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)


def _games(path: Path) -> list[Record]:
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return sgf.read(data, str(path))


def _row(index: sqlite3.Connection, record: Record, name: bytes, number: int) -> list[object]:
    code, opening = _opening(record)
    spoken = [record.black, record.white, record.date, record.event, record.round, record.table, record.place]
    spoken += [record.rule, record.reason, record.comment, record.id, code, opening]
    spoken += [str(note.fields.get("text", "")) for note in record.notes if note.kind == "comment"]
    row: list[object] = [_free_id(index, record), record.id, name, number, record.black, record.white, record.date]
    row += [record.event, record.rule, code, opening, len(record.moves), record.over, record.winner, record.reason]
    row += ["\n".join(words).casefold() for words in (spoken[:2], spoken, [opening])]
    return [_plain(value) if isinstance(value, str) else value for value in row]


def _free_id(index: sqlite3.Connection, record: Record) -> str:
    """The record's id, or one made from what is in it; with a number where another game has that."""
    known = _plain(record.id) or "x" + _digest(record)
    (count,) = index.execute("SELECT count(*) FROM games WHERE id = ? OR own_id = ?", [known, known]).fetchone()
    id_ = known
    while index.execute("SELECT 1 FROM games WHERE id = ?", [id_]).fetchone():
        count += 1
        id_ = f"{known}-{count}"
    return id_


def _digest(record: Record) -> str:
    """Some letters that are another game's in no library."""
    said = repr((record.moves, record.setup, record.size, record.first, record.black, record.white, record.date))
    return sha256(said.encode(errors="replace")).hexdigest()[:12]


def _opening(record: Record) -> tuple[str, str]:
    """The code and the names of its opening, or ""."""
    if record.game != "renju" or record.first != "black" or any(record.setup) or PASS in record.moves[:3]:
        return "", ""
    found = opening_name([points.index(move, record.size) for move in record.moves[:3]], record.size)
    return (found[0], f"{found[1]} {found[2]}") if found else ("", "")


def _plain(text: str) -> str:
    """Text that UTF-8 can have: a file may have half a pair of surrogates."""
    return text.encode(errors="replace").decode()


def _same_beginning(there: Record, record: Record) -> bool:
    """Whether a game is another one that has gone on, or the same."""
    rest = (there.size, there.game, there.setup, there.first) == (record.size, record.game, record.setup, record.first)
    return rest and record.moves[: len(there.moves)] == there.moves


def _has_all(there: Record, record: Record) -> bool:
    return there.moves == record.moves and (there.over or not record.over)


def _file_name(record: Record) -> str:
    """`2026-11-21 Anna - Bo 20261121-1404-3f9a`: nothing in it that a file's name can't have anywhere."""
    players = f"{_fit(record.black) or '?'} - {_fit(record.white) or '?'}" if record.black or record.white else ""
    parts = [_fit(record.date[:10]) or "undated", players.replace("?", "_"), _fit(record.id) or _digest(record)]
    return " ".join(filter(None, parts))


def _fit(text: str) -> str:
    """Text as part of a file's name, and not too long for one."""
    kept = re.sub(r"[^\w ,()-]+", "_", " ".join(text.split())).encode(errors="replace")[:_LONGEST]
    return kept.decode(errors="ignore").strip()
