"""Serves a board's page on this machine only, in the event loop that the board runs in."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import uvicorn

from .app import make_app
from .board import Board
from .stamps import Stamps

__all__ = ["HOST", "make_app", "serve", "serve_while"]

HOST = "127.0.0.1"
TRIES = 20
LONGEST_COMMAND = 4096  # bytes; a page's longest has the names of a game
SHUTDOWN_S = 2

Say = Callable[[str], None]


async def serve(
    board: Board, port: int, on_ready: Say, tell: Say = print, stamps: Stamps | None = None
) -> None:
    """Serve the page of `board` until Ctrl-C, or until cancelled; each game gets one of the `stamps`, if there are any.

    A busy port: the next free one is taken and `tell` hears of it; port 0 takes any. `on_ready` gets the
    page's address once it answers. Raises OSError where no port is free, ValueError for what is no port.
    """
    listener = _listen(port, tell)
    config = uvicorn.Config(
        make_app(board),
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        ws_max_size=LONGEST_COMMAND,
        ws_per_message_deflate=False,  # the page is on the same machine
        timeout_graceful_shutdown=SHUTDOWN_S,
    )
    server = _Server(config, lambda: on_ready(f"http://{HOST}:{listener.getsockname()[1]}/"))
    end_stamps = stamps.follow(board) if stamps else None
    try:
        await server.serve(sockets=[listener])
    except asyncio.CancelledError:
        # uvicorn leaves its pages hanging when it is cancelled
        server.should_exit = True
        await server.shutdown(sockets=[listener])
        raise
    finally:
        if end_stamps:
            end_stamps()
        listener.close()


async def serve_while(running: Coroutine[Any, Any, None], serving: Coroutine[Any, Any, None]) -> None:
    """Run a board and serve its page; when one ends, by itself or with an error, so does the other."""
    tasks = [asyncio.ensure_future(running), asyncio.ensure_future(serving)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
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


def _listen(port: int, tell: Say) -> socket.socket:
    if not 0 <= port <= 65535:
        raise ValueError(f"{port} is no port: 1 to 65535, or 0 for any that is free")
    last = min(port + TRIES - 1, 65535) if port else 0
    reason = ""
    for candidate in range(port, last + 1):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, candidate))
            listener.listen(128)
        except OSError as error:
            listener.close()
            reason = reason or (error.strerror or str(error))
            continue
        if candidate != port:
            tell(f"port {port} can't be had ({reason}): taking {candidate}")
        return listener
    raise OSError(f"no port from {port} to {last} can be had ({reason}): name another, 1024 to 65535")
