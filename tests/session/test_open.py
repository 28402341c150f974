"""What each person may choose now, and why not the rest: told when it changes, and to who comes late."""

from support import DWELL_MS, raises
from table import Table
from tengen.session.arbiter import ARBITER
from tengen.session.players import SEATS

MOVER = "only the player to move may pass"
LIES = "no pass while a new stone lies, or while the board is not in order"
WAITS = "only the player who has just moved may offer a draw"
CLEAR = "a new game begins on an empty board: take the stones away first"
NOTHING = "there is no move to take back"


def told(table, who):
    """What has been told of a person: {entry: why it is not open, or None}. A newcomer is told the same."""
    found = [event[who] for event in table.heard if event["event"] == "open" and who in event]
    assert table.snapshot()["open"][who] == found[-1]
    return dict(found[-1])


def news(table):
    """The people of whom each event has told since the last call."""
    found = [sorted(who for who in event if who != "event") for event in table.heard if event["event"] == "open"]
    table.heard.clear()
    return found


def test_a_casual_game():
    table = Table(move="button").wait(20)
    begun = {"pass": "no pass in an opening", "draw": "no draw is offered in an opening", "take back": NOTHING}
    begun.update({"resign": None, "new game": None, "puzzle": None})
    for seat in SEATS:
        assert told(table, seat) == begun
    table.play_by_button("h8").wait(20)
    assert told(table, "p1") == {"pass": MOVER, "draw": None, "take back": None, "resign": None, "new game": CLEAR}
    assert told(table, "p2") == {"pass": None, "draw": WAITS, "take back": None, "resign": None, "new game": CLEAR}
    table.put("i9").wait(20)
    assert told(table, "p2")["pass"] == LIES
    table.lift("i9").wait(20)
    assert told(table, "p2")["pass"] is None
    table.enter("p1", "draw").wait(20)
    assert told(table, "p1")["draw"] == "a draw is offered already"
    table.enter("p2", "accept").wait(20)
    over = {"missed win": None, "take back": None, "new game": CLEAR, "puzzle": None}
    assert told(table, "p1") == told(table, "p2") == over
    table.lift("h8").wait(20)
    assert told(table, "p1")["new game"] is None


def test_it_is_told_when_it_changes_and_only_then():
    table = Table(move="button").wait(20)
    assert news(table) == [["arbiter", "p1", "p2"]]
    table.wait(20).wait(DWELL_MS)
    assert news(table) == []
    table.put("h8").wait(20)
    assert news(table) == [["arbiter", "p1", "p2"]], "no new game, while a stone lies"
    table.wait(20).press("p1").wait(20)
    assert news(table) == [["arbiter", "p1", "p2"]]
    table.put("i9").wait(20).put("i9").wait(20)
    assert news(table) == [["p2"], ["p2"]], "he can't pass while his stone lies"


def test_in_an_opening():
    table = Table(opening="rif", move="button").play_by_button("h8", "i9").wait(20)
    assert told(table, "p1") == {
        "pass": "no pass in an opening",
        "draw": "no draw is offered in an opening",
        "take back": None,
        "resign": None,
        "new game": CLEAR,
    }


def test_what_the_mode_has_not_is_not_offered():
    table = Table(mode="referee").play_by_button("h8").wait(20)
    assert sorted(told(table, "p1")) == ["draw", "pass", "resign"]
    table = Table(game="pente").play("h8").wait(20)
    assert "pass" not in told(table, "p1")


def test_claims_of_a_silent_game():
    table = Table(mode="silent", clock="10").play_by_button("h8").wait(20)
    fouls = "the opponent's stones can be no fouls"
    declares = "a line is declared with the stone that makes it, or right after it"
    assert told(table, "p1") == {"five": None, "foul": fouls, "time": None, "pass": MOVER, "draw": None, "resign": None}
    assert told(table, "p2")["five"] == declares and told(table, "p2")["foul"] is None
    table.put("i9").wait(20)
    assert told(table, "p2")["five"] is None
    table.press("p2").wait(20)
    assert told(table, "p2")["foul"] == "a foul is claimed before one's own next move"


def test_the_arbiter():
    table = Table().wait(20)
    assert told(table, ARBITER)["take back"] == NOTHING and told(table, ARBITER)["time"] == "this game has no clock"
    assert told(table, ARBITER)["new game"] is None
    table.play("h8").wait(20)
    assert told(table, ARBITER)["take back"] is None and told(table, ARBITER)["new game"] == CLEAR
    assert table.entries(ARBITER)[0] == "new game", "his menu has it, and the board says what is to be done"
    assert raises(ValueError, table.do, ARBITER, "time") == "this game has no clock"


def test_a_try_says_what_was_told():
    table = Table(move="button").play_by_button("h8").wait(20)
    for seat in SEATS:
        for entry, why in told(table, seat).items():
            if why:
                assert raises(ValueError, table.do, seat, entry) == why
    assert raises(ValueError, table.do, "p2", "swap") == "player 2 can't choose that now"
    assert raises(ValueError, table.do, ARBITER, "swap") == "the arbiter can't choose that now"


def test_while_the_game_waits_nothing_is_open():
    table = Table(move="button").play_by_button("h8").wait(20)
    table.distrust(["row 7 is dead"], [], []).wait(20)
    assert set(told(table, "p1").values()) == set(told(table, "p2").values()) == {"the game waits: row 7 is dead"}
    table.distrust([], [], []).wait(20)
    assert told(table, "p1")["draw"] is None
    table.restart()
    table.wait(20)
    wait = "the game was interrupted: press to go on with it; the arbiter holds his button to set it aside"
    assert set(told(table, "p1").values()) == {wait}
    assert told(table, ARBITER)["take back"] == wait and told(table, ARBITER)["new game"] == CLEAR
    table.lift("h8").wait(20)
    assert told(table, ARBITER)["new game"] is None, "a cleared board may begin anew"
