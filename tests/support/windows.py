"""Fixtures for all tiers with a page: a real headless Chromium, and boards with servers."""

import asyncio
import collections
import contextlib
import functools
import re
import socket
import threading
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, sync_playwright
from tengen_host.hall.hall import Hall
from tengen_host.pictures import browser as chromium
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.web.server import HOST, serve
from waiting import LIMIT_S as WAIT_S

LOOK_S = 0.05
VIEWPORT = {"width": 1280, "height": 800}
# The methods of a page that have no effect beyond the current document
PASSES = re.compile(
    r"_|is_|get_|goto|reload|url|title|viewport_size|set_viewport_size|mouse|keyboard|touchscreen|hover|focus|fill|type"
    r"|press|click|dblclick|set_checked|select_option|input_value|text_content|locator|query_|eval|wait_for_|expect_"
)
# A notice ends only by the test's own clock or by an action, so that the test does not depend on the machine's speed
LASTING_NOTICES = """const later = window.setTimeout;
window.setTimeout = (work, ms, ...more) => (ms > 5000 ? 0 : later(work, ms, ...more));"""
# Pages are laid out but not drawn if a test does not need to see them
WITHOUT_LOOKS = """const looks = new CSSStyleSheet();
looks.replaceSync("html { opacity: 0 !important }");
document.adoptedStyleSheets.push(looks);"""
MIDDLES = """(labels) => Object.fromEntries(labels.map((label) => {
    const { left, right, top, bottom } = label.getBoundingClientRect();
    return [label.textContent, [(left + right) / 2, (top + bottom) / 2]];
}))"""


class WatchedBoard(VirtualBoard):
    """A virtual board that records the presses of its buttons."""

    def __init__(self, size=15):
        super().__init__(FastClock(), size=size)
        self.hands = []

    def press(self, button):
        super().press(button)
        self.hands.append(("press", button))
        self._publish({"type": "buzzer", "hz": self.hz})

    def release(self, button):
        super().release(button)
        self.hands.append(("release", button))
        self._publish({"type": "buzzer", "hz": self.hz})


async def run_app(board):
    """Run the firmware; only the test advances its clock."""
    await board.live()


# one port for all boards of this process, one after another, so that a browser compiles the page only once
_ports = [0]


def listener():
    """Return a socket that listens on the port of this process's boards, or on another port if that is in use."""
    try:
        return socket.create_server((HOST, _ports[0]))
    except OSError:
        return socket.create_server((HOST, 0))


