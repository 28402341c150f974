"""Run the clients in host_tools/examples, which do not import Tengen, with a board at a serial port."""

import contextlib
import os
import select
import subprocess
import sys
from pathlib import Path

from waiting import LIMIT_S

EXAMPLES = Path(__file__).resolve().parents[2] / "host_tools" / "examples"
SIZE = 15


def drawn(**stones):
    """Return the lines that a client prints for a board with these stones: `h8="X"`."""
    names = [[f"{column}{row}" for column in "abcdefghijklmno"] for row in range(SIZE, 0, -1)]
    return [" ".join(stones.get(name, ".") for name in row) for row in names]


@contextlib.contextmanager
def lost(board):
    """Lose the output of a PtyBoard until the context ends, like a board that drops lines that nobody reads."""
    put = board.do(lambda its: its.console._put)
    board.do(lambda its: setattr(its.console, "_put", lambda data: None))
    yield
    board.do(lambda its: setattr(its.console, "_put", put))


@contextlib.contextmanager
def in_python(path):
    """Run the Python client at a port. Yield a function that reads the client's next lines."""
    client = subprocess.Popen([sys.executable, EXAMPLES / "link_client.py", path], stdout=subprocess.PIPE, text=True)
    try:

        def printed(count=SIZE):
            lines = [client.stdout.readline() for _ in range(count)]
            assert all(lines), "it has ended"
            return [line.rstrip() for line in lines]

        yield printed
    finally:
        client.kill()
        client.communicate()


_PORT = """
    let ended, give;
    const readable = new ReadableStream({ start: (its) => { give = (bytes) => its.enqueue(new Uint8Array(bytes)); } });
    const writable = new WritableStream({ write: (bytes) => window.write([...bytes]) });
    const port = { open: async () => {}, readable, writable };
    Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
    window.give = give;
"""


@contextlib.contextmanager
def in_browser(browser, path):
    """Run the browser client with this port as its Web Serial. Yield a function that waits for lines on its page."""
    port = os.open(path, os.O_RDWR | os.O_NOCTTY)
    context = browser.new_context()
    try:
        page = context.new_page()
        page.expose_function("write", lambda data: os.write(port, bytes(data)))
        page.add_init_script(_PORT)
        page.goto((EXAMPLES / "link_client.html").as_uri())
        page.click("button")

        def shows(*lines):
            while page.inner_text("pre").split("\n") != list(lines):
                assert select.select([port], [], [], LIMIT_S)[0], page.inner_text("pre")
                page.evaluate("(data) => window.give(data)", list(os.read(port, 4096)))

        yield shows
    finally:
        context.close()
        os.close(port)
