"""The laptop's seat at a board: an engine asks for it, and where no engine plays it is given up."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable

from ..boards.interface import Board, Message
from ..i18n import code_text

Say = Callable[[str], None]


def ask_for(board: Board, setting: str, tell: Say) -> None:
    """Have the board ask the laptop for this seat, from its first line on: at once where no game is under way."""
    asked = False
    mark = f"engine-{secrets.token_hex(4)}"

    def look() -> None:
        nonlocal asked
        groups = board.replica.state.groups
        if not asked and "next" in groups:
            with contextlib.suppress(ValueError):  # it is away again: its next line asks
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
                why = code_text(line["answer"]["why"].get("why") or line["answer"]["why"])
                tell(f"The board has no seat for the engine: {why}. Choose a casual game, and start this once more")

    end = board.subscribe(hear)
    look()


def give_up(board: Board, tell: Say) -> None:
    """Where no engine plays, end the laptop's partner that the board has kept in its settings."""
    asked = False

    def hear(message: Message) -> None:
        nonlocal asked
        groups = board.replica.state.groups
        if not asked and str((groups.get("next") or {}).get("partner", "")).endswith(" laptop"):
            asked = True
            board.ask({"cmd": "set", "partner": "none"})
            its = groups["game"]
            if its.get("awaits") == "resume" and its["settings"]["partner"].endswith(" laptop"):
                tell("An engine played in the game that waits: go on with --engine, or set that game aside")

    board.subscribe(hear)
