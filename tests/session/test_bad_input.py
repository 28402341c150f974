"""Meaningless input. The lights refuse it, the board gives a reason, and nothing changes by accident."""

from portable import DWELL_MS, raises
from table import Table
from tengen.codes import coded
from tengen.session.board_state import CALM, DISTURBED, KEEPING, OFFERING, PROVISIONAL, REFUSED, SEVERAL
from tengen.session.transients import REFUSED_MS

FOUR = ("h8", "h9", "h10", "c3")


def offering(count=2):
    """Return a RIF opening after four stones: Black (p1) must offer fifths."""
    return Table(opening="yamaguchi", fifths=count, fixed=True).play(*FOUR)


def offered():
    return offering().put("d5", "e6").wait(50).press("p1")


def state(table):
    """Return the state that must not change by accident."""
    match = table.session.match
    return list(match.facts), match.players, match.expects.do, match.expects.who, match.result


def unmoved(table, before, who, said):
    """Check that nothing has changed, and that the player who pressed got the reason, as a code and on the bar."""
    assert state(table) == before
    assert table.last("refused")["who"] == who and table.last("refused")["why"] == said, table.last("refused")
    assert table.session.transients.refused == who
    picture = table.picture()
    for bar, seat in zip(picture.bars, ("p1", "p2")):
        assert (bar.rhythm == refusing(bar)) == (who in (seat, "arbiter"))
    table.wait(REFUSED_MS)
    assert table.session.transients.refused is None
    return table


def refusing(bar):
    """Return the rhythm of a bar that shows a refusal."""
    other = type(bar)(bar.length)
    other.refuse(0)
    return other.rhythm


# Offers


def test_whites_stone_during_an_offer_is_one_too_many():
    table = offering().put("d5", "e6").wait(50)
    before = state(table)
    table.put("m12").wait(50)
    assert table.last("offers")["many"] and table.last("offers")["points"] == ["d5", "e6", "m12"]
    assert len(table.picture().several) == 3
    unmoved(table.press("p1"), before, "p1", coded("refused.too_many", points=["d5", "e6", "m12"]))
    unmoved(table.press("p2"), before, "p2", coded("refused.too_many", points=["d5", "e6", "m12"]))
    table.lift("m12").wait(50)
    assert not table.picture().several and not table.last("offers")["many"]
    table.press("p1")
    assert table.last("offered")["points"] == ["d5", "e6"]


def test_whites_button_during_an_offer_ends_nothing():
    table = offering().put("d5", "e6").wait(50)
    before = state(table)
    table.press("p2").hold("p2").wait(5000)
    assert state(table) == before and table.session.board_state.state == OFFERING


def test_too_few_offers_are_none():
    table = offering(3).put("d5", "e6").wait(50)
    before = state(table)
    unmoved(table.press("p1"), before, "p1", coded("refused.offers_lie", n=2, count=3))
    unmoved(table.lift("d5").wait(50).press("p1"), before, "p1", coded("refused.offers_lie", n=1, count=3))


def test_equal_offers_are_refused_and_shown():
    table = Table(opening="rif").play("h8", "h9", "h10", "h12").put("g7", "i7").wait(50)
    before = state(table)
    assert table.last("offers")["equal"] == ["g7", "i7"] and len(table.picture().twins) == 2
    unmoved(table.press("p1"), before, "p1", coded("refused.equal", points=["g7", "i7"]))


def test_before_the_button_all_offers_may_be_taken_away():
    table = offering().put("d5", "e6").wait(50)
    before = state(table)
    table.lift("d5", "e6").wait(50)
    assert table.last("offers")["points"] == [] and table.session.board_state.state == CALM
    table.press("p1")
    assert state(table) == before
    table.put("d5", "f3").wait(50).press("p1")
    assert table.last("offered")["points"] == ["f3", "d5"]


def test_all_offers_taken_away_pulse_until_one_is_back():
    table = offered()
    before = state(table)
    table.lift("d5", "e6").wait(50)
    assert table.session.board_state.state == KEEPING and len(table.picture().missing_black) == 2
    unmoved(table.press("p2"), before, "p2", coded("refused.keep_one", lie=0))
    unmoved(table.press("p1").press("p2"), before, "p2", coded("refused.keep_one", lie=0))
    table.put("e6").wait(50)
    assert not table.picture().missing_black
    table.press("p2")
    assert table.moves()[-1] == "e6" and table.last("kept")["point"] == "e6"


def test_the_wrong_one_taken_is_put_back():
    table = offered().lift("d5").wait(50).put("d5").wait(50)
    before = state(table)
    unmoved(table.press("p2"), before, "p2", coded("refused.keep_one", lie=2))
    table.lift("e6").wait(50).press("p2")
    assert table.moves()[-1] == "d5"


