"""Test the search for wins by fours on drawn boards, in slices, and as machine code against plain Python."""

import fours_boards
from portable import firmware_text, some
from tengen.games import BLACK, WHITE
from tengen.games.points import DIRECTIONS, index, name
from tengen.games.renju.position import point_of_column
from tengen.partner.fours import FIVE, FOUL, NO_ANSWER, NO_FOUR, NODE_US, STRAIGHT_FOUR, TWO_FOURS, Fours

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock():
        pass

    heap_unlock = heap_lock

CUT = "@micropython.viper\n"
TURNS = {"X": BLACK, "O": WHITE}
MANY = 1_000_000

# A problem of tests/data/vcf.tsv: White wins with four fours. The search finds this win after 91 tried fours, and finds
# after 287 that no win is shorter
ROWS = """
...............
...............
...X.O...X.....
....OXXXOXO....
.....OOXOOXO.X.
...OOXOOXXX.O..
...XXXOOOXX....
....OXXXXOOOOX.
.....OXX.OXO...
......O.XOXX...
........XOOO...
.........X.....
...............
...............
...............
"""


def cells_of(text):
    cells = bytearray(225)
    for column, mark in enumerate(text):
        cells[point_of_column(column)] = ".XO".index(mark)
    return cells


def solved(solver, board, slices=MANY):
    solver.begin(cells_of(board.text), TURNS[board.turn])
    while not solver.try_fours(slices):
        pass
    return solver.found


def test_the_drawn_boards():
    solver = Fours()
    count = 0
    for board in fours_boards.boards():
        found = solved(solver, board)
        assert solver.wins == board.wins, board.name
        assert (found and found.fours) == board.fours, board.name
        if found:
            assert _end(found, board.turn) == board.end, board.name
            assert len(found.line) == max(1, 2 * found.fours - 1), board.name
        count += 1
    assert count > 40


def _end(found, turn):
    # the drawn boards do not distinguish White's straight fours from two fours
    straight = "straight four" if turn == "X" else "two fives"
    return {FIVE: "five", STRAIGHT_FOUR: straight, TWO_FOURS: "two fives", FOUL: found.foul}[found.why]


def test_the_points_of_five_after_the_line():
    solver = Fours()
    for board in fours_boards.boards():
        found = solved(solver, board)
        if found and found.why != FIVE:
            cells = cells_of(board.text)
            for number, point in enumerate(found.line):
                assert cells[point] == 0, board.name
                cells[point] = 3 - TURNS[board.turn] if number % 2 else TURNS[board.turn]
            fives, straight = fives_of(cells, found.line[-1])
            assert fives == found.fives, board.name
            assert (len(found.fives) == 1) == (found.why == FOUL), board.name
            assert straight == (found.why == STRAIGHT_FOUR), board.name


# White's j9 makes a four down the column and a four on a diagonal; their points of five are five rows apart
NOT_STRAIGHT = """
...............
...............
.........O.....
....OXOXXXXO...
......OX.O.....
....XOXOX......
...O.XXXO..X...
....OOXXXOO....
.....OOOXOXO...
......XXOXXXO..
........OXO....
...............
...............
...............
...............
"""


def test_two_fours_are_not_straight():
    solver = Fours()
    solver.begin(cells_of(NOT_STRAIGHT.replace("\n", "")), WHITE)
    assert solver.try_fours(MANY)
    assert [name(at, 15) for at in solver.found.line] == ["j9"]
    assert solver.found.why == TWO_FOURS and [name(at, 15) for at in solver.found.fives] == ["n5", "j10"]


def fives_of(cells, point):
    """Return where one more stone makes a five with the stone on `point`, and whether that is only a straight four."""
    found = []
    straight = False
    colour = cells[point]
    for across, up in DIRECTIONS:
        ahead, behind = row_end(cells, point, across, up), row_end(cells, point, -across, -up)
        ends = 0
        for (count, at), (back, _), way in ((ahead, behind, 1), (behind, ahead, -1)):
            if at < 0 or cells[at]:
                continue
            cells[at] = colour
            row = count + back + 2 + row_end(cells, at, way * across, way * up)[0]
            cells[at] = 0
            if row == 5 or (row > 5 and colour == WHITE):
                found.append(at)
                ends += 1
        straight = straight or (ends == 2 and ahead[0] + behind[0] == 3)
    return tuple(sorted(set(found))), straight and len(found) == 2


def row_end(cells, point, across, up):
    """Return how many stones of the same colour are beside `point` in one direction, and the next point, or -1."""
    colour = cells[point]
    row, column = divmod(point, 15)
    count = 0
    while True:
        row, column = row + up, column + across
        if not (0 <= row < 15 and 0 <= column < 15):
            return count, -1
        if cells[row * 15 + column] != colour:
            return count, row * 15 + column
        count += 1


def test_it_thinks_in_slices_of_any_length():
    solver = Fours()
    for number, board in enumerate(fours_boards.boards()):
        whole = solved(solver, board)
        line, nodes = whole and whole.line, solver.nodes
        for slices in (1, 2 + number):
            again = solved(solver, board, slices)
            assert (again and again.line, solver.nodes) == (line, nodes), (board.name, slices)


