"""List the games of a folder. They are read from the files, or from a cache if a file has not changed."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import unicodedata
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from tengen.games import points
from tengen.games.renju.opening_names import opening_name

from . import cache, formats, words
from .checks import MOST_BYTES, Tell
from .record import PASS, Record, RecordError
from .sgf import games as sgf

ENDING = ".sgf"
# files of other formats that are listed, too; not .txt and .xml, because most of these files have no games
OTHERS = (".psq", ".rif", ".pgn", ".sav")

_ACCENTS = re.compile("[\u0300-\u036f]")  # combining marks of other scripts count as letters


@dataclass(frozen=True)
class Entry:
    """The entry of a game in a list.

    `code` and `opening` are like `D4` and `Kagetsu 花月`, or "". `number` is the game's place in its file, from 1.
    `winner` is None for a draw, and for a game that is not `over`. `files`: the endings of the formats that can store
    the game, "sgf", "txt" ... `file`: the file's name, and the number of the game if the file has several, like
    `club.rif 3`; "" for a file that Tengen has named, because that name has only the date and the id.
    """

    id: str
    path: Path
    number: int
    black: str
    white: str
    date: str
    event: str
    round: str
    table: str
    rule: str
    code: str
    opening: str
    moves: int
    over: bool
    winner: str | None
    reason: str
    game: str
    files: tuple[str, ...]
    file: str


@dataclass(frozen=True)
class Row:
    """A game's entry, and further texts for searches.

    `own_id`: the id in the game's file, or "". `players`, `words`, `openings`: the names of the players, all texts of
    the game, and the names of its opening, as folded() returns them.
    """

    entry: Entry
    own_id: str
    players: str
    words: str
    openings: str


def read(folder: Path) -> tuple[list[Row], list[str]]:
    """Return the games in a folder, and the troubles with its files.

    The newest games come first, games without a date last. A trouble is a line about a file that can't be read or was
    repaired. This function also updates the cache.
    """
    cached = cache.path_for(folder, "games")
    before = cache.load(cached)
    now: cache.Cache = {}
    for name, stamp in stamps(folder).items():
        known = before.get(name)
        now[name] = known if known and known[0] == stamp else [stamp, *_found(folder / name)]
    if now != before:
        cache.save(cached, now)
    ids: Counter[str] = Counter()
    rows = []
    # if several games have the same id, only the game in the first file gets this id; in this order `x.sgf` comes
    # before `x (2).sgf`
    for name in sorted(now, key=os.path.splitext):
        for number, its in enumerate(now[name][2], 1):
            id_, endings = _free_id(ids, its["id"]), tuple(its["files"])
            path = folder / name
            of_several = f"{path.name} {number}" if len(now[name][2]) > 1 else path.name
            file = "" if path.stem.endswith(its["id"].removeprefix("x")) else plain(of_several)
            entry = Entry(id=id_, path=path, number=number, files=endings, file=file, **its["entry"])
            rows.append(Row(entry, **its["searched"]))
    rows.sort(key=lambda row: (os.fsencode(row.entry.path), row.entry.number))
    rows.sort(key=lambda row: row.entry.date, reverse=True)
    return rows, [line for name in sorted(now) for line in now[name][1]]


def stamps(folder: Path) -> dict[str, str]:
    """Return the files with games in a folder and its sub-folders.

    Maps each relative path to a value that changes when the file changes.
    """
    found = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.startswith(".") or not name.lower().endswith((ENDING, *OTHERS)):
                continue
            path = os.path.join(place, name)
            # another program may have deleted the file meanwhile
            with contextlib.suppress(OSError):
                its = os.stat(path)
                if stat.S_ISREG(its.st_mode):
                    found[os.path.relpath(path, folder)] = f"{its.st_mtime_ns} {its.st_size} {its.st_ino}"
    return found


def _found(path: Path) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the errors or warnings about a file, and its games for the cache."""
    troubles: list[str] = []
    games: list[Record] = []
    try:
        games = games_of(path, troubles.append)
    except RecordError as error:
        troubles = [str(error)]
    except OSError as error:
        troubles = [f"{path} can't be read: {error.strerror}"]
    return [plain(line) for line in troubles], [_row(record) for record in games]


def _listed(_warning: str) -> None:
    """Ignore a warning, because Library.troubles() returns it."""


def games_of(path: Path, tell: Tell = _listed) -> list[Record]:
    """Return the games of a file; `tell` gets warnings about repairs. Raises OSError, RecordError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return sgf.read(data, str(path), tell) if is_sgf(path) else formats.games(data, str(path), tell)


def is_sgf(path: Path) -> bool:
    """Return whether a file has the format in which games are stored."""
    return path.suffix.lower() == ENDING


def _row(record: Record) -> dict[str, Any]:
    """Return the data of a game for the cache: its preferred id, the fields of its Entry and of its Row."""
    code, opening = opening_of(record)
    own_id = plain(record.id)
    players = [record.black, record.white]
    spoken = [*players, record.date, record.event, record.round, record.table, record.place, record.rule, record.reason]
    spoken += [record.comment, record.id, code, opening, words.game(record)]
    spoken += [str(note.fields.get("text", "")) for note in record.notes if note.kind == "comment"]
    searched = {"players": players, "words": spoken, "openings": [opening]}
    names = ("black", "white", "date", "event", "round", "table", "rule", "reason", "game")
    entry: dict[str, Any] = {name: plain(getattr(record, name)) for name in names}
    entry |= {"code": code, "opening": opening, "moves": len(record.moves)}
    return {
        "id": own_id or "x" + digest(record),
        "files": formats.endings_for(record),
        "entry": {**entry, "over": record.over, "winner": record.winner},
        "searched": {"own_id": own_id, **{name: folded(plain("\n".join(its))) for name, its in searched.items()}},
    }


def folded(text: str) -> str:
    """Return text in the form for searches, without case and accents. `zoe` then finds `Zoë`."""
    return _ACCENTS.sub("", unicodedata.normalize("NFD", text)).casefold()


def _free_id(ids: Counter[str], known: str) -> str:
    """Return a free id for a game: the preferred one, with a number if another game has it."""
    id_ = known
    while ids[id_]:
        ids[known] += 1
        id_ = f"{known}-{ids[known]}"
    ids[id_] += 1
    return id_


def digest(record: Record) -> str:
    """Return a hash that no other game has in practice."""
    its: tuple[object, ...] = (record.moves, record.setup, record.size, record.first, record.black, record.white)
    its += (record.date,)
    if not record.is_renju:
        its += (words.game(record), record.colours, record.changes)
    said = repr(its)
    return sha256(said.encode(errors="replace")).hexdigest()[:12]


def opening_of(record: Record) -> tuple[str, str]:
    """Return the code and the names of a game's opening, or ""."""
    if not record.is_renju or record.first != "black" or any(record.setup) or PASS in record.moves[:3]:
        return "", ""
    found = opening_name([points.index(move, record.size) for move in record.moves[:3]], record.size)
    return (found[0], f"{found[1]} {found[2]}") if found else ("", "")


def plain(text: str) -> str:
    """Return text that UTF-8 can encode: a file may contain half of a surrogate pair."""
    return text.encode(errors="replace").decode()
