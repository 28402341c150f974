"""The terms in the explanation of a foul open their pictures, by click and by keyboard."""

import pytest
from browser.test_browser_languages import LANGUAGES
from explained import reason
from telling import Telling, shows, text, texts

ROOM = "?view=room"
OF_A_FOUL = ["three", "straight four", "three", "straight four"]


@pytest.fixture
def telling(serving):
    telling = Telling(serving)
    telling.begin()
    telling.moves("h8 a1 i8 o1 g9 a15 g10 o15")
    telling.asks("stone", "p1", 9)
    telling.tell("provisional", point="g8", colour="black", foul="double-three")
    telling.tell("reason", **reason("g8", "h8 i8 g9 g10"))
    return telling


def terms(page, place):
    return page.page.locator(f"{place} .term").evaluate_all("(all) => all.map((each) => each.dataset.term)")


def opened(page):
    """Wait for the picture; return the title of its dialog."""
    page.page.wait_for_function("() => document.querySelector('#term[open] img')?.naturalWidth > 0")
    return text(page, "#term h2")


def test_a_term_opens_its_picture_by_click_and_keyboard(telling, window):
    page = window(telling.url + ROOM, viewport={"width": 1920, "height": 1080})
    shows(page, telling)
    assert text(page, "#reasons li") == "three G8 H8 I8 in the row: straight four at F8 or J8"
    assert terms(page, "#reasons") == OF_A_FOUL and terms(page, "#prompt") == ["double-three"]
    page.page.click("#reasons .term >> nth=1")
    assert opened(page) == "Straight four"
    assert text(page, "#term p").startswith("A three needs one more stone to be a straight four")
    board = page.page.locator(".wood").bounding_box()
    picture = page.page.locator("#term").bounding_box()
    assert picture["x"] >= board["x"] + board["width"], "it covers the board"
    assert picture["y"] >= 0 and picture["y"] + picture["height"] <= 1080
    page.page.keyboard.press("Escape")
    assert page.page.locator("#term").count() == 0
    page.page.focus("#prompt .term")
    page.page.keyboard.press("Enter")
    assert opened(page) == "Double-three"


def test_each_term_has_its_picture_on_a_phone_too(telling, window):
    page = window(telling.url, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    shows(page, telling)
    page.page.locator("#reasons .term").first.tap()
    assert opened(page) == "Three"
    box = page.page.locator("#term").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] + box["height"] <= 640


def test_every_language_has_the_terms_in_its_lines(telling, window):
    page = window(telling.url)
    for language in LANGUAGES:
        page.page.goto(f"{telling.url}?lang={language}")
        shows(page, telling)
        assert sorted(terms(page, "#reasons")) == sorted(OF_A_FOUL), (language, texts(page, "#reasons li"))
        assert terms(page, "#prompt") == ["double-three"], (language, text(page, "#prompt"))


def test_other_games_have_no_pictures_of_renju(serving, window):
    telling = Telling(serving)
    telling.begin_game("gomoku")
    telling.moves("h8 a1")
    telling.result("black", "five", ["h8"])
    page = window(telling.url)
    shows(page, telling)
    assert text(page, "#turn") and terms(page, ".now") == []
