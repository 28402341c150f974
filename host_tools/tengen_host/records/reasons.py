"""Find why moves are fouls, or only look like fouls, by the rules of their game."""

from __future__ import annotations

import contextlib
from typing import Any

from tengen.games import COLOUR_NAMES, opponent, points, registry

from . import rules, stones
from .record import PASS, Record

Reason = dict[str, Any]  # the fields of a group `reason`: {"point", "foul": a name or None, "lines"}


def reasons(record: Record) -> list[Reason | None]:
    """Return the reason of each move, or None.

    A move has a reason if it is a foul, or if it only looks like a double-three. A silent game that is not over has no
    reasons. After a move that breaks the rules no move has a reason. A game that this build does not know has no
    reasons.
    """
    found: list[Reason | None] = [None] * len(record.moves)
    if record.settings.get("mode") == "silent" and not record.over:
        return found
    with contextlib.suppress(ValueError, TypeError):  # a file may contain any option
        game = _begun(record)
        for number, move in enumerate(record.moves, 1):
            if COLOUR_NAMES[game.turn] != stones.colour_of(record, number):
                break
            if move != PASS:
                found[number - 1] = _reason(game, points.index(move, game.size))
            rules.play(game, record, number)
    return found


def is_judged(record: Record) -> bool:
    """Return whether the rules judge the position after a record's moves. A foul or a five may be one of them."""
    return _after(record) is not None


def reason_after(record: Record, point: str, either: bool = False) -> Reason | None:
    """Return the reason of the stone that the next player would put on this empty point, or None.

    `either`: if this player has no fouls, it is the reason of the opponent's stone.
    """
    game = _after(record)
    if not game:
        return None
    if either and game.may_foul and game.turn not in game.may_foul:
        game.turn = opponent(game.turn)
    return _reason(game, points.index(point, game.size))


def _after(record: Record) -> Any:
    """Return the game after a record's moves; None if the rules don't judge it."""
    with contextlib.suppress(ValueError, TypeError):  # a file may contain any option
        game = _begun(record)
        for number in range(1, len(record.moves) + 1):
            if COLOUR_NAMES[game.turn] != stones.colour_of(record, number):
                return None
            rules.play(game, record, number)
        return game
    return None


def _begun(record: Record) -> Any:
    """Return the game before a record's moves; no foul and no five ends it. Raises ValueError."""
    lenient = {"calls_fouls": False, "calls_fives": False, "free_centre": True, "passes_after": 0}
    game = registry.new(record.game, record.size, record.options, **lenient)
    rules.set_up(game, game, record)
    return game


def _reason(game: Any, at: int) -> Reason | None:
    foul = game.warning(at)
    if not foul and not game.excused(at):
        return None
    return {"point": points.name(at, game.size), "foul": foul, "lines": game.foul_lines(at)}
