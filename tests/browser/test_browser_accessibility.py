"""The page for everybody: axe finds nothing at all, with all colours, at the table, in the room and in the hall."""

import itertools

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.explained import reason
from browser.fake_hall import Hall, told_board
from browser.newgame import open_dialog
from browser.telling import Telling, shows
from fewer import fewer

THEMES = ["light", "dark", "contrast"]
VIEWS = ["table", "room"]
IN_BOTH_VIEWS = [("table", "contrast"), ("room", "dark")]


def faults(page):
    """What axe finds, down to the minor faults: [(rule, number of places, the first place)]."""
    found = Axe().run(page.page).response["violations"]
    return [(each["id"], len(each["nodes"]), each["nodes"][0]["target"]) for each in found]


@pytest.fixture
def telling(serving):
    telling = Telling(serving)
    telling.begin(mode="teach", clock="10+5")
    telling.moves("h8 a1 i8 o1 g9 a15 g10 o15")
    telling.clock("p1", 600_000, 9_000)
    telling.expects("stone", "p1", 9)
    telling.tell("provisional", point="g8", colour="black", foul="double-three")
    telling.tell("reason", **reason("g8", "h8 i8 g9 g10"))
    return telling


@pytest.mark.parametrize(("view", "theme"), fewer(itertools.product(VIEWS, THEMES), IN_BOTH_VIEWS))
def test_a_game_with_a_foul_explained(telling, window, view, theme):
    """axe finds nothing while a foul is explained, in each view and theme."""
    page = window(f"{telling.url}?theme={theme}&view={view}", viewport={"width": 1280, "height": 800})
    shows(page, telling)
    telling.served.call(telling.board.say, {"type": "forbidden", "points": {"c3": "double-four"}, "dead": []})
    assert faults(page) == []
    page.page.keyboard.press("ArrowLeft")
    assert faults(page) == []
    page.page.keyboard.press("?")
    assert faults(page) == []


@pytest.mark.parametrize("theme", fewer(THEMES, ["light"]))
def test_a_cable_that_is_out(telling, window, theme):
    """axe finds nothing while a cable is out, in each theme."""
    page = window(f"{telling.url}?theme={theme}&view=room")
    telling.served.call(telling.board.say, {"type": "link", "connected": False, "words": "The cable is out"})
    page.page.wait_for_selector("#link:visible")
    assert faults(page) == []


@pytest.mark.parametrize("theme", fewer(THEMES, ["dark"]))
def test_every_tab(telling, window, theme):
    """axe finds nothing in any tab, in each theme."""
    page = window(f"{telling.url}?theme={theme}")
    for tab in ("names", "arbiter", "events", "lights", "care", "view"):
        page.page.click(f"#{tab}-title")
        assert faults(page) == [], tab


@pytest.mark.parametrize("theme", fewer(THEMES, ["light"]))
def test_the_dialog_for_a_new_game_and_the_hint_before_the_first(served, window, theme):
    """axe finds nothing in the dialog for a new game, in each theme."""
    page = window(f"{served.url}?theme={theme}")
    page.page.wait_for_selector("#first-hint:visible")
    assert faults(page) == []
    page.play(served, ["h8"])
    open_dialog(page)
    page.page.click("#new-game summary")
    assert page.page.is_visible("#clear-and-start") and faults(page) == []


@pytest.mark.parametrize(("view", "theme"), fewer(itertools.product(VIEWS, THEMES), IN_BOTH_VIEWS))
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_phone(telling, window, view, theme, width, height):
    """axe finds nothing on a phone, held upright or on its side, in each view and theme."""
    size = {"width": width, "height": height}
    page = window(f"{telling.url}?theme={theme}&view={view}", viewport=size, has_touch=True, is_mobile=True)
    shows(page, telling)
    assert faults(page) == []


@pytest.mark.parametrize("theme", fewer(THEMES, ["contrast"]))
def test_a_game_that_is_over_and_its_slip(telling, window, theme):
    """axe finds nothing at the end of a game and in its slip, in each theme."""
    telling.result("white", "double-three", ["g8"])
    page = window(f"{telling.url}?theme={theme}")
    shows(page, telling)
    assert faults(page) == []
    page.page.click("#to-slip")
    page.page.wait_for_selector("#slip[open]")
    assert faults(page) == []


@pytest.mark.parametrize("theme", fewer(THEMES, ["dark"]))
def test_an_open_menu_of_the_arbiter(telling, window, theme):
    """axe finds nothing in the arbiter's open menu, in each theme."""
    telling.menu("arbiter", "menu", ["laptop", "opening", "new game"], 1)
    page = window(f"{telling.url}?theme={theme}")
    shows(page, telling)
    assert faults(page) == []


@pytest.fixture
def hall():
    board = told_board("h8 i9")
    entry = {"id": "a", "date": "2026-11-21T14:04:09", "black": "Anna", "white": "Bo", "rule": "rif", "over": True}
    entry["files"] = ["sgf", "txt"]
    hall = Hall({"one": board, "two": told_board("h8")}, entries=[entry])
    yield hall
    hall.stop()


@pytest.mark.parametrize("theme", fewer(THEMES, ["contrast"]))
def test_the_hall_and_the_list_of_kept_games(hall, window, theme):
    """axe finds nothing in the hall and in the list of kept games, in each theme."""
    page = window(f"{hall.url}?theme={theme}")
    page.page.wait_for_selector("[data-board=two] [data-last]")
    hall.say({"board": "two", "type": "link", "connected": False, "words": ""})
    page.page.wait_for_selector("[data-board=two][data-connected=false]")
    assert faults(page) == []
    page = window(f"{hall.url}board/one/?theme={theme}&view=room")
    page.page.click("[data-view-tool=games]")
    page.page.wait_for_selector("#games[open]")
    assert faults(page) == []
    page.page.click("#games .pen >> nth=0")
    page.page.wait_for_selector(".game-names:visible")
    assert faults(page) == []
