"""Rights: in strict games the laptop may act only if the arbiter allows it; other machines may never act."""

import sys

import pytest
from browser.test_browser_session import SEEN
from newgame import open_dialog, start
from telling import Telling, card, shows, text, texts
from windows import WatchedBoard

FORBIDDEN = "In a %s game this page only shows the board: to let it act, hold Arbiter, choose Laptop, then Yes"
ALLOWED = "The arbiter allows this page to act"
BUTTON = "Only the Arbiter button can allow the laptop to act: press it for the next entry, hold it to choose"


@pytest.fixture
def telling(serving):
    return Telling(serving)


def grey(page):
    """Return the commands that have a grey control. Those of a lesson are hidden in these games."""
    found = page.page.eval_on_selector_all(
        "[data-cmd]:not(#lesson-acts *, [hidden])",
        "(all) => all.map((each) => [each.dataset.cmd, each.getAttribute('aria-disabled')])",
    )
    return sorted({command for command, is_grey in found if is_grey == "true"})


@pytest.mark.parametrize("mode", ["referee", "silent"])
def test_what_the_board_would_refuse_is_grey_and_says_why(telling, window, mode):
    page = window(telling.url)
    telling.begin(mode=mode)
    telling.asks("stone", "p1", 1, first=True)
    shows(page, telling)
    assert (grey(page), text(page, "#laptop")) == ([], "")
    telling.moves("h8 i9")
    shows(page, telling)
    assert grey(page) == ["back", "clock", "do", "lesson", "new", "puzzle", "setup"]
    assert text(page, "#laptop") == FORBIDDEN % mode
    page.page.click(".player[data-seat=p1] [data-entry=resign]", force=True)  # grey
    assert card(page, "p1", "task") == FORBIDDEN % mode
    page.page.click("#arbiter-title")
    page.page.click("#take-back [type=submit]", force=True)
    open_dialog(page)
    assert page.page.is_visible("#new-game-before") and text(page, "#new-game-before") == FORBIDDEN % mode
    looks = "(button) => getComputedStyle(button).backgroundColor"
    grey_start = page.page.eval_on_selector("#start", looks)
    start(page)
    assert text(page, "#new-game-words") == FORBIDDEN % mode
    assert not page.page.is_visible("#new-game-before"), "said once"
    page.page.eval_on_selector("#start", "(button) => button.setAttribute('aria-disabled', false)")
    assert page.page.eval_on_selector("#start", looks) != grey_start, "no main button"
    page.page.keyboard.press("Escape")
    page.page.fill("#diagram", "." * 225)
    page.page.click("#set-up [type=submit]", force=True)
    page.page.click("#stamp [type=submit]")
    telling.served.until(telling.asked)
    assert [line["cmd"] for (line,) in telling.asked()] == ["stamp"], "nothing else was asked"
    telling.board.done.clear()
    telling.tell("error", why="something else")
    shows(page, telling)
    assert text(page, "#set-up-words") == "", "that was not asked"

    telling.tell("laptop", allowed=True)
    shows(page, telling)
    assert (grey(page), text(page, "#laptop")) == ([], ALLOWED)
    open_dialog(page)
    start(page)
    telling.served.until(telling.asked)
    page.page.keyboard.press("Escape")
    telling.tell("laptop", allowed=False)
    telling.result("black", "resignation")
    shows(page, telling)
    assert grey(page) == ["back", "clock"], "players have no entries after the end; another game may be begun"
    assert text(page, "#laptop") == ""


def test_where_to_hold_arbiter_means_something_else_nobody_is_told_to(telling, window):
    page = window(telling.url)
    telling.begin("started", mode="referee")
    telling.moves("h8 i9")
    telling.tell("resuming", moves="h8i9", n=3)
    shows(page, telling)
    assert text(page, "#laptop") == ""
    page.page.click("#arbiter-title")
    page.page.click("#take-back [type=submit]", force=True)
    said = "The game was interrupted: first continue it at the board, or set it aside there"
    assert text(page, "#notice") == said and telling.asked() == []
    telling.tell("resumed", by="p1", cause=None)
    telling.tell("matrix", faults=["row 7 is dead"], points=[], waits=True)
    shows(page, telling)
    assert text(page, "#laptop") == ""
    telling.tell("matrix", faults=[], points=[], waits=False)
    shows(page, telling)
    assert text(page, "#laptop") == FORBIDDEN % "referee"


