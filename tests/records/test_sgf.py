"""Test SGF.

Our own files are read back unchanged. Files of other programs are read, or the error says what is wrong.
"""

import json

import pytest
from hypothesis import given, settings
from portable import some
from recording import records
from tengen_host.records.record import Note, Record, RecordError
from tengen_host.records.sgf import games as sgf
from tengen_host.records.sgf import trees


def one(written, encoding="utf-8"):
    (record,) = sgf.read(written.encode(encoding), "some.sgf")
    return record


def moves(written):
    return " ".join(one(written).moves)


@settings(max_examples=some(200), deadline=None)
@given(records())
def test_any_record_comes_back_equal(record):
    assert sgf.read(sgf.write([record])) == [record]


@settings(max_examples=some(50), deadline=None)
@given(records(), records())
def test_games_of_one_file_do_not_touch_each_other(one, other):
    assert sgf.read(sgf.write([one, other, one])) == [one, other, one]


def test_a_plain_game_has_no_private_property_and_moves_as_other_programs_read_them():
    game = Record(("h8", "i9", "a15", "--"), black="A]\\", white="B", rule="rif", date="2026-11-22", event="Open")
    written = sgf.write([game]).decode()
    assert "TG[" not in written and r"PB[A\]\\]" in written and "RU[RIF]" in written
    assert written.index("FF[4]") < written.index("GM[4]") and "SZ[15]" in written and "DT[2026-11-22]" in written
    assert ";B[hh]" in written and ";W[ig]" in written and ";B[aa]" in written and ";W[]" in written


def test_what_sgf_has_no_place_for_is_in_the_comments_too():
    notes = (
        Note(0, "comment", {"text": "Final."}),
        Note(1, "chosen", {"who": "p2", "ask": "swap", "option": "no swap"}),
        Note(2, "offered", {"points": ["a1", "b2"]}),
    )
    game = Record(
        ("h8", "i9"),
        table="7",
        settings={"clock": "10+5"},
        notes=notes,
        clocks=((600_000, 600_000), (600_000, 594_250)),
        over=True,
        winner="white",
        reason="double-three",
        line=("h8",),
    )
    written = sgf.write([game]).decode()
    for words in (
        "Table: 7",
        "Settings: clock 10+5",
        "Final.",
        "Player 2 does not swap.",
        "Black offers tentative fifths: A1 B2.",
        "White wins: double-three at H8, a foul.",
        "TM[600]",
        "OT[5 fischer]",
        "BL[600]",
        "WL[594.25]",
    ):
        assert words in written, words
    assert one(written) == game


def test_what_another_program_has_changed_counts():
    game = Record(("h8", "i9"), black="Ants\nAnts", white="Bo", table="3", notes=(Note(1, "lapsed", {"what": "foul"}),))
    written = sgf.write([game]).decode().replace("PB[Ants\nAnts]", "PB[Eve]").replace("PW[Bo]", "PW[Cy]")
    again = one(written.replace(";W[ig]", ";W[ig];B[ab]"))
    assert (again.black, again.white, again.table) == ("Eve", "Cy", "3")
    assert again.moves == ("h8", "i9", "a14") and again.notes == game.notes


@pytest.mark.parametrize(
    "head", ["GM[4]SZ[15]", "GM[1]SZ[15]", "SZ[15]", "GM[1]", "GM[4]", "", "FF[1]GM[ 4 ]SZ[15:15]"]
)
def test_either_number_of_the_game_is_taken_and_none_too(head):
    game = one(f"(;{head};B[hh];W[ig];B[gi])")
    assert (game.moves, game.size, game.game, game.first) == (("h8", "i9", "g7"), 15, "renju", "black")


def test_a_board_that_is_not_told_is_as_large_as_its_points():
    assert one("(;GM[1];B[pd])").moves == ("p16",) and one("(;GM[1];B[pd])").size == 19
    assert one("(;SZ[19];B[hh])").moves == ("h12",)


def test_points_are_read_as_renju_programs_write_them():
    assert moves("(;SZ[15];B[h8];W[I9];B[O15];W[a1])") == "h8 i9 o15 a1"
    assert moves("(;SZ[15];B[HH];W[ ig ])") == "h8 i9"
    assert moves("(;SZ[15];B[];W[tt];B[pass])") == "-- -- --"


