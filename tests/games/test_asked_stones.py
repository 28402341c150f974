"""A game's cached facts about the last examined stone, and the step-by-step search for fouls."""

from tengen.codes import coded
from tengen.games import BLACK, EMPTY, WHITE, registry
from tengen.games.points import index


def new(name, text=""):
    game = registry.new(name, 15, {})
    for word in text.split():
        game.play(index(word, 15))
    return game


def at(word):
    return index(word, 15)


def test_what_was_found_holds_for_that_board_only():
    game = new("pente", "d8 e8 a1 f8")
    captures = ((at("g8"), EMPTY, WHITE), (at("f8"), BLACK, EMPTY), (at("e8"), BLACK, EMPTY))
    assert game.effect(at("g8")) == captures == game.effect(at("g8"))
    game.take_back()
    game.play(at("f9"))
    assert game.effect(at("g8")) == captures[:1], "the number of moves is the same, the board is not"
    game.take_back()
    game.play(at("f8"))
    assert game.play(at("g8")) == captures and game.captured[WHITE] == 2


def test_after_a_take_back_and_a_pass_there_are_as_many_moves_and_another_board():
    game = new("repensi", "d8 e8 a1 f8")
    assert len(game.effect(at("g8"))) == 3, "it turns two"
    game.take_back()
    game.pass_()
    assert len(game.effect(at("g8"))) == 1


def test_a_refusal_holds_for_that_board_only():
    game = new("renju-1899", "g8 a1 f9 a3 i8 c1")
    assert game.refusal(at("h9")) is None
    game.take_back()
    game.set_up([at(word) for word in ("g8", "i8", "h7", "h9")], [], BLACK)
    assert game.refusal(at("h8")) == coded("refused.double_three")
    game.set_up([at(word) for word in ("g8", "i8", "h7")], [], BLACK)
    assert game.refusal(at("h8")) is None


def test_the_foul_that_was_warned_of_is_judged():
    game = new("anti-renju", "g8 a1 h8 a3 i8 c1")
    assert game.warning(at("j8")) == "open four" and game.result is None
    assert game.warning(at("k8")) is None
    game.play(at("k8"))
    assert game.result is None
    game.take_back()
    assert game.warning(at("j8")) == "open four"
    game.play(at("j8"))
    assert (game.result.winner, game.result.reason) == (WHITE, "open four")


def test_fouls_are_sought_in_small_pieces():
    for name, text, fouls in (
        ("anti-renju", "g8 a1 h8 a3 i8 c1", "f8 j8"),
        ("anti-pente", "a1 g8 a3 h8 c1 i8 c5", "f8 j8"),
        ("renju-1918", "g8 a1 i8 a3 h7 c1 h9 c5", "h8"),
    ):
        game = new(name, text)
        looks, judged = [], []
        look, judge = game._may_be_foul, game.warning
        game._may_be_foul = lambda point, look=look, looks=looks: looks.append(point) or look(point)
        game.warning = lambda point, judge=judge, judged=judged: judged.append(point) or judge(point)
        found = []
        for _ in game.seek_fouls(found):
            assert len(looks) <= 6 and len(judged) <= 1, name
            looks.clear()
            judged.clear()
        assert found == game.fouls() and set(found) == {at(word) for word in fouls.split()}, name


def test_nobody_seeks_where_there_are_no_fouls():
    for name in ("five", "pente"):
        assert new(name, "h8").fouls() == []
    assert new("renju-1918", "h8").fouls() == [], "White's turn"
    assert list(registry.new("renju", 15, {}).seek_fouls([])) == [], "Renju finds all in one step"