def test_blacks_button_keeps_none_of_them():
    table = offered().lift("d5").wait(50)
    before = state(table)
    table.press("p1")
    assert state(table) == before
    table.press("p2")
    assert table.moves()[-1] == "e6"


def test_another_stone_taken_with_the_offers_must_go_back_first():
    table = offered().lift("d5", "h9").wait(300)
    before = state(table)
    assert table.session.board_state.state == DISTURBED
    unmoved(table.press("p2"), before, "p2", coded("refused.put_back", points=["h9"]))
    table.put("h9").wait(50).press("p2")
    assert table.moves()[-1] == "e6"


def test_two_stones_more_while_white_chooses_are_one_too_many():
    table = offered().put("m12", "m13").wait(50)
    before = state(table)
    assert table.session.board_state.state == SEVERAL
    unmoved(table.press("p2"), before, "p2", coded("refused.too_many", points=["m12", "m13"]))
    table.lift("m13", "d5").wait(50).press("p2")
    assert table.moves()[-2:] == ["e6", "m12"], "the waiting one becomes White's sixth by the same press"


# Buttons


def test_buttons_held_together_mean_nothing():
    for pair in (("p1", "p2"), ("p2", "arbiter"), ("p1", "arbiter")):
        table = Table(move="button").play_by_button("h8").put("i9").wait(20)
        before = state(table)
        table.together(*pair)
        unmoved(table, before, pair[0], coded("refused.two_buttons"))
        assert not table.session.menus and not table.moves()[1:]


def test_buttons_held_together_take_no_entry():
    table = Table(opening="rif").play("h8", "h9", "h10").press("p2")
    before = state(table)
    assert table.session.menus["p2"].entries[table.session.menus["p2"].at] == "swap"
    unmoved(table.together("p2", "p1"), before, "p2", coded("refused.two_buttons"))
    assert table.session.menus["p2"].at == 1, "it has not moved"
    table.hold("p2")
    assert table.session.match.players == {1: "p2", 2: "p1"}


def test_a_press_while_disturbed_says_what_to_mend():
    table = Table(move="button").play_by_button("h8", "i9").put("g7").lift("i9").wait(300)
    before = state(table)
    assert table.session.board_state.state == DISTURBED
    parts = [coded("refused.put_back", points=["i9"]), coded("refused.take_away", points=["g7"])]
    for who in ("p1", "p2"):
        unmoved(table.press(who), before, who, coded("refused.all", parts=parts))
    table.put("i9").press("p1")
    assert table.moves()[-1] == "g7"


def test_a_press_over_a_stone_that_is_refused_or_two_says_so():
    table = Table(opening="rif", move="button").play_by_button("h8").put("a1").wait(20)
    before = state(table)
    assert table.session.board_state.state == REFUSED and len(table.picture().extra) == 1
    assert table.last("refused")["why"] == coded("refused.zone_within", number=2, width=3)
    unmoved(table.press("p1"), before, "p1", coded("refused.take_away", points=["a1"]))
    table = Table(move="button").play_by_button("h8").put("i9", "g9").wait(20)
    unmoved(table.press("p2"), state(table), "p2", coded("refused.too_many", points=["g9", "i9"]))


def test_a_hold_begun_before_a_choice_opened_takes_nothing_of_it():
    table = Table(opening="rif", move="button").play_by_button("h8", "h9").put("h10").wait(20).down("p2").press("p1")
    assert table.session.menus["p2"].about == "swap"
    before = state(table)
    table.now += 1000
    unmoved(table.held("p2"), before, "p2", coded("refused.too_early"))
    assert table.session.menus["p2"].about == "swap"
    told = len(table.heard)
    table.down("p2").held("p2")
    assert len(table.heard) > told and table.session.match.facts[-1][3] == "no swap"


def test_a_press_begun_before_a_choice_opened_goes_to_no_other_entry():
    table = Table(opening="rif", move="button").play_by_button("h8", "h9").put("h10").wait(20).down("p2").press("p1")
    table.up("p2")
    assert table.session.menus["p2"].at == 0


def test_a_hold_begun_as_one_choice_closes_is_not_for_the_next():
    table = Table(opening="soosyrv-8", move="button").play_by_button("h8", "h9", "h10")
    table.hold("p2")  # a hold takes "no swap", so White is p2
    assert table.groups()["asks"]["do"] == "stone"
    table.put("c3").wait(20).press("p2")
    first = table.session.menus["p2"].about
    table.down("p2")
    table.now += 10
    before = state(table)
    table.do("p2", table.session.menus["p2"].entries[2])  # meanwhile a choice arrives over the link
    assert state(table) != before and first == "fifths"
    before = state(table)
    table.now += 990
    table.held("p2")
    assert state(table) == before


