"""The names of points: letters count from left to right, numbers from bottom to top."""

from portable import raises
from tengen.codes import coded
from tengen.games import points


def test_names_and_indices_of_the_corners_and_the_centre():
    for text, index in (("a1", 0), ("o1", 14), ("a15", 210), ("o15", 224), ("h8", 112), ("i7", 98)):
        assert points.index(text, 15) == index
        assert points.name(index, 15) == text


def test_either_case_is_read():
    assert points.index("H8", 15) == points.index("h8", 15)


def test_a_board_of_19():
    assert points.index("s19", 19) == 360
    assert points.name(360, 19) == "s19"


def test_what_is_no_point():
    for text in ("", "h", "8", "8h", "h0", "h08", "h-1", "h8x", "hh", "h\u0668", "h100"):
        assert raises(ValueError, points.index, text, 15) == coded("refused.no_name_of_point", text=text)


def test_what_is_off_the_board():
    for text in ("p1", "a16", "s19"):
        assert raises(ValueError, points.index, text, 15) == coded("refused.off_board", text=text, point="o15")


def test_a_move_text():
    assert points.indices("h8i9 G7\n", 15) == [112, 128, 96]
    assert points.indices("", 15) == []


def test_a_bad_move_text_says_where():
    why = coded("refused.no_name_of_point", text="z7")
    assert raises(ValueError, points.indices, "h8i9z7", 15) == coded("refused.at_character", number=5, why=why)
