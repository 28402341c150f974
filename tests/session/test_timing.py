"""The clock in a game: its start, stops and end, exact to the millisecond."""

from table import PRESS_MS, Table
from tengen.codes import coded
from tengen.session.timing import FREE_MS

TEN = 600_000


def stopped(table):
    return table.groups()["clock"].get("stopped")


def periods(table):
    return table.groups()["clock"]["periods"]


def running(table):
    clock = table.groups()["clock"]
    return None if "stopped" in clock else clock["running"]


def clocks(table):
    """Return the clock's events as (why the clock is stopped, the cause)."""
    return [(event["stopped"], event["cause"]) for event in table.heard if event["code"] == "clock"]


def game(clock="10", **settings):
    """Return a game in which White's clock runs from 0 on, because p1's button went down at 0."""
    table = Table(clock=clock, **settings).put("h8").press("p1")
    assert running(table) == "p2"
    return table


# The start of the clock


def test_a_clock_that_waits_runs_for_nobody_whatever_a_forged_record_says():
    for running in ("p1", "p2", None):
        table = Table(clock="10")
        table.session.timing.restore((TEN, 5000, running, True), False, table.now)
        table.wait(60_000)
        assert stopped(table) == "waiting" and table.left() == (TEN, 5000), running


def test_the_clock_waits_for_the_first_stone():
    table = Table(clock="10").wait(100_000)
    assert stopped(table) == "waiting" and table.left() == (TEN, TEN)
    table.put("h8").wait(100_000)
    assert stopped(table) == "waiting", "it is not a move yet"
    table.press("p1").wait(1000)
    assert running(table) == "p2" and table.left() == (TEN, TEN - 1000 - PRESS_MS)


def test_the_first_stone_earns_no_increment():
    table = Table(clock="10+5").put("h8").press("p1")
    assert table.left()[0] == TEN


def test_the_other_players_press_starts_it_before_the_first_stone():
    table = Table(clock="10").wait(5000).press("p2").wait(1000)
    assert running(table) == "p1" and table.left() == (TEN - 1000 - PRESS_MS, TEN)
    assert clocks(table) == [(None, "started")]
    table.put("h8").press("p1")
    assert running(table) == "p2"


def test_ones_own_press_does_not_start_ones_own_clock():
    table = Table(clock="10").press("p1").wait(1000)
    assert stopped(table) == "waiting" and clocks(table) == []


def test_in_an_opening_it_is_the_placers_clock_that_waits():
    table = Table(clock="10", opening="rif").press("p2").put("h8").press("p1").wait(1000)
    assert running(table) == "p1", "p1 places all three"


# The change of the turn


def test_the_clock_is_passed_on_when_the_finger_comes_down():
    table = game().wait(10_000).put("i9").wait(20).down("p2").wait(700).up("p2").wait(1000)
    assert table.left() == (TEN - 700 - 1000, TEN - PRESS_MS - 10_020)


def test_a_press_before_the_stone_has_settled_counts_from_the_finger():
    table = game().wait(10_000)
    table.settled = False
    table.put("i9").down("p2").wait(50).up("p2").wait(3)
    assert running(table) == "p2"
    table.settled = True
    table.wait(7)
    assert running(table) == "p1" and table.left() == (TEN - 60, TEN - PRESS_MS - 10_000)


def test_without_the_button_the_committed_stone_passes_it_on():
    table = Table(clock="10", move="dwell").put("h8").wait(800).wait(1000).put("i9").wait(800).wait(500)
    assert table.left() == (TEN - 500, TEN - 1800)


def test_a_hold_does_not_pass_it_on():
    table = game().put("i9").wait(20).hold("p2").wait(1000)
    assert running(table) == "p2" and table.left()[0] == TEN


def test_increments_are_for_a_stone_a_pass_and_an_offer():
    table = game("10+5").wait(1000)
    now = table.left()
    table.put("i9").press("p2")
    assert table.left() == (now[0] - PRESS_MS, now[1] + 5000), "a stone"
    before, since = table.left(), table.now
    table.enter("p1", "pass")
    assert table.left() == (before[0] - (table.now - since) + 5000, before[1]), "a pass"

    table = Table(clock="10+5", opening="rif").put("h8").press("p1")
    assert table.left() == (TEN - PRESS_MS, TEN) and running(table) == "p1"
    table.put("h9").press("p1").put("h10").press("p1")
    assert table.left()[0] == TEN - 3 * PRESS_MS + 10_000 + PRESS_MS, "each stone, of either colour"
    assert running(table) == "p2", "who decides"
    before, since = table.left(), table.now
    table.wait(3000).hold("p2")
    assert table.left() == (before[0], before[1] - (table.now - since)), "a decision adds no increment"
    table.put("c3").press("p2")
    assert running(table) == "p1"
    before = table.left()
    table.put("d5", "e6").wait(4000).press("p1")
    assert table.left() == (before[0] - 4000 + 5000, before[1] - PRESS_MS), "the offers"
    assert running(table) == "p2"
    before = table.left()
    table.lift("e6").wait(2000).press("p2").wait(500)
    assert table.left() == (before[0], before[1] - 2000 - PRESS_MS - 500), "the kept fifth adds no time: stone 6 will"
    assert running(table) == "p2"
    table.put("e7").press("p2")
    assert running(table) == "p1"


