"""The lessons' positions: the judge agrees with each drawing, and a contradiction is refused with a clear sentence."""

import dataclasses

import pytest
from tengen.games import BLACK, WHITE
from tengen.games.points import index
from tengen.partner import lessons
from tengen.partner.fours import Fours
from tengen_host.lessons.__main__ import INTO
from tengen_host.lessons.checking import ORDER, TASKS, check, checked
from tengen_host.lessons.packing import module_text
from tengen_host.lessons.placing import placed
from tengen_host.lessons.reading import SOURCE, LessonError, read

TEXT = SOURCE.read_text(encoding="ascii")
FIVE = """lesson five

black: five
 9 . . . . . . .
 8 O X x X X * .
   d e f g h i j
"""
# in the second position, only two stones make a four because the row ends at a
EDGE = """lesson four

black: five
 8 . X X X * X .
   a b c d e f g

black: four
 8 X X X * * .
 7 . O . . . .
   a b c d e f
"""


def points(text):
    return tuple(sorted(index(point, 15) for point in text.split()))


def test_the_firmwares_lessons_are_those_of_the_drawings_and_the_judge_agrees_with_each():
    drawn = checked(read(TEXT))
    assert INTO.read_text(encoding="ascii") == module_text(placed(drawn)), "run python -m tengen_host.lessons"
    assert {each.lesson for each in drawn} == set(ORDER) and {each.task for each in drawn} == set(TASKS)


def test_a_drawing_is_read():
    (drawn,) = read(FIVE)
    assert (drawn.black, drawn.white) == (points("e8 f8 g8 h8"), points("d8"))
    assert (drawn.right, drawn.look) == (points("i8"), points("f8"))
    check(drawn)


def looks(*kinds):
    """Return what is equal for all places of these kinds of points: black stones, white stones, answers."""

    def turned(stones, turn):
        found = [(at % 15, at // 15) for at in stones]
        for _ in range(turn % 4):
            found = [(-row, column) for column, row in found]
        return [(-column, row) for column, row in found] if turn > 3 else found

    found = []
    for turn in range(8):
        sides = [turned(stones, turn) for stones in kinds]
        left, low = (min(place[axis] for stones in sides for place in stones) for axis in (0, 1))
        found.append([sorted((column - left, row - low) for column, row in stones) for stones in sides])
    return repr(min(found))


def test_no_two_positions_are_the_same_by_symmetry():
    seen = {}
    for drawn in read(TEXT):
        key = looks(drawn.black, drawn.white)
        assert key not in seen, (drawn.line, seen[key])
        seen[key] = drawn.line


def position(number):
    """Return a position of the firmware, and the stones that lie there after it is solved: its black, its white."""
    its = lessons.position(number)
    sides = [set(its.black), set(its.white)]
    sides[its.turn - 1] |= set(its.right)
    if its.task == "fours":
        for at, point in enumerate(shortest(its).line):
            sides[(its.turn - 1 + at) % 2].add(point)
    return its, *sides


def test_hands_never_exchange_a_stone_between_two_positions():
    for number in range(1, lessons.COUNT):
        _, black, white = position(number)
        then = lessons.position(number + 1)
        assert not black & set(then.white) and not white & set(then.black), number


def test_the_places_of_positions_change_nothing_else():
    for number, drawn in enumerate(read(TEXT), 1):
        its = lessons.position(number)
        assert its.at > 1 or (its.black, its.white) == (drawn.black, drawn.white)
        assert looks(its.black, its.white, its.hint) == looks(drawn.black, drawn.white, drawn.right + drawn.look)


def test_a_position_at_the_edge_is_not_placed_where_the_judge_finds_other_answers():
    drawn = placed(read(EDGE))
    assert drawn == placed(read(EDGE)), "the same each time"
    assert drawn[0].black == points("b8 c8 d8 f8"), "one column to the right, the second one would have three in common"
    assert (drawn[1].black, drawn[1].right) == (points("a8 b8 c8"), points("d8 e8"))


def shortest(its):
    """Return the shortest win by fours of a position, drawn or of the firmware."""
    cells = bytearray(225)
    for colour, stones in ((BLACK, its.black), (WHITE, its.white)):
        for at in stones:
            cells[at] = colour
    fours = Fours()
    fours.begin(bytes(cells), its.turn)
    while not fours.try_fours(1000):
        pass
    return fours.found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("X * .", "X . *", "the right answers for five are I8 by the judge, and J8 by the drawing"),
        ("* .", ". .", "the right answers for five are I8 by the judge, and no point by the drawing"),
        ("O X", ". X", "are D8, I8 by the judge, and I8 by the drawing. Correct the stones, or the marks *"),
        ("X X * .", "X . * .", "are no point by the judge"),
        ("X X * .", "X X X *", "the position can't be set up"),
        ("five\n 9", "four\n 9", "the player could make a five at I8; lift a stone"),
        ("five\n 9", "block\n 9", "the opponent has no four to stop; draw one"),
        ("black: five", "white: five", "no task is called 'five' for white"),
        ("black: five", "black: six", "no task is called 'six' for black: five, four,"),
    ],
)
def test_a_position_that_the_judge_contradicts_is_refused(old, new, said):
    assert FIVE.count(old) == 1
    (drawn,) = read(FIVE.replace(old, new))
    with pytest.raises(LessonError) as error:
        check(drawn)
    assert said in str(error.value)
    assert str(error.value).startswith("lessons.txt, line 3, a position of the lesson five: ")


