"""Four in a row at the board where full edges go: stones are lifted, put and turned until it is right.

Source: GAMES 11 and 14.
"""

from table import Table
from tengen.games.points import index
from tengen.session.board_state import CALM, LIFTING

LOW = 3  # the field of 8 x 8 lies in the middle of the board: its a1 is the board's d4
ROW = ("a1", "b1", "c1", "d1", "e1", "f1", "g1")  # black and white by turns


def shown(point):
    """The name of the board's point under a point of the field."""
    return "%s%d" % (chr(ord(point[0]) + LOW), int(point[1:]) + LOW)


def four(*moves, **settings):
    table = Table(game="four", options={"clear": True}, opening="free", move="button", **settings)
    return table.play_by_button(*[shown(point) for point in moves])


def at(*points):
    return tuple(sorted(index(point, 8) for point in points))


def test_a_full_edge_blinks_and_is_lifted():
    table = four(*ROW).put(shown("h1")).wait(20)
    assert table.last("provisional")["takes"] == list(ROW)
    table.press("p2").wait(20)
    assert table.session.board_state.state == LIFTING
    assert table.picture().lift == at(*ROW, "h1")
    table.lift(*[shown(point) for point in ROW]).lift(shown("h1")).wait(20)
    assert table.session.board_state.state == CALM and not any(table.session.match.game.cells)


GONE = ("c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2")


def cleared(**settings):
    """White has A2, Black B2; then H1 fills the edge. These two fall: A1 is White's then, B1 Black's."""
    return four(*ROW, "a2", "b2", **settings).put(shown("h1")).press("p2").wait(250)


def turned(table, *points):
    for point in points:
        table.lift(shown(point)).wait(20).put(shown(point)).wait(20)
    return table


def test_stones_that_fall_are_lifted_above_and_turned_below():
    table = cleared()
    picture = table.picture()
    assert picture.lift == at(*GONE)
    assert picture.missing_white == at("a1") and picture.missing_black == at("b1")
    table.lift(*[shown(point) for point in GONE]).wait(20)
    turned(table, "a1", "b1")
    assert table.session.board_state.state == CALM


def test_a_full_edge_that_went_is_taken_back():
    table = turned(cleared().lift(*[shown(point) for point in GONE]).wait(20), "a1", "b1")
    table.session.take_back(1, "arbiter", table.now)
    picture = table.wait(250).picture()
    assert at("a1", "c1", "e1", "g1", "b2") == tuple(sorted(picture.missing_black))
    assert at("b1", "d1", "f1", "a2") == tuple(sorted(picture.missing_white))
    assert picture.lift == picture.extra == ()
    table.put(*[shown(point) for point in GONE if point != "h1"]).wait(20)
    turned(table, "a1", "b1")
    assert table.session.board_state.state == CALM


def test_what_must_be_turned_is_told_while_other_stones_must_be_put():
    """Two edges go in the corner: C3 falls to B2, where nothing lay, and C2 to B1, where a black stone lies."""
    table = Table(game="four", options={"clear": True, "drop": "edges"}, opening="free", move="button")
    moves = "b1 c1 d1 c2 c3 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8 a1"
    table.play_by_button(*[shown(point) for point in moves.split()]).wait(250)
    told = table.last("disturbed")
    assert (told["missing"], told["turn"]) == (["b2"], ["b1"]) and table.snapshot()["to_turn"] == ["b1"]
    turned(table, "b1").wait(250)
    assert table.last("disturbed")["turn"] == [] == table.snapshot()["to_turn"]
    gone = [shown(point) for point in moves.split() if point != "b1"]
    table.lift(*gone).put(shown("b2")).wait(20)
    assert table.session.board_state.state == CALM and table.last("restored")


def test_the_clock_stops_at_once_for_a_full_edge_and_goes_on_when_the_board_matches():  # GAMES 14
    table = cleared(clock="10")
    clock = table.session.timing.clock
    assert table.session.timing.stopped == "disturbed"
    left = clock.left("p1", table.now), clock.left("p2", table.now)
    for point in GONE:
        table.lift(shown(point)).wait(5000)
    table.lift(shown("a1")).wait(5000).put(shown("a1")).wait(20)
    assert table.session.timing.stopped == "disturbed"
    turned(table, "b1")
    assert table.session.board_state.state == CALM and table.session.timing.stopped is None
    assert abs(clock.left("p1", table.now) - left[0]) <= 20 and abs(clock.left("p2", table.now) - left[1]) <= 20
    # a stone that is lifted later in the turn has its three free seconds as ever
    table.lift(shown("a1")).wait(2000)
    assert table.session.timing.stopped is None
    table.wait(1500)
    assert table.session.timing.stopped == "disturbed"
