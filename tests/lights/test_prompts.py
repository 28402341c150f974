"""The prompts and signs of the lights in whole games, played on a table with the board's own lamps."""

from array import array

from portable import lit
from table import Table
from tengen import wiring
from tengen.games import BLACK, EMPTY, WHITE
from tengen.games.openings import zone_points
from tengen.games.points import name
from tengen.lights import glyphs
from tengen.lights.bars import clock_lights
from tengen.lights.colours import (
    EXTRA,
    FORBIDDEN,
    LAST,
    MENU,
    MISSING,
    OFFER,
    PROVISIONAL,
    TURN,
    WORDS,
    ZONE,
    ZONE_PEAK,
)
from tengen.lights.lamps import Lamps
from tengen.partner import lessons
from tengen.session.transients import WORDS_MS

try:
    from micropython import heap_lock, heap_unlock
except ImportError:  # CPython

    def heap_lock():
        pass

    heap_unlock = heap_lock

BLACK_BAR, WHITE_BAR = TURN[BLACK], TURN[WHITE]
STEP_MS = 20  # the app's tick


class Strip:
    """A strip that stores the last sent frame."""

    def __init__(self):
        self.frame = bytearray(3 * wiring.PIXELS)
        self._next = bytearray(3 * wiring.PIXELS)

    def draw(self):
        return self._next

    def doubt(self):
        pass

    def send(self):
        self.frame, self._next = self._next, self.frame


