"""Gomoku: silent mode, passes, draws. Source: firmware/docs/games/five.md#gomoku.

The examples of the rules are in test_examples.py.
"""

from portable import raises
from tengen.codes import coded
from tengen.games import BLACK, WHITE, registry
from tengen.games.points import indices


def game(moves="", **rules):
    new = registry.new("gomoku", **rules)
    for point in indices(moves, 15):
        new.play(point)
    return new


FOUR = "h8a1i8b1j8c1k8d1"


def test_a_five_that_is_not_declared_lapses():
    silent = game(FOUR + "l8", calls_fives=False)
    assert silent.result is None and (silent.pending.winner, silent.pending.reason) == (BLACK, "five")
    silent.play(200)
    assert silent.pending is None and raises(ValueError, silent.claim)
    silent.take_back()
    assert silent.pending is None


def test_a_foul_of_renju_is_none_here():  # only an overline differs, and an overline has no effect
    fouls = game("g8a1i8c1h7e1h9g1h8")
    assert fouls.result is None and fouls.warning(0) is None and fouls.fouls() == []
    assert fouls.foul_lines(0) == [] and not fouls.excused(0)


def test_a_resignation_is_taken_back_with_the_move_before_it():
    new = game("h8")
    new.resign(BLACK)
    assert (new.result.winner, new.result.reason) == (WHITE, "resignation")
    new.take_back()
    assert new.result is None and new.moves == []
    assert raises(ValueError, new.take_back) == coded("refused.no_move_back")


def test_a_position_that_is_set_up():
    new = game("h8")
    for black, white, turn, why in (
        ((0, 0), (), BLACK, coded("refused.occupied")),
        ((225,), (), BLACK, coded("refused.no_point")),
        ((0, 1, 2, 3, 4), (), BLACK, coded("device.won_already", won="five", points=["a1", "b1", "c1", "d1", "e1"])),
        (range(225), (), BLACK, coded("device.no_empty_point")),
        ((0,), (1,), 3, "not a player's colour"),
    ):
        assert raises(ValueError, new.set_up, black, white, turn) == why
        assert sum(new.cells) == BLACK and len(new.moves) == 1
    new.set_up((0, 1, 2, 3, 4, 5), (20,), WHITE)  # six are not a five
    assert new.turn == WHITE and new.moves == [] and new.pass_refusal() is None and new.colour_of(0) == WHITE


def test_the_first_stone_on_the_centre_where_the_game_asks_for_it():
    new = game(free_centre=False)
    assert new.zone() == (112,) and new.refusal(0) == coded("refused.first_on_centre") == new.pass_refusal()
    new.play(112)
    assert new.zone() is None and new.refusal(0) is None
    assert new.refusal(112) == coded("refused.occupied") and new.refusal(-1) == coded("refused.no_point")
    assert new.refusal(0, "bomb") == coded("refused.no_such_stone", kinds=["own"])
