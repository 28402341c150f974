"""A page's WebSocket below the app. A message for many pages is framed only once, and written without extra tasks."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
import zlib
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

_NAME = "tengen.websocket"  # the name of our entry among the extensions of a WebSocket's scope
# RFC 7692, 7.1.1: each message is compressed by itself, so it is the same for all pages, and no page needs a
# compression history of its own
_DEFLATE = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
_LINGER = "hh" if sys.platform == "win32" else "ii"
_GRACE_S = 1.0  # seconds to send the rest when a connection is closed


def frame(text: str, compressed: bool = False) -> bytes:
    """Return the frame of a text message, plain or compressed; the same for all pages."""
    deflate = [PerMessageDeflate(True, True, zlib.MAX_WBITS, zlib.MAX_WBITS)] if compressed else []
    return Frame(Opcode.TEXT, text.encode("utf-8")).serialize(mask=False, extensions=deflate)


class DirectWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket; the app gets its connection by connection(), to write frames directly."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn.available_extensions = [_DEFLATE]

    @property
    def reads_compressed(self) -> bool:
        """Return whether the page reads compressed messages, as all browsers do."""
        return bool(self.conn.extensions)

    def handle_connect(self, event: Any) -> None:
        """Give the app this connection, in the scope's extensions."""
        super().handle_connect(event)
        if not self.handshake_complete:  # the handshake is already complete if the request was refused
            cast(dict[str, Any], self.scope["extensions"])[_NAME] = self

    def keepalive_timeout(self) -> None:
        """Close a connection without answers to pings; end it if closing takes too long."""
        super().keepalive_timeout()
        self.loop.call_later(_GRACE_S, self.abort)

    def send_frame(self, data: bytes) -> bool:
        """Send a frame now. Return False, with nothing sent, if the page still has data to read or has gone."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(data)
        return True

    async def can_send(self) -> bool:
        """Wait until the page has read everything sent. Return False if it has gone."""
        await self.writable.wait()
        return not (self.close_sent or self.transport.is_closing())

    def abort(self) -> None:
        """End the connection at once and drop its unsent data.

        A normal close would wait for a page that reads nothing.
        """
        its_socket = self.transport.get_extra_info("socket")
        if its_socket:  # otherwise the system keeps the unsent data and tries to send it for minutes
            with contextlib.suppress(OSError):  # already closed
                its_socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack(_LINGER, 1, 0))
        self.transport.abort()


def connection(scope: Scope) -> DirectWebSocket | None:
    """Return the connection of a WebSocket; None on other servers, as in tests."""
    found: DirectWebSocket | None = scope.get("extensions", {}).get(_NAME)
    return found
