"""Test Gomocup's .psq: coordinates from the upper left corner, times, and names, which must not be read as moves."""

import pytest
from tengen_host.records import formats, psq
from tengen_host.records.record import Note, Record, RecordError


def one(written):
    (record,) = psq.read(written.encode(), "a.psq")
    return record


GAME = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,1500\r\n1,1,20\r\nblack.zip\r\nC:\\white.exe\r\n-1\r\n2016\r\n"


def test_a_game_of_another_program():
    game = one(GAME)
    assert (game.moves, game.size) == (("h8", "i9", "a15"), 15)
    assert (game.black, game.white) == ("black.zip", "C:\\white.exe")
    assert game.comment == "Time taken for each move, in ms: 0, 1500, 20" and not game.over


@pytest.mark.parametrize("head", ["Piskvorky 15x15, 0:0, 1", "piskvorky 15 x 15 , 11:-1 ,1 "])
def test_the_third_number_of_the_head_says_which_player_begins_and_the_names_stay_in_their_order(head):
    game = one(f"{head}\n8,8,5\n9,7,5\nfirst.exe\nsecond.exe\n-1\n1,Renju")
    assert (game.black, game.white, game.winner) == ("second.exe", "first.exe", "white")
    assert one(f"{head}\n8,8,5\n9,7,5\nfirst.exe\nsecond.exe\n-1\n2,Renju").winner == "black"
    assert one(psq.write([game]).decode()) == game


@pytest.mark.parametrize("begins", [0, 1])
@pytest.mark.parametrize("opening", range(5))
@pytest.mark.parametrize("told", [0, 1, 2])
def test_the_winner_that_gomocup_tells_is_a_player_and_the_other_one_after_an_odd_opening(begins, opening, told):
    """In server.py of GomocupJudge, player 1 moves first after the opening, and the names are in the order of colours.

    The stones of the opening have the time 0.
    """
    moves = "".join(f"{1 + at},{1 + 2 * (at % 3)},{0 if at < opening else 40}\n" for at in range(7))
    game = one(f"Piskvorky 15x15, 11:11, {begins}\n{moves}a\nb\n-1\n{told},Freestyle1\n")
    one_is, two_is = ("white", "black") if (opening + begins) % 2 else ("black", "white")
    assert (game.over, game.winner) == (True, (None, one_is, two_is)[told])
    assert game.game == "five" and (game.black, game.white) == (("a", "b"), ("b", "a"))[begins]


def test_a_code_by_which_piskvork_says_how_the_game_ended_is_kept_in_words():
    for code in ("-1", "0", "15", "-2"):
        comment = "" if code in ("-1", "0") else f"Piskvork's code of the end: {code}"
        assert one(f"Piskvorky 15x15, 11:11, 0\n8,8\na\nb\n{code}\n").comment == comment


def test_a_winner_that_is_told_after_the_names_counts_where_the_moves_say_nothing():
    for number, winner in (("1", "black"), ("2", "white")):
        game = one(GAME.replace("8,8,0", "8,8,3").replace("2016", f"{number},Freestyle"))
        assert (game.over, game.winner, game.comment[:4]) == (True, winner, "Time")
    five = "".join(f"{x},8,0\n{x},1,0\n" for x in range(1, 5)) + "5,8,0\n"
    assert one(f"Piskvorky 15x15, 0:0, 0\n{five}a\nb\n-1\n2,Renju").winner == "black"


@pytest.mark.parametrize(
    ("rule", "game"),
    [("Freestyle", "five"), ("fastgame", "five"), (" Standard ", "gomoku"), ("Renju", "renju"), ("Caro", ""),
     ("freestyle2016", "five"), ("Standard 2", "gomoku"), ("renju15", "renju")],
)
def test_the_rule_that_is_told_with_the_winner_is_the_game(rule, game):
    six = "".join(f"{x},8,0\n{x},{1 + x % 2},0\n" for x in (1, 2, 3, 5, 6)) + "4,8,0\n"
    record = one(f"Piskvorky 15x15, 0:0, 0\n{six}a\nb\n-1\n1,{rule}\n")
    assert record.game == game and (record.over, record.winner) == (True, "black")
    assert record.reason == ("five" if game == "five" else "") and record.comment == ("" if game else "Rule: Caro")
    with pytest.raises(RecordError, match="move 2 is h8, where move 1 lies already"):
        one(f"Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\na\nb\n-1\n1,{rule}\n")