class Lights:
    """The lamps of a table. They get the session's changes like from the app."""

    def __init__(self, **settings):
        self.table = Table(**settings)
        self.strip = Strip()
        self.lamps = Lamps(self.strip, wiring)
        self.lamps.allow(10_000)  # the current limit changes no frame here

    def frame(self):
        """Return the frame that is shown now."""
        session = self.table.session
        if session.effects.lights:
            session.effects.lights = False
            self.lamps.change()
        if self.lamps.draw(session, self.table.now):
            self.lamps.send()
        return self.strip.frame

    def watch(self, period):
        """Return a copy of the frame every STEP_MS while `period` ms pass."""
        found = [bytes(self.frame())]
        for _ in range(period // STEP_MS):
            self.table.wait(STEP_MS)
            found.append(bytes(self.frame()))
        return found

    def points(self):
        """Return the colours of the points that are not dark."""
        return lit(self.frame())

    def words(self):
        """Return the points of the text on the board."""
        return sorted(point for point, colour in self.points().items() if colour == WORDS)

    def bars(self):
        return bars(self.frame())


def bars(frame):
    """Return P1's and P2's edge bars from each player's left (board.toml: from 240, from 225): 15 colours each."""
    found = []
    for first in (240, 225):
        found.append([tuple(frame[3 * pixel : 3 * pixel + 3]) for pixel in range(first, first + 15)])
    return found


def counts(bar):
    """Return the number of lit lights of a bar."""
    return sum(1 for light in bar if light != (0, 0, 0))


def written(text, *stones):
    """Return the points of a text on a board with these stones."""
    cells = bytearray(225)
    for stone in stones:
        cells["abcdefghijklmno".index(stone[0]) + 15 * (int(stone[1:]) - 1)] = BLACK
    rows = array("I", [0] * 15)
    glyphs.place(text, cells, rows)
    return sorted(name(15 * row + column, 15) for row in range(15) for column in range(15) if rows[row] >> column & 1)


def menu_bar(entry):
    """Return the edge bar for the menu entry of that number, from 1, as soon as the entry is current."""
    return [MENU[(entry - 1) % len(MENU)]] * min(15, entry) + [(0, 0, 0)] * max(0, 15 - entry)


WAITING = [(0, 0, 0)] * 7
BLACK_WAITS = WAITING + [BLACK_BAR] + WAITING
WHITE_WAITS = WAITING + [WHITE_BAR] + WAITING

THREE = ("h8", "i9", "g7")  # after these stones the RIF opening asks whether p2 swaps


def test_a_decision_is_on_the_deciders_bar_and_in_signs_on_the_board():
    lights = Lights(opening="rif")
    lights.table.play(*THREE).wait(4000)
    assert lights.bars() == [BLACK_WAITS, menu_bar(1)]
    assert lights.words() == written("NO SWAP", *THREE)
    lights.table.press("p2")
    assert lights.bars() == [BLACK_WAITS, menu_bar(2)]
    assert lights.words() == written("SWAP", *THREE)
    lights.table.press("p1")
    lights.table.wait(4000)
    assert lights.words() == written("SWAP", *THREE), "it was the other's button"
    beats = {bars(frame)[1][0] for frame in lights.watch(2000)}
    assert len(beats) == 2 and (0, 0, 0) not in beats


def test_after_a_swap_each_bar_shows_its_new_colour_for_two_seconds():
    lights = Lights(opening="rif")
    lights.table.play(*THREE).wait(4000).enter("p2", "swap")
    assert lights.bars() == [[WHITE_BAR] * 15, [BLACK_BAR] * 15]
    assert lights.words() == []
    for frame in lights.watch(1980):
        assert bars(frame) == [[WHITE_BAR] * 15, [BLACK_BAR] * 15]
    lights.table.wait(20)
    assert lights.bars() == [[WHITE_BAR] * 15, BLACK_WAITS], "the fourth stone is White's"
    lights.table.press("p2")
    assert lights.bars() == [[WHITE_BAR] * 15, [BLACK_BAR] * 15], "and whenever asked"


def test_the_stone_that_plays_on_puts_the_question_out():
    lights = Lights(opening="tarannikov")
    lights.table.put("h8").press("p1")
    lights.table.wait(2000)
    assert lights.words() == written("NO SWAP", "h8") and lights.bars()[1] == menu_bar(1)
    lights.table.put("i9")
    assert lights.words() == [] and lights.points()["i9"] == PROVISIONAL
    assert lights.bars() == [BLACK_WAITS, [WHITE_BAR] * 15], "he is asked no more: it is his move"
    lights.table.lift("i9")
    assert lights.words() == written("NO SWAP", "h8") and lights.bars()[1] == menu_bar(1)


def test_the_entries_beyond_a_bars_length_are_on_the_board():
    lights = Lights(opening="yamaguchi", fifths=20)
    lights.table.play(*THREE)
    for number in range(1, 21):
        assert lights.bars()[0] == menu_bar(number), number
        assert lights.words() == written(str(number), *THREE)
        lights.table.press("p1")
    assert lights.words() == written("1", *THREE)


def test_a_players_own_menu_opens_on_his_bar_alone_and_leaves_by_itself():
    lights = Lights()
    lights.table.play("h8", "i9").hold("p1")
    assert lights.bars() == [menu_bar(1), WHITE_WAITS]
    assert lights.words() == written("PASS", "h8", "i9")
    lights.table.hold("p2").press("p2")
    assert lights.bars() == [menu_bar(1), menu_bar(2)]
    assert lights.words() == written("TAKE BACK", "h8", "i9"), "the board shows whose button was touched last"
    lights.table.wait(5000).wait(20)
    assert lights.bars() == [[BLACK_BAR] * 15, WHITE_WAITS] and lights.points() == {"i9": LAST}


def test_the_arbiters_menu_is_on_both_bars():
    lights = Lights()
    lights.table.hold("arbiter")
    assert lights.bars() == [menu_bar(1)] * 2 and lights.words() == written("NEW GAME")
    for word in ("LAP TOP", "OPE NING", "MODE", "CLO CK"):
        lights.table.press("arbiter")
        assert lights.words() == written(word), word
    assert lights.bars() == [menu_bar(5)] * 2
    lights.table.hold("arbiter")
    assert lights.bars() == [menu_bar(1)] * 2 and lights.words() == written("NO CLK")
    for word in ("5", "10", "10 +5", "15 +10", "30", "30 +30", "45 30X3"):
        lights.table.press("arbiter")
        assert lights.words() == written(word), word
    lights.table.hold("arbiter")
    assert [counts(bar) for bar in lights.bars()] == [15, 15], "the clocks, before the first stone"
    assert lights.bars()[0][0] < BLACK_BAR and lights.bars()[1][0] < WHITE_BAR


def test_a_button_that_does_nothing_says_so_for_a_moment_on_its_own_bar():
    lights = Lights()
    lights.table.play("h8").put("i9", "j9").press("p2")
    blinking = [bars(frame) for frame in lights.watch(580)]
    assert all(bar == BLACK_WAITS for bar, _ in blinking)
    assert blinking[0][1] == [EXTRA] * 15
    assert {tuple(bar) for _, bar in blinking} == {(EXTRA,) * 15, ((0, 0, 0),) * 15}
    lights.table.wait(20)
    assert lights.bars() == [BLACK_WAITS, [WHITE_BAR] * 15]
    lights.table.press("arbiter")
    assert lights.bars() == [[EXTRA] * 15] * 2, "the arbiter has no bar"


def test_only_the_zone_of_the_next_stone_glows():
    lights = Lights(opening="rif")
    zones = []
    for stone in THREE:
        zones.append(sorted(point for point, colour in lights.points().items() if colour in (ZONE, ZONE_PEAK)))
        lights.table.play(stone)
    squares = [sorted(name(point, 15) for point in zone_points(("square", width), 15)) for width in (1, 3, 5)]
    assert zones == squares
    lights.table.enter("p2", "no swap")
    assert not [point for point, colour in lights.points().items() if colour == ZONE]


def test_a_stone_outside_the_zone_blinks_red_and_the_zone_glows_on():
    lights = Lights(opening="rif")
    lights.table.play("h8").put("k11")
    assert lights.points()["k11"] == EXTRA and lights.points()["g9"] == ZONE


def offering(**settings):
    """Return the lights of a RIF opening that asks for two tentative fifths, or another number."""
    lights = Lights(opening="rif", **settings)
    # c12 is not on the diagonal of the other three, so no two points are equal
    lights.table.play(*THREE).enter("p2", "no swap").play("c12").wait(3000)
    return lights


def assert_counted(bar, lying, of):
    assert bar[:lying] == [OFFER] * lying
    assert all((0, 0, 0) < light < OFFER for light in bar[lying:of]), bar
    assert bar[of:] == [(0, 0, 0)] * (15 - of)


def test_tentative_fifths_are_amber_and_counted_on_blacks_bar():
    lights = offering(fifths=4)
    assert_counted(lights.bars()[0], 0, 4)
    for number, point in enumerate(("d4", "m3", "f9")):
        lights.table.put(point)
        assert_counted(lights.bars()[0], number + 1, 4)
        assert lights.points()[point] == OFFER
    assert lights.bars()[1] == WHITE_WAITS
    lights.table.press("p1")
    assert lights.bars()[0] == [EXTRA] * 15, "one is wanting"
    lights.table.wait(1000)
    lights.table.put("k12").press("p1")
    assert lights.bars() == [BLACK_WAITS, [WHITE_BAR] * 15], "now White takes away"
    assert [lights.points()[point] for point in ("d4", "m3", "f9", "k12")] == [OFFER] * 4
    lights.table.lift("d4", "k12").wait(100)
    assert [lights.points().get(point) for point in ("d4", "m3", "f9", "k12")] == [None, OFFER, OFFER, None]
    lights.table.lift("g7")
    assert lights.points()["g7"] == MISSING[BLACK] and lights.points()["m3"] == OFFER, "disturbed, and they still lie"
    lights.table.put("g7").put("a2")
    assert lights.points()["a2"] == PROVISIONAL, "White's next stone waits"


def test_one_offer_too_many_blinks_with_all_the_others():
    lights = offering()
    lights.table.put("d4", "m3", "f9")
    seen = {tuple(lit(frame).get(point) for point in ("d4", "m3", "f9")) for frame in lights.watch(1200)}
    assert seen == {(PROVISIONAL,) * 3, (None,) * 3}


def test_all_offers_taken_away_pulse_until_one_is_back():
    lights = offering()
    lights.table.put("d4", "m3").press("p1").lift("d4", "m3")
    assert lights.points()["d4"] == lights.points()["m3"] == MISSING[BLACK]
    assert len({lit(frame)["m3"] for frame in lights.watch(3200)}) > 10
    lights.table.put("m3")
    assert lights.points()["m3"] == OFFER and "d4" not in lights.points()


def test_equal_offers_blink_together_and_no_other_does():
    lights = Lights(opening="rif", fifths=3)
    # all four stones are on column h
    lights.table.play("h8", "h9", "h10").enter("p2", "no swap").play("h6").wait(3000)
    lights.table.put("g9", "c3", "i9")
    seen = [lit(frame) for frame in lights.watch(1200)]
    assert {(points.get("g9"), points.get("i9")) for points in seen} == {(OFFER, OFFER), (None, None)}
    assert all("c3" in points for points in seen)
    lights.table.press("p1")
    assert lights.bars()[0] == [EXTRA] * 15
    lights.table.wait(1000).lift("i9")
    assert all("g9" in lit(frame) for frame in lights.watch(1200))


BEFORE_A_FOUL = ("h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15")


def test_forbidden_points_glow_while_black_thinks_where_they_are_taught():
    lights = Lights(mode="teach")
    lights.table.play(*BEFORE_A_FOUL)
    red = [point for point, colour in lights.points().items() if colour == FORBIDDEN]
    assert red == ["g8"]
    assert {lit(frame)["g8"] for frame in lights.watch(3000)} == {FORBIDDEN}
    lights.table.play("c3")
    assert "g8" not in lights.points(), "White has no fouls"
    lights = Lights()
    lights.table.play(*BEFORE_A_FOUL)
    assert "g8" not in lights.points(), "in no other mode"


def test_a_touched_forbidden_point_shows_why():
    lights = Lights(mode="teach")
    lights.table.play(*BEFORE_A_FOUL).put("g8").explain()
    assert lights.words() and lights.points()["g8"] == FORBIDDEN
    lights.watch(1200)
    assert {"h8", "i8"} <= set(lights.points()), "the first of its lines"


def test_the_openings_code_is_written_for_three_seconds():
    lights = Lights()
    lights.table.play("h8", "i9", "g7")
    code = written(lights.table.session.opening[0], "h8", "i9", "g7")
    assert lights.words() == code and lights.bars() == [BLACK_WAITS, [WHITE_BAR] * 15]
    for frame in lights.watch(2980):
        assert sorted(point for point, colour in lit(frame).items() if colour == WORDS) == code
    lights.table.wait(20)
    assert lights.words() == []


def test_a_question_comes_before_the_openings_code():
    lights = Lights(opening="rif")
    lights.table.play(*THREE)
    assert lights.words() == written("NO SWAP", *THREE)
    lights.table.enter("p2", "no swap").wait(1)
    assert lights.words() == written(lights.table.session.opening[0], *THREE)


def test_the_clocks_are_on_the_bars_and_the_lamps_follow_them_with_nothing_else_happening():
    lights = Lights(clock="5", move="button")
    session = lights.table.session
    assert [counts(bar) for bar in lights.bars()] == [15, 15]
    lights.table.put("h8").wait(20).press("p1")
    began = session.timing.clock.left("p2", lights.table.now)
    assert 299_000 < began <= 300_000
    last, seen = None, []
    while not session.match.result:
        lights.table.now += 100
        lights.table.director.tick(lights.table.now, lights.table.now)
        lights.table.hear()
        left = session.timing.clock.left("p2", lights.table.now)
        p1, p2 = [counts(bar) for bar in lights.bars()]
        if session.match.result:
            break
        assert p2 == clock_lights(left, 300_000, 15)[0], left
        assert p1 == 15
        if p2 != last:
            seen.append(p2)
        last = p2
    # each light means 20 seconds until the last minute, then four seconds until the last 15 seconds, then one second
    assert seen == list(range(15, 3, -1)) + list(range(15, 3, -1)) + list(range(15, 0, -1)), seen
    assert session.match.result.reason == "time"


def test_the_clock_that_runs_is_bright_and_one_that_is_stopped_is_dim():
    lights = Lights(clock="10", mode="referee")
    first = lights.bars()
    assert max(first[0][0]) < max(BLACK_BAR) and max(first[1][0]) < max(WHITE_BAR), "neither runs yet"
    lights.table.put("h8").wait(20).press("p1")
    black, white = lights.bars()
    assert white == [WHITE_BAR] * 15 and black == first[0]
    lights.table.lift("h8").wait(2980)
    assert lights.bars()[1] == [WHITE_BAR] * 15, "it goes on for three seconds of disturbance"
    lights.table.wait(40)
    assert lights.bars() == first
    lights.table.put("h8").wait(20)
    assert lights.bars()[1] == [WHITE_BAR] * 15


def test_a_period_of_byo_yomi_is_shown_in_its_own_lights():
    lights = Lights(clock="0.5/120x2", move="button")
    lights.table.put("h8").wait(20).press("p1")
    session = lights.table.session
    seen = []
    while not session.match.result:
        lights.table.now += 100
        lights.table.director.tick(lights.table.now, lights.table.now)
        lights.table.hear()
        if session.match.result:
            break
        now = lights.table.now
        left, whole = session.timing.clock.left("p2", now), session.timing.clock.whole_ms("p2", now)
        number = counts(lights.bars()[1])
        assert number == clock_lights(left, whole, 15)[0], left
        if not seen or seen[-1] != number:
            seen.append(number)
    half_a_minute = list(range(8, 3, -1)) + list(range(15, 0, -1))
    period = list(range(15, 7, -1)) + list(range(15, 3, -1)) + list(range(15, 0, -1))
    assert seen == half_a_minute + 2 * period


def test_a_menu_is_before_the_clock_and_the_clock_goes_on_below_it():
    lights = Lights(clock="5", move="button")
    lights.table.put("h8").wait(20).press("p1").hold("p2")
    assert lights.bars()[1] == menu_bar(1)
    for _ in range(10):
        lights.table.press("p2").wait(4000)
    lights.table.wait(5000).wait(20)
    assert counts(lights.bars()[1]) == 13


def ended(lights):
    """Return the game's end as (result, text). Check both bars, and that the lights change only when the text ends."""
    lights.table.wait(WORDS_MS - 100)
    text = {point: colour for point, colour in lights.points().items() if colour == WORDS}
    lights.table.wait(4000)
    result = lights.table.session.match.result
    assert lights.bars() == [
        [BLACK_BAR] * 15 if result.winner in (BLACK, EMPTY) else BLACK_WAITS,
        [WHITE_BAR] * 15 if result.winner in (WHITE, EMPTY) else WHITE_WAITS,
    ]
    assert WORDS not in lights.points().values()
    assert lights.watch(3000)[-1] == bytes(lights.frame())
    return result.reason, text


def says(text, *stones):
    return dict.fromkeys(written(text, *stones), WORDS)


def test_an_end_that_no_stones_show_is_written_on_the_board_and_on_the_winners_bar():
    lights = Lights(clock="10", move="dwell")
    lights.table.play("h8").enter("p2", "resign").enter("p2", "resign")
    assert ended(lights) == ("resignation", says("GIVE UP", "h8"))
    lights = Lights(clock="10", move="dwell")
    lights.table.play("h8").wait(600_000)
    assert ended(lights) == ("time", says("TIME", "h8"))
    lights = Lights()
    lights.table.play("h8").enter("p1", "draw").enter("p2", "accept")
    assert ended(lights) == ("agreement", says("DRAW", "h8"))
    lights = Lights()
    lights.table.play("h8").enter("p2", "pass").enter("p1", "pass")
    assert ended(lights) == ("two passes", says("DRAW", "h8"))
    lights = Lights(tiebreak=True)
    lights.table.play("h8").enter("p2", "pass").enter("p1", "pass")
    assert ended(lights) == ("first pass", says("1ST PASS", "h8"))


def test_the_sign_of_an_end_gives_way_to_the_position_and_the_bar_stays_until_a_new_game():
    lights = Lights()
    lights.table.play("h8").enter("p2", "resign").enter("p2", "resign")
    lights.table.wait(WORDS_MS - 100)
    assert lights.words() == written("GIVE UP", "h8")
    lights.table.wait(200)
    assert lights.words() == [] and lights.bars()[0] == [BLACK_BAR] * 15
    lights.table.lift("h8").wait(60_000).press("arbiter")
    assert lights.words() == [] and lights.bars() == [[BLACK_BAR] * 15, WHITE_WAITS]


def refused(table):
    table.put("a3")


def clock_runs(table):
    table.put("h8").wait(20).press("p1")


def menu_over_a_clock(table):
    clock_runs(table)
    table.hold("p2")


def disturbed_under_a_clock(table):
    clock_runs(table)
    table.lift("h8").wait(300)


def provisional(table):
    table.play("h8", "i9").put("g7")


def offers(table):
    table.play(*THREE).enter("p2", "no swap").play("c12").put("d4", "m3").wait(300)


def lesson_waits(table):
    its = lessons.position(1)
    table.director.obey(("lesson", its.lesson, its.at), table.now)
    table.wait(20).put(*[name(point, 15) for point in its.black + its.white]).wait(1000)
    assert table.session.board_state.state == "calm" and table.session.task


def test_time_that_passes_allocates_nothing():
    for begin, settings in (
        (refused, {}),
        (clock_runs, {"clock": "10+5"}),
        (clock_runs, {"clock": "0/10x3"}),  # the buzzer sounds at each second of the last period
        (menu_over_a_clock, {"clock": "10+5"}),
        (disturbed_under_a_clock, {"clock": "10+5", "mode": "referee"}),
        (provisional, {"mode": "teach"}),
        (offers, {"opening": "rif"}),
        (lesson_waits, {}),
    ):
        lights = Lights(**settings)
        begin(lights.table)
        lights.frame()
        session, effects, lamps = lights.table.session, lights.table.session.effects, lights.lamps
        now = lights.table.now
        effects.lights, effects.sound = False, ""
        heap_lock()
        try:
            while now < lights.table.now + 700:
                now += STEP_MS
                lights.table.director.tick(now, now)
                if not effects.lights and lamps.draw(session, now):
                    lamps.send()
        finally:
            heap_unlock()
        assert not effects.lights, "the test would look at something else"