def test_variations_are_passed_over():
    assert moves("(;B[hh](;W[ig];B[gi](;W[aa])(;W[bb]))(;W[cc]))") == "h8 i9 g7 a15"


def test_variations_in_variations_are_no_matter():
    assert moves("(;B[hh](;W[ig]" + "(;C[x]" * 100_000 + ")" * 100_002) == "h8 i9"


def test_several_games_and_what_stands_before_them():
    data = b"From: somebody (a friend)\n\n(;GM[4];B[hh])\n-- \n( ;GM[1];B[hh]\n;W[ig])\nbye ("
    assert [game.moves for game in sgf.read(data)] == [("h8",), ("h8", "i9")]


def test_set_up_stones_and_whose_turn_it_is():
    game = one("(;SZ[15]AB[hh][h9]AW[ig];W[gi];B[aa])")
    assert game.setup == (("h8", "h9"), ("i9",)) and game.first == "white" and game.moves == ("g7", "a15")
    assert one("(;AB[hh]AW[ig]PL[W])").first == "white"
    assert one("(;AB[hh];AW[ig];AE[hh];AB[aa])").setup == (("a15",), ("i9",))
    assert one("(;AB[hh]AW[hh])").setup == ((), ("h8",)), "of a point that is named twice, the last counts"
    assert one("(;AB[hh])").first == "white" and one("(;AW[aa])").first == "black"
    assert one("(;SZ[15]AB[aa:cb])").setup[0] == ("a14", "b14", "c14", "a15", "b15", "c15")
    assert one("(;AddBlack[hh]White[ig])").moves == ("i9",)


def test_comments_names_and_what_else_is_told():
    game = one(
        "(;GM[4]PB[ A\nB ]PW[W\\]x\\\\]EV[Open]RO[3]PC[Tallinn]DT[2003-05]RU[Soosyrv-8]GN[Final]BR[3 dan]GC[Good.]"
        "C[Hello];B[hh]C[one\ntwo];W[ig])"
    )
    assert (game.black, game.white, game.event, game.round, game.place) == ("A B", "W]x\\", "Open", "3", "Tallinn")
    assert (game.date, game.rule, game.comment) == ("2003-05", "soosyrv-8", "Good.\nGame: Final\nBlack's rank: 3 dan")
    assert game.notes == (Note(0, "comment", {"text": "Hello"}), Note(1, "comment", {"text": "one\ntwo"}))
    game = one("(;RU[Chinese]DT[May 1999]RE[B+lots]C[])")
    assert (game.rule, game.date, game.over, game.winner) == ("", "", True, "black")
    assert one("(;RU[Yamaguchi rules])").rule == "yamaguchi" and one("(;GN[A : Sakata rule])").rule == ""
    assert game.comment == "Rules: Chinese\nDate: May 1999"


@pytest.mark.parametrize(
    ("told", "date"),
    [
        ("2026-11-20,21", "2026-11-20"),
        ("2026-11-20,2026-12-01", "2026-11-20"),
        ("2026/1/2", "2026-01-02"),
        ("2026.11.20 19:30", "2026-11-20"),
        ("2026-13-01", "2026"),
        ("20261120", ""),
        ("20.11.2026", ""),
    ],
)
def test_dates_that_other_programs_write_are_found_by_their_first_day_and_told_as_they_are(told, date):
    game = one(f"(;GM[4]DT[{told}];B[hh])")
    assert (game.date, game.comment) == (date, f"Date: {told}")
    assert sgf.read(sgf.write([game])) == [game]