def test_stone_six_that_waited_is_an_increment_as_any():
    table = Table(clock="10+5", opening="rif")
    for who, point in (("p1", "h8"), ("p1", "h9"), ("p1", "h10"), ("p2", "c3")):
        table.put(point).press(who)
    table.put("d5", "e6").wait(20).press("p1")
    before = table.left()
    table.put("m12").lift("e6").wait(2000).press("p2")
    assert table.left() == (before[0] - PRESS_MS, before[1] - 2000 + 5000) and running(table) == "p1"


def test_a_draw_that_is_offered_runs_the_others_clock():
    table = game()
    before, since = table.left(), table.now
    table.enter("p1", "draw").wait(9000)
    assert table.left() == (before[0], before[1] - (table.now - since)) and running(table) == "p2"
    table.hold("p2")
    assert running(table) == "p2"


def test_a_draw_that_is_offered_during_ones_opponents_menu_earns_nobody_time():
    table = game("10+5").wait(1000)
    table.enter("p1", "draw").enter("p2", "decline")
    assert table.left() == (TEN, TEN - table.now)


def test_a_take_back_leaves_the_clocks_as_they_are():
    table = game("10").wait(10_000).put("i9").press("p2").wait(1000)
    before = table.left()
    table.lift("i9").enter("p2", "take back").do("p1", "yes")
    passed = 2 * PRESS_MS + 2000
    assert running(table) == "p2" and table.left()[1] == before[1] and before[0] - table.left()[0] <= passed


# The three seconds (FREE_MS)


def test_a_disturbance_stops_the_clock_after_three_seconds_to_the_millisecond():
    table = game().wait(9900).lift("h8")
    for step in (1000, 1000, 999):
        table.wait(step)
        assert running(table) == "p2"
    assert table.left() == (TEN, TEN - 10_000 - FREE_MS + 1)
    table.wait(1)
    assert stopped(table) == "disturbed" and table.left() == (TEN, TEN - 10_000 - FREE_MS)
    table.wait(60_000)
    assert table.left() == (TEN, TEN - 13_000)
    assert clocks(table)[-1] == ("disturbed", coded("refused.put_back", points=["h8"]))


def test_a_tick_that_comes_late_takes_no_more_than_three_seconds():
    for late in (3000, 3001, 3019, 10_000):
        table = game().wait(9900).lift("h8").wait(late)
        assert stopped(table) == "disturbed" and table.left() == (TEN, TEN - 13_000), late


def test_what_the_arbiter_does_as_the_three_seconds_end_takes_nothing_more():
    table = game().wait(10_000 - PRESS_MS).lift("h8").wait(FREE_MS - 10)
    table.now += 30  # no tick since then
    table.director.obey(("take_back", 1, "arbiter"), table.now)
    table.hear()
    assert table.left() == (TEN, TEN - 10_000 - FREE_MS)
    assert [why for why, _ in clocks(table)[-2:]] == ["disturbed", None], "without that stone the board matches"


def test_the_clock_goes_on_when_the_board_matches_again():
    table = game().wait(9900).lift("h8").wait(10_000).put("h8")
    assert clocks(table)[-1] == (None, "matches") and running(table) == "p2"
    table.wait(1000)
    assert table.left() == (TEN, TEN - 14_000)


def test_a_short_disturbance_stops_nothing():
    table = game().wait(9900)
    told = clocks(table)
    table.lift("h8").wait(2999).put("h8").wait(10_000)
    assert clocks(table) == told and table.left() == (TEN, TEN - 22_999)


def test_each_disturbance_has_three_seconds_of_its_own():
    table = game().wait(900)
    for n in range(1, 4):
        table.lift("h8").wait(5000).put("h8").wait(1000)
        assert table.left() == (TEN, TEN - 1000 - n * 4000)
    assert [why for why, _ in clocks(table)[-6:]] == ["disturbed", None] * 3
    table.lift("h8").wait(2999).put("h8").wait(1).lift("h8").wait(2999)
    assert running(table) == "p2", "it was in order in between"
    table.wait(1)
    assert stopped(table) == "disturbed"


