"""Read and write moves as plain text.

Moves are like `h8i9g7`, and `--` is a pass. Blanks, move numbers and capitals are also read.

In a file with several games, a new game begins after an empty line, after a result (`1-0`, `0-1`, `1/2-1/2`, or `*` for
a game that is not over), with move number 1, or with a line that begins with the same point as the previous game. Lines
that begin with # are comments. Comments in the form of our own files contain names, place, date and so on. If the game
is not Renju, a comment also contains the name of the game. The rules of that game then determine the colour of each
stone and the captures.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from . import rules, words
from .checks import SIZES, USUAL_SIZE, check, check_count, check_length, is_on, place, written_lines
from .encoding import decode
from .record import PASS, Record, RecordError
from .results import as_told, mark, with_result

_RESULT = r"(?:1/2-1/2|0\.5-0\.5|½-½|1-0|0-1|\*)(?!\S)"
_WORD = re.compile(
    rf"(?P<result>{_RESULT})|(?P<point>[A-Sa-s][0-9]{{1,2}}(?![0-9]))|(?P<pass>--|[Pp][Aa][Ss][Ss])"
)
# move numbers, and text between words; at most 1000 at once, because `re` needs memory for backtracking
_BETWEEN = re.compile(rf"(?:[\s,;|\ufeff]+|-(?!-)|(?!{_RESULT})[0-9]{{1,4}}(?:\.{{1,3}}|[):])?){{1,1000}}")
_FIRST = re.compile(r"(?<![0-9])1(?![0-9])")


@dataclass
class _Game:
    moves: list[str] = field(default_factory=list)
    comment: list[str] = field(default_factory=list)
    result: str = ""  # the mark of the result in the file
    ended: bool = False  # whether the next move begins another game


def read(data: bytes, name: str = "") -> list[Record]:
    """Return the games of a text. Raises RecordError with line and column."""
    games = _Games(name)
    before = 0
    for number, line in written_lines(decode(data, name).text):
        if number > before + 1:
            games.empty_line()
        if line.lstrip().startswith("#"):
            games.comment(line.lstrip()[1:].strip())
        else:
            games.line(line, f"{place(name)}, line {number}")
        before = number
    found = games.found()
    check_count(len(found), name)
    return [_record(game, place(name, number, len(found))) for number, game in enumerate(found, 1)]


class _Games:
    """The games of a text, line by line."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._games = [_Game()]

    def found(self) -> list[_Game]:
        last = self._games[-1]
        return self._games if last.moves or last.result else self._games[:-1]

    def comment(self, words: str) -> None:
        last = self._games[-1]
        if last.moves or last.result:
            self._begin()
        self._games[-1].comment.append(words)

    def empty_line(self) -> None:
        self._games[-1].ended = bool(self._games[-1].moves)

    def line(self, line: str, where: str) -> None:
        at, fresh = 0, True
        while at < len(line):
            if found := _BETWEEN.match(line, at):
                if fresh and self._games[-1].moves and _FIRST.search(found[0]):
                    self._begin()
                at = found.end()
                continue
            found = _WORD.match(line, at)
            if not found:
                what = line[at : at + 10].split()[0]
                how = "write points like h8, -- for a pass"
                raise RecordError(f"{where}, column {at + 1}: {what!r} is not a move: {how}")
            kind, word = found.lastgroup, found[0]
            if kind == "result":
                # a line with only a result ends the game before it
                self._games[-1].result, self._games[-1].ended = word, True
                fresh = True
            else:
                self._move(PASS if kind == "pass" else word[0].lower() + word[1:], fresh, where)
                fresh = False
            at = found.end()

    def _move(self, move: str, fresh: bool, where: str) -> None:
        last = self._games[-1]
        if last.ended or (fresh and move != PASS and last.moves[:1] == [move]):
            self._begin()
        moves = self._games[-1].moves
        moves.append(move)
        check_length(len(moves), where)

    def _begin(self) -> None:
        check_count(len(self._games), self._name)
        self._games.append(_Game())


def _record(game: _Game, where: str) -> Record:
    record = words.with_game(Record(tuple(game.moves)), game.comment)
    record = check(played_alone(replace(record, size=size_of(record))), where)
    return words.with_header(with_result(record, game.result), game.comment)


def moves_of(written: str, where: str) -> tuple[str, ...]:
    """Return the moves of one game, from text without comments. Raises RecordError with the column."""
    games = _Games(where)
    games.line(" ".join(written.split()), where)
    found = games.found()
    if len(found) > 1:
        raise RecordError(f"{where}: there are two games where one should be: correct it there")
    return tuple(found[0].moves) if found else ()


def size_of(record: Record) -> int:
    """Return the probable size of a board if the file does not say it.

    This is the game's usual size, unless a move is outside a board of this size.
    """
    usual = rules.size(record.game, record.options) or USUAL_SIZE
    beyond = [move for move in record.moves if move != PASS and not is_on(move, usual)]
    return SIZES[-1] if any(is_on(move, SIZES[-1]) for move in beyond) else usual


def played_alone(record: Record) -> Record:
    """Return a record of moves only, with the colours and changes by the rules of its game if the game is known."""
    if record.is_renju:
        return record
    record = replace(record, first=rules.first(record.game), colours=(), changes=())
    played = rules.played(record)
    return as_told(record, played) if played else record


def must_be_moves_alone(record: Record, form: str) -> None:
    """Raise RecordError for anything that a format with moves only can't store."""
    what = ""
    if any(record.setup):
        what = "that stones lay there before the first move"
    elif not words.has_plain_game(record):
        what = "which game this is"
    elif record.first != rules.first(record.game):
        what = f"that {record.first.capitalize()} begins"
    elif played_alone(record) != record:
        what = "the owners of the stones, and the changes by the moves"
    if what:
        raise RecordError(f"{form} can't say {what}: write this game as sgf")


def write(records: Sequence[Record]) -> bytes:
    """Return the games, each in one line below comments with the other fields.

    Raises RecordError for a game that can't be written.
    """
    return "\n".join(_text(record) for record in records).encode("utf-8", "replace")


def _text(record: Record) -> str:
    must_be_moves_alone(record, "plain text")
    check(record, "the game")
    if record.size != size_of(record):
        raise RecordError(f"plain text can't say that the board is {record.size}x{record.size}: write this game as sgf")
    lines = [f"# {line}" for line in words.header(record) or ([] if record.moves else ["No moves."])]
    result = mark(record) or ("" if record.moves else "*")
    moves = f"{''.join(record.moves)} {result}".strip()
    return "\n".join([*lines, moves]) + "\n"
