"""Buttons for impossible actions are grey, and show the reason on hover, on focus and when pressed."""

import pytest
from ledger import fewer
from telling import Telling, card, entries, shows, text
from tengen.codes import coded

MOVER = coded("refused.only_mover_passes")
DRAWS = coded("refused.only_mover_draws")
CLEAR = coded("refused.stones_lie")
NOTHING = coded("refused.no_move_back")
CLOCK = coded("refused.no_clock")
OPEN = {
    "p1": [["pass", MOVER], ["draw", None], ["take back", None], ["resign", None], ["new game", CLEAR]],
    "p2": [["pass", None], ["draw", DRAWS], ["take back", NOTHING], ["resign", None], ["new game", CLEAR]],
    "arbiter": [["new game", CLEAR], ["take back", NOTHING], ["time", CLOCK]],
}
# "only the player who has just moved may offer a draw", by language
SAID = {
    "en": "Only the player who has just moved may offer a draw",
    "ja": "引き分けを提案できるのは着手したばかりの対局者だけです",
    "zh": "只有刚走完的一方可以提和",
    "ru": "Ничью может предложить только тот, кто только что сделал ход",
    "et": "Viiki saab pakkuda ainult see, kes äsja käis",
    "sv": "Bara den som just har dragit får erbjuda remi",
}

# The controls that are covered by the words above a player's button
COVERED = """(selector) => {
    const button = document.querySelector(selector);
    const place = button.parentElement.getBoundingClientRect();
    const style = getComputedStyle(button, "::after");
    const bottom = place.bottom - parseFloat(style.bottom);
    const top = bottom - parseFloat(style.height);
    const right = place.left + parseFloat(style.width);
    const all = [...document.querySelectorAll("button, select, input")].filter((each) => each.offsetParent);
    return all.filter((each) => {
        const box = each.getBoundingClientRect();
        return box.bottom > top && box.top < bottom && box.right > place.left && box.left < right;
    }).map((each) => each.outerHTML);
}"""
# The controls that are covered by the notice. Controls scrolled out of the tab do not count: they are invisible
UNDER = """() => {
    const notice = document.getElementById("notice").getBoundingClientRect();
    const tab = document.getElementById("arbiter");
    const all = [...document.querySelectorAll("button, select, input")].filter((each) => each.offsetParent);
    return all.filter((each) => {
        const box = each.getBoundingClientRect();
        if (tab.contains(each) && box.top >= tab.getBoundingClientRect().bottom) return false;
        return box.bottom > notice.top && box.top < notice.bottom && box.right > notice.left && box.left < notice.right;
    }).map((each) => each.outerHTML);
}"""


@pytest.fixture
def telling(serving):
    telling = Telling(serving)
    telling.begin()
    telling.moves("h8")
    telling.asks("stone", "p2", 2)
    telling.tell("open", **OPEN)
    return telling


def grey(page, seat):
    found = page.page.locator(f".player[data-seat={seat}] [data-entry]")
    told = found.evaluate_all("(all) => all.map((each) => [each.dataset.entry, each.getAttribute('aria-disabled')])")
    return [entry for entry, is_grey in told if is_grey == "true"]


def bubble(page, selector):
    """Return the words above a button now, or "none"."""
    words = page.page.eval_on_selector(selector, "(button) => getComputedStyle(button, '::after').content")
    return words.strip('"')


@pytest.mark.parametrize("language", fewer(SAID, list(SAID)[-1:]))
def test_a_grey_button_says_why_on_hover_on_focus_and_when_it_is_tried(telling, window, language):
    """A grey button shows the reason, for mouse and keyboard, in each language."""
    page = window(f"{telling.url}?lang={language}")
    shows(page, telling)
    assert (grey(page, "p1"), grey(page, "p2")) == (["pass"], ["draw", "take back"])
    button = ".player[data-seat=p2] [data-entry=draw]"
    assert bubble(page, button) == "none"
    page.page.hover(button)
    assert bubble(page, button) == SAID[language]
    assert page.page.get_attribute(button, "aria-description") == SAID[language]
    page.page.hover("#turn")
    assert bubble(page, button) == "none"
    page.page.focus(".player[data-seat=p2] [data-entry=pass]")
    page.page.keyboard.press("Tab")
    assert bubble(page, button) == SAID[language], "a grey button is in reach of the keyboard"
    page.page.keyboard.press("Enter")
    assert card(page, "p2", "task") == SAID[language] and telling.asked() == []
    shown = page.page.eval_on_selector(button, "(its) => getComputedStyle(its, '::after').display")
    assert shown == "none", "it is said once"
    other = ".player[data-seat=p2] [data-entry='take back']"
    page.page.hover(other)
    assert card(page, "p2", "task") == "" and bubble(page, other) != "none"
    page.page.click(".player[data-seat=p2] [data-entry=pass]")
    telling.served.until(telling.asked)
    assert telling.asked() == [[{"cmd": "do", "who": "p2", "entry": "pass"}]]


