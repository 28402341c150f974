"""Does slow work for HTTP requests, one piece at a time, in its own thread. Work is cancelled when the client leaves.

Slow work never uses the thread pool that serves the page's files, so the page always answers.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from . import access

MOST = 8  # the largest number of pieces of work that run or wait
RESERVED = 2  # the number of additional pieces, only for pages that may act
CACHE_BYTES = 8_000_000


class Full(Exception):
    """The queue is full."""


class Gone(Exception):
    """All clients that asked for the work have disconnected."""


# The work: a function that returns the result. Its argument reports whether the result is still wanted; it may raise
# Gone
Work = Callable[[Callable[[], bool]], Any]


@dataclass
class _Job:
    """One piece of work, and the number of requests that wait for it."""

    task: asyncio.Future[Any]
    gone: threading.Event
    askers: int = 0


class WorkQueue:
    """A queue of slow work for requests. Requests with the same key share one piece of work.

    At most MOST pieces wait or run at once. Results that are bytes are cached, up to `cache_bytes` in total; the least
    recently used are dropped first. `thread`: the executor, if it is shared with other queues.
    """

    def __init__(self, name: str, cache_bytes: int = CACHE_BYTES, thread: Executor | None = None) -> None:
        self._thread = thread or ThreadPoolExecutor(1, thread_name_prefix=name)
        self._cache_bytes = cache_bytes
        self._jobs: dict[str, _Job] = {}
        self._cache: OrderedDict[str, bytes] = OrderedDict()

    async def do(self, request: Request, key: str, work: Work) -> Any:
        """Return the result for a request. Raises Full, the work's errors, or Gone if the client has disconnected."""
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        job = self._jobs.get(key)
        if job is None:
            if len(self._jobs) >= MOST + (RESERVED if access.is_here(request.scope) else 0):
                raise Full
            job = self._begin(key, work)
        left = asyncio.ensure_future(_left(request))
        job.askers += 1
        try:
            ended, _ = await asyncio.wait((job.task, left), return_when=asyncio.FIRST_COMPLETED)
        finally:
            left.cancel()
            job.askers -= 1
            if not job.askers and not job.task.done():
                job.gone.set()
                job.task.cancel()  # cancels only work that has not started yet; running work checks `gone`
                self._jobs.pop(key, None)
        if job.task not in ended:
            raise Gone
        return job.task.result()

    def _begin(self, key: str, work: Work) -> _Job:
        gone = threading.Event()
        task = asyncio.get_running_loop().run_in_executor(self._thread, work, lambda: not gone.is_set())
        job = self._jobs[key] = _Job(task, gone)
        task.add_done_callback(lambda done: self._ended(key, job))
        return job

    def _ended(self, key: str, job: _Job) -> None:
        if self._jobs.get(key) is job:
            del self._jobs[key]
        if job.task.cancelled() or job.task.exception() or not isinstance(job.task.result(), bytes):
            return
        self._cache[key] = job.task.result()
        while sum(map(len, self._cache.values())) > self._cache_bytes:
            self._cache.popitem(last=False)


async def _left(request: Request) -> None:
    """Wait until the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
