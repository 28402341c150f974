"""Special stones at the board: bombs and neutral stones, chosen by the menu.

Source: firmware/docs/games/variations.md, firmware/docs/family.md#at-the-board.
"""

from portable import raises
from table import Table
from tengen.codes import coded
from tengen.games import BLACK, EMPTY, NEUTRAL, OWN
from tengen.games.points import index
from tengen.session.board_state import CALM, DISTURBED, LIFTING, PROVISIONAL, TELL_MS
from tengen.session.menu import MENU_MS

# Black has stones on G8 and H9, White on G7 and I9 (example M1 of firmware/docs/games/variations.md): a black bomb on
# H8 removes all four
AROUND = ("g8", "g7", "h9", "i9")


def game(name, *moves, **settings):
    """Return a game by buttons, with any first stone, after these moves."""
    settings = dict({"game": name, "opening": "free", "move": "button"}, **settings)
    return Table(**settings).play_by_button(*moves)


def bomb(*moves, **settings):
    return game("bomb-renju", *(moves or AROUND), **settings)


def at(*points):
    return tuple(sorted(index(point, 15) for point in points))


def kind(table):
    return table.session.board_state.kind


# The bomb


def test_a_bomb_is_chosen_before_its_stone_is_put():
    table = bomb().enter("p1", "bomb")
    assert kind(table) == "bomb" and table.picture().words == "BOMB" and table.groups()["hand"].get("kind") == "bomb"
    table.put("h8").wait(20)
    told = table.last("provisional")
    assert (told["kind"], told["colour"], told["takes"]) == ("bomb", "neutral", ["g7", "g8", "h9", "i9"])
    table.press("p1")
    move = table.last("move")
    assert (move["kind"], move["point"], move["colour"]) == ("bomb", "h8", "black")
    assert move["changes"][0] == ["h8", "empty", "neutral"] and len(move["changes"]) == 5
    assert table.cell("h8") == NEUTRAL and table.cell("g8") == EMPTY
    assert kind(table) == OWN and table.picture().words == "" and table.session.match.expects.who == "p2"
    assert "kind" not in table.groups()["hand"]


def test_a_bomb_is_chosen_after_its_stone_was_put():
    table = bomb().put("h8").wait(20)
    told = table.last("provisional")
    assert told["colour"] == "black" and "kind" not in told and "takes" not in told
    table.enter("p1", "bomb")
    told = table.last("provisional")
    assert (told["kind"], told["colour"], told["takes"]) == ("bomb", "neutral", ["g7", "g8", "h9", "i9"])
    table.press("p1")
    assert table.last("move")["kind"] == "bomb" and table.cell("h8") == NEUTRAL


def test_a_bomb_that_was_chosen_before_becomes_a_move_by_the_dwell():
    table = game("bomb-renju", move="dwell").play(*AROUND).enter("p1", "bomb").play("h8")
    assert table.last("move")["kind"] == "bomb" and table.cell("g8") == EMPTY and kind(table) == OWN
    assert table.session.board_state.state == LIFTING


def test_what_a_bomb_takes_glows_before_the_press_and_blinks_after_it_until_it_is_gone():
    table = bomb().put("h8").wait(20)
    assert table.picture().takes == ()
    table.enter("p1", "bomb")
    assert table.picture().takes == at(*AROUND) and table.picture().lift == ()
    table.press("p1")
    assert table.session.board_state.state == LIFTING
    assert table.picture().takes == () and table.picture().lift == at(*AROUND)
    table.lift("g8", "h9").wait(20)
    assert table.picture().lift == at("g7", "i9") and table.last("lift")["points"] == ["g7", "i9"]
    table.lift("g7", "i9").wait(20)
    assert table.picture().lift == () and table.session.board_state.state == CALM


def test_a_bomb_that_is_lifted_before_the_press_is_an_own_stone_again():
    table = bomb().enter("p1", "bomb").put("h8").wait(20).lift("h8").wait(20)
    assert kind(table) == OWN and table.last("withdrawn")["point"] == "h8" and table.picture().words == ""
    table.put("h8").wait(20)
    assert table.last("provisional")["colour"] == "black" and "takes" not in table.last("provisional")
    table.press("p1")
    assert table.cell("h8") == BLACK and table.cell("g8") == BLACK and "kind" not in table.last("move")


