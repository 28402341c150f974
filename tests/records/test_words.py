"""Test a record in sentences."""

from dataclasses import replace

import pytest
from tengen.codes import coded
from tengen.games import registry
from tengen_host.records import words
from tengen_host.records.record import Note, Record

SEATS = {"black": "p2", "white": "p1"}
GAME = Record(("h8", "i9"), black="Ants", players=SEATS)


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("chosen", {"who": "p2", "ask": "swap", "option": "swap"}, "Player 2 (Ants) swaps."),
        ("chosen", {"who": "p1", "ask": "swap", "option": "no swap"}, "Player 1 does not swap."),
        ("chosen", {"who": "p1", "ask": "side", "option": "white"}, "Player 1 takes White."),
        (
            "chosen",
            {"who": "p1", "ask": "side", "option": "add"},
            "Player 1 adds two stones, and lets the other choose.",
        ),
        ("chosen", {"who": "p1", "ask": "fifths", "option": "3"}, "Player 1 declares tentative fifths: 3."),
        ("chosen", {"who": "p1", "ask": "way", "option": "1"}, "Player 1 chooses one fifth stone."),
        ("chosen", {"who": "p1", "ask": "way", "option": "10"}, "Player 1 chooses 10 tentative fifths."),
        ("offered", {"points": ["a1", "b2"]}, "Black offers tentative fifths: A1 B2."),
        ("kept", {"point": "a1"}, "White keeps A1."),
        ("claim", {"who": "p1", "what": "foul", "right": True}, "Player 1 rightly claims a foul."),
        ("claim", {"who": "p1", "what": "three", "right": True}, "Player 1 rightly claims a three."),
        (
            "claim",
            {"who": "p1", "what": "time", "right": False},
            "Player 1 wrongly claims that the other's time has ended.",
        ),
        ("lapsed", {"what": "foul", "point": "h8"}, "Not claimed, and lapsed: the foul at H8."),
        ("draw_offered", {"who": "p1"}, "Player 1 offers a draw."),
        ("draw_declined", {"who": "p2"}, "Player 2 (Ants) declines the draw."),
        ("taken_back", {"count": 1, "by": "p1", "removed": ["i9"]}, "1 move is taken back (I9): Player 1."),
        ("taken_back", {"count": 2, "by": "arbiter", "removed": []}, "2 moves are taken back: The arbiter."),
        (
            "clock",
            {"stopped": "disturbed", "cause": coded("refused.put_back", points=["h9"]), "p1": 61_500, "p2": 3_600_000},
            "The clock is stopped (disturbed): put back H9; Player 1 has 1:01.5, Player 2 (Ants) has 1:00:00.",
        ),
        (
            "clock",
            {"stopped": None, "cause": "corrected", "p1": 0, "p2": 50},
            "The clock: corrected by the arbiter; Player 1 has 0:00, Player 2 (Ants) has 0:00.05.",
        ),
        ("comment", {"text": "Good."}, "Good."),
        ("what", {"text": "Good."}, ""),
    ],
)  # fmt: skip
def test_a_note_in_words(kind, fields, said):
    assert words.sentence(Note(2, kind, fields), GAME) == said


@pytest.mark.parametrize("kind", ["chosen", "offered", "kept", "claim", "lapsed", "taken_back", "clock", "comment"])
def test_a_note_without_its_fields_or_with_others_does_no_harm(kind):
    for fields in ({}, dict.fromkeys(("who", "ask", "points", "removed", "p1", "by", "count"), {"x": [1]})):
        assert isinstance(words.sentence(Note(0, kind, fields), Record((), players={"black": [1]})), str)


@pytest.mark.parametrize(
    ("winner", "reason", "line", "said"),
    [
        ("black", "five", ("h8", "i8"), "Black wins: five H8 I8."),
        ("white", "double-three", ("h8",), "White wins: double-three at H8, a foul."),
        ("white", "overline", (), "White wins: overline, a foul."),
        ("black", "resignation", (), "Black wins: White resigns."),
        ("white", "time", (), "White wins: Black's time has ended."),
        ("black", "first pass", (), "Black wins: first pass."),
        ("black", "", (), "Black wins."),
        (None, "agreement", (), "Draw: agreement."),
        (None, "time", (), "Draw: both players' time has ended."),
        (None, "", (), "Draw."),
    ],
)
def test_a_result_in_words(winner, reason, line, said):
    assert words.result(Record((), over=True, winner=winner, reason=reason, line=line)) == said
    assert words.result(Record(())) == ""


def test_settings_are_told_where_they_are_not_the_usual():
    usual = {"game": "renju", "opening": "rif", "fifths": 0, "fixed": False, "clock": "none", "move": "auto"}
    assert words.settings(Record((), settings=usual)) == ""
    assert words.settings(Record((), settings={**usual, "fifths": 3, "fixed": True, "mode": "silent"})) == (
        "fifths 3, fixed, mode silent"
    )


def test_every_opening_of_every_game_has_its_name():
    openings = {opening for game in registry.NAMES for opening in registry.openings(game)}
    assert openings <= set(words.OPENINGS) and set(registry.openings("renju")) == set(words.RULES)


def test_a_result_with_points_in_small_letters_is_read_like_one_in_capitals():
    record = Record(("h8",), over=True, winner="white", line=("h8",))
    for line in ("White wins: double-three at h8, a foul.", "White wins: double-three at H8, a foul."):
        its = words.with_header(replace(record, reason=""), [line])
        assert (its.reason, its.comment) == ("", line), "an unknown reason"
        its = words.with_header(replace(record, reason="double-three"), [line])
        assert (its.reason, its.comment) == ("double-three", "")
