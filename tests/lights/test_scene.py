"""The scenes. Each meaning is shown at its point, in its colour, with its rhythm, and nothing else is lit."""

from portable import DWELL_MS, colour_of, lit
from tengen import wiring
from tengen.coach import coach
from tengen.games import BLACK, WHITE
from tengen.games.points import index
from tengen.lights import colours, scene
from tengen.lights.colours import TURN
from tengen.lights.picture import Picture, compose
from tengen.maintenance import wire_map
from tengen.sensing.field import Field
from tengen.session.director import Director
from tengen.session.session import Session
from tengen.session.settings import Settings

try:
    from micropython import heap_lock, heap_unlock
except ImportError:  # CPython

    def heap_lock():
        pass

    heap_unlock = heap_lock

WIRED = wire_map.defaults(wiring)
SCENE = scene.Scene()

STEP_MS = 20  # ms; the announcements of draw() are checked in steps of this length


def at(name):
    return index(name, 15)


def points(*names):
    return tuple(at(name) for name in names)


def session(*moves):
    """Return a session after these moves. The tests add later actions of hands to its `hands`."""
    found = Director(Session(15, Settings(100), DWELL_MS), coach).session
    for move in moves:
        found.match.stone(at(move))
        found.last = at(move)
    return found


def picture_of(found, now=0):
    picture = Picture(15, wiring.BAR_LENGTH)
    compose(picture, found, now)
    return picture


def drawn(picture, now=0):
    """Return (the frame, the ms until it changes, or -1)."""
    frame = bytearray(b"\x77" * (3 * wiring.PIXELS))
    soon = SCENE.draw(frame, picture, now, WIRED)
    return frame, soon


def frames(picture, until=8000, since=0):
    """Return the frame at each STEP_MS; check that it changes exactly when draw() has announced it."""
    found = []
    due = None
    for now in range(since, since + until, STEP_MS):
        frame, soon = drawn(picture, now)
        assert soon == -1 or soon > 0
        if found and frame != found[-1]:
            assert due is not None and now >= due, "it differs at %d, foretold for %r" % (now, due)
        elif due is not None:
            assert now < due, "it was to differ at %d" % due
        due = None if soon < 0 else now + soon
        found.append(frame)
    return found


def colours_of(picture, point, until=8000):
    """Return the colours of a point at each STEP_MS."""
    return [colour_of(frame, point) for frame in frames(picture, until)]


def changes(levels):
    return sum(1 for number in range(1, len(levels)) if levels[number] != levels[number - 1])


def bars(frame):
    """Return P1's and P2's edge bars, from each player's left (board.toml: from 240, from 225), `#` where lit."""
    found = []
    for first in (240, 225):
        lights = ["#" if any(frame[3 * pixel : 3 * pixel + 3]) else "." for pixel in range(first, first + 15)]
        found.append("".join(lights))
    return tuple(found)


WHOLE, MIDDLE = "#" * 15, ".......#......."


def test_before_the_first_stone_the_centre_glows_blue_and_now_and_then_brighter():
    picture = picture_of(session())
    assert lit(drawn(picture)[0]) == {"h8": colours.ZONE}
    glow = colours_of(picture, "h8")
    assert set(glow) == {colours.ZONE, colours.ZONE_PEAK} and changes(glow) == 7
    assert glow.count(colours.ZONE) > 8 * glow.count(colours.ZONE_PEAK)


def test_the_last_stone_alone_has_a_soft_white_halo_that_dips_rarely_and_briefly():
    # c2 has images at m2, c14, b3 ..., because it is not on an axis of the board
    picture = picture_of(session("h8", "c2"))
    assert lit(drawn(picture)[0]) == {"c2": colours.LAST}
    halo = colours_of(picture, "c2")
    dipped = [level for level in halo if level != colours.LAST]
    assert len(dipped) * STEP_MS == 2 * 120 and changes(halo) == 3
    assert all(green == red == blue > 20 for green, red, blue in dipped), "shallow"
    assert all(set(lit(frame)) == {"c2"} for frame in frames(picture))


def test_a_provisional_stone_is_cyan_and_dips():
    found = session("h8")
    found.board_state.provisional = at("c2")
    picture = picture_of(found)
    assert colour_of(drawn(picture)[0], "c2") == colours.PROVISIONAL
    levels = colours_of(picture, "c2", 1200)
    assert len(set(levels)) == 2 and (0, 0, 0) not in levels and changes(levels) == 3


