"""Keeps a crowd of lookers-on, or one that means harm, from taking what the board's own page needs: connections."""

from __future__ import annotations

import asyncio
import contextlib

from uvicorn.protocols.http.h11_impl import H11Protocol

# A phone has some seven of them while it loads the page, and one while it looks on
MOST_CONNECTED = 600
AT_ONCE = 100  # asyncio takes in so many before it looks at any of them
ASK_WITHIN_S = 10.0  # who has not asked for anything by then is sent away
_FILES = 1024  # pyserial can't wait for a file with a number beyond that

OWN = "127.0.0.1"


class Guarded(H11Protocol):
    """A connection as uvicorn has it; one from elsewhere only while there is room for it, and it asks for something."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.server and self.server[0] == OWN:
            return
        if len(self.connections) > MOST_CONNECTED:
            transport.abort()
        else:
            self.loop.call_later(ASK_WITHIN_S, self._end_if_idle)

    def _end_if_idle(self) -> None:
        # where it has become a WebSocket, another has taken over
        if self.cycle is None and self.transport.get_protocol() is self:
            self.transport.abort()


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
