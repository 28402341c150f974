"""A boards.interface.Board that is only shown. Its lines come from another program, and people play on it by hand."""

from __future__ import annotations

import time
from typing import Any

from tengen import wiring

from ..i18n import Sentence, fields
from ..wire.listeners import End, Listener, Listeners
from ..wire.replica import LOG_LINES, Replica
from .interface import Message, group


class RemoteBoard:
    """A board that gets its lines by hear() and its connection state by tell_link(). It has no lights and no faults.

    `connected`: whether the board answers now; if it does not, `words` is the reason.
    """

    kind = "real"
    kept = LOG_LINES  # most log lines

    def __init__(self) -> None:
        self.connected = False
        self.words = ""
        self.replica = Replica(self.kept)
        # when the last line came: the board's time in ms, and this machine's time in seconds
        self._clock: tuple[int, float] | None = None
        self._listeners = Listeners()

    def hear(self, line: dict[str, Any]) -> None:
        """Receive the next line of the board."""
        before = self.replica.state.game.stones
        message = self.replica.receive(line)
        self._clock = (line["t"], time.monotonic())
        if self.replica.state.game.stones != before:
            self._publish(self._stones_message())
        if message:
            self._publish(message)

    def tell_link(self, connected: bool, words: str) -> None:
        """Record whether the board is connected, else why."""
        if (connected, words) != (self.connected, self.words):
            self.connected, self.words = connected, words
            self._publish(self._link_message())

    # Methods for the page

    def description(self) -> Message:
        """Return the description as in boards.interface: without lights, faults or a plug."""
        size = wiring.SIZE
        places = size * size
        starts = {"p1": places, "p2": places + wiring.BAR_LENGTH}
        return {
            "kind": self.kind,
            "size": size,
            "points": list(range(places)),
            "bars": {who: list(range(at, at + wiring.BAR_LENGTH)) for who, at in starts.items()},
            "buttons": ["p1", "p2", "arbiter"],
            "version": str((self.replica.state.groups.get("device") or {}).get("version", "")),
            "faults": [],
            "plug": False,
            "lights": False,
            "helped": False,
        }

    def state(self, since: str = "") -> list[Message]:
        """Return the messages that bring a page up to date. `since`: the last line that it has (wire.replica)."""
        return [
            self._stones_message(),
            self._link_message(),
            *self._time_messages(),
            *self.replica.messages(since),
        ]

    def subscribe(self, callback: Listener) -> End:
        """Call `callback` with every later message; returns the function that ends the subscription."""
        return self._listeners.add(callback)

    # Actions that only a person can do, by hand, on the real board

    def _by_hand(self, *arguments: Any, **named: Any) -> None:
        """Raise ValueError, because this action must be done by hand."""
        raise ValueError(Sentence("server.no_hands"))

    put = lift = slide = press = release = _by_hand

    def unplug(self) -> None:
        """Raise ValueError, because the plug must be pulled by hand."""
        raise ValueError(Sentence("server.pull_by_hand"))

    def plug(self) -> None:
        """Raise ValueError, because the plug must be put in by hand."""
        raise ValueError(Sentence("server.plug_by_hand"))

    def fault(self, kind: str, at: str | None, on: bool) -> None:
        """Raise ValueError, because a real board has no simulated faults."""
        raise ValueError(Sentence("server.not_broken"))

    # Its messages

    def _publish(self, message: Message) -> None:
        self._listeners.publish(message)

    def _stones_message(self) -> Message:
        return {"type": "stones", "stones": self.replica.state.game.stones}

    def _link_message(self) -> Message:
        said = fields(self.words)
        return group("link", {"connected": self.connected, "words": said.pop("message"), **said})

    def _time_messages(self) -> list[Message]:
        if self._clock is None:
            return []
        ms, at = self._clock
        return [{"type": "time", "ms": ms + round((time.monotonic() - at) * 1000), "speed": None}]
