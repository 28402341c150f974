"""The address for watchers with its QR code: one key opens and closes it, on the page of a board and in the hall."""

import pytest
from telling import text, texts
from tengen_host.hall.hall import Hall
from tengen_host.web.server import HOST
from windows import WatchedBoard

PAGES = ["board", "hall"]


def shown(kind):
    """Return what is served: a board, or a hall of two boards."""
    if kind == "board":
        return WatchedBoard()
    hall = Hall()
    for key in ("one", "two"):
        hall.add(WatchedBoard(), key)
    return hall


async def only_served(board):
    """Do nothing: the boards need no firmware."""


def words(page):
    return " ".join(text(page, "#address").split())


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (390, 844)])
def test_one_key_shows_code_and_address_large_and_closes_them(serving, window, kind, size):
    """The code is half as high as a laptop's window, and a phone's window shows it completely."""
    served = serving(shown(kind), run=only_served, share=HOST)
    page = window(served.url, viewport=dict(zip(("width", "height"), size, strict=True)))
    page.page.keyboard.press("q")
    page.page.wait_for_function("() => document.querySelector('#address img')?.naturalWidth > 0")
    assert text(page, "#address .of-page") == served.url
    box = page.page.locator("#address img").bounding_box()
    assert box["width"] == pytest.approx(box["height"], abs=2) and box["width"] > 0.5 * min(size)
    whole = page.page.locator("#address").bounding_box()
    assert whole["y"] >= 0 and whole["y"] + whole["height"] <= size[1] and whole["width"] <= size[0]
    page.page.keyboard.press("q")
    page.page.wait_for_selector("#address", state="hidden")
    page.page.click("[data-view-tool=address]", force=True) if kind == "hall" else page.page.keyboard.press("Q")
    page.page.wait_for_selector("#address[open]")
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("#address", state="hidden")
    page.page.keyboard.press("?")
    assert "q" in texts(page, "#keys kbd")


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_that_is_not_shared_says_how_to_share_it(serving, window, kind):
    page = window(serving(shown(kind), run=only_served).url)
    page.page.keyboard.press("q")
    page.page.wait_for_selector("#address[open]")
    assert "start it again with --share" in words(page) and "http" not in words(page)
    assert not page.page.is_visible("#address img") and not page.page.is_visible("#address .of-page")


def test_the_address_is_heard_in_words(serving, window):
    served = serving(shown("board"), run=only_served, share=HOST)
    page = window(served.url)
    page.page.keyboard.press("q")
    page.page.wait_for_selector("#address[open]")
    port = served.url.rstrip("/").rpartition(":")[2]
    page.page.wait_for_selector(f"#spoken p:text-is('Others can watch at {HOST}, port {port}')", state="attached")
