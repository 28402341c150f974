"""Taking back captures and stones of a turn: lights request the stones in their colours, and the clocks are correct.

In a casual game the opponent consents, in a referee's game the arbiter decides. Only buttons and stones are used.
Source: firmware/docs/family.md#shared-rules and #at-the-board, firmware/docs/games/pente.md and connect6.md.
"""

import pytest
from hands import ABSENT, WRONG, at_the_board
from tengen.session.timing import FREE_MS

BLACK, WHITE = ABSENT["black"], ABSENT["white"]

# White (who begins) has D8, Black E8 and F8: White's G8 captures both
BEFORE = ("d8", "e8", "a1", "f8")
LATE_MS = 40  # the board notices a hand within this time, and it checks the clock at least this often


async def capture(hands, mode, lift=("e8", "f8")):
    """Play until G8 is pressed, and lift some of the captured stones. Return the group `clock`."""
    await hands.begin("pente", opening="free", mode=mode, clock="10")
    await hands.turns(*BEFORE)
    await hands.put("g8")
    await hands.done("p1", "g8")
    told = hands.groups["clock"]
    assert told["running"] == "p2"
    await hands.lift(*lift)
    return told


async def clock(hands):
    """The clocks now, confirmed by a snapshot."""
    await hands.newcomer()
    return hands.groups["clock"]


def passed(before, after, who, ms=None):
    """Check that between two states of the clock only this player's time has run: all the time, or `ms` of it."""
    other = {"p1": "p2", "p2": "p1"}[who]
    gone = before[who] - after[who]
    assert before[other] == after[other]
    assert abs(gone - (after["t"] - before["t"] if ms is None else ms)) <= LATE_MS


async def all_is_as_before(hands, taken_back):
    """Check that the captured stones are back: White's turn, White's clock runs, the same capture is possible."""
    await hands.shows()
    hands.agree()
    assert hands.board.game.captured == {"black": 0, "white": 0} and hands.mover() == "p1"
    now = await clock(hands)
    assert now["running"] == "p1" and "stopped" not in now and now["p2"] == taken_back["p2"]
    later = await clock(hands)
    passed(now, later, "p1")
    await hands.turn("g8")
    assert hands.board.game.captured == {"black": 0, "white": 2}
    await hands.turn("e8")
    hands.agree()


@pytest.mark.parametrize("way", ["the stone", "the menu"])
@at_the_board
async def test_casual_by_consent(hands, way):
    pressed, free_ms = await capture(hands, "casual"), FREE_MS
    if way == "the stone":
        free_ms += hands.clock.now()
        await hands.lift("g8")
        await hands.rest(250)  # longer than a slip of the hand
    else:
        await hands.hold("p1")
        await hands.take("p1", "take back")
    assert hands.told("take_back_wished")[-1]["who"] == "p1"
    await hands.take("p2", "yes")
    hands.game.take_back()
    back = hands.told("taken_back")[-1]
    assert sorted(back["changes"]) == [
        ["e8", "empty", "black"], ["f8", "empty", "black"], ["g8", "white", "empty"],
    ]  # fmt: skip
    told = hands.groups["clock"]
    assert told["running"] == "p1" and "stopped" not in told
    passed(pressed, told, "p2")
    if way == "the stone":
        free_ms -= told["t"]  # a part of the three seconds has passed since the stone was lifted

    await hands.rest(250)
    asked = {"e8": BLACK, "f8": BLACK, **({"g8": WRONG} if way == "the menu" else {})}
    # White's clock runs for three seconds of disturbance, then it stops
    await hands.shows(**asked)
    hands.lies()
    stopped = await clock(hands)
    assert stopped["stopped"] == "disturbed"
    passed(told, stopped, "p1", free_ms)
    await hands.put("e8")
    await hands.shows(**{point: its for point, its in asked.items() if point != "e8"})
    await hands.put("f8")
    if way == "the menu":
        await hands.shows(g8=WRONG)
        await hands.lift("g8")
    await all_is_as_before(hands, told)


@pytest.mark.parametrize("lift", [(), ("f8",), ("e8", "f8")])
@at_the_board
async def test_by_the_arbiter_in_a_referees_game(hands, lift):
    await capture(hands, "referee", lift)
    await hands.lift("g8")
    await hands.rest(250)
    assert not hands.told("take_back_wished"), "only the arbiter takes back"
    left = {point: ("red", "slow blink") for point in ("e8", "f8") if point not in lift}
    await hands.shows(g8=WHITE, **left)
    await hands.put("g8")
    hands.lies()

    await hands.hold("arbiter")
    await hands.take("arbiter", "take back", "1")
    hands.game.take_back()
    await hands.rest(250)
    told = hands.groups["clock"]
    await hands.shows(g8=WRONG, **dict.fromkeys(lift, BLACK))
    # one stone is missing and one is extra; a program that only receives the lines may take one for the other
    hands.lies(guessed=["g8"] if len(lift) == 1 else [])
    await hands.put(*lift)
    await hands.shows(g8=WRONG)
    await hands.lift("g8")
    await all_is_as_before(hands, told)
