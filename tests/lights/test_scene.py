"""The scenes: each meaning at its point, in its colour, with its rhythm, and nothing anywhere else."""

from support import colour_of, lit
from tengen import wiring
from tengen.lights import scene
from tengen.rules import BLACK
from tengen.rules.points import index
from tengen.rules.renju import Renju
from tengen.session.game import Session


def session(*moves):
    found = Session(Renju)
    for move in moves:
        found.game.play(index(move, 15))
        found.last = index(move, 15)
    return found


def drawn(found, now=0):
    frame = bytearray(3 * wiring.PIXELS)
    moving = scene.draw(frame, found, now, wiring)
    return frame, moving


def test_before_the_first_stone_the_centre_glows_blue():
    frame, moving = drawn(session())
    assert lit(frame) == {"h8": scene.ZONE}
    assert not moving


def test_the_last_stone_alone_has_a_soft_white_halo():
    # c2 is mirrored to m2, c14, b3 ...: no symmetry of the board keeps it
    frame, moving = drawn(session("h8", "c2"))
    assert lit(frame) == {"c2": scene.LAST}
    assert not moving


def test_a_provisional_stone_is_cyan_and_dips():
    found = session("h8")
    found.provisional = index("c2", 15)
    frame, moving = drawn(found)
    assert colour_of(frame, "c2") == scene.PROVISIONAL and moving
    levels = {colour_of(drawn(found, now)[0], "c2") for now in range(0, 1200, 20)}
    assert len(levels) == 2 and (0, 0, 0) not in levels


def test_two_new_stones_blink_together():
    found = session("h8")
    found.several = [index("c2", 15), index("d5", 15)]
    seen = {tuple(sorted(lit(drawn(found, now)[0]))) for now in range(0, 1000, 20)}
    assert seen == {("h8",), ("c2", "d5", "h8")}


def test_a_missing_stone_pulses_slowly_in_its_colour():
    found = session("h8", "c2")
    found.missing = [index("h8", 15), index("c2", 15)]
    black = {colour_of(drawn(found, now)[0], "h8") for now in range(0, 1600, 20)}
    white = {colour_of(drawn(found, now)[0], "c2") for now in range(0, 1600, 20)}
    assert len(black) == 8 and len(white) == 8
    assert (0, 0, 0) not in black | white
    assert all(blue > red > green for green, red, blue in black), "violet"
    assert all(red > green > blue for green, red, blue in white), "warm white"


def test_an_extra_stone_blinks_fast_and_red():
    found = session("h8")
    found.extra = [index("c2", 15)]
    levels = [colour_of(drawn(found, now)[0], "c2") for now in range(0, 1000, 20)]
    assert set(levels) == {scene.EXTRA, (0, 0, 0)}
    changes = sum(1 for before, after in zip(levels, levels[1:]) if before != after)
    assert changes >= 6


def test_an_extra_stone_hides_the_last_one():  # DESIGN: disturbed before last stone
    found = session("h8", "c2")
    found.extra = [index("c2", 15)]
    assert colour_of(drawn(found)[0], "c2") == scene.EXTRA


def test_a_five_is_green_with_a_light_running_along():
    found = session("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8")
    five = ["h8", "i8", "j8", "k8", "l8"]
    heads = []
    for now in range(0, 1280, 20):
        frame, moving = drawn(found, now)
        assert sorted(lit(frame)) == five and moving
        head = [point for point in five if colour_of(frame, point) == scene.FIVE_HEAD]
        assert len(head) <= 1
        if head and head[0] not in heads:
            heads.append(head[0])
    assert heads == five


BEFORE_A_FOUL = ("h8", "a1", "i8", "o1", "g9", "a15", "g10", "o15")


def test_a_foul_that_is_no_move_yet_is_red_and_steady():  # DESIGN, Lights: unlike an extra stone, it doesn't blink
    found = session(*BEFORE_A_FOUL)
    found.provisional, found.foul = index("g8", 15), "double-three"
    for now in range(0, 2000, 20):
        frame, moving = drawn(found, now)
        assert lit(frame) == {"g8": scene.FORBIDDEN, "o15": scene.LAST}
        assert not moving
    green, red, blue = scene.FORBIDDEN
    assert red and not green and not blue


def test_the_foul_that_lost_stays_red_until_a_new_game():
    found = session(*(BEFORE_A_FOUL + ("g8",)))
    for now in range(0, 2000, 20):
        frame, moving = drawn(found, now)
        assert lit(frame) == {"g8": scene.FORBIDDEN}
        assert not moving
    assert bars(frame) == (1, 1)
    assert lit(drawn(session())[0]) == {"h8": scene.ZONE}


def bars(frame):
    """How many lights of P1's and P2's edge bars are lit (board.toml: from 240, from 225)."""
    count = [0, 0]
    for number, first in enumerate((240, 225)):
        for pixel in range(first, first + 15):
            count[number] += any(frame[3 * pixel : 3 * pixel + 3])
    return tuple(count)


def test_the_edge_bar_of_the_player_to_move_is_lit():
    assert bars(drawn(session())[0]) == (15, 1)
    assert bars(drawn(session("h8"))[0]) == (1, 15)


def test_the_bars_have_their_owners_colour():
    frame, _ = drawn(session("h8"))
    assert tuple(frame[3 * 225 : 3 * 225 + 3]) == scene.TURN[3 - BLACK]
    assert tuple(frame[3 * 247 : 3 * 247 + 3]) == scene.TURN[BLACK]
