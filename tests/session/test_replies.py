"""A reply that is placed before the opponent's press waits for the press, and then becomes the next stone."""

from people import People
from portable import DWELL_MS, seeded
from table import Table, board
from tengen.codes import coded
from tengen.games.points import name
from tengen.session.board_state import CALM, DISTURBED, LIFTING, PROVISIONAL, REFUSED, SEVERAL, TELL_MS

QUICK_MS = 400
EARLIER = coded("refused.earlier_stone")


def blitz(*moves, **settings):
    settings = dict({"move": "button", "clock": "3+2"}, **settings)
    return Table(**settings).play_by_button(*moves)


def lies(table):
    """Return (state, stones of the turn, replies). The board, its event and the state must agree about them."""
    state, size = table.session.board_state, table.session.match.game.size
    stones, replies = [name(point, size) for point in state.stones], [name(point, size) for point in state.replies]
    hand = table.groups()["hand"]
    assert (hand.get("new", []), hand.get("replies", [])) == (stones, replies)
    if state.state == PROVISIONAL:
        told = table.last("provisional")
        assert (told.get("points", [told["point"]]), told.get("replies", [])) == (stones, replies)
    return state.state, stones, replies


def test_a_reply_waits_for_the_press_and_for_its_own():
    table = blitz("h8").put("i9").wait(QUICK_MS).put("g7").wait(20)
    assert lies(table) == (PROVISIONAL, ["i9"], ["g7"]) and "several" not in table.kinds()
    table.wait(5000)
    assert table.moves() == ["h8"]
    table.press("p2").wait(20)
    assert table.moves() == ["h8", "i9"] and lies(table) == (PROVISIONAL, ["g7"], [])
    assert table.last("provisional")["colour"] == "black"
    table.wait(5000)
    assert table.moves() == ["h8", "i9"], "it is a move by its player's press"
    table.press("p1")
    assert table.moves() == ["h8", "i9", "g7"]


def test_only_the_press_of_the_player_to_move_counts():
    table = blitz("h8").put("i9").wait(QUICK_MS).put("g7").wait(20).press("p1").wait(20)
    assert table.moves() == ["h8"] and lies(table) == (PROVISIONAL, ["i9"], ["g7"])
    assert table.refused() == ("p1", EARLIER), "this press does not make the stone a move"


def test_the_time_of_the_reply_begins_with_the_press():
    table = blitz("h8").wait(10).put("i9").wait(QUICK_MS).put("g7").wait(3000)
    running = table.groups()["clock"].get("running")
    table.press("p2")
    clock = table.groups()["clock"]
    assert (running, clock["running"]) == ("p2", "p1")
    table.wait(1000).press("p1")
    assert table.groups()["clock"].get("running") == "p2"


def test_a_reply_may_be_lifted_and_put_again():
    table = blitz("h8").put("i9").wait(QUICK_MS).put("g7").wait(20).lift("g7").wait(20)
    assert lies(table) == (PROVISIONAL, ["i9"], [])
    table.put("g8").wait(20)
    assert lies(table) == (PROVISIONAL, ["i9"], ["g8"])


def test_a_reply_stays_one_while_the_stone_before_it_is_put_elsewhere():
    for where in ("a1", "i10", "i9"):
        table = blitz("h8").put("i9").wait(QUICK_MS).put("i8").wait(20).lift("i9").wait(1000)
        assert lies(table)[0] == REFUSED and table.last("refused")["why"] == EARLIER
        assert table.last("refused")["point"] == "i8"
        table.press("p2").wait(20)
        assert table.moves() == ["h8"] and table.refused()[0] == "p2"
        table.put(where).wait(20)
        assert lies(table) == (PROVISIONAL, [where], ["i8"])
        table.press("p2").wait(20)
        assert table.moves() == ["h8", where] and lies(table) == (PROVISIONAL, ["i8"], [])


def test_a_reed_that_a_stone_closes_beside_its_own_was_no_stone_before_a_reply():
    table = blitz("h8").put("i9").wait(2).put("j9").wait(48).lift("i9").wait(20)
    assert lies(table) == (PROVISIONAL, ["j9"], [])
    table.press("p2").wait(20)
    assert table.moves() == ["h8", "j9"] and "refused" not in table.kinds()
    table = Table(game="connect6", move="button").play_by_button("h8").put("i9").wait(QUICK_MS)
    table.put("i10").wait(2).put("j10").wait(48).lift("i10").wait(20)
    assert lies(table) == (PROVISIONAL, ["i9", "j10"], [])


