"""A page's WebSocket below the app: what many pages get is framed once, and sent to each without a task of its own."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
import zlib
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

_NAME = "tengen.wire"  # among the extensions of a WebSocket's scope
_TEXT = 0x81  # RFC 6455, 5.2: the whole of a text message
_PACKED = 0x40  # RFC 7692, 6: it is compressed
_PACKED_END = b"\x00\x00\xff\xff"  # 7.2.1: is left out
# 7.1.1: each message is compressed by itself, so that it may be the same for all pages, and none needs a memory of its
# own for what came before
_PACKS = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
_LINGER = "hh" if sys.platform == "win32" else "ii"
_GRACE_S = 1.0  # for what still waits, when a connection is closed


def frame(text: bytes) -> bytes:
    """Return a text message as a server sends it: the same bytes for every page."""
    return _framed(_TEXT, text)


def packed(text: bytes) -> bytes:
    """Return the same message compressed, for pages that can read it (Wire.unpacks): the same bytes for all these."""
    press = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return _framed(_TEXT | _PACKED, (press.compress(text) + press.flush(zlib.Z_SYNC_FLUSH)).removesuffix(_PACKED_END))


def _framed(kind: int, content: bytes) -> bytes:
    length = len(content)
    if length < 126:
        return bytes((kind, length)) + content
    if length < 1 << 16:
        return bytes((kind, 126)) + length.to_bytes(2, "big") + content
    return bytes((kind, 127)) + length.to_bytes(8, "big") + content


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which gives the app its connection: see of()."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn.available_extensions = [_PACKS]

    @property
    def unpacks(self) -> bool:
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


def of(scope: Scope) -> Wire | None:
    """Return the wire of a WebSocket; None where another server than this one has it, as in tests."""
    found: Wire | None = scope.get("extensions", {}).get(_NAME)
    return found
