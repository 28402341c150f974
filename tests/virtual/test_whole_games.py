"""Whole games of Gomoku, Pente and Connect6 by hands on the virtual board, with the slips that people make.

After each step the events alone have made the game as the rules have it, with every stone that lies. Source: GAMES 5,
7, 10, 14.
"""

import pytest
from hands import ABSENT, CAPTURED, GOES, NEW, OTHER, SEVERAL, WAITS, WRONG, at_the_board
from support import DWELL_MS, to_mend
from tengen.codes import coded

BLACK, WHITE = ABSENT["black"], ABSENT["white"]


# Gomoku

# A six of Black's, h8-m8, and one of White's, a1-f1, each closed last in its middle, and a four of each
SIXES = ["h8", "a1", "l8", "b1", "i8", "c1", "j8", "e1", "m8", "f1", "k8", "d1", "h9", "a2", "h10", "a3", "h11", "a4"]


@pytest.mark.parametrize("mode", ["casual", "referee"])
@pytest.mark.parametrize("winner", ["black", "white"])
@at_the_board
async def test_gomoku_a_six_is_nothing_and_a_five_wins_for_both_colours_alike(hands, winner, mode):
    await hands.begin("gomoku", mode=mode)

    await hands.put("g8")
    assert hands.refused() == ("g8", coded("refused.zone_centre", number=1))
    await hands.shows(g8=WRONG)
    await hands.lift("g8")
    for number, point in enumerate(SIXES, 1):
        if number == 3:
            await wrong_zone(hands)
        if number == 5:
            await too_many(hands, mode)
        if number == 8:
            await lifted_and_put_back(hands, mode)
        await make(hands, point, mode)
        await hands.newcomer()
    assert not hands.told("result"), "six in a row are nothing, of Black's and of White's"

    last = ["h12"] if winner == "black" else ["o15", "a5"]
    for point in last:
        await make(hands, point, mode)
    five = ["h8", "h9", "h10", "h11", "h12"] if winner == "black" else ["a1", "a2", "a3", "a4", "a5"]
    await hands.ends(winner, "five", five)
    await hands.clear()


async def make(hands, point, mode):
    """Make a move: by the dwell in a casual game, by the player's button in a referee's."""
    if mode == "referee":
        await hands.put(point)
        await hands.press(OTHER[hands.mover()])
        assert not [event for event in hands.told("move") if event["point"] == point], "that was not his button"
        await hands.done(hands.mover(), point)
    else:
        await hands.put(point)
        await hands.rest(DWELL_MS)
        hands.played(point)
    hands.agree()


async def wrong_zone(hands):
    await hands.put("j10")
    assert hands.refused() == ("j10", coded("refused.zone_outside", number=3, width=5))
    await hands.shows(j10=WRONG)
    await hands.press("p1")
    assert hands.refused() == ("p1", coded("refused.take_away", points=["j10"]))
    await hands.lift("j10")
    await hands.newcomer()


async def too_many(hands, mode):
    await hands.put("c3", "i8")
    if mode == "casual":
        await hands.shows(c3=SEVERAL, i8=SEVERAL)
    else:
        await hands.shows(c3=NEW, i8=WAITS)
    await hands.newcomer()
    await hands.lift("i8", "c3")


async def lifted_and_put_back(hands, mode):
    """The last stone, and then another, is lifted from the board and put back."""
    for point, absent in (("j8", BLACK), ("b1", WHITE)):
        await hands.lift(point)
        await hands.shows(**{point: absent})
        hands.lies()
        await hands.newcomer()
        # in a casual game the last stone in the hand asks for a take-back, until it is put back
        assert len(hands.told("take_back_wished")) == (mode == "casual")
        await hands.put(point)
        await hands.shows()
        hands.agree()


# Pente with Keryo and Poof: rows of two and of three go, own rows go with the stone that completes them; 15 win


@at_the_board
async def test_pente_with_keryo_and_poof_to_fifteen_captured_stones(hands):
    await hands.begin("pente", options={"keryo": True, "poof": True}, mode="referee", clock="10+5")
    assert hands.board.game.first == "white" and hands.board.game.goal == 15

    await hands.put("a12")
    await hands.shows(a12=WRONG)  # White begins, on the centre
    await hands.lift("a12")
    await hands.turn("h8")
    await hands.turn("a12")
    assert [(move.point, move.colour) for move in hands.board.game.moves] == [("h8", "white"), ("a12", "black")]
    for point in ("b12", "d12", "f12", "e12"):
        await hands.turn(point)
        await hands.newcomer()

    # GAMES O1: c12 takes d12 and e12 before f12, and goes itself with b12, between a12 and d12
    await hands.put("c12")
    await hands.shows(b12=GOES, c12=NEW, d12=GOES, e12=GOES)
    await hands.lift("e12")
    hands.lies()
    await hands.shows(b12=GOES, c12=NEW, d12=GOES, e12=GOES)
    await hands.newcomer()
    await hands.done("p1", "c12")
    assert hands.board.game.captured == {"black": 2, "white": 2}
    await hands.shows(b12=CAPTURED, c12=CAPTURED, d12=CAPTURED)

    # Black's stone waits while captured stones lie
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

    # a row of three; its captor thinks better of it when two of it are lifted already
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
    # a stone that stays is lifted with those that go
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

    # a pair and a row of three at once: fifteen
    await hands.put("l10")
    await hands.shows(j10=GOES, k10=GOES, l7=GOES, l8=GOES, l9=GOES, l10=NEW)
    await hands.lift("k10")
    await hands.done("p1", "l10")
    assert hands.board.game.captured == {"black": 2, "white": 15}
    left = ["j10", "l7", "l8", "l9"]
    await hands.ends("white", "captures", [], "CAP", lift=left)
    await hands.lift(*left)
    await hands.ends("white", "captures", [], "CAP")
    await hands.clear()