def test_two_new_stones_blink_together():
    found = session("h8")
    found.board_state.several = [at("c2"), at("d5")]
    seen = [tuple(sorted(lit(frame))) for frame in frames(picture_of(found), 1200)]
    assert set(seen) == {("h8",), ("c2", "d5", "h8")} and changes(seen) == 3
    assert seen[0] == ("c2", "d5", "h8"), "seen at once"


def test_a_missing_stone_pulses_slowly_in_its_colour():
    found = session("h8", "c2")
    found.board_state.missing = [at("h8"), at("c2")]
    picture = picture_of(found)
    black, white = colours_of(picture, "h8", 3200), colours_of(picture, "c2", 3200)
    assert len(set(black)) > 12 and len(set(white)) > 12
    assert black[0] == colours.MISSING[BLACK] and white[0] == colours.MISSING[WHITE]
    assert (0, 0, 0) not in black + white
    assert all(blue >= red >= green for green, red, blue in black), "violet"
    assert all(red >= green >= blue for green, red, blue in white), "warm white"


def test_an_extra_stone_blinks_fast_and_red():
    found = session("h8")
    found.board_state.extra = [at("c2")]
    levels = colours_of(picture_of(found), "c2", 1000)
    assert set(levels) == {colours.EXTRA, (0, 0, 0)} and levels[0] == colours.EXTRA
    assert changes(levels) >= 6


def test_a_five_is_green_with_a_light_running_along():
    found = session("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8")
    five = ["h8", "i8", "j8", "k8", "l8"]
    heads = []
    for frame in frames(picture_of(found), 1280):
        assert sorted(lit(frame)) == five
        head = [point for point in five if colour_of(frame, point) == colours.FIVE_HEAD]
        assert len(head) <= 1
        if head and head[0] not in heads:
            heads.append(head[0])
    assert heads == five
    assert bars(frame) == (WHOLE, MIDDLE), "the winner's"


BEFORE_A_FOUL = ("h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15")
LINES = (("g8", "h8", "i8"), ("g8", "g9", "g10"))


def test_a_foul_that_is_no_move_yet_is_red_and_steady_and_says_its_name():
    found = session(*BEFORE_A_FOUL)
    found.board_state.provisional, found.board_state.foul = at("g8"), "double-three"
    picture = picture_of(found)
    for number, frame in enumerate(frames(picture, 3800)):
        others = lit(frame)
        assert others.pop("g8") == colours.FORBIDDEN and others.pop("o15") == colours.LAST
        assert bool(others) == (number * STEP_MS < 1200)
        assert set(others.values()) <= {colours.WORDS}
    green, red, blue = colours.FORBIDDEN
    assert red and not green and not blue


def test_the_name_of_a_foul_is_written_where_no_stones_are():
    found = session(*BEFORE_A_FOUL)
    found.board_state.provisional, found.board_state.foul = at("g8"), "double-three"
    frame, _ = drawn(picture_of(found))
    rows = []
    for number in range(15, 0, -1):
        names = [letter + str(number) for letter in "abcdefghijklmno"]
        rows.append("".join("#" if colour_of(frame, name) == colours.WORDS else "." for name in names))
    lines = [row for row in rows if "#" in row]
    assert lines == [
        "..#####.#####..",
        ".....#.....#...",
        "....#.....#....",
        ".....#.....#...",
        "......#.....#..",
        "..#...#.#...#..",
        "...###...###...",
    ]


def test_the_lines_of_a_foul_are_shown_in_turn_red_magenta_orange():
    found = session(*BEFORE_A_FOUL)
    found.board_state.provisional, found.board_state.foul = at("g8"), "double-three"
    found.reason.lines = [points(*line) for line in LINES] + [points("g8", "a8", "b8")] * 2
    seen = []
    for frame in frames(picture_of(found), 1200 + 5 * 900):
        assert colour_of(frame, "g8") == colours.FORBIDDEN
        shown = lit(frame)
        del shown["g8"], shown["o15"]
        told = tuple(sorted(shown.items()))
        if not seen or seen[-1] != told:
            seen.append(told)
    assert set(dict(seen[0]).values()) == {colours.WORDS}
    red, magenta, orange = colours.FOUL_LINES
    wanted = []
    for line, colour in (
        (("h8", "i8"), red),
        (("g10", "g9"), magenta),
        (("a8", "b8"), orange),
        (("a8", "b8"), red),
        (("h8", "i8"), red),
    ):
        wanted += [tuple((point, colour) for point in line), ()]
    assert seen[1:] == wanted


