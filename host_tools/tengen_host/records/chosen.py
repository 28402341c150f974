"""Finds the games that a command names: in a file, on standard input, or in the folder by their ids."""

from __future__ import annotations

import sys
from pathlib import Path

from . import formats
from .command import warn
from .encoding import recoded
from .form import MOST_BYTES, check_bytes
from .library import Library, default_folder
from .record import Record, RecordError


def library(folder: Path | None) -> Library:
    """Return the games in a folder, or in the default folder. Raises RecordError if it is not a folder."""
    there = Library(default_folder() if folder is None else folder)
    above = next(path for path in (there.folder.absolute(), *there.folder.absolute().parents) if path.exists())
    if not above.is_dir():
        raise RecordError(f"{above} is no folder: name one, or a new one")
    return there


def game(named: str, which: int | None, folder: Path | None, encoding: str = "") -> Record:
    """Return the one game that the user named. Raises RecordError."""
    found = games(named, which, folder, encoding)
    if len(found) > 1:
        raise RecordError(f"{named} has {len(found)} games: choose one with --which")
    return found[0]


def games(named: str, which: int | None, folder: Path | None, encoding: str = "") -> list[Record]:
    """Return the games of a file (`-`: standard input), or the folder's game whose id is `named`, or begins or ends so.

    `which`: only this game of a file, counted from 1. `encoding`: that of a file's texts, if the user gives one. What
    was mended or left out is printed. Raises RecordError.
    """
    if named == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        check_bytes(data, "standard input")
        found = formats.games(recoded(data, "standard input", encoding), "standard input", warn)
    elif Path(named).is_file():
        found = formats.read(Path(named), encoding, warn)
    elif Path(named).is_dir():
        raise RecordError(f"{named} is a folder: name a file in it, or an id and the folder with --folder")
    else:
        return [_of_folder(named, library(folder))]
    if which is None:
        return found
    if which > len(found):
        count = f"{len(found)} {'game' if len(found) == 1 else 'games'}"
        raise RecordError(f"{named} has {count}: there is no game {which}")
    return [found[which - 1]]


def _of_folder(named: str, there: Library) -> Record:
    ids = [entry.id for entry in there.find()]
    fits = [id_ for id_ in ids if id_ == named]
    fits = fits or [id_ for id_ in ids if named and (id_.startswith(named) or id_.endswith(named))]
    if len(fits) == 1:
        return there.load(fits[0])
    if fits:
        some = ", ".join(fits[:5])
        raise RecordError(f"{named} fits {len(fits)} games in {there.folder}: {some} ...; give more of the id")
    raise RecordError(
        f"{named} is neither a file nor a game in {there.folder}: `tengen record list` shows those that are"
    )