def test_a_four_of_the_opponent_is_refused_unless_it_must_be_stopped():
    theirs = FIVE.replace(" 9 . . . . . . .", " 9 X O O O O . .")
    (drawn,) = read(theirs)
    with pytest.raises(LessonError, match="the opponent has a five at I9; lift a stone of that four"):
        check(drawn)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("black: five", "black five", "line 3: 'black five' is no task. Write for example: black: five"),
        ("X X * .", "X X *", "line 5: a row is its number and a mark for each of the columns d to j"),
        (" 8 O X", " 8 Q X", "line 5: a row is its number and a mark"),
        (" 8 O", " 16 O", "line 5: a row is its number and a mark"),
        ("d e f", "d f e", "line 6: below the rows write the letters of their columns"),
        ("   d e f g h i j\n", "", "line 5: below the rows write the letters of their columns"),
        ("lesson five\n", "\n", "line 3: 'black: five' is no task"),
    ],
)
def test_what_is_no_drawing_is_said_with_its_line(old, new, said):
    with pytest.raises(LessonError) as error:
        read(FIVE.replace(old, new))
    assert said in str(error.value)


def test_the_order_of_the_lessons_and_the_number_of_positions_are_fixed():
    drawn = read(TEXT)
    with pytest.raises(LessonError, match="the lessons must be, in this order: five, four"):
        checked(drawn[5:])
    with pytest.raises(LessonError, match="five has 2 positions; a lesson has 3 to 5"):
        checked(drawn[2:])


def test_a_win_by_fours_of_a_lesson_is_a_beginners():
    for drawn in read(TEXT):
        if drawn.task == "fours":
            win = shortest(drawn)
            assert 1 <= win.fours <= 3 and drawn.right == win.line[:1], drawn.line
            assert bool(drawn.look) == (win.fours > 1), "after the first four, the hint shows the stones for the next"


def test_a_hint_shows_right_answers_and_stones_and_no_other_point():
    for number in range(1, lessons.COUNT + 1):
        its = lessons.position(number)
        assert set(its.right) <= set(its.hint) <= {*its.right, *its.black, *its.white}, number


def test_each_task_can_be_contradicted():
    for drawn in {each.task: each for each in read(TEXT)}.values():
        with pytest.raises(LessonError, match=f"the right answers for {drawn.task} are .* and no point by the drawing"):
            check(dataclasses.replace(drawn, right=()))
