"""Buttons, debounced already: a press ends with the release, a hold after a second."""

from tengen.sensing.buttons import Buttons


def follow(*levels, names=("p1", "p2", "arbiter")):
    """What happens while `levels`, pairs of (time in ms, level), are looked at every 20 ms, with the time of each."""
    buttons = Buttons(names)
    found, level, script = [], 0, list(levels)
    for now in range(0, script[-1][0] + 100, 20):
        while script and script[0][0] <= now:
            level = script.pop(0)[1]
        found += [happened + (now,) for happened in buttons.update(level, now)]
    return found


def test_a_press_comes_with_the_release_and_tells_how_long_it_was():
    assert follow((100, 1), (300, 0)) == [("p1", "press", 200, 300)]


def test_a_hold_comes_after_a_second_and_its_end_is_a_release():
    assert follow((100, 2), (2500, 0)) == [("p2", "hold", 1000, 1100), ("p2", "release", 2400, 2500)]


def test_a_press_after_a_hold_is_a_press():
    found = follow((100, 2), (1300, 0), (1400, 2), (1500, 0))
    assert [happened[1] for happened in found] == ["hold", "release", "press"]


def test_a_hold_that_nobody_looked_at_in_time_is_a_hold():
    buttons = Buttons(("p1",))
    buttons.update(1, 0)
    assert buttons.update(0, 1500) == [("p1", "hold", 1500), ("p1", "release", 1500)]


def test_two_buttons_at_once():
    found = follow((100, 4), (200, 5), (300, 1), (400, 0))
    assert found == [("arbiter", "press", 200, 300), ("p1", "press", 200, 400)]
