"""Serves a board's page in the board's event loop, to this machine, and to the network if the user wants that."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.routing import Route

from ..boards.interface import Board
from ..hall.delayed import Load, delayed
from ..hall.hall import Hall
from ..hall.stamps import Stamps
from ..pairing.devices import Devices
from ..quiz.running import Quiz
from . import connection_limits
from .access import MOST_OF_AN_ADDRESS
from .addresses import EVERYWHERE, Shared
from .app import make_app
from .encrypted import accept
from .phones import of_hall
from .websocket import DirectWebSocket

if TYPE_CHECKING:
    from .certificate import Certificate

HOST = "127.0.0.1"
TRIES = 20
# The log messages of uvicorn and asyncio about a page that was refused or has disconnected. They are not errors, and
# any watcher could fill the terminal with them.
NO_NEWS = ("ASGI callable returned without completing handshake.", "socket.send() raised exception.")
LONGEST_COMMAND = 4096  # in bytes; the longest command of a page gives the details of a game
SHUTDOWN_S = 2
# bytes of the send buffer for a page that does not read; the system's default grows to some megabytes
MOST_UNREAD = 128 * 1024

Say = Callable[[str], None]


async def serve(
    shown: Board | Hall,
    port: int,
    on_ready: Say,
    tell: Say = print,
    stamps: Stamps | None = None,
    share: str | None = None,
    on_share: Say | None = None,
    games: Sequence[Route] = (),
    most_of_an_address: int = MOST_OF_AN_ADDRESS,
    relay_viewers: int = 0,
    delay_s: float = 0.0,
    certificate: Certificate | None = None,
    devices: Devices | None = None,
    quiz: Quiz | None = None,
    load: Load | None = None,
) -> None:
    """Serve the page of a board, or of a hall, until Ctrl-C or cancellation.

    - `port`: if it is busy, the next free port is used, and `tell` gets a line about that; 0 means any free port.
    - `on_ready` gets the page's address as soon as the server answers.
    - `stamps`, if given, stamps each game.
    - `share`: an address of this machine, or EVERYWHERE, where others may watch. `tell` gets lines with the addresses,
      `on_share` gets the first of them; the page shows the first, with its QR code. Both get them again after a change.
    - `games`: the routes of games.
    - `most_of_an_address`: the largest number of watching pages from one address.
    - `relay_viewers`: on a relay, the number of pages that may watch, while none may act; 0 means the limits of a room.
    - `quiz`: the questions for the room; without it there are none yet.
    - `delay_s`: watching pages see each board this number of seconds later; a commentator of these boards gets stored
      games from `load`.
    - `certificate`: with `share`, the server also listens at an encrypted address, on another port.
    - `devices`: the paired devices, if they are stored.

    Raises OSError if no port is free, ValueError if the port or the address is invalid.
    """
    hall = shown if isinstance(shown, Hall) else Hall.of(shown)
    listeners = _listen(port, share, tell)
    port = listeners[0].getsockname()[1]
    encrypted: list[socket.socket] = []
    if share and certificate:
        try:
            encrypted = _listen(port + 1 if port < 65535 else 0, share, lambda words: None)
        except OSError:
            _close(listeners)
            raise
    shared = Shared(share, port, certificate, encrypted[0].getsockname()[1] if encrypted else 0) if share else None

    def ready() -> None:
        on_ready(f"http://{HOST}:{port}/")
        if shared:
            say_where(shared)

    def say_where(shared: Shared) -> None:
        for line in shared.lines():
            tell(line)
        if shared.address and on_share:
            on_share(shared.address)
        if shared.address and delay_s:
            tell(f"A paired commentator sees each board {delay_s:g} s later, and may comment if no player looks on")

    watched = delayed(hall, delay_s, asyncio.get_running_loop().call_later, load) if delay_s else None
    phones = of_hall(hall, devices, shared, watched)
    config = uvicorn.Config(
        make_app(hall, shared, games, most_of_an_address, relay_viewers, watched, phones, quiz),
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        http=connection_limits.limited(most_of_an_address, relay_viewers),
        backlog=connection_limits.RELAY_BACKLOG if relay_viewers else connection_limits.BACKLOG,
        ws=DirectWebSocket,
        ws_max_size=LONGEST_COMMAND,
        ws_per_message_deflate=False,  # DirectWebSocket has its own
        # access.py needs the address of the proxy itself, not the client's address in the proxy's headers
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_S,
    )
    for logger in ("uvicorn.error", "asyncio"):
        logging.getLogger(logger).addFilter(_is_news)
    if share or relay_viewers:
        connection_limits.raise_file_limit(relay_viewers)
    server = _Server(config, ready, encrypted, certificate)
    # on a relay nobody is paired, and it follows only the boards that somebody watches
    ends = [*([] if relay_viewers else [phones.follow()]), *([hall.stamp(stamps)] if stamps else [])]
    following = [] if relay_viewers else [asyncio.create_task(phones.follow_time())]
    if shared:
        shared.subscribe(lambda message: say_where(shared))
        if share == EVERYWHERE:
            following.append(asyncio.create_task(shared.follow()))
    try:
        await server.serve(sockets=listeners)
    except asyncio.CancelledError:
        # uvicorn leaves its connections open when it is cancelled
        server.should_exit = True
        await server.shutdown(sockets=listeners)
        raise
    finally:
        for task in following:
            task.cancel()
        for end in ends:
            end()
        _close([*listeners, *encrypted])


class _Server(uvicorn.Server):
    """A uvicorn server that reports when it is ready, and treats Ctrl-C as a normal end.

    With a `certificate` it also accepts connections at the `encrypted` sockets.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        on_ready: Callable[[], None],
        encrypted: Sequence[socket.socket],
        certificate: Certificate | None,
    ) -> None:
        super().__init__(config)
        self._on_ready, self._encrypted, self._certificate = on_ready, encrypted, certificate
        self._accepting: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._certificate:
            context = self._certificate.context
            self._accepting = [asyncio.create_task(accept(each, context, self._protocol)) for each in self._encrypted]
        self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._accepting:
            task.cancel()
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        make: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        # uvicorn's own method raises the signal again after its shutdown, which would print a traceback
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _is_news(record: logging.LogRecord) -> bool:
    return record.msg not in NO_NEWS