def test_the_stone_before_a_reply_may_be_slid():
    table = blitz("h8").put("i9").wait(QUICK_MS).put("g7").wait(20).slide("i9", "i10").wait(20)
    assert lies(table) == (PROVISIONAL, ["i10"], ["g7"])


def test_a_slid_stone_is_no_reply():
    table = blitz("h8").put("i9").wait(20).slide("i9", "i10").wait(20)
    assert lies(table) == (PROVISIONAL, ["i10"], [])


def test_when_both_are_lifted_nothing_has_happened():
    table = blitz("h8").put("i9").wait(QUICK_MS).put("g7").wait(20).lift("i9").wait(20).lift("g7").wait(20)
    assert lies(table) == (CALM, [], [])
    table.put("g7").wait(20)
    assert lies(table) == (PROVISIONAL, ["g7"], [])


def test_two_stones_of_which_none_was_first_are_too_many():
    table = blitz("h8").put("i9", "g7").wait(20)
    assert lies(table) == (SEVERAL, [], [])
    table.lift("i9").wait(20)
    assert lies(table) == (PROVISIONAL, ["g7"], [])


def test_a_third_stone_is_too_many():
    table = blitz("h8").put("i9").wait(QUICK_MS).put("g7").wait(20).put("a1").wait(20)
    assert lies(table)[0] == SEVERAL and table.last("several")["points"] == ["i9", "g7", "a1"]
    table.lift("a1").wait(20)
    assert lies(table) == (PROVISIONAL, ["i9"], ["g7"]), "the order is still known"


def test_by_the_dwell_two_stones_are_too_many():
    table = Table().play("h8").put("i9").wait(QUICK_MS).put("g7").wait(DWELL_MS)
    assert lies(table) == (SEVERAL, [], []) and table.moves() == ["h8"]


def test_of_a_turn_of_two_the_third_stone_waits():
    table = Table(game="connect6", size=15, opening="free", move="button").play_by_button("h8")
    table.put("i9").wait(QUICK_MS).put("g7").wait(QUICK_MS).put("a1").wait(20)
    assert lies(table) == (PROVISIONAL, ["i9", "g7"], ["a1"])
    table.lift("i9").wait(20)
    assert lies(table) == (PROVISIONAL, ["g7"], ["a1"])
    table.press("p2")
    assert table.refused() == ("p2", coded("refused.more_stones", n=1))
    table.put("i10").wait(20).put("b1").wait(20)
    assert lies(table) == (PROVISIONAL, ["g7", "i10"], ["a1", "b1"])
    table.press("p2").wait(20)
    assert table.moves() == ["h8", "g7", "i10"] and lies(table) == (PROVISIONAL, ["a1", "b1"], [])
    table.press("p1")
    assert table.moves()[-2:] == ["a1", "b1"]


DOUBLE_THREE = board("h8 i8 g9 g10", "a1 o1 a15 o15")


def test_the_first_may_be_a_foul():
    for mode, ends in (("casual", True), ("referee", True), ("silent", False)):
        table = Table(mode=mode, clock="3", move="button").set_up(DOUBLE_THREE, "black", confirmed=True).mend()
        table.put("g8").wait(QUICK_MS).put("f8").wait(20).explain()
        assert lies(table) == (PROVISIONAL, ["g8"], ["f8"])
        assert table.last("provisional").get("foul") == ("double-three" if mode == "casual" else None)
        table.press("p1").wait(20)
        result = table.session.match.result
        assert bool(result) == ends
        if ends:
            assert result.reason == "double-three" and table.session.board_state.extra == [7 * 15 + 5]
        else:
            assert lies(table) == (PROVISIONAL, ["f8"], [])
            table.enter("p2", "foul")
            assert table.session.match.result.reason == "double-three", "the player's own stone is not a move yet"


def test_a_five_over_a_reply_may_be_declared():
    table = blitz("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", mode="silent")
    table.put("l8").wait(QUICK_MS).put("m8").wait(20).enter("p1", "five")
    assert table.session.match.result.reason == "five"


