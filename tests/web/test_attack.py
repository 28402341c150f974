"""The board's own page under attack: 500 sockets of watchers try all known ways to delay it, and it still answers."""

import http.client
import socket
import threading
import time
from statistics import median
from urllib.parse import urlsplit

import ledger
import pytest
import waiting
from pages import HANDSHAKE
from serving import serving
from tengen_host.records.library import Library
from web.test_game_pages import FOUL

pytestmark = pytest.mark.proof

SOCKETS = 500
ASKED = 100  # the number of requests of the board's own page
FLOOD = 80  # the number of requests for a picture that are sent together, and given up before the answer
DROPPED_S = 0.3
PAUSE_S = 0.05  # the time between two requests of the board's own page
SHARED = "127.0.0.2"  # an address of this machine that is not the address of the board's own page


class Attack:
    """SOCKETS connections in four threads that continue until `over` is set."""

    def __init__(self, port):
        self.port = port
        self.over = threading.Event()
        self.refused = self.opened = 0
        kinds = (self._drops_pictures, self._trickles, self._takes_seats, self._forges_headers)
        self._threads = [threading.Thread(target=kind, daemon=True) for kind in kinds]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for thread in self._threads:
            thread.join()

    def _open(self, host, first, source):
        """Connect and send a request; return the socket, or None if it was refused."""
        try:
            opened = socket.create_connection((host, self.port), 5, (source, 0))
            opened.sendall(first.format(host=f"{host}:{self.port}").encode())
        except OSError:
            self.refused += 1
            return None
        self.opened += 1
        return opened

    def _many(self, count, host, first, then=b"", name="127.0.0.{}"):
        """Hold `count` connections from five addresses, and send `then` on each now and then."""
        held = []
        while not self.over.wait(0.1):
            while len(held) < count and not self.over.is_set():
                opened = self._open(host, first, name.format(3 + len(held) % 5))
                if opened is None:
                    break
                held.append(opened)
            for each in held[:]:
                try:
                    each.sendall(then)
                except OSError:  # the server has closed it
                    held.remove(each)
                    each.close()
        for each in held:
            each.close()

    def _drops_pictures(self):
        first = f"GET /games/{FOUL.id}.png?{{host}} HTTP/1.1\r\nHost: {{host}}\r\n\r\n"
        while not self.over.is_set():
            held = [self._open(SHARED, first, "127.0.0.3") for _ in range(FLOOD)]
            self.over.wait(DROPPED_S)
            for each in filter(None, held):
                each.close()

    def _trickles(self):
        first = "GET /board.json HTTP/1.1\r\nHost: {host}\r\n\r\nGET /boa"
        self._many(180, SHARED, first, b"r")

    def _takes_seats(self):
        self._many(140, SHARED, HANDSHAKE.format(path="ws", host="{host}", more=""))

    def _forges_headers(self):
        first = (
            "GET /games.json HTTP/1.1\r\nHost: {host}\r\nCf-Connecting-Ip: 127.0.0.1\r\n"
            "X-Forwarded-For: 127.0.0.1\r\n\r\nGET /"
        )
        self._many(100, "127.0.0.1", first, b"x")


def own_page_ms(port):
    """The time until the board's own page gets an answer, in ms."""
    began = time.perf_counter()
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=waiting.LIMIT_S)
    asked.request("GET", "/")
    answer = asked.getresponse()
    assert answer.status == 200 and b"<html" in answer.read()
    asked.close()
    return 1000 * (time.perf_counter() - began)


def test_the_own_page_answers_while_500_sockets_attack(tmp_path):
    """The board's own page answers each of 100 requests while 500 sockets of watchers attack the server."""
    Library(tmp_path).add(FOUL)
    arguments = ("live", "--virtual", "1", "--still", "--share", "--games", str(tmp_path))
    with serving(*arguments) as (address, _):
        port = urlsplit(address).port
        quiet = [own_page_ms(port) for _ in range(20)]
        took = []
        with Attack(port) as attack:
            while attack.opened < SOCKETS:
                attack.over.wait(0.1)
            while len(took) < ASKED:
                took.append(own_page_ms(port))
                attack.over.wait(PAUSE_S)
        after = own_page_ms(port)
    took.sort()
    ledger.note(
        f"own page, ms: quiet {median(quiet):.1f}, under attack median {median(took):.1f}, 99 of 100 within "
        f"{took[98]:.0f}, at once after it {after:.1f}; {attack.opened} connections, {attack.refused} refused"
    )
