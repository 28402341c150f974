"""Questions while stones are on the board. The events, the lights and a press must agree."""

from portable import DWELL_MS
from table import Table
from tengen.codes import coded
from tengen.lights.bars import Bar
from tengen.lights.colours import OFFER, packed


def declared(**settings):
    """Return a Soosyrv-8 game with three declared fifths: player 1 (Black) must decide on a swap, or offer."""
    table = Table(opening="soosyrv-8", move="button", **settings)
    table.play_by_button("h8", "i9", "i7")
    table.enter("p2", "no swap").play_by_button("j10")
    return table.enter("p2", "3").wait(5000)  # wait until the colours and the opening's name are no longer shown


def asks(table):
    """Return what the player who decides is asked: (the question that the stones answer, the open menus by person)."""
    groups = table.groups()
    return groups["asks"].get("answers"), {who: menu["about"] for who, menu in groups["menus"].items()}


def bar(table, number=0):
    """Return the lights on a player's bar, and their colour."""
    its = table.picture().bars[number]
    return its.count, its.more, its.colour


def test_fifths_replace_the_question_of_a_swap():
    table = declared()
    assert asks(table) == (None, {"p1": "swap"}) and table.picture().words == "NO SWAP"
    table.put("g9", "k8").wait(20)
    answers, menus = asks(table)
    begun = {"about": "swap", "option": "no swap", "do": "offer", "colour": "black", "count": 3, "declared": 3}
    assert answers == begun and not menus
    assert bar(table) == (2, 1, packed(OFFER)) and not table.picture().words
    table.press("p1")
    assert table.refused() == ("p1", coded("refused.offers_lie", n=2, count=3))
    table.put("h10").wait(20).press("p1")
    assert table.last("offered")["points"] == ["k8", "g9", "h10"] and asks(table) == (None, {})


def test_the_question_is_back_when_the_fifths_are_lifted():
    table = declared().put("g9", "k8").wait(20)
    assert asks(table)[0] and not asks(table)[1]
    table.lift("g9", "k8").wait(300)
    assert asks(table) == (None, {"p1": "swap"}) and table.picture().words == "NO SWAP"
    table.press("p1")
    assert table.menu("p1")["at"] == 1 and table.picture().words == "SWAP", "a press goes to the next entry again"
    assert table.picture().bars[0].count == 2
    table.hold("p1")
    assert table.last("chosen")["option"] == "swap"


def test_a_stone_declines_the_swap():
    table = Table(opening="rif", move="button").play_by_button("h8", "i9", "i7").wait(5000)
    assert asks(table) == (None, {"p2": "swap"})
    table.put("j10").wait(20)
    assert asks(table) == ({"about": "swap", "option": "no swap", "do": "stone", "colour": "white"}, {})
    assert not table.picture().words
    table.hold("p2")
    assert table.refused() == ("p2", coded("refused.play_on_or_lift"))
    assert asks(table) == ({"about": "swap", "option": "no swap", "do": "stone", "colour": "white"}, {})
    table.press("p2")
    assert table.moves()[-1] == "j10" and not asks(table)[0]


def test_a_stone_declines_a_draw_and_a_take_back():
    for wish, about, option in (("draw", "draw", "decline"), ("take back", "take back", "no")):
        table = Table(move="button").play_by_button("h8").enter("p1", wish)
        assert asks(table) == (None, {"p2": about})
        table.put("i9").wait(20)
        assert asks(table) == ({"about": about, "option": option, "do": "stone", "colour": "white"}, {})
        table.lift("i9").wait(300)
        assert asks(table) == (None, {"p2": about})
        table.put("i9").wait(20).press("p2")
        assert table.moves() == ["h8", "i9"] and asks(table) == (None, {})


def test_white_begins_to_clear_while_black_wishes_to_take_the_offer_back():
    table = declared().put("g9", "k8", "h10").wait(20).press("p1")
    table.enter("p1", "take back")
    assert asks(table) == (None, {"p2": "take back"})
    table.lift("g9").wait(20)
    assert asks(table) == ({"about": "take back", "option": "no", "do": "keep"}, {})
    assert not table.picture().words
    table.hold("p2")
    assert table.refused() == ("p2", coded("refused.play_on_or_put_back"))
    table.put("g9").wait(20)
    assert asks(table) == (None, {"p2": "take back"})
    table.lift("g9", "k8").wait(20).press("p2")
    assert table.moves()[-1] == "h10" and asks(table) == (None, {})


def test_a_menu_of_ones_own_is_left_for_a_stone():
    table = Table(move="button").play_by_button("h8").hold("p2")
    assert asks(table) == (None, {"p2": "menu"})
    table.put("i9").wait(20)
    assert asks(table) == (None, {}) and not table.picture().words
    table.press("p2")
    assert table.moves() == ["h8", "i9"]


def test_a_menu_that_is_opened_over_a_stone_comes_first():
    table = Table(mode="silent").play_by_button("h8").put("i9").wait(20).hold("p2")
    assert asks(table) == (None, {"p2": "menu"}) and table.picture().words
    table.press("p2")
    assert table.moves() == ["h8"] and table.menu("p2")["at"] == 1


def test_the_dwell_tells_it_as_well():
    table = Table(opening="rif").play("h8", "i9", "i7").put("j10").wait(20)
    assert asks(table)[0] and not asks(table)[1]
    table.wait(DWELL_MS)
    assert table.moves()[-1] == "j10" and asks(table) == (None, {})


def test_the_board_shows_the_menu_that_is_open_not_the_one_that_stones_have_answered():
    table = declared().hold("p2")
    assert table.menu("p2")["about"] == "menu"
    table.put("g9").wait(20)
    shown = Bar(15)
    shown.counted(1, 3, OFFER)
    assert bar(table, 0) == (shown.count, shown.more, shown.colour)
    assert bar(table, 1)[0] == 1 and table.picture().words, "player 2 still sees the own menu"
