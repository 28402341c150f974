"""Menus: a press goes to the next entry, a hold takes the entry, and five seconds without either close the menu."""

from tengen.session.menu import MENU_MS, Menu


def menu(stays=False):
    return Menu("p1", "menu", ("pass", "draw", "resign"), 10_000, stays)


def test_a_press_goes_to_the_next_entry_and_round():
    opened = menu()
    assert (opened.who, opened.about, opened.at) == ("p1", "menu", 0)
    assert [opened.press(now - 200, now) for now in (11_000, 12_000, 13_000)] == ["draw", "resign", "pass"]
    assert opened.at == 0


def test_a_hold_takes_the_present_entry():
    opened = menu()
    assert opened.hold(10_500) == "pass"
    opened.press(11_000, 11_200)
    assert opened.hold(11_500) == "draw"


def test_what_began_before_the_menu_opened_does_not_count():
    opened = menu()
    assert opened.press(9_999, 10_100) is None and opened.hold(9_000) is None
    assert opened.at == 0
    assert opened.press(10_000, 10_100) == "draw"


def test_what_began_before_the_entries_changed_does_not_count():
    opened = menu()
    opened.press(10_100, 10_200)
    opened.change(("yes", "no"), 11_000)
    assert (opened.entries, opened.at) == (("yes", "no"), 0)
    assert opened.press(10_999, 11_100) is None and opened.hold(10_500) is None
    assert opened.hold(11_000) == "yes"


def test_five_seconds_of_nothing_leave_it():
    assert MENU_MS == 5000
    opened = menu()
    assert not opened.ended(14_999) and opened.ended(15_000)
    opened.press(13_000, 13_200)
    assert not opened.ended(18_199) and opened.ended(18_200)
    opened.change(("yes", "no"), 18_000)
    assert not opened.ended(22_999) and opened.ended(23_000)


def test_a_press_that_does_not_count_keeps_nothing_open():
    opened = menu()
    opened.press(9_500, 10_300)
    assert opened.ended(15_000)


def test_a_menu_does_not_close_under_a_finger_that_holds():
    opened = menu()
    opened.down(14_900)
    assert not opened.ended(15_900)
    assert opened.hold(14_900) == "pass"


def test_a_decision_waits_for_ever():
    assert not menu(stays=True).ended(10_000_000)
