"""A power cut in the middle of a turn or a capture: the requests of the lights afterwards, and the rest of the game.

The plug is pulled, or the process of `tengen play` is ended and restarted with its file. Source:
firmware/docs/games/pente.md and connect6.md, firmware/docs/family.md#at-the-board.
"""

import pytest
from hands import ABSENT, GOES, NEW, WRONG, is_kept, played
from portable import to_mend

BLACK, WHITE = ABSENT["black"], ABSENT["white"]

both_ways = pytest.mark.parametrize("power", ["plug", "process"])


async def resumes(hands, who):
    """Check that the board has no requests, and that a press continues the game."""
    await hands.shows()
    await hands.newcomer()
    before = len(hands.told("resumed"))
    await hands.press(who)
    assert [event["by"] for event in hands.told("resumed")[before:]] == [who]
    hands.agree()


async def to_the_five(hands):
    """Play until White has five in row 1."""
    await hands.turns("b2", "b1", "b4", "c1", "b6", "d1", "b8")
    await hands.turn("e1")
    await hands.ends("white", "five", ["a1", "b1", "c1", "d1", "e1"])


async def before_the_capture(hands):
    """Play until White, who begins, can capture E8 and F8 by G8, and put that stone."""
    await hands.begin("pente", opening="free", mode="referee", clock="10")
    await hands.turns("d8", "e8", "a1", "f8")
    await hands.put("g8")


@both_ways
def test_pente_after_the_press_and_the_hands_did_more_in_the_dark(power, tmp_path):
    async def play(hands):
        await before_the_capture(hands)
        await hands.done("p1", "g8")
        # while the power is off, a captured stone and a stone of the game are lifted, and the next stone is put
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
        await before_the_capture(hands)
        await hands.lift("e8", "f8")
        await hands.shows(e8=GOES, f8=GOES, g8=NEW)
        await hands.cut(power)
        # the stone was not a move, so the game is the same as before the stone
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