def test_no_bubble_covers_the_answer_to_a_press(telling, window):
    page = window(telling.url)
    telling.tell("open", p2=[["pass", None], ["draw", None]])
    shows(page, telling)
    button = ".player[data-seat=p2] [data-entry=draw]"
    page.page.click(button)
    telling.tell("draw_offered", who="p2")
    telling.tell("open", p2=[["pass", "it is player 1's turn"], ["draw", "you have offered a draw already"]])
    shows(page, telling)
    display = "(its) => getComputedStyle(its, '::after').display"
    assert grey(page, "p2") == ["pass", "draw"] and card(page, "p2", "task") == "You have offered a draw"
    assert page.page.eval_on_selector(button, display) == "none"
    page.page.hover("#turn")
    assert page.page.eval_on_selector(button, display) == "none", "it is still in focus"
    page.page.hover(".player[data-seat=p2] [data-entry=pass]")
    assert page.page.eval_on_selector(".player[data-seat=p2] [data-entry=pass]", display) != "none"


def test_words_lie_over_no_button(telling, window):
    page = window(telling.url)
    shows(page, telling)
    for seat, entry in (("p1", "pass"), ("p2", "draw"), ("p2", "take back")):
        button = f".player[data-seat={seat}] [data-entry='{entry}']"
        page.page.hover(button)
        assert bubble(page, button) != "none" and page.page.evaluate(COVERED, button) == []
        place = page.page.locator(button).bounding_box()
        page.page.click(button, force=True)
        assert card(page, seat, "task") and page.page.locator(button).bounding_box() == place, "it stays under the hand"
    page.page.click("#arbiter-title")
    page.page.click("#take-back [type=submit]", force=True)
    assert text(page, "#notice") == "There is no move to take back"
    assert page.page.evaluate(UNDER) == []


def test_the_arbiters_buttons_say_why_as_well(telling, window):
    page = window(telling.url)
    shows(page, telling)
    page.page.click("#arbiter-title")
    words = "(button) => getComputedStyle(document.querySelector(button).closest('.row'), '::after').content"
    no_clock, no_move = "This game has no clock", "There is no move to take back"
    tries = (("#correct [type=submit]", no_clock), ("#take-back [type=submit]", no_move))
    for button, why in tries:
        assert page.page.get_attribute(button, "aria-disabled") == "true"
        page.page.focus(button)
        assert page.page.evaluate(words, button).strip('"') == why
    page.page.fill("#correct [name=p1]", "5:00")
    for button, why in tries:
        page.page.click(button, force=True)
        assert text(page, "#notice") == why
    assert telling.asked() == []
    telling.tell("open", arbiter=[["new game", None], ["take back", None], ["time", None]])
    shows(page, telling)
    page.page.click("#take-back [type=submit]")
    telling.served.until(telling.asked)
    assert telling.asked() == [[{"cmd": "back", "count": 1}]]


def test_a_page_that_comes_late_has_the_same_buttons(served, window):
    page = window(served.url)
    page.play(served, ["h8"])
    served.advance(100)
    page.shows(served)
    assert (grey(page, "p1"), grey(page, "p2")) == (["pass"], ["draw"])
    served.call(served.board.ask, {"cmd": "snapshot"})
    served.advance(100)
    late = window(served.url)
    late.shows(served)
    for seat in ("p1", "p2"):
        assert entries(late, seat) == entries(page, seat) and grey(late, seat) == grey(page, seat)


def test_where_a_board_of_before_tells_nothing_all_is_offered(serving, window):
    telling = Telling(serving)
    page = window(telling.url)
    telling.begin()
    telling.asks("stone", "p1", 1)
    shows(page, telling)
    assert entries(page, "p1")[0] == ["pass", "draw", "take back", "resign"] and grey(page, "p1") == []
