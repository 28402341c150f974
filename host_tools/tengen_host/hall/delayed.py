"""The boards of a hall as the room sees them with a delay, so that nobody in the room can help a player."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Any

from ..boards.interface import Board, Message, group, groups_of
from ..boards.remote import RemoteBoard
from ..records.record import Record
from ..wire.listeners import End
from .hall import Hall, Place

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
_MOST_S = 24 * 3600

Load = Callable[[str], Record]  # returns a stored game by its id
Later = Callable[[float, Callable[[], None]], object]  # call a function after some seconds, like loop.call_later


class DelayedBoard(RemoteBoard):
    """A board that reports each line of another board `delay_s` seconds later. Nobody can act on it."""

    def __init__(self, board: Board, delay_s: float, later: Later) -> None:
        super().__init__()
        self.connected = True
        self._board = board
        self._link: dict[str, Any] = {"connected": True, "words": ""}
        # each timer takes the first message, because timers of the same time may come in any order
        self._coming: deque[Message] = deque()
        self._later = lambda: later(delay_s, self._take)
        for message in board.state():
            self._wait(message)
        self.end: End = board.subscribe(self._wait)

    def _wait(self, message: Message) -> None:
        self._coming.append(message)
        self._later()

    def _take(self) -> None:
        message = self._coming.popleft()
        if "link" in groups_of(message) and "seq" not in message["line"]:
            self._link = groups_of(message)["link"]
            self.connected = self._link["connected"]
            self._publish(self._link_message())
        elif message["type"] == "line" and "seq" in message["line"]:
            self.hear(message["line"])

    def _link_message(self) -> Message:
        return group("link", self._link)

    def description(self) -> Message:
        """Return the description of the other board, without what only its own pages can use."""
        nothing = {"lights": False, "faults": [], "plug": False, "helped": False, "matrix": False}
        return {**self._board.description(), **nothing}

    def ask(self, command: dict[str, Any]) -> None:
        """Raise ValueError, because only pages of this machine send commands, and they see no delayed board."""
        self._by_hand()


def seconds(text: str) -> float:
    """Return the seconds of a time like 5m, 90s, 90 or 1h. Raises ValueError for another text."""
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)([smh]?)", text.strip())
    if not match:
        raise ValueError(f"--delay {text}: a time is a number with s, m or h, such as 5m")
    found = float(match[1]) * _SECONDS[match[2]]
    if found > _MOST_S:
        raise ValueError(f"--delay {text}: the longest is 24h")
    return found


def delayed(hall: Hall, delay_s: float, later: Later, load: Load | None = None) -> Hall:
    """Return a hall with all boards of a hall, also those added later, each with the delay.

    Its commentaries have the demonstrations of the hall, keep lines as the hall does, and show the stored games of
    `load`.
    """
    seen = Hall()

    def follow(place: Place) -> End:
        board = DelayedBoard(place.board, delay_s, later)
        its = seen.add(board, place.name, place.key, place.details).commentary
        its.outside, its.demonstrations = True, hall.demonstrations
        its.load, its.keep = load, place.commentary.keep
        return board.end

    hall.each(follow)
    return seen
