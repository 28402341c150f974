"""Accepts encrypted connections, with a limit on handshakes, so that hostile clients can't use up all open files.

An encrypted connection takes 0.3 MB, most of it asyncio's buffer, and sending takes half as much time again. So the QR
code leads those who only watch to the plain address.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections import Counter
from collections.abc import Callable

MOST_HANDSHAKES = 100
HANDSHAKE_S = 10.0  # seconds until a handshake must be complete
_PAUSE_S = 1.0  # the pause if no connection can be accepted now, because too many files are open


async def accept(listener: socket.socket, context: ssl.SSLContext, make: Callable[[], asyncio.Protocol]) -> None:
    """Accept connections until cancelled. `make` makes the protocol of a connection, as for loop.create_server().

    The protocol begins, and counts its connection, after the handshake. When too many handshakes are under way, one of
    the address with the most is given up, the oldest: an honest client has few, and they need only a moment.
    """
    listener.setblocking(False)
    loop = asyncio.get_running_loop()
    under_way: dict[asyncio.Task[None], str] = {}  # the address of each handshake, in the order in which they began
    try:
        while True:
            try:
                accepted, (address, _) = await loop.sock_accept(listener)
            except ConnectionError:  # the client has gone already
                continue
            except OSError:
                await asyncio.sleep(_PAUSE_S)
                continue
            if len(under_way) >= MOST_HANDSHAKES:
                ((most, _),) = Counter(under_way.values()).most_common(1)
                oldest = next(task for task, its in under_way.items() if its == most)
                del under_way[oldest]
                oldest.cancel()
            task = loop.create_task(_greet(accepted, context, make))
            under_way[task] = address
            task.add_done_callback(lambda done: under_way.pop(done, None))
            await asyncio.sleep(0)  # sock_accept() does not wait while clients are in the queue
    finally:
        for task in under_way:
            task.cancel()


async def _greet(accepted: socket.socket, context: ssl.SSLContext, make: Callable[[], asyncio.Protocol]) -> None:
    with contextlib.suppress(OSError):  # also ssl.SSLError: the client does not trust the certificate, or speaks no TLS
        await asyncio.get_running_loop().connect_accepted_socket(
            make, accepted, ssl=context, ssl_handshake_timeout=HANDSHAKE_S
        )
