"""The laptop may act in a referee or silent game only after the arbiter has allowed it with a button."""

from portable import raises
from table import Table
from tengen.codes import Refused, coded
from tengen.link.commands import COMMANDS, check_allowed
from tengen.session.settings import MODES

ARBITER = "arbiter"
STRICT = ("referee", "silent")
GUARDED = ("back", "clock", "do", "lesson", "new", "probe", "puzzle", "setup")
# in a referee or silent game these commands don't need the arbiter's permission; but "partner" and "show" are always
# refused there
FREE = (
    "fetched", "game", "games", "health", "hold", "partner", "prove", "set", "show", "snapshot", "stamp",
)  # fmt: skip
PROBED = ("light", "wire")  # these are allowed only while the board is probed, when there is no game


def allow(table, answer="yes"):
    return table.enter(ARBITER, "laptop").enter(ARBITER, answer)


def refused(table):
    """Return the commands that are refused now."""
    found = []
    for word in GUARDED + FREE:
        try:
            check_allowed({"cmd": word, "record": "another", "date": "2026-11-22"}, table.session)
        except ValueError:
            found.append(word)
    return tuple(found)


def test_every_command_is_guarded_or_free():
    assert sorted(GUARDED + FREE + PROBED) == sorted(COMMANDS)


def test_the_arbiter_allows_and_forbids_it_with_his_button():
    table = Table()
    assert table.session.laptop is False
    table.enter(ARBITER, "laptop")
    menu = table.menu(ARBITER)
    assert (menu["about"], menu["entries"], menu["at"]) == ("laptop", ["no", "yes"], 0)
    table.enter(ARBITER, "yes")
    assert table.last("laptop") == {"code": "laptop", "allowed": True} and table.session.laptop
    assert not table.session.menus
    table.enter(ARBITER, "laptop")
    assert table.menu(ARBITER)["at"] == 1, "it begins with the current choice"
    table.enter(ARBITER, "no")
    assert table.last("laptop")["allowed"] is False and not table.session.laptop


def test_it_stays_allowed_from_game_to_game():
    table = allow(Table(mode="referee")).play_by_button("h8", "i9").lift("h8", "i9").press(ARBITER)
    assert table.kinds()[-1] == "new_game" and table.session.laptop
    assert not allow(table.play_by_button("h8", "i9"), "no").session.laptop


def test_nobody_takes_that_over_the_link():
    for mode in MODES:
        table = Table(mode=mode, move="button").play_by_button("h8")
        said = coded("refused.laptop_button")
        assert raises(ValueError, table.do, ARBITER, "laptop") == said
        raises(ValueError, table.do, "p1", "laptop")
        table.enter(ARBITER, "laptop")
        before = len(table.heard)
        for entry in ("yes", "no", "laptop"):
            assert raises(ValueError, table.do, ARBITER, entry) == said
        assert len(table.heard) == before and not table.session.laptop
        # the arbiter's other entries may still be taken over the link while that menu is open
        assert table.do(ARBITER, "lamps", "50").session.settings.brightness == 50
    raises(ValueError, allow(Table()).do, ARBITER, "laptop")


def test_in_referee_and_silent_games_it_may_look_and_no_more():
    for mode in MODES:
        table = Table(mode=mode, move="button", clock="10")
        assert refused(table) == (), "nothing has been done yet"
        table.put("h8").wait(20)
        assert refused(table) == (), "this is not a move yet"
        table.press("p1")
        assert refused(table) == (GUARDED if mode in STRICT else ()), mode
        allow(table)
        assert refused(table) == ()
        allow(table, "no")
        assert refused(table) == (GUARDED if mode in STRICT else ())
        table.set(mode="casual" if mode in STRICT else "silent")
        assert refused(table) == (GUARDED if mode in STRICT else ()), "the next game uses it"


def test_what_has_been_done_is_more_than_stones():
    table = Table(mode="referee").set_up("." * 112 + "X" + "." * 112)
    assert refused(table) == GUARDED, "a position"
    table = Table(mode="silent", clock="10").correct(p1=60_000)
    assert refused(table) == (), "a correction is not an action of the players"
    table = Table(mode="referee").play_by_button("h8")
    table.enter(ARBITER, "take back").enter(ARBITER, "1")
    assert refused(table) == (), "nothing stands"


def test_after_the_result_another_game_may_be_begun_but_this_one_not_changed():
    for mode in STRICT:
        table = Table(mode=mode).play_by_button("h8", "i9").enter("p1", "resign").press("p1").hold("p1")
        assert refused(table) == ("back", "clock", "do")
        assert refused(allow(table)) == ()


def test_the_refusal_says_what_and_why_and_what_to_do():
    table = Table(mode="silent").play_by_button("h8")
    why = coded("device.not_allowed", deed="back", mode="silent")
    assert raises(Refused, check_allowed, {"cmd": "back"}, table.session) == why


def test_what_a_probe_takes_and_what_only_a_probe_takes():
    session = Table(mode="referee").play_by_button("h8").session
    taken = []
    for word in COMMANDS:
        try:
            check_allowed({"cmd": word}, session, probed=True)
            taken.append(word)
        except Refused as error:
            assert error.why == coded("device.while_probed", command=word)
    assert sorted(taken) == ["hold", "light", "probe", "snapshot", "wire"]
    for word in PROBED:
        assert raises(Refused, check_allowed, {"cmd": word}, session) == coded("device.only_probed", command=word)


def test_a_clock_that_runs_is_a_game_under_way():
    table = Table(mode="referee", clock="10")
    assert refused(table) == ()
    table.press("p2")
    assert table.session.timing.clock.running == "p1" and refused(table) == GUARDED


def test_another_stamp_changes_a_strict_game_and_the_same_does_not():
    table = Table(mode="referee").play_by_button("h8")
    stamp = {"cmd": "stamp", "record": "A", "date": "2026-11-22"}
    check_allowed(stamp, table.session)
    table.session.stamp = {"id": "A", "date": "2026-11-22"}
    check_allowed(stamp, table.session)
    stamp["record"] = "B"
    why = coded("device.not_allowed", deed="stamp", mode="referee")
    assert raises(Refused, check_allowed, stamp, table.session) == why
    allow(table)
    check_allowed(stamp, table.session)


def test_settings_do_not_begin_a_game_anew_whose_clock_runs():
    table = Table(clock="10", mode="referee").wait(20).press("p2").wait(120_000)
    left = table.session.timing.left(table.now)
    table.set(clock="5")
    assert table.session.timing.left(table.now) == left and table.session.played.clock == "10"
    assert table.session.settings.clock == "5", "the next game's"


def test_another_game_begins_once_though_other_commands_come_before_the_tick():
    table = Table(mode="casual")
    assert table.set(game="gomoku").set(brightness=50).wait(20).session.match.game.name == "gomoku"
    table.set(game="renju").set(game="gomoku").wait(20)
    assert table.kinds().count("new_game") == 1, "it is still this game"
    table.set(game="renju")
    table.director.obey(("new_game", None), table.now)
    table.hear()
    assert table.wait(20).session.match.game.name == "renju" and table.kinds().count("new_game") == 2
