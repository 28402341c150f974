"""The placement page, which shows each part's place on a board: lists, highlights, the side, saved ticks."""

import pytest
from tengen_host import resources


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(resources.path("hardware/guide/placement-tile.html").as_uri())
    yield page
    context.close()


def chosen(page):
    return page.locator(".part.chosen").evaluate_all("all => all.map(each => each.dataset.part)")


def test_a_line_of_the_list_shows_its_parts_on_their_side(page):
    page.get_by_role("button", name="9 x pixel,").click()
    assert sorted(chosen(page)) == [f"L{column}{row}" for column in "123" for row in "123"]
    assert page.locator("#side").inner_text() == "seen from above"
    page.get_by_role("button", name="1 x feed header").click()
    assert chosen(page) == ["J51"] and page.locator("#side").inner_text() == "seen from below"
    seen = page.locator("[data-part=J51]").bounding_box()
    board = page.locator("#board").bounding_box()
    assert seen["x"] > board["x"] + board["width"] / 2, "from below J51 lies at the right"


def test_a_part_of_the_board_is_named_and_its_line_chosen(page):
    page.locator("[data-part=C51] .body").click()
    assert page.locator("#told").inner_text().startswith("C51: tile capacitor")
    row = page.locator("tr[aria-selected=true]")
    assert row.count() == 1 and "C51" in row.inner_text()


def test_what_is_soldered_is_remembered_until_it_is_forgotten(page):
    other = page.context.new_page()
    other.goto(page.url)
    other.evaluate("() => { window.stored = new Promise((done) => addEventListener('storage', () => done(true))); }")
    page.get_by_label("feed header, box header, 2 x 5 soldered").check()
    assert other.evaluate("window.stored"), "a page that is loaded at once may not see yet what this one stores"
    other.close()
    page.reload()
    assert page.get_by_label("feed header, box header, 2 x 5 soldered").is_checked()
    assert page.locator(".part.done").evaluate_all("all => all.map(each => each.dataset.part)") == ["J51"]
    page.get_by_role("button", name="Forget all ticks").click()
    assert page.locator(".part.done").count() == 0


def test_nothing_of_the_page_is_wider_than_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
