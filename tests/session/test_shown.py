"""The laptop has the board light continuations: in one position, and never where nobody may be helped."""

from support import DWELL_MS, raises
from table import Table
from tengen.games.points import index


def show(its, *points, best=(), moves=None):
    if moves is None:
        moves = len(its.session.match.game.moves)
    command = {"cmd": "show", "points": list(points), "best": list(best), "moves": moves}
    its.session.obey("show", command, its.now)
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
    told = its.last("shown")
    assert (told["points"], told["best"]) == (["i9", "h9"], ["h9"])
    its.put("i9")
    assert lit(its) == (at("i9", "h9"), at("h9")), "the stone is no move yet"
    its.wait(DWELL_MS)
    assert lit(its) == ()
    show(its, "j10")
    show(its)
    assert lit(its) == ((), ()), "an empty list shows nothing"


def test_it_ends_with_a_take_back_and_with_a_new_game():
    its = Table().play("h8", "i9")
    show(its, "j10")
    its.session.take_back(1, "arbiter", its.now)
    its.lift("i9")
    assert lit(its) == ()
    show(its, "h9")
    its.lift("h8").wait(300)
    its.session.take_back(1, "arbiter", its.now)
    its.session.new_game(its.now)
    assert lit(its) == ()


def test_what_is_refused_changes_nothing():
    its = Table().play("h8")
    show(its, "i9")
    for why, points, best, moves in (
        ("show is for move 2, the game has 1 moves", ["j9"], [], 2),
        ("show: H8 has a stone", ["h8"], [], 1),
        ("show: J9 is best, but none of the points", ["h9"], ["j9"], 1),
        ("show: 40 points at most", ["j9"] * 41, [], 1),
    ):
        command = {"cmd": "show", "points": points, "best": best, "moves": moves}
        assert raises(ValueError, its.session.obey, "show", command, its.now) == why
    assert "is no point" in raises(ValueError, show, its, "99")
    assert lit(its) == (at("i9"), ())


def test_fields_of_another_kind_are_refused_by_name():
    its = Table()
    for command, why in (
        ({"points": "h8", "moves": 0}, "show: points must be a list of points"),
        ({"points": ["h8"] * 100, "moves": 0}, "show: points must be a list of points"),
        ({"points": [], "best": [8], "moves": 0}, "show: best must be a list of points"),
        ({"points": [], "moves": -1}, "show: moves must be a whole number of moves"),
    ):
        command["cmd"] = "show"
        assert raises(ValueError, its.session.obey, "show", command, 0) == why
    command = {"cmd": "partner", "question": 1, "draw": 1}
    assert raises(ValueError, its.session.obey, "partner", command, 0) == "partner: draw must be true or false"


def test_nobody_is_helped_in_a_referee_or_silent_game():
    for mode in ("referee", "silent"):
        its = Table(mode=mode).play_by_button("h8") if mode == "referee" else Table(mode=mode)
        its.session.laptop = True  # not even where the arbiter lets the laptop act
        assert raises(ValueError, show, its, "a1") == "show is refused in a %s game: nobody is helped there" % mode
        assert lit(its) == ()
    assert lit(show(Table(mode="teach"), "h8")) == (at("h8"), ())
