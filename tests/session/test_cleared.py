"""Four In A Row with removed edges: stones are lifted, placed and replaced until they are right, then a press.

Source: firmware/docs/games/four.md and firmware/docs/family.md#at-the-board.
"""

from portable import DWELL_MS
from table import Table
from tengen.codes import coded
from tengen.games.points import index
from tengen.lights import rhythm
from tengen.lights.colours import TURN, packed
from tengen.session.board_state import CALM, LIFTING, PROVISIONAL

LOW = 3  # the field of 8 x 8 is in the middle of the board: its a1 is the board's d4
FULL = ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1")  # black and white alternate
ROW = FULL[:-1]


def shown(point):
    """Return the board's name of a point of the field."""
    return "%s%d" % (chr(ord(point[0]) + LOW), int(point[1:]) + LOW)


def four(*moves, **settings):
    table = Table(game="four", options={"clear": True}, opening="free", move="button", **settings)
    return table.play_by_button(*[shown(point) for point in moves])


def at(*points):
    return tuple(sorted(index(point, 8) for point in points))


def asks_for_the_press(table, who="p2"):
    """Check that only the press of `who` is missing. The player's bar asks for it, and no light is on the board."""
    state, picture, groups = table.session.board_state, table.picture(), table.groups()
    assert (state.state, state.presses) == (LIFTING, who) == (groups["hand"]["state"], groups["asks"]["press"])
    assert not (state.lift or state.turn or state.missing or state.extra)
    assert picture.lift == picture.missing_black == picture.missing_white == picture.extra == ()
    its, other = picture.bars if who == "p1" else (picture.bars[1], picture.bars[0])
    assert (its.rhythm, its.count) == (rhythm.MENU, its.length) and other.rhythm is not rhythm.MENU
    assert its.colour == packed(TURN[table.session.match.colour(who)])
    return table


def test_a_full_edge_blinks_and_is_lifted():
    table = four(*ROW).put(shown("h1")).wait(20)
    assert table.last("provisional")["takes"] == list(ROW)
    table.press("p2").wait(20)
    assert table.session.board_state.state == LIFTING
    assert table.picture().lift == at(*FULL)
    assert table.session.board_state.presses is None
    table.lift(*[shown(point) for point in ROW]).lift(shown("h1")).wait(20)
    assert table.last("lift")["press"] == "p2" and not table.last("lift")["points"]
    asks_for_the_press(table).press("p2")
    assert table.session.board_state.state == CALM and not any(table.session.match.game.cells)
    assert table.last("lift")["points"] == [] and "press" not in table.last("lift")
    assert table.groups()["asks"].get("press") is None


GONE = ("c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2")


def cleared(**settings):
    """Return a game after H1 has filled the edge. White's A2 falls to A1, and Black's B2 to B1."""
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
    asks_for_the_press(table).press("p2")
    assert table.session.board_state.state == CALM


def laid(**settings):
    """Return this game after all stones were moved on the board, so that only the press is missing."""
    return turned(cleared(**settings).lift(*[shown(point) for point in GONE]).wait(20), "a1", "b1")


def test_the_next_stone_waits_for_the_press_of_him_who_has_moved():
    table = laid().put(shown("c1")).wait(5000)
    assert table.last("lift")["provisional"] == "c1" and table.picture().provisional == index("c1", 8)
    table.press("p1")
    assert table.refused() == ("p1", coded("refused.colours_right", seat="p2")) and len(table.moves()) == 10
    table.press("p2").wait(20)
    assert table.session.board_state.state == PROVISIONAL and table.last("provisional")["point"] == "c1"
    table.press("p1")
    assert table.moves()[-1] == "c1"


def test_a_press_says_too_that_the_stones_are_turned_once_the_others_lie_right():
    table = cleared().press("p2")
    assert table.picture().lift == at(*GONE) and table.session.board_state.turn == [], "some must be lifted first"
    table.lift(*[shown(point) for point in GONE]).wait(20)
    asks_for_the_press(table)
    table = cleared().lift(*[shown(point) for point in GONE]).wait(20).press("p2")
    assert table.session.board_state.state == CALM, "one press confirms everything"


def test_by_the_dwell_the_board_is_in_order_when_it_has_rested():
    table = Table(game="four", options={"clear": True}, opening="free", move="dwell")
    table.play(*[shown(point) for point in FULL])
    for point in FULL:
        table.lift(shown(point)).wait(20)
    asks_for_the_press(table).wait(DWELL_MS - 100)
    asks_for_the_press(table).wait(100)
    assert table.session.board_state.state == CALM
    # the player need not wait for the dwell
    table = Table(game="four", options={"clear": True}, opening="free", move="dwell")
    table.play(*[shown(point) for point in FULL]).lift(*[shown(point) for point in FULL]).wait(20)
    asks_for_the_press(table).press("p2")
    assert table.session.board_state.state == CALM