class Served:
    """A board and its server in a thread with its own event loop. `more`: further arguments of server.serve()."""

    def __init__(self, board, port=0, run=run_app, share=None, relay_viewers=0, **more):
        self.board = board
        self.hall = board if isinstance(board, Hall) else Hall.of(board)
        self._options = {"share": share, "relay_viewers": relay_viewers, **more}
        self.frames = {}  # every frame that the strip has received, by its number
        self.lines = []
        self._tasks = []  # of start()
        self._changed = threading.Condition()
        self._ready = threading.Event()
        self._run = run
        self._port = port or _ports[0]
        self._thread = threading.Thread(target=lambda: asyncio.run(self._main()), daemon=True)
        self._thread.start()
        assert self._ready.wait(WAIT_S)

    async def _main(self):
        self._loop = asyncio.get_running_loop()
        self._end = asyncio.Event()
        self.board.subscribe(self._seen)
        tasks = [asyncio.ensure_future(self._run(self.board))]
        tasks.append(asyncio.ensure_future(serve(self.hall, self._port, self._is_ready, **self._options)))
        await self._end.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _is_ready(self, address):
        self.url = address
        _ports[0] = _ports[0] or urlsplit(address).port
        self._ready.set()

    def _seen(self, message):
        with self._changed:
            if message["type"] == "lights":
                self.frames[message["frame"]] = message["grb"]
            elif message["type"] == "line" and "seq" in message["line"]:
                self.lines.append(message["line"])
            self._changed.notify_all()

    def until(self, condition):
        """Wait until condition() is true, also while the board sends nothing."""
        end = time.monotonic() + WAIT_S
        with self._changed:
            while not condition():
                assert time.monotonic() < end, "the board never reached the expected state"
                self._changed.wait(LOOK_S)

    def until_stones(self, *points):
        """Wait until the board has exactly these stones."""
        wanted = set(points)
        self.until(lambda: set(self.stones()) == wanted)

    def stones(self):
        """Return the stones on the board: {"h8": "black", ...}."""
        return dict(self.board.state()[0]["stones"])

    def advance(self, period_ms):
        """Let the board's time pass."""
        self._do(self.board.clock.advance(period_ms))

    def rest(self):
        """Wait until the last stone is a move."""
        self.advance(1500)

    def call(self, function, *arguments):
        """Call a function in the board's own thread."""

        async def called():
            return function(*arguments)

        return self._do(called())

    def start(self, function, *arguments):
        """Run a coroutine in the board's own thread, until it ends or the board does."""
        # the event loop has only a weak reference to a task, so without this one the task may be collected as garbage
        self._tasks.append(self.call(lambda: asyncio.ensure_future(function(*arguments))))

    @property
    def done(self):
        """Return the actions in the board's lines."""
        return [each for line in self.lines for each in line.get("did", ())]

    def codes(self):
        """Return the codes of the actions."""
        return [each["code"] for each in self.done]

    def asks(self):
        """Return the current group `asks`."""
        return self.board.replica.state.groups["asks"]

    def stop(self):
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(WAIT_S)
            assert not self._thread.is_alive(), "an open page holds up the server's end"

    def _do(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(WAIT_S)


@pytest.fixture
def serving():
    """Return serving(board, ...) -> Served, with the same arguments. A Served stops after the test."""
    made = []

    def start(board, *arguments, **named):
        made.append(Served(board, *arguments, **named))
        return made[-1]

    yield start
    for served in made:
        served.stop()


@functools.cache
def _playwright(session):
    """Start Playwright, only once in a process. Return Playwright and its event loop, which runs in this thread."""
    playwright = sync_playwright().start()
    loop = asyncio.get_running_loop()

    def end():
        asyncio._set_running_loop(loop)
        playwright.stop()

    session.addfinalizer(end)
    return playwright, loop


@functools.cache
def _chromium(session, without):
    playwright, _ = _playwright(session)
    arguments = {"args": list(chromium.ARGUMENTS), "ignore_default_args": list(without)}
    return playwright.chromium.launch(executable_path=chromium.find(), **arguments)


@pytest.fixture(scope="module")
def browser(request):
    """Return the Chromium of this process, started without the arguments of Playwright in the test module's WITHOUT."""
    asyncio._set_running_loop(_playwright(request.session)[1])
    try:
        which = (request.session, getattr(request.module, "WITHOUT", ()))
        if not _chromium(*which).is_connected():  # Chromium crashed in another test file
            _chromium.cache_clear()
        yield _chromium(*which)
    finally:
        asyncio._set_running_loop(None)  # other test files of this process may run their own event loops


class _Page(Page):
    """A page that records the use of anything that may outlive the document: a clock, a route, the context ..."""

    is_changed = False

    def __getattribute__(self, name):
        if not PASSES.match(name):
            self.is_changed = True
        return super().__getattribute__(name)


class Window:
    """A browser window on a board, with its network requests and its errors."""

    def __init__(self, context):
        self.page = context.new_page()
        self.page.set_default_timeout(1000 * WAIT_S)
        self.requests = []
        self.complaints = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.__class__ = _Page

    def stop_clock(self):
        """Stop the clock of the page. From now on only page.clock moves the clock."""
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 1000"))

    def leave(self):
        """Leave the page in a clean state, with nothing stored or pressed."""
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.goto("about:blank")
        self.page.mouse.up()

    def begin(self, viewport):
        """Reset the window for the next test."""
        self.page.set_viewport_size(viewport)
        self.requests.clear()
        self.complaints.clear()
        self.__dict__.pop("_edges", None)
        return self

    def goto(self, url):
        self.host = urlsplit(url).hostname
        self.page.goto(url)
        self.page.wait_for_selector("body[data-connection=open]")
        return self

    def resize(self, width, height):
        """Change the window's size. The page notices this with its next frame, and then fits its texts."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    def shows(self, served):
        """Wait until the page has received the board's last line and last frame."""
        seq = f"[data-seq='{served.lines[-1]['seq']}']" if served.lines else ""
        self.page.wait_for_selector(f"body[data-frame='{served.board.frames}']{seq}")

    def lights(self):
        """Return (the frame's number, its bytes as hex), read from the page's LEDs in one step."""
        return self.page.evaluate(
            """() => {
                const leds = [...document.querySelectorAll(".led")];
                leds.sort((one, other) => one.dataset.pixel - other.dataset.pixel);
                return [Number(document.body.dataset.frame), leds.map((led) => led.dataset.grb).join("")];
            }"""
        )

    def stones(self):
        """Return the stones that the page draws: {"h8": "black", ...}."""
        return self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll(".stones .stone")].map((stone) =>
                [stone.dataset.stone, stone.classList.contains("black") ? "black" : "white"]))"""
        )

    def until_stones(self, stones):
        """Wait until the page draws exactly these stones."""
        self.page.wait_for_function(
            """(wanted) => {
                const drawn = [...document.querySelectorAll(".stones .stone")];
                return drawn.map((stone) => stone.dataset.stone).sort().join() === wanted;
            }""",
            arg=",".join(sorted(stones)),
        )
        assert self.stones() == stones

    def place(self, point):
        """Return the position of a point on the screen, from the coordinates at the board's edges."""
        if not hasattr(self, "_edges"):
            self._edges = self.page.locator(".board .ground text").evaluate_all(MIDDLES)
        return self._edges[point[0].upper()][0], self._edges[point[1:]][1]

    def click(self, point):
        self.page.mouse.click(*self.place(point))

    def play(self, served, points):
        """Click these stones onto an empty board. After each stone, wait until it is a move."""
        for number, point in enumerate(points, 1):
            self.click(point)
            served.until(lambda number=number: len(served.stones()) == number)
            served.rest()
        self.shows(served)  # wait for the page, because the next click must not hit a stone that appears late

    def tap(self, served, button, ms=50):
        """Press a button, let `ms` of the board's time pass, and release the button. 1100 ms is a hold."""
        self.page.hover(f"[data-button={button}]")
        self.page.mouse.down()
        served.until(lambda: served.board.hands[-1:] == [("press", button)])
        served.advance(ms)
        self.page.mouse.up()
        served.until(lambda: served.board.hands[-1:] == [("release", button)])
        served.advance(50)

    def drag(self, origin, target):
        self.page.mouse.move(*self.place(origin))
        self.page.mouse.down()
        self.page.mouse.move(*self.place(target), steps=4)
        self.page.mouse.up()


