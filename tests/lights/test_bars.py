"""The edge bars: the player to move, the current choice, and the clock in lights."""

from tengen.lights import rhythm
from tengen.lights.bars import Bar, clock_lights
from tengen.lights.colours import packed

WHITE, AMBER = (20, 32, 8), (42, 100, 0)
HOUR = 3600_000


def shown(bar):
    """Return the bar as text, from its player's left: `#` lit, `-` dim."""
    lit = "." * bar.first + "#" * bar.count + "-" * bar.more
    return lit + "." * (15 - len(lit))


def test_whose_turn():
    bar = Bar(15)
    assert shown(bar) == "..............."
    bar.turn(WHITE, True)
    assert shown(bar) == "###############" and bar.colour == packed(WHITE)
    bar.turn(WHITE, False)
    assert shown(bar) == ".......#......."


def test_an_entry_of_the_menu_has_its_number_of_lights_from_the_players_own_left():
    bar = Bar(15)
    bar.entry(3, AMBER, 700)
    assert shown(bar) == "###............" and bar.colour == packed(AMBER)
    assert bar.rhythm is rhythm.MENU and bar.since == 700


def test_three_of_eight():
    bar = Bar(15)
    bar.counted(3, 8, AMBER)
    assert shown(bar) == "###-----......."
    bar.counted(9, 8, AMBER)
    assert shown(bar) == "#########......"
    bar.counted(20, 30, AMBER)
    assert shown(bar) == "###############"
    bar.turn(WHITE, True)
    assert shown(bar) == "###############", "nothing is left of what was shown before"


def test_fifteen_lights_are_the_main_time_then_the_last_minute_then_the_last_fifteen_seconds():
    # the ms that are left of an hour, and the number of lights
    for left, lights in (
        (HOUR, 15),
        (HOUR - 240_000 + 1, 15),
        (HOUR - 240_000, 14),
        (240_001, 2),
        (240_000, 1),
        (60_001, 1),
        (60_000, 15),
        (56_001, 15),
        (56_000, 14),
        (16_000, 4),
        (15_001, 4),
        (15_000, 15),
        (14_001, 15),
        (14_000, 14),
        (1000, 1),
        (1, 1),
        (0, 0),
        (-5, 0),
        (2 * HOUR, 15),
    ):
        assert clock_lights(left, HOUR, 15)[0] == lights, left


def test_when_the_clock_will_differ_is_foretold():
    for main in (45_000, 61_000, 100_000, 300_000):
        left = main
        while left > 0:
            lights, until = clock_lights(left, main, 15)
            assert 0 < until <= left
            for between in (left - until // 2, left - until + 1):
                assert clock_lights(between, main, 15)[0] == lights, (main, left)
            left -= until
            # at 60 s and at 15 s another display begins: the number of lights may stay the same, because the rhythm
            # differs
            assert clock_lights(left, main, 15)[0] != lights or left in (60_000, 15_000), (main, left)
        assert clock_lights(left, main, 15) == (0, -1)


def test_the_running_clock_is_lit_the_other_dim_and_the_last_of_the_time_has_its_own_rhythm():
    bar = Bar(15)
    assert bar.clock(300_000, 600_000, WHITE, True, 50) == 20_000
    assert shown(bar) == "########......." and bar.rhythm is rhythm.STEADY
    assert bar.clock(300_000, 600_000, WHITE, False, 60) == -1
    assert shown(bar) == "########......." and bar.rhythm is rhythm.DIM
    bar.clock(60_000, 600_000, WHITE, True, 70)
    assert bar.rhythm is rhythm.LAST_MINUTE and bar.since == 70
    bar.clock(56_000, 600_000, WHITE, True, 4070)
    assert bar.since == 70, "the rhythm goes on"
    bar.clock(15_000, 600_000, WHITE, True, 45_070)
    assert bar.rhythm is rhythm.LAST_SECONDS and bar.since == 45_070
    assert bar.clock(0, 600_000, WHITE, True, 60_070) == -1 and shown(bar) == "..............."