@at_the_board
async def test_pente_by_the_dwell_the_next_stone_waits_and_a_five_ends_it(hands):
    await hands.begin("pente", opening="free", mode="casual")
    for point in ("d8", "e8", "a1", "f8"):
        await make(hands, point, "casual")
    await make(hands, "g8", "casual")
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
        await make(hands, point, "casual")
    await hands.put("a5")
    await hands.rest(DWELL_MS)
    hands.played("a5")
    hands.agree()
    await hands.ends("white", "five", ["a1", "a2", "a3", "a4", "a5"])
    await hands.clear()


# Connect6


@at_the_board
async def test_connect6_two_stones_a_turn_to_a_six_whose_last_stone_is_the_first_of_its_turn(hands):
    await hands.begin("connect6", size=15, mode="referee")

    await hands.put("i8")
    assert hands.refused() == ("i8", coded("refused.zone_centre", number=1))
    await hands.shows(i8=WRONG)
    await hands.lift("i8")
    await hands.turn("h8")

    # the second stone of the record is put first
    await hands.put("o1")
    await hands.shows(o1=NEW)
    await hands.newcomer()
    await hands.press("p2")
    assert hands.refused() == ("p2", coded("refused.more_stones", n=1))
    await hands.put("a1")
    await hands.shows(a1=NEW, o1=NEW)
    await hands.newcomer()
    await hands.press("p1")
    hands.agree()
    await hands.done("p2", "o1", "a1")
    assert [(move.point, move.colour) for move in hands.board.game.moves[1:]] == [("o1", "white"), ("a1", "white")]

    # a stone of the turn is lifted again and put elsewhere: it is the second one now
    await hands.put("j10", "i8")
    await hands.lift("j10")
    await hands.shows(i8=NEW)
    hands.lies()
    await hands.newcomer()
    await hands.put("j8")
    await hands.shows(i8=NEW, j8=NEW)
    await hands.done("p1", "i8", "j8")

    # three stones; and a stone of the last turn is lifted with one of this turn on the board
    await hands.put("a15", "c3", "o15")
    await hands.shows(a15=NEW, c3=NEW, o15=WAITS)
    await hands.newcomer()
    await hands.lift("c3")
    await hands.shows(a15=NEW, o15=WAITS)
    await hands.press("p2")
    assert hands.refused() == ("p2", coded("refused.more_stones", n=1))
    await hands.lift("o15")
    await hands.put("o15")
    await hands.shows(a15=NEW, o15=NEW)
    await hands.lift("j8")
    await hands.shows(a15=WRONG, j8=BLACK, o15=WRONG)
    hands.lies()
    await hands.put("j8")
    await hands.shows(a15=NEW, o15=NEW)
    await hands.done("p2", "a15", "o15")
    await hands.newcomer()

    await hands.turn("k8", "l8")
    await hands.turn("c3", "m13")
    await hands.put("m8")
    await hands.done("p1", "m8")  # the game is over: the turn wants no second stone
    six = ["h8", "i8", "j8", "k8", "l8", "m8"]
    await hands.ends("black", "six", six)
    await hands.clear()


@at_the_board
async def test_connect6_on_a_torus_collinear_the_order_of_the_hands_counts(hands):
    await hands.begin("connect6", options={"torus": True, "rules": "collinear6"}, mode="referee")
    await hands.turn("h8")
    await hands.put("h1")
    await hands.put("n8")  # in one line with h8, not with h1
    assert hands.refused() == ("n8", coded("refused.not_collinear"))
    await hands.shows(h1=NEW, n8=WRONG)
    hands.lies()
    await hands.newcomer()
    # h1 lifted: n8 is stone 1 now, and in one line with h8
    await hands.lift("h1")
    await hands.shows(n8=NEW)
    await hands.put("n1")
    await hands.shows(n1=NEW, n8=NEW)
    await hands.done("p2", "n8", "n1")
    await hands.newcomer()
