"""The messages of a stream, one after another and without a gap, or an error that says that no more will come."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.api import AckPolicy, ConsumerConfig

from .asking import Lost, answer

HEARTBEAT_S = 1.0  # so often NATS says that it is there, when it has no news
SILENT_S = 3.5  # without a word for so long, NATS has lost what it knew of this reader
_FORGET_S = 30.0  # NATS forgets a reader that has been away for so long


@contextlib.asynccontextmanager
async def following(
    client: Client, stream: str, subject: str, start: ConsumerConfig
) -> AsyncIterator[AsyncIterator[Msg]]:
    """Read the messages of a stream with a subject, from where `start` says.

    The iterator never skips a message and never ends by itself: it raises NatsError after a gap or SILENT_S of silence.
    The ordered reader of NATS's client begins anew by itself, but stands still where its client was closed.
    """
    inbox = client.new_inbox()
    news: asyncio.Queue[Msg] = asyncio.Queue()
    subscription = await client.subscribe(inbox, cb=news.put)
    try:
        asked = start.evolve(
            filter_subject=subject,
            deliver_subject=inbox,
            ack_policy=AckPolicy.NONE,
            max_deliver=1,
            idle_heartbeat=HEARTBEAT_S,
            flow_control=True,
            mem_storage=True,
            num_replicas=1,
            inactive_threshold=_FORGET_S,
        )
        await answer(client.jetstream().add_consumer(stream, asked))
        yield _in_order(client, news)
    finally:
        with contextlib.suppress(NatsError, OSError):
            await subscription.unsubscribe()


async def _in_order(client: Client, news: asyncio.Queue[Msg]) -> AsyncIterator[Msg]:
    number = 0
    while True:
        message = await _next(news)
        if message.headers and message.headers.get("Status") == "100":
            # NATS asks whether it may send more, or says that it waits for such an answer
            to = message.reply or message.headers.get("Nats-Consumer-Stalled")
            if to:
                await client.publish(to)
            continue
        number += 1
        if message.metadata.sequence.consumer != number:
            raise Lost("a message was lost on its way")
        yield message


async def _next(news: asyncio.Queue[Any]) -> Any:
    """Return the next message. Raises NatsError after a silence. asyncio.wait_for() may swallow a cancellation."""
    if not news.empty():
        return news.get_nowait()
    coming = asyncio.ensure_future(news.get())
    try:
        await asyncio.wait([coming], timeout=SILENT_S)
    finally:
        if not coming.done():
            coming.cancel()
    if coming.cancelled() or not coming.done():
        raise Lost(f"it has said nothing for {SILENT_S:g} s")
    return coming.result()
