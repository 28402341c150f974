"""A real headless Chromium, and boards served to it: fixtures for all tiers with a page."""

import asyncio
import functools
import threading
import time
from urllib.parse import urlsplit

import pytest
from tengen_host.live import browser as chromium
from tengen_host.live.hall import Hall
from tengen_host.live.server import serve
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

WAIT_S = 60  # far longer than any step takes: a wait ends when its condition holds
LOOK_S = 0.05


class WatchedBoard(VirtualBoard):
    """A virtual board that records what was done to its buttons."""

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
    """Run the firmware; the test alone moves its clock."""
    await board.live()


class Served:
    """A board and its server in a thread with an event loop of its own."""

    def __init__(self, board, port=0, run=run_app, share=None, all_look_on=0):
        self.board = board
        self.hall = board if isinstance(board, Hall) else Hall.of(board)
        self._options = {"share": share, "all_look_on": all_look_on}
        self.frames = {}  # every frame that the strip received, by its number
        self.events = []
        self._changed = threading.Condition()
        self._ready = threading.Event()
        self._run = run
        self._port = port
        self._thread = threading.Thread(target=lambda: asyncio.run(self._main()))
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
        self._ready.set()

    def _seen(self, message):
        with self._changed:
            if message["type"] == "lights":
                self.frames[message["frame"]] = message["grb"]
            elif message["type"] == "event":
                self.events.append(message["event"])
            self._changed.notify_all()

    def until(self, condition):
        """Wait until condition() is true, whether the board reports an event or not."""
        end = time.monotonic() + WAIT_S
        with self._changed:
            while not condition():
                assert time.monotonic() < end, "it never came to that on the board"
                self._changed.wait(LOOK_S)

    def until_stones(self, *points):
        """Wait until the board holds exactly these stones."""
        wanted = set(points)
        self.until(lambda: set(self.stones()) == wanted)

    def stones(self):
        """The stones on the board: {"h8": "black", ...}."""
        return dict(self.board.state()[0]["stones"])

    def advance(self, period_ms):
        """Let the board's time pass."""
        self._do(self.board.clock.advance(period_ms))

    def rest(self):
        """Wait until the stone that was put last is a move."""
        self.advance(1500)

    def call(self, function, *arguments):
        """Call a function in the board's own thread."""

        async def called():
            return function(*arguments)

        return self._do(called())

    def told(self):
        """The events, without those of what is open now: they follow most others."""
        return [event for event in self.events if event["event"] != "open"]

    def kinds(self):
        return [event["event"] for event in self.told()]

    def stop(self):
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(WAIT_S)
            assert not self._thread.is_alive(), "an open page holds up the server's end"

    def _do(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(WAIT_S)


@pytest.fixture
def serving():
    """serving(board, port=0, run=..., share=None, all_look_on=0) -> Served, which ends after the test."""
    made = []

    def start(board, port=0, run=run_app, share=None, all_look_on=0):
        made.append(Served(board, port, run, share, all_look_on))
        return made[-1]

    yield start
    for served in made:
        served.stop()


@functools.cache
def _playwright(session):
    """Start Playwright, once in a process. Returns it and its event loop, which runs in this thread until it ends."""
    from playwright.sync_api import sync_playwright

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
    """The Chromium of this process. It lacks those arguments of Playwright that the module has in WITHOUT."""
    asyncio._set_running_loop(_playwright(request.session)[1])
    yield _chromium(request.session, getattr(request.module, "WITHOUT", ()))
    asyncio._set_running_loop(None)  # the other files of this process may run event loops of their own


class Window:
    """One browser window on a board, with its network requests and its complaints."""

    def __init__(self, context):
        self.page = context.new_page()
        self.page.set_default_timeout(1000 * WAIT_S)
        self.requests = []
        self.complaints = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def goto(self, url):
        self.host = urlsplit(url).hostname
        self.page.goto(url)
        self.page.wait_for_selector("body[data-connection=open]")
        return self

    def shows(self, served):
        """Wait until the page has received the board's last event and last frame."""
        seq = f"[data-seq='{served.events[-1]['seq']}']" if served.events else ""
        self.page.wait_for_selector(f"body[data-frame='{served.board.frames}']{seq}")

    def lights(self):
        """(the frame's number, its bytes as hex), read from the page's LEDs in one moment."""
        return self.page.evaluate(
            """() => {
                const leds = [...document.querySelectorAll(".led")];
                leds.sort((one, other) => one.dataset.pixel - other.dataset.pixel);
                return [Number(document.body.dataset.frame), leds.map((led) => led.dataset.grb).join("")];
            }"""
        )

    def stones(self):
        """{"h8": "black", ...} as the page draws them."""
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
        """The place of a point on the screen, by the coordinates printed at the board's edges."""
        if not hasattr(self, "_edges"):
            self._edges = {}
            for label in self.page.query_selector_all(".board .ground text"):
                box = label.bounding_box()
                middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                self._edges[label.text_content()] = middle
        return self._edges[point[0].upper()][0], self._edges[point[1:]][1]

    def click(self, point):
        self.page.mouse.click(*self.place(point))

    def play(self, served, points):
        """Click these stones onto an empty board, and wait after each until it is a move."""
        for number, point in enumerate(points, 1):
            self.click(point)
            served.until(lambda number=number: len(served.stones()) == number)
            served.rest()
        self.shows(served)  # the page may learn of a stone late; the next click must not hit it

    def tap(self, served, button, ms=50):
        """Press a button, let `ms` of the board's time pass, and release it; `ms` is 1100 for a hold."""
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


@pytest.fixture
def window(browser):
    """window(url, **options of the context) -> Window. Fails if a window complains or calls another address."""
    opened = []

    def open_window(url, **options):
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 800}} | options))
        opened.append((context, Window(context)))
        return opened[-1][1].goto(url)

    yield open_window
    for context, window in opened:
        context.close()
        assert window.complaints == [], window.complaints
        assert {urlsplit(url).hostname for url in window.requests} == {window.host}
