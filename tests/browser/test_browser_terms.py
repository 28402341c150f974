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
    page.page.keyboard.press("Escape")
    assert page.page.locator("#term").count() == 0
    page.page.focus("#prompt .term")
    page.page.keyboard.press("Enter")
    assert opened(page) == "Double-three"


@pytest.mark.parametrize(
    "view, width, height", [("", 360, 640), ("", 1366, 768), (ROOM, 1366, 768), (ROOM, 1920, 1080)]
)
@pytest.mark.parametrize("place", ["#reasons li:last-child", "#prompt"])
def test_the_picture_leaves_the_sentences_readable(telling, window, view, width, height, place):
    page = window(telling.url + view, viewport={"width": width, "height": height})
    shows(page, telling)
    page.page.click(f"{place} .term >> nth=0")
    opened(page)
    box = page.page.locator("#term").bounding_box()
    top, bottom = box["y"], box["y"] + box["height"]
    assert box["x"] >= 0 and box["x"] + box["width"] <= width and top >= 0 and bottom <= height
    for text_around in page.page.locator("#prompt, #reasons li").all():
        its = text_around.bounding_box()
        assert bottom <= its["y"] or its["y"] + its["height"] <= top, "it covers a sentence"
    picture = page.page.locator("#term img").bounding_box()
    assert picture["height"] >= 150 and picture["y"] + picture["height"] <= bottom


BREAKS = """(all) => all.flatMap((term) => {
    const next = term.nextSibling;
    if (!next?.textContent) return [];
    const range = document.createRange();
    range.setStart(next, 0);
    range.setEnd(next, 1);
    const { top, bottom } = range.getBoundingClientRect();
    const { top: high, bottom: low } = term.getBoundingClientRect();
    return /\\p{P}/u.test(next.textContent[0]) && (top >= low || bottom <= high) ? [next.textContent] : [];
})"""


@pytest.mark.parametrize("language", ["en", "ja", "ru"])
def test_no_line_begins_with_the_punctuation_after_a_term(telling, window, language):
    telling.says(asks={"do": "stone", "who": "p1", "number": 9, "colour": "black"})
    page = window(f"{telling.url}?lang={language}")
    shows(page, telling)
    beside = page.page.evaluate(
        """async () => {
            const { withTerms } = await import("/page/dialogs/terms.js");
            const { say } = await import("/page/words/i18n.js");
            const [three, four] = [say("shape.three"), say("shape.straight four")];
            const text = `(${three}), ${four}: ${three}${four}. ${four}。`;
            const place = document.createElement("p");
            place.append(...withTerms(text));
            place.id = "narrow";
            document.querySelector(".now").append(place);
            return [text, place.textContent];
        }"""
    )
    assert beside[0] == beside[1]
    for width in range(40, 400, 7):
        page.page.evaluate("(width) => document.getElementById('narrow').style.width = `${width}px`", width)
        assert page.page.locator("#narrow .term").evaluate_all(BREAKS) == [], width


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
