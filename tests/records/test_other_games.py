"""Test records of unknown games, and of other games than Renju: captured stones, two stones per turn, White first."""

import dataclasses

import pytest
from tengen.games import registry
from tengen_host.records import diagram, ending, fields, formats, psq, rif, sheet, stones, text, words
from tengen_host.records.library import Library
from tengen_host.records.record import Note, Record, RecordError
from tengen_host.records.sgf import games as sgf

# White begins; K8 takes I8 and J8, and Black puts a stone on I8 again
PENTE = Record(
    ("h8", "i8", "a1", "j8", "k8", "i8"),
    game="pente",
    first="white",
    rule="free",
    changes=((), (), (), (), (("i8", "black", "empty"), ("j8", "black", "empty")), ()),
    options={"keryo": True},
    notes=(Note(5, "comment", {"text": "A capture."}),),
)
# Example O1 of firmware/docs/games/pente.md: C8 takes B8 and vanishes with D8 and E8
POOF = Record(
    ("c8",),
    game="pente",
    first="white",
    setup=(("a8", "d8", "e8"), ("b8", "f8")),
    changes=((("c8", "white", "empty"), ("b8", "white", "empty"), ("d8", "black", "empty"), ("e8", "black", "empty")),),
    options={"poof": True},
)
CONNECT6 = Record(
    ("h8", "a1", "b1", "m8", "n8", "--", "o8", "a8", "d1", "e1", "b8"),
    game="connect6",
    rule="free",
    colours=("black", "white", "white", "black", "black", "white", "black", "black", "white", "white", "black"),
    options={"torus": True},
    torus=True,
)
GOMOKU = Record(
    ("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8"),
    size=19,
    game="gomoku",
    rule="swap-2",
    over=True,
    winner="black",
    reason="five",
    line=("h8", "i8", "j8", "k8", "l8"),
)
# A record of a game that this version does not know, with stones of all kinds
LATER = Record(
    ("h8", "i8", "a9"),
    size=9,
    game="later",
    rule="its own",
    options={"bombs": "2", "fast": True},
    changes=((("h8", "black", "neutral"),), (("i8", "white", "common"),), (("h8", "neutral", "white"),)),
    over=True,
    winner="white",
    reason="three ducks",
)
ALL = {"pente": PENTE, "poof": POOF, "connect6": CONNECT6, "gomoku": GOMOKU, "later": LATER}


def one(written):
    (record,) = sgf.read(written.encode(), "some.sgf")
    return record


@pytest.mark.parametrize("game", ALL.values(), ids=ALL)
def test_it_comes_back_equal_from_sgf(game):
    assert sgf.read(sgf.write([game, game])) == [game, game]


def test_sgf_says_the_game_and_shows_any_viewer_the_right_board():
    written = sgf.write([PENTE]).decode()
    assert "GM[4]" in written and "RU[Pente, keryo, opening=free]" in written and "PL[W]" in written
    assert ";W[hh];B[ih];W[ao];B[jh];C[A capture.]W[kh];AE[ih][jh];B[ih]" in written.replace("\n", "")
    assert "TG" not in written, "SGF's own properties say it all"
    written = sgf.write([CONNECT6]).decode().replace("\n", "")
    assert "RU[Connect6, torus, opening=free]" in written
    assert ";B[hh];W[ao];W[bo];B[mh];B[nh];W[];B[oh];B[ah]" in written
    written = sgf.write([POOF]).decode().replace("\n", "")
    assert ";W[ch];AE[bh][ch][dh][eh]" in written and "RU[Pente, poof, opening=none]" in written


