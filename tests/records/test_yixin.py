"""Test Yixin's saved positions: rows from the top, the number of moves, and our own comments below the moves."""

import dataclasses

import pytest
from tengen_host.records import formats, psq, yixin
from tengen_host.records.record import Record, RecordError


def one(written, name="a.sav"):
    (record,) = yixin.read(written if isinstance(written, bytes) else written.encode(), name)
    return record


def test_a_position_is_the_same_as_in_psq():
    game = one("15\n15\n3\n7 7\n6 8\n0 0\n")
    assert (game.moves, game.size, game.game) == (("h8", "i9", "a15"), 15, "renju")
    (other,) = psq.read(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n1,1,0\n-1\n", "")
    assert game == other


def test_what_other_versions_write():
    game = one("\ufeff19\r\n19\r\n1\r\n18 0\r\n\r\n")
    assert (game.moves, game.size) == (("a1",), 19)
    game = one("15\n2\n1\n7 7\n")
    assert (game.moves, game.comment) == (("h8",), "Rule: 2")
    assert one("15 15 0").moves == ()


def test_the_bytes_of_pos():
    game = one(bytes([3, 7 * 15 + 7, 8 * 15 + 6, 0]), "a.pos")
    assert game.moves == ("h8", "i9", "a15")
    assert one(bytes([0]), "a.POS").moves == ()
    with pytest.raises(RecordError, match="move 2 is h8, where move 1 lies already"):
        one(bytes([2, 112, 112]), "a.pos")
    with pytest.raises(RecordError, match="move 1, 0 15, is not a point of a 15x15 board: 0 0 to 14 14"):
        one(bytes([1, 225]), "a.pos")
    with pytest.raises(RecordError, match="not a number|begins with"):
        one(bytes([2, 112]), "a.pos")  # cut off


def test_what_is_written():
    game = Record(("h8", "i9", "a15"), black="Ants\n", white="Bo", over=True, winner="white", reason="resignation")
    assert yixin.write([game]).decode() == (
        "15\n15\n3\n7 7\n6 8\n0 0\n# Result: 0-1\n# Black: Ants\n# White: Bo\n# White wins: Black resigns.\n"
    )
    assert one(yixin.write([game])) == dataclasses.replace(game, black="Ants")
    gomoku = Record(("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8"), size=19, game="gomoku", rule="swap-2",
                    over=True, winner="black", reason="five", line=("h8", "i8", "j8", "k8", "l8"))  # fmt: skip
    assert one(yixin.write([gomoku])) == gomoku and formats.recognize(yixin.write([gomoku])) == "sav"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "a.sav: a .sav file begins with three lines of one number each, like 15, 15, 2, then `7 7`: choose"),
        ("15\n15", "a.sav: a .sav file begins with"),
        ("15\n15\n1\n7 x", "a.sav, line 4: 'x' is not a number: a .sav file has three lines"),
        ("15\n15\n1\n-1 7", "a.sav, line 4: '-1' is not a number"),
        ("15\n16\n0", "a.sav: no board is 15x16: it is square, with 3 to 19 points a side"),
        ("20\n20\n0", "a.sav: no board is 20x20"),
        ("15\n15\n2\n7 7\n6", "a.sav: line 3 says that there are 2 moves, and 1.5 are there: correct it there"),
        ("15\n15\n1\n7 7\n6 8", "a.sav: line 3 says that there are 1 moves, and 2 are there"),
        ("15\n15\n2\n7 7\n7 15", "a.sav: move 2, 7 15, is not a point of a 15x15 board: 0 0 to 14 14"),
        ("15\n15\n2\n7 7\n7 7", "a.sav: move 2 is h8, where move 1 lies already"),
        ("15\n15\n2\n" + "7 7\n" * 2000, "a.sav: there are more than 1000 moves"),
    ],
)
def test_what_is_no_game_is_said(written, said):
    with pytest.raises(RecordError) as error:
        one(written)
    assert said in str(error.value) and len(str(error.value)) < 200
