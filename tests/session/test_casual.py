"""Casual games: take-backs by consent, draws, resigning, passes, a new game without an arbiter, warnings of fouls."""

from portable import DWELL_MS, raises
from table import Table
from tengen.codes import coded
from tengen.session.board_state import CALM, DISTURBED, PROVISIONAL, TELL_MS
from tengen.session.menu import MENU_MS

RIF = ("h8", "h9", "h10")


def asked(table, who):
    """Return the subject of the open menu of a player or the arbiter, or None."""
    menu = table.session.menus.get(who)
    return menu and menu.about


# Take-backs


def test_a_last_stone_that_is_lifted_asks_the_opponent_and_his_yes_takes_it_back():
    table = Table().play("h8", "i9").lift("i9").wait(TELL_MS)
    assert table.told[-1] == {"code": "take_back_wished", "who": "p2", "points": ["i9"], "lifted": True}
    assert asked(table, "p1") == "take back" and asked(table, "p2") is None
    assert table.session.menus["p1"].entries == ("no", "yes")
    table.enter("p1", "yes")
    told = table.last("taken_back")
    assert (told["by"], told["count"], told["removed"]) == ("p2", 1, ["i9"])
    assert table.moves() == ["h8"] and table.session.board_state.state == CALM and not table.session.menus
    table.play("g7")
    assert table.moves() == ["h8", "g7"] and table.told[-1]["colour"] == "white"


def test_a_last_stone_that_is_slid_asks_and_lies_where_it_was_slid_to():
    table = Table().play("h8", "i9").wait(1000).slide("i9", "i10").wait(TELL_MS)
    assert asked(table, "p1") == "take back"
    table.enter("p1", "yes")
    assert table.moves() == ["h8"] and table.session.board_state.state == PROVISIONAL
    table.wait(DWELL_MS)
    assert table.moves() == ["h8", "i10"]


def test_a_take_back_wished_by_menu_leaves_the_stone_to_be_lifted():
    table = Table().play("h8", "i9").enter("p2", "take back")
    assert table.told[-1]["code"] == "take_back_wished" and asked(table, "p1") == "take back"
    table.enter("p1", "yes").wait(5000)
    assert table.moves() == ["h8"]
    assert table.session.board_state.state == DISTURBED and list(table.picture().extra) == [8 * 15 + 8]
    table.lift("i9").play("i9")
    assert table.moves() == ["h8", "i9"], "it may return to its point"


def test_a_stone_put_before_the_one_taken_back_is_lifted_waits_and_is_played_then():
    table = Table(move="button").play_by_button("h8", "i9").enter("p2", "take back").enter("p1", "yes")
    table.put("a1").wait(TELL_MS)
    told = table.last("disturbed")
    assert (told["extra"], told["waits"]) == (["i9", "a1"], ["a1"])
    assert list(table.picture().extra) == [8 * 15 + 8] and table.picture().provisional == 0
    assert table.press("p2").refused() == ("p2", coded("refused.take_away", points=["i9"]))
    table.put("b1").wait(TELL_MS)
    assert "waits" not in table.last("disturbed"), "two stones are too many"
    table.lift("b1").wait(TELL_MS).lift("i9").wait(20).press("p2")
    assert table.moves() == ["h8", "a1"]


def test_refused_the_stone_must_go_back():
    table = Table().play("h8", "i9").lift("i9").wait(TELL_MS).enter("p1", "no")
    assert table.told[-1] == {"code": "take_back_declined", "who": "p1"}
    assert table.moves() == ["h8", "i9"] and table.session.board_state.state == DISTURBED and not table.session.menus
    table.wait(10_000)
    assert not table.session.menus, "the opponent is not asked again"
    table.put("i9")
    assert table.session.board_state.state == CALM
    table.play("g7")
    assert table.moves() == ["h8", "i9", "g7"]
    table.lift("g7").wait(TELL_MS)
    assert asked(table, "p2") == "take back", "the next lift is another wish"


def test_putting_it_back_withdraws_the_wish():
    table = Table().play("h8", "i9").lift("i9").wait(5000).put("i9")
    assert not table.session.menus and table.session.questions.wishes_back is None
    assert table.session.board_state.state == CALM
    table.hold("p1")
    assert asked(table, "p1") == "menu", "the hold does not concern the withdrawn wish"
    assert table.moves() == ["h8", "i9"]


