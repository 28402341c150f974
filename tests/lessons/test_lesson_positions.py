"""The lessons' positions: the judge agrees with each drawing, and a contradiction is refused with a clear sentence."""

import dataclasses

import pytest
from tengen.games.points import index
from tengen.partner.fours import Fours
from tengen_host.lessons.__main__ import INTO
from tengen_host.lessons.checking import ORDER, TASKS, check, checked
from tengen_host.lessons.packing import module_text
from tengen_host.lessons.reading import SOURCE, LessonError, read

TEXT = SOURCE.read_text(encoding="ascii")
FIVE = """lesson five

black: five
 9 . . . . . . .
 8 O X X X X * ?
   d e f g h i j
"""


def points(text):
    return tuple(sorted(index(point, 15) for point in text.split()))


def test_the_firmwares_lessons_are_those_of_the_drawings_and_the_judge_agrees_with_each():
    drawn = checked(read(TEXT))
    assert INTO.read_text(encoding="ascii") == module_text(drawn), "run python -m tengen_host.lessons"
    assert {each.lesson for each in drawn} == set(ORDER) and {each.task for each in drawn} == set(TASKS)


def test_a_drawing_is_read():
    (drawn,) = read(FIVE)
    assert (drawn.black, drawn.white) == (points("e8 f8 g8 h8"), points("d8"))
    assert (drawn.right, drawn.hint) == (points("i8"), points("i8 j8"))
    check(drawn)


def test_no_two_positions_are_the_same_by_symmetry():
    def turned(stones, turn):
        found = [(at % 15, at // 15) for at in stones]
        for _ in range(turn % 4):
            found = [(-row, column) for column, row in found]
        return [(-column, row) for column, row in found] if turn > 3 else found

    seen = {}
    for drawn in read(TEXT):
        looks = []
        for turn in range(8):
            black, white = turned(drawn.black, turn), turned(drawn.white, turn)
            left, low = min(column for column, _ in black + white), min(row for _, row in black + white)
            moved = [sorted((column - left, row - low) for column, row in stones) for stones in (black, white)]
            looks.append(repr(moved))
        key = min(looks)
        assert key not in seen, (drawn.line, seen[key])
        seen[key] = drawn.line


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("X * ?", "X . *", "the right answers for five are I8 by the judge, and J8 by the drawing"),
        ("* ?", ". ?", "the right answers for five are I8 by the judge, and no point by the drawing"),
        ("O X", ". X", "are D8, I8 by the judge, and I8 by the drawing. Correct the stones, or the marks *"),
        ("X X X X * ?", "X X X . * ?", "are no point by the judge"),
        ("X X X X * ?", "X X X X X *", "the position can't be set up"),
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
        (" 8 O X X X X * ?", " 8 O X X X X *", "line 5: a row is its number and a mark for each of the columns d to j"),
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
        checked(drawn[3:])


def test_a_win_by_fours_of_a_lesson_is_a_beginners():
    for drawn in read(TEXT):
        if drawn.task == "fours":
            fours = Fours()
            cells = bytearray(225)
            for at in drawn.black:
                cells[at] = 1
            for at in drawn.white:
                cells[at] = 2
            fours.begin(bytes(cells), drawn.turn)
            while not fours.try_fours(1000):
                pass
            assert 1 <= fours.found.fours <= 3, drawn.line
            assert set(fours.found.line[::2]) <= set(drawn.hint), drawn.line


def test_each_task_can_be_contradicted():
    for drawn in {each.task: each for each in read(TEXT)}.values():
        with pytest.raises(LessonError, match=f"the right answers for {drawn.task} are .* and no point by the drawing"):
            check(dataclasses.replace(drawn, right=()))
