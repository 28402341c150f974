"""Connect6 at the board: two stones a turn.

Source: firmware/docs/games/connect6.md, firmware/docs/family.md#at-the-board.
"""

from portable import DWELL_MS, raises
from table import Table
from tengen.codes import coded
from tengen.games import BLACK, WHITE
from tengen.games.points import index
from tengen.session.board_state import CALM, DISTURBED, PROVISIONAL, REFUSED, SEVERAL, TELL_MS


def connect6(*turns, **settings):
    """Return a game of Connect6 on 15x15 after these turns, each with its stones: "i9 g7"."""
    settings = dict({"game": "connect6", "size": 15, "opening": "free", "move": "button"}, **settings)
    table = Table(**settings)
    for turn in turns:
        who = table.session.match.asked().who
        for point in turn.split():
            table.put(point).wait(20)
        table.press(who)
    return table


def test_the_first_turn_is_one_stone_and_the_others_are_two():
    table = connect6("h8")
    assert table.session.match.wanted() == 2 and table.groups()["asks"]["wanted"] == 2
    table.put("i9").wait(20).put("g7").wait(20)
    assert table.session.board_state.state == PROVISIONAL
    assert table.last("provisional")["points"] == ["i9", "g7"] and table.last("provisional")["colour"] == "white"
    table.press("p2")
    assert table.moves() == ["h8", "i9", "g7"]
    assert [move["colour"] for move in table.groups()["moves"]] == ["black", "white", "white"]
    assert table.session.match.game.turn == BLACK and table.session.match.wanted() == 2


def test_a_third_stone_is_too_many():
    table = connect6("h8").put("i9", "g7", "a1").wait(20)
    assert table.session.board_state.state == SEVERAL
    table.lift("g7").wait(20)
    assert table.session.board_state.state == PROVISIONAL
    assert sorted(table.last("provisional")["points"]) == ["a1", "i9"]


def test_one_of_two_is_not_yet_a_turn():
    table = connect6("h8").put("i9").wait(20).press("p2")
    assert table.refused() == ("p2", coded("refused.more_stones", n=1)) and table.moves() == ["h8"]


def test_the_dwell_waits_for_the_whole_turn():
    table = connect6(move="dwell").play("h8").put("i9").wait(10 * DWELL_MS)
    assert table.moves() == ["h8"]
    table.put("g7").wait(DWELL_MS - 1)
    assert table.moves() == ["h8"]
    table.wait(1)
    assert table.moves() == ["h8", "i9", "g7"]


def test_a_six_with_the_first_stone_ends_the_game():
    table = connect6("h8", "a1 b1", "a15 o15", "c1 d1", "a14 o14").put("e1").wait(20).put("f1").wait(20).press("p2")
    assert table.session.match.result.reason == "six" and table.session.match.result.winner == WHITE
    table = connect6("h8", "a1 b1", "a15 o15", "c1 d1", "a14 o14", "e1 o1", "a13 o13").put("f1").wait(20).press("p2")
    assert table.session.match.result.winner == WHITE and table.moves()[-1] == "f1", "one stone is enough"


def test_a_stone_beside_the_one_that_wins_alone_is_asked_to_be_lifted():
    """The game is not over yet: the turn still needs its press."""
    turns = "h8", "a1 b1", "a15 o15", "c1 d1", "a14 o14", "e1 o1", "a13 o13"
    for move in ("button", "dwell"):
        for apart_ms in (0, 1, 20, DWELL_MS - 1):
            for other in ("g1", "a2", "k10"):
                table = connect6(*turns, move=move).put("f1").wait(apart_ms).put(other).wait(20)
                assert table.session.board_state.state == REFUSED and table.last("refused")["extra"] == [other]
                why = coded("refused.ended_before")
                assert (table.last("refused")["point"], table.last("refused")["why"]) == (other, why)
                table.press("p2")
                assert table.refused() == ("p2", coded("refused.take_away", points=[other]))
                assert not table.session.match.result
                table.lift(other).wait(20).press("p2")
                assert table.session.match.result.winner == WHITE and table.moves()[-1] == "f1"


def test_a_stone_of_a_turn_that_is_lifted_again_leaves_the_other():
    table = connect6("h8").put("i9").wait(20).put("g7").wait(20).lift("i9").wait(20)
    assert table.session.board_state.state == PROVISIONAL
    assert list(table.session.board_state.stones) == [index("g7", 15)] and table.last("provisional")["point"] == "g7"


def test_collinear_looks_at_the_order_in_which_the_stones_were_put():
    table = connect6("h8", options={"rules": "collinear6"}).put("h1").wait(20).put("n8").wait(20)
    assert table.session.board_state.state == REFUSED and table.last("refused")["point"] == "n8"
    assert list(table.session.board_state.stones) == [index("h1", 15)]
    table.lift("n8").wait(20).put("a1").wait(20)
    assert table.session.board_state.state == PROVISIONAL


def test_a_cut_of_power_in_mid_turn_keeps_what_was_a_move():
    table = connect6("h8", "i9 g7").put("a1").wait(20)
    assert table.restart()
    assert table.moves() == ["h8", "i9", "g7"] and table.session.board_state.extra == [index("a1", 15)]
    table.lift("a1").wait(20).press("p1").put("a1", "b1").wait(20).press("p1")
    assert table.moves() == ["h8", "i9", "g7", "a1", "b1"]


def test_one_stone_of_a_turn_is_taken_back_and_the_turn_goes_on_with_it():
    table = connect6("h8", "i9 g7").back(1)
    assert table.moves() == ["h8", "i9"] and table.session.match.wanted() == 1
    assert table.session.match.game.turn == WHITE and table.session.match.expects.who == "p2"
    table.put("c3").wait(20).press("p2")
    assert table.moves() == ["h8", "i9", "c3"] and table.session.match.expects.who == "p1"


def test_the_swap_after_the_fifth_stone():
    table = connect6(opening="swap-3rd").put("h8").wait(20).press("p1").put("i9", "g7").wait(20).press("p2")
    table.put("a1", "b1").wait(20).press("p1")
    assert table.session.match.expects.ask == "swap" and table.session.match.expects.who == "p2"
    table.do("p2", "swap")
    assert table.session.match.expects.who == "p1" and table.session.match.expects.colour == WHITE


def test_a_game_that_is_larger_than_the_board_is_not_in_its_menu_and_is_refused_by_name():
    table = Table()
    assert "connect6" in table.session.people["arbiter"]._under(table.session, "game")[0], "it has a board of 15, too"
    why = raises(ValueError, lambda: table.set(game="connect6", size=19))
    assert why == coded("device.size_too_large", number=15, count=19)
    table.set(game="connect6")
    assert table.session.match.game.size == 15 and table.session.board_state.state == CALM


def test_what_is_lifted_of_both_turns_is_missing():
    table = connect6("h8", "i9 g7").lift("g7", "i9").wait(TELL_MS)
    assert table.session.board_state.state == DISTURBED and table.last("disturbed")["missing"] == ["g7", "i9"]
