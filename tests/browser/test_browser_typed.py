"""A typed point is a move: `i` opens a field, Enter puts a stone, and a text that means nothing is explained."""

import pytest
from telling import Telling, shows, text

FIELD = "#typed input"
OPEN = "#typed[open]"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def typed(page, point):
    """Open the field if it is closed, type into it, and press Enter."""
    if not page.page.is_visible(FIELD):
        page.page.keyboard.press("i")
        page.page.wait_for_selector(OPEN)
    page.page.fill(FIELD, point)
    page.page.keyboard.press("Enter")


def refused(page, point, why):
    typed(page, point)
    assert text(page, "#typed-words") == why
    assert page.page.is_visible(OPEN) and page.page.evaluate("document.activeElement.closest('#typed') !== null")


def closed(page):
    page.page.wait_for_selector("#typed", state="hidden")


def test_a_typed_point_is_a_move_for_eye_and_ear(served, window):
    page = window(served.url)
    for number, point in enumerate(("h8", " I 9 ", "ｇ７")):
        typed(page, point)
        closed(page)
        served.until(lambda number=number: len(served.stones()) == number + 1)
        served.advance(1000)
        page.shows(served)
    assert set(served.stones()) == {"h8", "i9", "g7"}
    page.page.wait_for_selector("#spoken p:has-text('Black G 7')", state="attached")
    page.page.keyboard.press("b")
    assert page.page.evaluate("document.activeElement.dataset.point") == "g7", "the cursor is where the stone is"


def test_the_field_has_a_name_and_escape_gives_the_focus_back(served, window):
    page = window(served.url)
    page.page.focus("#new-game-open")
    page.page.keyboard.press("i")
    page.page.get_by_role("textbox", name="Type a point, like h8").wait_for()
    page.page.keyboard.press("Escape")
    closed(page)
    assert page.page.evaluate("document.activeElement.id") == "new-game-open" and not served.stones()


def test_a_click_on_the_board_puts_the_stone_and_closes_the_field(served, window):
    page = window(served.url)
    page.page.keyboard.press("i")
    page.page.wait_for_selector(OPEN)
    page.click("h8")
    closed(page)
    served.until_stones("h8")
    page.page.keyboard.press("i")
    page.page.wait_for_selector(OPEN)
    page.page.keyboard.press("Shift+Tab")
    assert page.page.is_visible(OPEN), "the focus is on its own button"
    page.page.keyboard.press("Shift+Tab")
    closed(page)


def test_a_tap_on_a_phone_aims_and_closes_the_field(served, window):
    page = window(served.url, viewport={"width": 360, "height": 740}, has_touch=True)
    page.page.keyboard.press("i")
    page.page.wait_for_selector(OPEN)
    page.page.touchscreen.tap(*page.place("h8"))
    closed(page)
    page.page.touchscreen.tap(*page.place("h8"))
    served.until_stones("h8")


def test_what_is_no_free_point_is_explained_and_the_field_stays(served, window):
    page = window(served.url)
    typed(page, "h8")
    served.until_stones("h8")
    page.until_stones({"h8": "black"})
    served.advance(1000)
    page.shows(served)
    refused(page, "h8", "There is already a stone on H8: type another point")
    refused(page, "p1", "P1 is not on the board: its points are A1 to O15")
    refused(page, "h16", "H16 is not on the board: its points are A1 to O15")
    refused(page, "centre", "Centre is not a point: write a letter and a number, like h8")
    refused(page, "", "Type a point, like h8")
    page.page.wait_for_selector("#spoken p:has-text('There is already a stone on H8')", state="attached")
    typed(page, "i9")
    served.until_stones("h8", "i9")


def test_the_points_are_those_of_the_games_own_field(telling, window):
    page = window(telling.url)
    telling.begin_game("four", size=9)
    shows(page, telling)
    refused(page, "k1", "K1 is not on the board: its points are A1 to I9")
    typed(page, "a1")
    telling.served.until(lambda: telling.board.done)
    assert telling.board.done == [("put", "d4", None)]


def lies(telling, page, **stones):
    """Put stones on the board as if by hand."""
    telling.board.stones.update(stones)
    telling.served.call(telling.board.say, telling.board.stones_message())
    page.until_stones(dict(telling.board.stones))


@pytest.mark.parametrize(
    "hand",
    [
        {"state": "lifting", "lift": ["i9"]},
        {"state": "disturbed", "extra": ["i9"]},
        {"state": "several", "several": ["g7", "i9"]},
        {"state": "provisional", "new": ["i9"], "colour": "black", "foul": "double-three"},
        {"state": "refused", "refusal": {"point": "i9", "why": {"code": "refused.double_three"}}},
    ],
    ids=lambda hand: hand["state"],
)
def test_where_the_game_wants_a_lift_a_typed_point_lifts(telling, window, hand):
    page = window(telling.url)
    telling.begin(opening="free")
    lies(telling, page, h8="black", i9="white")
    telling.says(hand=hand)
    shows(page, telling)
    refused(page, "h8", "There is already a stone on H8: type another point")
    typed(page, "i9")
    telling.served.until(lambda: telling.board.done)
    assert telling.board.done == [("lift", "i9")]


def test_tentative_fifths_are_offered_and_taken_away(telling, window):
    page = window(telling.url)
    telling.begin(opening="rif")
    telling.asks("offer", "p1", 5, count=2)
    shows(page, telling)
    typed(page, "e5")
    telling.served.until(lambda: telling.board.done)
    assert telling.board.done.pop() == ("put", "e5", None)
    lies(telling, page, k11="black")
    telling.asks("keep", "p2", 5)
    telling.says(hand={"state": "keeping", "offers": ["e5", "k11"], "left": ["e5", "k11"]})
    shows(page, telling)
    typed(page, "e5")
    telling.served.until(lambda: telling.board.done)
    assert telling.board.done == [("lift", "e5")]


def test_after_the_end_no_stone_is_put(telling, window):
    page = window(telling.url)
    telling.begin(opening="free")
    telling.moves("h8")
    lies(telling, page, h8="black")
    telling.result("white", "resignation")
    shows(page, telling)
    refused(page, "i9", "The game is over")


def test_after_a_new_game_the_cursor_is_in_the_centre_and_keeps_the_focus(telling, window):
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    page.page.keyboard.press("b")
    for key in ("ArrowLeft", "ArrowDown"):
        page.page.keyboard.press(key)
    assert page.page.evaluate("document.activeElement.dataset.point") == "g7"
    telling.begin()
    shows(page, telling)
    assert page.page.evaluate("document.activeElement.dataset.point") == "h8"
    page.page.keyboard.press("ArrowLeft")
    page.page.focus("#new-game-open")
    telling.begin()
    shows(page, telling)
    assert page.page.evaluate("document.activeElement.id") == "new-game-open", "the focus stays elsewhere"
    page.page.keyboard.press("b")
    assert page.page.evaluate("document.activeElement.dataset.point") == "h8"


def test_pages_without_a_hand_say_why(telling, window):
    page = window(telling.url + "?view=room")
    page.page.keyboard.press("i")
    page.page.wait_for_selector("#notice:not([hidden])")
    assert not page.page.is_visible("#typed")
