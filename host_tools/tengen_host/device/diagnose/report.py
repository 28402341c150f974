"""The report of `tengen diagnose --report`: what a board says about itself, in one JSON file without personal data."""

from __future__ import annotations

import platform
from typing import Any

import tengen

from ..board import Answer, Board, Line
from . import session

WATCHED_S = 5.0  # how long the board is watched for a report, unless --seconds says otherwise


def collect(board: Board) -> dict[str, Any]:
    """Return a board's state, the counters of its reeds, and the versions of the laptop's software.

    The players' names, the record's id and date, the port and the Pico's serial number are left out.
    """
    session.rest(board)
    health: list[Answer] = []

    def hear(line: Line) -> None:
        answer = line.get("answer", {})
        if answer.get("code") == "health":
            health.append(answer)

    board.ask({"cmd": "health"}, hear=hear)
    state = board.snapshot()
    groups = {name: its for name, its in state.groups.items() if its}
    if "game" in groups:
        groups["game"] = {name: its for name, its in groups["game"].items() if name != "stamp"}
    return {
        "laptop": {
            "tengen": tengen.__version__,
            "python": platform.python_version(),
            "system": platform.system(),
            "release": platform.release(),
            "machine": platform.machine(),
        },
        "board": groups,
        "board_ms": state.t,
        "health": health,
    }