def test_a_stone_that_is_knocked_before_the_press_is_put_back_first():
    table = laid().lift(shown("a1")).wait(250)
    assert table.last("disturbed")["missing"] == ["a1"]
    table.press("p2")
    assert table.refused() == ("p2", coded("refused.put_back", points=["a1"]))
    table.put(shown("a1")).wait(1000)
    asks_for_the_press(table).press("p2")
    assert table.session.board_state.state == CALM


def test_a_draw_that_is_offered_meanwhile_leaves_the_press_to_be_made_and_an_end_does_not():
    table = laid().do("p2", "draw").do("p1", "decline").wait(20)
    asks_for_the_press(table)
    table.do("p1", "resign", "resign").wait(20)
    assert table.session.match.result and table.session.board_state.state == CALM
    assert table.session.board_state.presses is None


def test_a_cut_of_power_between_the_last_stone_and_the_press_asks_for_the_press_alone():
    for clock in ("none", "10"):
        table = laid(clock=clock)
        assert table.restart() and table.session.resuming
        assert table.session.board_state.presses is None, "the press that continues the game comes first"
        table.press("p1").wait(20)
        assert not table.session.resuming
        asks_for_the_press(table)
        assert clock == "none" or table.session.timing.stopped == "disturbed"
        table.press("p2").wait(20)
        assert table.session.board_state.state == CALM and not table.session.timing.stopped
        # after the press nothing is requested any more
        assert table.restart()
        table.press("p1").wait(20)
        assert table.session.board_state.state == CALM


def test_after_a_failure_of_the_firmware_it_asks_for_the_press_alone():
    table = laid()
    assert table.restart("exception")
    asks_for_the_press(table).press("p2")
    assert table.session.board_state.state == CALM
    assert table.restart("exception") and table.session.board_state.state == CALM


def test_a_cut_of_power_in_a_clear_asks_for_what_has_not_been_done():
    table = turned(cleared().lift(*[shown(point) for point in GONE[:3]]).wait(20), "a1")
    assert table.restart()
    assert table.wait(250).picture().extra == at(*GONE[3:]) and table.picture().missing_white == ()
    table.lift(*[shown(point) for point in GONE[3:]]).wait(20).press("p2").wait(20)
    assert table.session.board_state.turn == [index("b1", 8)], "A1 was turned before the power failure"
    turned(table, "b1")
    asks_for_the_press(table).press("p2")
    assert table.session.board_state.state == CALM


def test_a_full_edge_that_went_is_taken_back():
    table = laid().press("p2")
    table.director.obey(("take_back", 1, "arbiter"), table.now)
    picture = table.wait(250).picture()
    assert at("a1", "c1", "e1", "g1", "b2") == tuple(sorted(picture.missing_black))
    assert at("b1", "d1", "f1", "a2") == tuple(sorted(picture.missing_white))
    assert picture.lift == picture.extra == ()
    table.put(*[shown(point) for point in GONE if point != "h1"]).wait(20)
    turned(table, "a1", "b1")
    asks_for_the_press(table).press("p2")
    assert table.session.board_state.state == CALM


def test_what_must_be_turned_is_told_while_other_stones_must_be_put():
    """Two edges are removed in the corner. C3 falls to the empty B2, and C2 falls to B1, which has a black stone."""
    table = Table(game="four", options={"clear": True, "drop": "edges"}, opening="free", move="button")
    moves = "b1 c1 d1 c2 c3 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8 a1"
    table.play_by_button(*[shown(point) for point in moves.split()]).wait(250)
    told = table.last("disturbed")
    assert (told["missing"], told["turn"]) == (["b2"], ["b1"]) and table.groups()["hand"].get("turn") == ["b1"]
    turned(table, "b1").wait(250)
    assert table.last("disturbed")["turn"] == [] and "turn" not in table.groups()["hand"]
    gone = [shown(point) for point in moves.split() if point != "b1"]
    table.lift(*gone).put(shown("b2")).wait(20)
    asks_for_the_press(table, "p1").press("p1")
    assert table.session.board_state.state == CALM and table.last("restored")


def test_the_clock_stops_at_once_for_a_full_edge_and_goes_on_by_the_press():  # firmware/docs/family.md#at-the-board
    table = cleared(clock="10")
    clock = table.session.timing.clock
    assert table.session.timing.stopped == "disturbed"
    left = clock.left("p1", table.now), clock.left("p2", table.now)
    for point in GONE:
        table.lift(shown(point)).wait(5000)
    table.lift(shown("a1")).wait(5000).put(shown("a1")).wait(20)
    assert table.session.timing.stopped == "disturbed"
    turned(table, "b1").wait(5000)
    assert table.session.timing.stopped == "disturbed", "it waits for the press"
    table.press("p2").wait(20)
    assert table.session.board_state.state == CALM and table.session.timing.stopped is None
    assert abs(clock.left("p1", table.now) - left[0]) <= 20 and abs(clock.left("p2", table.now) - left[1]) <= 20
    # a stone that is lifted later in the turn has its three free seconds as usual
    table.lift(shown("a1")).wait(2000)
    assert table.session.timing.stopped is None
    table.wait(1500)
    assert table.session.timing.stopped == "disturbed"
