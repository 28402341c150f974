"""Test the drawings. Each mark must be at its point, according to the picture's own coordinates."""

import json
import re
from xml.etree import ElementTree

from portable import read_lines
from tengen.games.points import index
from tengen.games.renju.position import of_text
from tengen.games.renju.reasons import reasons
from tengen_host.judge.drawing import board_drawing, reasons_text
from tengen_host.records.position_svg import LINE_LETTERS, board_svg

SVG = "{http://www.w3.org/2000/svg}"

# no symmetry of the board maps this position onto itself
ROWS = """
...............
...............
...............
...............
....XXX.XX.....
.......X.......
.......X.......
...O.XX........
...............
.......O.......
...............
..............O
O..............
...............
...............
"""
LOPSIDED = of_text("".join(ROWS.split()))
BLACK = {"e11", "f11", "g11", "i11", "j11", "h10", "h9", "f8", "g8"}
WHITE = {"d8", "h6", "o4", "a3"}


def tricky(name):
    case = next(case for case in map(json.loads, filter(None, read_lines("tricky.jsonl"))) if case["id"] == name)
    return of_text(case["board"]), index(case["point"], 15)


def number(element, *names):
    return tuple(float(element.get(name)) for name in names)


class Picture:
    """A picture that is read back. Its own letters and numbers give the places of columns and rows."""

    def __init__(self, svg):
        self.root = ElementTree.fromstring(svg)
        texts = [(element.text, *number(element, "x", "y")) for element in self.root.iter(SVG + "text")]
        edge = min(x for text, x, _ in texts if text == "15")
        self.columns = {x: text.lower() for text, x, _ in texts if re.fullmatch("[A-O]", text)}
        self.rows = {y: text for text, x, y in texts if x == edge}
        self.texts = texts

    def point(self, x, y, near=0.5):
        """Return the name of the point at a place, or None."""
        for at, letter in self.columns.items():
            for height, row in self.rows.items():
                if abs(at - x) <= near and abs(height - y) <= near:
                    return letter + row
        return None

    def circles(self, fill):
        found = self.root.iter(SVG + "circle")
        return {self.point(*number(circle, "cx", "cy")) for circle in found if circle.get("fill") == fill}

    def marks(self):
        """Return the numbers on points, by point."""
        found = {self.point(x, y, near=3): text for text, x, y in self.texts if text in "3456"}
        return {point: text for point, text in found.items() if point}

    def crosses(self):
        """Return the points in the middle of two strokes.

        The lines of the grid do not count, because they are not oblique.
        """
        found = self.root.iter(SVG + "line")
        middles = []
        for x1, y1, x2, y2 in (number(line, "x1", "y1", "x2", "y2") for line in found):
            if x1 != x2 and y1 != y2:
                middles.append(self.point((x1 + x2) / 2, (y1 + y2) / 2))
        return set(middles)

    def letters(self):
        """Return the letters of lines on the board, and in the words below the board."""
        found = [(text, y) for text, _, y in self.texts if text in LINE_LETTERS]
        below = max(y for text, _, y in self.texts if text == "A")
        return "".join(text for text, y in found if y < below), "".join(text for text, y in found if y > below)


def test_the_board_in_lines():
    drawing = board_drawing(LOPSIDED).split("\n")
    assert drawing[0] == drawing[16] == "    A B C D E F G H I J K L M N O"
    assert drawing[1] == "15  . . . . . . . . . . . . . . .  15"
    assert drawing[5] == "11  . . . . X X X 6 X X . . . . .  11"
    assert drawing[8] == " 8  . . . O . X X . 3 . . . . . .   8"
    assert drawing[13] == " 3  O . . . . . . . . . . . . . .   3"
    assert len(drawing) == 17


def test_it_is_the_drawing_of_the_advanced_page():  # renju.net
    for case in json.loads("\n".join(read_lines("renjunet_advanced_fixtures.json"))):
        board = of_text("".join(case["board"]).replace("B", "X").replace("W", "O").replace("?", "."))
        for ours, theirs in zip(board_drawing(board).split("\n")[1:-1], case["board_ascii"][1:-1], strict=True):
            marks = ours.split()
            stones = [mark if mark in "XO" else "." for mark in marks[1:-1]]
            assert [marks[0], *stones, marks[-1]] == theirs.translate(str.maketrans("BW?", "XO.")).split(), case["id"]


