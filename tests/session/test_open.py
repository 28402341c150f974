"""The available entries of each person, and the reasons for the others: a group of the state for each person."""

from portable import DWELL_MS, raises
from table import Table
from tengen.codes import coded
from tengen.session.arbiter import ARBITER
from tengen.session.players import SEATS

MOVER = coded("refused.only_mover_passes")
LIES = coded("refused.no_pass_over_stone")
WAITS = coded("refused.only_mover_draws")
CLEAR = coded("refused.stones_lie")
NOTHING = coded("refused.no_move_back")


def told(table, who):
    """Return a person's entries: {entry: why it is not available, or None}."""
    return dict(table.groups()["open_" + who])


def news(table):
    """Return the people with changed entries since the last call."""
    return sorted([group[len("open_") :] for group in table.news() if group.startswith("open_")])


def test_a_casual_game():
    table = Table(move="button").wait(20)
    no_pass, no_draw = coded("refused.no_pass_in_opening"), coded("refused.no_draw_in_opening")
    begun = {"pass": no_pass, "draw": no_draw, "take back": NOTHING}
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
    assert told(table, "p1")["draw"] == coded("refused.draw_offered")
    table.enter("p2", "accept").wait(20)
    over = {"missed win": None, "take back": None, "new game": CLEAR, "puzzle": None}
    assert told(table, "p1") == told(table, "p2") == over
    table.lift("h8").wait(20)
    assert told(table, "p1")["new game"] is None


def test_it_is_told_when_it_changes_and_only_then():
    table = Table(move="button").wait(20)
    assert news(table) == ["arbiter", "p1", "p2"]
    table.wait(20).wait(DWELL_MS)
    assert news(table) == []
    table.put("h8").wait(20)
    assert news(table) == ["arbiter", "p1", "p2"], "no new game while a stone is on the board"
    table.wait(20).press("p1").wait(20)
    assert news(table) == ["arbiter", "p1", "p2"]
    for _ in range(2):
        table.put("i9").wait(20)
        assert news(table) == ["p2"], "no pass while the player's stone is on the board"


def test_in_an_opening():
    table = Table(opening="rif", move="button").play_by_button("h8", "i9").wait(20)
    assert told(table, "p1") == {
        "pass": coded("refused.no_pass_in_opening"),
        "draw": coded("refused.no_draw_in_opening"),
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
    fouls = coded("refused.no_fouls")
    declares = coded("refused.declare_line")
    assert told(table, "p1") == {"five": None, "foul": fouls, "time": None, "pass": MOVER, "draw": None, "resign": None}
    assert told(table, "p2")["five"] == declares and told(table, "p2")["foul"] is None
    table.put("i9").wait(20)
    assert told(table, "p2")["five"] is None
    table.press("p2").wait(20)
    assert told(table, "p2")["foul"] == coded("refused.claim_foul")


def test_the_arbiter():
    table = Table().wait(20)
    assert told(table, ARBITER)["take back"] == NOTHING and told(table, ARBITER)["time"] == coded("refused.no_clock")
    assert told(table, ARBITER)["new game"] is None
    table.play("h8").wait(20)
    assert told(table, ARBITER)["take back"] is None and told(table, ARBITER)["new game"] == CLEAR
    assert table.entries(ARBITER)[0] == "new game", "the menu has it, and the board shows what to do"
    assert raises(ValueError, table.do, ARBITER, "time") == coded("refused.no_clock")


def test_a_try_says_what_was_told():
    table = Table(move="button").play_by_button("h8").wait(20)
    for seat in SEATS:
        for entry, why in told(table, seat).items():
            if why:
                assert raises(ValueError, table.do, seat, entry) == why
    assert raises(ValueError, table.do, "p2", "swap") == coded("refused.not_now", seat="p2")
    assert raises(ValueError, table.do, ARBITER, "swap") == coded("refused.not_now_arbiter")


def test_while_the_game_waits_nothing_is_open():
    table = Table(move="button").play_by_button("h8").wait(20)
    table.distrust(["row 7 is dead"], [], []).wait(20)
    waits = coded("refused.waits", fault="row 7 is dead")
    assert all(why == waits for seat in SEATS for why in told(table, seat).values())
    assert told(table, ARBITER)["new game"] == CLEAR
    table.lift("h8").wait(20)
    assert told(table, ARBITER)["new game"] is None, "also while the board waits"
    table.put("h8").distrust([], [], []).wait(20)
    assert told(table, "p1")["draw"] is None
    table.restart()
    table.wait(20)
    wait = coded("refused.interrupted")
    assert all(why == wait for why in told(table, "p1").values())
    assert told(table, ARBITER)["take back"] == wait and told(table, ARBITER)["new game"] == CLEAR
    table.lift("h8").wait(20)
    assert told(table, ARBITER)["new game"] is None, "a new game may begin on a clear board"
