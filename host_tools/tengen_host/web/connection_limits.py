"""Limits the connections of watchers, so that neither many nor hostile ones can block the board's own page."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

# A phone opens about seven connections to load the page, and one to watch or to answer. Below _FILES: ports need some
MOST_CONNECTED = 900
CONNECTIONS_OF_A_PAGE = 8
BACKLOG = 100  # asyncio accepts this number of connections before it serves any of them
RELAY_BACKLOG = 1024  # the same for a relay, where all viewers come back at the same time after an outage
ASK_WITHIN_S = 10.0  # seconds after which a connection without a complete request is closed
# seconds after which a connection is closed if its request was not answered, or if the client has not received the
# answer
ANSWERED_WITHIN_S = 60.0
_FILES = 1024  # pyserial uses select(), which can't wait for file descriptors of this number or more
_OWN = "127.0.0.1"


class LimitedConnection(H11Protocol):
    """A uvicorn connection; every request on it, not only the first, must arrive in time.

    Limits connections to any address other than 127.0.0.1: to `most_of_an_address` per client address, and to
    MOST_CONNECTED + `pages` in total (`pages`: of a relay, otherwise 0). uvicorn's own limit_concurrency treats all
    addresses alike, so watchers could shut out the board's own page.
    """

    most_of_an_address = MOST_CONNECTED
    pages = 0
    _counts: Counter[str] = Counter()  # number of HTTP connections of each address
    _is_counted = False
    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and end it at once if there are too many."""
        super().connection_made(transport)
        self._counts[self._address] += 1
        self._is_counted = True
        if self._is_one_too_many():
            transport.abort()
        else:
            self._expect_request()

    def on_response_complete(self) -> None:
        """Wait for the next request, for a limited time."""
        super().on_response_complete()
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        self._stop_counting()
        if self._due:
            self._due.cancel()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Stop counting the connection, because it is a page now."""
        super().handle_websocket_upgrade(event)
        self._stop_counting()  # from now on access.Admission counts this page
        if self._due:
            self._due.cancel()  # another protocol object owns the transport

    def _stop_counting(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self._counts[self._address] -= 1
            if not self._counts[self._address]:
                del self._counts[self._address]

    def _is_one_too_many(self) -> bool:
        if self.server and self.server[0] == _OWN:
            # never refused, because it may be the board's own page; here it can't be told from a client behind a local
            # proxy
            return False
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
            self.transport.abort()
        else:
            self._due = self.loop.call_later(ANSWERED_WITHIN_S - ASK_WITHIN_S, self.transport.abort)


def limited(pages_of_an_address: int, pages: int = 0) -> type[LimitedConnection]:
    """Return the connection class for a server that allows this number of watching pages per address.

    `pages`: for a relay, the number of pages that may watch in total.
    """
    most = CONNECTIONS_OF_A_PAGE * pages_of_an_address
    return type("Limited", (LimitedConnection,), {"most_of_an_address": most, "pages": pages, "_counts": Counter()})


def raise_file_limit(pages: int = 0) -> None:
    """Raise this process's limit of open files to _FILES plus the pages of a relay; the default on macOS is 256."""
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
