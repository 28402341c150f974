"""Test wins by fours in positions, and the stones that stop them.

There are no limits here, so the answers are exact.
"""

import ledger
import plain_fours
import pytest
from fours_boards import boards, drawn
from needs import needs_numba
from tengen.games import BLACK, WHITE, opponent, points
from tengen.games.renju import position
from tengen.partner.fours import Fours
from tengen_host.records.record import Record
from tengen_host.solve import compiled, fives
from tengen_host.study import study, words
from tengen_host.study.fours import Solver, may_stop

COLOURS = {"X": BLACK, "O": WHITE}
DRAWN = {board.name: board for board in boards()}


@pytest.fixture(scope="module")
def solver():
    # search to the end
    return Solver(compiled.fastest(1 << 12))


def names(several):
    return [points.name(point, 15) for point in several]


def check_stops(solver, text, turn):
    """Try all points where the other side can stop the win of `turn`, and compare with the answer about each.

    Returns how many stones stop the win, or 0 if there is no win.
    """
    cells = bytes(position.of_text(text).cells)
    win = solver.win(cells, COLOURS[turn])
    if not win:
        return 0
    colour = opponent(win.colour)
    stops, unknown = solver.stops(cells, win)
    at_once = fives.fives(fives.stones(cells, colour), fives.stones(cells, win.colour), colour)
    for point in range(225):
        if cells[point] or (colour == BLACK and solver.foul(cells, point)):
            assert point not in stops + unknown, text
            continue
        after = bytearray(cells)
        after[point] = colour
        tried = None if at_once >> point & 1 else solver.answer(after, win.colour, any_win=True)
        if point in stops:
            assert tried is None or not tried.win, (text, point)
        elif point not in unknown:
            assert tried and (tried.win or not tried.is_known), (text, point)
    return len(stops)


def test_the_stones_that_stop_a_win_are_those_that_trying_all_points_shows(solver):
    assert sum(check_stops(solver, board.text, board.turn) for board in list(DRAWN.values())[::2]) > 20


@pytest.mark.proof
def test_all_stones_that_stop_a_win_are_found_in_each_known_position():
    """The stones that stop a win by fours are those that trying all points shows, in each position with a known win."""
    asked = [(board.text, board.turn) for board in DRAWN.values()]
    asked += [(text, turn) for text, turn, _ in plain_fours.problems()]
    # without a limit some searches would take minutes
    bounded = Solver(compiled.fastest(1 << 12), 20_000)
    assert sum(check_stops(bounded, text, turn) for text, turn in asked) > 1000


def check_problem(solver, text, turn, fours):
    """Study a record that ends in the position, and check what `tengen study --json` says about the position."""
    lying = tuple(tuple(sorted(map(plain_fours.name, plain_fours.stones(text, mark)))) for mark in "XO")
    record = Record((), setup=lying, first="black" if turn == "X" else "white")
    (told,) = words.as_json(study.begun(record, solver))["positions"]
    win = told["wins"]
    assert (win["fours"] if win else 0) == fours and told["known"], text
    if win:
        assert plain_fours.replay(text, turn, win["line"]) is None, text


def test_the_wins_of_known_positions(solver):
    for text, turn, fours in plain_fours.problems()[::100]:
        check_problem(solver, text, turn, fours)


@needs_numba
@pytest.mark.proof
def test_the_wins_of_all_known_positions():
    """A study finds the known verdict and length for each position with a known win by fours, and for others."""
    problems, solver = plain_fours.problems(), Solver.fastest()
    for problem in problems:
        check_problem(solver, *problem)
    wins = sum(fours > 0 for _, _, fours in problems)
    ledger.note(f"{len(problems):,} positions, {wins:,} wins and {len(problems) - wins:,} without one")


def test_a_four_is_stopped_on_its_point_of_five_only(solver):
    cells = drawn(row8="...OXXXX", row1="O.O.O")
    win = solver.win(cells, BLACK)
    assert (win.why, win.fours) == ("five", 0)
    assert names(solver.stops(cells, win)[0]) == ["i8"]


def test_a_three_is_stopped_beside_it_and_by_an_own_four(solver):
    cells = drawn(row8=".....XXX", row3="XOOO")
    win = solver.win(cells, BLACK)
    assert win.why == "straight four"
    # Black must answer White's fours e3 and f3 first, so they stop the win, too
    assert names(solver.stops(cells, win)[0]) == ["e3", "f3", "e8", "i8"]


def test_a_black_stone_that_is_a_foul_stops_nothing(solver):
    cells = drawn(row10="........X", row9="........X", row8="...XOOOO")
    win = solver.win(cells, WHITE)
    assert names(win.line) == names(solver.stops(cells, win)[0]) == ["i8"]
    cells = drawn(row10="........X.X", row9="........XX", row8="...XOOOO")
    assert solver.foul(cells, points.index("i8", 15)) == "double-three"
    assert solver.stops(cells, solver.win(cells, WHITE)) == ([], [])


def test_a_search_that_was_given_up_claims_nothing():
    text, turn, fours = max(plain_fours.problems(), key=lambda problem: problem[2])
    cells = position.of_text(text).cells
    answer = Solver(Fours(), 10).answer(cells, COLOURS[turn])
    assert (answer.win, answer.is_known, answer.nodes) == (None, False, 10)
    # with few nodes, some points that may stop the win remain unknown
    cells = drawn(row8=".....XXX", row3="XOOO")
    win = Solver(Fours()).win(cells, BLACK)
    stops, unknown = Solver(Fours(), 1, 1).stops(cells, win)
    assert {"e3", "f3", "e8", "i8"} <= set(names(stops + unknown)) and "i8" not in names(stops)


def test_what_a_stone_far_away_can_stop_is_little(solver):
    cells = drawn(row8="...OXXXX", row1="O.O.O")
    win = solver.win(cells, BLACK)
    stops = may_stop(fives.stones(cells, BLACK), fives.stones(cells, WHITE), win)
    # the point of Black's five, and the points that give White a four
    assert set(names(fives.split(stops))) == {"i8", "b1", "d1"}


def test_fives():
    black = fives.stones(drawn(row8="XXXX.X", row3="XX.XX"), BLACK)
    assert names(fives.split(fives.fives(black, 0, BLACK))) == ["c3"]
    assert names(fives.split(fives.fives(black, 0, WHITE))) == ["c3", "e8"]
