"""Buttons: a press ends with the release, a hold after a second, a bounce is neither."""

from tengen.sensing.buttons import Buttons


def follow(*levels, names=("p1", "p2", "arbiter")):
    """The happenings while `levels`, pairs of (time in ms, level), are looked at every 10 ms."""
    buttons = Buttons(names)
    found, level, script = [], 0, list(levels)
    for now in range(0, script[-1][0] + 100, 10):
        while script and script[0][0] <= now:
            level = script.pop(0)[1]
        found += [(name, action, now) for name, action in buttons.update(level, now)]
    return found


def kinds(found):
    return [(name, action) for name, action, _ in found]


def test_a_press_comes_with_the_release():
    found = follow((100, 1), (300, 0))
    assert kinds(found) == [("p1", "press")]
    assert 300 <= found[0][2] <= 340


def test_a_hold_comes_after_a_second_and_its_release_is_no_press():
    found = follow((100, 2), (2500, 0))
    assert kinds(found) == [("p2", "hold")]
    assert 1100 <= found[0][2] <= 1150


def test_a_bounce_is_nothing():
    assert follow((100, 1), (110, 0), (200, 0)) == []


def test_two_buttons_at_once():
    assert kinds(follow((100, 4), (200, 5), (300, 1), (400, 0))) == [("arbiter", "press"), ("p1", "press")]
