"""Gives each game on a board its id and date: the board has no calendar clock."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

from .board import Board, Message


def _token() -> str:
    return secrets.token_hex(2)


class Stamps:
    """Makes stamps like {"cmd": "stamp", "id": "20261121-1404-3f9a", "date": "2026-11-21T14:04:09"}, in local time.

    `now` returns the time; `token` returns the random end of an id, which keeps apart the games of two boards.
    """

    def __init__(self, now: Callable[[], datetime] = datetime.now, token: Callable[[], str] = _token) -> None:
        self._now = now
        self._token = token

    def line(self) -> dict[str, Any]:
        """Return a `stamp` command with the present time."""
        now = self._now()
        date = now.replace(tzinfo=None).isoformat(timespec="seconds")
        return {"cmd": "stamp", "id": f"{now:%Y%m%d-%H%M}-{self._token()}", "date": date}

    def follow(self, board: Board) -> Callable[[], None]:
        """Stamp the board's game if it has no stamp, and each new game; returns the function that ends this."""

        def hear(message: Message) -> None:
            if message["type"] == "event" and _is_stamped(message["event"]) is False:
                board.ask(self.line())

        told = [_is_stamped(message["event"]) for message in board.state() if message["type"] == "event"]
        if [known for known in told if known is not None][-1:] == [False]:
            board.ask(self.line())
        return board.subscribe(hear)


def _is_stamped(event: dict[str, Any]) -> bool | None:
    """Whether the game has a stamp, according to an event; None if the event does not say."""
    if event["event"] in ("started", "new_game", "snapshot"):
        return bool(event.get("stamp"))
    return True if event["event"] == "stamped" else None
