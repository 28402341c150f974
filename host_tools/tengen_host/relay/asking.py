"""Requests to NATS that can be cancelled at any moment, and plain words for what goes wrong with them."""

from __future__ import annotations

import asyncio
import os
import re
import ssl
from collections.abc import Awaitable
from typing import TypeVar

from nats.errors import Error as NatsError
from nats.errors import NoRespondersError
from nats.js.errors import Error as JetStreamError

Answer = TypeVar("Answer")

REFUSES = "refuses this key: whoever runs it makes another with `tengen relay key`"
_CREDENTIALS = re.compile(r"(^|//|,)[^/,]*@")


class Lost(NatsError):
    """NATS is not reached; the message says in plain words what was seen."""


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
    except AssertionError:  # the client's word for that
        raise Lost("there is no connection") from None


def words(error: BaseException, urls: str = "") -> str:
    """Return what is wrong with NATS at `urls`, and what to do; the client's own words are for programmers."""
    where = f"NATS at {shown(urls)}" if urls else "NATS"
    if isinstance(error, JetStreamError | NoRespondersError):
        if description := getattr(error, "description", ""):  # the server's words; some kinds have none
            return f"{where} refuses it ({description}): whoever runs it sees more in its log"
        return f"{where} keeps no streams now: does it have JetStream, and its cluster a leader?"
    if "authorization" in str(error).lower():
        return f"{where} {REFUSES}"
    return f"{where} does not answer ({_seen(error)}): does it run, and does the network reach it?"


def shown(urls: str) -> str:
    """Return addresses of NATS, parted by commas, without the names and passwords in them."""
    return _CREDENTIALS.sub(r"\1", urls)


def _seen(error: BaseException) -> str:
    if isinstance(error, Lost):
        return str(error)
    if isinstance(error, asyncio.TimeoutError):
        return "no answer came in time"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return "it does not take TLS as this laptop does"
    if isinstance(error, OSError) and error.errno:
        # asyncio puts words of its own before those of the system
        return os.strerror(error.errno) if error.errno > 0 else str(error.strerror)
    return "the connection was lost, or never made"
