"""A guest at a board: a program that takes part in a game like a person; pages show its state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence

from ..boards.interface import Board, Message
from ..wire.listeners import End, Listener, Listeners


class Guest(ABC):
    """A guest. Call start(), then follow() at a board, and at the end stop(), even if start() has failed.

    `may_light()`: whether it may light points of the board.
    """

    def __init__(self) -> None:
        self.may_light: Callable[[], bool] = lambda: True
        self._listeners = Listeners()

    @abstractmethod
    async def start(self) -> None:
        """Prepare, before any page is served. Raises ValueError, RecordError or OSError."""

    @abstractmethod
    async def follow(self, board: Board) -> None:
        """Take part in the games of a board until cancelled."""

    @abstractmethod
    async def stop(self) -> None:
        """End what start() has begun."""

    @abstractmethod
    def message(self) -> Message:
        """Return the guest's group of the laptop's state, for pages."""

    def look_again(self) -> None:  # noqa: B027 (most guests light nothing)
        """Light the points of the present position again, because something else has lit the board."""

    def subscribe(self, callback: Listener) -> End:
        """Call `callback` with message() after each change; returns the function that ends the subscription."""
        return self._listeners.add(callback)

    def _publish(self) -> None:
        self._listeners.publish(self.message())


async def started(guests: Sequence[Guest], then: Callable[[], Awaitable[None]]) -> None:
    """Start guests, await then(), and stop them in any case. If start() raises, then() is not called."""
    try:
        for guest in guests:
            await guest.start()
        await then()
    finally:
        for guest in guests:
            await guest.stop()
