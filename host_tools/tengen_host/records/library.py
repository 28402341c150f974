"""Store and find games in a folder.

The games are SGF files, which people may copy, rename, edit or add. An index finds games in these files, and in files
of other formats that people add; Tengen never changes those.

Only the files matter. The index (index.py) and its cache on the disk are built from the files.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import platformdirs

from .. import whole_files
from . import index, words
from .index import ENDING, Entry, Row, digest, folded, games_of
from .record import Record, RecordError
from .sgf import games as sgf
from .sgf.nodes import decoded, reencoded, with_texts

VARIABLE = "TENGEN_GAMES"

_LONGEST = 60  # most bytes in UTF-8 of a player's name or an id in a file name
# the errors if a file system refuses a name because of its letters or its length
_NOT_TAKEN = (errno.EILSEQ, errno.EINVAL, errno.ENAMETOOLONG)

_CHANGING = threading.Lock()  # two changes of one file at once would lose the first

# how a game ended
_ENDED: dict[str, Callable[[Entry], bool]] = {
    "black": lambda its: its.winner == "black",
    "white": lambda its: its.winner == "white",
    "draw": lambda its: its.over and its.winner is None,
    "unfinished": lambda its: not its.over,
}
RESULTS = tuple(_ENDED)


def _is_own(data: bytes, records: list[Record]) -> bool:
    """Return whether a file is as Tengen writes it, so that people have not edited it."""
    try:
        return data == sgf.write(records)
    except RecordError:  # Tengen can read more than it writes
        return False


def default_folder() -> Path:
    """Return the default folder for games: TENGEN_GAMES, or Tengen in the user's documents."""
    return Path(os.environ.get(VARIABLE) or Path(platformdirs.user_documents_dir()) / "Tengen")


class CannotHold(RecordError):
    """The new text can't be stored in a file with this format or encoding."""