def test_reasons_in_words():
    assert reasons_text(reasons(LOPSIDED, index("h8", 15), 1)) == "\n".join(
        [
            "H8: legal",
            "  three F8 G8 H8 in the row: straight four at I8",
            "  three H8 H9 H10 in the column: does not count: at H11 Black would make an overline (RIF 9.3 a)",
            "    with H8 down, H11: overline, a foul",
            "      overline E11 F11 G11 H11 I11 J11 in the row",
            "      straight four H8 H9 H10 H11 in the column: five at H7 or H12",
        ]
    )
    position, point = tricky("433")
    assert reasons_text(reasons(position, point)) == "\n".join(
        [
            "H8: double-three, a foul",
            "  four E8 F8 G8 H8 in the row: five at I8",
            "  three H8 H9 H10 in the column: straight four at H7 or H11",
            "  three H8 I9 J10 in the rising diagonal: straight four at G7 or K11",
        ]
    )
    position, point = tricky("five_beats_overline")
    assert "H8: five, Black wins\n  five H8 H9 H10 H11 H12 in the column" in reasons_text(reasons(position, point))
    position, point = tricky("pr124_quintet")
    assert "at G8 Black would make a five (definition of three)" in reasons_text(reasons(position, point))


def test_a_three_with_one_point_left_says_what_the_other_would_be():
    # the asymmetric board without the stone on h7
    position = of_text("".join(ROWS.split()).replace(".......O.......", "..............."))
    told = reasons_text(reasons(position, index("h8", 15)))
    assert "three H8 H9 H10 in the column: straight four at H7; at H11 Black would make an overline (RIF 9.3 a)" in told


def test_the_picture_is_not_mirrored():
    picture = Picture(board_svg(LOPSIDED))
    assert "".join(picture.columns[x] for x in sorted(picture.columns)) == "abcdefghijklmno"
    assert [int(picture.rows[y]) for y in sorted(picture.rows)] == list(range(15, 0, -1))
    assert picture.circles("url(#tengen-black)") == BLACK
    assert picture.circles("url(#tengen-white)") == WHITE
    assert picture.marks() == {"h11": "6", "i8": "3"}


def test_every_kind_has_a_figure_in_a_shape_with_as_many_corners():
    lines = [line for line in read_lines("verdicts.txt") if {"3", "4", "5", "6"} <= set(line)]
    position = of_text("".join(mark if mark in "XO" else "." for mark in lines[0]))
    points = [f"{letter}{row}" for row in range(15, 0, -1) for letter in "abcdefghijklmno"]
    expected = {point: mark for point, mark in zip(points, lines[0], strict=True) if mark in "3456"}
    picture = Picture(board_svg(position))
    assert picture.marks() == expected
    corners = [len(polygon.get("points").split()) for polygon in picture.root.iter(SVG + "polygon")]
    for kind in "3456":
        # each kind has one more mark in the legend below the board
        assert corners.count(int(kind)) == list(expected.values()).count(kind) + 1
    names = [text for text, _, _ in picture.texts if len(text) > 3]
    assert names == ["five", "overline", "double-four", "double-three"]


def test_a_point_with_its_lines():
    picture = Picture(board_svg(LOPSIDED, reasons(LOPSIDED, index("h8", 15))))
    assert picture.crosses() == {"h11"}
    # the judged stone is also drawn, and a letter connects each line with its text
    assert picture.circles("url(#tengen-black)") == BLACK | {"h8"}
    assert picture.letters() == ("αβ", "αβ")
    words = " ".join(text for text, _, _ in picture.texts)
    assert "H8: legal" in words and "at H11 Black would make an overline" in words


def test_numbers_on_stones():
    moves = [index(point, 15) for point in ("h10", "h6", "h9", "a3", "f8")]
    picture = Picture(board_svg(LOPSIDED, moves=[*moves[:2], None, -1, *moves[2:]]))
    numbers = {picture.point(x, y): text for text, x, y in picture.texts if picture.point(x, y) in BLACK | WHITE}
    assert numbers == {"h10": "1", "h6": "2", "h9": "5", "a3": "6", "f8": "7"}


def test_the_same_picture_each_time_and_all_by_itself():
    found = json.loads(json.dumps(reasons(LOPSIDED, index("h8", 15), 1)))
    svg = board_svg(LOPSIDED, found)
    assert svg == board_svg(LOPSIDED, reasons(LOPSIDED, index("h8", 15), 1))
    assert "href" not in svg and "<style" not in svg and "<script" not in svg
    assert svg.count("http") == 1, "its name space, and no address"


def test_all_tricky_positions_are_drawn():
    for case in map(json.loads, filter(None, read_lines("tricky.jsonl"))):
        position = of_text(case["board"])
        found = reasons(position, index(case["point"], 15), 2)
        picture = Picture(board_svg(position, found))
        expected = LINE_LETTERS[: len(found["lines"])]
        assert picture.letters() == (expected, expected)
        killed = [other["point"] for line in found["lines"] for other in line.get("at", ()) if other["rule"]]
        assert picture.crosses() == set(killed), case["id"]