def test_a_reply_on_a_point_that_is_refused_is_told_when_it_is_its_turn():
    table = Table(opening="free centre", move="button").put("h8").wait(QUICK_MS).put("a1").wait(20)
    assert lies(table)[0] == PROVISIONAL
    table = Table(opening="rif", move="button").put("h8").wait(QUICK_MS).put("a1").wait(20)
    assert lies(table) == (PROVISIONAL, ["h8"], ["a1"]), "in an opening one player places both"
    table.press("p1").wait(20)
    assert lies(table)[0] == REFUSED and table.last("refused")["point"] == "a1"


def test_after_a_capture_the_reply_waits_until_the_stones_are_lifted():
    table = Table(game="pente", move="button").play_by_button("h8", "i8", "a1", "j8").put("k8").wait(QUICK_MS)
    table.put("a3").wait(20)
    assert lies(table) == (PROVISIONAL, ["k8"], ["a3"]) and len(table.session.board_state.takes) == 2
    table.press("p1").wait(20)
    assert table.session.board_state.state == LIFTING and table.last("lift")["provisional"] == "a3"
    table.lift("i8", "j8").wait(20)
    assert lies(table) == (PROVISIONAL, ["a3"], [])


def test_a_take_back_asks_for_both_to_be_lifted():
    table = blitz("h8", "i9").put("g7").wait(QUICK_MS).put("g8").wait(20).take_back(1).wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED
    assert sorted(table.last("disturbed")["extra"]) == ["g7", "g8", "i9"]
    table.lift("i9", "g7", "g8").wait(20)
    assert lies(table) == (CALM, [], [])


def test_a_cut_of_power_before_the_press_and_after_it():
    table = blitz("h8").put("i9").wait(QUICK_MS).put("g7").wait(20)
    table.restart()
    table.wait(TELL_MS)
    assert table.moves() == ["h8"] and sorted(table.last("disturbed")["extra"]) == ["g7", "i9"]
    table = blitz("h8").put("i9").wait(QUICK_MS).put("g7").wait(20).press("p2")
    table.restart()
    table.wait(TELL_MS)
    assert table.moves() == ["h8", "i9"] and table.last("disturbed")["extra"] == ["g7"]
    table.lift("g7").wait(50).press("p1").wait(20).put("g7").wait(20).press("p1")
    assert table.moves() == ["h8", "i9", "g7"]


def test_a_missing_stone_hides_the_order_and_does_not_lose_it():
    table = blitz("h8").put("i9").wait(QUICK_MS).put("g7").wait(20).lift("h8").wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED and table.session.board_state.replies == ()
    table.put("h8").wait(20)
    assert lies(table) == (PROVISIONAL, ["i9"], ["g7"])


def test_a_stone_put_while_the_partner_is_asked_for_is_no_reply():
    table = Table(partner="p2 1", move="button").play_by_button("h8")
    while table.session.match.announced in (None, ()):
        table.wait(20)
    point = name(table.session.match.announced[0], 15)
    table.put(point).wait(QUICK_MS).put("a15" if point != "a15" else "a1").wait(DWELL_MS)
    assert lies(table)[0] == SEVERAL


def test_in_any_game_a_quick_reply_gives_the_moves_of_a_slow_one():
    """Lifting stones and placing them again before a press gives the same moves as a game that is played slowly."""
    for seed in range(12):
        luck = seeded(seed)
        free = [point for point in range(225) if point != 112]
        points = ["h8"] + [name(free.pop(luck(len(free))), 15) for _ in range(12)]
        table = People(mode=("casual", "referee", "silent")[seed % 3], move="button")
        table.put(points[0]).wait(QUICK_MS)
        for number, point in enumerate(points[1:]):
            who = table.session.match.asked().who
            table.put(point).wait(luck(3) * QUICK_MS)
            what = luck(4)
            if what == 1:
                table.lift(point).wait(luck(3) * 100).put(point).wait(20)
            elif what == 2:
                table.lift(points[number]).wait(luck(3) * 100).put(points[number]).wait(20)
            elif what == 3:
                table.lift(points[number], point).wait(20).put(points[number]).wait(20).put(point).wait(20)
            table.press(who)
            assert table.moves() == points[: number + 1], seed