def test_a_game_has_its_printed_name_and_its_old_one_is_read(monkeypatch, tmp_path):
    monkeypatch.setattr(registry, "title", {"renju": "Renju", "gomoku": "Go-Moku"}.get)
    monkeypatch.setattr(registry, "NAMES", ("renju", "gomoku"))
    written = sgf.write([GOMOKU])
    assert b"RU[Go-Moku, opening=swap-2]" in written and sgf.read(written) == [GOMOKU]
    assert sgf.read(written.replace(b"RU[Go-Moku,", b"RU[Gomoku,")) == [GOMOKU]
    assert sheet.caption(GOMOKU) == "Go-Moku"
    assert one("(;GM[4]RU[Go-Moku];B[hh])").game == one("(;GM[4]RU[Gomoku];B[hh])").game == "gomoku"
    library = Library(tmp_path)
    library.add(GOMOKU)
    assert [len(library.find(game=name)) for name in ("go-moku", "GOMOKU", "renju")] == [1, 1, 0]
    assert words.title("renju") == "Renju" and words.title("later") == "Later"


def test_printed_names_can_be_read_again():
    titles = [registry.title(name) for name in registry.NAMES]
    assert len(set(titles)) == len(titles) and all(title == title.strip() and title for title in titles)
    assert not any(mark in title for title in titles for mark in ",=\n[]\\")


def test_stones_of_neither_player_are_in_our_own_properties():
    written = sgf.write([LATER]).decode().replace("\n", "")
    assert ";B[hb];AE[hb]TN[hb];W[ib];AE[ib]TO[ib];B[aa]" in written and ";AW[hb]" in written


def test_a_game_of_renju_is_written_as_ever():
    game = Record(("h8", "i9", "g7", "--"), rule="rif", black="A")
    assert sgf.write([game]) == (
        b"(;FF[4]AP[Tengen]CA[UTF-8]GM[4]PB[A]RE[?]RU[RIF]SZ[15];B[hh];W[ig];B[gi];W[])\n"
    )


@pytest.mark.parametrize(
    "rules",
    ["RU[Pente]", "RU[Keryo-Pente]", "RU[Connect6]", "GN[Connect 6 championship]", "RU[Gomoku]", "RU[Freestyle]", ""],
)
def test_another_programs_file_is_shown_and_not_judged_by_renjus_rules(rules):
    three = ";B[bh];W[ao];W[bo];B[ch];B[dg];W[co];W[do];B[df];B[dh]"  # in Renju the last stone would be a foul
    game = one(f"(;GM[4]SZ[15]{rules}RE[W+]{three})")
    assert game.game != "renju" and (game.over, game.winner, game.reason) == (True, "white", "")
    assert game.colours == ("black", "white", "white", "black", "black", "white", "white", "black", "black")
    assert stones.lying(game)["d8"] == "black" and sgf.read(sgf.write([game])) == [game]
    assert "Rules: Keryo-Pente" in one(f"(;GM[4]RU[Keryo-Pente]{three})").comment


def test_another_programs_captures_are_seen_whether_it_says_them_or_not():
    game = one("(;GM[4]RU[Pente];B[hh];W[ih];B[ao];W[jh];B[kh]C[x];AE[ih][jh];W[ih])")
    assert game.changes[4] == (("i8", "white", "empty"), ("j8", "white", "empty")) and game.first == "black"
    assert game == one("(;GM[4]RU[Pente];B[hh];W[ih];B[ao];W[jh];B[kh]C[x]AE[ih:jh];W[ih])")
    game = one("(;GM[4];B[hh];W[ih];B[jh];W[ih])")
    assert game.game == "" and game.moves[-1] == "i8" and sgf.read(sgf.write([game])) == [game]
    game = one("(;GM[4];B[hh];W[ih];AB[ih];AE[hh];AB[aa];AE[aa])")
    assert stones.lying(game) == {"i8": "black"}
    assert game.changes == ((), (("h8", "black", "empty"), ("i8", "white", "black")))


# a game of Connect6 as Little Golem writes it: one value has both stones of a turn, and row 1 is the lowest
GOLEM = "(;FF[4]EV[connect6.ours.1]PB[Anna]PW[Bo]SO[http://www.littlegolem.com];B[j10];W[j7k8];B[j12i11];W[A1])"


