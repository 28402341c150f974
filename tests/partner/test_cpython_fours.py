"""The search for wins by fours on problems from real games. The plain solver of the tests judges the found lines."""

import plain_fours
import pytest
from tengen.games import BLACK, WHITE
from tengen.games.points import name
from tengen.games.renju.position import point_of_column
from tengen.partner.fours import Fours
from tengen.partner.reserve import Reserve

EVERY = 12  # problems
TABLE = 1 << 16
LATER = 400_000  # number of tried fours


def test_problems_of_real_games():
    solver = Fours(Reserve(TABLE))
    seen = set()
    for text, turn, fours in plain_fours.problems()[::EVERY]:
        cells = bytearray(225)
        for column, mark in enumerate(text):
            cells[point_of_column(column)] = ".XO".index(mark)
        solver.begin(cells, BLACK if turn == "X" else WHITE)
        assert solver.try_fours(LATER), text
        assert solver.wins == (fours > 0), text
        if fours:
            assert solver.found.fours == fours, text
            line = [name(point, 15) for point in solver.found.line]
            assert plain_fours.replay(text, turn, line) is None, text
            seen.add((turn, solver.found.why))
    assert {why for _, why in seen} >= {"straight four", "two fours", "foul"}, seen


@pytest.mark.parametrize("turn", "XO")
def test_an_empty_board_has_no_win(turn):
    solver = Fours()
    solver.begin(bytearray(225), BLACK if turn == "X" else WHITE)
    assert solver.try_fours(1) and solver.wins is False and solver.found is None and solver.nodes == 0
