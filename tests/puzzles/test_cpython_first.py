"""Which first fours win, against the plain search of the tests."""

import random

import plain_fours
from tengen.games import BLACK, WHITE
from tengen.partner.fours import Fours
from tengen_host.puzzles.first import winning_firsts


def test_the_best_first_four_needs_the_least_number_of_fours():
    solver = Fours()
    for text, turn, fours in random.Random(24).sample(plain_fours.problems(), 12):
        cells = bytes(".XO".index(text[(14 - at // 15) * 15 + at % 15]) for at in range(225))
        firsts = winning_firsts(solver, cells, BLACK if turn == "X" else WHITE)
        assert min(firsts.values(), default=0) == fours, (text, turn)
        wins, _, line = plain_fours.solve(text, turn)
        if wins:
            column, row = plain_fours.NAMED[line[0]]
            assert firsts[15 * row + column] == fours, (text, turn, line)
