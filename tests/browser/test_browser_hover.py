"""The mouse over the board: the point's name, and a ghost of the stone, where a click would put one."""

import json

import pytest
from newgame import begin
from telling import Telling, shows

GHOST = """() => {
    const [ghost, name] = [".hover .ghost", ".hover .tagged"].map((each) => document.querySelector(each));
    const colour = ghost?.getAttribute("class").split(" ").at(-1);
    return [ghost?.dataset.ghost ?? null, colour ?? null, name?.textContent ?? null];
}"""
NOTHING = [None, None, None]


def hover(page, point):
    """Move the mouse to a point; return (the ghost's point, its colour, the shown name)."""
    page.page.mouse.move(*page.place(point))
    return page.page.evaluate(GHOST)


@pytest.fixture
def telling(serving):
    return Telling(serving)


def test_the_ghost_has_the_colour_of_the_stone_that_a_click_puts(served, window):
    page = window(served.url)
    for point, colour in (("h8", "black"), ("i9", "white"), ("g7", "black")):
        assert hover(page, point) == [point, colour, point.upper()]
        page.click(point)
        served.until(lambda point=point: point in served.stones())
        served.rest()
        page.shows(served)
        assert served.stones()[point] == colour
        assert page.page.evaluate(GHOST) == [None, None, point.upper()], "there lies a stone now"
    page.page.mouse.move(1, 1)
    assert page.page.evaluate(GHOST) == NOTHING
    page.page.click("label:has([name=colour][value=black])")
    assert hover(page, "a1") == ["a1", "black", "A1"], "the colour was chosen"


def test_beside_a_stone_that_waits_for_its_button_lies_the_opponents(served, window):
    page = window(served.url)
    begin(served, page, mode="referee")
    for point, colour in (("h8", "black"), ("i9", "white")):
        assert hover(page, point)[1] == colour
        page.click(point)
        served.until(lambda point=point: point in served.stones())
        assert served.stones()[point] == colour
        served.advance(400)
        page.shows(served)


@pytest.mark.parametrize("game, kinds", [("common-centre", ["common", "black"]), ("pente", ["white", "white"])])
def test_the_ghost_of_other_games_stones(served, window, game, kinds):
    page = window(served.url)
    begin(served, page, game=game)
    for point, kind in zip(("h8", "a1"), kinds, strict=True):
        assert hover(page, point)[1] == kind
        page.click(point)
        served.until(lambda point=point: point in served.stones())
        assert served.stones()[point] == kind
        page.page.wait_for_selector(f"[data-stone={point}]")
        page.click(point)
        served.until(lambda point=point: point not in served.stones())
        served.advance(400)
        page.shows(served)


def test_a_stone_that_was_lifted_has_a_ghost_in_its_own_colour_below_its_light(served, window):
    page = window(served.url)
    page.play(served, ["h8", "i9"])
    page.click("h8")
    served.until_stones("i9")
    served.advance(400)
    page.shows(served)
    assert hover(page, "h8")[:2] == ["h8", "black"] and hover(page, "g7")[:2] == ["g7", "black"]
    hover(page, "h8")
    above = """() => {
        const [ghost, led] = [".ghost", ".led[data-point=h8]"].map((each) => document.querySelector(each));
        return Boolean(ghost.compareDocumentPosition(led) & Node.DOCUMENT_POSITION_FOLLOWING) && led.matches(".on");
    }"""
    served.advance(400)
    page.page.wait_for_function(above)


def test_while_fifths_are_to_be_taken_away_only_these_have_a_ghost(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8 h9 i9 i10")
    telling.tell("offered", points=["j7", "g7"], changes=[[point, "empty", "black"] for point in ("j7", "g7")])
    telling.asks("keep", "p2", 5)
    telling.tell("keep", points=["j7", "g7"])
    shows(page, telling)
    assert hover(page, "c4") == [None, None, "C4"]
    telling.tell("keep", points=["j7"])
    shows(page, telling)
    assert hover(page, "c4")[:2] == ["c4", "white"], "it may lie beside the fifth that is kept"
    assert hover(page, "g7")[:2] == ["g7", "black"], "this one would come back"
    telling.tell("keep", points=[])
    shows(page, telling)
    assert hover(page, "d4") == [None, None, "D4"]


def test_what_is_dragged_has_no_ghost_besides(served, window):
    page = window(served.url)
    page.play(served, ["h8"])
    page.page.mouse.move(*page.place("h8"))
    page.page.mouse.down()
    page.page.mouse.move(*page.place("h10"), steps=4)
    assert page.page.evaluate(GHOST) == NOTHING
    page.page.mouse.up()


def test_a_turned_board_names_the_point_below_the_mouse(telling, window):
    page = window(telling.url + "?turn=1")
    telling.begin()
    shows(page, telling)
    cell = page.page.locator(".point[data-point=c4]").bounding_box()
    page.page.mouse.move(cell["x"] + 10, cell["y"] + 10)
    ghost = page.page.locator(".ghost").bounding_box()
    assert page.page.evaluate(GHOST)[0] == "c4" and page.page.evaluate(GHOST)[2] == "C4"
    assert abs(ghost["x"] + ghost["width"] / 2 - cell["x"] - cell["width"] / 2) < 2


def test_where_no_hand_may_act_there_is_none(telling, window):
    page = window(telling.url)
    telling.begin()
    telling.moves("h8")
    shows(page, telling)
    assert hover(page, "b3")[0] == "b3"
    page.page.keyboard.press("r")
    page.page.wait_for_selector("body[data-view=room]")
    assert page.page.evaluate(GHOST) == NOTHING
    page.page.keyboard.press("r")
    page.page.keyboard.press("ArrowLeft")
    page.page.wait_for_selector("body[data-replaying]")
    assert page.page.evaluate(GHOST) == NOTHING
    page.page.keyboard.press("Escape")
    telling.result("black", "resignation")
    shows(page, telling)
    assert hover(page, "c4") == [None, None, "C4"], "after the end no stone is the next one"


def test_a_finger_on_large_points_sees_none(telling, window):
    page = window(telling.url, viewport={"width": 1024, "height": 1366}, has_touch=True, is_mobile=True)
    telling.begin()
    shows(page, telling)
    page.page.locator(".point[data-point=b3]").tap()
    telling.served.until(lambda: telling.board.done)
    assert page.page.evaluate(GHOST) == NOTHING


def restyled(browser, work):
    """Return the number of elements that get a new style during work()."""
    browser.start_tracing(categories=["devtools.timeline"])
    work()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    return sum(event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree")


def test_what_changes_below_the_mouse_gives_few_other_elements_a_new_style(served, window, browser):
    """Hovering restyles few elements: a rule like `.board:has(...)` would restyle each point, 5,000 here, not 70."""
    page = window(served.url)

    def walk():
        for point in ("h8", "i9", "j10", "k11", "c3", "d4"):
            assert hover(page, point) == [point, "black", point.upper()]

    walk()
    assert restyled(browser, walk) < 500
