"""The list of functions that get each message of a board or a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Message = dict[str, Any]
Listener = Callable[[Message], None]
End = Callable[[], None]


class Listeners:
    """Callbacks for each message, called in the order in which they were added.

    The object is false if it has no callbacks.
    """

    def __init__(self) -> None:
        self._callbacks: list[Listener] = []

    def __bool__(self) -> bool:
        return bool(self._callbacks)

    def add(self, callback: Listener) -> End:
        """Call `callback` with every later message. Return a function that ends this; it may be called twice."""
        self._callbacks.append(callback)

        def end() -> None:
            if callback in self._callbacks:
                self._callbacks.remove(callback)

        return end

    def publish(self, message: Message) -> None:
        """Call all callbacks with a message. A callback that is removed during this still gets it."""
        for callback in list(self._callbacks):
            callback(message)
