"""Findings: kind and place of each fault, in words with row, column, part and pin, with the likely cause and the cure.

`table.py` has the faults as data, `state.py` the state of the lines after a walk; the other modules find the faults.
"""

from __future__ import annotations

from ..walk import Knowledge
from . import lights, lines, points, whole
from .finding import KINDS, Finding, Hidden, faults_alone
from .line_states import State

# The most serious first
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
    """Return the findings of a walk, the most serious first; none if no frame came from the board."""
    if not walk.evidence.heard:
        return []
    state = State(walk)
    return [found for finder in _FINDERS for found in finder(state)]


__all__ = ["KINDS", "Finding", "Hidden", "faults_alone", "find"]
