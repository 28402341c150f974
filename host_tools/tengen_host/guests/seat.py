"""The laptop's seat at a board. An engine takes the seat; without an engine the laptop gives it up."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable

from ..boards.interface import Board, Message
from ..i18n import code_text

Say = Callable[[str], None]


def ask_for(board: Board, setting: str, tell: Say) -> None:
    """Make the laptop the board's partner at this seat, once the board has sent a line and has no game under way."""
    asked = False
    mark = f"engine-{secrets.token_hex(4)}"

    def look() -> None:
        nonlocal asked
        groups = board.replica.state.groups
        if not asked and "next" in groups:
            # if the board is disconnected again, this is repeated after its next line
            with contextlib.suppress(ValueError):
                board.ask({"cmd": "set", "id": mark, "partner": setting})
                asked = True
            if groups.get("moves") and not groups.get("result"):
                tell("A game is under way: the engine plays in the next one")

    def hear(message: Message) -> None:
        line = message["line"] if message["type"] == "line" else {}
        if not asked:
            look()
        elif line.get("re") == mark:
            end()
            if line["answer"]["code"] == "error":
                why = code_text(line["answer"]["why"])
                tell(f"The board has no seat for the engine: {why}. Choose a casual game, and start this again")

    end = board.subscribe(hear)
    look()


def give_up(board: Board, tell: Say) -> None:
    """Without an engine, remove the laptop as partner from the board's saved settings."""
    asked = False

    def hear(message: Message) -> None:
        nonlocal asked
        groups = board.replica.state.groups
        if not asked and str((groups.get("next") or {}).get("partner", "")).endswith(" laptop"):
            asked = True
            board.ask({"cmd": "set", "partner": "none"})
            its = groups["game"]
            if its.get("awaits") == "resume" and its["settings"]["partner"].endswith(" laptop"):
                tell("An engine was playing in the interrupted game: continue with --engine, or set that game aside")

    board.subscribe(hear)
