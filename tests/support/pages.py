"""For tests of the server: addresses and connections of a page, and the first messages to a page."""

import json

import websockets
from starlette.testclient import TestClient
from tengen_host.boards.interface import group
from tengen_host.hall.details import FIELDS
from tengen_host.web.app import make_app

HOST = "127.0.0.1:8000"
HERE_IP = "127.0.0.1"
HERE = (HERE_IP, 50_000)  # the address of a page on this machine
ELSEWHERE = "192.168.1.9"
OWN = "192.168.1.5"  # this machine's address in the network
WS = f"ws://{HOST}/ws"  # a full address, because otherwise the test client uses its own host name

NOBODY = dict.fromkeys(FIELDS, "")
NO_DETAILS = [group("forbidden", None), group("names", NOBODY), group("commentary", None), group("quiz", None)]

HANDSHAKE = (  # the request for a WebSocket at a path of a host, with additional headers
    "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{more}"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def page_of(address, path="ws", **options):
    """Open a page's WebSocket to a real server at an address."""
    return websockets.connect(address.replace("http", "ws") + path, max_size=None, **options)


async def begun(page):
    """Receive the first messages to a page. Return the message "ready"."""
    while (message := json.loads(await page.recv()))["type"] != "ready":
        pass
    return message


def client_of(app, peer=HERE_IP, host=HOST):
    """Return a test client of an app, or of the app for a board or hall."""
    served = app if callable(app) else make_app(app)
    return TestClient(served, client=(peer, 50_000), base_url=f"http://{host}")


def watching(app):
    """Return a test client of an app, as on another machine in the network."""
    return client_of(app, ELSEWHERE, f"{OWN}:8000")


def from_anywhere(app):
    """Return a test client, for a `with`, that connects from the address in its header "peer"."""

    async def served(scope, receive, send):
        peer = dict(scope.get("headers", ())).get(b"peer", b"").decode()
        # without the test's own header
        headers = [header for header in scope.get("headers", ()) if header[0] != b"peer"]
        await app({**scope, "client": (peer, 50_000), "headers": headers}, receive, send)

    return TestClient(served)


def state(socket):
    """Return all messages before "ready"."""
    messages = []
    while (message := socket.receive_json())["type"] != "ready":
        messages.append(message)
    return messages


def ready(socket):
    """Return the message "ready"."""
    while (message := socket.receive_json())["type"] != "ready":
        pass
    return message


def acts(message):
    """Return whether a page may put stones, as the message "ready" says."""
    return "put" in message["may"]