class Library:
    """The games in a folder and its sub-folders. The folder is created when the first game is added.

    Any number of processes may use it at once. Methods raise OSError if the folder can't be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, record: Record) -> Path:
        """Store a game in its own file; return the path when the file is safe on the disk.

        If the folder already has this game, the game's file is not changed, because people may have edited it. An
        earlier, unfinished state of the game (with the same id and the beginning of the moves) is replaced. Any other
        game with the same id counts as a different game. Raises RecordError for a game that can't be written.
        """
        there = self.holding(record)
        if there:
            return there
        data = sgf.write([record])
        with _CHANGING:
            for path in self._beginnings(record):
                whole_files.replace(path, data)
                return path
        if not self.folder.is_dir():
            self.folder.mkdir(parents=True, exist_ok=True)
            whole_files.sync(self.folder.parent)
        return self._write_new(record, data)

    def holding(self, record: Record) -> Path | None:
        """Return the file that has a game with this id and all its moves, perhaps with more moves; else None."""
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
        game: str = "",
    ) -> list[Entry]:
        """Return the games that match all arguments, first the newest games, last the games without a date.

        `player`: part of either name. `since`, `until`: ISO 8601 dates or their beginnings, like `2026` or
        `2026-11-21`, both inclusive. `opening`: a code like `D4`, or part of a name. `result`: one of RESULTS, or a
        reason like `double-three`. `text`: part of any text in the record. `game`: the name or title of a game. Case
        does not matter, nor do accents in `player`, `opening` and `text`.
        """
        ended = _ENDED.get(result, lambda its: its.reason == result.casefold())
        conditions: list[tuple[str, Callable[[Row], bool]]] = [
            (player, lambda row: folded(player) in row.players),
            (text, lambda row: folded(text) in row.words),
            (opening, lambda row: row.entry.code.lower() == opening.casefold() or folded(opening) in row.openings),
            (game, lambda row: row.entry.game.casefold() == words.named(game).casefold()),
            (since, lambda row: row.entry.date >= since),
            (until, lambda row: "" < row.entry.date[: len(until)] <= until),
            (result, lambda row: ended(row.entry)),
        ]
        wanted = [matches for given, matches in conditions if given]
        return [row.entry for row in index.read(self.folder)[0] if all(matches(row) for matches in wanted)]

    def load(self, id_: str) -> Record:
        """Return the game that find() lists under this id. Raises RecordError if there is no such game.

        The id in the game's own file may differ.
        """
        entry = self._entry(id_)
        record = self._read(entry.path, entry.number) if entry else None
        if record is None:
            raise RecordError(f"there is no game {id_} in {self.folder}: `tengen record list` shows those that are")
        return record

    def describe(self, id_: str, texts: Mapping[str, str]) -> str:
        """Change texts of the game that find() lists under this id. Return the game's new id in find().

        `texts`: by field of Record, like `black`, `event` or `round`; "" deletes a text. The id changes only if the
        file of the game contains no id. In a file that people have edited nothing else changes, and only
        sgf.games.TEXTS can change. A file that still has its name from add() gets a name with the new players, if the
        file system allows this name. Raises RecordError if there is no such game, or if its file can't store these
        texts.
        """
        with _CHANGING:
            return self._describe(id_, texts)

    def _describe(self, id_: str, texts: Mapping[str, str]) -> str:
        entry = self._entry(id_)
        if not entry:
            raise RecordError(f"there is no game {id_} in {self.folder}")
        path, number = entry.path, entry.number
        if not index.is_sgf(path):
            raise CannotHold(f"{path} is not SGF: change its texts with another program")
        try:
            data = path.read_bytes()
            before, its = sgf.read(data, str(path)), decoded(data, str(path))
        except FileNotFoundError:
            raise RecordError(f"{path} is no longer there") from None
        wanted = [*before]
        wanted[number - 1] = replace(before[number - 1], **texts)  # type: ignore[arg-type]  # these fields are texts
        if wanted == before:
            return id_
        changed = None
        if _is_own(data, before):
            changed = sgf.write(wanted)
        elif texts.keys() <= sgf.TEXTS.keys():
            properties = {sgf.TEXTS[name]: text for name, text in texts.items()}
            changed = reencoded(with_texts(its.text.encode(), number, properties), its, data)
        if changed is None or sgf.read(changed, str(path)) != wanted:
            raise CannotHold(f"{path} can't store these texts: change them with a program for SGF")
        whole_files.replace(path, changed)
        if path.name == _file_name(before[number - 1]) + ENDING:
            better = path.with_name(_file_name(wanted[number - 1]) + ENDING)
            with contextlib.suppress(OSError):  # the file system may refuse the new name
                path = path if better.exists() else path.rename(better)
        return next((entry.id for entry in self.find() if (entry.path, entry.number) == (path, number)), id_)

    def extend(self, id_: str, extended: Callable[[bytes, str, int], bytes]) -> None:
        """Add to the file of the game that find() lists under this id, without a change of any game in it.

        `extended(data, name, number)` returns the new file; `number`: of the game in the file, from 1. Raises
        RecordError if there is no such game, or if its file can't have such an addition.
        """
        with _CHANGING:
            entry = self._entry(id_)
            if not entry:
                raise RecordError(f"there is no game {id_} in {self.folder}")
            if not index.is_sgf(entry.path):
                raise CannotHold(f"{entry.path} is not SGF: save the game as .sgf in this folder, and open that one")
            data, name = entry.path.read_bytes(), str(entry.path)
            after = extended(data, name, entry.number)
            if after == data:
                return
            if sgf.read(after, name) != sgf.read(data, name):
                raise CannotHold(f"{entry.path} can't hold this addition: its games would change")
            whole_files.replace(entry.path, after)

    def troubles(self) -> list[str]:
        """Return the troubles with the files as sentences, also about repaired files."""
        return index.read(self.folder)[1]

    def _entry(self, id_: str) -> Entry | None:
        return next((entry for entry in self.find() if entry.id == id_), None)

    def _write_new(self, record: Record, data: bytes) -> Path:
        written = whole_files.write_aside(self.folder, data)
        try:
            try:
                path = self._put(written, record, _file_name(record))
            except OSError as error:
                if error.errno not in _NOT_TAKEN:
                    raise
                path = self._put(written, record, _plain_name(record))
        finally:
            written.unlink(missing_ok=True)
        whole_files.sync(self.folder)
        return path

    def _put(self, written: Path, record: Record, name: str) -> Path:
        """Rename a temporary file to this name; return the new path.

        If another game's file has this name, a number is added.
        """
        for number in itertools.count(1):
            path = self.folder / (name + (f" ({number})" if number > 1 else "") + ENDING)
            try:
                whole_files.put_in_place(written, path)
                break
            except FileExistsError:
                # look again, because another process may have stored the same game just now
                there = self._read(path, 1)
                same = record.id and there and there.id == record.id and _same_beginning(there, record)
                if there and same and _has_all(there, record):
                    break
        return path

    def _like(self, record: Record) -> Iterator[tuple[Entry, Record]]:
        """Yield the folder's games with the record's id, and with the same moves or the beginning of these moves."""
        for row in index.read(self.folder)[0] if record.id else ():
            is_like = row.own_id == index.plain(record.id) and index.is_sgf(row.entry.path)
            there = self._read(row.entry.path, row.entry.number) if is_like else None
            if there and _same_beginning(there, record):
                yield row.entry, there

    def _beginnings(self, record: Record) -> list[Path]:
        """Return the files that contain only earlier states of this game."""
        paths = [entry.path for entry, there in self._like(record) if not there.over]
        return [path for path in paths if len(games_of(path)) == 1]

    def _read(self, path: Path, number: int) -> Record | None:
        """Return a game of a file; None if the file no longer exists."""
        try:
            games = games_of(path)
        except (FileNotFoundError, RecordError):
            return None
        return games[number - 1] if number <= len(games) else None


def _same_beginning(there: Record, record: Record) -> bool:
    """Return whether `record` is the same game as `there`, or a continuation of `there`."""
    return _start(there) == _start(record) and record.moves[: len(there.moves)] == there.moves


def _start(record: Record) -> tuple[object, ...]:
    """Return all data that determine the effect of the game's moves."""
    return record.size, record.game, dict(record.options), record.setup, record.first