def test_a_bomb_that_is_lifted_while_something_else_is_out_of_place_is_an_own_stone_again():
    table = bomb().enter("p1", "bomb").put("h8").wait(20).put("a1").lift("g8").wait(TELL_MS)
    table.lift("a1", "h8").wait(20).put("g8").wait(20)
    assert table.session.board_state.state == CALM and kind(table) == OWN and "kind" not in table.groups()["hand"]


def test_a_bomb_that_slides_on_stays_a_bomb():
    table = bomb().enter("p1", "bomb").put("h7").wait(20).slide("h7", "h8").wait(20)
    assert kind(table) == "bomb" and table.last("provisional")["takes"] == ["g7", "g8", "h9", "i9"]


def test_the_choice_is_taken_back_by_the_menu():
    table = bomb().enter("p1", "bomb")
    assert table.entries("p1")[0] == OWN
    table.enter("p1", OWN)
    assert kind(table) == OWN and table.entries("p1")[0] == "bomb"


def test_the_opponents_draw_offer_leaves_the_choice_alone():
    table = bomb().enter("p1", "bomb").put("h8").wait(20).do("p2", "draw")
    assert kind(table) == "bomb"
    table.wait(20).press("p1")
    assert table.last("move")["kind"] == "bomb" and table.groups()["asks"].get("draw") is None, "a stone declines"


def test_the_choice_ends_with_the_turn_that_is_passed():
    table = bomb().enter("p1", "bomb").enter("p1", "pass")
    assert kind(table) == OWN and table.session.match.expects.who == "p2"


def test_each_player_has_one_bomb_and_a_second_one_is_refused_with_a_sentence():
    table = bomb("g8", "a1").enter("p1", "bomb").put("h8").wait(20).press("p1").lift("g8").wait(20)
    assert "bomb" in table.entries("p2")
    table.play_by_button("a3")
    assert "bomb" not in table.entries("p1")
    why = raises(ValueError, table.do, "p1", "bomb")
    assert why == coded("refused.not_now", seat="p1")
    used, c3 = coded("refused.none_left", kind="bomb", number=1), index("c3", 15)
    assert table.session.match.refusal(c3, "bomb") == used
    assert raises(ValueError, table.session.match.stone, c3, "bomb") == used


def test_in_an_opening_there_is_no_bomb():
    table = Table(game="bomb-pente", opening="pro", move="button")
    assert "bomb" not in table.entries("p1")
    assert raises(ValueError, table.do, "p1", "bomb") == coded("refused.not_now", seat="p1")
    assert table.session.match.refusal(index("h8", 15), "bomb") == coded("refused.no_kind_in_opening", kind="bomb")
    table.play_by_button("h8", "a1", "k8")
    assert "bomb" in table.entries("p2")


def test_who_does_not_move_is_offered_no_bomb():
    table = bomb()
    assert "bomb" not in table.entries("p2") and "bomb" in table.entries("p1")


def test_there_is_no_bomb_where_the_game_has_none():
    table = game("pente", "h8")
    assert "bomb" not in table.entries("p2")
    why = table.session.match.refusal(index("c3", 15), "bomb")
    assert why == coded("refused.no_such_stone", kinds=["own"])


def test_a_bomb_and_a_second_stone_are_too_many_and_the_choice_stays():
    table = bomb()
    assert table.session.match.refusal(index("g8", 15), "bomb") == coded("refused.occupied")
    table.enter("p1", "bomb").put("b2", "c3").wait(20).press("p1")
    assert table.refused() == ("p1", coded("refused.too_many", points=["b2", "c3"]))
    assert table.last("several")["points"] == ["b2", "c3"] and kind(table) == "bomb"
    table.lift("c3").wait(20)
    assert table.last("provisional")["kind"] == "bomb" and table.session.board_state.state == PROVISIONAL


def test_a_press_before_the_bomb_is_at_rest_counts_when_it_is():
    table = bomb().enter("p1", "bomb")
    table.settled = False
    table.put("h8").press("p1")
    assert table.moves() == list(AROUND) and table.session.wish
    table.settled = True
    table.wait(20)
    assert table.last("move")["kind"] == "bomb"


