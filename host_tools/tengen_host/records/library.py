"""The games in a folder: SGF files, which people may copy, rename, edit or add; an index finds games among them.

Only the files count. The index (index.py), with its cache on the disk, is made from them.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import platformdirs

from . import files, index, words
from .index import ENDING, Entry, Row, digest, folded, games_of
from .record import Record, RecordError
from .sgf import games as sgf
from .sgf.nodes import decoded, reencoded, with_texts

VARIABLE = "TENGEN_GAMES"

_LONGEST = 60  # the most bytes of UTF-8 that a player's name, or an id, has in a file name
# The errors of a file system that does not take a name: of its letters, or of its length
_NOT_TAKEN = (errno.EILSEQ, errno.EINVAL, errno.ENAMETOOLONG)

# How a game ended
_ENDED: dict[str, Callable[[Entry], bool]] = {
    "black": lambda its: its.winner == "black",
    "white": lambda its: its.winner == "white",
    "draw": lambda its: its.over and its.winner is None,
    "unfinished": lambda its: not its.over,
}
RESULTS = tuple(_ENDED)


def default_folder() -> Path:
    """Return the default folder for games: TENGEN_GAMES, or Tengen in the user's documents."""
    return Path(os.environ.get(VARIABLE) or Path(platformdirs.user_documents_dir()) / "Tengen")


class CannotHold(RecordError):
    """A file is in a form, or in an encoding, that can't hold what was to be written into it."""


class Library:
    """The games in a folder and its sub-folders. The folder is created when the first game is added.

    Any number of processes may use it at once. Methods raise OSError if the folder can't be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, record: Record) -> Path:
        """Store a game in its own file; return the path when the file is safe on the disk.

        If the game exists already, its file is not changed, because people may have edited it. An earlier, unfinished
        state of the game (the same id, and the beginning of its moves) is replaced. Any other game with the same id
        counts as a different game. Raises RecordError for a game that can't be written.
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
        """Return the file that has this game (known by its id) at least as far as it has gone, or None."""
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
        """Return the games that match all of these, the newest first, then games without a date.

        `player`: part of either name. `since`, `until`: ISO 8601 dates or their beginnings, like `2026` or
        `2026-11-21`, both inclusive. `opening`: a code like `D4`, or part of a name. `result`: one of RESULTS, or a
        reason like `double-three`. `text`: part of any text in the record. `game`: the name or title of one. Case does
        not matter; nor do accents in `player`, `opening` and `text`.
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
        """Return the game that find() lists under this id; its own id may differ. Raises RecordError if there is none.
        """
        entry = self._entry(id_)
        record = self._read(entry.path, entry.number) if entry else None
        if record is None:
            raise RecordError(f"there is no game {id_} in {self.folder}: `tengen record list` shows those that are")
        return record

    def rename(self, id_: str, black: str, white: str) -> str:
        """Give the players of a game other names, by the id under which find() lists it; "" takes a name away.
        Return the id under which find() lists it now: of a game without one in its file it is another.

        Nothing else in its file changes, which people may have edited. A file that is named as add() names it gets the
        name that fits, if the file system takes that. Raises RecordError if there is no such game, or if its file can't
        hold these names.
        """
        entry = self._entry(id_)
        if not entry:
            raise RecordError(f"there is no game {id_} in {self.folder}")
        path, number = entry.path, entry.number
        try:
            data = path.read_bytes()
            before, its = sgf.read(data, str(path)), decoded(data, str(path))
        except FileNotFoundError:
            raise RecordError(f"{path} is no longer there") from None
        wanted = [*before]
        wanted[number - 1] = replace(before[number - 1], black=black, white=white)
        changed = reencoded(with_texts(its.text.encode(), number, {"PB": black, "PW": white}), its, data)
        if changed is None or sgf.read(changed, str(path)) != wanted:
            raise CannotHold(f"{path} can't hold these names: change them with a program for SGF")
        files.replace(path, changed)
        if path.name == _file_name(before[number - 1]) + ENDING:
            better = path.with_name(_file_name(wanted[number - 1]) + ENDING)
            with contextlib.suppress(OSError):  # the file system may not take that name
                path = path if better.exists() else path.rename(better)
        return next((entry.id for entry in self.find() if (entry.path, entry.number) == (path, number)), id_)

    def troubles(self) -> list[str]:
        """Return in words what is wrong with files, also if it was mended."""
        return index.read(self.folder)[1]

    def _entry(self, id_: str) -> Entry | None:
        return next((entry for entry in self.find() if entry.id == id_), None)

    def _write_new(self, record: Record, data: bytes) -> Path:
        written = files.write_aside(self.folder, data)
        try:
            try:
                path = self._put(written, record, _file_name(record))
            except OSError as error:
                if error.errno not in _NOT_TAKEN:
                    raise
                path = self._put(written, record, _plain_name(record))
        finally:
            written.unlink(missing_ok=True)
        files.sync(self.folder)
        return path

    def _put(self, written: Path, record: Record, name: str) -> Path:
        """Give a temporary file this name, with a number if another game has it; return its path."""
        for number in itertools.count(1):
            path = self.folder / (name + (f" ({number})" if number > 1 else "") + ENDING)
            try:
                files.put_in_place(written, path)
                break
            except FileExistsError:
                # another process may have stored the same game just now
                there = self._read(path, 1)
                same = record.id and there and there.id == record.id and _same_beginning(there, record)
                if there and same and _has_all(there, record):
                    break
        return path

    def _like(self, record: Record) -> Iterator[tuple[Entry, Record]]:
        """Yield the games in the folder with the record's id whose moves are the beginning of its moves, or all."""
        for row in index.read(self.folder)[0] if record.id else ():
            there = self._read(row.entry.path, row.entry.number) if row.own_id == index.plain(record.id) else None
            if there and _same_beginning(there, record):
                yield row.entry, there

    def _beginnings(self, record: Record) -> list[Path]:
        """Return the files that contain only an earlier state of this game."""
        paths = [entry.path for entry, there in self._like(record) if not there.over]
        return [path for path in paths if len(games_of(path)) == 1]

    def _read(self, path: Path, number: int) -> Record | None:
        """Return a game of a file; None if the file has gone."""
        try:
            games = games_of(path)
        except (FileNotFoundError, RecordError):
            return None
        return games[number - 1] if number <= len(games) else None