def test_connect6_of_little_golem_and_of_editors():
    colours = ("black", "white", "white", "black", "black")
    game = one(GOLEM)
    assert game.moves == ("j10", "j7", "k8", "j12", "i11", "a1") and game.colours == (*colours, "white")
    assert (game.game, game.size, game.event, game.black) == ("connect6", 19, "connect6.ours.1", "Anna")
    assert sgf.read(sgf.write([game])) == [game] and not game.over and "against" not in game.comment
    editor = one("(;GM[511];B[JJ]C[x];W[JM];W[KL];B[JH];B[II])")
    assert (editor.moves, editor.colours, editor.size, editor.game) == (game.moves[:5], colours, 19, "connect6")
    assert editor.notes == (Note(1, "comment", {"text": "x"}),)
    assert dataclasses.replace(one("(;GM[511]SZ[19];B[jj]C[x];W[jmkl];B[jhii])")) == editor
    assert one("(;GM[511]SZ[15];B[hh];W[aa][bb])").moves == ("h8", "a15", "b14")


def test_connect6_against_the_rules_is_kept_and_says_so():
    game = one(GOLEM.replace("j12i11", "j10i11"))
    assert game.moves[3] == "j10" and sgf.read(sgf.write([game])) == [game]
    assert game.comment.endswith("Move 4, j10, is against the rules of the game: there is already a stone.")
    six = ";B[j10];W[a1c1];B[k10l10];W[a3c3];B[m10n10];W[a5c5];B[o10j1]"
    assert "Move 13, j1, is against the rules of the game: the game is over." in one(f"(;{six})").comment
    assert one(f"(;{six[:-3]}])").reason == "six" and one(f"(;{six[:-3]}])").winner == "black"


def test_two_stones_are_one_value_only_in_connect6():
    with pytest.raises(RecordError, match="node 3: a move is 'aabb', which is not a point"):
        one("(;GM[4];B[hh];W[aabb])")
    with pytest.raises(RecordError, match="node 3: a move is 'a1t1', which is not a point"):
        one("(;GM[4];B[hh];W[a1t1])")


@pytest.mark.parametrize(("number", "game"), [("0", "five"), ("1", "gomoku"), ("4", "renju"), ("8", "")])
def test_a_rule_of_gomocup_by_its_number(number, game):
    six = ";B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[lh];W[ga];B[mh];W[ia];B[kh]"
    record = one(f"(;FF[4]GM[4]RU[{number}]SZ[15]{six})")
    assert record.game == game and record.reason == ("five" if game == "five" else "")
    assert ("Rules: 8" in record.comment) == (number == "8") and sgf.read(sgf.write([record])) == [record]
    assert one(f"(;GM[1]RU[{number}];B[hh])").game == "renju", "there it is another number"


def test_where_a_game_is_said_to_be_renju_such_things_are_mistakes():
    for moves, said in (
        (";B[hh];B[ih]", "move 2 is Black's, who has just moved"),
        (";B[hh];AE[hh]", "name another game in RU"),
        (";B[hh];W[hh]", "Renju has no captures"),
    ):
        for head in ("GM[4]RU[RIF]", "GM[1]", ""):
            with pytest.raises(RecordError, match=said):
                one(f"(;{head}{moves})")


@pytest.mark.parametrize(
    ("fields_", "said"),
    [
        ({"game": "renju"}, "stones are taken or turned, which is not a game of Renju"),
        ({"changes": ((("h8", "black", "empty"),), *[()] * 5)}, "the change by move 1 at h8 does not fit the position"),
        ({"changes": ((("h8", "white", "white"),), *[()] * 5)}, "does not fit"),
        ({"changes": ((("h8", "white", "green"),), *[()] * 5)}, "does not fit"),
        ({"changes": ((("x8", "white", "empty"),), *[()] * 5)}, "which is not a point of a 15x15 board"),
        ({"changes": ((("h8", "white", "empty"),),)}, "there are 6 moves, but changes of 1"),
        ({"changes": (), "colours": ("black",)}, "there are 6 moves, but colours of 1"),
        ({"changes": (), "colours": ("green",) * 6}, "a move is neither Black's nor White's"),
    ],
)
def test_what_fits_no_board_is_not_written(fields_, said):
    with pytest.raises(RecordError, match=said):
        sgf.write([dataclasses.replace(PENTE, **fields_)])