def test_a_search_may_be_given_up_at_any_moment():
    boards = list(fours_boards.boards())
    solver = Fours()
    told = []
    for board in boards:
        found = solved(solver, board)
        told.append((found and found.line, solver.nodes))
    for steps in range(1, some(10) + 1):
        for number, board in enumerate(boards):
            other = boards[number * 7 % len(boards)]
            solver.begin(cells_of(other.text), TURNS[other.turn])
            solver.try_fours(steps)
            found = solved(solver, board)
            assert (found and found.line, solver.nodes) == told[number], (board.name, steps)


def test_a_budget_is_a_number_of_fours():
    solver = Fours()
    solver.begin(cells_of(ROWS.replace("\n", "")), WHITE)
    assert solver.wins is None and not solver.done
    solver.think(NODE_US * 5)
    assert solver.nodes == 5 and not solver.done
    while not solver.think(5000):
        pass
    assert [name(point, 15) for point in solver.found.line] == ["n5", "m5", "m6", "o4", "o8", "n9", "m7"]
    assert (solver.found.why, solver.found.foul) == (FOUL, "double-four")


def test_nothing_is_allocated_while_it_tries():
    solver = Fours()
    solver.begin(cells_of(ROWS.replace("\n", "")), WHITE)
    heap_lock()
    solver.try_fours(80)
    heap_unlock()
    assert solver.nodes == 80 and solver.wins is None


def plain_kernels():
    """Return the kernels as plain Python. The rules' machine code still judges Black's double-threes."""
    text = firmware_text("partner/kernels.py")
    assert text.count(CUT) == 8
    text = text.replace(CUT, "").replace("from ..games.renju.kernels", "from tengen.games.renju.kernels")

    class Plain:
        pass

    its = {}
    exec(text, its)
    for each in ("begin", "search", "leave"):
        setattr(Plain, each, staticmethod(its[each]))
    return Plain


def test_machine_code_and_plain_python_keep_the_same_state():
    quick, plain = Fours(), Fours(inner=plain_kernels())
    boards = list(fours_boards.boards())[:: 5 if some(5) == 1 else 1]
    for board in boards:
        for solver in (quick, plain):
            solver.begin(cells_of(board.text), TURNS[board.turn])
        while True:
            assert quick.try_fours(7) == plain.try_fours(7), board.name
            assert bytes(quick.state) == bytes(plain.state), board.name
            if quick.done:
                break
        assert bytes(quick.table) == bytes(plain.table) and quick.core.cells == plain.core.cells, board.name


def test_a_search_may_begin_with_a_given_four():
    solver, checked = Fours(), 0
    for board in fours_boards.boards():
        found = solved(solver, board)
        if not found or found.why == FIVE:
            continue
        cells, firsts = cells_of(board.text), {}
        for point in range(225):
            if cells[point] == 0:
                solver.begin_with(cells, TURNS[board.turn], point)
                while not solver.try_fours(MANY):
                    pass
                if solver.found:
                    assert solver.found.line[0] == point, board.name
                    firsts[point] = solver.found.fours
                assert solver.wins == (point in firsts), board.name
        # the shortest of all wins is the shortest win that begins with one of these points
        assert firsts[found.line[0]] == min(firsts.values()) == found.fours, board.name
        checked += 1
    assert checked > 15


def test_a_standing_four_is_met_by_the_given_four_or_there_is_no_win():
    solver = Fours()
    board = [each for each in fours_boards.boards() if each.name == "standing four met"][0]
    for first, wins in (("h10", True), ("h6", False)):
        solver.begin_with(cells_of(board.text), TURNS[board.turn], index(first, 15))
        while not solver.try_fours(MANY):
            pass
        assert solver.wins == wins, first


def test_a_five_at_once_comes_before_any_four():
    solver = Fours()
    board = [each for each in fours_boards.boards() if each.name == "five at once"][0]
    solver.begin_with(cells_of(board.text), BLACK, index("a1", 15))
    assert solver.done and solver.found.why == FIVE


def test_the_answers_to_fours():
    solver = Fours()
    whys = set()
    for board in fours_boards.boards():
        found = solved(solver, board)
        if not found:
            continue
        cells, turn = cells_of(board.text), TURNS[board.turn]
        answers = list(found.line[1:]) + [NO_ANSWER]
        for number, point in enumerate(found.line):
            if number % 2 == 0:
                assert solver.answer_to(cells, turn, point) == answers[number], board.name
            cells[point] = 3 - turn if number % 2 else turn
        whys.add(found.why)
    assert whys == {FIVE, STRAIGHT_FOUR, TWO_FOURS, FOUL}


def test_a_stone_that_is_no_four_has_no_answer_and_a_five_is_the_best_one():
    solver = Fours()
    for first, said in (("standing four met", "h10"), ("four-three", "")):
        board = [each for each in fours_boards.boards() if each.name == first][0]
        cells, turn = cells_of(board.text), TURNS[board.turn]
        assert cells[index("a2", 15)] == 0
        answer = solver.answer_to(cells, turn, index("a2", 15))
        assert answer == (index(said, 15) if said else NO_FOUR), first