def test_in_other_modes_the_laptop_acts(telling, window):
    page = window(telling.url)
    for mode in ("casual", "teach"):
        telling.begin(mode=mode)
        telling.moves("h8 i9")
        shows(page, telling)
        assert (grey(page), text(page, "#laptop")) == ([], "")


def test_only_the_button_takes_the_arbiters_leave(telling, window):
    page = window(telling.url)
    telling.begin()
    for about, entries in (("menu", ["lamps", "laptop"]), ("laptop", ["no", "yes"])):
        telling.menu("arbiter", about, entries, 1)
        shows(page, telling)
        assert page.page.get_attribute(f"#arbiter-menu [data-entry={entries[1]}]", "aria-disabled") == "true"
        page.page.click(f"#arbiter-menu [data-entry={entries[1]}]", force=True)
        assert text(page, "#notice") == BUTTON and telling.asked() == []
    assert page.page.get_attribute(".player[data-seat=p1] [data-entry=pass]", "aria-disabled") == "false"


def test_it_is_known_to_a_page_that_comes_late_and_outlives_the_game(telling, window):
    page = window(telling.url)
    telling.tell("laptop", allowed=True)
    for _ in range(2):
        telling.begin(mode="referee")
        telling.moves("h8")
        for each in (page, window(telling.url)):
            shows(each, telling)
            assert text(each, "#laptop") == ALLOWED
    telling.begin("started", mode="referee")
    telling.moves("h8")
    shows(page, telling)
    assert text(page, "#laptop") == FORBIDDEN % "referee", "a board that has restarted has forgotten it"


def test_the_events_are_told_in_words(telling, window):
    page = window(telling.url)
    telling.tell("laptop", allowed=True)
    telling.tell("laptop", allowed=False)
    shows(page, telling)
    words = " ".join(texts(page, "#events p"))
    assert "The arbiter allows the laptop to act" in words
    assert "The laptop may not act in referee and silent games" in words


# Watchers from other machines: in this test from another address of this machine

SHARED = "127.0.0.2"
no_second_address = pytest.mark.skipif(sys.platform == "darwin", reason="127.0.0.1 is the only loopback address here")
VISIBLE = """(all) => all.filter((each) => each.checkVisibility({visibilityProperty: true}))
    .map((each) => each.id)"""
# The controls of the board, without those for the view and the game's rules, which everybody may use
CONTROLS = ":is(button, input, select, textarea, [role=tab]):not(.rules, :is(.viewing, .replay, dialog) *)"


@pytest.fixture
def shared(serving):
    served = serving(WatchedBoard(), share=SHARED)
    served.advance(100)
    return served


def elsewhere(served):
    return served.url.replace("127.0.0.1", SHARED)


@no_second_address
@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_who_looks_on_sees_the_game_and_no_controls(shared, window, size):
    page, viewer = window(shared.url), window(elsewhere(shared), viewport={"width": size[0], "height": size[1]})
    assert page.page.is_hidden(".looking") and text(viewer, ".looking") == "You are watching"
    assert viewer.page.is_visible(".looking")
    page.play(shared, ["h8", "i9"])
    for each in (page, viewer):
        each.shows(shared)
        each.until_stones({"h8": "black", "i9": "white"})
    assert viewer.lights() == page.lights()
    for mine, its in zip(page.page.evaluate(SEEN), viewer.page.evaluate(SEEN), strict=True):
        # both pages show the same, except for the players' controls
        assert its == mine or (its[0], its[2]) == (mine[0], mine[2]) and mine[1].startswith(its[1] + "\n\nPass")
    seen = ["language", "moves-title", "events-title", "lights-title", "view-title"]
    assert viewer.page.locator(CONTROLS).evaluate_all(VISIBLE) == seen

    viewer.click("j10")
    assert text(viewer, "#notice").startswith("You are watching")
    viewer.page.keyboard.press("Enter")
    viewer.click("h8")
    viewer.page.evaluate("document.querySelector('[data-button=arbiter]').click()")
    viewer.page.evaluate("document.querySelector('.player [data-entry=resign]').click()")
    page.click("g7")
    shared.until_stones("h8", "i9", "g7")
    assert shared.board.hands == [] and not shared.board.console.incoming


@no_second_address
def test_the_arrows_go_through_the_tabs_that_a_viewer_has(shared, window):
    viewer = window(elsewhere(shared))
    viewer.page.focus("#moves-title")
    chosen = []
    for _ in range(4):
        viewer.page.keyboard.press("ArrowRight")
        chosen.append(text(viewer, "[role=tab][aria-selected=true]"))
    assert chosen == ["Events", "Lights", "View", "Moves"]
