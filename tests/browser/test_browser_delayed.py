"""With a delay: pages of the laptop that only watch, and the screen outside, also with several boards."""

from urllib.parse import urlsplit

import pytest
from browser.test_browser_trust import SHARED, no_second_address
from fake_hall import told_board
from telling import nothing
from tengen_host.hall.hall import Hall

DELAY_S = 3600.0


@pytest.fixture
def served(serving):
    hall, told = Hall(), []
    for key in ("one", "two"):
        hall.add(told_board("h8 i9"), key, key)
    served = serving(hall, run=nothing, share=SHARED, delay_s=DELAY_S, tell=told.append)
    served.told = told
    return served


def paths(page):
    """Return the paths and queries of what the page has asked the laptop for, without its files."""
    asked = [urlsplit(url) for url in page.requests]
    return {f"{its.path}?{its.query}" for its in asked if its.path.endswith(("ws", "boards.json", "board.json"))}


@no_second_address
def test_from_the_hall_a_screen_outside_comments_on_each_board(served, window):
    address = served.told[-1].rpartition(" ")[2]
    page = window(address)
    page.page.click("[data-board=two] a")
    page.page.wait_for_selector("body[data-commenting=leads]")
    commentaries = [place.commentary.line for place in served.hall.places.values()]
    assert commentaries == [None, None], "it comments on what the room has seen"
    page.page.click("#hallway a")
    page.page.click("[data-board=one] a")
    page.page.wait_for_selector("body[data-commenting=leads]")
    word = urlsplit(address).query.partition("&")[2]
    assert all(word in path for path in paths(page))


@no_second_address
@pytest.mark.parametrize("view", ["show", "room"])
def test_a_projector_of_the_laptop_may_see_what_the_room_sees(served, window, view):
    live = window(served.url)
    live.page.wait_for_selector("[data-board=one] [data-stone=h8]", state="attached")
    page = window(f"{served.url}?view={view}&looks")
    page.page.wait_for_selector("[data-board=one] a")
    assert page.page.locator("[data-stone]").count() == 0
    page.page.click("[data-board=one] a")
    page.page.wait_for_selector("body[data-connection=open][data-looks-on=true]")
    assert page.page.locator(".stones [data-stone].stone").count() == 0
    assert all("looks" in path for path in paths(page)), paths(page)