def test_a_menu_that_is_left_chooses_nothing():
    table = bomb().hold("p1").wait(MENU_MS)
    assert not table.session.menus and kind(table) == OWN


# A take-back, and a power failure


def test_a_bomb_that_is_taken_back_asks_for_its_stones_again_and_is_left():
    table = bomb().enter("p1", "bomb").put("h8").wait(20).press("p1").lift(*AROUND).wait(20).take_back(1)
    back = table.last("taken_back")
    assert ["h8", "neutral", "empty"] in back["changes"] and ["i9", "empty", "white"] in back["changes"]
    state, picture = table.session.board_state, table.picture()
    assert state.missing == list(at(*AROUND)) and state.extra == [index("h8", 15)]
    assert (picture.missing_black, picture.missing_white) == (at("g8", "h9"), at("g7", "i9"))
    table.mend().wait(20)
    assert state.state == CALM and kind(table) == OWN and "bomb" in table.entries("p1")


def test_a_choice_is_forgotten_with_a_take_back():
    table = bomb().enter("p1", "bomb").take_back(1).mend().wait(20)
    assert kind(table) == OWN and table.session.match.expects.who == "p2"


def test_a_cut_of_power_in_mid_blast_asks_away_what_is_left_and_the_bomb_is_used():
    table = bomb().enter("p1", "bomb").put("h8").wait(20).press("p1").lift("g8", "g7").wait(20)
    facts = table.session.match.facts
    assert facts[-1] == ("stone", index("h8", 15), "bomb")
    assert table.restart() and table.session.resuming and table.session.match.facts == facts
    assert table.cell("h8") == NEUTRAL and table.session.board_state.extra == list(at("h9", "i9"))
    table.press("p2")
    assert table.refused() == ("p2", coded("refused.take_away", points=["h9", "i9"]))
    table.lift("h9", "i9").wait(20).press("p2")
    assert table.session.board_state.state == CALM
    table.play_by_button("a1")
    assert "bomb" not in table.entries("p1")


def test_a_cut_of_power_before_the_press_leaves_a_stone_too_many_and_no_choice():
    table = bomb().enter("p1", "bomb").put("h8").wait(20)
    assert table.restart() and kind(table) == OWN and table.session.board_state.state == DISTURBED
    table.press("p1")
    assert table.refused() == ("p1", coded("refused.take_away", points=["h8"]))
    table.lift("h8").wait(20).press("p1").enter("p1", "bomb").put("h8").wait(20).press("p1")
    assert table.last("move")["kind"] == "bomb"


# Neutral stones


def test_a_neutral_stone_is_put_twice_and_not_a_third_time():
    table = game("neutral-pente")
    for number, (neutral, other) in enumerate((("a1", "b5"), ("c1", "b7"))):
        table.enter("p1", "neutral").put(neutral).wait(20)
        assert table.last("provisional")["colour"] == "neutral" and table.picture().words == "NEU TRAL"
        table.press("p1")
        assert table.last("move")["kind"] == "neutral" and table.cell(neutral) == NEUTRAL, number
        table.play_by_button(other)
    assert "neutral" not in table.entries("p1")
    assert raises(ValueError, table.do, "p1", "neutral") == coded("refused.not_now", seat="p1")
    why = table.session.match.refusal(index("e1", 15), "neutral")
    assert why == coded("refused.none_left", kind="neutral", number=2)
    table.play_by_button("e1")
    assert "neutral" in table.entries("p2"), "the other player has two, too"


def test_a_neutral_stone_that_is_taken_back_may_be_put_again():
    table = game("neutral-pente", "a15", "b15")
    for point, other in (("a1", "b5"), ("c1", "b7")):
        table.enter("p1", "neutral").put(point).wait(20).press("p1").play_by_button(other)
    assert "neutral" not in table.entries("p1")
    table.back(2).wait(20)
    assert "neutral" in table.entries("p1") and table.cell("c1") == EMPTY


def test_a_neutral_stone_comes_back_after_a_cut_of_power():
    table = game("neutral-pente", "d8", "e8").enter("p1", "neutral").put("g8").wait(20).press("p1")
    assert table.restart() and table.cell("g8") == NEUTRAL and table.session.board_state.state == CALM
    table.lift("g8").wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED and table.last("disturbed")["missing"] == ["g8"]
