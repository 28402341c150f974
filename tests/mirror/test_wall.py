"""The wall computes from the state alone what the board's own lights show; it also shows the stones."""

import os

import pytest
from portable import boards
from table import Table
from tengen.games.points import index
from tengen.lights.picture import Picture, compose
from tengen_host.mirror import strip, wall
from tengen_host.mirror.wall import Wall
from tengen_host.wire.state import GameState, State, game_of, snapshot

PLAIN = Wall(side=15, serpentine=False, brightness=100, budget_ma=60_000)
COMPARED = (
    "zone", "provisional", "several", "offers", "twins", "foul", "foul_lines", "five",
    "missing_black", "missing_white", "extra", "earlier", "replies", "takes", "lift", "standing",
)  # fmt: skip
GAME = ["h8", "i9", "g7", "h9", "j9", "i10", "i8", "g8", "j11", "h7"]


def told_by(table):
    return game_of(table.groups())


def shows_what_the_board_shows(table):
    """Return the board's own picture; check that the wall's is the same."""
    table.explain()
    own = Picture(15, 15)
    compose(own, table.session, table.now)
    made = wall._picture(told_by(table))
    for what in COMPARED:
        mine, its = getattr(made, what), getattr(own, what)
        if what == "zone":  # the board also lights points of the zone that stones hide
            its = [point for point in its if not own.cells[point]]
        assert mine == its if isinstance(its, int) else tuple(mine) == tuple(its), (what, table.told[-3:])
    return own


def test_a_board_that_shall_be_cleared():
    table = Table().play("h8", "i9").put("a1").wait(20)
    table.director.obey(("new_game", True), table.now)
    table.hear()
    table.lift("h8").wait(1000)
    own = shows_what_the_board_shows(table)
    assert own.extra == (index("a1", 15), index("i9", 15)) and own.missing_black == ()


def of_text(text):
    """The game with the stones of a board's text."""
    marks = {"X": "black", "O": "white"}
    return GameState(cells={point_of(at): marks[mark] for at, mark in enumerate(text) if mark in marks})


