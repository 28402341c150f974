"""Find the faults of a board.

A finding describes the kind and place of a fault, with row, column, part and pin, its likely cause, and the repair.

`table.py` has the faults as data. `line_states.py` has the state of the lines after a walk. The other modules find the
faults.
"""

from __future__ import annotations

from ..walk import Knowledge
from . import lights, lines, points, whole
from .finding import KINDS, Finding, Hidden, faults_alone
from .line_states import State

# the most serious first
_FINDERS = (
    whole.supply,
    whole.slow,
    whole.shut,
    lines.dead,
    lines.high,
    lines.rows_that_fight,
    lines.shorted,
    lines.swapped,
    lights.buttons,
    lights.chain,
    lights.elsewhere,
    points.stuck,
    points.chattering,
    points.bridged,
    points.dead,
    points.weak,
    points.sticking,
    points.crosstalk,
    whole.untested,
    whole.bounce,
)


def find(walk: Knowledge) -> list[Finding]:
    """Return the findings of a walk, the most serious first; an empty result if the board sent no frame."""
    if not walk.evidence.heard:
        return []
    state = State(walk)
    return [found for finder in _FINDERS for found in finder(state)]


__all__ = ["KINDS", "Finding", "Hidden", "faults_alone", "find"]
