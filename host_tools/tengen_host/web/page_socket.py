"""Serves one page over its WebSocket.

Sends the messages of its board or hall to the page, and performs the page's commands.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .. import i18n
from ..boards.interface import Message
from ..hall.hall import Place
from ..i18n import Sentence
from ..rights import table
from . import access, page_commands, websocket
from .audience import Audience
from .outbox import Encoded, Outbox

TRY_AGAIN_LATER = 1013
PIECE = 16 * 1024  # the number of bytes that are sent together

# Performs the text of a command (None: it was bytes); answers go into the page's outbox. Raises ValueError.
Perform = Callable[[str | None, Outbox], Awaitable[None]]


async def serve(socket: WebSocket, audience: Audience, place: Place | None, ended: asyncio.Event) -> None:
    """Serve a page of an audience until it disconnects, or until its outbox overflows because it does not read.

    `place`: the board on which it acts, as far as it has rights; None for the hall. `ended`: set when the page's device
    is no longer paired; then the connection ends.
    """
    pressed: set[str] = set()
    who = access.askers(socket).who(socket)
    may = table.rights(who, place.key) if place else []

    async def perform(text: str | None, outbox: Outbox) -> None:
        await _perform(socket, text, place, pressed)

    try:
        await attend(socket, audience, {"type": "ready", "role": who.role, "may": may}, perform, ended)
    finally:
        # release the buttons that the page still held down when it disconnected
        if place:
            for button in pressed:
                place.board.release(button)


async def attend(socket: WebSocket, audience: Audience, ready: Message, perform: Perform, ended: asyncio.Event) -> None:
    """Send the audience's messages to a page, and `perform` what the page sends, until it disconnects or has `ended`.

    `ready` comes after the first state. A ValueError of perform() is sent to the page as an error.
    """
    await socket.accept()
    outbox = Outbox()
    first, end = audience.enter(outbox, socket.query_params.get("since", ""))
    first.append(Encoded(ready))
    tasks: list[asyncio.Task[Any]] = [
        asyncio.create_task(_send(socket, first, outbox)),
        asyncio.create_task(_receive(socket, outbox, perform)),
        asyncio.create_task(outbox.overflowed.wait()),
        asyncio.create_task(ended.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        end()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    if ended.is_set() and socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(asyncio.TimeoutError, WebSocketDisconnect, RuntimeError):
            await asyncio.wait_for(socket.close(), 1)
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


async def _receive(socket: WebSocket, outbox: Outbox, perform: Perform) -> None:
    """Perform a page's commands until it disconnects."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        try:
            await perform(message.get("text"), outbox)
        except ValueError as error:
            words = i18n.error_text(error)
            if not isinstance(words, Sentence):  # no page of this version sends such a command
                words = Sentence("server.bad_command", detail=words)
            outbox.put(Encoded({"type": "error", **i18n.fields(words)}))


async def _perform(socket: WebSocket, text: str | None, place: Place | None, pressed: set[str]) -> None:
    """Perform a command on a board. `pressed`: the buttons that the page is holding down."""
    if place is None:
        raise ValueError(Sentence("server.hall"))
    command = page_commands.parse(text)
    # asked each time, because a right can end
    if why := table.refusal_of(access.askers(socket).who(socket), command, place.key):
        raise ValueError(why)
    await page_commands.perform(place, command)
    if command["do"] == "press":
        pressed.add(command["button"])
    elif command["do"] == "release":
        pressed.discard(command["button"])
