"""Test that every format writes real games and reads them back, and that the format of a file is recognized."""

import dataclasses
from itertools import product

import pytest
from ledger import fewer
from recording import real_games
from tengen_host.records import formats
from tengen_host.records.checks import MOST_BYTES
from tengen_host.records.record import Record, RecordError

RENJU = [name for name in formats.FORMATS if name != "pgn"]
SAMPLES = [(5, "sgf"), (5, "sav")]  # for these formats, only one of five games is tested


@pytest.mark.parametrize(("step", "format_"), fewer([*product([1], RENJU), *SAMPLES], SAMPLES))
def test_2500_real_games_come_back_with_their_moves_and_result(step, format_):
    """2,500 real games of Renju come back from each format with their moves and result."""
    games = list(real_games())[::step]
    assert len(games) == 2500 // step
    of = formats.FORMATS[format_]
    if of.several:
        data = formats.write(games, format_)
        assert len(data) < MOST_BYTES and formats.recognize(data) == format_
        again = of.read(data, "")
    else:
        again = [game for each in games for game in of.read(formats.write([each], format_), "")]
    assert len(again) == len(games)
    for game, other in zip(games, again, strict=True):
        assert other.moves == game.moves
        assert (other.over, other.winner, other.reason, other.line) == (True, game.winner, "five", game.line)


@pytest.mark.parametrize("format_", RENJU)
def test_any_result_comes_back(format_):
    five = ("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8")
    for moves in (five, five[:-1]):
        for over, winner in ((True, "black"), (True, "white"), (True, None), (False, None)):
            (again,) = formats.FORMATS[format_].read(
                formats.write([Record(moves, over=over, winner=winner)], format_), ""
            )
            assert (again.moves, again.over, again.winner) == (moves, over, winner)


@pytest.mark.parametrize(
    ("data", "name", "format_"),
    [
        (b"(;GM[4])", "", "sgf"),
        (b"mail\n( ;GM[1])", "game.txt", "sgf"),
        (b"h8i9", "", "text"),
        (b"\xef\xbb\xbfh8i9", "game.dat", "text"),
        (b"", "game.SGF", "sgf"),
        ("(;GM[4])".encode("utf-16"), "", "sgf"),
        (b"<html><pre>(;GM[4])", "", "sgf"),
        (b'<?xml version="1.0"?><database>', "game.sgf", "rif"),
        ("<database/>".encode("utf-16"), "", "rif"),
        (b"<Database><info>(;</info>", "", "rif"),
        (b"<a/>", "", "rif"),
        (b"\r\npiskvorky 20x20, 11:11, 0\r\n", "game.txt", "psq"),
        (b"# a smile (;\nh8", "", "text"),
        (b'\xef\xbb\xbf\r\n[Game "Pente"]\r\n', "game.txt", "pgn"),
        (b'[Player 1 Name "(;GM[4])"]', "game.sgf", "pgn"),
        (b"", "game.PGN", "pgn"),
        (b"15\r\n15\r\n2\r\n7 7\r\n6 8\r\n", "game.txt", "sav"),
        (b"19\n19\n0", "", "sav"),
        (b"1\nh8\n2\ni9", "", "text"),
        (b"\x02p!", "game.POS", "sav"),
        (b"(;" + bytes(range(39)), "game.pos", "sav"),
        (b"(;GM[4])", "game.pos", "sgf"),
    ],
)
def test_a_file_is_known_by_what_is_in_it(data, name, format_):
    assert formats.recognize(data, name) == format_


def test_an_empty_file_is_no_game():
    with pytest.raises(RecordError, match="a.dat is empty: choose"):
        formats.recognize(b" \n", "a.dat")


def test_a_file_is_read_whatever_it_is_called(tmp_path):
    path = tmp_path / "games.dat"
    games = [Record(("h8", "i9"), black="A"), Record(("h8",))]
    for format_ in RENJU:
        if formats.FORMATS[format_].several:
            path.write_bytes(formats.write(games, format_))
            assert [game.moves for game in formats.read(path)] == [("h8", "i9"), ("h8",)]


def test_what_is_no_file_or_too_long_for_one(tmp_path):
    with pytest.raises(RecordError, match="can't be read"):
        formats.read(tmp_path / "nothing.sgf")
    with pytest.raises(RecordError, match="can't be read"):
        formats.read(tmp_path)
    path = tmp_path / "long.sgf"
    path.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(RecordError, match="long.sgf has more than 8 MB"):
        formats.read(path)


def test_a_format_that_is_none_or_too_small():
    with pytest.raises(RecordError, match="there is no format 'doc': choose one of sgf"):
        formats.write([], "doc")
    with pytest.raises(RecordError, match="a file of psq has one game, not 2: write each to its own, or as sgf"):
        formats.write([Record(()), Record(())], "psq")


@pytest.mark.parametrize("format_", RENJU)
def test_no_file_is_written_that_would_not_be_read(format_):
    with pytest.raises(RecordError, match="there is no game to write"):
        formats.write([], format_)
    with pytest.raises(RecordError, match="has more than 8 MB"):
        formats.write([Record(("h8",), comment="x" * MOST_BYTES)], format_)
    if formats.FORMATS[format_].several:
        with pytest.raises(RecordError, match="has more than 20000 games: split it"):
            formats.write([Record(("h8",))] * 20_001, format_)


@pytest.mark.parametrize("format_", RENJU)
def test_names_with_markup_do_no_harm(format_):
    name = '<b>]\\[(;B[aa]) & "x"\n# 1-0\n--><?x?>'
    game = Record(("h8", "i9"), comment=name, **dict.fromkeys(("black", "white", "event", "round", "place"), name))
    data = formats.write([game], format_)
    assert formats.recognize(data) == format_
    (again,) = formats.FORMATS[format_].read(data, "")
    assert dataclasses.replace(again, comment="").moves == ("h8", "i9") and not again.over


@pytest.mark.parametrize("format_", RENJU)
@pytest.mark.parametrize("reason", ["resignation", "time", ""])
def test_what_our_own_files_say_of_a_game_comes_back_as_that(format_, reason):
    game = Record(
        ("h8", "i9"), black="Ants", white="Bo <b>: x", rule="soosyrv-8", event="Cup: finals", round="2", table="4",
        place="Tallinn", date="2026-11-21", over=True, winner="white", reason=reason, comment="White: is better.",
    )  # fmt: skip
    again = game
    for _ in range(2):
        (again,) = formats.FORMATS[format_].read(formats.write([again], format_), "")
        assert again == game


@pytest.mark.parametrize(
    "reason, winner", [("agreement", None), ("full board", None), ("time", None), ("first pass", "black")]
)
@pytest.mark.parametrize("format_", RENJU)
def test_why_a_game_ended_comes_back(format_, reason, winner):
    game = Record(("h8", "i9"), over=True, winner=winner, reason=reason)
    (again,) = formats.FORMATS[format_].read(formats.write([game], format_), "")
    assert (again.winner, again.reason, again.comment) == (winner, reason, "")


@pytest.mark.parametrize("format_", RENJU)
def test_a_foul_comes_back_as_that_and_is_told_once(format_):
    # from firmware/docs/rules.md#hard-positions, where d8 is a double-three
    moves = ("b8", "a1", "c8", "c1", "d9", "e1", "d10", "g1", "d8")
    game = Record(moves, over=True, winner="white", reason="double-three", line=("d8",))
    (again,) = formats.FORMATS[format_].read(formats.write([game], format_), "")
    assert again == game
