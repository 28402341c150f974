"""The one limit of all waits for what must come: only a test that hangs reaches it, however slow the machine is."""

import asyncio

LIMIT_S = 120.0


def run(coroutine):
    """Run a coroutine within the limit; return what it returns."""
    return asyncio.run(asyncio.wait_for(coroutine, LIMIT_S))


async def until(condition):
    """Let everything go on until a condition holds. Call it within run(), or the test's own limit ends it."""
    while not condition():
        await asyncio.sleep(0.005)
