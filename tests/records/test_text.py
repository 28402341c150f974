"""Test plain text: moves as people write and send them, and the errors for other text."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from portable import some
from tengen_host.records import text
from tengen_host.records.checks import written_lines
from tengen_host.records.record import Note, Record, RecordError


def moves(written):
    return [" ".join(record.moves) for record in text.read(written.encode())]


@pytest.mark.parametrize(
    "written",
    [
        "h8i9--g7",
        "H8 I9 -- G7",
        "1. h8 i9 2. -- g7",
        "1.h8 2.i9 3.-- 4.g7",
        "1 h8 2 i9 3 pass 4 g7",
        "h8, i9, --, g7",
        "h8-i9---g7",
        "1) h8 i9\n2) PASS g7\n",
        "\ufeffh8 i9\r\n-- g7\r\n",
        "h8 i9\r-- g7",
        "  h8\ti9 | -- ; g7  *",
        "# Black: somebody\nh8 i9 -- g7",
    ],
)
def test_moves_are_read_however_they_are_set_out(written):
    assert moves(written) == ["h8 i9 -- g7"]


def test_another_game_begins_where_people_see_it_begin():
    assert moves("h8i9\n\nh8g7\n") == ["h8 i9", "h8 g7"], "after an empty line"
    assert moves("h8 i9 1-0 h8 g7 1/2-1/2") == ["h8 i9", "h8 g7"], "after a result"
    assert moves("h8i9\nh8g7\nh8h9") == ["h8 i9", "h8 g7", "h8 h9"], "a line each"
    assert moves("1. h8 i9\n2. g7 f6\n1. i8 i9") == ["h8 i9 g7 f6", "i8 i9"], "by its numbers"
    assert moves("# one\nh8\n# two\nh8 i8") == ["h8", "h8 i8"], "after a comment"


def test_a_result_is_what_is_written_or_what_the_moves_say():
    black, white, draw, unfinished, unknown = text.read(b"h8 1-0\n\nh8 0-1\nh8 1/2-1/2\nh8 *\nh8")
    assert [(game.over, game.winner) for game in (black, white, draw)] == [
        (True, "black"),
        (True, "white"),
        (True, None),
    ]
    assert not unfinished.over and not unknown.over
    assert all(game.over for game in text.read("h8 0.5-0.5 h8 ½-½".encode()))
    (five,) = text.read(b"h8a1i8c1j8e1k8g1l8")
    assert (five.over, five.winner, five.reason) == (True, "black", "five")
    assert five.line == ("h8", "i8", "j8", "k8", "l8")
    assert not text.read(b"h8a1i8c1j8e1k8g1l8 *")[0].over, "in silent mode a five counts when it is declared"


def test_who_lost_by_a_foul_is_seen_in_the_stones():
    (game,) = text.read(b"h8a1i8c1h9e1i9g1g9a15g10 0-1".replace(b"g9a15g10", b"k8a15j8"))
    assert (game.winner, game.reason) == ("white", "")
    (game,) = text.read(b"h8 a1 i8 c1 j7 e1 j6 g1 j8 0-1")
    assert (game.winner, game.reason, game.line) == ("white", "double-three", ("j8",))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("h8 x9", "games.txt, line 1, column 4: 'x9' is not a move: write points like h8, -- for a pass"),
        ("h8\ni999", "games.txt, line 2, column 1: 'i999' is not a move"),
        ("h8\ni99", "games.txt: move 2 is 'i99', which is not a point of a 15x15 board"),
        ("h8 <script>", "line 1, column 4: '<script>' is not a move"),
        ("h8 i9 h8", "games.txt: move 3 is h8, where move 1 lies already, and Renju has no captures"),
        ("h8 i20 s19", "move 2 is 'i20', which is not a point of a 19x19 board: points are a1 to s19"),
        ("h8 h0", "move 2 is 'h0', which is not a point"),
        ("h8\n\nh8 h8", "games.txt, game 2: move 2 is h8"),
        ("", "games.txt has no game in it"),
        ("# a comment\n", "games.txt has no game in it"),
    ],
)
def test_what_is_no_game_says_where_and_what_to_do(written, said):
    with pytest.raises(RecordError) as error:
        text.read(written.encode(), "games.txt")
    assert said in str(error.value)


def test_a_stone_beyond_the_usual_board_makes_it_the_largest():
    assert text.read(b"j10 s19")[0].size == 19 and text.read(b"h8 o15")[0].size == 15


def test_the_rest_of_a_game_is_in_comments():
    notes = (
        Note(3, "chosen", {"who": "p2", "ask": "swap", "option": "swap"}),
        Note(5, "claim", {"who": "p1", "what": "foul", "right": False}),
    )
    record = Record(
        ("h8", "i9", "g7", "j10", "f6"),
        black="Ants",
        white="B\n<b>",
        players={"black": "p2", "white": "p1"},
        rule="rif",
        clocks=((300_000, 299_500),) * 5,
        over=True,
        winner="white",
        reason="resignation",
        notes=notes,
        comment="A fine game.\nIndeed.",
    )
    written = text.write([record]).decode()
    assert written.splitlines() == [
        "# Black: Ants",
        "# White: B <b>",
        "# Opening rule: RIF",
        "# After move 3: Player 2 (Ants) swaps.",
        "# After move 5: Player 1 (B <b>) wrongly claims a foul.",
        "# Clocks after each move, Black / White: " + ", ".join(["5:00 / 4:59.5"] * 5),
        "# A fine game.",
        "# Indeed.",
        "# White wins: Black resigns.",
        "h8i9g7j10f6 0-1",
    ]
    (again,) = text.read(written.encode())
    assert (again.moves, again.over, again.winner) == (record.moves, True, "white")


def test_what_moves_alone_can_not_say_is_not_written():
    for record in (
        Record(("h8",), setup=(("a1",), ())),
        Record(("h8",), first="white"),
        Record(("c3",), size=5),
        Record(("h8", "h8")),
    ):
        with pytest.raises(RecordError, match="sgf|correct it"):
            text.write([record])


def test_games_follow_each_other_in_one_file():
    records = [Record(("h8", "i9")), Record((), over=False), Record(("h8",), over=True)]
    again = text.read(text.write(records))
    assert [(game.moves, game.over) for game in again] == [(game.moves, game.over) for game in records]


def test_a_header_is_what_stands_first_and_in_order_and_all_else_a_comment():
    game = text.read(b"# White: Bo\n# Black: is better\n# Date: in May\n# Opening rule: other\nh8")[0]
    assert (game.black, game.white, game.date, game.rule) == ("", "Bo", "", "")
    assert game.comment == "Black: is better\nDate: in May\nOpening rule: other"
    assert text.read(b"# a fine game\n# Black: Ants\nh8")[0].black == ""


# Long files


@settings(max_examples=some(300), deadline=None)
@given(st.text("a \t\r\n\x0b\u2028#", max_size=30))
def test_written_lines_are_those_of_a_split_text_that_are_not_blank(text_):
    lines = re.split(r"\r\n|\r|\n", text_)
    assert list(written_lines(text_)) == [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


@settings(max_examples=some(500), deadline=None)
@given(st.lists(st.sampled_from(["h8", "i9", "1.", "2...", "1", "12", "-", "--", " ", ",", "\n", "1-0", "*", "0"])))
def test_what_stands_between_words_means_the_same_one_by_one(words_):
    def read():
        try:
            return text.read("".join(words_).encode())
        except RecordError as error:
            return str(error)

    together = read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "_BETWEEN", re.compile(text._BETWEEN.pattern.removesuffix("{1,1000}")))
        assert read() == together


@pytest.mark.parametrize("part", ["1.", "1 ", "12. ", "- ", "\n", "\r\n", " \n", ",;|"])
def test_what_stands_between_words_is_read_many_at_once(part, monkeypatch):
    """The number of matches on a text is a small part of its length. It does not depend on the computer's speed."""
    looks = []

    class Counting:
        def __init__(self, pattern):
            self._pattern = pattern

        def match(self, line, at):
            looks.append(at)
            return self._pattern.match(line, at)

    monkeypatch.setattr(text, "_BETWEEN", Counting(text._BETWEEN))
    monkeypatch.setattr(text, "_WORD", Counting(text._WORD))
    data = part * (100_000 // len(part)) + "h8i9"
    (game,) = text.read(data.encode())
    assert game.moves == ("h8", "i9") and len(looks) < len(data) / 500