def point_of(at):
    """The point for a place in a board's text, which has the highest row first."""
    return "abcdefghijklmno"[at % 15] + str(15 - at // 15)


def light(told, point, elapsed=0, its=PLAIN):
    frame, _ = its.frame(told, elapsed)
    at = 3 * its.pixel_of(told.size)[index(point, told.size)]
    return tuple(frame[at : at + 3])


def test_each_stone_shows_its_colour_and_the_last_is_brighter():
    told = told_by(Table().play(*GAME))
    black, white = light(told, "h8"), light(told, "i9")
    assert black[2] > black[1] > black[0] == 0, "violet"
    assert white[1] > white[0] > white[2] > 0, "warm white"
    assert sum(light(told, "h7")) > 2 * sum(white)
    assert light(told, "a1") == (0, 0, 0)
    assert shows_what_the_board_shows(Table().play(*GAME)).last == index("h7", 15)


def test_a_new_stone_and_several_and_what_is_out_of_place():
    table = Table().play("h8", "i9").put("g7")
    assert shows_what_the_board_shows(table).provisional == index("g7", 15)
    table.put("a1")
    assert len(shows_what_the_board_shows(table).several) == 2
    table.put("a1", "g7").wait(300).put("h8").wait(1000)
    assert shows_what_the_board_shows(table).missing_black == (index("h8", 15),)
    table.put("h8", "a1", "b2", "c3").wait(1000)
    shows_what_the_board_shows(table)


def test_a_reply_waits_until_the_stone_before_it_is_a_move():
    table = Table(move="button").play_by_button("h8").put("i9").wait(20).put("i8").wait(20)
    own = shows_what_the_board_shows(table)
    assert own.provisional == index("i9", 15) and own.replies == (index("i8", 15),)
    table.press("p2").wait(20)
    own = shows_what_the_board_shows(table)
    assert own.provisional == index("i8", 15) and own.replies == ()


def test_a_stone_that_waits_until_one_that_was_taken_back_is_lifted():
    table = Table(move="button").play_by_button("h8", "i9").take_back(1).put("a1").wait(1000)
    own = shows_what_the_board_shows(table)
    assert own.provisional == index("a1", 15) and own.extra == (index("i9", 15),)
    assert shows_what_the_board_shows(table.lift("i9").wait(20)).extra == ()


def test_stones_that_may_not_lie_there():
    table = Table(opening="swap-2", move="button").play_by_button("h8", "h9", "i9").put("a1", "b2").wait(20)
    assert shows_what_the_board_shows(table).extra == (index("a1", 15), index("b2", 15))
    table.lift("a1").wait(20)
    shows_what_the_board_shows(table)
    table.lift("b2").wait(20)
    assert shows_what_the_board_shows(table).extra == ()


def test_a_stone_that_is_back_before_the_hand_has_stopped():
    table = Table().play("h8", "i9").lift("h8").wait(100)
    told = told_by(table.put("h8").wait(300))
    assert told.stones == {"h8": "black", "i9": "white"}
    assert told.missing == ()


def test_tentative_fifths_that_are_gone_when_the_hand_has_stopped():
    table = Table(opening="rif", move="button").play_by_button("h8", "h9", "i9").do("p2", "no swap")
    table.play_by_button("i10").put("j7").wait(300)
    assert shows_what_the_board_shows(table).offers == (index("j7", 15),)
    table.lift("h8", "j7").wait(100).put("h8").wait(300)
    assert shows_what_the_board_shows(table).offers == ()
    table.put("j7").wait(300).lift("h8").wait(300)
    assert shows_what_the_board_shows(table).offers == ()


def test_a_foul_that_waits_and_one_that_has_lost():
    table = Table(move="dwell").play("h8", "a1", "i8", "a2", "g9", "a3", "g10", "a4").put("g8").wait(1000)
    own = shows_what_the_board_shows(table)
    assert own.foul == index("g8", 15) and len(own.foul_lines) == 2
    told = told_by(table)
    lines = {light(told, "h8", elapsed) for elapsed in range(0, 4000, 50)}
    assert len(lines) >= 2, "its line in turn"
    table.press("p1")
    assert table.session.match.result.reason == "double-three"
    assert shows_what_the_board_shows(table).foul == index("g8", 15)


def test_a_five_runs_along():
    table = Table().play("h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8")
    assert len(shows_what_the_board_shows(table).five) == 5
    told = told_by(table)
    assert len({light(told, "j8", elapsed) for elapsed in range(0, 2000, 80)}) == 2


def test_the_zone_of_an_opening_and_tentative_fifths():
    table = Table(opening="rif").play("h8", "h9")
    assert shows_what_the_board_shows(table).zone
    table.play("i9").do("p2", "no swap").play("i10")
    table.put("j7").wait(500).put("g7").wait(500)
    assert len(shows_what_the_board_shows(table).offers) == 2
    table.put("f9").wait(500)
    assert len(shows_what_the_board_shows(table).several) == 3
    table.lift("f9").wait(500).press("p1")
    assert len(shows_what_the_board_shows(table).offers) == 2
    assert light(told_by(table), "j7") == (42, 100, 0), "amber"
    table.lift("g7").wait(300)
    assert shows_what_the_board_shows(table).offers == (index("j7", 15),)
    table.put("a1").wait(300)
    assert shows_what_the_board_shows(table).provisional == index("a1", 15), "White's next waits"
    table.put("b2").wait(300)
    assert len(shows_what_the_board_shows(table).several) == 2
    table.lift("j7", "b2", "a1").wait(300)
    assert len(shows_what_the_board_shows(table).missing_black) == 2, "one must be put back"
    table.put("j7").lift("h8").wait(300)
    assert shows_what_the_board_shows(table).offers == (index("j7", 15),)
    table.put("h8").wait(300)
    shows_what_the_board_shows(table)
    table.press("p2")
    assert shows_what_the_board_shows(table).offers == () and table.moves()[-1] == "j7"


def test_captured_stones_glow_before_the_move_and_are_to_be_lifted_after_it():
    table = Table(game="pente", opening="free", move="button").play_by_button("d8", "e8", "a1", "f8").put("g8").wait(20)
    assert shows_what_the_board_shows(table).takes == (index("e8", 15), index("f8", 15))
    table.press("p1")
    assert shows_what_the_board_shows(table).lift == (index("e8", 15), index("f8", 15))
    table.lift("e8").put("h1").wait(20)
    own = shows_what_the_board_shows(table)
    assert own.lift == (index("f8", 15),) and own.provisional == index("h1", 15), "the next player's stone waits"
    table.lift("f8").wait(300)
    assert shows_what_the_board_shows(table).lift == ()
    table.take_back(1).wait(300)
    own = shows_what_the_board_shows(table)
    assert own.missing_black == (index("e8", 15), index("f8", 15)) and len(own.extra) == 2


def test_two_stones_of_a_turn_and_the_line_of_six():
    table = Table(game="connect6", options={"torus": True}, opening="free", move="button").play_by_button("h8")
    table.put("a1").wait(20).put("b2").wait(20)
    own = shows_what_the_board_shows(table)
    assert own.earlier == (index("a1", 15),) and own.provisional == index("b2", 15)
    table.press("p2")
    assert shows_what_the_board_shows(table).earlier == ()


def test_what_can_t_be_understood_changes_nothing():
    state = State().merge({"is": snapshot(Table().play(*GAME).groups())})
    for groups in (
        {}, {"moves": 7}, {"hand": {"several": 7}}, {"asks": {"zone": ["square"]}}, {"game": {"size": "15"}},
        {"hand": {"new": ["z99"]}}, {"board": {"changes": [["h8"]]}},
    ):  # fmt: skip
        assert light(state.merge({"is": groups}).game, "h8") == light(state.game, "h8") != (0, 0, 0), groups


@pytest.mark.parametrize("first", ["a1", "p1", "a16", "p16"])
@pytest.mark.parametrize("direction", ["row", "column"])
@pytest.mark.parametrize("serpentine", [True, False])
def test_every_point_has_a_pixel_of_its_own_on_every_panel(first, direction, serpentine):
    its = Wall(16, first, direction, serpentine)
    pixels = its.pixel_of(15)
    assert len(set(pixels)) == 225 and min(pixels) >= 0 and max(pixels) < 256
    assert its.pixel_of(16)[index(first, 16)] == 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"side": 0}, "a panel of 0 x 0"),
        ({"side": 40}, "a panel of 40 x 40"),
        ({"first": "h8"}, "'h8' is not a corner"),
        ({"brightness": 0}, "a brightness of 0"),
        ({"budget_ma": 255}, "255 mA is less than the 256 mA"),
    ],
)
def test_a_panel_that_can_t_be_is_told(wrong, words):
    with pytest.raises(ValueError, match=words):
        Wall(**wrong)


