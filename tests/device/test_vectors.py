"""Test boards with known verdicts: reading, packing for the board, and comparing with its answers.

A wrong verdict must be reported.
"""

import base64
import json

import pytest
from onboard import judged, run
from tengen_host import resources
from tengen_host.device.errors import DeviceError
from tengen_host.device.repl import PIECE
from tengen_host.device.selftest import vectors

LINE = resources.path("tests/data/verdicts.txt").read_text(encoding="ascii").splitlines()[1]
TRICKY = resources.path("tests/data/tricky.jsonl").read_text(encoding="utf-8").splitlines()
EXAMPLES = json.loads(resources.path("tests/data/renjunet_advanced_fixtures.json").read_text(encoding="utf-8"))


def written(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def found_wrong(given):
    """Return the differences from the vectors if the board's own program runs with the rules on this computer."""
    wrong = vectors.wrong(given, judged(vectors.pieces(given, PIECE)))
    told = [(vector, run("rules", f"tell({vectors.packed(vector)!r})").split()[-1]) for vector in wrong]
    return [str(each) for vector, line in told for each in vectors.differences(vector, line)]


def test_the_built_in_ones_are_all_there():
    assert len(vectors.built_in(1)) == 3000 + 30 + 23
    assert len(vectors.built_in(5)) == 600 + 30 + 23


def test_the_rules_of_here_are_right_on_them():
    assert found_wrong(vectors.built_in(20)) == []


def test_the_whole_board_of_225_stones_is_packed():
    vector = vectors.Vector("x.txt", "line 1", "XO" * 112 + "X", "#" * 225)
    assert len(vectors.packed(vector)) == 2 + 225 + 29
    assert found_wrong([vector]) == []


def test_no_piece_is_longer_than_asked_and_none_is_lost():
    given = vectors.built_in(50)
    for size in (300, PIECE):
        pieces = vectors.pieces(given, size)
        assert max(map(len, pieces)) <= size
        assert sum(piece[0] for piece in pieces) == len(given)
        assert b"".join(piece[1:] for piece in pieces) == b"".join(map(vectors.packed, given))
    assert vectors.pieces([], PIECE) == []


def test_a_wrong_verdict_of_a_whole_board_is_named(tmp_path):
    at = LINE.index("5")
    given = vectors.read(written(tmp_path, "copy.txt", "." * 225 + "\n" + LINE[:at] + "4" + LINE[at + 1 :] + "\n"))
    point = "ABCDEFGHIJKLMNO"[at % 15] + str(15 - at // 15)
    assert found_wrong(given) == [f"copy.txt, line 2, {point}: expected 4, got 5"]


def test_a_wrong_verdict_of_a_single_point_is_named(tmp_path):
    case = json.loads(TRICKY[0]) | {"verdict": "6"}
    given = vectors.read(written(tmp_path, "copy.jsonl", "\n".join([json.dumps(case), *TRICKY[1:]])))
    assert len(given) == 30
    assert found_wrong(given) == ["copy.jsonl, five, H8: expected 6, got 5"]


def test_a_wrong_example_is_named(tmp_path):
    cases = [EXAMPLES[0] | {"expected": "3x3 forbidden"}, *EXAMPLES[1:]]
    given = vectors.read(written(tmp_path, "copy.json", json.dumps(cases)))
    assert found_wrong(given) == ["copy.json, 01a_forbiddens_4x4, E14: expected 3, got 4"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.txt", LINE + "\n" + LINE[:-1] + "\n", "a.txt, line 2: not a valid vector: it needs 225 characters"),
        ("b.txt", LINE.replace("5", "7") + "\n", "b.txt, line 1: not a valid vector"),
        ("c.jsonl", TRICKY[0] + "\nnot JSON\n", "c.jsonl, line 2: not a valid vector"),
        ("d.jsonl", json.dumps({"id": "x", "board": "...", "point": "H8", "verdict": "."}), "d.jsonl, line 1"),
        ("e.jsonl", json.dumps(json.loads(TRICKY[0]) | {"point": "P1"}), "e.jsonl, line 1"),
        ("f.jsonl", json.dumps(json.loads(TRICKY[0]) | {"verdict": "7"}), "f.jsonl, line 1"),
        ("g.json", json.dumps([EXAMPLES[0], {"id": "x"}]), "g.json, number 2"),
        ("h.json", json.dumps({"id": "x"}), "h.json"),
        ("i.csv", "", "i.csv: vectors are in files that end in"),
        ("j.txt", "", "j.txt has no vector"),
    ],
)
def test_a_file_that_is_none_says_where(tmp_path, name, text, words):
    with pytest.raises(DeviceError) as said:
        vectors.read(written(tmp_path, name, text))
    assert words in str(said.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(DeviceError, match="none.txt does not exist: check its name"):
        vectors.read(tmp_path / "none.txt")


def test_answers_that_are_missing_are_no_verdicts():
    with pytest.raises(DeviceError, match="answered 1 of 2 boards"):
        vectors.wrong(vectors.built_in(1)[:2], bytes(4))


def test_a_board_that_takes_long_gives_a_sign_of_life_every_eight_stones():
    """The laptop limits the time between two dots, but a whole piece may take any time."""
    most = max(vectors.built_in(1), key=lambda vector: len(vector.board) - vector.board.count("."))
    (piece,) = vectors.pieces([most], PIECE)
    stones = len(most.board) - most.board.count(".")
    said = run("rules", f"judge([{len(piece)}])", base64.b64encode(piece))
    assert stones > 40 and said.count(".") == (stones + 7) // 8
