"""Requests to NATS that can be cancelled at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

Answer = TypeVar("Answer")


async def answer(request: Awaitable[Answer]) -> Answer:
    """Wait for a request's answer, and give it up on cancellation.

    NATS's client waits with asyncio.wait_for(), which before Python 3.12 loses a cancellation that comes together with
    the answer: whoever asks in a loop would never end.
    """
    task = asyncio.ensure_future(request)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        task.cancel()
        raise
    return task.result()