def test_a_wish_by_menu_is_not_withdrawn_by_stones_but_by_the_next_one():
    table = Table().play("h8", "i9").enter("p2", "take back").wait(60_000)
    assert asked(table, "p1") == "take back"
    table.play("g7")
    assert not table.session.menus and table.moves() == ["h8", "i9", "g7"], "the player has played on"


def test_any_other_stone_is_no_wish():
    table = Table().play("h8", "i9").lift("h8").wait(TELL_MS)
    assert not table.session.menus and "take_back_wished" not in table.kinds()
    table = Table().play("h8", "i9").lift("h8", "i9").wait(TELL_MS)
    assert not table.session.menus
    table = Table().play("h8", "i9").lift("i9").put("c3").wait(TELL_MS)
    assert not table.session.menus, "so far is no slide"


def test_in_no_other_mode_does_lifting_ask_and_nobody_is_offered_it():
    for mode in ("referee", "silent", "teach"):
        table = Table(mode=mode, move="button").play_by_button("h8", "i9")
        assert "take back" not in table.entries("p1") + table.entries("p2")
        table.lift("i9").wait(5000)
        assert not table.session.menus and "take_back_wished" not in table.kinds()
        raises(ValueError, table.do, "p2", "take back")


def test_in_an_opening_what_was_decided_after_the_stone_is_forgotten():
    table = Table(opening="rif").play(*RIF)
    assert asked(table, "p2") == "swap"
    table.lift("h10").wait(TELL_MS)
    assert asked(table, "p2") == "take back"
    table.enter("p2", "no").put("h10")
    assert asked(table, "p2") == "swap", "the earlier question waits for it"
    table.lift("h10").wait(TELL_MS).enter("p2", "yes").play("g6").enter("p2", "swap")
    assert table.session.match.players == {1: "p2", 2: "p1"} and table.session.opening[0] != "D1"
    table.play("c3").lift("c3").wait(TELL_MS)
    assert asked(table, "p2") == "take back"
    table.enter("p2", "yes")
    assert table.session.match.players == {1: "p2", 2: "p1"}, "the swap came before that stone"
    table.enter("p1", "take back").enter("p2", "yes")
    game = table.groups()["game"]
    assert game["players"] == {"black": "p1", "white": "p2"} and "opening" not in game
    assert table.moves() == ["h8", "h9"] and table.session.opening is None
    table.lift("g6").play("h10")
    assert asked(table, "p2") == "swap", "the question is asked again"


def test_an_answer_by_playing_on_is_forgotten_with_its_stone():
    table = Table(opening="rif").play(*RIF + ("c3",))
    assert [e["option"] for e in table.told if e["code"] == "chosen"] == ["no swap"]
    table.lift("c3").wait(TELL_MS).enter("p1", "yes")
    assert table.moves() == ["h8", "h9", "h10"] and asked(table, "p2") == "swap"


def test_a_fifth_is_taken_back_with_all_its_offers():
    table = Table(opening="rif").play(*RIF + ("c3",)).put("d5", "e6").wait(50).press("p1")
    assert table.groups()["asks"]["do"] == "keep"
    table.lift("e6").wait(50).press("p2")
    assert table.moves()[-1] == "d5"
    table.lift("d5").wait(TELL_MS)
    assert asked(table, "p2") == "take back"
    table.enter("p2", "yes")
    assert table.last("taken_back")["removed"] == ["d5"], "the other was removed before"
    assert len(table.moves()) == 4 and table.groups()["asks"]["do"] == "offer"
    table.put("e7", "f3").wait(50).press("p1")
    assert table.groups()["asks"]["do"] == "keep"


def test_offers_are_taken_back_by_menu_while_white_chooses():
    table = Table(opening="rif").play(*RIF + ("c3",)).put("d5", "e6").wait(50).press("p1")
    table.enter("p1", "take back").enter("p2", "yes")
    assert table.groups()["asks"]["do"] == "offer" and sorted(table.last("taken_back")["removed"]) == ["d5", "e6"]
    assert table.session.board_state.state == DISTURBED
    table.lift("d5", "e6").put("d5", "f3").wait(50).press("p1")
    assert table.last("offered")["points"] == ["f3", "d5"]


