"""For an entry with a sub-menu the page shows the choices itself, without a time limit, and sends one command."""

import pytest
from telling import Telling, entries, shows, text, texts

CARD = ".player[data-seat=p1]"
MENU = "#arbiter-menu"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def asks(telling, line):
    """Check the page's next command to the board."""
    telling.served.until(telling.asked)
    assert telling.asked() == [[line]]
    telling.board.done.clear()


def answer(telling, page, who, entry, choices, shown):
    """Send the choices under an entry, and wait until the page shows them."""
    told = {"code": "choices", "who": who, "entry": entry, "choices": choices}
    telling.send({"re": None, "answer": told})
    page.page.wait_for_selector(f"{shown} [data-choice]")


def click(telling, page, who, entry, choices, shown):
    """Click an entry; the board answers with its choices."""
    page.page.click(f"{shown} [data-entry='{entry}']")
    asks(telling, {"cmd": "do", "who": who, "entry": entry})
    answer(telling, page, who, entry, choices, shown)


@pytest.fixture
def resigning(telling, window):
    """A page that shows the choices under "Resign" of Player 1."""
    page = window(telling.url)
    telling.begin()
    shows(page, telling)
    click(telling, page, "p1", "resign", ["resign"], CARD)
    return page


def test_to_resign_asks_twice_on_the_page_however_long_it_takes(telling, resigning):
    page = resigning
    assert text(page, f"{CARD} .task") == "Resign?" and texts(page, f"{CARD} .entries button") == ["Resign", "Cancel"]
    assert page.page.evaluate("document.activeElement.dataset.choice") == "resign"
    page.page.wait_for_selector("#spoken p:has-text('Resign?')", state="attached")
    telling.time(60_000)
    telling.moves("h8")
    shows(page, telling)
    page.page.click(f"{CARD} [data-choice=resign]")
    asks(telling, {"cmd": "do", "who": "p1", "entry": "resign", "choice": "resign"})
    assert entries(page, "p1")[0] == ["pass", "draw", "take back", "resign"]


@pytest.mark.parametrize("by", ["Escape", "Cancel"])
def test_it_is_cancelled_and_the_focus_goes_back(telling, resigning, by):
    page = resigning
    if by == "Escape":
        page.page.keyboard.press("Escape")
    else:
        page.page.keyboard.press("Tab")
        page.page.keyboard.press("Enter")
    page.page.wait_for_selector(f"{CARD} [data-choice]", state="detached")
    assert page.page.evaluate("document.activeElement.dataset.entry") == "resign"
    assert telling.asked() == [] and text(page, f"{CARD} .task") == ""


def test_a_question_of_the_board_comes_first_and_another_game_closes_it(telling, resigning):
    page = resigning
    telling.menu("p1", "draw", ["decline", "accept"])
    shows(page, telling)
    assert entries(page, "p1") == (["decline", "accept"], "decline")
    telling.menu("p1")
    shows(page, telling)
    assert texts(page, f"{CARD} .entries button") == ["Resign", "Cancel"]
    telling.begin()
    shows(page, telling)
    assert page.page.locator(f"{CARD} [data-choice]").count() == 0


def test_an_entry_that_is_no_longer_possible_closes_it(telling, resigning):
    page = resigning
    telling.says(open_p1=[["pass", None]])
    shows(page, telling)
    assert entries(page, "p1")[0] == ["pass"]


def test_only_the_page_that_asked_shows_the_choices(telling, resigning, window):
    other = window(telling.url)
    shows(other, telling)
    assert other.page.locator(".entries [data-choice]").count() == 0 and not other.page.is_visible("#notice")


def test_the_arbiters_choices_stay_when_the_menu_of_the_board_closes(telling, window):
    page = window(telling.url)
    telling.begin(clock="10")
    telling.menu("arbiter", "menu", ["time", "mode"])
    shows(page, telling)
    click(telling, page, "arbiter", "mode", ["casual", "teach"], MENU)
    telling.menu("arbiter")
    shows(page, telling)
    assert texts(page, f"{MENU} button") == ["Casual", "Teach", "Cancel"]
    page.page.click(f"{MENU} [data-choice=teach]")
    asks(telling, {"cmd": "do", "who": "arbiter", "entry": "mode", "choice": "teach"})
    assert page.page.is_hidden(MENU)


def test_corrections_may_be_repeated(telling, window):
    page = window(telling.url)
    telling.begin(clock="10")
    telling.menu("arbiter", "menu", ["time", "mode"])
    shows(page, telling)
    click(telling, page, "arbiter", "time", ["p1 +1", "p2 -1"], MENU)
    telling.menu("arbiter")
    shows(page, telling)
    for _ in range(2):
        page.page.click(f"{MENU} [data-choice='p1 +1']")
        asks(telling, {"cmd": "do", "who": "arbiter", "entry": "time", "choice": "p1 +1"})
    page.page.click(f"{MENU} button:has-text('Cancel')")
    page.page.wait_for_selector(MENU, state="hidden")


def test_at_the_virtual_board_no_menu_opens_and_nothing_runs_out(served, window):
    page = window(served.url)
    page.play(served, ["h8"])
    page.page.click(f"{CARD} [data-entry=resign]")
    served.until(lambda: served.board.console.incoming)
    served.advance(100)
    page.page.wait_for_selector(f"{CARD} [data-choice=resign]")
    assert "menus" not in served.board.replica.state.groups or not served.board.replica.state.groups["menus"]
    served.advance(20_000)
    page.shows(served)
    page.page.click(f"{CARD} [data-choice=resign]")
    served.until(lambda: served.board.console.incoming)
    served.advance(100)
    page.shows(served)
    assert text(page, "#turn") == "White wins: Black resigns"
