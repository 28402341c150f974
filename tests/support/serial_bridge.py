"""A file server with the page without installation, and a Web Serial with pseudo-terminals as ports."""

import contextlib
import functools
import http.server
import os
import threading

from tengen_docs import board_page
from windows import LASTING_NOTICES, VIEWPORT, Window

SUBFOLDER = "club/board"
BLOCKED = "Service Worker registration blocked by Playwright"
# navigator.serial for a page: everything that needs the outside world asks the test, by its binding `serialDo`
_SERIAL = """(() => {
    const pause = window.setTimeout.bind(window), LOOK_MS = 10;
    const lost = (words) => new DOMException(words, "NetworkError");
    class Port {
        readable = null;
        writable = null;
        constructor(name) { this.name = name; }
        getInfo() { return { usbVendorId: 0x2e8a, usbProductId: 5 }; }
        async setSignals() {}
        async open() {
            if (this.readable) throw new DOMException("The port is already open.", "InvalidStateError");
            if (!(await window.serialDo("open", this.name))) throw lost("Failed to open serial port.");
            let isOver = false;
            this.readable = new ReadableStream({
                pull: async (its) => {
                    for (let data = []; !isOver && !data.length; await new Promise((done) => pause(done, LOOK_MS))) {
                        data = await window.serialDo("read", this.name);
                        if (data === null) {
                            this.readable = null;
                            its.error(lost("The device has been lost."));
                            return;
                        }
                        if (data.length) its.enqueue(new Uint8Array(data));
                    }
                },
                cancel: () => { isOver = true; },
            }, { highWaterMark: 0 });
            this.writable = new WritableStream({ write: (bytes) => window.serialDo("write", this.name, [...bytes]) });
        }
        async close() {
            if (this.readable?.locked || this.writable.locked) throw new TypeError("Cannot close: a stream is locked");
            this.readable = this.writable = null;
            await window.serialDo("close", this.name);
        }
    }
    const ports = {};
    const portOf = (name) => (ports[name] ??= new Port(name));
    const serial = new EventTarget();
    serial.getPorts = async () => (await window.serialDo("granted")).map(portOf);
    serial.requestPort = async ({ filters }) => {
        const name = await window.serialDo("choose", JSON.stringify(filters));
        if (!name) throw new DOMException("No port selected by the user.", "NotFoundError");
        return portOf(name);
    };
    window.serialEvent = (type, name) => {
        const event = new Event(type);
        Object.defineProperty(event, "target", { value: portOf(name) });
        serial.dispatchEvent(event);
    };
    Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
    window.serialDo("begin");
})();"""


@contextlib.contextmanager
def site(folder, uf2=None):
    """Make the page without installation below a folder, and serve it. Yield its address."""
    board_page.make(folder / SUBFOLDER, uf2)
    with serving(folder) as address:
        yield f"{address}{SUBFOLDER}/"


@contextlib.contextmanager
def serving(folder):
    """Serve the files of a folder like `python -m http.server`. Yield the address."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def copyfile(self, source, outputfile):
        with contextlib.suppress(OSError):  # a page that is closed reads no more
            super().copyfile(source, outputfile)


class Bridge:
    """The serial ports that the pages of a browser context see.

    `path`: the pseudo-terminal of the only board; people choose it, unless it is "". `granted`: the paths that the
    pages may use. `taken`: whether another program has the port. `filters`: what the page wants to choose from.
    `heard`: all bytes from the pages.
    """

    def __init__(self, context, path):
        self.path = str(path)
        self.granted, self.taken, self.heard, self.filters = [], False, b"", None
        self._pulled = False
        self._open = {}  # by path: the page that has the port open, and the descriptor
        self._context = context
        context.expose_binding("serialDo", self._do)
        context.add_init_script(_SERIAL)

    def tell(self, what):
        """Send an event, connect or disconnect, to each page."""
        for page in self._context.pages:
            page.evaluate("([what, name]) => window.serialEvent(what, name)", [what, self.path])

    def pull(self):
        """Pull the cable out; the board itself does not notice it."""
        self._pulled = True
        self._close_all(*self._open)
        self.tell("disconnect")

    def push(self):
        self._pulled = False
        self.tell("connect")

    def close(self):
        self._close_all(*self._open)

    def _do(self, source, verb, *its):
        return getattr(self, f"_{verb}_port")(source["page"], *its)

    def _begin_port(self, page):
        """A page has another document, so that the ports of the last one are closed; so are those of a closed page."""
        page.on("close", self._end)
        self._end(page)

    def _end(self, page):
        self._close_all(*(path for path, (owner, _) in self._open.items() if owner is page))

    def _granted_port(self, page):
        return [path for path in self.granted if self._is_there(path)]

    def _is_there(self, path):
        return os.path.exists(path) and not self._pulled

    def _choose_port(self, page, filters):
        self.filters = filters
        self.granted = sorted({*self.granted, self.path} - {""})
        return self.path

    def _open_port(self, page, path):
        if self.taken or path in self._open or not self._is_there(path):
            return False
        self._open[path] = (page, os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))
        return True

    def _read_port(self, page, path):
        try:
            return list(os.read(self._open[path][1], 4096)) or None
        except BlockingIOError:
            return []
        except (OSError, KeyError):
            return None

    def _write_port(self, page, path, data):
        self.heard += bytes(data)
        with contextlib.suppress(OSError, KeyError):
            os.write(self._open[path][1], bytes(data))

    def _close_port(self, page, path):
        self._close_all(path)

    def _close_all(self, *paths):
        for path in paths:
            if path in self._open:
                os.close(self._open.pop(path)[1])


@contextlib.contextmanager
def page_at(browser, address, path, viewport=VIEWPORT, script="", stays=False, **options):
    """Open the page without installation; `path` as for a Bridge. Yield its window and the bridge.

    Errors, and requests to any other address, fail the test. `script`: what runs in the page before its own scripts.
    `stays`: whether the browser keeps the page for the next visit, by its service worker.
    """
    workers = "allow" if stays else "block"
    context = browser.new_context(viewport=viewport, service_workers=workers, **options)
    bridge = Bridge(context, path)
    try:
        context.add_init_script(LASTING_NOTICES + script)
        window = Window(context)
        window.goto(address)
        yield window, bridge
        assert [words for words in window.complaints if words != BLOCKED] == []
        assert all(url.startswith((address.partition("?")[0], "blob:")) for url in window.requests), window.requests
    finally:
        context.close()
        bridge.close()


def connect(window):
    """Choose the board, and wait until its state is there."""
    window.page.click("[data-tool=connect]:visible")
    window.page.wait_for_selector("body[data-link=open]")
