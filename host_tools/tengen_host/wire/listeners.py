"""The functions that are called with each message of a board or a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Message = dict[str, Any]
Listener = Callable[[Message], None]
End = Callable[[], None]


class Listeners:
    """Callbacks that get each message, in the order in which they were added; false if there are none."""

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
        """Call all callbacks with a message; a callback that is removed meanwhile still gets it."""
        for callback in list(self._callbacks):
            callback(message)