def test_a_board_larger_than_the_panel_is_told():
    with pytest.raises(ValueError, match="19 x 19 does not fit"):
        Wall(16).frame(GameState(19), 0)


def test_the_current_stays_within_its_budget_on_a_full_board():
    stones = of_text("XO" * 112 + "X")
    its = Wall(16, brightness=100, budget_ma=700)
    frame, _ = its.frame(stones, 0)
    ma = 256 * wall.IDLE_MA + sum(level * wall.FULL_MA[at % 3] for at, level in enumerate(frame)) / 255
    assert 600 < ma <= 700


def test_the_makers_driver_sends_what_the_wall_shows(monkeypatch):
    """The real adafruit-circuitpython-neopixel, with a list instead of the wire."""
    monkeypatch.setitem(os.environ, "BLINKA_FORCEBOARD", "OS_AGNOSTIC_BOARD")
    monkeypatch.setitem(os.environ, "BLINKA_FORCECHIP", "OS_AGNOSTIC")
    import neopixel

    sent = []
    monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, buffer: sent.append(bytes(buffer)))
    its = Wall(16)
    pixels = strip.open_strip("NEOPIXEL", 256)
    frame, _ = its.frame(told_by(Table().play(*GAME)), 0)
    strip.send(pixels, frame)
    assert sent == [bytes(768), bytes(frame)]
    with pytest.raises(strip.NoWall, match="no pin 'D99'"):
        strip.open_strip("D99", 256)


def test_a_raspberry_pi_that_wants_root_for_it_is_told_in_a_sentence(monkeypatch):
    """The driver raises its error only at the first frame."""
    monkeypatch.setitem(os.environ, "BLINKA_FORCEBOARD", "OS_AGNOSTIC_BOARD")
    monkeypatch.setitem(os.environ, "BLINKA_FORCECHIP", "OS_AGNOSTIC")
    import neopixel

    def refuse(pin, buffer):
        raise RuntimeError("NeoPixel support requires running with sudo, please try again!")

    monkeypatch.setattr(neopixel, "neopixel_write", refuse)
    with pytest.raises(strip.NoWall, match=r"run it as root \(sudo\)"):
        strip.open_strip("NEOPIXEL", 256)
    monkeypatch.setattr(neopixel, "neopixel_write", lambda pin, buffer: None)
    pixels = strip.open_strip("NEOPIXEL", 256)
    monkeypatch.setattr(neopixel, "neopixel_write", refuse)
    with pytest.raises(strip.NoWall, match="accept no more frames"):
        strip.send(pixels, bytes(768))
    strip.darken(pixels)  # no error is printed


def test_positions_of_the_vectors_are_shown_stone_by_stone():
    for text, _ in boards("verdicts.txt", 40):
        told = of_text(text)
        for at, mark in enumerate(text):
            shown = light(told, point_of(at))
            assert (mark == ".") == (shown == (0, 0, 0)) and (mark != "X" or shown[0] == 0)
