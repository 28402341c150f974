"""Debounced buttons. A press ends with the release, a hold comes after a second; two held together do neither."""

from tengen.sensing.buttons import Buttons

P1, P2, ARBITER = 1, 2, 4


def follow(*levels):
    """Return the actions with their times, while `levels`, pairs of (time in ms, level), are sampled every 20 ms."""
    buttons = Buttons(("p1", "p2", "arbiter"))
    found, level, script = [], 0, list(levels)
    for now in range(0, script[-1][0] + 100, 20):
        while script and script[0][0] <= now:
            level = script.pop(0)[1]
        found += [happened + (now,) for happened in buttons.update(level, now, now)]
    return found


def actions(*levels):
    """Return the actions without times, and without "down"."""
    return [happened[:2] for happened in follow(*levels) if happened[1] != "down"]


def test_a_press_comes_with_the_release_and_tells_since_when_it_was_down():
    assert follow((100, P1), (300, 0)) == [("p1", "down", 100, 100), ("p1", "press", 100, 300)]


def test_a_hold_comes_after_a_second_and_its_end_is_a_release():
    assert follow((100, P2), (2500, 0)) == [
        ("p2", "down", 100, 100),
        ("p2", "hold", 100, 1100),
        ("p2", "release", 100, 2500),
    ]


def test_a_press_after_a_hold_is_a_press():
    assert follow((100, P2), (1300, 0), (1400, P2), (1500, 0))[2:] == [
        ("p2", "release", 100, 1300),
        ("p2", "down", 1400, 1400),
        ("p2", "press", 1400, 1500),
    ]


def test_a_hold_that_nobody_looked_at_in_time_is_a_hold():
    buttons = Buttons(("p1",))
    buttons.update(1, 0, 0)
    assert buttons.update(0, 1500, 1500) == [("p1", "hold", 0), ("p1", "release", 0)]


def test_presses_at_once_are_presses():
    assert follow((100, ARBITER), (200, P1 | ARBITER), (300, P1), (400, 0)) == [
        ("arbiter", "down", 100, 100),
        ("p1", "down", 200, 200),
        ("arbiter", "press", 100, 300),
        ("p1", "press", 200, 400),
    ]


def test_a_finger_that_rests_keeps_nobody_from_pressing():
    found = actions((100, P1), (500, P1 | P2), (700, P1), (3000, P1 | P2), (3200, P1), (4000, 0))
    assert found == [("p2", "press"), ("p1", "together"), ("p2", "press"), ("p1", "release")]


def test_two_that_are_held_together_are_told_once_and_are_no_hold():
    assert follow((100, P1 | P2), (2000, 0))[2:] == [
        ("p1", "together", 100, 1100),
        ("p1", "release", 100, 2000),
        ("p2", "release", 100, 2000),
    ]
    found = follow((100, P2), (500, P1 | P2), (1200, P1), (2000, 0))[2:]
    assert found == [("p2", "together", 100, 1100), ("p2", "release", 100, 1200), ("p1", "release", 500, 2000)]
    found = actions((100, P1), (1100, P1 | P2), (3000, 0))
    assert found == [("p1", "together"), ("p1", "release"), ("p2", "release")]


def test_a_hold_during_which_another_was_down_at_all_is_none():
    assert actions((100, P1), (200, P1 | P2), (300, P1), (2000, 0)) == [
        ("p2", "press"),
        ("p1", "together"),
        ("p1", "release"),
    ]


def test_a_hold_that_has_counted_goes_on_counting_and_the_second_is_none():
    found = actions((100, P1), (1500, P1 | ARBITER), (3000, 0))
    assert found == [("p1", "hold"), ("arbiter", "together"), ("p1", "release"), ("arbiter", "release")]


def test_one_after_the_other_in_the_same_look_are_not_together():
    assert actions((100, P1), (200, P2), (1400, 0)) == [("p1", "press"), ("p2", "hold"), ("p2", "release")]


def test_what_was_together_is_forgotten_when_the_button_goes_down_again():
    found = actions((100, P1 | P2), (1500, P2), (1600, 0), (1700, P2), (3000, 0), (3100, P1), (4500, 0))
    assert found[3:] == [("p2", "hold"), ("p2", "release"), ("p1", "hold"), ("p1", "release")]


def test_held_together_again_is_told_again():
    found = actions((100, P1 | P2), (1500, P2), (1600, P1 | P2), (3000, 0))
    assert found.count(("p1", "together")) == 2


def test_actions_are_passed_on_as_they_are_returned():
    class Receiver:
        def __init__(self):
            self.heard = []

        def button(self, name, action, since, now):
            self.heard.append((name, action, since, now))

    receiver, names, expected = Receiver(), ("p1", "p2", "arbiter"), []
    passing, returning = Buttons(names, receiver), Buttons(names)
    for now, levels in ((0, 1), (100, 3), (200, 2), (1300, 2), (1400, 0), (1500, 4)):
        passing.pass_on(levels, now, now)
        expected += [(name, action, since, now) for name, action, since in returning.update(levels, now, now)]
    assert receiver.heard == expected and len(expected) == 6
