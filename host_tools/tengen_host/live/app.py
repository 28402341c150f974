"""The page as an ASGI app: its files, the board's description, and a WebSocket that plays.

Server to page: the messages of live.board, first those of the board's state() and the game's details, then
{"type": "ready", "acts": whether this page may act or only looks on}, then each as it happens; {"type": "error",
"message": ...} goes to the page that asked for something impossible. Who looks on gets the same messages.
Page to server: live.commands, from those who may act.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import mimetypes
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from . import access, commands
from .board import Board
from .details import Details
from .outbox import Outbox

PAGE = Path(__file__).resolve().parent / "page"
TRY_AGAIN_LATER = 1013
MOST_LOOKING_ON = 100  # each has what waits for it in memory

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


def make_app(board: Board) -> Starlette:
    """The app that shows one board, and lets pages on this machine play on it."""

    details = Details()
    looking_on = 0

    async def description(request: Request) -> Response:
        return JSONResponse(board.description())

    async def websocket(socket: WebSocket) -> None:
        nonlocal looking_on
        if access.may_act(socket.scope):
            await _serve_page(board, details, socket, acts=True)
            return
        if looking_on >= MOST_LOOKING_ON:
            await socket.send_denial_response(PlainTextResponse("too many look on already", status_code=503))
            return
        looking_on += 1
        try:
            await _serve_page(board, details, socket, acts=False)
        finally:
            looking_on -= 1

    return Starlette(
        routes=[
            Route("/board.json", description),
            WebSocketRoute("/ws", websocket),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ],
        middleware=[
            Middleware(_Headers),
            Middleware(access.OwnNamesOnly),
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


async def _serve_page(board: Board, details: Details, socket: WebSocket, acts: bool) -> None:
    if _is_foreign(socket):
        await socket.send_denial_response(
            PlainTextResponse("only the board's own page may play on it", status_code=403)
        )
        return
    await socket.accept()
    outbox = Outbox()
    held: set[str] = set()
    # nothing may come between the two, or it would be lost
    state = [*board.state(), details.message(), {"type": "ready", "acts": acts}]
    unsubscribe = [board.subscribe(outbox.put), details.subscribe(outbox.put)]
    tasks = [
        asyncio.create_task(_send(socket, state, outbox)),
        asyncio.create_task(
            _receive(board, details, socket, outbox, held) if acts else _look_on(socket, outbox)
        ),
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
    for message in state:
        await socket.send_text(json.dumps(message))
    while True:
        for message in await outbox.take():
            await socket.send_text(json.dumps(message))


async def _look_on(socket: WebSocket, outbox: Outbox) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        outbox.put({"type": "error", "message": "you are looking on: only a page on the board's own laptop can act"})


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