def test_equal_games_are_equal_records():
    assert Record(("h8", "i8"), colours=("black", "white"), changes=((), ())) == Record(("h8", "i8"))
    assert Record(("h8",), colours=("white",)) == Record(("h8",), first="white")
    assert Record(("h8", "i8"), colours=("white", "white")).first == "white"


def test_what_lies_after_each_move():
    assert stones.lying(PENTE, 4) == {"h8": "white", "i8": "black", "a1": "white", "j8": "black"}
    assert stones.lying(PENTE, 5) == {"h8": "white", "a1": "white", "k8": "white"}
    assert stones.captured(PENTE) == {"black": 0, "white": 2} and stones.captured(PENTE, 4)["white"] == 0
    assert stones.lying(POOF) == {"a8": "black", "f8": "white"}
    assert stones.captured(POOF) == {"black": 2, "white": 2}
    assert stones.lying(CONNECT6)["o8"] == "black" and stones.colour_of(CONNECT6, 9) == "white"


def test_a_diagram_has_no_captured_stones():
    found = diagram.shapes(PENTE)
    assert sum(isinstance(shape, diagram.Stone) for shape in found) == 4
    numbers = [shape.text for shape in found if isinstance(shape, diagram.Text) and shape.bold]
    assert numbers == ["1", "3", "5", "6"]
    rings = [shape for shape in diagram.shapes(POOF) if isinstance(shape, diagram.Circle) and shape.width == 2.2]
    assert rings == [], "the last stone has gone"
    colours = [shape.colour for shape in diagram.shapes(CONNECT6, upto=5) if isinstance(shape, diagram.Stone)]
    assert colours == ["black", "white", "white", "black", "black"]
    assert {shape.colour for shape in diagram.shapes(LATER, upto=2) if isinstance(shape, diagram.Stone)} == {
        "neutral", "common",
    }  # fmt: skip


def test_a_sheet_shows_captures_colours_and_the_game():
    said = sheet.text(PENTE)
    assert "Rules: Pente, keryo, opening=free" in said and "5 K8x2" in said
    assert " 8  . . . . . . . O(X). O" in said and "White has captured 2." in said
    assert "White has captured 0." in sheet.text(PENTE, 4)
    assert " 2 O A1  3 O B1  4 X M8" in sheet.text(CONNECT6) and "captured" not in sheet.text(CONNECT6)
    assert "(N)" in sheet.board(LATER, 1) and "N(C)" in sheet.board(LATER, 2)
    assert sheet.caption(PENTE) == "Pente"


def test_a_line_over_the_edge_of_a_torus_is_drawn_in_pieces():
    game = dataclasses.replace(
        CONNECT6, over=True, winner="black", reason="six", line=("m8", "n8", "o8", "a8", "b8", "c8")
    )
    assert [line["stones"] for line in ending.lines(game)] == [["m8", "n8", "o8"], ["a8", "b8", "c8"]]
    diagonal = dataclasses.replace(game, line=("m13", "n14", "o15", "a1", "b2", "c3"))
    assert sorted(line["stones"] for line in ending.lines(diagonal)) == [["a1", "b2", "c3"], ["m13", "n14", "o15"]]
    falling = dataclasses.replace(game, line=("a3", "b2", "c1", "d15", "e14", "f13"))
    assert sorted(sorted(line["stones"]) for line in ending.lines(falling)) == [
        ["a3", "b2", "c1"],
        ["d15", "e14", "f13"],
    ]
    assert [line["stones"] for line in ending.lines(GOMOKU)] == [["h8", "i8", "j8", "k8", "l8"]]
    ring = dataclasses.replace(game, line=tuple(f"{letter}8" for letter in "abcdefghijklmno"))
    assert [len(line["stones"]) for line in ending.lines(ring)] == [15]
    loops = [shape for shape in diagram.shapes(game, lines=ending.lines(game)) if isinstance(shape, diagram.Loop)]
    assert len(loops) == 2 and len({(loop.colour, loop.dash) for loop in loops}) == 1, "it is one line"
    assert ending.lines(LATER) == [] and ending.lines(dataclasses.replace(PENTE, over=True, reason="captures")) == []


