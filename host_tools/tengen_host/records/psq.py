"""Read and write Gomocup's format for one game (.psq).

A file has the head `Piskvorky 15x15, 0:0, 0`, then moves `x,y,ms`, the names and -1.

x and y count from 1, and y counts from the top. ms is the time of the move. The head's third number is 1 if the second
player begins, but the names stay in the order of the players (Piskvork's source/game.cpp). Piskvork's tournaments
replace -1 by a code for the end of the game. The next line in Gomocup's files has the winner and the rule, like
`1,Renju`. 1 is the first player, 2 is the second player, and 0 is a draw. If the opening (the first moves, which take
no time) has an odd number of stones, 1 and 2 are exchanged (GomocupJudge's server/server.py).

Our own files end with comments, which begin with #. The comments name the game if it is not Renju. The format can store
a game only if the colours alternate and no stone vanishes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tengen.games import points

from . import rules, words
from .checks import SIZES, SQUARE, check, check_length, place
from .encoding import decode
from .record import PASS, RENJU, Record, RecordError
from .results import RESULTS, mark, with_ending, with_result
from .text import must_be_moves_alone

HEAD = "Piskvorky"

_HEAD = re.compile(
    r"\s*Piskvorky\s+([0-9]{1,9})\s*x\s*([0-9]{1,9})(?![0-9])(?P<second>\s*,[^,]*,\s*1\s*$)?", re.IGNORECASE
)
_MOVE = re.compile(r"\s*(-?[0-9]+)\s*,\s*(-?[0-9]+)\s*(?:,\s*(-?[0-9]+)\s*)?(?:,.*)?")
_NUMBER = re.compile(r"\s*-?[0-9]+(\s*,.*)?")
_WINNER = re.compile(r"\s*([012])\s*,(.*)")  # the line after the line -1; it has the winner and the rule
_NO_CODES = ("-1", "0")  # the codes of a game without a special end: -1 if somebody saved it, 0 if it ended as usual
# Gomocup's rules: in freestyle five or more stones win, in standard exactly five; a tournament appends a number, like
# freestyle2016
_RULES = {"freestyle": "five", "fastgame": "five", "standard": "gomoku", "renju": RENJU}
RESULT = "Result: "
_TIMES = "Time taken for each move, in ms: "


def read(data: bytes, name: str = "") -> list[Record]:
    """Return the game of a file. Raises RecordError with the line."""
    where = place(name)
    lines = re.split(r"\r\n|\r|\n", decode(data, name).text)
    at = next((at for at, line in enumerate(lines) if line.strip()), 0)
    size, second_begins = _head(lines[at], f"{where}, line {at + 1}")
    moves, times = [], []
    at += 1
    while at < len(lines) and (found := _MOVE.fullmatch(lines[at])):
        at += 1
        moves.append(_point(found[1], found[2], size, f"{where}, line {at}"))
        times.append((found[3] or "0")[:9])
        check_length(len(moves), where)
    return [_record(Record(tuple(moves), size=size), second_begins, times, lines[at:], where)]


def _record(record: Record, second_begins: bool, times: Sequence[str], rest: Sequence[str], where: str) -> Record:
    """Return the record with names, result and comment from `rest`, the lines after the moves."""
    end = next((at for at, line in enumerate(rest) if _NUMBER.fullmatch(line)), len(rest))
    players = [*(line.strip() for line in rest[: min(end, 2)]), "", ""][:2]
    black, white = reversed(players) if second_begins else players
    said = [line.strip().lstrip("# ") for line in rest[end + 1 :] if line.strip().startswith("#")]
    timed = any(time.strip("0") for time in times)
    result, comment = result_of([line for line in said if not (timed and line.startswith(_TIMES))])
    check(record, where)  # in every game of this format all stones stay on the board
    code = "".join(rest[end : end + 1]).strip()
    comment += [f"Piskvork's code of the end: {code[:20]}"] if code and code not in _NO_CODES else []
    told = _WINNER.fullmatch("".join(rest[end + 1 : end + 2]))
    if told and (rule := told[2].strip()):
        # Tengen can't judge by any other rule
        record = replace(record, game=_RULES.get(rule.rstrip("0123456789 ").casefold(), ""))
        comment += [] if record.game else [f"Rule: {rule[:100]}"]
    record = check(words.with_game(record, comment), where)
    if told and not result and not with_ending(record).over:
        mover = (_opening(times) + second_begins) % 2  # 0: Black
        result = "1/2-1/2" if told[1] == "0" else ("1-0", "0-1")[(told[1] == "2") ^ mover]
    if timed:
        comment.append(_TIMES + ", ".join(times))
    record = with_result(replace(record, black=black, white=white), result)
    return words.with_header(record, comment)


def _opening(times: Sequence[str]) -> int:
    """Return the number of moves before the first move that took time; 0 if no times are known."""
    return next((at for at, time in enumerate(times) if time.strip("0")), 0)


def result_of(comment: Sequence[str]) -> tuple[str, list[str]]:
    """Return the mark of the result from a comment in our own files, and the other lines that are not empty."""
    result, others = "", []
    for line in comment:
        if line.startswith(RESULT) and line[len(RESULT) :] in RESULTS:
            result = line[len(RESULT) :]
        elif line:
            others.append(line)
    return result, others


def _head(line: str, where: str) -> tuple[int, bool]:
    """Return the size of the board, and whether the second player begins."""
    found = _HEAD.match(line)
    if not found:
        raise RecordError(f"{where}: a .psq file begins like `{HEAD} 15x15, 0:0, 0`: choose a file that does")
    width, height = int(found[1]), int(found[2])
    if width == height > SIZES[-1]:
        most = f"{SIZES[-1]}x{SIZES[-1]}"
        raise RecordError(f"{where}: the board is {width}x{height}, and boards end at {most}: choose a smaller game")
    if width != height or width not in SIZES:
        raise RecordError(f"{where}: no board is {width}x{height}: {SQUARE}")
    return width, bool(found["second"])


def _point(x: str, y: str, size: int, where: str) -> str:
    # a longer number is outside any board, and int() is slow for very long numbers
    column, row = (int(number) - 1 if len(number) < 5 else -1 for number in (x, y))
    if not (0 <= column < size and 0 <= row < size):
        told = f"{x[:9]},{y[:9]}"
        raise RecordError(f"{where}: {told} is not a point of a {size}x{size} board: 1,1 to {size},{size}")
    return points.name((size - 1 - row) * size + column, size)


def write(records: Sequence[Record]) -> bytes:
    """Return a file with the game.

    Raises RecordError for a game that has anything else than black and white stones in turn.
    """
    (record,) = records
    must_be_stones_by_turns(record, "psq")
    size = record.size
    lines = [f"{HEAD} {size}x{size}, 0:0, 0"]
    for move, taken in zip(record.moves, _taken(record), strict=True):
        row, column = divmod(points.index(move, size), size)
        lines.append(f"{column + 1},{size - row},{taken}")
    lines += [_name(record.black), _name(record.white), "-1"]
    result = mark(record)
    lines += [f"# {RESULT}{result}"] if result else []
    lines += [f"# {line}" for line in words.header(record, ("black", "white"))]
    return ("\r\n".join(lines) + "\r\n").encode("utf-8", "replace")


def must_be_stones_by_turns(record: Record, form: str) -> None:
    """Raise RecordError unless the moves are black and white stones in turn that stay."""
    must_be_moves_alone(record, form)
    check(record, "the game")
    for what, its in (
        ("that White begins", record.first != "black"),
        ("the owner of each stone", record.colours),
        ("the captures of a move", record.changes),
    ):
        if its:
            raise RecordError(f"{form} can't say {what} in {words.title(record.game)}: write this game as sgf or text")
    if PASS in record.moves:
        number = record.moves.index(PASS) + 1
        raise RecordError(
            f"{form} can't say that a turn is passed, as with move {number}: write this game as sgf or text"
        )


def _name(name: str) -> str:
    """Return a name as a line that can't be mistaken for another kind of line."""
    name = " ".join(name.split())
    return f"player {name}" if _NUMBER.fullmatch(name) else name


def _taken(record: Record) -> list[int]:
    """Return the time of each move in ms if the clocks show it; else 0."""
    clock = rules.clock(record)
    if not clock:
        return [0] * len(record.moves)
    whole_ms = clock.main_ms + clock.periods * clock.period_ms
    before: list[int | None] = [whole_ms, whole_ms]
    taken = []
    for number, _ in enumerate(record.moves):
        pair = record.clocks[number] if number < len(record.clocks) else None
        mover = number % 2
        was, now = before[mover], pair and pair[mover]
        taken.append(0 if was is None or now is None else max(0, was + clock.increment_ms - now))
        before = list(pair) if pair else [None, None]
    return taken