# for each Chromium, reusable windows without options, which tests have left unchanged
_left = collections.defaultdict(list)


@contextlib.contextmanager
def windows(browser, request):
    """Return open_window(url, **options of the context) -> Window. Errors and calls to other addresses fail the test.

    Pages are drawn only if the test module has LOOKS, because drawing takes long.
    """
    opened, failed = [], request.session.testsfailed
    looks = getattr(request.module, "LOOKS", False)

    def open_window(url, viewport=VIEWPORT, **options):
        may_stay = not options and not looks
        if may_stay and _left[browser]:
            window = _left[browser].pop().begin(viewport)
        else:
            context = browser.new_context(viewport=viewport, **options)
            context.add_init_script(LASTING_NOTICES + ("" if looks else WITHOUT_LOOKS))
            window = Window(context)
        opened.append((window, may_stay))
        return window.goto(url)

    yield open_window
    staying = []
    for window, may_stay in opened:
        stays = may_stay and window.page.url.startswith("http") and not window.page.is_changed
        if stays and request.session.testsfailed == failed:
            window.leave()
            staying.append(window)
        else:
            window.page.context.close()
    for window, _ in opened:
        assert window.complaints == [], window.complaints
        assert {urlsplit(url).hostname for url in window.requests} == {window.host}
    _left[browser] += staying


@pytest.fixture
def window(browser, request):
    with windows(browser, request) as open_window:
        yield open_window
