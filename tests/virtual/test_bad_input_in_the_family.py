"""Bad input in the family, by hands on the virtual board: a plain light, a plain sentence, and nothing is lost.

Source: GAMES 9, 10, 11 and 14.
"""

import pytest
from hands import ABSENT, CAPTURED, NEW, REST, WRONG, at_the_board
from tengen.codes import coded

BLACK, WHITE = ABSENT["black"], ABSENT["white"]


@pytest.mark.parametrize("game", ["bomb-renju", "bomb-pente"])
@at_the_board
async def test_a_bomb_in_an_opening(hands, game):
    await hands.begin(game, opening="pro", mode="casual", move="button")
    await hands.turn("h8")
    # the menu has no bomb while the opening lasts, nor has the link
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
    # after the opening it is there
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
    # a stone of the third colour that is put all the same is felt like any other: it is White's own
    await hands.put("e1")
    await hands.shows(e1=NEW)
    await hands.lift("e1")
    await hands.turn("e1")
    await hands.newcomer()
    assert hands.board.game.cells["e1"] == "white"


@pytest.mark.parametrize(
    "drop, lies, put, rest",
    [("down", "a1", "c4", "c1"), ("edges", "a1", "d2", "d1"), ("interior", "a1", "c3", "b2")],
)
@at_the_board
async def test_a_stone_where_nothing_supports_it(hands, drop, lies, put, rest):
    await hands.begin("four", options={"drop": drop}, mode="referee", clock="10")
    await hands.turn(lies)
    at, there = hands.places(put, rest)
    await hands.put(at)
    assert hands.refused() == (put, coded("refused.no_rest"))
    await hands.shows(**{at: WRONG, there: REST})
    hands.lies()
    await hands.newcomer()
    await hands.press("p2")
    assert hands.refused() == ("p2", coded("refused.take_away", points=[put]))
    await hands.lift(at)
    await hands.shows()
    await hands.turn(rest)


@pytest.mark.parametrize("rules", ["collinear6", "noncollinear5"])
@at_the_board
async def test_the_second_stone_put_first(hands, rules):
    await hands.begin("connect6", size=15, options={"rules": rules}, mode="referee")
    await hands.turn("h8")
    if rules == "collinear6":
        # of the turn H1, N1 the second is put first: it is in no line with H8
        await hands.put("n1")
        why = coded("refused.not_collinear_last")
        assert hands.refused() == ("n1", why)
        await hands.shows(n1=WRONG)
        await hands.put("h1")
        assert hands.refused() == ("n1", why), "its switch closed first"
        await hands.shows(h1=WRONG, n1=WRONG)
        await hands.newcomer()
        await hands.press("p2")
        assert hands.refused() == ("p2", coded("refused.take_away", points=["n1", "h1"]))
        await hands.lift("n1")
        await hands.shows(h1=NEW)
        await hands.put("n1")
        await hands.shows(h1=NEW, n1=NEW)
        await hands.done("p2", "h1", "n1")
    else:
        # the order does not matter: the pair is refused whichever stone lies first
        for first, second in (("a1", "a5"), ("a5", "a1")):
            await hands.put(first, second)
            assert hands.refused() == (second, coded("refused.collinear"))
            await hands.shows(**{first: NEW, second: WRONG})
            await hands.newcomer()
            await hands.lift(second, first)
        await hands.turn("a5", "b2")
    await hands.newcomer()


@at_the_board
async def test_in_connect6_the_second_stone_put_first_is_the_first(hands):
    await hands.begin("connect6", size=15, opening="swap-3rd", mode="referee")
    await hands.turn("h8")
    # the second stone of the opening is asked for in the middle
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
async def test_a_captured_stone_left_lying(hands):
    await hands.begin("pente", opening="free", mode="referee", clock="10")
    await hands.turns("d8", "e8", "a1", "f8")
    await hands.put("g8")
    await hands.done("p1", "g8")
    await hands.lift("e8")
    for who in ("p2", "p1"):
        await hands.shows(f8=CAPTURED)
        await hands.put("b2")
        await hands.shows(b2=NEW, f8=CAPTURED)
        await hands.press("p2")
        assert hands.refused() == ("p2", coded("refused.take_away", points=["f8"]))
        await hands.press(who)
        hands.agree()
        await hands.newcomer()
        await hands.lift("b2")
    await hands.put("b2")
    await hands.lift("f8")
    await hands.shows(b2=NEW)
    await hands.done("p2", "b2")
    assert hands.board.game.captured == {"black": 0, "white": 2}


@at_the_board
async def test_the_wrong_edge_cleared(hands):
    await hands.begin("four", options={"drop": "edges", "clear": True}, mode="referee", clock="10")
    bottom = ("a1", "b1", "c1", "e1", "d1", "f1", "g1")
    await hands.turns(*bottom, "a2", "a3")
    who = hands.mover()
    await hands.put(*hands.places("h1"))
    await hands.done(who, "h1")
    # the bottom row goes: A2 and A3 fall by one, where a black and a white stone lie
    a1, a2, a3 = hands.places("a1", "a2", "a3")
    goes = dict.fromkeys(hands.places("b1", "c1", "d1", "e1", "f1", "g1", "h1"), CAPTURED)
    turned = {a1: WHITE, a2: BLACK}
    await hands.shows(**goes, **turned, **{a3: CAPTURED})

    # the left column is lifted in its place
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
    # put back where they were they do not belong any more
    await hands.put(*top)
    await hands.shows(**dict.fromkeys(full, CAPTURED), **dict.fromkeys(top, WRONG), **asks_to_put)
    await hands.lift(*top, *full)
    await hands.put(*fallen)
    await hands.shows()
    hands.agree()
    await hands.newcomer()
    await hands.press(who)
    await hands.turn("a1")


@pytest.mark.parametrize(
    "game, size, why",
    [
        ("irensei", None, coded("device.game_too_large", game="irensei", number=19, count=15)),
        ("early-renju", None, coded("device.game_too_large", game="early-renju", number=19, count=15)),
        ("pente", 19, coded("device.size_too_large", number=15, count=19)),
        ("connect6", 19, coded("device.size_too_large", number=15, count=19)),
    ],
)
@at_the_board
async def test_a_game_chosen_by_name_that_does_not_fit_the_board(hands, game, size, why):
    await hands.begin("gomoku", mode="referee")
    await hands.turn("h8")
    hands.board.ask({"cmd": "set", "game": game, **({"size": size} if size else {})})
    await hands.rest(100)
    assert hands.last("error")["why"] == why
    hands.agree()
    await hands.shows()
    await hands.newcomer()
    assert hands.groups["next"]["game"] == "gomoku"
    await hands.turn("a1")
