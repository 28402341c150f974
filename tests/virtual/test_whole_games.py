"""Whole games of Pente by hands on the virtual board, with people's typical slips.

After each step, the state from the events must equal the game by the rules, and have every stone on the board. Source:
firmware/docs/games/pente.md, firmware/docs/family.md#at-the-board.
"""

from hands import ABSENT, CAPTURED, GOES, NEW, WRONG, at_the_board
from portable import DWELL_MS, to_mend
from tengen.codes import coded

BLACK, WHITE = ABSENT["black"], ABSENT["white"]


async def rests(hands, point):
    """Put a stone, and let it become a move after the dwell time."""
    await hands.put(point)
    await hands.rest(DWELL_MS)
    hands.played(point)
    hands.agree()


# Pente with Keryo and Poof: rows of two and three are captured. A player who completes such a row between two stones of
# the opponent loses it. 15 captured stones win.


@at_the_board
async def test_pente_with_keryo_and_poof_to_fifteen_captured_stones(hands):
    await hands.begin("pente", options={"keryo": True, "poof": True}, mode="referee", clock="10+5")
    assert hands.board.game.first == "white" and hands.board.game.goal == 15

    await hands.put("a12")
    await hands.shows(a12=WRONG)  # White begins, and must do so in the centre
    await hands.lift("a12")
    await hands.turn("h8")
    await hands.turn("a12")
    assert [(move.point, move.colour) for move in hands.board.game.moves] == [("h8", "white"), ("a12", "black")]
    for point in ("b12", "d12", "f12", "e12"):
        await hands.turn(point)
        await hands.newcomer()

    # An example of firmware/docs/games/pente.md: c12 captures d12 and e12, and is captured with b12 by a12 and d12
    await hands.put("c12")
    await hands.shows(b12=GOES, c12=NEW, d12=GOES, e12=GOES)
    await hands.lift("e12")
    hands.lies()
    await hands.shows(b12=GOES, c12=NEW, d12=GOES, e12=GOES)
    await hands.newcomer()
    await hands.done("p1", "c12")
    assert hands.board.game.captured == {"black": 2, "white": 2}
    await hands.shows(b12=CAPTURED, c12=CAPTURED, d12=CAPTURED)

    # Black's stone waits while captured stones are on the board
    await hands.lift("c12")
    await hands.put("o2")
    await hands.shows(b12=CAPTURED, d12=CAPTURED, o2=NEW)
    hands.lies()
    await hands.newcomer()
    await hands.press("p2")
    assert hands.refused() == ("p2", coded("refused.take_away", points=["b12", "d12"]))
    await hands.lift("d12")
    await hands.press("p2")
    assert hands.refused() == ("p2", coded("refused.take_away", points=["b12"]))
    hands.agree()
    await hands.lift("b12")
    await hands.shows(o2=NEW)
    await hands.done("p2", "o2")
    await hands.newcomer()

    # a row of three could be captured; the player lifts two of its stones, then changes the plan
    await hands.turns("d2", "e2", "a1", "f2", "n1", "g2")
    await hands.put("h2")
    await hands.lift("e2", "f2")
    await hands.shows(e2=GOES, f2=GOES, g2=GOES, h2=NEW)
    await hands.lift("h2")
    await hands.shows(e2=BLACK, f2=BLACK)
    hands.lies()
    await hands.newcomer()
    await hands.put("f2", "e2")
    await hands.shows()
    # a stone that must stay is lifted with the captured ones
    await hands.put("h2")
    await hands.lift("g2", "a1")
    await hands.shows(a1=WHITE, h2=WRONG)
    hands.lies()
    await hands.newcomer()
    await hands.press("p1")
    assert hands.refused() == ("p1", to_mend("a1", "h2"))
    await hands.put("a1")
    await hands.shows(e2=GOES, f2=GOES, g2=GOES, h2=NEW)
    await hands.done("p1", "h2")
    await hands.lift("f2", "e2")
    hands.agree()
    assert hands.board.game.captured == {"black": 2, "white": 5}

    await hands.turns("o4", "d4", "e4", "c14", "f4", "l14", "g4", "h4", "o6", "d6", "e6", "a5", "f6", "g6")
    assert hands.board.game.captured == {"black": 2, "white": 10}
    for point in ("j10", "l6", "l9", "i10", "l8", "a7", "l7", "b14", "k10"):
        await hands.turn(point)
        await hands.newcomer()

    # a pair and a row of three are captured at once, so that fifteen stones are captured
    await hands.put("l10")
    await hands.shows(j10=GOES, k10=GOES, l7=GOES, l8=GOES, l9=GOES, l10=NEW)
    await hands.lift("k10")
    await hands.done("p1", "l10")
    assert hands.board.game.captured == {"black": 2, "white": 15}
    left = ["j10", "l7", "l8", "l9"]
    await hands.ends("white", "captures", [], "CAP", lift=left)
    await hands.lift(*left)
    await hands.ends("white", "captures", [])  # the sign lasts three seconds
    await hands.clear()


@at_the_board
async def test_pente_by_the_dwell_the_next_stone_waits_and_a_five_ends_it(hands):
    await hands.begin("pente", opening="free", mode="casual")
    for point in ("d8", "e8", "a1", "f8"):
        await rests(hands, point)
    await rests(hands, "g8")
    await hands.shows(e8=CAPTURED, f8=CAPTURED)
    await hands.put("b2")
    await hands.rest(5 * DWELL_MS)
    hands.agree()
    await hands.shows(b2=NEW, e8=CAPTURED, f8=CAPTURED)
    await hands.lift("e8")
    await hands.rest(5 * DWELL_MS)
    hands.agree()
    await hands.lift("f8")
    await hands.rest(DWELL_MS)
    hands.played("b2")
    hands.agree()
    for point in ("a2", "b4", "a3", "b6", "a4", "b8"):
        await rests(hands, point)
    await rests(hands, "a5")
    await hands.ends("white", "five", ["a1", "a2", "a3", "a4", "a5"])
    await hands.clear()
