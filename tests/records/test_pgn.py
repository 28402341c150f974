"""Test the game text of pente.org.

Coordinates have no I, player 1 begins, and captures follow from the rules.
"""

import dataclasses
import random

import pytest
from portable import some
from recording import random_game
from tengen_host.records import formats, pgn, rules, stones
from tengen_host.records.record import Note, Record, RecordError
from tengen_host.records.sgf import games as sgf

HEAD = """\
[Game "{game}"]
[Site "Pente.org"]
[Event "-"]
[Round "-"]
[Section "-"]
[Date "11/21/2026"]
[Time "19:30:00"]
[TimeControl "20+5"]
[Rated "Y"]
[Player 1 Name "anna"]
[Player 2 Name "bo "b" q"]
[Player 1 Rating "1600"]
[Player 2 Rating "?"]
[Player 1 Type "Human"]
[Player 2 Type "Computer"]
[Result "{result}"]

"""


def one(moves, game="Pente", result="?"):
    (record,) = pgn.read((HEAD.format(game=game, result=result) + moves).encode(), "a.txt")
    return record


def test_a_game_of_the_site():
    game = one("1. K10 L10 2. O10 M10 3. N10 A1\n4. T19 Resign 1-0\n", result="1-0")
    assert game.moves == ("j10", "k10", "n10", "l10", "m10", "a1", "s19") and game.size == 19
    assert (game.game, game.options, game.rule, game.first) == ("pente", {}, "pro", "white")
    assert game.changes[4] == (("k10", "black", "empty"), ("l10", "black", "empty"))
    assert (game.white, game.black) == ("anna", 'bo "b" q') and game.date == "2026-11-21" and game.place == "Pente.org"
    assert (game.over, game.winner, game.reason) == (True, "white", "resignation")
    assert game.comment.split("\n") == [
        "Time: 19:30:00", "TimeControl: 20+5", "Rated: Y", "Player 1 Rating: 1600", "Player 1 Type: Human",
        "Player 2 Type: Computer",
    ]  # fmt: skip


def test_the_result_is_player_1s_whatever_colour_that_is():
    for name, first, other in (("Pente", "white", "black"), ("Gomoku", "black", "white")):
        for told, winner in (("1-0", first), ("0-1", other), ("1/2-1/2", None), ("0-0", None)):
            for header, word in ((told, ""), ("?", "")):
                game = one(f"1. K10 A1 {word}", name, header)
                assert (game.over, game.winner) == ((True, winner) if header == told else (False, None))
    game = one("1. K10 A1 0-1", "Gomoku")
    assert not game.over, "the header counts: it says that nobody knows"
    (game,) = pgn.read(b'[Game "Gomoku"]\n1. K10 A1 0-1')
    assert (game.over, game.winner) == (True, "white")
    five = "1. K10 A1 2. L10 A3 3. M10 A5 4. N10 A7 5. O10"
    assert one(five).reason == "five" and one(five, "Gomoku").winner == "black"
    assert one(five, "Gomoku", "*").over is False


@pytest.mark.parametrize(
    ("name", "game", "options", "rule"),
    [
        ("Speed Keryo-Pente", "pente", {"keryo": True}, "pro"),
        ("poof-pente", "pente", {"poof": True}, "pro"),
        ("Boat-Pente", "pente", {"boat": True}, "pro"),
        ("O-Pente", "pente", {"keryo": True, "poof": True, "boat": True}, "pro"),
        ("Turn-based Swap2-Keryo", "pente", {"keryo": True}, "swap-2"),
        ("D-Pente", "pente", {}, ""),
        ("Connect6", "connect6", {}, ""),
        ("Gomoku", "gomoku", {}, ""),
    ],
)
def test_the_games_of_the_site(name, game, options, rule):
    record = one("1. K10 A1 2. A3", name)
    assert (record.game, record.options, record.rule) == (game, options, rule)
    says_all = name in ("Boat-Pente", "O-Pente", "Connect6", "Gomoku")
    assert (f"Name on pente.org: {name}" in record.comment) != says_all


