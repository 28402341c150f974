"""Stones on the board after a take-back or a set-up. None of them may become a move by accident."""

from table import Table
from tengen.codes import coded, packed
from tengen.games import BLACK, registry
from tengen.games.openings import passes_after
from tengen.games.openings import table as opening_table
from tengen.games.points import names
from tengen.session.board_state import CALM, DISTURBED
from tengen.session.match import Match

DWELL = 5000


def extra(table):
    return names(table.session.board_state.extra, 15)


def test_two_moves_taken_back_one_after_the_other_must_both_be_lifted():
    table = Table().play("h8", "i9", "j9", "g7").take_back(1).take_back(1)
    table.lift("j9").wait(DWELL)
    assert extra(table) == ["g7"] and table.moves() == ["h8", "i9"]
    table.lift("g7").wait(DWELL)
    assert table.session.board_state.state == CALM and table.moves() == ["h8", "i9"]


def test_an_offer_of_a_draw_does_not_forget_what_must_be_lifted():
    table = Table().play("h8", "i9", "j9").take_back(1).enter("p2", "draw").wait(DWELL)
    assert table.session.board_state.state == DISTURBED and extra(table) == ["j9"]
    assert table.moves() == ["h8", "i9"]


def test_offers_that_lie_when_the_stone_before_is_taken_back_must_go():
    table = Table(opening="rif", move="button").play_by_button("h8", "h9", "i9", "a1").put("c3").wait(50).take_back(1)
    table.lift("a1").wait(DWELL)
    assert extra(table) == ["c3"] and len(table.moves()) == 3


def test_a_new_stone_that_lies_when_moves_are_taken_back_must_go():
    table = Table(move="button").play_by_button("h8", "i9").put("j9").wait(50).take_back(1)
    table.lift("i9").press("p2").wait(DWELL)
    assert extra(table) == ["j9"] and table.moves() == ["h8"]


def test_a_position_set_up_over_stones_of_another_game_has_them_lifted():
    table = Table().play("h8", "i9")
    table.set_up("X" + "." * 224)
    table.put("a15").lift("h8").wait(DWELL)
    assert extra(table) == ["i9"] and not table.moves()
    table.lift("i9").wait(DWELL)
    assert table.session.board_state.state == CALM and not table.session.board_state.awaits


def test_who_put_the_stone_wishes_it_back_and_the_other_is_asked():
    table = Table(opening="rif", move="dwell").play("h8", "h9").lift("h9").wait(DWELL)
    assert table.last("take_back_wished")["who"] == "p1" and "p2" in table.session.menus


def test_only_the_last_move_is_asked_back_by_lifting():
    table = Table(move="button").play_by_button("h8", "i9").enter("p1", "pass").lift("i9").wait(DWELL)
    assert table.session.questions.wishes_back is None, "the last move was a pass"
    table = Table(opening="rif", move="button").play_by_button("h8", "h9", "i9", "a1").put("c3", "d5").wait(50)
    table.press("p1").lift("a1").wait(DWELL)
    assert table.session.match.expects.do == "keep" and table.session.questions.wishes_back is None


def test_a_wish_by_menu_may_be_withdrawn():
    table = Table().play("h8", "i9").enter("p2", "take back")
    assert table.session.menus["p1"].about == "take back"
    table.enter("p2", "withdraw")
    assert "p1" not in table.session.menus and table.last("take_back_withdrawn") == {
        "code": "take_back_withdrawn",
        "who": "p2",
    }
    assert table.moves() == ["h8", "i9"]


def test_the_time_of_who_held_two_buttons_together_ends_all_the_same():
    table = Table(mode="referee", clock="1").play_by_button("h8")
    table.together("p1", "p2").wait(61_000)
    assert table.session.match.result.reason == "time"


def test_other_settings_are_taken_at_once_where_all_moves_were_taken_back():
    table = Table().play("h8").take_back(1).set(opening="rif")
    assert table.session.played.opening == "rif" and extra(table) == ["h8"]


def test_the_facts_make_the_same_match_again():
    table = Table(opening="rif", clock="10", mode="referee")
    table.play_by_button("h8", "h9", "i9", "a1").put("c3", "d5").wait(50).press("p1").lift("c3").wait(50).press("p2")
    table.lift("a1").wait(5000).put("a1").wait(50)
    table.play_by_button("g7").back(1).lift("g7").play_by_button("g7", "i7").enter("p2", "resign").enter("p2", "resign")
    match, played = table.session.match, table.session.played
    game = registry.new(played.game, free_centre=True, passes_after=passes_after(played.opening))
    again = Match(game, opening_table(played.opening))
    stops = [fact[:3] for fact in match.facts if fact[0] == "clock"]
    assert stops == [("clock", "disturbed", packed(coded("refused.put_back", points=["a1"])))]
    again.replay(match.facts)
    assert again.facts == match.facts and again.game.moves == match.game.moves and again.cells == match.cells
    assert (again.expects.do, again.expects.who, again.players) == (match.expects.do, match.expects.who, match.players)
    assert again.game.turn == match.game.turn == BLACK


def test_an_offer_of_fifths_is_taken_back_with_what_ended_the_game():
    table = Table(opening="rif", mode="referee", move="button").play_by_button("h8", "h9", "i9", "a1")
    table.put("c3", "d5").wait(50).press("p1").enter("p2", "resign").enter("p2", "resign").back(1)
    assert table.session.match.result is None and table.session.match.expects.do == "offer"
