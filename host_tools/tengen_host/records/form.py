"""Checks that hold for every record, the limits of files, and how errors name a place."""

from __future__ import annotations

from tengen.games import points

from .record import PASS, Record, RecordError

MOST_BYTES = 4_000_000  # of a file
MOST_GAMES = 10_000  # in a file
MOST_MOVES = 1000  # of a game; the largest board has 361 points
SIZES = range(5, 20)
USUAL_SIZE = 15


def place(name: str, number: int = 1, count: int = 1) -> str:
    """Return a place for messages: the file's name and, if it has several games, the number of the game."""
    where = name or "the file"
    return f"{where}, game {number}" if count > 1 else where


def check_bytes(data: bytes, name: str) -> None:
    """Raise RecordError if a file is longer than MOST_BYTES."""
    if len(data) > MOST_BYTES:
        most = f"{MOST_BYTES // 1_000_000} MB"
        raise RecordError(f"{place(name)} has more than {most}, the most that is read: split it into smaller files")


def check_count(count: int, name: str) -> None:
    """Raise RecordError if a file has too many games, or none."""
    if count > MOST_GAMES:
        raise RecordError(f"{place(name)} has more than {MOST_GAMES} games: split it into smaller files")
    if not count:
        raise RecordError(f"{place(name)} has no game in it: choose a file with games")


def check_length(moves: int, where: str) -> None:
    """Raise RecordError if a game has too many moves."""
    if moves > MOST_MOVES:
        raise RecordError(f"{where}: there are more than {MOST_MOVES} moves, which is no game: correct it there")


def check(record: Record, where: str) -> Record:
    """Return the record, if each stone lies on its own point of the board. Raises RecordError with the place.

    The rules of the game are not checked: a move may be a foul.
    """
    size = record.size
    if size not in SIZES:
        raise RecordError(f"{where}: no board has {_short(size)} points a side: those have {SIZES[0]} to {SIZES[-1]}")
    check_length(len(record.moves), where)
    seen: dict[int, str] = {}
    stones = [point for points_ in record.setup for point in points_]
    for what, played in (("set-up stone", stones), ("move", record.moves)):
        for number, move in enumerate(played, 1):
            if move == PASS and what == "move":
                continue
            here = f"{what} {number}"
            try:
                point = points.index(move, size)
            except ValueError:
                fits = f"points are a1 to {points.name(size * size - 1, size)}"
                raise RecordError(
                    f"{where}: {here} is {_short(move)!r}, which is no point of a {size}x{size} board: {fits}"
                ) from None
            if point in seen:
                raise RecordError(
                    f"{where}: {here} is {move}, where {seen[point]} lies already, and stones are taken in no game of "
                    "Renju: correct it there"
                )
            seen[point] = here
    return record


def _short(value: object) -> str:
    """Return text that somebody wrote, cut to the length of a message."""
    text = str(value)
    return text if len(text) <= 20 else text[:17] + "..."
