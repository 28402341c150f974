"""Limits the connections of watchers, so that many of them, or a hostile one, cannot block the board's own page."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

# A phone has about seven connections while it loads the page, and one while it watches
MOST_CONNECTED = 600
CONNECTIONS_OF_A_PAGE = 8
AT_ONCE = 100  # the listen backlog: asyncio accepts this number of connections before it serves any of them
ASK_WITHIN_S = 10.0  # a connection without a complete request by then is closed
ANSWERED_WITHIN_S = 60.0  # a connection whose request is not answered and received by then is closed
MANY_AT_ONCE = 1024  # the same of a relay, to which all viewers come back at the same time when it was away
_FILES = 1024  # pyserial uses select(), which can't wait for a file descriptor from this number on

OWN = "127.0.0.1"


class Guarded(H11Protocol):
    """A uvicorn connection on which every request, not only the first, must arrive in time.

    Connections to an address other than OWN are limited: to `most_of_an_address` per client address, and in total to
    MOST_CONNECTED and so many as there may be `pages` of a relay.
    """

    most_of_an_address = MOST_CONNECTED
    pages = 0
    _held: Counter[str] = Counter()  # connections of each address that ask, or have not asked yet
    _is_held = False
    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._held[self.address()] += 1
        self._is_held = True
        if self._is_one_too_many():
            transport.abort()
        else:
            self._expect_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._let_go()
        if self._due:
            self._due.cancel()

    def handle_websocket_upgrade(self, event: Any) -> None:
        super().handle_websocket_upgrade(event)
        self._let_go()  # from now on the page has a seat

    def _let_go(self) -> None:
        if self._is_held:
            self._is_held = False
            self._held[self.address()] -= 1
            if not self._held[self.address()]:
                del self._held[self.address()]

    def _is_one_too_many(self) -> bool:
        if self.server and self.server[0] == OWN:
            return False  # before its headers, a client behind a proxy on this machine looks like the board's own page
        if len(self.connections) > MOST_CONNECTED + self.pages:
            return True
        return self._held[self.address()] > self.most_of_an_address

    def address(self) -> str:
        """Return the client's address; "" if it is not known."""
        return self.client[0] if self.client else ""

    def _expect_request(self) -> None:
        if self._due:
            self._due.cancel()
        self._due = self.loop.call_later(ASK_WITHIN_S, self._end_if_idle)

    def _end_if_idle(self) -> None:
        if not self._is_mine():
            return
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()
        else:
            self._due = self.loop.call_later(ANSWERED_WITHIN_S - ASK_WITHIN_S, self._end)

    def _end(self) -> None:
        if self._is_mine():
            self.transport.abort()

    def _is_mine(self) -> bool:
        # after an upgrade to a WebSocket, another protocol object owns the transport
        return self.transport.get_protocol() is self


def guarded(pages_of_an_address: int, pages: int = 0) -> type[Guarded]:
    """Return the connection class of a server that allows this number of watching pages per address.

    `pages`: of a relay, how many may watch in total.
    """
    most = CONNECTIONS_OF_A_PAGE * pages_of_an_address
    return type("Guarded", (Guarded,), {"most_of_an_address": most, "pages": pages, "_held": Counter()})


def make_room(pages: int = 0) -> None:
    """Raise this process's limit of open files to _FILES, and by the pages of a relay; on macOS the default is 256."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES + pages
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