def _listen(port: int, share: str | None, tell: Say) -> list[socket.socket]:
    """Listen at HOST and, if shared, at the shared address, at the same port. Raises OSError, ValueError as serve()."""
    if not 0 <= port <= 65535:
        raise ValueError(f"{port} is not a port: choose 1 to 65535, or 0 for any free port")
    hosts = _hosts(share)
    last = min(port + TRIES - 1, 65535) if port else 0
    reason = ""
    for candidate in range(port, last + 1):
        listeners: list[socket.socket] = []
        try:
            for host in hosts:
                at = listeners[0].getsockname()[1] if listeners else candidate
                listeners.append(_listener(host, at))
        except OSError as error:
            _close(listeners)
            if error.errno == errno.EADDRNOTAVAIL:
                raise OSError(f"{share} is not an address of this machine") from None
            reason = reason or (error.strerror or str(error))
            continue
        if candidate != port:
            tell(f"port {port} is not available ({reason}): using {candidate}")
        return listeners
    raise OSError(f"no port from {port} to {last} is available ({reason}): choose another, 1024 to 65535")


def free_port(port: int) -> tuple[int, str]:
    """Return the port that serve() would use now, and the line that it would tell, or "". Raises OSError."""
    told: list[str] = []
    listeners = _listen(port, None, told.append)
    found: int = listeners[0].getsockname()[1]
    _close(listeners)
    return found, "".join(told)


def _hosts(share: str | None) -> list[str]:
    if share is None:
        return [HOST]
    try:
        address = ipaddress.IPv4Address(share)
    except ValueError:
        raise ValueError(f"{share!r} is not a valid address: write one like 192.168.1.5") from None
    # EVERYWHERE includes HOST
    return [share] if address.is_unspecified or share == HOST else [HOST, share]


def _listener(host: str, port: int) -> socket.socket:
    # If TCP is named, asyncio switches Nagle's algorithm off; otherwise the second of two parts waits 40 ms
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # not set on Windows, where this option lets two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # the connections of the socket inherit this option
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNREAD)
        listener.bind((host, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def _close(listeners: list[socket.socket]) -> None:
    for listener in listeners:
        listener.close()
