"""Checks for every record, limits for files, and the wording of places in error messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tengen.games import COLOUR_NAMES, points

from .record import COLOURS, EMPTY, PASS, Record, RecordError
from .stones import changes_of, colour_of

# A function that receives a warning (a sentence with a place) about each repair while a file is read. Without this
# function nothing is repaired, and a damaged file is refused.
Tell = Callable[[str], None]

MOST_BYTES = 8_000_000  # of a file
MOST_GAMES = 20_000  # in a file
MOST_MOVES = 1000  # the most moves of a game; the largest board has only 361 points
SIZES = range(3, 20)
SQUARE = f"it is square, with {SIZES[0]} to {SIZES[-1]} points a side"
USUAL_SIZE = 15
_WRITTEN = re.compile(r"\S[^\r\n]*")


def place(name: str, number: int = 1, count: int = 1) -> str:
    """Return a place for messages: the name of the file, and the number of the game if the file has several games."""
    where = name or "the file"
    return f"{where}, game {number}" if count > 1 else where


def written_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, each with its line number, which counts from 1."""
    number, end = 1, 0
    for found in _WRITTEN.finditer(text):
        begin = found.start()
        between = text[end:begin]
        if between == "\n":  # the usual case
            number += 1
        else:
            number += between.count("\n") + between.count("\r") - between.count("\r\n")
            begin = end + max(between.rfind("\n"), between.rfind("\r")) + 1
        end = found.end()
        yield number, text[begin:end]


def check_bytes(data: bytes, name: str, most: int = MOST_BYTES) -> None:
    """Raise RecordError if a file has more than `most` bytes."""
    if len(data) > most:
        mb = f"{most // 1_000_000} MB"
        raise RecordError(f"{place(name)} has more than {mb}, the most that is read: split it into smaller files")


def check_count(count: int, name: str) -> None:
    """Raise RecordError if a file has too many games, or none."""
    if count > MOST_GAMES:
        raise RecordError(f"{place(name)} has more than {MOST_GAMES} games: split it into smaller files")
    if not count:
        raise RecordError(f"{place(name)} has no game in it: choose a file with games")


def check_length(moves: int, where: str) -> None:
    """Raise RecordError if a game has too many moves."""
    if moves > MOST_MOVES:
        raise RecordError(f"{where}: there are more than {MOST_MOVES} moves, too many for a game: correct it there")


def check(record: Record, where: str) -> Record:
    """Return the record if each stone and each change has a point of its own and fits the board. Raises RecordError.

    The error message says where the mistake is. The rules of the game are not checked, so a move may be a foul. But in
    Renju no stone may vanish, and the colours must alternate.
    """
    size = record.size
    if size not in SIZES:
        raise RecordError(f"{where}: no board has {_short(size)} points a side: choose {SIZES[0]} to {SIZES[-1]}")
    check_length(len(record.moves), where)
    for what, its in (("colours", record.colours), ("changes", record.changes)):
        if its and record.is_renju:
            raise RecordError(f"{where}: {_NOT_IN_RENJU[what]}, which is not a game of Renju: name the game")
        if its and len(its) != len(record.moves):
            raise RecordError(f"{where}: there are {len(record.moves)} moves, but {what} of {len(its)}: correct them")
    if not set(record.colours) <= set(COLOURS):
        raise RecordError(f"{where}: a move is neither Black's nor White's: correct it there")
    _check_board(record, where)
    return record


_NOT_IN_RENJU = {"colours": "the colours of the moves do not alternate", "changes": "stones are taken or turned"}


def _check_board(record: Record, where: str) -> None:
    held: dict[int, str] = {}
    by: dict[int, str] = {}  # for each taken point, the stone on it in words, like `move 5`
    stay = record.is_renju

    def add(name: str, colour: str, here: str, stay: bool) -> None:
        point = _point(name, record.size, f"{where}: {here}")
        if point in held and stay:
            taken = "and Renju has no captures: " if record.is_renju else ""
            raise RecordError(f"{where}: {here} is {name}, where {by[point]} lies already, {taken}correct it there")
        held[point], by[point] = colour, here

    for colour, stones in zip(COLOURS, record.setup, strict=True):
        for name in stones:
            add(name, colour, f"set-up stone {len(held) + 1}", True)
    for number, move in enumerate(record.moves, 1):
        if move != PASS:
            add(move, colour_of(record, number), f"move {number}", stay)
        seen = set()
        for name, was, now in changes_of(record, number):
            here = f"{where}: the change by move {number}"
            point = _point(name, record.size, here)
            if point in seen or was == now or held.get(point, EMPTY) != was or now not in COLOUR_NAMES:
                raise RecordError(f"{here} at {name} does not fit the position: correct it there")
            seen.add(point)
            held[point] = now
            if now == EMPTY:
                del held[point]


def is_on(name: str, size: int) -> bool:
    """Return whether a text is the name of a point of a board."""
    try:
        points.index(name, size)
    except ValueError:
        return False
    return True


def _point(name: str, size: int, here: str) -> int:
    try:
        return points.index(name, size)
    except ValueError:
        fits = f"points are a1 to {points.name(size * size - 1, size)}"
        board = f"a {size}x{size} board"
        raise RecordError(f"{here} is {_short(name)!r}, which is not a point of {board}: {fits}") from None


def _short(value: object) -> str:
    """Return text of unknown origin, cut so that it fits into a message."""
    text = str(value)
    return text if len(text) <= 20 else text[:17] + "..."