def test_each_stone_of_connect6_is_a_move():
    game = one("1. K10 A1 2. A3 C5 3. C7 E1", "Connect6")
    assert game.colours == ("black", "white", "white", "black", "black", "white")
    assert game.black == "anna" and pgn.read(pgn.write([game])) == [game]


def test_a_game_against_the_rules_is_kept_and_says_so():
    game = one("1. K10 A1 2. A1 A3 3. C5", result="1-0")
    assert game.moves == ("j10", "a1", "a1", "a3", "c5") and (game.over, game.winner) == (True, "white")
    assert game.comment.endswith("Move 3, a1, is against the rules of the game: there is already a stone.")
    assert stones.colour_of(game, 5) == "white" and sgf.read(sgf.write([game])) == [game]
    assert pgn.read(pgn.write([game])) == [game]
    five = "1. K10 A1 2. L10 A3 3. M10 A5 4. N10 A7 5. O10 A9"
    assert one(five).comment.endswith("Move 10, a9, is against the rules of the game: the game is over.")
    game = one("1. K10 A1 2. A1 C1 3. C3 E5", "Connect6")
    assert game.colours == ("black", "white", "white", "black", "black", "white") and "Move 3, a1, is" in game.comment


def test_several_games_and_what_other_programs_write():
    text = (
        '\ufeff\n[Date "2001.12.16"]\n[GameType "Pente"]\n[White "w"]\n[Black "b"]\n\n1.K10 l9 {a plan} 2. G10\n\n\n'
        '[Game "Gomoku"]\n[Date "soon"]\n1. K10 Forfeit\n'
    )
    one_, other = pgn.read(text.encode("utf-8"), "a.pgn")
    assert (one_.white, one_.black, one_.date, one_.moves) == ("w", "b", "2001-12-16", ("j10", "k9", "g10"))
    assert one_.notes == (Note(2, "comment", {"text": "a plan"}),)
    assert other.comment == "Date: soon\nForfeit." and other.moves == ("j10",)
    assert pgn.read(b'[Game "Pente"]')[0].moves == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a.pgn has no game in it"),
        ("\n1. K10", 'a.pgn, line 2: a game of pente.org begins like `[Game "Pente"]`: choose a file that does'),
        ('[Game "Pente]', 'a.pgn, line 1: a header is like `[Game "Pente"]`, in a line of its own: correct it there'),
        ('[White "w"]\n1. e4 e5', 'a.pgn: no header says which game it is: write one like `[Game "Pente"]`'),
        ('[Game "Go (9x9)"]', "a.pgn is of the game 'Go (9x9)': these games of pente.org can be read: Pente with"),
        ('[Game "Renju"]', "a.pgn is of the game 'Renju'"),
        ('[Game "Pente"]\n\n1. K10 I9', "a.pgn, line 3, column 8: I9 is not a point of a 19x19 board with the columns"),
        ('[Game "Pente"]\n1. K20', "a.pgn, line 2, column 4: K20 is not a point"),
        ('[Game "Pente"]\n1. K0', "a.pgn, line 2, column 4: K0 is not a point"),
        ('[Game "Pente"]\n1. K10 pass', "a.pgn, line 2, column 8: 'pass' is not a move: write points like K10"),
        ('[Game "Pente"]\n1. K10L9', "a.pgn, line 2, column 4: 'K10L9' is not a move"),
        ('[Game "Pente"]\n' + "K10 " * 1001, "a.pgn, line 2, column 4001: there are more than 1000 moves"),
        ('[Game "Pente"]\n*\n[Game "Chess"]', "a.pgn, game 2 is of the game 'Chess'"),
    ],
)
def test_what_is_no_game_is_said_with_its_line(text, said):
    with pytest.raises(RecordError) as error:
        pgn.read(text.encode(), "a.pgn")
    assert said.replace(", column 4001", "") in str(error.value) and len(str(error.value)) < 200


