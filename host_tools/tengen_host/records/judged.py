"""Read the input of `tengen judge`.

The input is a position or moves (judge/reading.py), or the games of a file of any record format.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.games import points
from tengen.games.renju.game import Renju
from tengen.games.renju.position import SIZE
from tengen.session.match import Match

from ..i18n import error_text
from ..judge import reading
from ..judge.reading import Reading
from . import formats, rules, sheet, words
from .checks import MOST_BYTES, Tell
from .record import PASS, Record, RecordError

_UNNAMED = "the file does not name its game, and its moves are not those of Renju"


@dataclass(frozen=True)
class Game:
    """A game of a file: the file's format, the game's number from 1, and the number of games in the file."""

    record: Record
    format: str
    number: int
    of: int

    @property
    def heading(self) -> str:
        """Return the heading of a game's report, like `SGF, game 2 of 3: Anna - Bo, 2026-11-21`."""
        which = f", game {self.number} of {self.of}" if self.of > 1 else ""
        said = sheet.caption(self.record)
        return f"{self.format.upper()}{which}{said and ': ' + said}."


def read(data: bytes, name: str = "", tell: Tell | None = None) -> Reading | list[Game]:
    """Return a position or moves, or the games of a file of records. Raises ValueError with the place of a mistake.

    `name`: the file's name, or "" for standard input; the ending of the name decides the format if the content does
    not. `tell` gets warnings about repaired and omitted parts.
    """
    form = formats.recognize(data, name) if data.strip() else "text"
    if form != "text":
        return _numbered(form, formats.FORMATS[form].games(data, name, tell))
    try:
        return reading.read(decoded(data))
    except ValueError as mistake:
        # the text may have several games, move numbers or comments; a text of more than MOST_BYTES is not read as games
        try:
            found = formats.FORMATS[form].read(data, name) if len(data) <= MOST_BYTES else []
        except RecordError:
            found = []
        if not found:
            raise mistake from None
        return _numbered(form, found)


def _numbered(form: str, records: Sequence[Record]) -> list[Game]:
    return [Game(record, form, number, len(records)) for number, record in enumerate(records, 1)]


def decoded(data: bytes) -> str:
    """Decode bytes in UTF-8. Raises ValueError with the place of the first invalid byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise ValueError(f"line {line}, column {column}: this is not UTF-8 text") from None


def followed(record: Record) -> Reading | Match:
    """Play a record: Renju as `tengen judge` reads moves, any other game as `tengen judge --game` does.

    If the colours of a game of Renju do not alternate, its final position is judged. Raises ValueError for an unknown
    game, and for an illegal move.
    """
    if not record.is_renju:
        return _played(record)
    if record.size != SIZE:
        raise ValueError(f"Renju is judged on a board of {SIZE}x{SIZE}, and this one is {record.size}x{record.size}")
    if record.colours:
        return Reading(rules.position(record))
    game = Renju(calls_fouls=False, free_centre=True)
    rules.set_up(game, game, record)
    return reading.played(game, record.moves)


def _played(record: Record) -> Match:
    game = rules.new(record)
    if game is None:
        its = f"{words.title(record.game)} is not a known game" if record.game else _UNNAMED
        raise ValueError(f"{its}: `tengen record show` shows its board")
    match = Match(game, ())  # the requirements of an opening are not judged
    rules.set_up(match, game, record)
    for number, move in enumerate(record.moves, 1):
        try:
            if match.result:
                raise ValueError("the game is over")
            if move == PASS:
                match.pass_()
            else:
                match.stone(points.index(move, record.size), rules.kind(match.game, record, number))
        except ValueError as error:
            raise ValueError(f"move {number} may not be {move}: {error_text(error)}") from None
    return match
