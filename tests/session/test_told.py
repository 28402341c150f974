"""Events about stones, and the group `hand` of the state, report the stones on the board."""

from table import Table
from tengen.codes import coded
from tengen.games.points import names
from tengen.session.board_state import CALM, DISTURBED, KEEPING, OFFERING, REFUSED, SEVERAL, TELL_MS

SHORT = TELL_MS - 1


def offering():
    """Return a game where Black must place two tentative fifths, and offer them with the button."""
    table = Table(opening="rif", move="button").play_by_button("h8", "h9", "i9").do("p2", "no swap")
    return table.play_by_button("i10")


def keeping():
    """Return a game with two offered fifths: White must remove one."""
    table = offering().put("j7", "g7").wait(20).press("p1")
    assert table.session.board_state.state == KEEPING
    return table


def told_since(table, number):
    return [event["code"] for event in table.told[number:]]


# Several stones, one of them is lifted


def test_of_two_new_stones_the_one_that_stays_is_told_again():
    table = Table().play("h8").put("i9").wait(20).put("i8").wait(20)
    assert table.session.board_state.state == SEVERAL and table.last("several")["points"] == ["i9", "i8"]
    before = len(table.told)
    table.put("i8").wait(20)
    assert told_since(table, before) == ["provisional"] and table.told[-1]["point"] == "i9"


def test_a_stone_that_was_refused_in_between_is_told_again():
    table = Table(opening="rif", move="button").play_by_button("h8").put("h9").wait(20).put("h9", "a1").wait(20)
    assert table.session.board_state.state == REFUSED
    before = len(table.told)
    table.put("a1", "h9").wait(20)
    assert told_since(table, before) == ["restored", "provisional"] and table.told[-1]["point"] == "h9"


def test_of_stones_that_are_refused_all_are_told():
    table = Table(opening="swap-2", move="button").play_by_button("h8", "h9", "i9").put("a1", "b2").wait(20)
    assert table.session.board_state.state == REFUSED and table.session.match.wanted() == 0
    assert table.last("refused")["extra"] == table.groups()["hand"]["extra"] == ["a1", "b2"]
    before = len(table.told)
    table.put("b2").wait(20)
    assert told_since(table, before) == ["restored", "refused"] and table.told[-1]["extra"] == ["a1"]


def test_of_too_many_stones_of_which_none_may_stay_all_are_refused_with_the_reason():
    table = Table(move="button").put("j3", "j4").wait(20)
    refusal = {"point": "j3", "why": coded("refused.zone_centre", number=1), "also": ["j4"]}
    assert table.session.board_state.state == REFUSED
    assert table.last("refused")["also"] == ["j4"] and table.groups()["hand"].get("refusal") == refusal
    assert "several" not in table.kinds()
    table.put("h8").wait(20)
    assert table.last("several")["points"] == ["j3", "j4", "h8"], coded("device.wanted_one", words=["these may stay"])
    table.put("h8", "j4").wait(20)
    assert table.told[-1]["point"] == "j3" and "also" not in table.told[-1]


# Fifths that are placed, and disturbed before they are reported


