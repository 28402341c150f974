"""Over the link an entry with a sub-menu needs a choice. It opens no menu on the board, so nothing runs out there."""

from portable import raises
from table import Table
from tengen.codes import coded
from tengen.session.menu import MENU_MS
from tengen.session.settings import CLOCKS, MODES

ARBITER = "arbiter"


def choices(table, who, entry):
    """Return the choices that the board tells for an entry."""
    table.do(who, entry)
    assert not table.session.menus
    told = table.last("choices")
    assert (told["who"], told["entry"]) == (who, entry)
    return told["choices"]


def test_the_choices_are_told_and_nothing_else_happens():
    table = Table(clock="10").play_by_button("h8", "i9")
    assert choices(table, "p1", "resign") == ["resign"]
    assert choices(table, ARBITER, "mode") == list(MODES)
    assert choices(table, ARBITER, "clock") == list(CLOCKS)
    assert choices(table, ARBITER, "take back") == ["1", "2"]
    assert choices(table, ARBITER, "time") == ["p1 +1", "p1 -1", "p2 +1", "p2 -1"]
    assert choices(Table(), "p2", "puzzle") == ["1", "2", "3", "4", "5"]
    assert not table.session.match.result and table.moves() == ["h8", "i9"]


def test_one_command_with_a_choice_does_it_however_late_it_comes():
    table = Table().play("h8", "i9")
    table.do("p1", "resign").wait(10 * MENU_MS).do("p1", "resign", "resign")
    assert table.last("result")["reason"] == "resignation" and not table.session.menus
    table = Table().do("p2", "puzzle", "2").wait(100)
    assert table.session.task.grade == 2
    table = Table().do(ARBITER, "mode").wait(10 * MENU_MS).do(ARBITER, "mode", "teach")
    assert table.session.settings.mode == "teach"


def test_all_games_are_choices_without_their_families():
    table = Table()
    assert "pente" in choices(table, ARBITER, "game") and "pente games" not in choices(table, ARBITER, "game")
    assert table.do(ARBITER, "game", "pente").session.settings.game == "pente"


def test_a_correction_opens_no_menu_again():
    table = Table(clock="10").play_by_button("h8")
    before = table.session.timing.clock.left("p2", table.now)
    table.do(ARBITER, "time", "p2 +1").do(ARBITER, "time", "p2 +1")
    assert table.session.timing.clock.left("p2", table.now) == before + 120_000 and not table.session.menus


def test_the_persons_own_menu_closes_but_a_question_stays():
    table = Table().hold(ARBITER)
    assert table.menu(ARBITER)["about"] == "menu"
    assert not table.do(ARBITER, "mode", "teach").session.menus
    table = Table().play("h8", "i9", "g7").enter("p1", "draw")
    assert table.menu("p2")["about"] == "draw"
    assert table.do("p2", "resign").menu("p2")["about"] == "draw", "it only asked for the choices"
    table.do("p1", "resign", "resign")
    assert table.session.match.result


def test_a_wrong_choice_is_refused_and_says_the_right_ones():
    table = Table()
    why = coded("refused.no_choice", entry="blitz", options=list(MODES))
    assert raises(ValueError, table.do, ARBITER, "mode", "blitz") == why
    assert raises(ValueError, table.do, ARBITER, "new game", "yes") == coded("refused.nothing_to_choose")
    assert raises(ValueError, table.do, ARBITER, "laptop", "yes") == coded("refused.laptop_button")
    assert raises(ValueError, table.do, ARBITER, "take back", "1") == coded("refused.no_move_back")
    assert table.session.settings.mode == "casual" and not table.session.menus