def test_more_that_is_knocked_over_in_the_same_disturbance_begins_no_new_one():
    table = game().put("i9").press("p2").wait(1000)
    before = table.left()
    table.lift("h8").wait(2000).lift("i9").wait(2000)
    assert stopped(table) == "disturbed" and table.left() == (before[0] - FREE_MS, before[1])
    table.put("i9").wait(1000)
    assert stopped(table) == "disturbed"
    table.put("h8").wait(1000)
    assert table.left() == (before[0] - FREE_MS - 1000, before[1])


def test_a_new_stone_or_one_too_many_is_no_disturbance():
    for points in (("i9",), ("i9", "g9"), ("i9", "g9", "c3")):
        table = game().wait(900).put(*points).wait(20_000)
        assert running(table) == "p2" and table.left()[1] == TEN - 21_000, points


def test_a_broken_wire_stops_the_clock_at_once_and_its_mending_lets_it_go_on():
    table = game().wait(9900).distrust(["row 7 is dead"], [0], [])
    assert clocks(table)[-1] == ("fault", "row 7 is dead")
    table.wait(60_000)
    assert table.left() == (TEN, TEN - 10_000)
    table.distrust([], [], [])
    assert clocks(table)[-1] == (None, "mended")
    table.wait(1000)
    assert table.left() == (TEN, TEN - 11_000)


def test_the_arbiter_who_goes_on_with_a_broken_wire_lets_the_clock_go_on():
    table = game().wait(9900).distrust(["row 7 is dead"], [0], []).wait(5000).hold("arbiter").wait(1000)
    assert ("fault", "row 7 is dead") in clocks(table) and clocks(table)[-1] == (None, "arbiter")
    assert table.left() == (TEN, TEN - 11_000)


def test_a_disturbance_during_a_broken_wire_is_found_when_that_is_mended():
    table = game().wait(9900).distrust(["row 7 is dead"], [0], []).lift("h8").wait(60_000)
    assert stopped(table) == "fault"
    table.distrust([], [], [])
    table.wait(2999)
    assert running(table) == "p2"
    table.wait(1)
    assert stopped(table) == "disturbed" and table.left()[1] == TEN - 10_000 - FREE_MS
    table.put("h8")
    assert running(table) == "p2"


def test_a_wire_that_breaks_during_a_disturbance_gives_no_three_seconds_more():
    table = game().wait(9900).lift("h8").wait(1000).distrust(["row 7 is dead"], [0], []).wait(60_000)
    table.distrust([], [], []).wait(1).wait(60_000)
    assert stopped(table) == "disturbed" and TEN - 10_000 - FREE_MS <= table.left()[1] <= TEN - 11_000
    table = game().wait(9900).lift("h8").wait(10_000).distrust(["row 7 is dead"], [0], []).wait(60_000)
    table.put("h8").distrust([], [], []).wait(1).wait(1000)
    assert running(table) == "p2" and table.left()[1] == TEN - 10_000 - FREE_MS - 1001


def test_a_disturbance_before_the_clock_has_begun_stops_nothing_later():
    table = Table(clock="10", opening="rif").put("h8").press("p1")
    table.lift("h8").wait(5000).put("h8").put("h9").press("p1").wait(5000)
    assert running(table) == "p1"


# The end of the time


def test_a_player_whose_time_ends_loses_at_that_moment():
    table = game().wait(TEN - PRESS_MS - 1)
    assert table.ended() is None and table.left()[1] == 1
    table.wait(1)
    assert table.ended() == ("black", "time") and table.left() == (TEN, 0)
    assert stopped(table) == "over" and table.picture().words == "TIME"
    table.wait(60_000)
    assert table.left() == (TEN, 0)


def test_a_finger_that_came_down_in_time_was_in_time():
    table = game().wait(TEN - PRESS_MS - 1).put("i9").down("p2").wait(900)
    assert table.ended() is None, "the button is still down"
    table.up("p2").wait(20)
    assert table.ended() is None and table.moves() == ["h8", "i9"] and table.left()[1] == 1


def test_a_finger_that_came_down_too_late_was_too_late():
    table = game().wait(TEN - PRESS_MS - 1).put("i9").wait(1)
    assert table.ended() == ("black", "time")
    table = game().wait(TEN - PRESS_MS).down("p2").wait(1)
    assert table.ended() == ("black", "time")


