"""The lines that decided a game, its five or its foul; and the lines of any other black stone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tengen.games import BLACK, COLOUR_NAMES, WHITE, points
from tengen.games.renju.position import FOUL_NAMES, SIZE, Position
from tengen.games.renju.reasons import decisive, reasons

from .record import PASS, Record

_FOULS = tuple(FOUL_NAMES.values())


def lines(record: Record) -> list[Mapping[str, Any]]:
    """Return the lines of the five or foul that ended the game, as in games/renju/reasons.py; else none."""
    if record.game != "renju" or record.size != SIZE or not record.over:
        return []
    if record.reason == "five" and len(record.line) > 1:
        return [{"shape": "five", "direction": "", "stones": _in_order(record.line), "completes": []}]
    if record.reason in _FOULS:
        why = of_move(record, len(record.moves))
        return decisive(why) if why else []
    return []


def of_move(record: Record, number: int) -> dict[str, Any] | None:
    """Return the reason of a black move's verdict; None for White's move, a pass, and a number without a move."""
    if record.game != "renju" or record.size != SIZE or not 0 < number <= len(record.moves):
        return None
    move = record.moves[number - 1]
    if move == PASS or colour_of(record, number) != "black":
        return None
    position = Position()
    for stones, colour in zip(record.setup, (BLACK, WHITE), strict=True):
        for name in stones:
            position.put(points.index(name, SIZE), colour)
    for before, name in enumerate(record.moves[: number - 1], 1):
        if name != PASS:
            position.put(points.index(name, SIZE), COLOUR_NAMES.index(colour_of(record, before)))
    found: dict[str, Any] = reasons(position, points.index(move, SIZE))
    return found


def colour_of(record: Record, number: int) -> str:
    """Return the colour of a move by its number."""
    return record.first if number % 2 else COLOUR_NAMES[BLACK + WHITE - COLOUR_NAMES.index(record.first)]


def _in_order(names: Sequence[str]) -> list[str]:
    return sorted(names, key=lambda name: (points.index(name, SIZE) % SIZE, points.index(name, SIZE)))
