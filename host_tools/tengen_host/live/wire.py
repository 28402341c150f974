"""A page's WebSocket below the app: what many pages get is framed once, and sent to each without a task of its own."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_NAME = "tengen.wire"  # among the extensions of a WebSocket's scope
_TEXT = 0x81  # RFC 6455, 5.2: the whole of a text message
_LINGER = "hh" if sys.platform == "win32" else "ii"
_GRACE_S = 1.0  # for what still waits, when a connection is closed


def frame(text: bytes) -> bytes:
    """Return a text message as a server sends it: the same bytes for every page."""
    length = len(text)
    if length < 126:
        return bytes((_TEXT, length)) + text
    if length < 1 << 16:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big") + text
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big") + text


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which gives the app its connection: see of()."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # it is complete when the request was refused
            cast(dict[str, Any], self.scope["extensions"])[_NAME] = self

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(_GRACE_S, self.abort)

    def send_frame(self, data: bytes) -> bool:
        """Send a frame now; False where the page has not read what was sent before, or has gone: nothing is sent."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(data)
        return True

    async def can_send(self) -> bool:
        """Wait until the page has read what was sent; False where it has gone."""
        await self.writable.wait()
        return not (self.close_sent or self.transport.is_closing())

    def abort(self) -> None:
        """End the connection at once, with what waits in it. To close it would wait for a page that reads nothing."""
        its_socket = self.transport.get_extra_info("socket")
        if its_socket:  # without this the system itself would keep what waits, and try to send it for minutes
            with contextlib.suppress(OSError):  # it is closed already
                its_socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack(_LINGER, 1, 0))
        self.transport.abort()


def of(scope: Scope) -> Wire | None:
    """Return the wire of a WebSocket; None where another server than this one has it, as in tests."""
    found: Wire | None = scope.get("extensions", {}).get(_NAME)
    return found