def test_a_single_fifth_is_taken_back_as_one_move():
    table = Table(opening="yamaguchi", fifths=1, fixed=True).play(*RIF + ("c3",)).put("d5").wait(50).press("p1")
    assert table.moves()[-1] == "d5" and table.groups()["asks"]["do"] == "stone", "nothing must be removed"
    table.lift("d5").wait(TELL_MS).enter("p2", "yes")
    assert len(table.moves()) == 4 and table.groups()["asks"]["do"] == "offer"


def test_a_pass_is_taken_back():
    table = Table().play("h8").enter("p2", "pass").enter("p2", "take back").enter("p1", "yes")
    assert table.moves() == ["h8"] and table.groups()["asks"]["who"] == "p2" and table.session.board_state.state == CALM


def test_the_last_move_is_taken_back_after_the_end_too():
    table = Table().play("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8")
    assert table.ended() == ("black", "five")
    table.enter("p1", "take back").enter("p2", "yes")
    assert table.ended() is None and table.groups()["asks"]["who"] == "p1"
    table.lift("l8")
    assert not table.picture().five and table.session.board_state.state == CALM
    table.play("l9")
    assert table.moves()[-1] == "l9" and table.ended() is None


def test_nothing_is_to_be_taken_back_before_the_first_stone():
    table = Table()
    assert "take back" not in table.entries("p1") + table.entries("p2")


# Draws, resigning


def test_a_draw_is_offered_after_ones_own_move_and_accepted_by_menu():
    table = Table().play("h8")
    assert "draw" in table.entries("p1") and "draw" not in table.entries("p2")
    raises(ValueError, table.do, "p2", "draw")
    table.enter("p1", "draw")
    assert table.told[-1] == {"code": "draw_offered", "who": "p1"} and table.groups()["asks"].get("draw") == "p1"
    assert table.session.menus["p2"].entries == ("decline", "accept")
    assert "draw" not in table.entries("p1"), "it is already offered"
    table.enter("p2", "accept")
    assert table.told[-1] == {"code": "result", "winner": None, "reason": "agreement", "line": []}
    assert table.picture().words == "DRAW"


def test_a_draw_is_declined_by_menu():
    table = Table().play("h8").enter("p1", "draw").wait(60_000)
    assert asked(table, "p2") == "draw", "it waits for an answer"
    table.hold("p2")
    assert table.told[-1] == {"code": "draw_declined", "who": "p2"}
    assert not table.session.menus and table.groups()["asks"].get("draw") is None and table.ended() is None
    table.play("i9")
    assert table.moves() == ["h8", "i9"]


def test_a_draw_is_declined_by_the_next_stone():
    table = Table().play("h8").enter("p1", "draw").play("i9")
    assert table.moves() == ["h8", "i9"] and not table.session.menus and table.groups()["asks"].get("draw") is None
    table.enter("p2", "draw")
    assert asked(table, "p1") == "draw"


def test_a_stone_that_is_lifted_again_declines_nothing():
    table = Table().play("h8").enter("p1", "draw").put("i9").wait(DWELL_MS - 1).lift("i9").wait(DWELL_MS)
    assert asked(table, "p2") == "draw" and table.groups()["asks"].get("draw") == "p1"
    table.enter("p2", "accept")
    assert table.ended() == ("draw", "agreement")


def test_nobody_is_asked_for_a_draw_once_the_game_is_over():
    table = Table().play("h8", "i9").enter("p2", "draw")
    assert table.session.menus["p1"].about == "draw"
    table.enter("p2", "resign").enter("p2", "resign")
    assert table.ended() == ("black", "resignation")
    assert not table.session.menus and table.groups()["asks"].get("draw") is None


def test_no_draw_is_offered_before_a_move_nor_in_an_opening():
    assert "draw" not in Table().entries("p1") + Table().entries("p2")
    table = Table(opening="rif").play("h8", "h9")
    assert "draw" not in table.entries("p1") + table.entries("p2")


