"""A browser window is reused for the next test only if it is like new."""

from telling import Telling
from tengen_host.pictures import browser as chromium
from windows import windows

LEFT = "() => [localStorage.length, sessionStorage.length, innerWidth]"
MOUSE = """() => {
    window.moved = [];
    addEventListener("mousemove", ({ buttons }) => window.moved.push(buttons));
    return [...document.querySelectorAll("main :hover")].map((each) => each.id || each.tagName);
}"""


def test_a_window_is_given_again_as_new(serving, browser, request):
    telling = Telling(serving)
    with windows(browser, request) as open_window:
        first = open_window(telling.url)
        first.page.evaluate("() => { localStorage.setItem('one', 1); sessionStorage.setItem('two', 2); }")
        first.page.hover("[data-button=p1]")
        first.page.mouse.down()
        assert first.page.evaluate(MOUSE) != []
        first.resize(900, 800)
        assert first.page.evaluate(LEFT) == [1, 1, 900] and first.requests
    with windows(browser, request) as open_window:
        again = open_window(telling.url)
        assert again is first and again.page.evaluate(LEFT) == [0, 0, 1280]
        again.resize(1280, 800)
        assert again.page.evaluate(MOUSE) == []
        again.page.mouse.move(5, 5)
        assert again.page.evaluate("window.moved") == [0]
        other = open_window(telling.url)
        assert other is not first
        again.page.clock.install()
    with windows(browser, request) as open_window:
        last = {open_window(telling.url), open_window(telling.url)}
        assert again not in last and other in last, "what outlives its document is not left to others"


def test_a_chromium_that_opens_pages_lacks_nothing():
    assert chromium.missing() is None
