"""A live.board.Board that is only followed: its events come from elsewhere, and hands alone play on it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tengen import wiring

from ..game_state import GameState
from ..history import KEPT_EVENTS, with_event
from ..listeners import Listeners
from ..said import Said, fields
from .board import Message

NO_HANDS = Said("server.no_hands")


class FollowedBoard:
    """A board whose events hear() takes, and whose connection tell_link() tells; it has no lights and no faults.

    `connected`: whether it answers now, and if not, `words` says why. `events`: those since its newest snapshot.
    """

    kind = "real"
    kept = KEPT_EVENTS  # of those before the last that a page begins with

    def __init__(self) -> None:
        self.connected = False
        self.words = ""
        self.events: list[dict[str, Any]] = []
        self._game = GameState(wiring.SIZE)
        self._version = ""
        self._told: tuple[int, float] | None = None  # the board's ms at its last event, and this machine's seconds
        self._listeners = Listeners()

    def hear(self, event: dict[str, Any]) -> None:
        """Take the next event of the board."""
        if event["event"] == "snapshot":
            self._version = str(event.get("version", ""))
        before = self._game.stones
        self._game = self._game.after(event)
        self.events = with_event(self.events, event, self.kept)
        if len(self.events) >= 2 * KEPT_EVENTS:  # the board no longer answers with snapshots
            del self.events[:KEPT_EVENTS]
        self._told = (event["t"], time.monotonic())
        if self._game.stones != before:
            self._publish(self._stones_message())
        self._publish({"type": "event", "event": event})

    def tell_link(self, connected: bool, words: str) -> None:
        """Take whether the board answers now, and if not, why."""
        if (connected, words) != (self.connected, self.words):
            self.connected, self.words = connected, words
            self._publish(self._link_message())

    # Methods for the page

    def description(self) -> Message:
        """Return the description of live.board: without lights, faults or a plug."""
        size = self._game.size
        places = size * size
        starts = {"p1": places, "p2": places + wiring.BAR_LENGTH}
        return {
            "kind": self.kind,
            "size": size,
            "points": list(range(places)),
            "bars": {who: list(range(at, at + wiring.BAR_LENGTH)) for who, at in starts.items()},
            "buttons": ["p1", "p2", "arbiter"],
            "version": self._version,
            "faults": [],
            "plug": False,
            "lights": False,
        }

    def state(self) -> list[Message]:
        """Return the messages that bring a page up to date; the events begin with a snapshot."""
        return [
            self._stones_message(),
            self._link_message(),
            *self._time_messages(),
            *({"type": "event", "event": event} for event in self.events),
        ]

    def subscribe(self, callback: Callable[[Message], None]) -> Callable[[], None]:
        """Call `callback` with every later message; returns the function that ends the subscription."""
        return self._listeners.add(callback)

    # Actions that only hands can do on a real board

    def put(self, point: str, colour: str | None) -> None:
        """Raise ValueError, like all methods of this group."""
        raise ValueError(NO_HANDS)

    def lift(self, point: str) -> None:
        raise ValueError(NO_HANDS)

    def slide(self, origin: str, target: str) -> None:
        raise ValueError(NO_HANDS)

    def press(self, button: str) -> None:
        raise ValueError(NO_HANDS)

    def release(self, button: str) -> None:
        raise ValueError(NO_HANDS)

    def unplug(self) -> None:
        raise ValueError(Said("server.pull_by_hand"))

    def plug(self) -> None:
        raise ValueError(Said("server.plug_by_hand"))

    def fault(self, kind: str, at: str | None, on: bool) -> None:
        raise ValueError(Said("server.not_broken"))

    # Its messages

    def _publish(self, message: Message) -> None:
        self._listeners.tell(message)

    def _stones_message(self) -> Message:
        return {"type": "stones", "stones": self._game.stones}

    def _link_message(self) -> Message:
        said = fields(self.words)
        return {"type": "link", "connected": self.connected, "words": said.pop("message"), **said}

    def _time_messages(self) -> list[Message]:
        if self._told is None:
            return []
        ms, at = self._told
        return [{"type": "time", "ms": ms + round((time.monotonic() - at) * 1000), "speed": None}]
