"""Bad input in the family, by hands on the virtual board: a clear light, a clear sentence, and nothing is lost.

Source: firmware/docs/games/variations.md, connect6.md, four.md, and firmware/docs/family.md#at-the-board.
"""

import pytest
from hands import ABSENT, CAPTURED, NEW, WRONG, at_the_board
from tengen.codes import coded

BLACK, WHITE = ABSENT["black"], ABSENT["white"]


@pytest.mark.parametrize("game", ["bomb-renju", "bomb-pente"])
@at_the_board
async def test_a_bomb_in_an_opening(hands, game):
    await hands.begin(game, opening="pro", mode="casual", move="button")
    await hands.turn("h8")
    # during the opening, neither the menu nor the link offers a bomb
    await hands.hold("p2")
    assert "bomb" not in hands.menu()["entries"]
    hands.board.ask({"cmd": "do", "who": "p2", "entry": "bomb"})
    await hands.rest()
    assert hands.last("error")["why"] == coded("refused.not_now", seat="p2")
    await hands.rest(6000)
    await hands.put("c3")
    await hands.shows(c3=NEW)
    await hands.done("p2", "c3")
    hands.agree()
    # after the opening the menu and the link offer a bomb
    await hands.turn("l12")
    await hands.hold("p2")
    await hands.take("p2", "bomb")
    assert hands.groups["hand"]["kind"] == "bomb"


@at_the_board
async def test_a_neutral_stone_too_many(hands):
    await hands.begin("neutral-pente", opening="free", mode="casual", move="button")
    for neutral, own in (("a1", "a15"), ("c1", "c15")):
        await hands.hold("p1")
        await hands.take("p1", "neutral")
        await hands.turn(f"neutral:{neutral}")
        await hands.turn(own)
    await hands.hold("p1")
    assert "neutral" not in hands.menu()["entries"]
    hands.board.ask({"cmd": "do", "who": "p1", "entry": "neutral"})
    await hands.rest()
    assert hands.last("error")["why"] == coded("refused.not_now", seat="p1")
    await hands.rest(6000)
    # if a stone of the third colour is put nevertheless, it counts as White's stone, like any other stone would
    await hands.put("e1")
    await hands.shows(e1=NEW)
    await hands.lift("e1")
    await hands.turn("e1")
    await hands.newcomer()
    assert hands.board.game.cells["e1"] == "white"


@at_the_board
async def test_in_connect6_the_second_stone_put_first_is_the_first(hands):
    await hands.begin("connect6", size=15, opening="swap-3rd", mode="referee")
    await hands.turn("h8")
    # the second stone of the opening belongs in the middle
    await hands.put("a1", "i9")
    assert hands.refused()[0] == "a1"
    await hands.shows(a1=WRONG, i9=WRONG)
    await hands.lift("a1")
    await hands.shows(i9=NEW)
    await hands.press("p2")
    assert hands.refused() == ("p2", coded("refused.more_stones", n=1))
    await hands.put("g8")
    await hands.done("p2", "i9", "g8")


@at_the_board
async def test_the_wrong_edge_cleared(hands):
    await hands.begin("four", options={"drop": "edges", "clear": True}, mode="referee", clock="10")
    bottom = ("a1", "b1", "c1", "e1", "d1", "f1", "g1")
    await hands.turns(*bottom, "a2", "a3")
    who = hands.mover()
    await hands.put(*hands.places("h1"))
    await hands.done(who, "h1")
    # the bottom row is removed: A2 and A3, a black and a white stone, fall by one
    a1, a2, a3 = hands.places("a1", "a2", "a3")
    goes = dict.fromkeys(hands.places("b1", "c1", "d1", "e1", "f1", "g1", "h1"), CAPTURED)
    turned = {a1: WHITE, a2: BLACK}
    await hands.shows(**goes, **turned, **{a3: CAPTURED})

    # the left column is lifted instead
    await hands.lift(a1, a2, a3)
    await hands.shows(**goes, **turned)
    await hands.newcomer()
    await hands.press(hands.mover())
    away = coded("refused.take_away", points=["b1", "c1", "d1", "e1", "f1", "g1", "h1"])
    assert hands.refused()[1]["parts"] == [away, coded("refused.turn", points=["a1", "a2"])]
    hands.board.put(a1, "white")
    hands.board.put(a2, "black")
    await hands.rest()
    await hands.shows(**goes)
    await hands.lift(*goes)
    await hands.shows()
    hands.agree()
    await hands.newcomer()
    await hands.press(who)
    await hands.turn("b1")


@at_the_board
async def test_the_wrong_edge_cleared_whose_stones_only_move(hands):
    await hands.begin("four", options={"drop": "edges", "clear": True}, mode="referee", clock="10")
    bottom = ("a1", "b1", "c1", "e1", "d1", "f1", "g1")
    await hands.turns(*bottom, "a8", "b8", "c8")
    who = hands.mover()
    await hands.put(*hands.places("h1"))
    await hands.done(who, "h1")
    top, fallen, full = hands.places("a8", "b8", "c8"), hands.places("a7", "b7", "c7"), hands.places(*bottom, "h1")
    asks_to_put = dict(zip(fallen, (WHITE, BLACK, WHITE), strict=True))
    await hands.shows(**dict.fromkeys([*full, *top], CAPTURED), **asks_to_put)
    await hands.lift(*top)
    await hands.shows(**dict.fromkeys(full, CAPTURED), **asks_to_put)
    hands.lies()
    await hands.newcomer()
    await hands.press(hands.mover())
    away = coded("refused.take_away", points=["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"])
    assert hands.refused()[1]["parts"] == [coded("refused.put_back", points=["a7", "b7", "c7"]), away]
    # the stones no longer belong on their old points
    await hands.put(*top)
    await hands.shows(**dict.fromkeys(full, CAPTURED), **dict.fromkeys(top, WRONG), **asks_to_put)
    await hands.lift(*top, *full)
    await hands.put(*fallen)
    await hands.shows()
    hands.agree()
    await hands.newcomer()
    await hands.press(who)
    await hands.turn("a1")
