"""With a delay: pages of the laptop that only watch, and a paired commentator, also with several boards."""

from urllib.parse import urlsplit

import pytest
from browser.test_browser_phones import leader_of, paired
from browser.test_browser_trust import SHARED, no_second_address
from fake_hall import told_board
from telling import nothing
from tengen_host.hall.hall import Hall

DELAY_S = 3600.0


@pytest.fixture
def served(serving):
    hall = Hall()
    for key in ("one", "two"):
        hall.add(told_board("h8 i9"), key, key)
    return serving(hall, run=nothing, share=SHARED, delay_s=DELAY_S)


def paths(page):
    """Return the paths and queries of what the page has asked the laptop for, without its files."""
    asked = [urlsplit(url) for url in page.requests]
    return {f"{its.path}?{its.query}" for its in asked if its.path.endswith(("ws", "boards.json", "board.json"))}


@no_second_address
def test_from_the_hall_a_paired_commentator_comments_on_each_board(served, window, monkeypatch):
    monkeypatch.setattr("tengen_host.web.phones.monotonic", lambda: 1000.0)  # no code ends on a slow machine
    page = paired(served, window, leader_of(served, window), "commentator")
    page.page.click("[data-board=two] a")
    page.page.wait_for_selector("body[data-commenting=leads]")
    commentaries = [place.commentary.line for place in served.hall.places.values()]
    assert commentaries == [None, None], "it comments on what the room has seen"
    page.page.click("#hallway a")
    page.page.click("[data-board=one] a[href*=comment]")
    page.page.wait_for_selector("body[data-commenting=leads]")


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