def test_resigning_asks_twice():
    table = Table().play("h8", "i9").enter("p2", "resign")
    assert table.ended() is None and table.session.menus["p2"].entries == ("no", "resign")
    table.hold("p2")
    assert table.ended() is None and not table.session.menus, "no"
    table.enter("p2", "resign").wait(5000)
    assert table.ended() is None and not table.session.menus, "the entry is not taken by itself"
    table.enter("p2", "resign").press("p2").hold("p2")
    assert table.ended() == ("black", "resignation")
    assert table.told[-1] == {"code": "result", "winner": "black", "reason": "resignation", "line": []}
    assert table.picture().words == "GIVE UP"


def test_whoever_has_the_colour_resigns_it():
    table = Table(opening="swap").play(*RIF).enter("p2", "swap").enter("p1", "resign").press("p1").hold("p1")
    assert table.ended() == ("black", "resignation"), "p1 was White at that time"


# Passes


def test_only_who_has_the_turn_passes_and_with_no_stone_of_his_lying_there():
    table = Table()
    assert "pass" not in table.entries("p1"), "the first stone must be placed"
    table.play("h8")
    assert "pass" in table.entries("p2") and "pass" not in table.entries("p1")
    raises(ValueError, table.do, "p1", "pass")
    table = Table(move="button").play_by_button("h8").put("i9").wait(20)
    assert "pass" not in table.entries("p2")


def test_a_stone_put_while_the_menu_is_open_is_not_passed_over():
    table = Table(move="button").play_by_button("h8").hold("p2")
    assert table.session.menus["p2"].entries[0] == "pass"
    table.put("i9").wait(20).hold("p2")
    assert table.moves() == ["h8"], "two actions at once: neither counts"
    assert "pass" not in table.session.menus["p2"].entries, "the stone has closed the menu, and the hold opens another"
    table.wait(MENU_MS).press("p2")
    assert table.moves() == ["h8", "i9"]


def test_what_one_is_asked_comes_when_ones_own_menu_is_left():
    table = Table(move="button").play_by_button("h8").hold("p2").lift("h8").wait(TELL_MS)
    assert asked(table, "p2") == "menu", "p2 uses the menu"
    table.hold("p2")
    assert table.refused() == ("p2", coded("refused.no_longer", entry="pass")), "the stone is gone by now"
    assert asked(table, "p2") == "take back"
    table = Table().play("h8").hold("p2").lift("h8").wait(TELL_MS).wait(5000)
    assert asked(table, "p2") == "take back"


def test_no_pass_in_an_opening_nor_before_stone_six():
    table = Table(opening="rif").play("h8", "h9")
    assert "pass" not in table.entries("p1")
    table.play("h10", "c3")
    assert "pass" not in table.entries("p1"), "the offers"
    table.put("d5", "e6").wait(50).press("p1").lift("e6")
    assert "pass" not in table.entries("p2")
    table.wait(50).press("p2")
    assert len(table.moves()) == 5 and "pass" in table.entries("p2"), "stone 6 may be a pass"
    table = Table(opening="swap-2").play(*RIF).enter("p2", "white")
    assert "pass" not in table.entries("p2"), "the opening is over with stone 3"
    table.play("c3")
    assert "pass" not in table.entries("p1")
    table.play("d5")
    assert "pass" in table.entries("p2")


# A new game


def test_a_player_begins_a_new_game_on_a_cleared_board():
    table = Table().play("h8", "i9")
    assert "new game" not in table.entries("p1")
    table.lift("h8", "i9").wait(TELL_MS).enter("p1", "new game")
    assert table.kinds()[-2:] == ["set_aside", "new_game"] and table.session.board_state.state == CALM
    table.play("h8")
    assert table.moves() == ["h8"]


def test_a_player_begins_a_new_game_after_the_end_once_the_board_is_cleared():
    table = Table().play("h8").enter("p1", "resign").press("p1").hold("p1").enter("p2", "new game")
    assert table.refused() == ("p2", coded("refused.stones_lie"))
    table.lift("h8").enter("p2", "new game")
    assert table.kinds()[-1] == "new_game" and not table.moves()


def test_with_a_referee_only_the_arbiter_does():
    table = Table(mode="referee").play_by_button("h8").lift("h8")
    assert "new game" not in table.entries("p1") + table.entries("p2")
    raises(ValueError, table.do, "p1", "new game")
    table.enter("p1", "resign").press("p1").hold("p1")
    assert table.entries("p1") == ["missed win"]
