"""Limits the connections of watchers, so that many of them, or a hostile one, cannot block the board's own page."""

from __future__ import annotations

import asyncio
import contextlib

from uvicorn.protocols.http.h11_impl import H11Protocol

# A phone has some seven of them while it loads the page, and one while it looks on
MOST_CONNECTED = 600
CONNECTIONS_OF_A_PAGE = 8
AT_ONCE = 100  # asyncio takes in so many before it looks at any of them
ASK_WITHIN_S = 10.0  # who has not asked for anything by then, or not whole, is sent away
ANSWERED_WITHIN_S = 60.0  # so is who does not take an answer, or ask whole for it, by then
_FILES = 1024  # pyserial can't wait for a file with a number beyond that

OWN = "127.0.0.1"


class Guarded(H11Protocol):
    """A connection as uvicorn has it, on which each request must come in time, not only the first.

    One from elsewhere there is only while there is room: for `most_of_an_address` of one address, and in all.
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
            return False  # who comes by a proxy on this machine can't be told from the board's own page yet
        own = [each for each in self.connections if isinstance(each, Guarded) and each.address() == self.address()]
        return len(self.connections) > MOST_CONNECTED or len(own) > self.most_of_an_address

    def address(self) -> str:
        """Return the address of the other end."""
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
        # where it has become a WebSocket, another has taken over
        return self.transport.get_protocol() is self


def guarded(pages_of_an_address: int) -> type[Guarded]:
    """Return uvicorn's connection class, limited to a number of viewers for each address."""
    return type("Guarded", (Guarded,), {"most_of_an_address": CONNECTIONS_OF_A_PAGE * pages_of_an_address})


def make_room() -> None:
    """Allow this process so many open files: macOS begins with 256."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < _FILES:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES, hard))
