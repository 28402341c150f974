"""Test the puzzles in the form in which the board decodes them."""

from portable import raises, some
from tengen.codes import coded
from tengen.games import BLACK, WHITE
from tengen.partner import puzzles
from tengen.partner.fours import NO_FOUR, Fours
from tengen.partner.puzzle_data import DATA

GRADES = range(1, 6)


def cells_of(puzzle):
    cells = bytearray(225)
    for colour, points in ((BLACK, puzzle.black), (WHITE, puzzle.white)):
        for point in points:
            assert cells[point] == 0, puzzle.number
            cells[point] = colour
    return cells


def has_five(cells):
    for point in range(225):
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            row, column = divmod(point, 15)
            if not (cells[point] and 0 <= row + 4 * up < 15 and column + 4 * across < 15):
                continue
            if all(cells[point + steps * (15 * up + across)] == cells[point] for steps in range(5)):
                return True
    return False


def test_how_many_there_are():
    assert puzzles.COUNT >= 700 and len(DATA) < 40000
    every = [puzzles.puzzle(number) for number in range(1, puzzles.COUNT + 1)]
    assert 5 * sum(puzzle.by_foul for puzzle in every) >= len(every)
    for colour in (BLACK, WHITE):
        assert 3 * sum(puzzle.turn == colour for puzzle in every) > len(every)
    assert {puzzle.fours for puzzle in every} >= set(range(2, 12))


def test_each_is_a_position_of_a_game():
    seen = set()
    for number in range(1, puzzles.COUNT + 1):
        puzzle = puzzles.puzzle(number)
        cells = cells_of(puzzle)
        assert puzzle.number == number
        assert len(puzzle.black) - len(puzzle.white) == (0 if puzzle.turn == BLACK else 1), number
        assert 10 <= len(puzzle.black) + len(puzzle.white) <= 60, number
        assert all(0 <= point < 225 for point in puzzle.black + puzzle.white), number
        assert cells[puzzle.first] == 0 and 2 <= puzzle.fours <= 12, number
        assert puzzle.turn == WHITE or not puzzle.by_foul, number
        assert not has_five(cells), number
        seen.add(bytes(cells))
    assert len(seen) == puzzles.COUNT


def test_grades():
    told = []
    for grade in GRADES:
        its = puzzles.numbers(grade)
        assert len(its) == puzzles.count(grade) >= 50
        assert [puzzles.nth(grade, k) for k in (1, 2, len(its))] == [its[0], its[1], its[-1]]
        told += its
        for number in its[::10]:
            assert puzzles.puzzle(number).grade == grade
    assert told == list(range(1, puzzles.COUNT + 1))


def wrong(field, most):
    wanted = coded("device.wanted_number", least=1, most=most)
    return coded("device.wrong_field", command="puzzle", setting=field, wanted=wanted)


def test_numbers_that_are_none():
    last = puzzles.COUNT
    for number in (0, -1, last + 1):
        assert raises(ValueError, puzzles.puzzle, number) == wrong("number", last)
    for grade in (0, 6):
        for function in (puzzles.numbers, puzzles.count):
            assert raises(ValueError, function, grade) == wrong("grade", 5)
    most = puzzles.count(2)
    for k in (0, most + 1):
        assert raises(ValueError, puzzles.nth, 2, k) == wrong("number", most)


def test_the_first_four_is_the_boards_own():
    solver = Fours()
    for number in range(7, puzzles.COUNT + 1, puzzles.COUNT // some(50)):
        puzzle = puzzles.puzzle(number)
        cells = cells_of(puzzle)
        solver.begin(cells, puzzle.turn)
        while not solver.try_fours(10000):
            pass
        assert (solver.found.fours, solver.found.line[0]) == (puzzle.fours, puzzle.first), number
        assert solver.answer_to(cells, puzzle.turn, puzzle.first) not in (NO_FOUR, puzzle.first), number
