"""Test the lines of the Gomocup protocol, written and read again, and texts that are not such lines."""

import random

import pytest
from tengen.games import BLACK, WHITE, points
from tengen_host.engines import protocol
from tengen_host.records import psq
from tengen_host.records.record import Record

H8, I9, A1, A15 = (points.index(name, 15) for name in ("h8", "i9", "a1", "a15"))


def test_y_counts_from_the_top_as_in_a_file_of_piskvork():
    assert [protocol.xy(point, 15) for point in (H8, I9, A1, A15)] == ["7,7", "8,6", "0,14", "0,0"]
    # in files of Piskvork, x and y count from 1
    line = psq.write([Record(("h8", "i9"))]).decode().splitlines()[2]
    assert line == "9,7,0"


@pytest.mark.parametrize("size", [9, 15, 19, 20])
def test_each_point_there_and_back(size):
    for point in range(size * size):
        assert protocol.point_of(*protocol.pair(protocol.xy(point, size)), size) == point


def test_what_is_outside_is_no_point():
    assert [protocol.point_of(*its, 15) for its in ((15, 0), (0, 15), (-1, 0), (0, -1), (999_999_999, 0))] == [None] * 5


@pytest.mark.parametrize("line", ["MESSAGE  depth 3 ", "message\tdepth 3", " Message \t depth 3\r"])
def test_blanks_and_tabs_part_a_word_from_the_rest(line):
    assert protocol.parted(line) == ("MESSAGE", "depth 3")


NO_PAIRS = ("", "7", "7,", ",7", "7;7", "h8", "7,7,1", "7 7", "7,7 8,8", "٣,3", "1234567890,1")


def test_pairs_and_stones():
    for text in ("7,8", " 7 , 8\t", "7,8 the best", "7,8\t(1,2)"):
        assert protocol.pair(text) == (7, 8)
    assert [protocol.pair(text) for text in NO_PAIRS] == [None] * len(NO_PAIRS)
    assert protocol.stone("7, 8 ,2") == (7, 8, 2)
    assert protocol.stone("7,8") is None


def test_a_board_has_its_own_stones_as_1():
    stones = [(H8, BLACK), (I9, WHITE)]
    assert protocol.board(stones, BLACK, 15) == ["BOARD", "7,7,1", "8,6,2", "DONE"]
    assert protocol.board(stones, WHITE, 15, "SWAP2BOARD") == ["SWAP2BOARD", "7,7,2", "8,6,1", "DONE"]


def test_about():
    line = 'name="SomeBrain", version="1.0",author="N\x1b. O", www="http://a.b/?c=d"'
    assert protocol.about(line) == {"name": "SomeBrain", "version": "1.0", "author": "N . O", "www": "http://a.b/?c=d"}
    assert protocol.about("Pela 2005") == {"name": "Pela 2005"}


def test_a_text_is_made_printable_and_bounded():
    assert protocol.printable("a\x00b\x1b[31m\u202ec\n d") == "a b [31m c d"
    assert len(protocol.printable("x" * 10_000)) == protocol.MOST_WORDS
    assert protocol.printable("é五") == "é五"


@pytest.mark.parametrize(
    ("line", "stones", "answer"),
    [
        ("7,7 8,7 9,9", 0, ("stones", ((7, 7), (8, 7), (9, 9)))),
        ("7,7 8,7", 0, None),
        ("SWAP", 0, None),
        ("swap", 3, ("swap", ())),
        ("6, 8", 3, ("stone", ((6, 8),))),
        ("8,8 8,6", 3, ("stones", ((8, 8), (8, 6)))),
        ("8,8 8,6 1,1", 3, None),
        ("8,8 8,6", 5, None),
        ("8,8", 5, ("stone", ((8, 8),))),
        ("SWAP", 5, ("swap", ())),
        ("", 3, None),
        ("8,8 h8", 3, None),
    ],
)
def test_answers_to_swap2board(line, stones, answer):
    assert protocol.swap2(line, stones) == answer


# Messages of engines: the forms of Rapfi, Yixin and AlphaGomoku, from the documents and sources of these engines


def thought(*lines):
    return protocol.thought(lines)


def test_a_message_with_depth_value_and_line():
    found = thought("MESSAGE Depth 2-3 | Eval 814 | Time 3ms | H8 I9 J10")
    assert found == protocol.Thought(814, 2, ("H8", "I9", "J10"))


def test_the_newest_message_counts_and_keeps_what_it_does_not_tell():
    found = thought(
        "MESSAGE depth 2-3 ev 10 n 5K n/ms 7 tm 3 pv H8 I9",
        "MESSAGE Speed 800K | Depth 12-20 | Eval +M7 | Node 5M | Time 5s",
        "MESSAGE Bestline h8i9j10",
        "DEBUG depth 99",
        "MESSAGE OptiTime 3s | MaxTime 5s",
    )
    assert found == protocol.Thought(protocol.MATE - 7, 12, ("h8", "i9", "j10"))


def test_a_lost_game_and_a_value_that_is_no_number():
    assert thought("MESSAGE Eval -M4").value == 4 - protocol.MATE
    assert thought("MESSAGE depth 3 eval inf").value is None


def test_the_best_of_several_by_messages_and_by_blocks():
    by_messages = thought("MESSAGE (1) 30 | 9-14 | H8 I9", "MESSAGE (2) -5 | 9-12 | G7")
    assert by_messages == protocol.Thought(30, 9, ("H8", "I9"))
    blocks = []
    for depth in (3, 4):
        for number, line in enumerate(("7,7 8,6", "6,8")):
            blocks += [f"INFO PV {number}", "INFO NUMPV 2", f"INFO DEPTH {depth}", f"INFO EVAL {depth - number}"]
            blocks += ["INFO WINRATE 0.51", f"INFO BESTLINE {line}", "INFO PV DONE"]
    blocks += ["INFO PV 0", "INFO DEPTH 5"]  # cut off
    assert thought(*blocks) == protocol.Thought(4, 4, ("7,7", "8,6"))
    assert thought(*(f"MESSAGE {line}" for line in blocks)) == thought(*blocks)


def test_a_line_ends_where_it_can_not_be_played():
    moves = ("7,7", "8,8", "8,8", "1,1")
    assert protocol.line_of(moves, 15, True, ()) == (H8, points.index("i7", 15))
    assert protocol.line_of(moves, 15, True, (H8,)) == ()
    assert protocol.line_of(("h8", "s19"), 15, True, ()) == (H8,)
    assert protocol.line_of(("h1",), 15, True, ()) == (points.index("h15", 15),)
    assert protocol.line_of(("h1",), 15, False, ()) == (points.index("h1", 15),)


def test_junk_is_no_fault():
    number = random.Random(5)
    words = ["INFO", "PV", "DONE", "EVAL", "DEPTH", "BESTLINE", "(1)", "(0)", "-", "M", "+", "|", "H8", "7,7", "9" * 11]
    words += ["eval", "depth", "s19", "٣", "\x00", ",", "pv"]
    for _ in range(3000):
        line = number.choice((" ", "")).join(number.choices(words, k=number.randrange(12)))
        moves = protocol.thought([f"MESSAGE {line}", f"INFO {line}", line]).moves
        for from_top in (True, False):
            assert all(0 <= point < 225 for point in protocol.line_of(moves, 15, from_top, ()))
        protocol.about(line)
        protocol.swap2(line, 3)
