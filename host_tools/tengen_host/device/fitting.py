"""Which of the shared tests the Pico can't run, as data: `tengen test-device` proves it each time.

By the file's path in tests/, or by that and a test's name: "rules/test_x.py", "rules/test_x.py::test_y".
"""

# They end in a MemoryError. One that does not is a failure, so that this list stays true.
TOO_BIG: set[str] = set()

# On an emulated Pico they take more than ten minutes each: they are run on a real one only. The minutes are reckoned:
# what took a second on the emulated Pico of a quiet machine took a millisecond on the unix port.
TOO_LONG = {
    "lights/test_rhythm.py::test_a_foul_tells_its_name_once_and_its_lines_in_turn_for_ever": "half an hour",
    "lights/test_rhythm.py::test_every_meaning_has_its_own_rhythm_and_starts_lit": "20 minutes",
    "lights/test_rhythm.py::test_when_a_rhythm_will_differ_is_foretold": "20 minutes",
    "rules/test_kernels.py::test_every_window_in_every_direction": "half an hour",
    "rules/test_kernels.py::test_hard_boards_by_plain_python": "20 minutes",
    "rules/test_position.py::test_3000_boards_every_point": "an hour",
    "session/test_referee.py::test_teaching_shows_the_fouls_before_they_are_touched_and_no_others": "half an hour",
}