def test_tentative_fifths_that_go_while_a_stone_of_the_game_is_lifted_for_a_moment_are_taken_back():
    table = offering().put("j7").wait(500)
    assert table.last("offers")["points"] == ["j7"]
    before = len(table.told)
    table.put("h8", "j7").wait(SHORT // 2).put("h8").wait(500)
    assert table.session.board_state.state == CALM
    assert told_since(table, before) == ["restored"]


def test_tentative_fifths_that_stay_are_told_again_after_that():
    table = offering().put("j7", "g7").wait(500)
    before = len(table.told)
    table.put("h8", "j7").wait(SHORT // 2).put("h8").wait(500)
    assert table.session.board_state.state == OFFERING
    assert told_since(table, before) == ["restored", "offers"] and table.told[-1]["points"] == ["g7"]


def test_fifths_that_were_never_put_down_are_not_told_of():
    table = offering()
    before = len(table.told)
    table.put("h8").wait(SHORT).put("h8").wait(500)
    assert told_since(table, before) == []


# While a hand moves stones


def test_a_stone_that_is_lifted_for_a_moment_is_not_told_of():
    table = Table(move="button").play_by_button("h8", "i9")
    before = len(table.told)
    table.put("h8").wait(SHORT)
    assert table.session.board_state.pending
    table.put("h8").wait(500)
    assert told_since(table, before) == []


def hands(table):
    """Return the group `hand` if it is sent again, else None."""
    return table.known["hand"] if "hand" in table.news() else None


def test_the_state_of_the_hand_is_sent_when_it_has_stopped():
    table = Table(move="button").play_by_button("h8", "i9")
    assert hands(table) == {"state": CALM}
    for point in ("h8", "i9"):
        table.put(point).wait(SHORT // 2)
        assert hands(table) is None
        table.put(point).wait(500)
        assert hands(table) is None, "nothing followed from it"
        table.put(point).wait(TELL_MS)
        assert hands(table) == {"state": DISTURBED, "missing": [point]}
        table.put(point).wait(500)
        assert hands(table) == {"state": CALM}


def test_who_comes_while_a_hand_moves_is_sent_what_it_has_come_to():
    table = Table(move="button").play_by_button("h8", "i9").put("h8").wait(SHORT // 2)
    assert hands(table) == {"state": DISTURBED, "missing": ["h8"]} and table.session.board_state.pending
    assert hands(table) is None
    table.put("h8").wait(500)
    assert hands(table) == {"state": CALM}


def test_what_was_out_of_place_at_the_end_is_taken_back_if_the_game_goes_on():
    table = Table(move="button").play_by_button("h8", "i9", "g7").put("h8").wait(TELL_MS)
    table.do("p1", "resign", "resign")
    assert table.session.match.result
    before = len(table.told)
    table.put("h8").wait(500)
    assert told_since(table, before) == ["restored"]


# Fifths that are removed


def test_the_state_has_which_tentative_fifths_still_lie():
    table = keeping()
    hand = table.groups()["hand"]
    assert hand["offers"] == hand["left"] == ["g7", "j7"]
    table.put("g7").wait(20)
    hand = table.groups()["hand"]
    assert hand["left"] == table.last("keep")["points"] == ["j7"]
    assert hand["offers"] == ["g7", "j7"], "White may think again"
    table.put("j7").wait(20)
    hand = table.groups()["hand"]
    assert "left" not in hand and table.last("keep")["points"] == [] and hand["missing"] == ["g7", "j7"]


def test_before_anybody_has_looked_all_of_them_lie():
    table = keeping()
    table.session.board_state.calm()
    assert table.groups()["hand"].get("left") == ["g7", "j7"]


def test_before_they_are_offered_and_after_the_end_none_is_to_be_cleared():
    assert offering().put("j7").wait(20).groups()["hand"].get("left", []) == []
    table = keeping().put("g7").wait(20).do("p2", "resign", "resign")
    assert table.session.match.result and table.groups()["hand"].get("left", []) == []


def test_a_disturbance_tells_which_of_them_still_lie():
    table = keeping().put("g7", "h8").wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED
    assert table.last("disturbed")["missing"] == ["h8"] and table.last("disturbed")["left"] == ["j7"]
    assert table.groups()["hand"].get("left") == ["j7"]
    before = len(table.told)
    table.put("j7").wait(TELL_MS)
    assert told_since(table, before) == ["disturbed"], "that stone is gone by now"
    assert table.told[-1]["left"] == []
    table.put("h8", "g7").wait(20)
    assert told_since(table, before) == ["disturbed", "restored", "keep"] and table.told[-1]["points"] == ["g7"]


def test_whites_next_stone_that_lies_already_is_told():
    table = keeping()
    assert table.last("keep")["provisional"] is None
    table.put("a1").wait(20)
    assert table.last("keep")["provisional"] == "a1" and table.groups()["hand"]["new"] == ["a1"]
    table.put("a1").wait(20)
    assert table.last("keep")["provisional"] is None and table.last("keep")["points"] == ["g7", "j7"]


def test_what_lies_of_them_is_told_beside_too_many_stones():
    table = keeping()
    before = len(table.told)
    table.put("g7", "a1", "b2").wait(20)
    assert table.session.board_state.state == SEVERAL
    assert told_since(table, before) == ["keep", "several"]
    assert table.last("keep")["points"] == ["j7"] and table.last("several")["points"] == ["a1", "b2"]
    table.put("g7").wait(20)
    assert told_since(table, before) == ["keep", "several", "keep", "several"]
    assert table.last("keep")["points"] == ["g7", "j7"]
    table.put("j7").wait(20).put("b2").wait(20)
    assert table.last("keep")["points"] == ["g7"] and table.last("keep")["provisional"] == "a1"
    assert names(table.session.board_state.offers, 15) == ["g7"]


def test_of_a_game_that_waits_for_its_stones_the_fifths_that_lie_are_told():
    table = keeping().put("g7").wait(20)
    stones = table.stones
    assert table.restart()
    assert table.groups()["game"]["awaits"] == "resume"
    table.stones = stones
    table.look()
    assert table.groups()["hand"].get("left") == ["j7"] and table.groups()["hand"].get("missing") == ["g7"]
