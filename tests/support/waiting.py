"""The time limit for all waits for expected events. Even on a slow machine, only a hanging test reaches the limit."""

import asyncio

LIMIT_S = 120.0


def run(coroutine):
    """Run a coroutine within the limit. Return its result."""
    return asyncio.run(asyncio.wait_for(coroutine, LIMIT_S))


async def until(condition):
    """Let other tasks run until a condition is true. Call this function within run(), which sets a time limit."""
    while not condition():
        await asyncio.sleep(0.005)
