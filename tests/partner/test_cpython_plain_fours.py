"""Test the plain search for wins by fours with drawn boards, real positions, and a search by definitions alone."""

import itertools
import random

import fours_boards
import ledger
import plain_fours
import pytest
from definition import DIRECTIONS, on_board, run, step, verdict
from plain_fours import all_fives, replay, solve, stones
from portable import some

BOARDS = list(fours_boards.boards())
DRAWN = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
NAMED = {board.name: board for board in BOARDS}
SEED = 24


def both(board):
    """Return the two sets of stones; the side to move comes first."""
    return stones(board.text, board.turn), stones(board.text, "O" if board.turn == "X" else "X")


def end_of(board, line):
    """Return why the last stone of a line can't be answered, in the words of the drawn boards."""
    black = board.turn == "X"
    own, other = both(board)
    *before, last = (plain_fours.NAMED[stone] for stone in line)
    for number, point in enumerate(before):
        (other if number % 2 else own).add(point)
    if plain_fours.makes_five(own, last, black):
        return "five"
    answers = all_fives(own | {last}, other, black)
    if len(answers) > 1:
        return "straight four" if black else "two fives"
    return {"6": "overline", "4": "double-four", "3": "double-three"}[verdict(other, own | {last}, *answers)]


@DRAWN
def test_a_drawn_board(board):
    wins, fours, line = solve(board.text, board.turn)
    assert (wins, fours) == (board.wins, board.fours), board.source
    if wins:
        assert replay(board.text, board.turn, line) is None
        assert len(line) == max(2 * fours - 1, 1)
        assert end_of(board, line) == board.end, board.source


@DRAWN
def test_a_drawn_board_could_come_up_in_a_game(board):
    assert len(board.text) == 225 and set(board.text) <= set(".XO")
    assert board.text.count("X") - board.text.count("O") == (board.turn == "O")
    for own in both(board):
        assert not any(len(run(own, point, direction)) >= 5 for point in own for direction in DIRECTIONS)


def test_the_drawn_boards_have_each_end():
    ends = {(board.turn, board.end) for board in BOARDS}
    fouls = {("O", foul) for foul in ("overline", "double-four", "double-three")}
    assert ends == {*fouls, *itertools.product("XO", ["five", None]), ("X", "straight four"), ("O", "two fives")}
    assert len(NAMED) == len(BOARDS) > 40


@pytest.mark.parametrize(
    "board, line, said",
    [
        ("four-three", "h8 i8 h7", None),
        ("four-three", "h8 i8 h11", None),
        ("four-three", "h8 i8 h12", "White answers the last four, h12, at h11."),
        ("four-three", "h8 h7 i8", "White plays h7, and the only answer to h8 is i8."),
        ("four-three", "h8 i8 h7 h6 h11", "The line goes on after h7, which has no answer."),
        ("four-three", "h8 i8", "The line does not end with a four of the attacker's."),
        ("four-three", "", "The line does not end with a four of the attacker's."),
        ("four-three", "h8", "White answers the last four, h8, at i8."),
        ("four-three", "h7", "h7 is no four."),
        ("four-three", "h9", "h9 is not an empty point."),
        ("four-three", "p3", "p3 is not an empty point."),
        ("four-three-three", "h8 i8 h7", "h8 is a double-three."),
        ("four-three-three of White's", "h8 i8 h7", None),
        ("double-four", "h8", "h8 is a double-four."),
        ("four with an overline", "h8", "h8 is an overline."),
        ("five at once", "i8", None),
        ("five at once", "i8 i9", "The line goes on after i8, a five."),
        ("five at once", "h9", "Black plays h9, and could make a five."),
        ("six is no five of Black's", "g8", "g8 is an overline."),
        ("standing four met", "h6", "Black plays h6, and White makes a five."),
        ("standing four met", "h10", None),
        ("counter-four not met", "h8 i8 h7", "Black plays h7, and White makes a five."),
        ("counter-four not met", "h8 i8 i7", "i7 is no four."),
        ("answer that makes a five", "i11 i10 i5", "Black plays i11, and White makes a five."),
        ("seven is no counter-four of Black's", "h8 i8 h7", None),
        ("answer is a double-three by shape only", "h8", "Black answers the last four, h8, at i8."),
        ("double-three is the only answer", "h8", None),
        ("two fives, one of them a foul", "e8 d8 i8", "The line goes on after e8, which has no answer."),
    ],
)
def test_the_judge_of_lines(board, line, said):
    assert replay(NAMED[board].text, NAMED[board].turn, line.split()) == said


