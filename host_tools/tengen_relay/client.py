"""A NATS client that reconnects, sends requests, reads streams without a gap and reports errors in plain words."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import ssl
from collections.abc import AsyncIterator, Awaitable
from typing import TypeVar

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.errors import NoRespondersError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig
from nats.js.errors import APIError
from nats.js.errors import Error as JetStreamError

from . import names
from .keys import Key

Answer = TypeVar("Answer")

FAILURES = (NatsError, OSError, asyncio.TimeoutError)  # the exceptions of any request to NATS
HEARTBEAT_S = 1.0  # the interval of the signs of life that NATS sends while there are no new messages
SILENT_S = 3.5  # after this long without a sign, NATS has forgotten this reader
STUCK_S = 10.0  # the time limit for a client's login; after this time a new client tries to log in
_AGAIN_S = 1.0  # the pause before a client that gave up connects again
_FORGET_S = 30.0  # NATS forgets a reader that has been away this long
_REFUSES = "refuses this key: its operator makes another with `tengen relay key`"
_CREDENTIALS = re.compile(r"(^|//|,)[^/,]*@")


class Lost(NatsError):
    """NATS can't be reached. The message describes the problem in plain words."""


class Connection:
    """A connection to NATS with a key. It is renewed after each loss, until the context of open() ends.

    `client`: the present client. It can be used at any time, but while it is disconnected, its calls fail like any
    network call. `why`: the reason why the last attempt failed, in words. `trust`: the TLS context that checks the
    server's certificate.
    """

    def __init__(self, urls: list[str], key: Key, trust: ssl.SSLContext | None = None) -> None:
        self.client = Client()
        self.why = ""
        self._urls, self._key, self._trust = urls, key, trust
        self._at = ", ".join(urls)
        self._inside, self._closed = asyncio.Event(), asyncio.Event()

    @contextlib.asynccontextmanager
    async def open(self, within_s: float = 0) -> AsyncIterator[Connection]:
        """Connect in the background.

        With `within_s`, wait for the connection first; raises OSError, with the reason, after that time.
        """
        entering = asyncio.create_task(self._enter())
        try:
            if within_s:
                await self.inside(within_s)
            yield self
        finally:
            entering.cancel()
            await asyncio.gather(entering, return_exceptions=True)
            # if there never was a connection, close() may raise the error of the last attempt
            with contextlib.suppress(NatsError, OSError, AssertionError):
                await self.client.close()

    async def inside(self, within_s: float) -> None:
        """Wait until NATS is connected. Raises OSError, with the reason, after `within_s` seconds."""
        try:
            await asyncio.wait_for(self._inside.wait(), within_s)
        except asyncio.TimeoutError:
            raise OSError(self.words(Lost("nothing came from it"))) from None

    def jetstream(self) -> JetStreamContext:
        """Return the streams of the present client."""
        return self.client.jetstream()

    async def beat(self, subject: str) -> None:
        """Send an empty message, which nobody stores, if connected."""
        if self.client.is_connected:
            await self.client.publish(subject)

    def words(self, error: BaseException) -> str:
        """Return the reason of this error in words: `why` if it is known, because it says more than the error."""
        return words(error, self._at) if isinstance(error, APIError) or not self.why else self.why

    async def _enter(self) -> None:
        while True:
            self._closed.clear()
            # Nobody may use the client before it is connected, because answers to earlier requests would go to another
            # inbox
            client = Client()
            entering = client.connect(
                servers=self._urls,
                nkeys_seed_str=self._key.seed,
                inbox_prefix=names.inbox(self._key.public),
                max_reconnect_attempts=-1,
                reconnect_time_wait=1,
                connect_timeout=5,
                error_cb=self._fails,
                reconnected_cb=self._enters,
                closed_cb=self._close,
                tls=self._trust,
            )
            with contextlib.suppress(NatsError, OSError):
                # after a failed TLS handshake the client waits for an end of the connection, which asyncio never
                # reports
                await within(answer(entering), STUCK_S)
                self.client = client
                await self._enters()
                # the client reconnects by itself, but some errors during this make it give up for good
                await self._closed.wait()
                self.client = Client()  # replace the closed client, because it receives no more answers
            await asyncio.sleep(_AGAIN_S)

    async def _close(self) -> None:
        self._closed.set()

    async def _enters(self) -> None:
        self.why = ""
        self._inside.set()

    async def _fails(self, error: Exception) -> None:
        # NATS also disconnects a refused client; keep the refusal, because it says more than the lost connection
        if _REFUSES not in self.why:
            self.why = words(error, self._at)


# Requests


async def within(request: Awaitable[Answer], seconds: float | None) -> Answer:
    """Wait for a request; cancel it on cancellation or after some seconds. Raises Lost after these seconds.

    Before Python 3.12, asyncio.wait_for(), which NATS's client also uses, loses a cancellation that comes together with
    the answer. Then a loop of requests would never end.
    """
    task = asyncio.ensure_future(request)
    try:
        await asyncio.wait([task], timeout=seconds)
    finally:
        if not task.done():
            task.cancel()
    if not task.done():
        raise Lost(f"it has been silent for {seconds:g} s")
    return task.result()


async def answer(request: Awaitable[Answer]) -> Answer:
    """Wait for a request's answer; cancel the request on cancellation. Raises NatsError without a connection."""
    try:
        return await within(request, None)
    except AssertionError:  # the client raises this error without a connection
        raise Lost("there is no connection") from None


# Reading a stream


@contextlib.asynccontextmanager
async def following(
    client: Client, stream: str, subject: str, start: ConsumerConfig
) -> AsyncIterator[AsyncIterator[Msg]]:
    """Read the messages of a stream with a subject. `start`: where to begin.

    The iterator never skips a message and never ends by itself. After a gap, or after SILENT_S of silence, it raises
    NatsError. The ordered reader of NATS's client restarts by itself, but stops for good if its client was closed.
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
        message = news.get_nowait() if not news.empty() else await within(news.get(), SILENT_S)
        if message.headers and message.headers.get("Status") == "100":
            # NATS asks if it may send more, or reports that it still waits for the answer to such a question
            to = message.reply or message.headers.get("Nats-Consumer-Stalled")
            if to:
                await client.publish(to)
            continue
        number += 1
        if message.metadata.sequence.consumer != number:
            raise Lost("a message was lost on its way")
        yield message


# Words


def words(error: BaseException, urls: str = "") -> str:
    """Return the problem with NATS at `urls` and the remedy, because the client's own messages are for programmers."""
    where = f"NATS at {shown(urls)}" if urls else "NATS"
    if isinstance(error, JetStreamError | NoRespondersError):
        if description := getattr(error, "description", ""):  # the server's message; some errors have no message
            return f"{where} refuses it ({description}): its log says more"
        return f"{where} stores no streams now: does it have JetStream, and does its cluster have a leader?"
    if "authorization" in str(error).lower():
        return f"{where} {_REFUSES}"
    return f"{where} does not answer ({_seen(error)}): does it run, and does the network reach it?"


def shown(urls: str) -> str:
    """Return addresses of NATS, separated by commas, without user names and passwords."""
    return _CREDENTIALS.sub(r"\1", urls)


def _seen(error: BaseException) -> str:
    if isinstance(error, Lost):
        return str(error)
    if isinstance(error, asyncio.TimeoutError):
        return "no answer came in time"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return "its TLS does not work with this laptop's"
    if isinstance(error, OSError) and error.errno:
        # only the system's words, because asyncio puts its own words before them
        return os.strerror(error.errno) if error.errno > 0 else str(error.strerror)
    return "the connection was lost or never made"