def test_the_foul_that_lost_stays_red_until_a_new_game():
    picture = picture_of(session(*(BEFORE_A_FOUL + ("g8",))))
    for number, frame in enumerate(frames(picture, 3000)):
        assert colour_of(frame, "g8") == colours.FORBIDDEN
        assert number * STEP_MS < 1200 or lit(frame) == {"g8": colours.FORBIDDEN}
    assert bars(frame) == (MIDDLE, WHOLE), "the winner's"
    compose(picture, session(), 3000)
    assert lit(drawn(picture, 3000)[0]) == {"h8": colours.ZONE}


def test_forbidden_points_are_red_and_steady():
    picture = Picture(15, 15)
    picture.forbidden = points("c2", "d5")
    assert set(colours_of(picture, "c2")) == set(colours_of(picture, "d5")) == {colours.FORBIDDEN}
    assert drawn(picture)[1] == -1


def test_tentative_fifths_are_amber_with_double_dips_and_equal_ones_blink():
    picture = Picture(15, 15)
    picture.offers = points("c2", "d5", "m2")
    amber = colours_of(picture, "d5")
    assert amber[0] == colours.OFFER and len(set(amber)) == 2 and (0, 0, 0) not in amber
    picture.twins = points("c2", "m2")
    assert set(colours_of(picture, "c2")) == {colours.OFFER, (0, 0, 0)}
    assert colours_of(picture, "d5") == amber


def test_faulty_points_are_dim_and_steady():
    picture = Picture(15, 15)
    picture.faulty = points("c2")
    assert set(colours_of(picture, "c2")) == {colours.FAULTY} and max(colours.FAULTY) < min(colours.LAST)


def test_points_of_a_line_that_fails_now_and_then_go_dark_now_and_then():
    picture = Picture(15, 15)
    picture.unsteady = points("c2", "d2")
    assert set(colours_of(picture, "c2")) == {colours.FAULTY, (0, 0, 0)}
    picture.faulty = points("d2")
    assert set(colours_of(picture, "d2")) == {colours.FAULTY}, "one that can't be read at all is steady"


def test_words_keep_clear_of_stones():
    picture = picture_of(session("h8", "i9"))
    picture.words = "12"
    picture.spell()
    shown = lit(drawn(picture)[0])
    assert shown.pop("i9") == colours.LAST
    assert set(shown.values()) == {colours.WORDS} and "h8" not in shown and len(shown) > 10
    picture.words = ""
    picture.spell()
    assert set(lit(drawn(picture)[0])) == {"i9"}


# The order of precedence, lowest first: each meaning hides the meanings that are before it in this list
ORDER = (
    ("last", colours.LAST),
    ("unsteady", colours.FAULTY),
    ("faulty", colours.FAULTY),
    ("zone", colours.ZONE),
    ("forbidden", colours.FORBIDDEN),
    ("offers", colours.OFFER),
    ("provisional", colours.PROVISIONAL),
    ("replies", colours.PROVISIONAL),
    ("several", colours.PROVISIONAL),
    ("foul", colours.FORBIDDEN),
    ("five", colours.FIVE_HEAD),
    ("missing_white", colours.MISSING[WHITE]),
    ("extra", colours.EXTRA),
)


def test_where_two_want_one_point_the_order_decides():
    picture = Picture(15, 15)
    for name, colour in ORDER:
        setattr(picture, name, at("c2") if name in ("last", "provisional", "foul") else points("c2"))
        assert lit(drawn(picture)[0]) == {"c2": colour}, name


def test_a_disturbed_board_hides_what_is_below_it_even_while_it_is_dark():
    found = session("h8", "c2")
    found.board_state.extra = [at("c2")]
    assert set(colours_of(picture_of(found), "c2", 1000)) == {colours.EXTRA, (0, 0, 0)}


def test_the_rhythm_begins_when_the_points_change_and_not_before():
    found = session("h8")
    picture = picture_of(found, 1000)
    compose(picture, found, 1400)
    assert picture.since == 1000
    found.board_state.extra = [at("c2")]
    compose(picture, found, 1700)
    assert picture.since == 1700
    assert colour_of(drawn(picture, 1700)[0], "c2") == colours.EXTRA, "seen at once"
    assert colour_of(drawn(picture, 1824)[0], "c2") == colours.EXTRA
    assert colour_of(drawn(picture, 1825)[0], "c2") == (0, 0, 0)
    found.board_state.extra.append(at("d5"))  # the list is changed in place, so it is still the same object
    compose(picture, found, 2000)
    assert picture.since == 2000