def test_the_limit_is_of_positions():
    board = NAMED["four-three"]  # some position after the first four must contain the win
    assert solve(board.text, board.turn, limit=1) == (None, None, [])
    assert solve(board.text, board.turn, limit=10)[0] is True
    nothing = NAMED["no stones"]
    assert solve(nothing.text, nothing.turn, limit=1) == (False, None, [])


# A search by the definitions alone, point by point: slow


def nearby(own, other):
    """Return the empty points within two steps of a stone, where a four, or a five by the next stone, is possible."""
    around = {step(point, direction, steps) for point in own for direction in DIRECTIONS for steps in (-2, -1, 1, 2)}
    return {point for point in around if on_board(point)} - own - other


def five_points(own, other, black):
    return {point for point in nearby(own, other) if plain_fours.makes_five(own, point, black)}


def fours_by_definition(own, other, black, most):
    """Return the minimum number of fours that win, up to `most`; None if there is no such win."""
    if five_points(own, other, black):
        return 0
    standing, found = five_points(other, own, not black), []
    for point in nearby(own, other) if most else ():
        if standing - {point} or (black and verdict(own, other, point) != "."):
            continue
        after = own | {point}
        answers = five_points(after, other, black)
        if len(answers) > 1 or (answers and not black and verdict(other, after, *answers) != "."):
            return 1
        if answers and most > 1:
            found.append(fours_by_definition(after, other | answers, black, most - 1))
    return min((fours + 1 for fours in found if fours is not None), default=None)


def crowd(number):
    """Return random stones in a square of 7x7 points, often with fours of both sides: (own, other), or None."""
    square = [(column, row) for column in range(4, 11) for row in range(4, 11)]
    chosen = number.sample(square, number.randrange(12, 26))
    own, other = set(chosen[::2]), set(chosen[1::2])
    sides = ((own, point) for point in own), ((other, point) for point in other)
    rows = (run(side, point, direction) for side, point in itertools.chain(*sides) for direction in DIRECTIONS)
    return None if any(len(row) >= 5 for row in rows) else (own, other)


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.proof)])
def test_crowds_by_the_definitions(count):
    """In crowds of stones the plain search finds the wins with one and two fours that the definitions give."""
    number, seen = random.Random(SEED), []
    while len(seen) < some(count):
        sides = crowd(number)
        if not sides:
            continue
        own, other = sides
        turn = "XO"[len(seen) % 2]
        marks = {**dict.fromkeys(own, turn), **dict.fromkeys(other, "O" if turn == "X" else "X")}
        text = "".join(marks.get((column, row), ".") for row in range(14, -1, -1) for column in range(15))
        expected = fours_by_definition(own, other, turn == "X", 2)
        _, fours, line = solve(text, turn)
        assert (fours if fours is None or fours <= 2 else None) == expected, (text, turn)
        assert not line or replay(text, turn, line) is None, (text, turn, line)
        seen.append(expected)
    assert {None, 0, 1, 2} <= set(seen), seen


# Positions of real games


def agrees(text, turn, expected):
    """Return whether the search finds the known minimum of fours (0: no win), with a line that the judge accepts."""
    wins, fours, line = solve(text, turn)
    if not wins:
        return wins is False and expected == 0
    return fours == expected and len(line) == 2 * fours - 1 and replay(text, turn, line) is None


def test_some_positions_of_real_games():
    for problem in random.Random(SEED).sample(plain_fours.problems(), some(50)):
        assert agrees(*problem), problem


@pytest.mark.proof
def test_all_positions_of_real_games():
    """In all positions of real games the plain search finds the known minimum of fours, or that there is no win."""
    problems = plain_fours.problems()
    assert [problem for problem in problems if not agrees(*problem)] == []
    wins = sum(fours > 0 for _, _, fours in problems)
    ledger.note(f"{len(problems)} positions, {wins} wins and {len(problems) - wins} without one")
