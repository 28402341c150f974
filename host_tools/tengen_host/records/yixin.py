"""Read and write Yixin's saved positions (.sav).

The first three lines are the height, the width and the number of moves. Then each move has a line `row column`.

Source: main.c of Yixin Board. Rows count from 0 at the top, columns from 0 at the left. Older files have the number of
the rule in place of the width. Yixin stops reading after the last move. After it, our own files have comments, which
begin with # and contain all other data, as in psq.py. The comments name the game if it is not Renju.

Yixin also reads .pos files, and so does this module. They have a byte with the number of moves, and a byte for each
move, column * 15 + row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tengen.games import points

from . import words
from .checks import MOST_MOVES, SIZES, SQUARE, check, check_length, place, written_lines
from .encoding import decode
from .psq import RESULT, must_be_stones_by_turns, result_of
from .record import Record, RecordError
from .results import mark, with_result

_HEAD = re.compile(r"\s*([0-9]{1,2}[ \t]*\r?\n\s*){2}[0-9]{1,3}[ \t]*(\r?\n|\Z)")
_LIKE = "three lines of one number each, like 15, 15, 2, then `7 7`"
_LAST_RULE = 9  # a second number up to this one is a rule
_POS_SIZE = 15


def looks_like_sav(start: str) -> bool:
    """Return whether a text begins with three lines of one number each."""
    return _HEAD.match(start.lstrip("\ufeff")) is not None


def is_pos(data: bytes, name: str) -> bool:
    """Return whether a file is a .pos. The name is used, too, because the content alone does not show this."""
    return Path(name).suffix.lower() == ".pos" and len(data) > 0 and data[0] == len(data) - 1


def read(data: bytes, name: str = "") -> list[Record]:
    """Return the game of a file. Raises RecordError with the line."""
    where = place(name)
    if is_pos(data, name):
        return [_record([divmod(byte, _POS_SIZE)[::-1] for byte in data[1:]], _POS_SIZE, [], where)]
    numbers: list[int] = []
    comment: list[str] = []
    for at, line in written_lines(decode(data, name).text.lstrip("\ufeff")):
        if line.lstrip().startswith("#"):
            comment.append(line.strip().lstrip("# "))
            continue
        for word in line.split():
            if not re.fullmatch(r"[0-9]{1,4}", word, re.ASCII):
                raise RecordError(f"{where}, line {at}: {word[:10]!r} is not a number: a .sav file has {_LIKE}")
            numbers.append(int(word))
        if len(numbers) > 2 * MOST_MOVES + 4:
            check_length(len(numbers) // 2, where)
    if len(numbers) < 3:
        raise RecordError(f"{where}: a .sav file begins with {_LIKE}: choose a file that does")
    height, width, count, *places = numbers
    size, rule = _size(height, width, where)
    if len(places) != 2 * count:
        found = f"{len(places) / 2:g}"
        raise RecordError(f"{where}: line 3 says that there are {count} moves, and {found} are there: correct it there")
    return [_record(list(zip(places[::2], places[1::2], strict=True)), size, rule + comment, where)]


def _size(height: int, width: int, where: str) -> tuple[int, list[str]]:
    """Return the size of the board, and the rule in words."""
    rule = [f"Rule: {width}"] if width <= _LAST_RULE and width != height else []
    if height not in SIZES or (width != height and not rule):
        raise RecordError(f"{where}: no board is {height}x{width}: {SQUARE}")
    return height, rule


def _record(places: Sequence[tuple[int, int]], size: int, comment: list[str], where: str) -> Record:
    moves = []
    for number, (row, column) in enumerate(places, 1):
        if not (row < size and column < size):
            fits = f"0 0 to {size - 1} {size - 1}"
            wrong = f"move {number}, {row} {column}, is not a point of a {size}x{size} board"
            raise RecordError(f"{where}: {wrong}: {fits}")
        moves.append(points.name((size - 1 - row) * size + column, size))
    record = check(Record(tuple(moves), size=size), where)
    result, comment = result_of(comment)
    record = check(words.with_game(record, comment), where)
    return words.with_header(with_result(record, result), comment)


def write(records: Sequence[Record]) -> bytes:
    """Return a file with the game.

    Raises RecordError for a game that has anything else than black and white stones in turn.
    """
    (record,) = records
    must_be_stones_by_turns(record, "sav")
    size = record.size
    lines = [str(size), str(size), str(len(record.moves))]
    for move in record.moves:
        row, column = divmod(points.index(move, size), size)
        lines.append(f"{size - 1 - row} {column}")
    result = mark(record)
    lines += [f"# {RESULT}{result}"] if result else []
    lines += [f"# {line}" for line in words.header(record)]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")
