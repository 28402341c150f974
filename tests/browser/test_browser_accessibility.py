"""Accessibility: axe finds nothing, with all colours, in the table view, the room view and the hall."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from explained import reason
from fake_hall import Hall, told_board
from newgame import open_dialog
from telling import Telling, shows

THEMES = ["light", "dark", "contrast"]
VIEWS = ["table", "room"]
SET_THEME = "(theme) => { document.documentElement.dataset.theme = theme; }"
# Runs axe without the drawing of the board: the drawing has no words, and is most of the page, and axe is slow
RUN = """async ([within, rules, board]) => {
    const drawn = document.querySelector(board || "none");
    const parts = drawn ? [...drawn.childNodes] : [];
    drawn?.replaceChildren();
    const { violations } = await axe.run(within, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
    drawn?.append(...parts);
    return violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].target]);
}"""


def faults(page, within="html", rules=None, without=None):
    """Return the faults found by axe with these rules, or with all: [(rule, number of places, the first)]."""
    if not page.page.evaluate("'axe' in window"):
        page.page.evaluate(AXE_SCRIPT)
    return page.page.evaluate(RUN, [within, rules, without])


def faults_in_all_colours(page, within="html"):
    """Return the faults of the page as it is, and the faults of contrast in the other colours."""
    return faults(page, within) + list(contrast_in_the_others(page, within))


def contrast_in_the_others(page, within, each_part=lambda: [None]):
    """Yield the faults of contrast in the other colours, while each_part() goes through the page's parts."""
    now = page.page.evaluate("document.documentElement.dataset.theme")
    for theme in [each for each in THEMES if each != now]:
        page.page.evaluate(SET_THEME, theme)
        for part in each_part():
            yield from ((theme, part, *each) for each in faults(page, within, ["color-contrast"], "#board"))
    page.page.evaluate(SET_THEME, now)


@pytest.fixture
def telling(serving):
    telling = Telling(serving)
    telling.begin(mode="teach", clock="10+5")
    telling.moves("h8 a1 i8 o1 g9 a15 g10 o15")
    telling.clock("p1", 600_000, 9_000)
    telling.asks("stone", "p1", 9)
    telling.tell("provisional", point="g8", colour="black", foul="double-three")
    telling.tell("reason", **reason("g8", "h8 i8 g9 g10"))
    return telling


@pytest.mark.parametrize("view", VIEWS)
def test_a_game_with_a_foul_explained(telling, window, view):
    """Axe finds nothing while a foul is explained, in each view and in all colours."""
    page = window(f"{telling.url}?view={view}")
    shows(page, telling)
    telling.laptop(forbidden={"points": {"c3": "double-four"}, "dead": []})
    page.page.wait_for_selector("[data-mark=forbidden]", state="attached")
    assert faults_in_all_colours(page) == []
    page.page.keyboard.press("ArrowLeft")
    assert faults_in_all_colours(page) == []
    page.page.keyboard.press("?")
    assert faults_in_all_colours(page) == []


def test_a_cable_that_is_out(telling, window):
    page = window(f"{telling.url}?view=room")
    telling.laptop(link={"connected": False, "words": "The cable is out"})
    page.page.wait_for_selector("#link:visible")
    assert faults_in_all_colours(page) == []


def test_every_tab(telling, window):
    page = window(telling.url)
    assert faults_in_all_colours(page) == []

    def each_tab():
        for tab in ("names", "arbiter", "events", "lights", "care", "view"):
            page.page.click(f"#{tab}-title")
            yield tab

    assert [(tab, found) for tab in each_tab() if (found := faults(page, ".more", without="#board"))] == []
    assert list(contrast_in_the_others(page, ".more", each_tab)) == []


def test_the_dialog_for_a_new_game_and_the_hint_before_the_first(served, window):
    page = window(served.url)
    page.page.wait_for_selector("#first-hint:visible")
    assert faults_in_all_colours(page) == []
    page.play(served, ["h8"])
    open_dialog(page)
    page.page.click("#new-game summary")
    assert page.page.is_visible("#clear-and-start") and faults_in_all_colours(page) == []


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_phone(telling, window, view, width, height):
    """Axe finds nothing on a phone, upright or on its side, in each view and in all colours."""
    size = {"width": width, "height": height}
    page = window(f"{telling.url}?view={view}", viewport=size, has_touch=True, is_mobile=True)
    shows(page, telling)
    assert faults_in_all_colours(page) == []


def test_a_game_that_is_over_and_its_slip(telling, window):
    telling.result("white", "double-three", ["g8"])
    page = window(telling.url)
    shows(page, telling)
    assert faults_in_all_colours(page) == []
    page.page.click("#to-slip")
    page.page.wait_for_selector("#slip[open]")
    assert faults_in_all_colours(page) == []


def test_an_open_menu_of_the_arbiter(telling, window):
    telling.menu("arbiter", "menu", ["laptop", "opening", "new game"], 1)
    page = window(telling.url)
    shows(page, telling)
    assert faults_in_all_colours(page) == []


@pytest.fixture
def hall():
    board = told_board("h8 i9")
    entry = {"id": "a", "date": "2026-11-21T14:04:09", "black": "Anna", "white": "Bo", "rule": "rif", "over": True}
    entry |= {"files": ["sgf", "txt"], "moves": 2, "renames": True}
    hall = Hall({"one": board, "two": told_board("h8")}, entries=[entry])
    yield hall
    hall.stop()


def test_the_hall_on_a_big_screen(hall, window):
    page = window(f"{hall.url}?view=show")
    page.page.wait_for_selector("[data-board=two] [data-last]")
    hall.laptop("two", names={"p1": "Anna", "p2": "Bo", "table": "2"})
    hall.deed("two", "reason", **reason("h8", "g8 i8 h9 h10"))
    hall.deed("two", "result", winner="white", reason="double-three", line=["h8"])
    page.page.wait_for_selector("[data-board=two][data-large] .reasons li")
    page.page.wait_for_selector("#scores li")
    assert faults_in_all_colours(page) == []
    page.page.keyboard.press("2")
    page.page.wait_for_selector("#boards[data-stage=one]")
    assert faults_in_all_colours(page) == []


def test_the_hall_and_the_list_of_kept_games(hall, window):
    page = window(hall.url)
    page.page.wait_for_selector("[data-board=two] [data-last]")
    hall.laptop("two", link={"connected": False, "words": ""})
    page.page.wait_for_selector("[data-board=two][data-connected=false]")
    assert faults_in_all_colours(page) == []
    page = window(f"{hall.url}board/one/?view=room")
    page.page.click("[data-view-tool=games]")
    page.page.wait_for_selector("#games[open]")
    assert faults_in_all_colours(page) == []
    page.page.click("#games .pen >> nth=0")
    page.page.wait_for_selector(".game-names:visible")
    assert faults_in_all_colours(page) == []