def test_a_finger_in_time_that_ends_no_move_gains_nothing():
    for what in ("up", "held"):
        table = game().wait(TEN - PRESS_MS - 1).down("p2").wait(1000)
        assert table.ended() is None
        getattr(table, what)("p2").wait(20)
        assert table.ended() == ("black", "time"), what


def test_the_other_players_finger_withholds_nothing():
    table = game().wait(TEN - PRESS_MS - 1).down("p1").wait(1)
    assert table.ended() == ("black", "time")


def test_buttons_held_together_withhold_no_end():
    table = game()
    for who in ("p2", "p1"):
        table.director.button(who, "down", table.now, table.now)
    table.wait(1000)
    table.director.button("p1", "together", table.now, table.now)  # one report "together" counts for both players
    table.wait(TEN)
    assert table.ended() == ("black", "time")


def test_time_ends_in_a_decision_and_in_an_offer():
    table = Table(clock="10", opening="rif")
    for point in ("h8", "h9", "h10"):
        table.put(point).press("p1")
    table.wait(TEN)
    assert table.ended() == ("black", "time"), "p2 had to decide, and is White"
    assert not table.session.menus
    table = Table(clock="10", opening="rif")
    for who, point in (("p1", "h8"), ("p1", "h9"), ("p1", "h10"), ("p2", "c3")):
        table.put(point).press(who)
    table.put("d5", "e6").wait(TEN)
    assert table.ended() == ("white", "time"), "Black's clock runs until valid offers are placed"


def test_no_time_ends_while_the_clock_is_stopped():
    table = game().lift("h8").wait(2 * TEN)
    assert table.ended() is None
    table.put("h8").wait(TEN - FREE_MS - PRESS_MS - 1)
    assert table.ended() is None
    table.wait(1)
    assert table.ended() == ("black", "time")


def test_time_may_end_within_the_three_seconds():
    table = game().wait(TEN - PRESS_MS - 1000).lift("h8").wait(1000)
    assert table.ended() == ("black", "time")


def test_a_new_game_has_new_clocks():
    table = game().wait(5000).lift("h8").press("arbiter")
    assert table.left() == (TEN, TEN) and stopped(table) == "waiting"


# Byo-yomi and beeps


def test_a_period_begins_anew_with_each_move_and_the_last_one_ends_the_game():
    table = game("0/30x3").wait(29_899)
    assert periods(table) == {"p1": 3, "p2": 3} and table.left()[1] == 1
    table.wait(2)
    assert periods(table) == {"p1": 3, "p2": 2}
    table.put("i9").press("p2")
    assert table.left() == (30_000 - PRESS_MS, 30_000)
    table.put("g7").press("p1").wait(60_000 - PRESS_MS - 1)
    assert table.ended() is None
    table.wait(1)
    assert table.ended() == ("black", "time")


def test_each_period_that_begins_is_told():
    table = game("0.5/10x2").wait(29_899)
    told = len(clocks(table))
    table.wait(1)
    clock = table.last("clock")
    assert (clock["cause"], clock["p2"]) == ("period", 10_000) and periods(table) == {"p1": 2, "p2": 2}
    table.wait(10_000)
    assert table.last("clock")["p2"] == 10_000 and periods(table) == {"p1": 2, "p2": 1}
    for ms in (15_000, 1):  # the arbiter gives White main time again, then removes most of it
        table.director.obey(("correct_clock", {"p2": ms}), table.now)
    table.wait(1)
    clock = table.last("clock")
    assert (clock["cause"], clock["p2"]) == ("period", 10_000) and periods(table) == {"p1": 2, "p2": 2}
    table.wait(9999).put("i9").press("p2")
    assert len(clocks(table)) == told + 5, "two corrections, three periods"


def test_each_of_the_last_fifteen_seconds_beeps_once():
    table = game().wait(TEN - PRESS_MS - 15_001)
    assert table.beeps == 0
    table.wait(1)
    assert table.beeps == 1
    for n in range(2, 16):
        for _ in range(50):
            table.wait(20)
        assert table.beeps == n
    for _ in range(100):
        table.wait(20)
    assert table.beeps == 15 and table.ended() == ("black", "time")


def test_what_happens_within_a_second_beeps_no_second_time():
    table = game().wait(TEN - PRESS_MS - 10_500).wait(20)
    beeps = table.beeps
    table.put("i9").wait(20).lift("i9").wait(20).press("p1").wait(20)
    assert table.beeps == beeps > 0


def test_a_stopped_clock_does_not_beep():
    table = game().wait(TEN - PRESS_MS - 10_500).lift("h8").wait(3000)
    beeps = table.beeps
    for _ in range(500):
        table.wait(20)
    assert table.beeps == beeps
