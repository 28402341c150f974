"""Create the streams of an event in NATS, and read their entries."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, StorageType, StreamConfig
from nats.js.errors import APIError, NotFoundError, ServiceUnavailableError

from . import entries, names
from .client import FAILURES, Connection, answer

REPLICAS = 3  # how many copies of each stream a cluster stores
_NO_CLUSTER = (10074, 10005)  # NATS's error codes: the server is in no cluster, or in a cluster with too few servers
_STARTED_S = 2.0  # so long after its start, a server may still lack JetStream
_AGAIN_S = 1.0
_MOST_ENTRIES = 200_000  # the most entries of a board; a day of moves has several thousand

Board = tuple[str, str]  # a board: its club and its name
Stored = tuple[Board, bytes, bytes]  # the board, an entry's body and its signature


async def begin(nats: Connection, event: str, within_s: float = 30.0) -> int:
    """Create the streams of an event if they don't exist. Return how many entries it has already.

    A cluster may still be electing its leader, so this is tried for a while. Raises OSError if it takes longer,
    ServiceUnavailableError if NATS has no JetStream.
    """
    begun_at = time.monotonic()
    while True:
        try:
            return await answer(make_streams(nats.jetstream(), event))
        except FAILURES as error:
            has_none = isinstance(error, ServiceUnavailableError) and error.err_code is None
            if has_none and time.monotonic() > begun_at + _STARTED_S:
                raise
            if time.monotonic() > begun_at + within_s:
                raise OSError(f"{event} can't begin: {nats.words(error)}") from None
        await asyncio.sleep(_AGAIN_S)


async def make_streams(js: JetStreamContext, event: str) -> int:
    """Create the streams of an event if they don't exist. Return how many entries it has already.

    A cluster stores the streams three times, so that one server may fail; the cluster must have three servers.
    """
    for wanted in _streams(event):
        try:
            await js.stream_info(str(wanted.name))
        except NotFoundError:
            try:
                await js.add_stream(replace(wanted, num_replicas=REPLICAS))
            except APIError as error:
                if error.err_code not in _NO_CLUSTER:
                    raise
                await js.add_stream(replace(wanted, num_replicas=1))
    return (await js.stream_info(names.stream(event))).state.messages


def _streams(event: str) -> tuple[StreamConfig, StreamConfig]:
    """Return the configurations of two streams: one for an event's entries, one for its boards' whole states.

    The second stream is a bucket, but it is not created as a bucket, because NATS's client would let everybody send a
    "roll up", which empties the bucket.
    """
    common: dict[str, Any] = {
        "storage": StorageType.FILE,
        "allow_direct": True,
        "deny_delete": True,
        "deny_purge": True,
        "allow_rollup_hdrs": False,
        "discard": DiscardPolicy.NEW,
    }
    entries_ = StreamConfig(
        name=names.stream(event),
        subjects=[names.subject(event, "*", "*")],
        max_msg_size=entries.MOST_BYTES + entries.SIGNATURE_BYTES,
        max_msgs_per_subject=_MOST_ENTRIES,
        discard_new_per_subject=True,
        **common,
    )
    bucket = StreamConfig(
        name=names.bucket_stream(event),
        subjects=[names.whole_subject(event, "*", "*")],
        max_msg_size=entries.MOST_SENT,
        max_msgs_per_subject=1,
        **common,
    )
    return entries_, bucket


async def stored(js: JetStreamContext, event: str) -> AsyncIterator[Stored]:
    """Yield all stored entries of an event, in order. Raises OSError if there is no such event."""
    try:
        last = (await answer(js.stream_info(names.stream(event)))).state.last_seq
    except NotFoundError:
        raise OSError(f"there is no event {event} here") from None
    async for _, board, sent in between(js, event, ("*", "*"), 0, last):
        yield (board, *entries.opened(sent))


async def between(
    js: JetStreamContext, event: str, board: Board, after: int, last: int
) -> AsyncIterator[tuple[int, Board, bytes]]:
    """Yield (number in the stream, board, sent bytes) of the entries after one number, up to another.

    `board`: one board, or `*` for all.
    """
    while after < last:
        try:
            request = js.get_msg(names.stream(event), after + 1, names.subject(event, *board), direct=True, next=True)
            found = await answer(request)
        except NotFoundError:
            return
        assert found.seq is not None and found.data is not None and found.subject is not None
        after = found.seq
        yield after, names.of_subject(found.subject), found.data
