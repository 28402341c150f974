"""A board at a serial port, and the clients of host_tools/examples that need nothing of Tengen."""

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
    """The lines of the board: `h8="X"`."""
    names = [[f"{column}{row}" for column in "abcdefghijklmno"] for row in range(SIZE, 0, -1)]
    return [" ".join(stones.get(name, ".") for name in row) for row in names]


@contextlib.contextmanager
def lost(board):
    """Lose what a PtyBoard sends meanwhile, as a board drops lines that nobody reads."""
    put = board.do(lambda its: its.console._put)
    board.do(lambda its: setattr(its.console, "_put", lambda data: None))
    yield
    board.do(lambda its: setattr(its.console, "_put", put))


@contextlib.contextmanager
def in_python(path):
    """Run the client in Python at a port; yield what reads its next lines."""
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
    """Run the client of the browser, whose Web Serial is this port; yield what waits until it shows these lines."""
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
