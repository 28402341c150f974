"""The address for watchers with its QR code: one key opens and closes it, on the page of a board and in the hall."""

import pytest
from fake_board import ToldBoard
from telling import nothing, text, texts
from tengen_host.hall.hall import Hall
from tengen_host.pairing.codes import Offer
from tengen_host.pairing.devices import Devices
from tengen_host.web import addresses
from tengen_host.web.certificate import OwnCertificate
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


@pytest.fixture
def encrypted(serving, tmp_path):
    """A served board with an encrypted address, and its certificate."""
    certificate = OwnCertificate(tmp_path / "certificate.pem")
    return serving(ToldBoard(), run=nothing, share=HOST, certificate=certificate), certificate


def test_a_browser_that_accepts_the_certificate_shows_the_game_by_the_encrypted_address(encrypted, window, browser):
    served, _ = encrypted
    page = window(served.url)
    at = page.page.evaluate("() => fetch('/address.json').then((answer) => answer.json())")["encrypted"]
    assert at.startswith(f"https://{HOST}:")
    context = browser.new_context(ignore_https_errors=True)
    try:
        its = context.new_page()
        its.goto(at)
        its.wait_for_selector("body[data-connection=open]")
        page.page.wait_for_selector("body[data-connection=open]")
        its.wait_for_selector("#link", state="hidden")
    finally:
        context.close()


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (390, 844), (320, 568)])
def test_the_fingerprint_is_beside_the_code_and_all_fits(encrypted, window, size):
    served, certificate = encrypted
    page = window(served.url, viewport=dict(zip(("width", "height"), size, strict=True)))
    page.page.keyboard.press("q")
    page.page.wait_for_function("() => document.querySelector('#address img')?.naturalWidth > 0")
    assert text(page, "#address .fingerprint") == certificate.fingerprint
    assert "https://127.0.0.1:" in text(page, "#address .encrypted") and "hotspot" in text(page, "#address .apart")
    box = page.page.locator("#address").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= size[1] and box["width"] <= size[0]
    if size[1] > 568:  # there one scrolls
        last = page.page.locator("#address .apart").bounding_box()
        assert last["y"] + last["height"] <= size[1]


@pytest.mark.parametrize("kind", PAGES)
def test_a_new_address_is_said_and_the_open_dialog_shows_it(serving, window, monkeypatch, kind):
    here = ["127.0.0.3"]
    monkeypatch.setattr(addresses, "addresses", lambda share: list(here))
    monkeypatch.setattr(addresses, "LOOK_S", 0.05)
    served = serving(shown(kind), run=only_served, share=addresses.EVERYWHERE)
    page = window(served.url)
    port = served.url.rstrip("/").rpartition(":")[2]
    page.page.keyboard.press("q")
    page.page.wait_for_selector("#address[open]")
    assert text(page, "#address .of-page") == f"http://127.0.0.3:{port}/"
    here[:] = ["127.0.0.4"]
    page.page.wait_for_selector(f"#address .of-page:text-is('http://127.0.0.4:{port}/')")
    page.page.wait_for_selector(f"#notice:text-is('The address for watchers is now http://127.0.0.4:{port}/')")
    here[:] = []
    page.page.wait_for_selector("#notice:has-text('This laptop is in no network')")
    page.page.wait_for_selector("#address img", state="hidden")


def test_the_leader_hears_that_paired_phones_must_be_paired_again(serving, window, monkeypatch):
    here = ["127.0.0.3"]
    monkeypatch.setattr(addresses, "addresses", lambda share: list(here))
    monkeypatch.setattr(addresses, "LOOK_S", 0.05)
    devices = Devices()
    devices.add(Offer("arbiter", None, "hand"), "127.0.0.9", 0.0)
    page = window(serving(shown("board"), run=only_served, share=addresses.EVERYWHERE, devices=devices).url)
    here[:] = ["127.0.0.4"]
    page.page.wait_for_selector("#notice:has-text('Phones that were paired at another address must be paired again')")
