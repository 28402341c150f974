"""Serves a board's page in the board's event loop: to this machine, and on request to the network."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import signal
import socket
import struct
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any

import uvicorn
from starlette.routing import Route

from . import crowd
from .app import MOST_OF_AN_ADDRESS, make_app
from .board import Board
from .hall import Hall
from .stamps import Stamps

__all__ = ["EVERYWHERE", "HOST", "make_app", "serve", "serve_while"]

HOST = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
TRIES = 20
# What uvicorn and asyncio say of a page that is refused, or has gone without a word: nothing is wrong, and any
# looker-on could fill the terminal with it
NO_NEWS = ("ASGI callable returned without completing handshake.", "socket.send() raised exception.")
SIOCGIFADDR = 0x8915  # netdevice(7): the address of a network interface
LONGEST_COMMAND = 4096  # bytes; a page's longest has the names of a game
SHUTDOWN_S = 2

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
) -> None:
    """Serve the page of a board, or of a hall's, until Ctrl-C, or until cancelled.

    Each game gets one of the `stamps`, if there are any.
    A busy port: the next free one is taken and `tell` hears of it; port 0 takes any. `on_ready` gets the page's address
    once it answers. With `share`, an address of this machine or EVERYWHERE, others may look on from there, and `tell`
    hears where; `on_share` gets the first of these addresses, whose QR code is at `/qr.svg`. `games`: the routes of
    live.games. `most_of_an_address`: so many pages of one address may look on at once. Raises OSError where no port is
    free, ValueError for what is no port or address.
    """
    hall = shown if isinstance(shown, Hall) else Hall.of(shown)
    listeners = _listen(port, share, tell)
    port = listeners[0].getsockname()[1]
    shared = [f"http://{host}:{port}/" for host in _addresses(share)] if share else []

    def ready() -> None:
        on_ready(f"http://{HOST}:{port}/")
        if shared:
            tell("Others may look on at " + ", ".join(shared))
            if on_share:
                on_share(shared[0])
        elif share:
            tell(f"This machine is in no network yet: once it is, others may look on at its address, port {port}")

    config = uvicorn.Config(
        make_app(hall, shared[0] if shared else None, games, most_of_an_address),
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        http=crowd.guarded(most_of_an_address),
        backlog=crowd.AT_ONCE,
        ws_max_size=LONGEST_COMMAND,
        ws_per_message_deflate=False,  # the page is on the same machine, or not far
        proxy_headers=False,  # who comes by way of a proxy may come from anywhere
        timeout_graceful_shutdown=SHUTDOWN_S,
    )
    for logger in ("uvicorn.error", "asyncio"):
        logging.getLogger(logger).addFilter(_is_news)
    if share:
        crowd.make_room()
    server = _Server(config, ready)
    end_stamps = hall.stamp(stamps) if stamps else None
    try:
        await server.serve(sockets=listeners)
    except asyncio.CancelledError:
        # uvicorn leaves its pages hanging when it is cancelled
        server.should_exit = True
        await server.shutdown(sockets=listeners)
        raise
    finally:
        if end_stamps:
            end_stamps()
        _close(listeners)


async def serve_while(running: Coroutine[Any, Any, None], serving: Coroutine[Any, Any, None]) -> None:
    """Run a board and serve its page; when one ends, by itself or with an error, so does the other.

    The board ends last: who serves it may still ask it something.
    """
    tasks = [asyncio.ensure_future(running), asyncio.ensure_future(serving)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        try:
            tasks[1].cancel()
            await asyncio.gather(tasks[1], return_exceptions=True)
        finally:
            tasks[0].cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result


class _Server(uvicorn.Server):
    """A uvicorn that says when it answers, and that takes Ctrl-C as the end and not as an error."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        # uvicorn's own raises the signal once more after its shutdown, which ends in a traceback
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
    """Listen on this machine; if the board is shared, on all networks, at the same port."""
    if not 0 <= port <= 65535:
        raise ValueError(f"{port} is no port: 1 to 65535, or 0 for any that is free")
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
                raise OSError(f"{share} is no address of this machine") from None
            reason = reason or (error.strerror or str(error))
            continue
        if candidate != port:
            tell(f"port {port} can't be had ({reason}): taking {candidate}")
        return listeners
    raise OSError(f"no port from {port} to {last} can be had ({reason}): name another, 1024 to 65535")


def _hosts(share: str | None) -> list[str]:
    if share is None:
        return [HOST]
    try:
        address = ipaddress.IPv4Address(share)
    except ValueError:
        raise ValueError(f"{share!r} is no address to share the board at: 192.168.1.5 or the like") from None
    # EVERYWHERE has this machine in it
    return [share] if address.is_unspecified or share == HOST else [HOST, share]


def _listener(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def _close(listeners: list[socket.socket]) -> None:
    for listener in listeners:
        listener.close()


def _addresses(share: str) -> list[str]:
    """Return the addresses at which others find a shared board: the given one, or this machine's in each of its
    networks.
    """
    if share != EVERYWHERE:
        return [share]
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # nobody's, and nothing is sent: which way would it go?
        found.append(asked.getsockname()[0])
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    found += _of_interfaces()  # a laptop that is the hotspot itself has no way out
    return [host for host in dict.fromkeys(found) if not ipaddress.ip_address(host).is_loopback]


def _of_interfaces() -> list[str]:
    """Return the first address of each of this machine's networks (Linux); elsewhere those of its own name."""
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    for _, name in socket.if_nameindex():
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            answer = fcntl.ioctl(asked, SIOCGIFADDR, struct.pack("40s", name.encode()))
            found.append(socket.inet_ntoa(answer[20:24]))
    return found
