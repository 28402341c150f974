"""Read a position in any form that people and programs use.

The form is a board text, a diagram of 15 lines, or moves like `h8i9`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from tengen.games import BLACK, COLOUR_NAMES, EMPTY, PASS, WHITE, points
from tengen.games.moves import move_name
from tengen.games.renju import position
from tengen.games.renju.game import Renju
from tengen.games.renju.position import POINTS, SIZE, Position

from ..i18n import code_text, error_text

PASS_NAME = move_name(PASS, SIZE)

_DRAWN = {".": EMPTY, "X": BLACK, "O": WHITE}
# a diagram may mark fives and fouls by their digits, and these points are empty
_EMPTY_MARKS = "".join(mark for mark in position.VERDICT_MARKS if mark.isdigit())
_LETTERS = "".join(points.LETTERS[:SIZE])
_NO_MARKS = re.compile(r"[\s\d]+")
_ROW = re.compile(r"[\s\d.XO]*")
_MOVE = re.compile(r"--|[^\W\d_]\d*|\S")


@dataclass
class Reading:
    """A position.

    If it was read from moves, there are also the game, and Black's fouls in the game as (move number, point, verdict).

    Moves may follow a foul, because a foul lapses if White does not claim it before White's next move
    (firmware/docs/rules.md#play).
    """

    position: Position
    game: Renju | None = None
    fouls: list[tuple[int, int, int]] = field(default_factory=list)


def read(text: str) -> Reading:
    """Return the position of a text in any of the forms. Raises ValueError with line and column."""
    lines = re.split(r"\r\n|\r|\n", text)
    written = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not written:
        raise ValueError("line 1: nothing is there: a board text, a diagram of 15 lines, or moves like h8i9")
    first = written[0][1].strip()
    # a text with a dot is a diagram, because a list of moves contains no dot
    if len(written) == 1 and ("." in first or set(first) <= set("XO")):
        return _board_text(written[0][0], written[0][1])
    if len(written) > 1 and any(_looks_drawn(line) for _, line in written):
        return _diagram(written)
    return _moves(written)


def _board_text(number: int, line: str) -> Reading:
    indent = len(line) - len(line.lstrip())
    text = line.strip()
    for column, mark in enumerate(text):
        if mark not in _DRAWN:
            raise _unknown(mark, number, indent + column)
    if len(text) != POINTS:
        column = indent + min(len(text), POINTS) + 1
        where = f"line {number}, column {column}"
        raise ValueError(f"{where}: a board text must have {POINTS} characters, but this one has {len(text)}")
    return Reading(position.of_text(text))


def _unknown(mark: str, number: int, offset: int) -> ValueError:
    return ValueError(f"line {number}, column {offset + 1}: {mark!r} is neither . nor X nor O")


def _looks_drawn(line: str) -> bool:
    if "." in line:
        marks = _NO_MARKS.sub("", line)
        return marks.startswith(".") or marks.endswith(".")
    return line.count("X") + line.count("O") == SIZE and bool(_ROW.fullmatch(line))


def _diagram(written: list[tuple[int, str]]) -> Reading:
    # words below a diagram, after an empty line, are ignored, because the output of `tengen judge` has words there
    end = 1
    while end < len(written) and (_is_row_or_letters(written[end][1]) or written[end][0] == written[end - 1][0] + 1):
        end += 1
    for number, line in written[end:]:
        if _is_row_or_letters(line):
            raise ValueError(f"line {number}: another diagram, and only one can be judged at a time")
    rows = [(number, line) for number, line in written[:end] if not _is_letters(line)]
    if len(rows) != SIZE:
        last = rows[-1][0] if rows else 1
        raise ValueError(f"line {last}: a diagram must have {SIZE} rows, but this one has {len(rows)}")
    board = Position()
    for at, (number, line) in enumerate(rows):
        row = SIZE - at
        for column, (offset, mark) in enumerate(_row_marks(number, line, row)):
            if mark in _EMPTY_MARKS:
                continue
            if mark not in _DRAWN:
                raise _unknown(mark, number, offset)
            if _DRAWN[mark]:
                board.put((row - 1) * SIZE + column, _DRAWN[mark])
    return Reading(board)


def _is_row_or_letters(line: str) -> bool:
    return bool(_ROW.fullmatch(line)) or _is_letters(line)


def _is_letters(line: str) -> bool:
    return "".join(line.split()).lower() == _LETTERS


def _row_marks(number: int, line: str, row: int) -> list[tuple[int, str]]:
    """Return the 15 marks of a row as (offset in the line, mark), without the row number at either side."""
    words = [(found.start(), found[0]) for found in re.finditer(r"\S+", line)]
    # if there are 15 words, all of them are marks, even a digit at the edge
    if len(words) not in (1, SIZE):
        for side in (0, -1):
            offset, word = words[side]
            if word.isascii() and word.isdigit() and (int(word) == row or word not in _EMPTY_MARKS):
                if int(word) != row:
                    raise ValueError(f"line {number}, column {offset + 1}: this is row {row}, but its number is {word}")
                del words[side]
    marks = [(offset + at, mark) for offset, word in words for at, mark in enumerate(word)]
    if len(marks) != SIZE:
        column = (marks[SIZE][0] if len(marks) > SIZE else len(line.rstrip())) + 1
        raise ValueError(f"line {number}, column {column}: row {row} must have {SIZE} points, but it has {len(marks)}")
    return marks


def _moves(written: list[tuple[int, str]]) -> Reading:
    game = Renju(calls_fouls=False, free_centre=True)
    reading = Reading(game.position, game)
    for number, line in written:
        for found in _MOVE.finditer(line):
            try:
                _play(game, found[0], reading.fouls)
            except ValueError as error:
                raise ValueError(f"line {number}, column {found.start() + 1}: {error_text(error)}") from None
    return reading


def played(game: Renju, words: Iterable[str]) -> Reading:
    """Play further points and passes from a game's present state. Raises ValueError with the number of a wrong move."""
    reading = Reading(game.position, game)
    for word in words:
        _play(game, word, reading.fouls)
    return reading


def _play(game: Renju, word: str, fouls: list[tuple[int, int, int]]) -> None:
    move = len(game.moves) + 1
    if game.result:
        raise ValueError(f"{word} would be move {move}, but the game is over: {ending(game)}")
    if word == PASS_NAME:
        refusal = game.pass_refusal()
        if refusal:
            raise ValueError(f"move {move} may not be a pass: {code_text(refusal)}")
        game.pass_()
        return
    point = points.index(word, SIZE)
    refusal = game.refusal(point)
    if refusal:
        raise ValueError(f"move {move} may not be {word}: {code_text(refusal)}")
    if game.warning(point):
        fouls.append((move, point, game.verdict(point)))
    game.play(point)


def ending(game: Renju) -> str:
    """Return how a finished game ended, in words."""
    result, moves = game.result, len(game.moves)
    assert result is not None
    if result.winner == EMPTY:
        return f"a draw with move {moves}, {result.reason}"
    return f"{COLOUR_NAMES[result.winner].capitalize()} won with move {moves}, {result.reason}"
