"""Runs two tasks that end together, in a fixed order; asyncio.TaskGroup has no order, and needs Python 3.11."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def serve_while(running: Coroutine[Any, Any, None], serving: Coroutine[Any, Any, None]) -> None:
    """Run a board and serve its page; when one of them ends or fails, the other is cancelled.

    The board ends last, because the server may still send commands to it while it shuts down.
    """
    tasks = [asyncio.ensure_future(running), asyncio.ensure_future(serving)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        try:
            tasks[1].cancel()
            await asyncio.gather(tasks[1], return_exceptions=True)
        finally:
            tasks[0].cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
