"""Gives each game on a board its id and date: the board has no calendar clock."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

from .board import Board, Message

# A clock that has run out can end a game before its first move.
_PLAYED = ("move", "passed", "result")


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
        """Stamp each game of the board with its first move, if it has no stamp; returns the function that ends this.

        A board may stand free for a night before its next game is played, so a new game alone is no occasion.
        """
        game = _Game()

        def stamp() -> None:
            if game.begun and not game.stamped:
                game.stamped = True  # it has been asked for
                board.ask(self.line())

        def hear(message: Message) -> None:
            if message["type"] == "event":
                game.hear(message["event"])
                stamp()

        for message in board.state():
            if message["type"] == "event":
                game.hear(message["event"])
        stamp()
        return board.subscribe(hear)


class _Game:
    """What a board's events say of its game: whether it has a stamp, and whether anything has been played."""

    def __init__(self) -> None:
        self.stamped = self.begun = False

    def hear(self, event: dict[str, Any]) -> None:
        kind = event["event"]
        if kind in ("started", "new_game"):
            self.stamped, self.begun = bool(event.get("stamp")), False
        elif kind == "snapshot":
            self.stamped, self.begun = bool(event.get("stamp")), bool(event.get("moves") or event.get("result"))
        elif kind == "stamped":
            self.stamped = True
        elif kind in _PLAYED:
            self.begun = True