def test_a_hold_begun_in_a_question_that_is_withdrawn_answers_nothing_else():
    table = Table().play("h8", "i9").lift("i9").wait(300).press("p1").down("p1")
    assert table.session.menus["p1"].entries[table.session.menus["p1"].at] == "yes"
    table.wait(500).put("i9").wait(500)
    before = state(table)
    table.held("p1")
    assert state(table) == before and table.session.menus["p1"].about == "menu", "it opens the player's own menu"
    table.wait(5000).play("g7")
    assert table.moves() == ["h8", "i9", "g7"]


def test_a_press_out_of_turn_shows_the_colours_and_does_nothing():
    table = Table(move="button").play_by_button("h8").put("i9").wait(20)
    before = state(table)
    table.press("p1")
    assert state(table) == before and table.session.board_state.state == PROVISIONAL
    assert table.session.transients.colours, "whenever asked"
    table.wait(2000)
    assert not table.session.transients.colours


def test_a_press_with_no_stone_put_does_nothing():
    table = Table(move="button").play_by_button("h8")
    before = state(table)
    table.press("p2").press("p2").press("p1")
    assert state(table) == before and table.session.transients.colours


def test_a_hold_over_a_stone_that_answers_a_choice_confirms_nothing():
    table = Table(opening="rif", move="button").play_by_button("h8", "h9", "h10").press("p2").put("c3").wait(20)
    before = state(table)
    unmoved(table.hold("p2"), before, "p2", coded("refused.play_on_or_lift"))
    table.lift("c3").wait(20).hold("p2")
    assert table.session.match.facts[-1][3] == "swap"


def test_a_stone_of_whoever_may_not_play_on_is_refused():
    table = Table(opening="swap-2").play("h8", "h9", "h10").put("c3").wait(DWELL_MS)
    assert table.last("refused")["why"] == coded("refused.first_decides", seat="p2", options=["white", "black", "add"])
    assert table.session.board_state.state == REFUSED and len(table.moves()) == 3
    unmoved(table.press("p1"), state(table), "p1", coded("refused.take_away", points=["c3"]))


# After the end


def test_a_stone_placed_after_the_end_is_refused_and_the_end_stays():
    table = Table().play("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8")
    before = state(table)
    table.put("e5").wait(10 * DWELL_MS)
    assert table.session.board_state.state == REFUSED and len(table.picture().extra) == 1
    assert table.last("refused")["why"] == coded("refused.over") and len(table.picture().five) == 5
    for who in ("p1", "p2"):
        unmoved(table.press(who), before, who, coded("refused.clear_for_new"))
    unmoved(table.press("arbiter"), before, "arbiter", coded("refused.stones_lie"))
    table.lift("e5")
    assert table.session.board_state.state == CALM and state(table) == before


def test_stones_taken_away_after_the_end_are_no_disturbance():
    table = Table(mode="referee", clock="10").play_by_button("h8", "i9").enter("p1", "resign").press("p1").hold("p1")
    before, told = state(table), len(table.told)
    table.lift("h8").wait(5000).lift("i9").wait(5000)
    assert state(table) == before and table.session.board_state.state == CALM and len(table.told) == told


# Over the link


def test_what_is_not_open_is_refused_over_the_link_with_what_is():
    table = Table(move="button").play_by_button("h8")
    before, told = state(table), len(table.heard)
    cases = (
        ("p1", "pass", coded("refused.only_mover_passes")),
        ("p2", "accept", coded("refused.not_now", seat="p2")),
        ("p2", "no swap", coded("refused.not_now", seat="p2")),
        ("arbiter", "time", coded("refused.no_clock")),
        ("p2", "x" * 500, coded("refused.not_now", seat="p2")),
        ("p2", "", coded("refused.not_now", seat="p2")),
    )
    for who, entry, said in cases:
        assert raises(ValueError, table.do, who, entry) == said, (who, entry)
    assert state(table) == before and len(table.heard) == told


def test_nothing_is_taken_over_the_link_that_is_already_answered():
    table = Table().play("h8").enter("p1", "draw").do("p2", "decline")
    before = state(table)
    for entry in ("accept", "decline"):
        raises(ValueError, table.do, "p2", entry)
    raises(ValueError, table.do, "p1", "accept")
    assert state(table) == before


def test_over_the_link_a_stone_that_answers_a_choice_closes_it_as_well():
    table = Table(opening="rif", move="button").play_by_button("h8", "h9", "h10").put("c3").wait(20)
    before = state(table)
    assert raises(ValueError, table.do, "p2", "swap") == coded("refused.play_on_or_lift")
    assert state(table) == before


def test_while_a_wire_is_broken_the_link_waits_too():
    table = Table().play("h8").distrust(["row 7 is dead"], [0], [])
    before = state(table)
    assert raises(ValueError, table.do, "p2", "resign") == coded("refused.waits", fault="row 7 is dead")
    assert state(table) == before
