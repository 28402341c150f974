"""List the shared tests that are not run on a Pico.

Each entry is a file of tests/ and a test, like "games/test_x.py::test_y".

If another test runs out of memory, it is reported as skipped.
"""

# These tests are never started. They read a whole file that is larger than the memory, or than the largest free piece
# of it. The board would fail in the middle of the transfer, and the prompt would read the rest of the file as source.
TOO_BIG_TO_TRY = {
    "games/test_renju.py::test_2500_real_games_end_with_a_five_and_not_before": "118 kB in one piece",
    "session/test_referee.py::test_no_move_of_real_games_is_called_a_foul": "118 kB in one piece",
}

# On an emulated Pico each of these tests takes more than ten minutes, so they only run on a real Pico. The times are
# estimates: a millisecond on the unix port is about a second on the emulated Pico of an idle machine.
TOO_LONG = {
    "lights/test_rhythm.py::test_a_foul_tells_its_name_once_and_its_lines_in_turn_for_ever": "half an hour",
    "lights/test_rhythm.py::test_every_meaning_has_its_own_rhythm_and_starts_lit": "20 minutes",
    "lights/test_rhythm.py::test_when_a_rhythm_will_differ_is_foretold": "20 minutes",
    "games/test_kernels.py::test_every_window_in_every_direction": "half an hour",
    "games/test_kernels.py::test_hard_boards_by_plain_python": "20 minutes",
    "games/test_position.py::test_3000_boards_every_point": "an hour",
    "games/test_family.py::test_gomoku": "half an hour",
    "games/test_family.py::test_pente_with_all_its_options": "hours",
    "games/test_family.py::test_connect6_with_all_its_options": "an hour",
    "games/test_examples.py::test_random_games_of_the_family": "20 minutes",
    "games/test_examples.py::test_a_take_back_restores_everything": "an hour",
    "games/test_examples.py::test_the_facts_of_a_match_make_it_again": "an hour",
    "games/test_others.py::test_positions_of_all_these_games": "20 minutes",
    "session/test_referee.py::test_no_legal_move_of_these_positions_is_called_a_foul": "half an hour",
    "session/test_referee.py::test_teaching_shows_the_fouls_before_they_are_touched_and_no_others": "half an hour",
}
