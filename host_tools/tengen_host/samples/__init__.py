"""Provide games and boards for measurements and tests: real games, dense and hostile boards, random boards."""

from __future__ import annotations

import random
from itertools import count, cycle, islice
from pathlib import Path

from tengen.games import BLACK, WHITE, points
from tengen.games.renju import position
from tengen.games.renju.position import COLOUR_MARKS, POINTS, SIZE

SEED = 225

_DATA = Path(__file__).parent

# The deciles of the number of stones on a random board; and the limits of Black's share of the stones on every second
# board. On the other boards both colours have the same number of stones. The values are from the random half of the
# tests' boards with known verdicts.
_STONES = (3, 16, 21, 26, 31, 36, 44, 55, 65, 81, 117)
_SHARES = (0.5, 0.95)


def games() -> list[bytes]:
    """Return real games from RenjuNet that ended by a five. Half of them contain the slowest stones of 2,500 games.

    A game is bytes: point, colour, point, colour ...
    """
    return [alternating(points.indices(line, SIZE)) for line in _lines("games.txt")]


def dense_boards() -> list[bytes]:
    """Return random boards full of shapes, in the form of games, with the stones in the order of the board text."""
    return [stones(line) for line in _lines("dense.txt")]


def hostile_boards() -> list[bytes]:
    """Return boards that are slow to judge, in the form of games, with the stones in the order of the board text."""
    return [stones(line) for line in _lines("hostile.txt")]


def board_texts(game: bytes) -> list[str]:
    """Return the board texts of a game after each of its stones."""
    marks = ["."] * POINTS
    boards = []
    for point, colour in zip(game[::2], game[1::2], strict=True):
        marks[position.point_of_column(point)] = COLOUR_MARKS[colour]
        boards.append("".join(marks))
    return boards


def symmetries(board: str) -> list[str]:
    """Return the eight images of a board text: four rotations, and four rotations of its mirror image."""
    seen = []
    for rows in ([board[at : at + SIZE] for at in range(0, POINTS, SIZE)][::step] for step in (1, -1)):
        for _ in range(4):
            seen.append("".join(rows))
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return seen


def real_boards(number: int) -> list[str]:
    """Return `number` boards, which are the positions of the games in all eight symmetries, repeated if necessary."""
    every = (seen for game in games() for board in board_texts(game) for seen in symmetries(board))
    return list(islice(cycle(every), number))


def random_boards(number: int, seed: int = SEED) -> list[str]:
    """Return `number` random boards, all different."""
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
    """Return points, alternately Black's and White's, in the form of games."""
    return bytes(number for nth, point in enumerate(moves) for number in (point, WHITE if nth % 2 else BLACK))


def stones(board: str) -> bytes:
    """Return a board text in the form of games, with its stones in the order of the text."""
    return bytes(
        number
        for at, mark in enumerate(board)
        if mark != "."
        for number in (position.point_of_column(at), COLOUR_MARKS.index(mark))
    )
