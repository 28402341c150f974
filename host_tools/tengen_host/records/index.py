"""The games of a folder in SQL tables for searches. The tables are in memory and made anew each time.

Data of unchanged files come from a cache (cache.py), other data from the files.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sqlite3
import stat
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tengen.games import points
from tengen.games.renju.opening_names import opening_name

from . import cache, formats, sgf, words
from .form import MOST_BYTES, Tell
from .record import PASS, Record, RecordError

ENDING = ".sgf"

_TABLES = (
    "CREATE TABLE files (path BLOB PRIMARY KEY, trouble TEXT)",
    "CREATE TABLE games (id TEXT PRIMARY KEY, own_id TEXT, path BLOB, number INTEGER, black TEXT, white TEXT, "
    "date TEXT, event TEXT, rule TEXT, code TEXT, opening TEXT, moves INTEGER, over INTEGER, winner TEXT, reason TEXT, "
    "players TEXT, words TEXT, openings TEXT, game TEXT, files TEXT)",
    "CREATE INDEX games_of_id ON games (own_id)",
)
_ACCENTS = re.compile("[\u0300-\u036f]")  # other scripts have marks that are letters
_SHOWN = "id, path, number, black, white, date, event, rule, code, opening, moves, over, winner, reason, game, files"


@dataclass(frozen=True)
class Entry:
    """The entry of a game in a list.

    `code` and `opening` are like `D4` and `Kagetsu 花月`, or "". `number` is the game's place in its file, from 1.
    `winner` is None for a draw, and for a game that is not `over`. `files`: the endings of the formats that can hold
    it, "sgf", "txt" ...
    """

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
    game: str
    files: tuple[str, ...]


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """Yield an SQLite connection to the tables of a folder's games, as the files are now; update the cache."""
    before = cache.load(folder)
    found = {}
    ids: Counter[str] = Counter()
    index = sqlite3.connect(":memory:", isolation_level=None)
    with contextlib.closing(index):
        for statement in _TABLES:
            index.execute(statement)
        # if several games have the same id, the first one keeps it: `x.sgf` comes before `x (2).sgf`
        for name, stamp in sorted(stamps(folder).items(), key=lambda its: os.path.splitext(its[0])):
            known = (before or {}).get(name)
            found[name] = known if known and known[0] == stamp else (stamp, _found(folder, name))
            _take(index, ids, name, found[name][1])
        cache.save(folder, found, before)
        yield index


def entries(index: sqlite3.Connection, folder: Path, wanted: str, given: list[str]) -> list[Entry]:
    """Return the games that match an SQL condition with these parameters: the newest first, then those without a date.
    """
    query = f"SELECT {_SHOWN} FROM games WHERE {wanted} ORDER BY date DESC, path, number"
    rows = index.execute(query, [_plain(value) for value in given])
    found = []
    for row in rows:
        values = [*row[2:11], bool(row[11]), *row[12:-1], tuple(row[-1].split())]
        found.append(Entry(row[0], folder / os.fsdecode(row[1]), *values))
    return found


def stamps(folder: Path) -> dict[bytes, bytes]:
    """Return the files with games in a folder and its sub-folders: by relative path, each with a value that changes
    with the file.
    """
    found = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.startswith(".") or not name.lower().endswith(ENDING):
                continue
            path = os.path.join(place, name)
            # a file may be deleted meanwhile
            with contextlib.suppress(OSError):
                its = os.stat(path)
                if stat.S_ISREG(its.st_mode):
                    stamp = f"{its.st_mtime_ns} {its.st_size} {its.st_ino}"
                    found[os.fsencode(os.path.relpath(path, folder))] = stamp.encode()
    return found


def _found(folder: Path, name: bytes) -> bytes:
    """Return a file's content for the index, as JSON: its errors or warnings, a line each, and a row for each game."""
    path = folder / os.fsdecode(name)
    games: list[Record] = []
    troubles: list[str] = []
    try:
        games = games_of(path, troubles.append)
    except RecordError as error:
        troubles = [str(error)]
    except OSError as error:
        troubles = [f"{path} can't be read: {error.strerror}"]
    return json.dumps([_plain("\n".join(troubles)), [_row(record) for record in games]]).encode()


def _take(index: sqlite3.Connection, ids: Counter[str], name: bytes, found: bytes) -> None:
    """Put a file's content into the tables."""
    trouble, rows = json.loads(found)
    index.execute("INSERT INTO files VALUES (?, ?)", [name, trouble])
    for number, (known, *rest) in enumerate(rows, 1):
        row = [_free_id(ids, known), rest[0], name, number, *rest[1:]]
        index.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)


def _listed(_warning: str) -> None:
    """Take a warning that Library.troubles() has."""


def games_of(path: Path, tell: Tell = _listed) -> list[Record]:
    """Return the games of a file; `tell` takes what was mended. Raises OSError, RecordError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return sgf.read(data, str(path), tell)


def _row(record: Record) -> list[object]:
    """Return the wished id of a game, then its columns from own_id on, without path and number."""
    code, opening = opening_of(record)
    spoken = [record.black, record.white, record.date, record.event, record.round, record.table, record.place]
    spoken += [record.rule, record.reason, record.comment, record.id, code, opening, words.game(record)]
    spoken += [str(note.fields.get("text", "")) for note in record.notes if note.kind == "comment"]
    row: list[object] = [record.id or "x" + digest(record), record.id, record.black, record.white, record.date]
    row += [record.event, record.rule, code, opening, len(record.moves), record.over, record.winner, record.reason]
    row += [folded("\n".join(its)) for its in (spoken[:2], spoken, [opening])]
    row += [record.game, " ".join(formats.endings_for(record))]
    return [_plain(value) if isinstance(value, str) else value for value in row]


def folded(text: str) -> str:
    """Return text as it is searched: without case and accents, so that `zoe` finds `Zoë`."""
    return _ACCENTS.sub("", unicodedata.normalize("NFD", text)).casefold()


def _free_id(ids: Counter[str], known: str) -> str:
    """Return a free id for a game: the wished one, with a number if another game has it."""
    id_ = known
    while ids[id_]:
        ids[known] += 1
        id_ = f"{known}-{ids[known]}"
    ids[id_] += 1
    return id_


def digest(record: Record) -> str:
    """Return some letters that, in practice, no other game has."""
    its: tuple[object, ...] = (record.moves, record.setup, record.size, record.first, record.black, record.white)
    its += (record.date,)
    if not record.is_renju:
        its += (words.game(record), record.colours, record.changes)
    said = repr(its)
    return sha256(said.encode(errors="replace")).hexdigest()[:12]


def opening_of(record: Record) -> tuple[str, str]:
    """Return the code and names of its opening, or ""."""
    if not record.is_renju or record.first != "black" or any(record.setup) or PASS in record.moves[:3]:
        return "", ""
    found = opening_name([points.index(move, record.size) for move in record.moves[:3]], record.size)
    return (found[0], f"{found[1]} {found[2]}") if found else ("", "")


def _plain(text: str) -> str:
    """Return text that UTF-8 can encode: a file may contain half of a surrogate pair."""
    return text.encode(errors="replace").decode()
