"""NATS as a client sees it: entered again after each loss, asked, and read without a gap; words for what fails."""

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

FAILURES = (NatsError, OSError, asyncio.TimeoutError)  # of whatever is asked of NATS
HEARTBEAT_S = 1.0  # so often NATS says that it is there, when it has no news
SILENT_S = 3.5  # without a word for so long, NATS has lost what it knew of this reader
STUCK_S = 10.0  # in which a client has entered, or another one tries
_AGAIN_S = 1.0  # before a client that gave up is made to enter again
_FORGET_S = 30.0  # NATS forgets a reader that has been away for so long
_REFUSES = "refuses this key: whoever runs it makes another with `tengen relay key`"
_CREDENTIALS = re.compile(r"(^|//|,)[^/,]*@")


class Lost(NatsError):
    """NATS is not reached; the message says in plain words what was seen."""


class Connection:
    """A connection to NATS with a key, made again after each loss, until the context of open() ends.

    `client` is the present one, and may be used at once: what it can't do yet fails like anything that needs a network.
    `why`: what the last attempt has failed of, in words. `trust`: by what the server's certificate is known.
    """

    def __init__(self, urls: list[str], key: Key, trust: ssl.SSLContext | None = None) -> None:
        self.client = Client()
        self.why = ""
        self._urls, self._key, self._trust = urls, key, trust
        self._at = ", ".join(urls)
        self._inside, self._closed = asyncio.Event(), asyncio.Event()

    @contextlib.asynccontextmanager
    async def open(self, within_s: float = 0) -> AsyncIterator[Connection]:
        """Connect in the background, or at first within some seconds: raises OSError, with the reason, if not."""
        entering = asyncio.create_task(self._enter())
        try:
            if within_s:
                await self.inside(within_s)
            yield self
        finally:
            entering.cancel()
            await asyncio.gather(entering, return_exceptions=True)
            with contextlib.suppress(NatsError, OSError, AssertionError):  # the last: it was never inside
                await self.client.close()

    async def inside(self, within_s: float) -> None:
        """Wait until it is connected. Raises OSError, with the reason, if that takes longer."""
        try:
            await asyncio.wait_for(self._inside.wait(), within_s)
        except asyncio.TimeoutError:
            raise OSError(self.words(Lost("nothing came from it"))) from None

    def jetstream(self) -> JetStreamContext:
        """The streams of the present client."""
        return self.client.jetstream()

    async def beat(self, subject: str) -> None:
        """Send an empty message that nobody keeps, if it is connected."""
        if self.client.is_connected:
            await self.client.publish(subject)

    def words(self, error: BaseException) -> str:
        """Return why something was not done, which has failed with this error: what it says less than `why`."""
        return words(error, self._at) if isinstance(error, APIError) or not self.why else self.why

    async def _enter(self) -> None:
        while True:
            self._closed.clear()
            # Nobody may use it before it is inside: what it is asked first would be answered to an inbox not its own
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
                # after a TLS handshake that has failed, it waits for an end that asyncio never tells it
                await within(answer(entering), STUCK_S)
                self.client = client
                await self._enters()
                # it reconnects by itself, but for some errors while it does so it gives up for good
                await self._closed.wait()
                self.client = Client()  # one that was closed gets no more answers
            await asyncio.sleep(_AGAIN_S)

    async def _close(self) -> None:
        self._closed.set()

    async def _enters(self) -> None:
        self.why = ""
        self._inside.set()

    async def _fails(self, error: Exception) -> None:
        if _REFUSES not in self.why:  # a refused client is also cut off: that says less
            self.why = words(error, self._at)


# Requests


async def within(request: Awaitable[Answer], seconds: float | None) -> Answer:
    """Wait for a request, and give it up on cancellation or after some seconds. Raises Lost after them.

    asyncio.wait_for(), with which NATS's client waits, too, loses before Python 3.12 a cancellation that comes together
    with the answer: whoever asks in a loop would never end.
    """
    task = asyncio.ensure_future(request)
    try:
        await asyncio.wait([task], timeout=seconds)
    finally:
        if not task.done():
            task.cancel()
    if not task.done():
        raise Lost(f"it has said nothing for {seconds:g} s")
    return task.result()


async def answer(request: Awaitable[Answer]) -> Answer:
    """Wait for a request's answer, and give it up on cancellation. Raises NatsError where no connection is made yet."""
    try:
        return await within(request, None)
    except AssertionError:  # the client's word for that
        raise Lost("there is no connection") from None


# What a stream has


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
        message = news.get_nowait() if not news.empty() else await within(news.get(), SILENT_S)
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


# Words


def words(error: BaseException, urls: str = "") -> str:
    """Return what is wrong with NATS at `urls`, and what to do; the client's own words are for programmers."""
    where = f"NATS at {shown(urls)}" if urls else "NATS"
    if isinstance(error, JetStreamError | NoRespondersError):
        if description := getattr(error, "description", ""):  # the server's words; some kinds have none
            return f"{where} refuses it ({description}): whoever runs it sees more in its log"
        return f"{where} keeps no streams now: does it have JetStream, and its cluster a leader?"
    if "authorization" in str(error).lower():
        return f"{where} {_REFUSES}"
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
