"""The names of the 26 openings from the first three stones. Source: openings26.tsv, firmware/docs/openings.md#rules."""

from portable import read_lines
from tengen.games import PASS
from tengen.games.points import index, indices
from tengen.games.renju.opening_names import opening_name


def named(moves):
    found = opening_name(indices(moves, 15), 15)
    return found and found[1]


def listed():
    """Yield (code, name, kanji, [points]) of each line of the list."""
    for line in read_lines("openings26.tsv"):
        if line:
            code, name, kanji, moves = line.split("\t")
            yield code, name, kanji, [index(stone, 15) for stone in moves.split()]


def turned(point, times, mirrored):
    """Return the point after an optional reflection and then a number of rotations of the board by 90 degrees."""
    column, row = point % 15, point // 15
    if mirrored:
        column = 14 - column
    for _ in range(times):
        column, row = row, 14 - column
    return row * 15 + column


def test_all_26_whichever_way_the_board_is_turned():
    count = 0
    for code, name, kanji, moves in listed():
        for mirrored in (False, True):
            for times in range(4):
                stones = [turned(point, times, mirrored) for point in moves]
                assert opening_name(stones, 15) == (code, name, kanji), (name, stones)
        count += 1
    assert count == 26


def test_every_place_of_three_stones_has_a_name():
    # if stone 2 touches the centre and stone 3 is anywhere else in the 5x5, the 26 openings are all cases, except for
    # symmetry
    square = [row * 15 + column for row in range(5, 10) for column in range(5, 10)]
    touching = [row * 15 + column for row in (6, 7, 8) for column in (6, 7, 8) if (column, row) != (7, 7)]
    count = 0
    for second in touching:
        for third in square:
            if third not in (112, second):
                assert opening_name((112, second, third), 15), (second, third)
                count += 1
    assert count == 8 * 23


def test_where_they_lie_on_the_board():  # openings that players know
    assert named("h8h9i9") == named("h8h9g9") == named("h8i8i7") == "Kagetsu"
    assert named("h8i9i7") == named("h8g7i7") == named("h8i7i9") == "Hogetsu"
    assert named("h8h7h6") == "Kansei"
    assert named("h8g9j6") == "Suisei"


def test_what_is_none_of_them():
    for moves in ("", "h8", "h8h9", "h8h10i9", "h8h9h11", "h8h9k8", "h9h8i8", "h8a1o15", "i9h8h9"):
        assert named(moves) is None, moves
    for moves in ((112, PASS, 113), (112, 113, PASS), (PASS, 112, 113), (112, PASS, PASS)):
        assert opening_name(moves, 15) is None
    assert opening_name((112, 127, 128), 19) is None


def test_later_moves_change_nothing():
    assert named("h8h9i9a1o15") == "Kagetsu"
