"""Serves one page over its WebSocket: sends it the messages of its board or hall, and performs its commands."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .. import i18n
from ..guests.engine import EngineGuest
from ..hall.hall import Place
from ..i18n import Sentence
from . import page_commands, websocket
from .audience import Audience
from .outbox import Encoded, Outbox

TRY_AGAIN_LATER = 1013
PIECE = 16 * 1024  # bytes that are sent together


async def serve(socket: WebSocket, audience: Audience, place: Place | None, refusal: Sentence) -> None:
    """Serve a page of an audience until it disconnects, or until its outbox overflows because it does not read.

    `place`: where it acts; None for a page that may only watch, whose commands get the `refusal` as an error message.
    """
    await socket.accept()
    outbox = Outbox()
    pressed: set[str] = set()
    first, end = audience.enter(outbox, socket.query_params.get("since", ""))
    first.append(Encoded({"type": "ready", "acts": place is not None}))
    tasks: list[asyncio.Task[Any]] = [
        asyncio.create_task(_send(socket, first, outbox)),
        asyncio.create_task(_receive(socket, place, outbox, pressed, refusal)),
        asyncio.create_task(outbox.overflowed.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        end()
        for task in tasks:
            task.cancel()
        # release the buttons that a page held down when it disconnected
        if place:
            for button in pressed:
                place.board.release(button)
        await asyncio.wait(tasks)
    if outbox.overflowed.is_set() and socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(asyncio.TimeoutError, WebSocketDisconnect, RuntimeError):
            await asyncio.wait_for(socket.close(TRY_AGAIN_LATER), 1)
        connection = websocket.connection(socket.scope)
        if connection:
            connection.abort()  # what it has not read by now it never reads
    for task in tasks:
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect):
            raise error


async def _send(socket: WebSocket, waiting: list[Encoded], outbox: Outbox) -> None:
    """Send what waits, then what comes. Raises WebSocketDisconnect if the page has disconnected."""
    connection = websocket.connection(socket.scope)
    if connection:
        compressed = connection.reads_compressed
        outbox.send_now = lambda encoded: connection.send_frame(encoded.frame(compressed))
    while True:
        if connection:
            for data in _batches(waiting, compressed):
                if not await connection.can_send():
                    raise WebSocketDisconnect(1006)
                connection.send_frame(data)
        else:
            for encoded in waiting:
                await socket.send_text(encoded.text)
        waiting.clear()  # a page that stays for hours need not keep its first messages
        waiting = await outbox.take()


def _batches(waiting: list[Encoded], compressed: bool) -> Iterator[bytes]:
    """Yield frames, as many together as make sense to be sent at once."""
    batch = b""
    for encoded in waiting:
        batch += encoded.frame(compressed)
        if len(batch) > PIECE:
            yield batch
            batch = b""
    if batch:
        yield batch


async def _receive(
    socket: WebSocket, place: Place | None, outbox: Outbox, pressed: set[str], refusal: Sentence
) -> None:
    """Perform a page's commands until it disconnects. `pressed`: the buttons that it holds down."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        try:
            if place is None:
                raise ValueError(refusal)
            if message.get("text") is None:
                raise ValueError("a command is a text message, not bytes")
            command = page_commands.parse(message["text"])
            page_commands.perform(place.board, place.details, command, place.guest(EngineGuest))
        except ValueError as error:
            words = i18n.error_text(error)
            if not isinstance(words, Sentence):  # no page of this version sends such a command
                words = Sentence("server.bad_command", detail=words)
            outbox.put(Encoded({"type": "error", **i18n.fields(words)}))
            continue
        if command["do"] == "press":
            pressed.add(command["button"])
        elif command["do"] == "release":
            pressed.discard(command["button"])
