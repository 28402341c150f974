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
BACKLOG = 100  # asyncio accepts this number of connections before it serves any of them
RELAY_BACKLOG = 1024  # the same of a relay, to which all viewers come back at the same time when it was away
ASK_WITHIN_S = 10.0  # a connection without a complete request by then is closed
ANSWERED_WITHIN_S = 60.0  # a connection whose request is not answered and received by then is closed
_FILES = 1024  # pyserial uses select(), which can't wait for a file descriptor from this number on
_OWN = "127.0.0.1"


class LimitedConnection(H11Protocol):
    """A uvicorn connection on which every request, not only the first, must arrive in time.

    Connections to an address other than this machine's own are limited: to `most_of_an_address` per client address, and
    in total to MOST_CONNECTED and so many as there may be `pages` of a relay. uvicorn's own limit_concurrency counts
    all alike, so watchers could shut the board's own page out.
    """

    most_of_an_address = MOST_CONNECTED
    pages = 0
    _counts: Counter[str] = Counter()  # connections of each address that ask, or have not asked yet
    _is_counted = False
    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._counts[self._address] += 1
        self._is_counted = True
        if self._is_one_too_many():
            transport.abort()
        else:
            self._expect_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_counting()
        if self._due:
            self._due.cancel()

    def handle_websocket_upgrade(self, event: Any) -> None:
        super().handle_websocket_upgrade(event)
        self._stop_counting()  # from now on access.Admission counts the page

    def _stop_counting(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self._counts[self._address] -= 1
            if not self._counts[self._address]:
                del self._counts[self._address]

    def _is_one_too_many(self) -> bool:
        if self.server and self.server[0] == _OWN:
            return False  # before its headers, a client behind a proxy on this machine looks like the board's own page
        if len(self.connections) > MOST_CONNECTED + self.pages:
            return True
        return self._counts[self._address] > self.most_of_an_address

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _expect_request(self) -> None:
        if self._due:
            self._due.cancel()
        self._due = self.loop.call_later(ASK_WITHIN_S, self._end_without_request)

    def _end_without_request(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self._end()
        else:
            self._due = self.loop.call_later(ANSWERED_WITHIN_S - ASK_WITHIN_S, self._end)

    def _end(self) -> None:
        # after an upgrade to a WebSocket, another protocol object owns the transport
        if self.transport.get_protocol() is self:
            self.transport.abort()


def limited(pages_of_an_address: int, pages: int = 0) -> type[LimitedConnection]:
    """Return the connection class of a server that allows this number of watching pages per address.

    `pages`: of a relay, how many may watch in total.
    """
    most = CONNECTIONS_OF_A_PAGE * pages_of_an_address
    return type("Limited", (LimitedConnection,), {"most_of_an_address": most, "pages": pages, "_counts": Counter()})


def raise_file_limit(pages: int = 0) -> None:
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
