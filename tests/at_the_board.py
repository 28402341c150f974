"""For tests of what the laptop does at a board: a tree that is asked at once, tasks that must not die unseen."""

import asyncio
from concurrent.futures import Executor, Future


async def ended(*tasks):
    """Cancel these tasks, and raise what one of them has died of."""
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome


class Here(Executor):
    """Asks the tree at once, in the thread of the test."""

    def submit(self, function, /, *arguments, **named):
        done = Future()
        try:
            done.set_result(function(*arguments, **named))
        except Exception as error:
            done.set_exception(error)
        return done
