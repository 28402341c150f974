"""A page's WebSocket below the app: what many pages get is framed once, and written to each without a further task."""

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

_NAME = "tengen.websocket"  # among the extensions of a WebSocket's scope
# RFC 7692, 7.1.1: each message is compressed by itself, so that it may be the same for all pages, and none needs a
# memory of its own for what came before
_DEFLATE = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
_LINGER = "hh" if sys.platform == "win32" else "ii"
_GRACE_S = 1.0  # for what still waits, when a connection is closed


def frame(text: str, compressed: bool = False) -> bytes:
    """Return a text message as it goes to every page, or compressed to every page that reads it so."""
    deflate = [PerMessageDeflate(True, True, zlib.MAX_WBITS, zlib.MAX_WBITS)] if compressed else []
    return Frame(Opcode.TEXT, text.encode("utf-8")).serialize(mask=False, extensions=deflate)


class DirectWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which gives the app its connection, to write frames to: see connection()."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn.available_extensions = [_DEFLATE]

    @property
    def reads_compressed(self) -> bool:
        """Whether the page reads compressed messages, as all browsers do."""
        return bool(self.conn.extensions)

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


def connection(scope: Scope) -> DirectWebSocket | None:
    """Return the connection of a WebSocket; None where another server than this one has it, as in tests."""
    found: DirectWebSocket | None = scope.get("extensions", {}).get(_NAME)
    return found
