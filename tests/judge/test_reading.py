"""Test positions as people and programs write them, and the errors for text that can't be read."""

import pytest
from portable import boards
from real_games import games
from tengen.games import EMPTY, points
from tengen.games.renju.position import board_text
from tengen_host.judge.drawing import board_drawing
from tengen_host.judge.reading import ending, read

BOARD, VERDICTS = next(boards("verdicts.txt"))


def diagram(*rows):
    """Return a whole diagram with coordinates. `rows`: the rows at the bottom, from the upper to the lower one."""
    empty = " ".join("." * 15)
    lines = [empty] * (15 - len(rows)) + list(rows)
    letters = "    " + " ".join("ABCDEFGHIJKLMNO")
    return "\n".join([letters, *(f"{15 - at:2}  {row}  {15 - at:2}" for at, row in enumerate(lines)), letters])


def stones(text):
    cells = read(text).position.cells
    return {points.name(point, 15): ".XO"[colour] for point, colour in enumerate(cells) if colour}


def test_a_board_text_begins_with_row_15():
    assert stones("X" + "." * 224) == {"a15": "X"}
    assert stones("." * 224 + "O\n") == {"o1": "O"}


def test_a_diagram_with_and_without_coordinates():
    drawn = diagram(". X . . . . . . . . . . . . O", "X . . . . . . . . . . . . . .")
    assert stones(drawn) == {"b2": "X", "o2": "O", "a1": "X"}
    bare = "\n".join(line.strip(" 0123456789").replace(" ", "") for line in drawn.splitlines()[1:-1])
    assert stones(bare) == stones(drawn)


def test_what_is_drawn_is_read_again_marks_and_all():
    # the digits 3 to 6 in a drawing are verdicts on empty points; text after an empty line is not a row
    for board, _ in boards("verdicts.txt", 100):
        drawn = board_drawing(read(board).position)
        assert board_text(read(drawn + "\n\nNo five.\n").position) == board


def test_a_diagram_with_empty_lines_between_its_rows():
    for board, _ in boards("verdicts.txt", 500):
        drawn = board_drawing(read(board).position)
        assert board_text(read(drawn.replace("\n", "\n\n") + "\n\nNo five.\n").position) == board


def test_moves_as_long_as_a_board_text():
    game = next(moves for moves in games() if len("".join(moves)) == 225 or len(" ".join(moves)) == 225)
    for text in ("".join(game), " ".join(game)):
        assert len(read(text).game.moves) == len(game)


def test_moves_alternate():
    reading = read("h8i9 G7\n-- h9")
    assert stones("h8i9 G7\n-- h9") == {"h8": "X", "i9": "O", "g7": "X", "h9": "X"}
    assert reading.game.moves == [112, 128, 96, -1, 127] and not reading.fouls


def test_a_foul_in_a_record_is_told_and_moves_may_follow():
    """A foul lapses with White's next move (firmware/docs/rules.md#play)."""
    reading = read("h8a1i8a3j9a5j10a7j8 a9")
    assert [(move, points.name(point, 15), verdict) for move, point, verdict in reading.fouls] == [(9, "j8", 3)]
    assert reading.game.result is None


@pytest.mark.parametrize(
    ("moves", "winner", "said"),
    [
        ("h8a1i8a2j8a3k8a4l8", 1, "Black won with move 9, five"),
        ("a15h8b15i8c13j8d13k8e11m8f11l8", 2, "White won with move 12, five"),  # six in a row win for White
        ("h8 -- --", EMPTY, "a draw with move 3, two passes"),
    ],
)
def test_games_that_end(moves, winner, said):
    game = read(moves).game
    assert game.result.winner == winner and ending(game) == said


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "line 1: nothing is there"),
        ("\n \n", "line 1: nothing is there"),
        ("." * 100 + "?" + "." * 124, "line 1, column 101: '?' is neither . nor X nor O"),
        ("." * 224, "line 1, column 225: a board text must have 225 characters, but this one has 224"),
        ("h8 i9\nz9", "line 2, column 1: z9 is not a point"),
        ("h8i16", "line 1, column 3: i16 is not on the board: its points are A1 to O15"),
        ("h8 p3", "line 1, column 4: p3 is not on the board"),
        ("h8i9h8", "line 1, column 5: move 3 may not be h8: there is already a stone"),
        ("h8i", "line 1, column 3: i is not a point"),
        ("h8 !9", "line 1, column 4: ! is not a point"),
        ("--", "line 1, column 1: move 1 may not be a pass"),
        ("h8a1i8a2j8a3k8a4l8 b1", "line 1, column 20: b1 would be move 10, but the game is over: Black won"),
        ("h8 -- -- b1", "line 1, column 10: b1 would be move 4, but the game is over: a draw"),
        ("\n".join(["." * 15] * 14), "line 14: a diagram must have 15 rows, but this one has 14"),
        ("\n".join(["." * 15] * 15 + [""] + ["." * 15] * 15), "line 31: a diagram must have 15 rows, but this"),
        (diagram() + "\n\nNo five.\n\n" + diagram(), "line 21: another diagram, and only one can be judged"),
        ("\n".join(["." * 15] * 16), "line 16: a diagram must have 15 rows, but this one has 16"),
        (diagram(". " * 13 + ".", ". " * 14 + "."), "line 15, column 36: row 2 must have 15 points, but it has 14"),
        ("." * 223 + "?", "line 1, column 224: '?' is neither . nor X nor O"),
        (diagram(". . Q . . . . . . . . . . . ."), "line 16, column 9: 'Q' is neither . nor X nor O"),
        (diagram().replace("\n 7 ", "\n 8 "), "line 10, column 2: this is row 7, but its number is 8"),
    ],
)
def test_what_can_not_be_read_says_where(text, error):
    with pytest.raises(ValueError) as raised:
        read(text)
    assert str(raised.value).startswith(error)
