"""The board lights continuations for the laptop, in one position only, and never in a game without help."""

from portable import DWELL_MS, raises
from table import Table
from tengen.codes import coded
from tengen.games.points import index


def show(its, *points, best=(), moves=None):
    if moves is None:
        moves = len(its.session.match.game.moves)
    its.director.obey(("show", points, best, moves), its.now)
    its.hear()
    return its


def lit(its):
    return its.picture().known


def at(*points):
    return tuple([index(point, 15) for point in points])


def test_points_are_lit_until_the_game_goes_on():
    its = Table().play("h8")
    show(its, "i9", "h9", best=["h9"])
    assert lit(its) == (at("i9", "h9"), at("h9"))
    told = its.groups()["shown"]
    assert (told["points"], told["best"]) == (["i9", "h9"], ["h9"])
    its.put("i9")
    assert lit(its) == (at("i9", "h9"), at("h9")), "the stone is not a move yet"
    its.wait(DWELL_MS)
    assert lit(its) == ()
    show(its, "j10")
    show(its)
    assert lit(its) == ((), ()), "an empty list shows nothing"


def test_it_ends_with_a_take_back_and_with_a_new_game():
    its = Table().play("h8", "i9")
    show(its, "j10")
    its.director.obey(("take_back", 1, "arbiter"), its.now)
    its.lift("i9")
    assert lit(its) == ()
    show(its, "h9")
    its.lift("h8").wait(300)
    its.director.obey(("take_back", 1, "arbiter"), its.now)
    its.director.obey(("new_game", None), its.now)
    assert lit(its) == ()


def test_what_is_refused_changes_nothing():
    its = Table().play("h8")
    show(its, "i9")
    for why, points, best, moves in (
        (coded("refused.other_position"), ["j9"], [], 2),
        (coded("refused.no_stone_on", points=["h8"], why=coded("refused.occupied")), ["h8"], [], 1),
    ):
        assert raises(ValueError, its.director.obey, ("show", points, best, moves), its.now) == why
    assert raises(ValueError, show, its, "99") == coded("refused.no_name_of_point", text="99")
    assert lit(its) == (at("i9"), ())


def test_nobody_is_helped_in_a_referee_or_silent_game():
    for mode in ("referee", "silent"):
        its = Table(mode=mode).play_by_button("h8") if mode == "referee" else Table(mode=mode)
        its.session.laptop = True  # these are refused even if the arbiter allows the laptop to act
        assert raises(ValueError, show, its, "a1") == coded("refused.no_hints", mode=mode)
        assert lit(its) == ()
    assert lit(show(Table(mode="teach"), "h8")) == (at("h8"), ())
