"""Serves one page over its WebSocket.

Sends the messages of its board or hall to the page, and performs the page's commands.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Container, Iterator
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .. import i18n
from ..hall.hall import Place
from ..i18n import Sentence
from . import page_commands, websocket
from .audience import Audience
from .outbox import Encoded, Outbox
from .page_commands import FIELDS

TRY_AGAIN_LATER = 1013
PIECE = 16 * 1024  # the number of bytes that are sent together


async def serve(
    socket: WebSocket, audience: Audience, place: Place | None, refusal: Sentence, verbs: Container[str] = FIELDS
) -> None:
    """Serve a page of an audience until it disconnects, or until its outbox overflows because it does not read.

    `place`: the board on which the page may act. If it is None, the page may only watch, and each command gets the
    `refusal` as an error. `verbs`: the commands that it may send.
    """
    await socket.accept()
    outbox = Outbox()
    pressed: set[str] = set()
    first, end = audience.enter(outbox, socket.query_params.get("since", ""))
    acts, comments = (place is not None and verb in verbs for verb in ("put", "comment"))
    first.append(Encoded({"type": "ready", "acts": acts, "comments": comments}))
    tasks: list[asyncio.Task[Any]] = [
        asyncio.create_task(_send(socket, first, outbox)),
        asyncio.create_task(_receive(socket, place, outbox, pressed, refusal, verbs)),
        asyncio.create_task(outbox.overflowed.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        end()
        for task in tasks:
            task.cancel()
        # release the buttons that the page still held down when it disconnected
        if place:
            for button in pressed:
                place.board.release(button)
        await asyncio.wait(tasks)
    if outbox.overflowed.is_set() and socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(asyncio.TimeoutError, WebSocketDisconnect, RuntimeError):
            await asyncio.wait_for(socket.close(TRY_AGAIN_LATER), 1)
        connection = websocket.connection(socket.scope)
        if connection:
            connection.abort()  # the page will never read the rest
    for task in tasks:
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect):
            raise error


async def _send(socket: WebSocket, waiting: list[Encoded], outbox: Outbox) -> None:
    """Send the waiting messages, then each new one. Raises WebSocketDisconnect if the page has disconnected."""
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
        waiting.clear()  # free the memory of the first messages, because a page may stay for hours
        waiting = await outbox.take()


def _batches(waiting: list[Encoded], compressed: bool) -> Iterator[bytes]:
    """Yield the frames in batches that are worth sending together."""
    batch = b""
    for encoded in waiting:
        batch += encoded.frame(compressed)
        if len(batch) > PIECE:
            yield batch
            batch = b""
    if batch:
        yield batch


async def _receive(
    socket: WebSocket,
    place: Place | None,
    outbox: Outbox,
    pressed: set[str],
    refusal: Sentence,
    verbs: Container[str],
) -> None:
    """Perform a page's commands until it disconnects. `pressed`: the buttons that the page is holding down."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        try:
            if place is None:
                raise ValueError(refusal)
            if message.get("text") is None:
                raise ValueError("a command is a text message, not bytes")
            command = page_commands.parse(message["text"])
            if command["do"] not in verbs:
                raise ValueError(refusal)
            await page_commands.perform(place, command)
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
