"""A new game, requested over the link, that waits for a clear board. It begins by itself, or is cancelled."""

from portable import raises
from table import Table
from tengen.codes import coded
from tengen.games.points import index
from tengen.session.board_state import TELL_MS

ARBITER = "arbiter"


def ask(table, wait=True):
    table.director.obey(("new_game", wait), table.now)
    table.hear()
    return table


def points(*names):
    return tuple(sorted(index(point, 15) for point in names))


def lit(table):
    """Return the points where lights ask to remove a stone. Check that no light asks to place a stone."""
    picture = table.picture()
    assert picture.missing_black == picture.missing_white == picture.lift == ()
    return tuple(sorted(picture.extra))


def assert_begins(table):
    """Check that the new game begins when the board is at rest, and not before."""
    table.wait(TELL_MS - 20)
    assert table.session.clearing
    table.wait(40)
    assert table.kinds()[-1] == "new_game" and not table.moves() and not table.session.clearing
    assert "awaits" not in table.groups()["game"] and lit(table) == ()


def test_on_a_clear_board_it_begins_at_once():
    assert ask(Table()).kinds()[-1] == "new_game"


def test_it_begins_when_the_last_stone_is_gone():
    table = ask(Table().play("h8", "i9"))
    assert table.last("clearing") == {"code": "clearing", "on": True} and table.groups()["game"]["awaits"] == "clear"
    assert lit(table) == points("h8", "i9")
    table.lift("h8").wait(TELL_MS)
    assert lit(table) == points("i9")
    told = table.last("disturbed")
    assert (told["what"], told["missing"], told["extra"]) == ("clear", ["h8"], [])
    assert_begins(table.lift("i9"))
    assert table.last("set_aside")["moves"] == "h8i9"
    assert table.play("h8").moves() == ["h8"]


def test_a_hand_that_puts_stones_meanwhile_puts_no_moves():
    table = ask(Table().play("h8", "i9")).put("a1").wait(2000)
    assert table.moves() == ["h8", "i9"] and lit(table) == points("a1", "h8", "i9")
    assert_begins(table.lift("h8", "i9", "a1"))


def test_after_the_end_it_waits_as_well():
    table = Table(clock="10").play_by_button("h8", "i9").enter("p1", "resign").press("p1").hold("p1")
    ask(table)
    assert lit(table) == points("h8", "i9")
    assert_begins(table.lift("h8").wait(500).lift("i9"))


def test_given_up_over_the_link_the_old_game_asks_for_its_stones_again():
    table = ask(Table().play("h8", "i9")).lift("h8").wait(TELL_MS)
    ask(table, wait=False)
    assert table.last("clearing")["on"] is False and "awaits" not in table.groups()["game"]
    table.wait(TELL_MS)
    told = table.last("disturbed")
    assert (told["what"], told["missing"]) == ("lifted", ["h8"])
    table.put("h8").wait(TELL_MS)
    assert table.kinds()[-1] == "restored" and table.play("g7").moves() == ["h8", "i9", "g7"]


def test_given_up_by_the_arbiters_button():
    table = ask(Table().play("h8", "i9")).press(ARBITER)
    assert table.last("clearing")["on"] is False and table.play("g7").moves() == ["h8", "i9", "g7"]


def test_given_up_where_nothing_waits_nothing_happens():
    table = Table().play("h8")
    before = table.kinds()
    assert ask(table, wait=False).kinds() == before


def test_players_are_told_what_to_take_away():
    table = ask(Table().play("h8", "i9")).wait(TELL_MS).press("p1")
    assert table.refused() == ("p1", coded("refused.take_away", points=["h8", "i9"]))


def test_nobody_is_asked_anything_meanwhile():
    table = Table(opening="swap").play("h8", "i9", "g7")
    assert table.session.menus
    ask(table)
    assert not table.session.menus
    ask(table, wait=False)
    assert table.session.menus


def test_what_stones_have_begun_instead_of_an_answer_is_begun_no_more():
    table = Table(opening="swap").play("h8", "i9", "g7").put("a1").wait(20)
    assert table.groups()["asks"]["answers"]["about"] == "swap"
    ask(table)
    assert not table.groups()["asks"].get("answers") and not table.session.menus
    assert lit(table) == points("a1", "g7", "h8", "i9")
    ask(table, wait=False).lift("a1").wait(TELL_MS)
    asked = [who for who in table.session.menus if table.session.questions.shown(who)]
    assert asked == [table.session.match.expects.who] and table.menu(asked[0])["about"] == "swap"


def test_a_wish_to_take_back_is_withdrawn():
    table = Table().play("h8", "i9").lift("i9").wait(TELL_MS)
    assert table.last("take_back_wished")["who"] == "p2"
    ask(table)
    assert table.last("take_back_withdrawn")["who"] == "p2" and not table.session.menus
    assert_begins(table.lift("h8"))


def test_an_interrupted_game_is_not_left_that_way():
    table = Table().play("h8", "i9")
    table.restart()
    assert table.session.resuming
    assert raises(ValueError, ask, table) == coded("refused.interrupted")
    assert table.session.resuming and not table.session.clearing


def test_a_position_that_asks_for_its_stones_asks_for_them_again():
    text = ["."] * 225
    text[112] = "X"
    table = Table().play("h8").set_up("".join(text), "white")
    ask(table).wait(TELL_MS)
    assert table.session.clearing and lit(table) == points("h8")
    ask(table, wait=False)
    assert not table.session.clearing and table.picture().missing_black == ()


def test_the_old_way_is_refused_as_before_while_stones_lie():
    said = coded("refused.stones_lie")
    assert raises(ValueError, Table().play("h8").director.obey, ("new_game", None), 0) == said
