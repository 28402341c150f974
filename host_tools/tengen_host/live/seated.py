"""The engine that plays at a board, for its pages: its name, and why the game waits for a person."""

from __future__ import annotations

from collections.abc import Callable

from ..listeners import Listeners
from ..said import Said, fields
from .board import Message, group


class Seated:
    """`choose`, where an engine plays, takes what a person chooses when it fails."""

    def __init__(self) -> None:
        self.choose: Callable[[str], None] | None = None
        self._name = ""
        self._fault: Said | None = None
        self._listeners = Listeners()

    def message(self) -> Message:
        """Return the group `engine`: {"name": "" or its name, "fault": null or a sentence as said.fields() has it}."""
        return group("engine", {"name": self._name, "fault": self._fault and fields(self._fault)})

    def state(self) -> list[Message]:
        """Return what a new page is told: nothing where no engine plays."""
        return [self.message()] if self._name else []

    def sit(self, name: str, choose: Callable[[str], None]) -> None:
        """An engine sits down."""
        self._name, self.choose = name, choose
        self._listeners.tell(self.message())

    def fail(self, fault: Said | None) -> None:
        """Tell why the game waits; None: it does no longer."""
        if fault != self._fault:
            self._fault = fault
            self._listeners.tell(self.message())

    def subscribe(self, callback: Callable[[Message], None]) -> Callable[[], None]:
        """Call `callback` with message() after each change; returns the function that ends the subscription."""
        return self._listeners.add(callback)
