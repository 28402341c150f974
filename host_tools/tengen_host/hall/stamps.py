"""Gives each game on a board an id and a date, because the board has no calendar clock."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

from ..boards.interface import Board, Message, did_of, groups_of

FREE = ("casual", "teach")  # the modes in which a laptop may stamp a game again


class Stamps:
    """Makes stamps like {"cmd": "stamp", "record": "20261121-1404-3f9a", "date": "2026-11-21T14:04:09"}, in local time.

    `now` returns the time; `token` returns the random end of an id, which distinguishes the games of two boards.
    """

    def __init__(
        self, now: Callable[[], datetime] = datetime.now, token: Callable[[], str] = lambda: secrets.token_hex(2)
    ) -> None:
        self._now = now
        self._token = token

    def line(self) -> dict[str, Any]:
        """Return a `stamp` command with the present time."""
        now = self._now()
        date = now.replace(tzinfo=None).isoformat(timespec="seconds")
        return {"cmd": "stamp", "record": f"{now:%Y%m%d-%H%M}-{self._token()}", "date": date}

    def follow(self, board: Board) -> Callable[[], None]:
        """Stamp each game of the board with its first move, if it has no stamp; returns the function that ends this.

        The stamp is not sent when the game is new, because the board may wait a whole night before the first move. A
        game that goes on after its end, because moves were taken back, is another game: it gets another stamp, unless
        its mode lets no laptop change it.
        """
        asked: Any = None  # the number of the last game with a stamp request
        ended: Any = None  # the stamp of the last game that was over

        def look() -> None:
            nonlocal asked, ended
            groups = board.replica.state.groups
            game = groups.get("game") or {}
            if groups.get("result"):
                ended = game.get("stamp")
            elif ended and game.get("stamp") == ended:
                ended = None
                if (game.get("settings") or {}).get("mode") in FREE:
                    board.ask(self.line())
            # a clock can run out, and end a game, before its first move
            begun = groups.get("moves") or groups.get("result")
            if begun and not game.get("stamp") and game.get("number") != asked:
                asked = game.get("number")
                board.ask(self.line())

        def hear(message: Message) -> None:
            nonlocal asked
            # the numbers of a board that has started begin again; a cable that was pulled may have lost the stamp
            is_back = groups_of(message).get("link", {}).get("connected")
            if is_back or any(did["code"] == "started" for did in did_of(message)):
                asked = None
            look()

        look()
        return board.subscribe(hear)