def test_what_is_written_is_as_the_site_reads_it():
    moves = ("j10", "k10", "n10", "l10", "m10", "a1")
    game = rules.followed(Record(moves, size=19, game="pente", first="white", rule="pro", white="Anna", black="Bo",
                                 date="2026-11-21", over=True, winner="white", reason=""))[0]  # fmt: skip
    assert pgn.write([game]).decode().split("\r\n") == [
        '[Game "Pente"]',
        '[Site "-"]',
        '[Event "-"]',
        '[Round "-"]',
        '[Date "11/21/2026"]',
        '[Player 1 Name "Anna"]',
        '[Player 2 Name "Bo"]',
        '[Result "1-0"]',
        "",
        "1. K10 L10 2. O10 M10 3. N10 A1 1-0",
        "",
    ]
    assert pgn.read(pgn.write([game])) == [game]
    moves = tuple(f"{letter}{row}" for row in (11, 13, 15, 17) for letter in "abcdefghij")
    long = dataclasses.replace(game, game="gomoku", rule="", first="black", changes=(), moves=moves)
    lines = pgn.write([rules.followed(long)[0]]).decode().split("\r\n")
    assert max(map(len, lines)) <= 80 and len(lines) > 12


NAME = '<b>]\\[(;B[aa]) & "x"\n# 1-0\n--><?x?>'


def test_all_else_is_in_notes_and_comes_back():
    game = Record(("j10", "a1"), size=19, game="pente", first="white", rule="swap-2", black=NAME, white="Bo", table="4",
                  event="Cup: finals", round="2", place="Tallinn", date="2026-11-21T19:30", over=True, winner="black",
                  reason="time", comment="White: is better.")  # fmt: skip
    written = pgn.write([game])
    assert formats.recognize(written) == "pgn" and b'[Game "Swap2-Pente"]' in written
    (again,) = pgn.read(written)
    assert again == dataclasses.replace(game, black=" ".join(NAME.split()))
    assert pgn.read(pgn.write([again])) == [again]
    for changed in ({"date": "2026"}, {"rule": "long pro"}, {"over": False, "winner": None, "reason": ""},
                    {"winner": None, "reason": "agreement"}):  # fmt: skip
        other = dataclasses.replace(again, **changed)
        assert pgn.read(pgn.write([other])) == [other]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (Record(("h8",)), "pgn has Pente with its variants, .* this is one of Renju: write this game as sgf"),
        (Record((), size=19, game="pente", first="white", options={"overline": "ignored"}), "one of Pente, overline"),
        (Record((), game="gomoku"), "pgn is for boards of 19x19, and this one is 15x15: write this game as sgf"),
        (Record((), size=19, game="gomoku", first="white"), "pgn can't say that White begins"),
        (Record(("a1", "--"), size=19, game="gomoku"), "pgn can't say that a turn is passed, as with move 2"),
        (Record((), size=19, game="pente", first="white", setup=(("a1",), ())), "pgn can't say that stones lay there"),
    ],
)
def test_what_the_site_does_not_have_is_not_written(record, said):
    with pytest.raises(RecordError, match=said):
        pgn.write([record])


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gomoku", {}),
        ("pente", {}),
        ("pente", {"keryo": True}),
        ("pente", {"poof": True}),
        ("pente", {"boat": True}),
        ("pente", {"keryo": True, "poof": True, "boat": True}),
        ("connect6", {}),
    ],
)
def test_random_games_come_back_equal(game, options):
    luck = random.Random(f"{game} {options}")
    written = []
    for _ in range(some(20)):
        record, _ = random_game(game, 19, options, luck)
        moves = record.moves[: [*record.moves, "--"].index("--")]
        record = dataclasses.replace(record, moves=moves, colours=(), changes=())
        written.append(dataclasses.replace(record, **vars(rules.played(record))))
    assert pgn.read(pgn.write(written)) == written
    plain = [dataclasses.replace(record, over=False, winner=None, reason="", line=()) for record in written]
    assert [b"*" in pgn.write([its]) for its in plain] == [its.over for its in written], "else the moves would end it"
    assert pgn.read(pgn.write(plain)) == plain
