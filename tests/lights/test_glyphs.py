"""Digits and short words on the board: which points are lit, and the place of the text."""

from array import array

from portable import cells_of, raises
from tengen.lights import glyphs

EMPTY = bytearray(225)


def drawn(text, cells=EMPTY, size=15):
    """Return the board with a text on it, the highest row first: `#` lit, `X` and `O` stones."""
    rows = array("I", [0x5555] * size)
    glyphs.place(text, cells, rows)
    lines = []
    for row in range(size - 1, -1, -1):
        marks = ""
        for column in range(size):
            lit = rows[row] >> column & 1
            mark = ".XO"[cells[row * size + column]]
            assert not lit or mark == ".", "a stone lies there"
            marks += "#" if lit else mark
        lines.append(marks)
    return lines


def inked(text):
    """Return the lines of an empty board that contain parts of the text, without dots at either end."""
    lines = [line for line in drawn(text) if "#" in line]
    left = min(line.index("#") for line in lines)
    return [line[left:].rstrip(".") for line in lines]


def test_a_large_word_in_the_middle_of_the_board():
    # neither digit is its own mirror image, so a mirrored board would differ
    assert drawn("64") == [
        "...............",
        "...............",
        "...............",
        "...............",
        "....##.....#...",
        "...#......##...",
        "..#......#.#...",
        "..####..#..#...",
        "..#...#.#####..",
        "..#...#....#...",
        "...###.....#...",
        "...............",
        "...............",
        "...............",
        "...............",
    ]


def test_four_small_signs_fill_the_board_from_side_to_side():
    assert drawn("SWAP")[5:10] == [
        ".##.#.#..#..##.",
        "#...#.#.#.#.#.#",
        ".#..###.###.##.",
        "..#.###.#.#.#..",
        "##..#.#.#.#.#..",
    ]


def test_a_time_has_a_narrow_colon():
    assert inked("0:42") == [
        "###...#.#.###",
        "#.#.#.#.#...#",
        "#.#...###.###",
        "#.#.#...#.#",
        "###.....#.###",
    ]


def test_two_words_lie_one_below_the_other():
    assert inked("SOO 8") == [
        ".##..#...#",
        "#...#.#.#.#",
        ".#..#.#.#.#",
        "..#.#.#.#.#",
        "##...#...#",
        "....###",
        "....#.#",
        "....###",
        "....#.#",
        "....###",
    ]


def test_what_was_there_before_is_gone():
    rows = array("I", [0] * 15)
    glyphs.place("88", EMPTY, rows)
    glyphs.place("1", EMPTY, rows)
    assert [row for row in rows if row] == [7 << 6, 2 << 6, 2 << 6, 2 << 6, 2 << 6, 3 << 6, 2 << 6]


GAME = """
15 . . . . . . . . . . . . . . .
14 . . . . . . . . . . . . . . .
13 . . . . . . . . . . . . . . .
12 . . . . . . . . . O . . . . .
11 . O . . . . . X X X O . . . .
10 . . X O . O O X O . . . . . .
 9 . . O X X X X O O X . . . . .
 8 . . . . X X O X X O . . . . .
 7 . . . . O X X O . . O . . . .
 6 . . . . O . X . . . . . . . .
 5 . . . . . . . . . . . . . . .
 4 . . . . . . . . . . . . . . .
 3 . . . . . . . . . . . . . . .
 2 . . . . . . . . . . . . . . .
 1 . . . . . . . . . . . . . . .
   a b c d e f g h i j k l m n o
"""


def test_words_go_where_no_stones_are():
    cells, _ = cells_of(GAME)
    board = drawn("33", cells)
    assert board[10:] == [
        "....###.###....",
        "......#...#....",
        "....###.###....",
        "......#...#....",
        "....###.###....",
    ]
    assert not any("#" in line for line in board[:10])


def test_stones_in_the_way_are_left_out():
    cells = bytearray(225)
    for column in range(15):
        for row in (2, 5, 8, 11):
            cells[15 * row + column] = 1
    board = drawn("11", cells)
    assert sum(line.count("#") for line in board) > 10
    assert sum(line.count("X") for line in board) == 60


def test_another_size_of_board():
    assert max(len(line) for line in drawn("1234", bytearray(361), 19)) == 19
    assert drawn("7", bytearray(81), 9)[1:8] == [
        "..#####..",
        "......#..",
        ".....#...",
        "....#....",
        "...#.....",
        "...#.....",
        "...#.....",
    ]


def test_all_signs_differ():
    seen = {}
    for letter in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        for text in (letter, letter + "TTT"):  # in large and in small letters
            picture = "\n".join(inked(text))
            assert picture not in seen, (text, seen.get(picture))
            seen[picture] = text


def test_what_cannot_be_shown_is_said():
    rows = array("I", [3] * 15)
    words = raises(ValueError, glyphs.place, "0\u00e9", EMPTY, rows)
    assert "there is no character for" in words and "can't be shown on the board" in words
    words = raises(ValueError, glyphs.place, "TARAGUCHI", EMPTY, rows)
    assert "'TARAGUCHI' can't be shown on the board: it is 35 wide and 5 high, the board 15" in words
    assert "nothing" in raises(ValueError, glyphs.place, " ", EMPTY, rows)
    assert "3 wide and 17 high" in raises(ValueError, glyphs.place, "A A A", EMPTY, rows)
    assert list(rows) == [3] * 15
