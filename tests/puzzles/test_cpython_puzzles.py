"""Solve the firmware's puzzles with the plain search of the tests, and test how puzzles are found and packed."""

import dataclasses

import plain_fours
import pytest
import real_games
from portable import some
from tengen.games import BLACK, EMPTY, WHITE, opponent
from tengen.games.points import index, name
from tengen.games.renju.position import point_of_column
from tengen.partner import puzzles
from tengen.partner.fours import FOUL, NO_ANSWER, STRAIGHT_FOUR, Fours
from tengen_host.puzzles.choosing import chosen, grade_of
from tengen_host.puzzles.mining import puzzle_of, puzzles_of
from tengen_host.puzzles.packing import module_text
from tengen_host.solve import compiled


def text_of(puzzle):
    cells = cells_of(puzzle)
    return "".join(".XO"[cells[point_of_column(at)]] for at in range(225))


def cells_of(puzzle):
    colours = {**dict.fromkeys(puzzle.black, BLACK), **dict.fromkeys(puzzle.white, WHITE)}
    return bytes(colours.get(point, EMPTY) for point in range(225))


def wrong_of(puzzle):
    """Return the differences between the plain search and the puzzle; None if there are none."""
    text, turn = text_of(puzzle), ".XO"[puzzle.turn]
    wins, fours, line = plain_fours.solve(text, turn)
    if not wins or fours != puzzle.fours or plain_fours.replay(text, turn, line) is not None:
        return puzzle.number, wins, fours
    firsts = plain_fours.winning_firsts(text, turn)
    if firsts != {name(puzzle.first, 15): puzzle.fours}:
        return puzzle.number, firsts
    if turn == "O" and plain_fours.solve(text, turn, fouls_count=False)[0] == puzzle.by_foul:
        return puzzle.number, "by a foul"
    return None


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.proof)])
def test_puzzles_by_the_plain_search(step):
    """Check the least number of fours, the only first four, and whether White wins only by Black's foul."""
    every = map(puzzles.puzzle, range(1, puzzles.COUNT + 1, step))
    assert list(filter(None, map(wrong_of, every))) == []


def test_the_compiled_search_knows_the_same_answers():
    plain, quick = Fours(), compiled.fastest(1 << 12)
    ends = set()
    for number in range(1, puzzles.COUNT + 1, 8):
        puzzle = puzzles.puzzle(number)
        cells = bytearray(cells_of(puzzle))
        plain.begin(cells, puzzle.turn)
        while not plain.try_fours(10000):
            pass
        found = plain.found
        for at, point in enumerate(found.line):
            if at % 2 == 0:
                answer = plain.answer_to(cells, puzzle.turn, point)
                assert quick.answer_to(cells, puzzle.turn, point) == answer, number
                assert answer == (*found.line[1:], NO_ANSWER)[at], number
            cells[point] = puzzle.turn if at % 2 == 0 else opponent(puzzle.turn)
        ends.add(found.why)
    assert ends >= {STRAIGHT_FOUR, FOUL}


# How puzzles are found, chosen and packed


def some_of_each_grade(count):
    """Return puzzles as they were found. No two have the same game or the same points in their lines."""
    solver = Fours()
    for grade in range(1, 6):
        for k in range(1, count + 1):
            decoded = puzzles.puzzle(puzzles.nth(grade, k * puzzles.count(grade) // count))
            found = puzzle_of(solver, cells_of(decoded), decoded.turn, decoded.number, True)
            assert (found.fours, found.line[0]) == (decoded.fours, decoded.first)
            assert (found.by_foul, grade_of(found)) == (decoded.by_foul, grade)
            yield decoded, found


def test_a_puzzle_is_found_chosen_and_packed_as_it_is_decoded(monkeypatch):
    decoded, found = zip(*some_of_each_grade(4), strict=True)
    module = {}
    exec(module_text(chosen(found), "From nowhere."), module)
    assert module["GRADES"] == (4, 4, 4, 4, 4)
    monkeypatch.setattr(puzzles, "DATA", module["DATA"])
    monkeypatch.setattr(puzzles, "GRADES", module["GRADES"])
    monkeypatch.setattr(puzzles, "COUNT", 20)
    again = [{**vars(puzzles.puzzle(number)), "number": 0} for number in range(1, 21)]
    assert sorted(again, key=str) == sorted(({**vars(each), "number": 0} for each in decoded), key=str)


def test_no_puzzle_is_kept_twice():
    _, found = zip(*some_of_each_grade(1), strict=True)
    turned = [dataclasses.replace(each, cells=each.cells[::-1], game=1000 + each.game) for each in found]
    assert len(chosen([*found, *turned])) == len(found)
    # a second puzzle with the same attack in the same game is not kept either
    later = [dataclasses.replace(each, cells=bytes((each.turn,)) + each.cells[1:]) for each in found]
    assert len(chosen([*found, *later])) == len(found)


def test_a_position_without_a_single_first_four_is_no_puzzle():
    solver = Fours()
    for text, turn, fours in plain_fours.problems()[:: 400 // some(5)]:
        cells = bytearray(225)
        for column, mark in enumerate(text):
            cells[point_of_column(column)] = ".XO".index(mark)
        found = puzzle_of(solver, bytes(cells), ".XO".index(turn), 0, True)
        firsts = plain_fours.winning_firsts(text, turn)
        if found:
            assert firsts == {name(found.line[0], 15): fours}, text
        elif len(firsts) == 1 and fours > 1:
            # no puzzle, because the first stone is forced: the other side threatens a five
            own, other = (plain_fours.bits(plain_fours.stones(text, mark)) for mark in (turn, "XO"[turn == "X"]))
            assert plain_fours.fives(other, own, turn == "O"), text


def test_the_puzzles_of_a_game():
    game = next(game for game in real_games.games() if len(game) < 20)
    for found in puzzles_of(Fours(), [index(point, 15) for point in game], 7):
        stones = [index(point, 15) for point in game[: found.stones]]
        lie = {point for point, colour in enumerate(found.cells) if colour}
        assert len(lie & set(stones)) == found.stones - (not found.played)
        assert found.game == 7


def test_a_game_that_is_over_is_no_puzzle():
    puzzle = next(
        puzzle
        for puzzle in map(puzzles.puzzle, puzzles.numbers(1))
        if puzzle.turn == WHITE and not {*range(6), *range(15, 21)} & {*puzzle.black, *puzzle.white}
    )
    cells = cells_of(puzzle)
    assert puzzle_of(Fours(), cells, WHITE, 0, True)
    # no puzzle with a five of Black at the edge, far from all other stones
    assert puzzle_of(Fours(), bytes([BLACK] * 5) + cells[5:], WHITE, 0, True) is None