def _same_beginning(there: Record, record: Record) -> bool:
    """Whether `record` is the same game as `there`, or its continuation."""
    return _start(there) == _start(record) and record.moves[: len(there.moves)] == there.moves


def _start(record: Record) -> tuple[object, ...]:
    """Return what decides what the moves of a game do."""
    return record.size, record.game, dict(record.options), record.setup, record.first


def _has_all(there: Record, record: Record) -> bool:
    return there.moves == record.moves and (there.over or not record.over)


def title(record: Record) -> str:
    """Return the name of a file for people, like `2026-11-21 Anna - Bo`, valid on every system; with its id where
    nobody's name is known.
    """
    return " ".join([_day(record), _players(record) or _id(record)])


def _file_name(record: Record) -> str:
    """Return a file name like `2026-11-21 Anna - Bo 20261121-1404-3f9a`, valid on every system."""
    return " ".join(filter(None, [_day(record), _players(record), _id(record)]))


def _plain_name(record: Record) -> str:
    """Return a short file name of ASCII, like `2026-11-21 20261121-1404-3f9a`."""
    return re.sub(r"[^ -~]", "_", f"{_day(record)} {_id(record)}")


def _day(record: Record) -> str:
    return _fit(record.date[:10]) or "undated"


def _players(record: Record) -> str:
    return f"{_fit(record.black) or '_'} - {_fit(record.white) or '_'}" if record.black or record.white else ""


def _id(record: Record) -> str:
    return _fit(record.id) or digest(record)


def _fit(text: str) -> str:
    """Return text that fits into a file name, cut to its length."""
    encoding = sys.getfilesystemencoding()
    known = " ".join(text.split()).encode(encoding, "replace").decode(encoding)
    kept = re.sub(r"[^\w ,()-]+", "_", known).encode(errors="replace")[:_LONGEST]
    return kept.decode(errors="ignore").strip()
