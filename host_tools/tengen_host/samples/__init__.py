"""Games and boards to measure and test with: real games, dense and hostile boards, random boards from a seed."""

from __future__ import annotations

import random
from itertools import count, cycle, islice
from pathlib import Path

from tengen.rules import BLACK, WHITE, points, position
from tengen.rules.position import COLOUR_MARKS, POINTS, SIZE

SEED = 225

_DATA = Path(__file__).parent

# Stones on a board, least to most by tenths, and the black ones' share of every other board: as in the random half of
# the boards that the tests know the verdicts of. On the others the colours are even.
_STONES = (3, 16, 21, 26, 31, 36, 44, 55, 65, 81, 117)
_SHARES = (0.5, 0.95)


def games() -> list[bytes]:
    """Real games (RenjuNet's), each ended by a five: half of them have the costliest stones of 2,500 games.

    A game is bytes: point, colour, point, colour ...
    """
    return [alternating(points.indices(line, SIZE)) for line in _lines("games.txt")]


def dense_boards() -> list[bytes]:
    """Random boards full of shapes, in the form of games: their stones in the order of the board text."""
    return [stones(line) for line in _lines("dense.txt")]


def hostile_boards() -> list[bytes]:
    """Boards made to cost much, in the form of games: their stones in the order of the board text."""
    return [stones(line) for line in _lines("hostile.txt")]


def board_texts(game: bytes) -> list[str]:
    """The boards of a game after each of its stones."""
    marks = ["."] * POINTS
    boards = []
    for point, colour in zip(game[::2], game[1::2], strict=True):
        marks[position.point_of_column(point)] = COLOUR_MARKS[colour]
        boards.append("".join(marks))
    return boards


def symmetries(board: str) -> list[str]:
    """A board text as it looks from all eight sides: turned, and turned in the mirror."""
    seen = []
    for rows in ([board[at : at + SIZE] for at in range(0, POINTS, SIZE)][::step] for step in (1, -1)):
        for _ in range(4):
            seen.append("".join(rows))
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return seen


def real_boards(number: int) -> list[str]:
    """So many boards: every position of the games from all eight sides, over and over."""
    every = (seen for game in games() for board in board_texts(game) for seen in symmetries(board))
    return list(islice(cycle(every), number))


def random_boards(number: int, seed: int = SEED) -> list[str]:
    """So many random boards, all different."""
    chance = random.Random(seed)
    boards: dict[str, None] = {}
    for at in count():
        if len(boards) == number:
            break
        tenth = chance.randrange(len(_STONES) - 1)
        number_of_stones = chance.randint(_STONES[tenth], _STONES[tenth + 1])
        share = chance.uniform(*_SHARES) if at % 2 else 0.5
        black = round(number_of_stones * share)
        marks = ["."] * POINTS
        for nth, point in enumerate(chance.sample(range(POINTS), number_of_stones)):
            marks[point] = COLOUR_MARKS[BLACK if nth < black else WHITE]
        boards["".join(marks)] = None
    return list(boards)


def _lines(name: str) -> list[str]:
    return (_DATA / name).read_text(encoding="ascii").split()


def alternating(moves: list[int]) -> bytes:
    """Points, Black's and White's in turn, in the form of games."""
    return bytes(number for nth, point in enumerate(moves) for number in (point, WHITE if nth % 2 else BLACK))


def stones(board: str) -> bytes:
    """A board text in the form of games: its stones in the order they have there."""
    return bytes(
        number
        for at, mark in enumerate(board)
        if mark != "."
        for number in (position.point_of_column(at), COLOUR_MARKS.index(mark))
    )
