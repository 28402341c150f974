"""The page as an ASGI app: its files, the board's description, and a WebSocket that plays.

Server to page: the messages of live.board, first those of the board's state() and the game's details, then
{"type": "ready"}, then each as it happens; {"type": "error", "message": ...} goes to the page that asked for something
impossible.
Page to server: live.commands.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import mimetypes
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from . import commands
from .board import Board
from .details import Details
from .outbox import Outbox

PAGE = Path(__file__).resolve().parent / "page"
# No other name that leads to this machine may get in: a foreign page could bring its own (DNS rebinding).
LOCAL_HOSTS = ("127.0.0.1", "localhost")
TRY_AGAIN_LATER = 1013

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    # a newer tengen must not meet an older page's files
    "cache-control": "no-cache",
}

# Windows takes types from its registry, where .js is often text/plain, and then no browser runs a module.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


def make_app(board: Board, hosts: Sequence[str] = LOCAL_HOSTS) -> Starlette:
    """The app that shows one board and lets the page play on it; `hosts` are the names it answers to."""

    details = Details()

    async def description(request: Request) -> Response:
        return JSONResponse(board.description())

    async def websocket(socket: WebSocket) -> None:
        await _serve_page(board, details, socket)

    return Starlette(
        routes=[
            Route("/board.json", description),
            WebSocketRoute("/ws", websocket),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ],
        middleware=[
            Middleware(_Headers),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        ],
    )


class _Headers:
    """Adds HEADERS to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, with_headers)


def _is_foreign(socket: WebSocket) -> bool:
    """Whether a page of another address opened this. Browsers always say which; programs need not."""
    origin = socket.headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc.lower() != socket.headers.get("host", "").lower()
    except ValueError:
        return True


async def _serve_page(board: Board, details: Details, socket: WebSocket) -> None:
    if _is_foreign(socket):
        await socket.send_denial_response(
            PlainTextResponse("only the board's own page may play on it", status_code=403)
        )
        return
    await socket.accept()
    outbox = Outbox()
    held: set[str] = set()
    # nothing may come between the two, or it would be lost
    state = [*board.state(), details.message()]
    unsubscribe = [board.subscribe(outbox.put), details.subscribe(outbox.put)]
    tasks = [
        asyncio.create_task(_send(socket, state, outbox)),
        asyncio.create_task(_receive(board, details, socket, outbox, held)),
        asyncio.create_task(_overflow(outbox)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for end in unsubscribe:
            end()
        for task in tasks:
            task.cancel()
        # a page that vanished has let go of its buttons
        for button in held:
            board.release(button)
        await asyncio.wait(tasks)
    if outbox.overflowed.is_set() and socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(asyncio.TimeoutError, WebSocketDisconnect, RuntimeError):
            await asyncio.wait_for(socket.close(TRY_AGAIN_LATER), 1)
    for task in tasks:
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect):
            raise error


async def _overflow(outbox: Outbox) -> None:
    await outbox.overflowed.wait()


async def _send(socket: WebSocket, state: list[dict[str, object]], outbox: Outbox) -> None:
    for message in [*state, {"type": "ready"}]:
        await socket.send_text(json.dumps(message))
    while True:
        for message in await outbox.take():
            await socket.send_text(json.dumps(message))


async def _receive(board: Board, details: Details, socket: WebSocket, outbox: Outbox, held: set[str]) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        try:
            if text is None:
                raise ValueError("a command is a text message, not bytes")
            command = commands.parse(text)
            commands.perform(board, details, command)
        except ValueError as error:
            outbox.put({"type": "error", "message": str(error)})
            continue
        if command["do"] == "press":
            held.add(command["button"])
        elif command["do"] == "release":
            held.discard(command["button"])
