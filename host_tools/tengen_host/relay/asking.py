"""Requests to NATS that can be cancelled at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from nats.errors import Error as NatsError

Answer = TypeVar("Answer")


async def answer(request: Awaitable[Answer]) -> Answer:
    """Wait for a request's answer, and give it up on cancellation. Raises NatsError where no connection is made yet.

    NATS's client waits with asyncio.wait_for(), which before Python 3.12 loses a cancellation that comes together with
    the answer: whoever asks in a loop would never end.
    """
    task = asyncio.ensure_future(request)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        task.cancel()
        raise
    try:
        return task.result()
    except AssertionError as error:  # the client's word for that
        raise NatsError(str(error)) from None