@pytest.mark.parametrize(
    ("fields_", "said"),
    [
        ({"winner": "white", "reason": "captures"}, "White wins: enough stones are captured."),
        ({"winner": None, "reason": "both"}, "Draw: both win by the same move."),
        ({"winner": None, "reason": "no move"}, "Draw: no move is possible."),
        ({"winner": "white", "reason": "six", "line": ("a1", "b1")}, "White wins: six A1 B1."),
        ({"winner": "white", "reason": "open four", "line": ("a1", "b1")}, "White wins: Black has an open four A1 B1."),
        ({"winner": "black", "reason": "three ducks"}, "Black wins: three ducks."),
    ],
)
def test_results_of_other_games_in_words(fields_, said):
    assert words.result(dataclasses.replace(PENTE, over=True, **fields_)) == said


@pytest.mark.parametrize(
    "text_",
    ["Pente, opening=pro", "Connect6, rules=collinear6, torus, opening=none", "Black's way, opening=black's choice"],
)
def test_the_text_of_a_game_says_it_all(text_):
    game, options, rule = words.game_of(text_)
    assert words.game(Record((), game=game, options=options, rule=rule)) == text_


def test_formats_say_which_games_they_can_not_hold():
    for write, game, said in (
        (rif.write, dataclasses.replace(GOMOKU, size=15), "rif has games of Renju only, and this is one of Gomoku: "),
        (psq.write, PENTE, "psq can't say"),
        (psq.write, CONNECT6, "psq can't say the owner of each stone in Connect6: write this game as sgf or text"),
        (text.write, LATER, "plain text can't say the owners of the stones, and the changes by the moves: write this"),
        (text.write, dataclasses.replace(GOMOKU, game="a, b"), "plain text can't say which game this is"),
    ):
        with pytest.raises(RecordError, match=said):
            write([game])


@pytest.mark.parametrize("format_", ["text", "psq"])
def test_formats_of_moves_alone_hold_gomoku(format_):
    six = dataclasses.replace(GOMOKU, size=15, moves=(*GOMOKU.moves[:-1], "o1", "m8", "o3", "l8"), over=False,
                              winner=None, reason="", line=())  # fmt: skip
    for game in (dataclasses.replace(GOMOKU, size=15), six):
        assert formats.FORMATS[format_].read(formats.write([game], format_), "") == [game]


def test_a_library_lists_any_game(tmp_path):
    library = Library(tmp_path)
    for number, game in enumerate(ALL.values()):
        library.add(dataclasses.replace(game, id=f"g{number}"))
    entries = library.find()
    assert sorted(entry.game for entry in entries) == ["connect6", "gomoku", "later", "pente", "pente"]
    lines = list(sheet.listed(entries))
    assert sum("Pente" in line for line in lines) == 2
    assert any("Later" in line and "three ducks" in line for line in lines)
    assert [entry.game for entry in library.find(game="Pente")] == ["pente", "pente"]
    assert library.load("g4") == dataclasses.replace(LATER, id="g4") and library.troubles() == []
    assert not library.find(result="renju") and len(library.find(text="keryo")) == 1


def test_json_has_the_colour_and_changes_of_each_move():
    whole = fields.whole(PENTE)
    assert whole["colours"] == ["white", "black"] * 3
    assert whole["changes"][4] == [["i8", "black", "empty"], ["j8", "black", "empty"]] and len(whole["changes"]) == 6
    assert fields.whole(Record(("h8", "i9")))["colours"] == ["black", "white"]
