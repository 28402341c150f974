"""For each item of firmware/docs/family.md#at-the-board there is a test, or this test fails."""

import re

import test_at_the_board_in_general as general
import test_family_at_the_board as family
import test_large_board
from lights import test_family_lights as lights
from portable import page_lines
from session import test_cleared as cleared

# For each group of games: the titles of its stories in test_family_at_the_board.py, and other tests
ROWS = {
    "five, gomoku, historic": (
        "five: a six wins", "gomoku: a six is nothing", "renju: a double-three loses",
        "renju-1899: refused for Black", "renju-1903: White may", "renju-1912: loses",
        "renju-1916: an overline loses", "renju-1918: with a four, too",
    ),
    "sapronov, black's choice": (family.test_sapronov_with_the_choice_of_black_twice,),
    "pente, keryo, ninuki": (
        "pente: three pairs at once", "pente keryo: three", "pente: an overline is refused",
        "ninuki: a double-three is refused", general.test_count_captured_stones_are_on_the_edge_bars_whenever_asked,
    ),
    "poof": ("pente poof: the new stone goes itself",),
    "boat, ninuki": ("pente boat: a five is broken", "ninuki: a five stands and is broken"),
    "anti": (
        "anti-renju: an open four loses", "anti-pente: a capture opens the own four",
        lights.test_an_open_four_is_shown_as_the_lines_of_a_foul,
    ),
    "common centre": (
        "common-centre: it counts for White, too",
        lights.test_the_common_centre_glows_in_the_movers_colour_all_the_time,
    ),
    "bomb": ("bomb-renju: eight stones go", "bomb-pente: eight stones go", "bomb-renju: the bomb is no move yet"),
    "repensi": ("repensi: four stones turn",),
    "neutral": ("neutral-pente: a neutral stone",),
    "connect6 on 15": (
        "connect6 torus: a six over the edge", "connect6 collinear: a stone in no line",
        "connect5 non-collinear: two stones in a line", "connect6 swap-3rd",
        lights.test_a_six_on_the_torus_runs_on_at_the_other_edge,
    ),
    "four": (
        "four down: put too high", "four edges: put in the middle", "four interior: put in the middle", "four of ten",
        lights.test_points_of_rest_are_the_zone_inside_the_ring_of_the_field,
    ),
    "four clear": ("four clear: two edges go in the corner",),
    "irensei; all 19x19": (
        test_large_board.test_a_game_that_does_not_fit_is_refused_and_not_offered,
        test_large_board.test_irensei_a_capture_is_lifted_a_ko_is_refused_and_seven_in_a_row_win,
        test_large_board.test_captured_stones_of_irensei_are_counted_whenever_asked,
    ),
}  # fmt: skip

# For each item, named by its words in bold type: its tests
GENERAL = {
    "Turned stones": (
        general.test_turn_a_stone_pulses_in_its_new_colour_until_it_was_lifted_and_put_once_or_the_mover_presses,
        general.test_turn_the_press_of_the_mover_says_that_all_are_turned,
    ),
    "Special stones": (general.test_kind_is_chosen_in_the_menu_before_or_after_the_stone_is_put_and_the_bar_shows_it,),
    "Standing five": (general.test_standing_five_its_stones_pulse_green_and_nothing_tells_what_would_break_it,),
    "Several stones in a turn": (
        general.test_more_stones_in_a_turn_are_provisional_together_and_one_press_makes_them_moves_in_order,
    ),
    "Stones of a third colour": (lights.test_the_common_centre_glows_in_the_movers_colour_all_the_time,),
    "Four in a row": (
        cleared.test_the_clock_stops_at_once_for_a_full_edge_and_goes_on_by_the_press,
        cleared.test_the_next_stone_waits_for_the_press_of_him_who_has_moved,
    ),
    "Fields of 8x8 and 10x10": (
        lights.test_points_of_rest_are_the_zone_inside_the_ring_of_the_field, "four of ten",
        "four clear: two edges go in the corner",
    ),
    "Boards of 19x19": (test_large_board.test_a_game_that_does_not_fit_is_refused_and_not_offered,),
}  # fmt: skip

# Facts that are on other pages: at_the_board.md#captures-and-special-stones and modes.md
BASICS = {
    "Lift": (
        general.test_lift_captured_stones_blink_slowly_until_they_are_gone_and_the_next_stone_waits,
        general.test_lift_stones_that_the_new_one_takes_may_go_before_the_press,
    ),
    "Count": (general.test_count_captured_stones_are_on_the_edge_bars_whenever_asked,),
    "Silent mode": (general.test_silent_mode_only_where_stones_are_never_removed_and_a_turn_is_one_stone,),
}


def section():
    """The section as a text."""
    lines = list(page_lines("family.md"))
    begin = lines.index("## At the board") + 1
    end = next(at for at, line in enumerate(lines) if at > begin and line.startswith("## "))
    return " ".join(line.strip() for line in lines[begin:end])


def shown(named):
    for what, shown_by in named.items():
        assert shown_by, what
        for each in shown_by:
            assert each in family.STORIES if isinstance(each, str) else each.__name__.startswith("test_"), (what, each)


def test_each_game_is_shown():
    shown(ROWS)


def test_each_story_is_one_of_a_game():
    told = [each for shown_by in ROWS.values() for each in shown_by if isinstance(each, str)]
    assert sorted(told) == sorted(family.STORIES)


def test_each_item_is_shown():
    assert re.findall(r"\*\*(.+?)\*\*", section()) == list(GENERAL)
    shown(GENERAL)
    shown(BASICS)
    tests = {each for shown_by in (*GENERAL.values(), *BASICS.values()) for each in shown_by}
    assert {its for name, its in vars(general).items() if name.startswith("test_")} <= tests
