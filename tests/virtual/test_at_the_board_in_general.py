"""The rules for all games at the board, a test for each sentence, with hands and with the lights as people see them.

Source: firmware/docs/family.md#at-the-board, "General."
"""

from hands import ABSENT, CAPTURED, GOES, NEW, TOLD_MS, WAITS, WRONG, at_the_board, played
from tengen.codes import coded
from tengen.games import registry

PAIR = ("d8", "e8", "a1", "f8")  # then White's G8 captures E8 and F8 in Pente, and Black's G8 turns them in Repensi


async def by_button(hands, game, *moves, **settings):
    """Begin a game in which the button makes a stone a move, and play these stones."""
    await hands.begin(game, mode="referee", **{"opening": "free", **settings})
    await hands.turns(*moves)


def levels(bar, hue):
    """The numbers of bright and of dim lights in a bar; all must have this hue."""
    assert {its[0] for its in bar} == {hue}, bar
    most = max(level for _, _, level in bar)
    return [level for _, _, level in bar].count(most), sum(level < most for _, _, level in bar)


@at_the_board
async def test_lift_captured_stones_blink_slowly_until_they_are_gone_and_the_next_stone_waits(hands):
    await by_button(hands, "pente", *PAIR)
    await hands.put("g8")
    await hands.shows(g8=NEW, e8=GOES, f8=GOES)
    await hands.press("p1")
    assert hands.played("g8") == ["p1"]
    await hands.rest(TOLD_MS)
    await hands.shows(e8=CAPTURED, f8=CAPTURED)
    await hands.put("b2")
    await hands.shows(e8=CAPTURED, f8=CAPTURED, b2=NEW)
    await hands.press("p2")
    assert hands.refused() == ("p2", coded("refused.take_away", points=["e8", "f8"]))
    await hands.lift("e8")
    await hands.shows(f8=CAPTURED, b2=NEW)
    await hands.lift("f8")
    await hands.shows(b2=NEW)
    await hands.press("p2")
    assert hands.played("b2") == ["p2"]
    hands.agree()


@at_the_board
async def test_lift_stones_that_the_new_one_takes_may_go_before_the_press(hands):
    await by_button(hands, "pente", *PAIR)
    await hands.put("g8")
    await hands.lift("e8", "f8")
    await hands.rest(TOLD_MS)
    seen = await hands.look()
    assert seen["g8"] == NEW and not hands.told("disturbed"), "that is what the stone is going to do"
    await hands.press("p1")
    assert hands.played("g8") == ["p1"]
    await hands.shows()
    hands.agree()


@at_the_board
async def test_turn_a_stone_pulses_in_its_new_colour_until_it_was_lifted_and_put_once_or_the_mover_presses(hands):
    await by_button(hands, "repensi", *PAIR)
    await hands.put("g8")
    await hands.shows(g8=NEW)
    await hands.press("p1")
    assert hands.played("g8") == ["p1"]
    await hands.shows(e8=ABSENT["black"], f8=ABSENT["black"])
    await hands.lift("e8")
    await hands.shows(e8=ABSENT["black"], f8=ABSENT["black"])
    hands.board.put("e8", "black")
    await hands.rest()
    await hands.shows(f8=ABSENT["black"])
    await hands.lift("f8")
    hands.board.put("f8", "black")
    await hands.rest()
    await hands.shows()
    hands.agree()


@at_the_board
async def test_turn_the_press_of_the_mover_says_that_all_are_turned(hands):
    await by_button(hands, "repensi", *PAIR)
    await hands.put("g8")
    await hands.press("p1")
    assert hands.played("g8") == ["p1"]
    await hands.press("p2")
    await hands.shows(e8=ABSENT["black"], f8=ABSENT["black"])
    await hands.press("p1")
    await hands.shows()


@at_the_board
async def test_kind_is_chosen_in_the_menu_before_or_after_the_stone_is_put_and_the_bar_shows_it(hands):
    for game, kind in (("bomb-renju", "bomb"), ("neutral-pente", "neutral")):
        await hands.begin(game, mode="referee", opening="free")
        await hands.hold("p1")
        assert kind in hands.menu()["entries"]
        await hands.take("p1", kind)
        bars = await hands.look_at_bars()
        assert {its[0] for its in bars["p1"]} == {"cyan"} and "cyan" not in {its[0] for its in bars["p2"]}
        # this state lasts until the stone is lifted
        await hands.put("c3")
        await hands.shows(c3=NEW)
        await hands.lift("c3")
        assert "kind" not in hands.groups["hand"]
        assert "cyan" not in {its[0] for its in (await hands.look_at_bars())["p1"]}
        # the kind may be chosen after the stone was put
        await hands.put("h8")
        await hands.hold("p1")
        await hands.take("p1", kind)
        assert {its[0] for its in (await hands.look_at_bars())["p1"]} == {"cyan"}
        await hands.press("p1")
        assert hands.played(kind + ":h8") == ["p1"]
        assert hands.told("move")[-1]["kind"] == kind and "kind" not in hands.groups["hand"]
        assert hands.board.game.cells["h8"] == "neutral"
        assert "cyan" not in {its[0] for bar in (await hands.look_at_bars()).values() for its in bar}
        await hands.hold(hands.mover())
        await hands.take(hands.mover(), "resign", "resign")
        await hands.lift("h8")
        await hands.press("arbiter")