def test_what_other_programs_leave_out():
    game = one("\n PISKVORKY 19 x 19 , 0:0\n10, 10\n 1 , 19 , 5 , x\n")
    assert (game.moves, game.size, game.black) == (("j10", "a1"), 19, "")
    assert game.comment == "Time taken for each move, in ms: 0, 5"
    assert one("Piskvorky 15x15, 0:0, 0\n").moves == ()
    assert one("Piskvorky 15x15, 0:0, 0\n8,8,0\nblack").black == "black"
    assert one("Piskvorky 15x15, 0:0, 0\n8,8,0\n-1").black == ""


def test_what_is_written():
    notes = (Note(1, "lapsed", {"what": "foul", "point": "h8"}),)
    game = Record(
        ("h8", "i9", "a15"),
        black="Ants\n",
        white="1,2,3",
        settings={"clock": "1+5"},
        clocks=((64_000, 60_000), (64_000, 57_500), (50_000, 57_500)),
        over=True,
        winner="white",
        reason="resignation",
        notes=notes,
    )
    written = psq.write([game]).decode()
    assert written.split("\r\n") == [
        "Piskvorky 15x15, 0:0, 0",
        "8,8,1000",
        "9,7,7500",
        "1,1,19000",
        "Ants",
        "player 1,2,3",
        "-1",
        "# Result: 0-1",
        "# Settings: clock 1+5",
        "# After move 1: Not claimed, and lapsed: the foul at H8.",
        "# Clocks after each move, Black / White: 1:04 / 1:00, 1:04 / 0:57.5, 0:50 / 0:57.5",
        "# White wins: Black resigns.",
        "",
    ]
    again = one(written)
    assert (again.moves, again.black, again.over, again.winner) == (game.moves, "Ants", True, "white")
    assert again.reason == "resignation" and "White wins" not in again.comment and "Result" not in again.comment
    assert psq.write([again]).decode().count("Time taken") == 1


def test_without_a_clock_no_time_is_taken():
    for settings in ({}, {"clock": "none"}, {"clock": "rubbish"}):
        assert b"\r\n8,8,0\r\n" in psq.write([Record(("h8",), settings=settings, clocks=((1, 1),))])


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "a.psq, line 1: a .psq file begins like `Piskvorky 15x15, 0:0, 0`: choose a file that does"),
        ("\n\nh8i9", "a.psq, line 3: a .psq file begins like"),
        ("Piskvorky 15x16, 0:0, 0", "line 1: no board is 15x16: it is square, with 3 to 19 points a side"),
        ("Piskvorky 20x20, 0:0, 0", "line 1: the board is 20x20, and boards end at 19x19: choose a smaller game"),
        ("Piskvorky 2x2, 0:0, 0", "no board is 2x2: it is square, with 3 to 19 points a side"),
        ("Piskvorky " + "9" * 5000 + "x1, 0:0, 0", "a .psq file begins like"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0", "a.psq, line 3: 16,1 is not a point of a 15x15 board: 1,1 to 15,15"),
        ("Piskvorky 15x15, 0:0, 0\n0,1,0", "line 2: 0,1 is not a point"),
        ("Piskvorky 15x15, 0:0, 0\n" + "9" * 10**5 + ",1,0", "line 2: 999999999,1 is not a point"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0", "move 2 is h8, where move 1 lies already"),
        ("Piskvorky 15x15, 0:0, 0\n" + "8,8,0\n" * 2000, "more than 1000 moves"),
    ],
)
def test_what_is_no_game_is_said_with_its_line(written, said):
    with pytest.raises(RecordError) as error:
        one(written)
    assert said in str(error.value) and len(str(error.value)) < 200


@pytest.mark.parametrize("format_", ["psq", "sav"])
def test_what_stones_by_turns_can_not_say_is_not_written(format_):
    for record, said in (
        (Record(("h8", "--")), "that a turn is passed, as with move 2: write this game as sgf or text"),
        (Record((), setup=(("h8",), ())), "that stones lay there"),
        (Record(("h8",), first="white"), "that White begins"),
    ):
        with pytest.raises(RecordError, match=f"{format_} can't say {said}"):
            formats.write([record], format_)
