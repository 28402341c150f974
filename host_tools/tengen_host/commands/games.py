"""Finds the games that a user names: in a file, from standard input, or in the folder by their ids."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from ..records.record import Record, RecordError
from .options import error, warn

if TYPE_CHECKING:
    from tengen.session.match import Match

    from ..judge.reading import Reading
    from ..records import judged
    from ..records.library import Library

T = TypeVar("T")
_STDIN = "standard input"


def library(folder: Path | None) -> Library:
    """Return the games in a folder, or in the default folder. Raises RecordError if it is not a folder."""
    from ..records.library import Library, default_folder

    there = Library(default_folder() if folder is None else folder)
    above = next(path for path in (there.folder.absolute(), *there.folder.absolute().parents) if path.exists())
    if not above.is_dir():
        raise RecordError(f"{above} is not a folder: name a folder, or a new one")
    return there


def game(named: str, which: int | None, folder: Path | None, encoding: str = "") -> Record:
    """Return the one game that the user named. Raises RecordError."""
    return only(games(named, which, folder, encoding), named)


def games(named: str, which: int | None, folder: Path | None, encoding: str = "") -> list[Record]:
    """Return the games of a file (`-`: standard input), or the folder's game with an id that fits `named`.

    An id fits if it equals `named`, or begins or ends with it. `which`: only this game of a file, counted from 1.
    `encoding`: the encoding of a file's texts, if the user names one. Prints repairs and omissions. Raises RecordError.
    """
    from ..records import formats
    from ..records.checks import MOST_BYTES, check_bytes
    from ..records.encoding import recoded

    if named == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        check_bytes(data, _STDIN)
        found = formats.games(recoded(data, _STDIN, encoding), _STDIN, warn)
    elif Path(named).is_file():
        found = formats.read(Path(named), encoding, warn)
    elif Path(named).is_dir():
        raise RecordError(f"{named} is a folder: name a file in it, or an id and the folder with --games")
    else:
        return [_of_folder(named, library(folder))]
    return chosen(found, which, named)


def chosen(found: list[T], which: int | None, named: str, what: str = "game") -> list[T]:
    """Return all games, or only number `which`, counted from 1. Raises RecordError if there is no such game."""
    if which is None:
        return found
    if which > len(found):
        raise RecordError(f"{named} has {count(len(found), what)}: there is no {what} {which}")
    return [found[which - 1]]


def only(found: Sequence[T], named: str, what: str = "game") -> T:
    """Return the only game. Raises RecordError if there are several."""
    if len(found) > 1:
        raise RecordError(f"{named} has {count(len(found), what)}: choose one with --which")
    return found[0]


def count(number: int, what: str) -> str:
    """Return a number with its noun: 1 game, 1,200 games."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _of_folder(named: str, there: Library) -> Record:
    ids = [entry.id for entry in there.find()]
    fits = [id_ for id_ in ids if id_ == named]
    fits = fits or [id_ for id_ in ids if named and (id_.startswith(named) or id_.endswith(named))]
    if len(fits) == 1:
        return there.load(fits[0])
    if fits:
        some = ", ".join(fits[:5])
        raise RecordError(f"{named} fits {len(fits)} games in {there.folder}: {some} ...; type more of the id")
    raise RecordError(f"{named} is neither a file nor a game in {there.folder}: `tengen record list` shows its games")


def print_each(
    file: Path | None,
    which: int | None,
    encoding: str,
    answer: Callable[[Reading | Match, judged.Game | None], str],
    headings: bool = True,
    one: bool = False,
) -> bool:
    """Print an answer for the position, the moves or each game of a file (None: standard input).

    `answer` gets the result of judged.followed(), and the game if the file has games. `one`: the file must have exactly
    one game. Prints a game's ValueError; returns whether all games had an answer. Raises OSError, ValueError.
    """
    from ..i18n import error_text
    from ..judge.reading import Reading
    from ..records import judged
    from ..records.encoding import recoded

    name = file.name if file else ""
    data = file.read_bytes() if file else sys.stdin.buffer.read()
    found = judged.read(recoded(data, name, encoding), name, warn)
    if isinstance(found, Reading):
        if which:
            raise ValueError(f"--which {which}: the file has one position or one list of moves, not several games")
        print(answer(found, None))
        return True
    wanted = chosen(found, which, name or _STDIN)
    if one:
        only(wanted, name or _STDIN)
    sound = True
    for game in wanted:
        if headings:
            print("\n" * (game is not wanted[0]) + game.heading, flush=True)
        try:
            print(answer(judged.followed(game.record), game), flush=True)
        except ValueError as trouble:
            sound = False
            error((f"game {game.number}: " if game.of > 1 else "") + error_text(trouble))
    return sound


def input_file(file: Path | None) -> Path | None:
    """Return the input file; None for standard input, also for "-"."""
    return None if str(file) == "-" else file


def opened(file: Path | None) -> contextlib.AbstractContextManager[BinaryIO]:
    """Open a file to read its lines; None means standard input. Raises OSError."""
    return file.open("rb") if file else contextlib.nullcontext(sys.stdin.buffer)