def _has_all(there: Record, record: Record) -> bool:
    return there.moves == record.moves and (there.over or not record.over)


def title(record: Record) -> str:
    """Return a readable file name like `2026-11-21 Anna - Bo`, valid on every system.

    If no player's name is known, the file name contains the id without its date.
    """
    return " ".join([_day(record), _players(record) or _id(record)])


def _file_name(record: Record) -> str:
    """Return a file name like `2026-11-21 Anna - Bo 1404-3f9a`, valid on every system."""
    return " ".join(filter(None, [_day(record), _players(record), _id(record)]))


def _plain_name(record: Record) -> str:
    """Return a short file name of ASCII, like `2026-11-21 1404-3f9a`."""
    return re.sub(r"[^ -~]", "_", f"{_day(record)} {_id(record)}")


def _day(record: Record) -> str:
    return _fit(record.date[:10]) or "undated"


def _players(record: Record) -> str:
    return f"{_fit(record.black) or '_'} - {_fit(record.white) or '_'}" if record.black or record.white else ""


def _id(record: Record) -> str:
    """Return the game's id without the date, which the file name has already."""
    return _fit(record.id).removeprefix(_day(record).replace("-", "") + "-") or digest(record)


def _fit(text: str) -> str:
    """Return text that fits into a file name, cut to its length."""
    encoding = sys.getfilesystemencoding()
    known = " ".join(text.split()).encode(encoding, "replace").decode(encoding)
    kept = re.sub(r"[^\w ,()-]+", "_", known).encode(errors="replace")[:_LONGEST]
    return kept.decode(errors="ignore").strip()