def test_a_game_as_orc_game_center_and_renjubase_write_it():
    game = one(
        "(;GM[5]FF[4]SW[YES]5A[gg]GN[Ann-Bea(B) : RIF rule]RE[B+Time]PW[Ann]WR[3d*]PB[Bea]BR[1d ]DT[2010-01-31]SZ[15]"
        "TM[600]KM[5.5]\n;B[hh];W[ig];B[gi];W[jf]C[\n Cy looks on.\n];B[ii];W[kk]\n;)---"
    )
    assert game.moves == ("h8", "i9", "g7", "j10", "i7", "k5") and (game.black, game.white) == ("Bea", "Ann")
    assert (game.rule, game.winner, game.reason, game.date) == ("rif", "black", "time", "2010-01-31")
    assert [(note.after, note.kind) for note in game.notes] == [(4, "offered"), (4, "comment"), (5, "kept")]
    assert game.notes[0].fields == {"points": ["i7", "g9"]} and "Swap: YES" in game.comment
    for told in ("5A[gg][aa]", "FA[gg aa]", "5A[g9 A15]"):
        game = one(f"(;GM[4]{told};B[hh];W[ig];B[gi];W[jf];B[ii])")
        assert game.notes[0].fields == {"points": ["i7", "g9", "a15"]}, told
    assert one("(;GM[4]5A[ii];B[hh];W[ig];B[gi];W[jf];B[ii])").notes == ()
    assert one("(;1B[aa]B2[bb];B[hh]7[])").moves == ("h8",), "no other property is taken for a move"
    assert "FA[aa]" in sgf.write([Record(("h8",), notes=(Note(4, "offered", {"points": ["a15", "?"]}),))]).decode()


@pytest.mark.parametrize(
    ("written", "over", "winner", "reason"),
    [
        ("B+R", True, "black", "resignation"),
        ("W+Time", True, "white", "time"),
        ("b+", True, "black", ""),
        ("White wins", True, "white", ""),
        ("黑胜", True, "black", ""),
        ("白勝", True, "white", ""),
        ("Draw", True, None, ""),
        ("B+Draw", True, None, ""),
        ("W + draw", True, None, ""),
        ("0", True, None, ""),
        ("Void", False, None, ""),
        ("?", False, None, ""),
        ("nobody knows", False, None, ""),
    ],
)
def test_results(written, over, winner, reason):
    game = one(f"(;GM[4]RE[{written}];B[hh])")
    assert (game.over, game.winner, game.reason) == (over, winner, reason)
    assert game.comment == ("Result: nobody knows" if "nobody" in written else "")


def test_a_five_is_seen_where_no_result_is_told():
    five = ";B[hh];W[aa];B[ih];W[ac];B[jh];W[ae];B[kh];W[ag];B[lh]"
    assert one(f"(;GM[4]{five})").reason == "five" and one(f"(;GM[4]RE[B+]{five})").reason == "five"
    assert not one(f"(;GM[4]RE[?]{five})").over


def test_clocks_are_those_of_both_as_soon_as_both_are_known():
    game = one("(;GM[4];B[hh]BL[60.5];W[ig]WL[59];B[gi]BL[1e9];W[aa])")
    assert game.clocks == (None, (60_500, 59_000), None, None)


@pytest.mark.parametrize(("encoding", "declared", "name"), [
    ("cp1252", "ISO-8859-1", "Björn “B”"), ("gb18030", "GB2312", "吳鏑"), ("shift_jis", "Shift_JIS", "ソ表ーー"),
    ("euc-jp", "EUC-JP", "中村"), ("big5", "Big5", "許功蓋"), ("koi8-r", "KOI8-R", "Сушков"),
    ("cp949", "EUC-KR", "한국"), ("utf-16", "", "中村"), ("utf-8-sig", "", "中村茂"), ("utf-8", "ASCII", "õ"),
    ("utf-8", "no such thing", "õ"),
])  # fmt: skip
def test_encodings_that_a_file_names_or_marks(encoding, declared, name):
    head = f"CA[{declared}]" if declared else ""
    game = one(f"(;GM[4]{head}PB[{name}];B[hh];W[ig])", encoding)
    assert game.black == name and game.moves == ("h8", "i9")


def test_a_private_property_that_is_not_ours_or_was_damaged_is_passed_over():
    objects = ('{"id": 3}', '{"id": [1, 2, 3]}', '{"id": [[], {}]}', '{"moves": [0, ["h8"]]}', '{"what": [0, 0]}')
    for value in ("hello", "{", "[]", "3", *objects, "[" * 100_000, "1" * 10**6, '{"id": [1, NaN]}'):
        assert one(f"(;TG[{value.replace(']', chr(92) + ']')}];B[hh])") == Record(("h8",)), value[:20]


