"""Limits the connections of watchers, so that many of them, or a hostile one, cannot block the board's own page."""

from __future__ import annotations

import asyncio
import contextlib

from uvicorn.protocols.http.h11_impl import H11Protocol

# A phone has about seven connections while it loads the page, and one while it watches
MOST_CONNECTED = 600
CONNECTIONS_OF_A_PAGE = 8
AT_ONCE = 100  # the listen backlog: asyncio accepts this number of connections before it serves any of them
ASK_WITHIN_S = 10.0  # a connection without a complete request by then is closed
ANSWERED_WITHIN_S = 60.0  # a connection whose request is not answered and received by then is closed
_FILES = 1024  # pyserial uses select(), which can't wait for a file descriptor from this number on

OWN = "127.0.0.1"


class Guarded(H11Protocol):
    """A uvicorn connection on which every request, not only the first, must arrive in time.

    Connections to an address other than OWN are limited: to `most_of_an_address` per client address, and in total.
    """

    most_of_an_address = MOST_CONNECTED
    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._is_one_too_many():
            transport.abort()
        else:
            self._expect_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._due:
            self._due.cancel()

    def _is_one_too_many(self) -> bool:
        if self.server and self.server[0] == OWN:
            return False  # before its headers, a client behind a proxy on this machine looks like the board's own page
        own = [each for each in self.connections if isinstance(each, Guarded) and each.address() == self.address()]
        return len(self.connections) > MOST_CONNECTED or len(own) > self.most_of_an_address

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


def guarded(pages_of_an_address: int) -> type[Guarded]:
    """Return the connection class of a server that allows this number of watching pages per address."""
    return type("Guarded", (Guarded,), {"most_of_an_address": CONNECTIONS_OF_A_PAGE * pages_of_an_address})


def make_room() -> None:
    """Raise this process's limit of open files to _FILES; on macOS the default is 256."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < _FILES:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES, hard))
