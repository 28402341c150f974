"""Test wins by fours and threes. The tests' own judge plays each win out against every answer."""

import plain_threes
import pytest
from fours_boards import drawn
from real_games import games
from tengen.games import BLACK, WHITE, points
from tengen_host.study.fours import Solver, Win
from tengen_host.study.threes import Three, Threes


@pytest.fixture(scope="module")
def solver():
    return Solver.fastest()


def of_game(number, turn):
    """Return the position of a game of games.tsv after a number of moves, and the side to move."""
    cells = bytearray(225)
    for at, move in enumerate(games()[number][:turn]):
        cells[points.index(move, 15)] = WHITE if at % 2 else BLACK
    return bytes(cells), WHITE if turn % 2 else BLACK


def name(point):
    return points.name(point, 15)


def search(solver, cells, colour, deepest=3, nodes=500):
    return Threes(solver, lambda: False, nodes).win(cells, colour, deepest)


def check(solver, cells, win):
    def line(after):
        found = solver.win(after, win.colour)
        return found and found.line

    assert plain_threes.refuted(cells, win, line) is None


# Two open pairs of Black cross on h8, which is a double-three and therefore a foul. White may play there with the same
# stones
CROSS = {"row10": ".......X", "row9": ".......X", "row8": ".....XX"}


def mirrored(rows):
    return {row: marks.translate(str.maketrans("XO", "OX")) for row, marks in rows.items()}


def test_two_threes_of_whites_win(solver):
    cells = drawn(**mirrored(CROSS))
    assert solver.win(cells, WHITE) is None
    win = search(solver, cells, WHITE)
    assert isinstance(win, Three) and win.colour == WHITE
    check(solver, cells, win)


def test_a_double_three_of_blacks_is_a_foul_and_wins_nothing(solver):
    cells = drawn(**CROSS)
    assert solver.foul(cells, points.index("h8", 15)) == "double-three"
    win = search(solver, cells, BLACK, deepest=1)
    assert win is None


def test_a_win_goes_on_after_each_answer_to_its_first_three(solver):
    cells, colour = of_game(1, 22)
    assert solver.win(cells, colour) is None
    win = search(solver, cells, colour)
    assert isinstance(win, Three) and win.stones == 2
    assert win.line[0] == win.point and isinstance(win.last, Win)
    check(solver, cells, win)


def test_an_own_four_of_the_defenders_refutes_a_win(solver):
    # Black answers the threes with fours, b5 and e4, which cross in b4: White can't stop all of them
    rows = mirrored(CROSS)
    cells = drawn(**rows, row4=".XXX", row3=".X", row2=".X")
    win = search(solver, cells, WHITE)
    assert win is None
    assert solver.win(cells, BLACK)
    # with only one row of three, which is closed at one end, Black has only single fours: White answers them, and still
    # wins with threes
    cells = drawn(**rows, row4="OXXX")
    win = search(solver, cells, WHITE)
    assert isinstance(win, Three)
    assert any(name(answer) in ("e4", "f4") for answer, _ in win.answers)
    check(solver, cells, win)


def test_where_there_is_a_win_by_fours_that_is_found(solver):
    cells = drawn(row8=".....XXX")
    assert search(solver, cells, BLACK) == solver.win(cells, BLACK, 3000)


def test_the_search_ends_when_its_time_is_up_or_its_nodes(solver):
    cells, colour = of_game(1, 22)
    asked = []

    def is_up():
        asked.append(1)
        return len(asked) > 5

    assert Threes(solver, is_up).win(cells, colour) is None
    assert len(asked) == 6
    assert Threes(solver, lambda: False, 3).win(cells, colour) is None


def test_the_judge_of_these_tests_sees_a_win_that_is_none(solver):
    cells, colour = of_game(1, 22)
    win = search(solver, cells, colour)
    fewer = Three(win.colour, win.point, win.threat, win.answers[1:])
    assert "no line" in plain_threes.refuted(cells, fewer, lambda after: None)
    foul = Three(BLACK, points.index("h8", 15), win.threat, ())
    assert plain_threes.refuted(drawn(**CROSS), foul, lambda after: None) == "112 may not be played"
