"""The power is cut in the middle of a turn or of a capture: what the lights ask for then, and the game to its end.

The plug is pulled, or the process of `tengen play` ends and begins anew on its file. Source: GAMES 7, 10, 14.
"""

import pytest
from hands import ABSENT, CAPTURED, GOES, NEW, WRONG, is_kept, played
from support import to_mend
from tengen.codes import coded

BLACK, WHITE = ABSENT["black"], ABSENT["white"]

both_ways = pytest.mark.parametrize("power", ["plug", "process"])

# White (who begins) has D8, Black E8 and F8: White's G8 takes both
BEFORE = ("d8", "e8", "a1", "f8")


async def resumes(hands, who):
    """The board asks for nothing any more: a press goes on with the game."""
    await hands.shows()
    await hands.newcomer()
    before = len(hands.told("resumed"))
    await hands.press(who)
    assert [event["by"] for event in hands.told("resumed")[before:]] == [who]
    hands.agree()


async def to_the_five(hands):
    """Play on until White has five in row 1."""
    await hands.turns("b2", "b1", "b4", "c1", "b6", "d1", "b8")
    await hands.turn("e1")
    await hands.ends("white", "five", ["a1", "b1", "c1", "d1", "e1"])


async def pente(hands, *moves, **settings):
    await hands.begin("pente", **{"opening": "free", "mode": "referee", "clock": "10", **settings})
    await hands.turns(*moves)


@both_ways
def test_pente_after_the_press_captured_stones_still_lie(power, tmp_path):
    async def play(hands):
        await pente(hands, *BEFORE)
        await hands.put("g8")
        await hands.done("p1", "g8")
        await hands.lift("e8")
        await hands.cut(power)
        # a game that waits for its stones knows no captured stones: what does not belong to it is lifted
        await hands.shows(f8=WRONG)
        await hands.newcomer()
        await hands.press("p2")
        assert hands.refused() == ("p2", coded("refused.take_away", points=["f8"]))
        await hands.lift("f8")
        await resumes(hands, "p2")
        assert hands.board.game.captured == {"black": 0, "white": 2}
        await to_the_five(hands)
        is_kept(hands)

    played(play, tmp_path / "play.sqlite")


@both_ways
def test_pente_after_the_press_and_the_hands_did_more_in_the_dark(power, tmp_path):
    async def play(hands):
        await pente(hands, *BEFORE)
        await hands.put("g8")
        await hands.done("p1", "g8")
        # one captured stone is lifted, and a stone of the game, and the next stone is put
        await hands.cut(power, "e8", "a1", "b2")
        await hands.shows(a1=WHITE, b2=WRONG, f8=WRONG)
        await hands.newcomer()
        await hands.press("p2")
        assert hands.refused() == ("p2", to_mend("a1", "b2 f8"))
        await hands.put("a1")
        await hands.lift("b2", "f8")
        await resumes(hands, "p1")
        await to_the_five(hands)
        is_kept(hands)

    played(play, tmp_path / "play.sqlite")


@both_ways
def test_pente_before_the_press_captured_stones_are_lifted_already(power, tmp_path):
    async def play(hands):
        await pente(hands, *BEFORE)
        await hands.put("g8")
        await hands.lift("e8", "f8")
        await hands.shows(e8=GOES, f8=GOES, g8=NEW)
        await hands.cut(power)
        # the stone was no move: all is as before it
        await hands.shows(e8=BLACK, f8=BLACK, g8=WRONG)
        await hands.newcomer()
        await hands.press("p1")
        assert hands.refused() == ("p1", to_mend("e8 f8", "g8"))
        await hands.put("e8", "f8")
        await hands.shows(g8=WRONG)
        await hands.lift("g8")
        await resumes(hands, "p1")
        assert hands.board.game.captured == {"black": 0, "white": 0}
        await hands.turn("g8")
        assert hands.board.game.captured == {"black": 0, "white": 2}
        await to_the_five(hands)
        is_kept(hands)

    played(play, tmp_path / "play.sqlite")


@both_ways
def test_pente_a_poof_whose_own_stone_still_lies(power, tmp_path):
    async def play(hands):
        await pente(hands, "b8", "a8", "f8", "d8", "o1", "e8", options={"keryo": True, "poof": True})
        await hands.put("c8")  # GAMES O1: takes D8 and E8, and goes itself with B8
        await hands.done("p1", "c8")
        await hands.shows(b8=CAPTURED, c8=CAPTURED, d8=CAPTURED, e8=CAPTURED)
        await hands.lift("d8")
        await hands.cut(power)
        await hands.shows(b8=WRONG, c8=WRONG, e8=WRONG)
        await hands.lift("b8", "c8", "e8")
        await resumes(hands, "p2")
        assert hands.board.game.captured == {"black": 2, "white": 2}
        await hands.turns("n9", "a1", "n7", "b1", "n5", "c1", "n3", "d1", "o15")
        await hands.turn("e1")
        await hands.ends("white", "five", ["a1", "b1", "c1", "d1", "e1"])
        is_kept(hands)

    played(play, tmp_path / "play.sqlite")


@both_ways
@pytest.mark.parametrize("put", [("a1",), ("o1", "a1")])
def test_connect6_stones_of_a_turn_lie_that_is_no_turn_yet(power, put, tmp_path):
    async def play(hands):
        await hands.begin("connect6", size=15, mode="referee", clock="10")
        for turn in (("h8",), ("a15", "o15"), ("i8", "j8")):
            await hands.turn(*turn)
        await hands.put(*put)
        await hands.shows(**dict.fromkeys(put, NEW))
        await hands.cut(power)
        await hands.shows(**dict.fromkeys(put, WRONG))
        await hands.newcomer()
        await hands.press("p2")
        assert hands.refused()[1] == coded("refused.take_away", points=sorted(put))
        await hands.lift(*put)
        await resumes(hands, "p2")
        assert hands.board.game.wanted == 2
        await hands.turn("a1", "o1")
        await hands.turn("k8", "l8")
        await hands.turn("c3", "m13")
        await hands.turn("m8")
        await hands.ends("black", "six", ["h8", "i8", "j8", "k8", "l8", "m8"])
        is_kept(hands)

    played(play, tmp_path / "play.sqlite")


@both_ways
def test_gomoku_a_stone_that_is_no_move_yet_and_a_move_that_was_lifted(power, tmp_path):
    async def play(hands):
        await hands.begin("gomoku", mode="referee")
        await hands.turns("h8", "a1", "k8", "b1")
        await hands.put("i8")
        await hands.lift("h8")
        await hands.cut(power)
        await hands.shows(h8=BLACK, i8=WRONG)
        await hands.put("h8")
        await hands.lift("i8")
        await resumes(hands, "p1")
        await hands.turns("i8", "d1", "j8", "e1")
        await hands.turn("l8")
        await hands.ends("black", "five", ["h8", "i8", "j8", "k8", "l8"])
        is_kept(hands)

    played(play, tmp_path / "play.sqlite")