@at_the_board
async def test_count_captured_stones_are_on_the_edge_bars_whenever_asked(hands):
    for keryo, goal in ((False, 10), (True, 15)):
        await by_button(hands, "pente", *PAIR, "g8", options={"keryo": keryo})
        for asks in ("p1", "p2"):
            await hands.press(asks)
            bars = await hands.look_at_bars(1500)
            assert levels(bars["p1"], "warm white") == (2, goal - 2)
            assert levels(bars["p2"], "violet") == (goal, 0), "all are dim: none is captured"
            await hands.rest(2000)
        # the light stays while the next stone is on the board
        await hands.put("o1")
        await hands.press("p1")
        bars = await hands.look_at_bars(1500)
        assert levels(bars["p1"], "warm white") == (2, goal - 2)
        await hands.lift("o1")
        await hands.hold(hands.mover())
        await hands.take(hands.mover(), "resign", "resign")
        for point in ("d8", "a1", "g8"):
            await hands.lift(point)
        await hands.press("arbiter")


@at_the_board
async def test_standing_five_its_stones_pulse_green_and_nothing_tells_what_would_break_it(hands):
    for game, moves, options in (
        ("ninuki", "h8 o1 i8 o3 l9 l10 k8 a1 j8 a3 l8", {}),
        ("pente", "d8 h7 e8 o1 f8 o3 g8 o5 h9 o7 h8", {"boat": True}),
    ):
        await hands.begin(game, mode="referee", options=options, opening="centre" if game == "ninuki" else "free")
        await hands.turns(*moves.split())
        line = hands.board.game.standing
        assert len(line) == 5
        last = hands.board.game.last
        # the last stone has its own light under the pulse; no other point has a request
        seen = {point: its for point, its in (await hands.look()).items() if its[0] not in ("white", "blue")}
        assert set(seen) | {last} == set(line) and set(seen.values()) == {("green", "pulse")}
        await hands.hold(hands.mover())
        await hands.take(hands.mover(), "resign", "resign")
        for point in list(hands.board.game.stones):
            await hands.lift(point)
        await hands.press("arbiter")


@at_the_board
async def test_more_stones_in_a_turn_are_provisional_together_and_one_press_makes_them_moves_in_order(hands):
    await by_button(hands, "connect6", "h8", size=15)
    await hands.put("i9")
    await hands.shows(i9=NEW)
    await hands.press("p2")
    assert hands.refused() == ("p2", coded("refused.more_stones", n=1))
    bars = await hands.look_at_bars(500)
    assert {its[:2] for its in bars["p2"]} == {WRONG}
    await hands.put("g7")
    await hands.shows(i9=NEW, g7=NEW)
    await hands.put("a1")
    await hands.shows(i9=NEW, g7=NEW, a1=WAITS)
    await hands.lift("a1")
    await hands.shows(i9=NEW, g7=NEW)
    await hands.press("p2")
    assert hands.played("i9", "g7") == ["p2", "p2"], "in the order in which they were put"
    hands.agree()


def test_silent_mode_only_where_stones_are_never_removed_and_a_turn_is_one_stone():
    removed = ("pente", "ninuki", "anti-pente", "bomb-renju", "bomb-pente", "neutral-pente", "connect6", "four")

    async def play(hands):
        for game in registry.NAMES:
            if min(registry.sizes(game)) > 15:
                continue
            hands.board.ask({"cmd": "set", "game": game, "mode": "silent"})
            await hands.rest(100)
            assert not (game in removed and registry.silent(game)), game
            if not registry.silent(game):
                assert hands.last("error")["why"]["code"] == "device.no_silence", game
                await hands.begin(game)
                await hands.hold("arbiter")
                await hands.take("arbiter", "mode")
                assert hands.menu()["entries"] == ["casual", "referee", "teach"]
            else:
                its = hands.groups["game"]
                assert (its["name"], its["settings"]["mode"]) == (game, "silent")
                await hands.hold("arbiter")
                await hands.take("arbiter", "mode")
                assert "silent" in hands.menu()["entries"]
            await hands.rest(6000)  # the menu closes

    played(play)
