"""A guest at a board: a program that takes part in a game beside the people, and whose state the pages show."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence

from ..boards.interface import Board, Message
from ..wire.listeners import End, Listener, Listeners


class Guest(ABC):
    """start(), then follow() at a board, and stop() in the end, also where start() has failed."""

    def __init__(self) -> None:
        self._listeners = Listeners()

    @abstractmethod
    async def start(self) -> None:
        """Get ready, before anything is served. Raises ValueError, RecordError or OSError with what is wrong."""

    @abstractmethod
    async def follow(self, board: Board) -> None:
        """Take part in the games of a board until cancelled."""

    @abstractmethod
    async def stop(self) -> None:
        """End what start() has begun."""

    @abstractmethod
    def message(self) -> Message:
        """Return the group of the laptop's state that pages get."""

    def subscribe(self, callback: Listener) -> End:
        """Call `callback` with message() after each change; returns the function that ends the subscription."""
        return self._listeners.add(callback)

    def _publish(self) -> None:
        self._listeners.publish(self.message())


async def started(guests: Sequence[Guest], then: Callable[[], Awaitable[None]]) -> None:
    """Start guests, await then(), and stop them, however that ends. Raises what start() raises, then() not begun."""
    try:
        for guest in guests:
            await guest.start()
        await then()
    finally:
        for guest in guests:
            await guest.stop()