def test_the_edge_bar_of_the_player_to_move_is_lit():
    assert bars(drawn(picture_of(session()))[0]) == (WHOLE, MIDDLE)
    assert bars(drawn(picture_of(session("h8")))[0]) == (MIDDLE, WHOLE)


def test_the_bars_have_their_owners_colour():
    found = session("h8")
    frame, _ = drawn(picture_of(found))
    assert tuple(frame[3 * 225 : 3 * 225 + 3]) == TURN[WHITE]
    assert tuple(frame[3 * 247 : 3 * 247 + 3]) == TURN[BLACK]
    found = session()
    found.match.opening.players = {BLACK: "p2", WHITE: "p1"}
    found.match.stone(at("h8"))
    frame, _ = drawn(picture_of(found))
    assert bars(frame) == (WHOLE, MIDDLE)
    assert tuple(frame[3 * 240 : 3 * 240 + 3]) == TURN[WHITE]


def test_a_bar_runs_from_its_own_players_left_and_has_its_own_rhythm():
    picture = picture_of(session("h8", "i9"))
    picture.bars[0].entry(3, (0, 60, 60), 500)
    picture.bars[1].counted(2, 5, colours.OFFER)
    frame, _ = drawn(picture, 500)
    assert bars(frame) == ("###............", "#####..........")
    assert tuple(frame[3 * 226 : 3 * 226 + 3]) == colours.OFFER
    dim = tuple(frame[3 * 227 : 3 * 227 + 3])
    assert 0 < max(dim) < max(colours.OFFER) // 2
    prompts = [tuple(frame[3 * 240 : 3 * 240 + 3]) for frame in frames(picture, 2000, 500)]
    assert prompts[0] == (0, 60, 60) and changes(prompts) >= 6 and (0, 0, 0) not in prompts


def everything():
    picture = Picture(15, 15)
    for number, (name, _) in enumerate(ORDER):
        setattr(picture, name, number if name in ("last", "provisional", "foul") else (number, number + 15))
    picture.twins = (4,)
    picture.missing_black = (40, 41)
    picture.foul_name, picture.foul_lines = "overline", ((60, 61), (62, 63))
    picture.words = "0:42"
    picture.spell()
    picture.bars[0].entry(2, (9, 9, 9), 0)
    picture.bars[1].counted(3, 8, colours.OFFER)
    return picture


def test_drawing_allocates_nothing():
    picture, frame = everything(), bytearray(3 * wiring.PIXELS)
    SCENE.draw(frame, picture, 0, WIRED)
    heap_lock()
    try:
        now = 0
        while now < 6000:
            SCENE.draw(frame, picture, now, WIRED)
            now += 30
    finally:
        heap_unlock()
    assert any(frame)


def test_all_at_once_is_foretold_too():
    frames(everything(), 4000)


# A field smaller than the board


def test_the_ring_around_a_small_field_makes_room_for_a_sign():
    picture = picture_of(session())
    picture.zone = ()
    picture.lay(Field(8, 15))
    ring = set(picture.frame)
    assert lit_in(picture) == dict.fromkeys(ring, colours.FRAME) and len(ring) == 36
    picture.words = "OPE NING"
    picture.spell()
    sign = {point for point in range(225) if picture.word_rows[point // 15] >> point % 15 & 1}
    assert sign & ring, "they would lie across each other"
    assert lit_in(picture) == dict.fromkeys(sign, colours.WORDS)


def lit_in(picture):
    return {at(point): colour for point, colour in lit(drawn(picture)[0]).items()}


def test_continuations_that_the_laptop_knows_swell_and_the_marked_ones_are_brighter():
    found = session("h8")
    coach.show(found, ["i9", "h9"], ["h9"], 1)
    picture = picture_of(found)
    frame, soon = drawn(picture)
    later, _ = drawn(picture, soon)
    assert set(lit(frame)) - {"h8"} >= {"i9", "h9"}
    usual, marked = colour_of(frame, "i9"), colour_of(frame, "h9")
    assert all(one < other for one, other in zip(usual[:2], marked[:2]))
    assert all(one < other for one, other in zip(usual[:2], colour_of(later, "i9")[:2])), "it swells"
    found.match.stone(at("a1"))
    found.effects.change()
    assert not any(colour_of(drawn(picture_of(found))[0], "i9"))