def test_a_private_property_can_not_make_a_record_that_is_none():
    plain = one("(;GM[4];B[hh])")
    for field, value in (
        ("clocks", [[1, 2]] * 5),
        ("clocks", [[1, "2"]]),
        ("notes", [["1", "x", {}]]),
        ("notes", [[1, "x", []]]),
        ("winner", "<b>"),
        ("over", 1),
        ("black", None),
        ("settings", []),
        ("line", "h8"),
    ):
        seen = sgf._checksum(plain, field)
        told = json.dumps({field: [seen, value]}).replace("]", "\\]")
        assert one(f"(;GM[4]TG[{told}];B[hh])") == plain, field


@pytest.mark.parametrize("read", [sgf.read, trees.read])
@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("(;GM[4];B[hh];W[ig", "some.sgf: the file is cut off in a value of node 3: save it once more"),
        ("(;GM[4];B[hh];W[ig]", "the file is cut off, or its last ) is missing, after node 3: save it once more"),
        ("(;GM[4];B[hh];W[i\\", "is cut off"),
        ("", "some.sgf has no game in it: choose a file with games"),
        ("hello", "some.sgf has no game in it: choose a file with games"),
        ("(;GM[4]@B[hh])", "line 1, column 7: this ] ends a value, and '@B[hh])' after it is not SGF: if the ] is"),
        ("(;GM[4];@B[hh])", "line 1, column 9: '@B[hh])' is not SGF: save it once more"),
        ("(;B[aa];W)", "no value"),
        ("(;B[aa];[bb])", "no property"),
        ("(;B[aa];aa[bb])", "in no node"),
        ("(;B[aa](B[bb]))", "is in no node"),
        ("(;B[aa]())", "no tree"),
        ("(;B[aa](;W[bb]);B[cc])", "no tree"),
        ("(;GM[2];B[hh])", "is of another game (GM[2])"),
        ("(;SZ[2];B[aa])", "no board is SZ[2]: it is square, with 3 to 19 points a side"),
        ("(;SZ[15:13];B[aa])", "no board is SZ[15:13]"),
        ("(;SZ[" + "9" * 5000 + "];B[aa])", "no board is SZ[99999999999999999999]"),
        ("(;SZ[15];B[zz])", "some.sgf, node 2: a move is 'zz', which is not a point of a 15x15 board: correct it"),
        ("(;SZ[15];B[ss])", "a move is 'ss'"),
        ("(;SZ[15];B[h16])", "a move is 'h16'"),
        ("(;SZ[15]AB[x1])", "a set-up stone is 'x1'"),
        ("(;GM[4];B[hh])(;GM[4];B[zz])(;GM[4])", "game 2, node 2: a move"),
    ],
)
def test_a_mistake_in_a_file_is_one_sentence_of_games_and_of_trees(read, written, said):
    with pytest.raises(RecordError) as error:
        read(written.encode(), "some.sgf")
    words = str(error.value)
    assert said in words and words.startswith("some.sgf") and "\n" not in words and len(words) < 200


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("(;" + "C[x]" * 300_000 + ")", "has more than 300,000 nodes and values"),
        ("(;SZ[15];B[hh];W[ig];B[hh])", "move 3 is h8, where move 1 lies already"),
        ("(;GM[1]SZ[19];B[ab];W[aa];B[ba];W[pp];B[aa])", "Renju has no captures"),  # as in Go
        ("(;SZ[15]AB[hh];B[hh])", "move 1 is h8, where set-up stone 1 lies already"),
        ("(;SZ[15];B[hh];B[ig])", "move 2 is Black's, who has just moved: put the other's between them, or a pass"),
        ("(;SZ[15];B[hh];AW[ig];W[aa])", "stones are set up after move 1"),
        ("(;SZ[15]" + ";B[];W[]" * 600 + ")", "more than 1000 moves"),
    ],
)
def test_a_mistake_in_a_game_is_one_sentence(written, said):
    with pytest.raises(RecordError) as error:
        one(written)
    assert said in str(error.value) and str(error.value).startswith("some.sgf") and len(str(error.value)) < 200
