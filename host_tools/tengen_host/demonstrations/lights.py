"""The lights of a real board that show a step of a demonstration, where nobody plays on the board."""

from __future__ import annotations

from functools import partial
from typing import Any

from tengen.games import points
from tengen.session.partner_rules import HELPED

from ..records import stones
from ..records.reasons import reasons
from ..records.record import COLOURS, Record
from ..wire.state import State
from .demonstration import Step

MOST_LIT = 30  # points of a command, which has at most 512 bytes


def is_free(state: State) -> bool:
    """Return whether the lights of a board may show a demonstration: in casual or teach mode, without stones."""
    its = state.game
    if its.settings.get("puzzle") or its.settings.get("lesson"):
        return False
    return its.settings.get("mode") in HELPED and not state.under_way and not its.cells


def of(shown: Record, step: Step, state: State) -> dict[str, Any]:
    """Return the command that lights the stones of a step's position, the last 30 of them.

    Brighter: the stones of the last shown line of the reason, of all lines if the step shows all, or else the black
    stones. A position on a smaller board is in the middle of the field; one that is larger than the field has no
    lights.
    """
    if shown.size > state.game.size:
        return none(state)
    lying = list(stones.lying(shown).items())[-MOST_LIT:]
    reason = reasons(shown)[-1] if shown.moves else None
    its = reason["lines"][: step.lines] if reason else []
    bright = {point for line in (its if step.lines is None else its[-1:]) for point in line["stones"]}
    best = [point for point, colour in lying if (point in bright if bright else colour == COLOURS[0])]
    in_field = partial(_in_field, size=shown.size, field=state.game.size)
    lit = [in_field(point) for point, _ in lying]
    return {"cmd": "show", "points": lit, "moves": len(state.game.moves), "best": [in_field(point) for point in best]}


def _in_field(point: str, size: int, field: int) -> str:
    """Return the name in a field for a point of a smaller board in its middle."""
    row, column = divmod(points.index(point, size), size)
    low = (field - size) // 2
    return str(points.name((row + low) * field + column + low, field))


def none(state: State) -> dict[str, Any]:
    """Return the command that ends these lights."""
    return {"cmd": "show", "points": [], "moves": len(state.game.moves)}
