"""A board of 19x19 on the page: all its points, names and lights, a game of Irensei played with clicks."""

import pytest
from ledger import fewer
from newgame import begin
from telling import text, texts
from windows import WatchedBoard

SIZES = {"wide": (1280, 800), "upright": (960, 1080), "phone": (390, 844)}
FAR = 1.5  # the most pixels between the middle of a light and the middle of its point


@pytest.fixture
def large(serving):
    served = serving(WatchedBoard(size=19))
    served.advance(100)
    return served


@pytest.mark.parametrize("look", fewer(SIZES, ["phone"]))
def test_each_light_lies_on_its_point_and_each_line_has_its_name(look, large, window):
    """On a board of 19x19 each light is on its point, and each line has its name, in windows of each shape."""
    width, height = SIZES[look]
    page = window(large.url, viewport={"width": width, "height": height})
    assert page.page.locator(".board .point").count() == 361
    labels = texts(page, ".board .ground text")
    assert sorted(labels) == sorted(2 * [*"ABCDEFGHIJKLMNOPQRS", *map(str, range(1, 20))])
    lights = page.page.eval_on_selector_all(
        ".board .led",
        """(all) => all.map((led) => {
            const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
            return [led.dataset.point, ...middle(led.querySelector(".lens").getBoundingClientRect())];
        })""",
    )
    assert len(lights) == 361
    for point, x, y in lights:
        at = page.place(point)
        assert abs(x - at[0]) < FAR and abs(y - at[1]) < FAR, point
    sizes = page.page.eval_on_selector_all(
        ".board .ground text", "(all) => all.map((each) => each.getBoundingClientRect().height)"
    )
    assert min(sizes) > 10, "the names can be read"
    assert page.page.locator("[data-bar=p1] .led").count() == page.page.locator("[data-bar=p2] .led").count() == 15
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width


def test_irensei_is_chosen_and_played_with_a_capture_and_a_ko(large, window):
    page = window(large.url)
    games = page.page.eval_on_selector_all("[name=game] option", "(all) => all.map((each) => each.value)")
    assert {"irensei", "early-renju", "connect6", "renju"} <= set(games)
    begin(large, page, game="irensei")
    page.play(large, ["c4", "d4", "d3", "e3", "d5", "e5", "s19", "f4"])
    page.click("e4")
    large.until(lambda: "e4" in large.stones())
    large.rest()
    page.shows(large)
    assert text(page, "#prompt") == "Lift D4"
    page.click("d4")
    large.until(lambda: "d4" not in large.stones())
    large.rest()
    page.shows(large)  # wait until the page shows that the stone is lifted, so that the next click puts a stone
    page.click("d4")
    large.until(lambda: "d4" in large.stones())
    large.advance(400)
    page.shows(large)
    assert "ko: the board would be as it was before the last move" in text(page, "#prompt")
    number, bytes_shown = page.lights()
    assert number == large.board.frames and bytes_shown == large.board.frame.hex()
    assert texts(page, "#moves li") == ["C4", "D4", "D3", "E3", "D5", "E5", "S19", "F4", "E4"]


def test_a_board_of_15_does_not_offer_what_needs_19(served, window):
    page = window(served.url)
    games = page.page.eval_on_selector_all("[name=game] option", "(all) => all.map((each) => each.value)")
    assert "renju" in games and not {"irensei", "early-renju"} & set(games)
    assert page.page.locator("#watch-matrix").get_attribute("hidden") is None


def test_a_board_without_a_matrix_does_not_offer_to_watch_it(large, window):
    page = window(large.url)
    assert page.page.locator("#watch-matrix").get_attribute("hidden") is not None
    kinds = page.page.eval_on_selector_all("#fault option", "(all) => all.map((each) => each.value)")
    assert kinds == ["broken LED", "sagging supply"]
