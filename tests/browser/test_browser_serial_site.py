"""The folder of the page without installation: any plain file server, offline, installable, accessible."""

import contextlib
import re
import shutil

import pytest
from ptyboard import PtyBoard
from serial_bridge import SUBFOLDER, connect, page_at, serving
from tengen_docs import board_page
from tengen_host.web import app
from test_browser_accessibility import faults_in_all_colours


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    board_page.make(folder / SUBFOLDER)
    return folder


@pytest.fixture
def copied(folder, tmp_path):
    """Return a copy of the site's folder, for a test that changes it."""
    return shutil.copytree(folder, tmp_path / "site")


@pytest.fixture
def board(tmp_path):
    with PtyBoard(tmp_path / "port") as board:
        yield board


READY = "async () => { await navigator.serviceWorker.ready; }"


def stays(page):
    """Wait until the browser has stored the page."""
    page.evaluate(READY)
    page.wait_for_function("() => navigator.serviceWorker.controller")


ANOTHER = """async () => {
    const its = await navigator.serviceWorker.register("/another/worker.js");
    const worker = its.installing ?? its.waiting ?? its.active;
    while (worker.state !== "activated") await new Promise((done) => (worker.onstatechange = done));
    return (await caches.keys()).length;
}"""


def test_two_versions_on_one_server_both_stay(browser, copied, board):
    shutil.copytree(copied / SUBFOLDER, copied / "another")
    (copied / "another" / "page" / "favicon.svg").write_text("<svg/>")
    board_page.store(copied / "another")
    with serving(copied) as address, page_at(browser, f"{address}{SUBFOLDER}/", board.path, stays=True) as (window, _):
        stays(window.page)
        assert window.page.evaluate(ANOTHER) == 2


def test_it_is_as_strict_as_the_page_of_a_laptop(folder):
    index = (folder / SUBFOLDER / "index.html").read_text(encoding="utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', index)[1]
    # only a header can forbid frames
    assert f"{policy}; frame-ancestors 'none'" == app.HEADERS["content-security-policy"]


def test_it_leads_to_its_document_if_the_site_has_one(browser, folder, copied, board):
    for site, manual in ((folder, ""), (copied, "../manual.html")):
        if manual:
            board_page.make(copied / SUBFOLDER, manual=manual)
        with serving(site) as address, page_at(browser, f"{address}{SUBFOLDER}/", board.path) as (window, _):
            window.page.wait_for_selector(".cable [data-tool=firmware]")
            links = window.page.locator(".manual").evaluate_all("(links) => links.map(({ href }) => href)")
            assert links == ([f"{address}club/manual.html"] if manual else [])


def test_opened_once_it_works_without_a_network_and_asks_no_other_machine(browser, folder, board):
    with serving(folder) as address, page_at(browser, f"{address}{SUBFOLDER}/", board.path, stays=True) as (window, _):
        page = window.page
        stays(page)
        connect(window)
        page.context.set_offline(True)
        page.goto(f"{address}{SUBFOLDER}/?view=room&lang=ru")
        page.wait_for_selector("body[data-link=open]")
        board.move("h8", "p1")
        window.until_stones({"h8": "black"})
        assert page.evaluate("document.body.dataset.unsaid") == "0"
        page.keyboard.press("r")
        page.click("#rules-of-game")
        picture = page.locator(".figures img >> nth=0")
        assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0


def test_without_its_server_it_opens_too(browser, folder):
    with contextlib.ExitStack() as ends:
        with serving(folder) as address:
            window, _ = ends.enter_context(page_at(browser, f"{address}{SUBFOLDER}/", "", stays=True))
            stays(window.page)
        window.page.reload()
        window.page.wait_for_selector("body[data-connection=open]")


def test_chromium_installs_it(browser, folder):
    with serving(folder) as address, page_at(browser, f"{address}{SUBFOLDER}/", "", stays=True) as (window, _):
        stays(window.page)
        session = window.page.context.new_cdp_session(window.page)
        assert session.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
        assert session.send("Page.getAppManifest")["errors"] == []


def test_a_new_version_replaces_the_old_one_at_the_next_start_and_says_so(browser, copied):
    with serving(copied) as address, page_at(browser, f"{address}{SUBFOLDER}/", "", stays=True) as (window, _):
        page = window.page
        stays(page)
        shutil.rmtree(copied / SUBFOLDER)
        board_page.make(copied / SUBFOLDER)
        words = copied / SUBFOLDER / "page" / "languages" / "en.json"
        words.write_text(words.read_text(encoding="utf-8").replace('"Past games"', '"Old games"'), encoding="utf-8")
        board_page.store(copied / SUBFOLDER)
        page.reload()
        page.locator("#notice", has_text="A new version of this page is ready").wait_for()
        assert page.locator("[data-view-tool=games]").inner_text() == "Past games"
        page.reload()
        page.locator("#notice", has_text="replaced by its new version").wait_for()
        assert page.locator("[data-view-tool=games]").inner_text() == "Old games"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_empty_board_is_painted_before_the_script_comes_and_stays_where_it_is(browser, folder, width, height):
    size = {"width": width, "height": height}
    with serving(folder) as address, page_at(browser, f"{address}{SUBFOLDER}/", "", size) as (window, _):
        page, late = window.page, []
        page.route("**/main.js", lambda route: late.append(route))
        with page.expect_request("**/main.js"):
            page.reload(wait_until="commit")
        assert page.is_visible("#board") and page.is_hidden(".panel") and page.is_hidden(".rail")
        before = page.locator(".table").bounding_box()
        [route] = late
        route.continue_()
        page.locator("#link", has_text="plug a board in").wait_for()
        assert page.locator(".table").bounding_box() == before and page.is_visible(".rail >> nth=0")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_axe_finds_nothing(browser, folder, board, width, height):
    size = {"width": width, "height": height}
    with serving(folder) as address, page_at(browser, f"{address}{SUBFOLDER}/", board.path, size) as (window, _):
        window.page.locator("#link", has_text="plug a board in").wait_for()
        assert faults_in_all_colours(window) == []
        window.page.click("[data-tool=firmware]:visible")
        window.page.wait_for_selector("#firmware[open]")
        assert faults_in_all_colours(window, "#firmware") == []
        window.page.keyboard.press("Escape")
        connect(window)
        board.move("h8", "p1")
        window.until_stones({"h8": "black"})
        assert faults_in_all_colours(window) == []
