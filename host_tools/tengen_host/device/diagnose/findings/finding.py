"""A finding: what is wrong with a board, where, and what to do. Pure data."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field

# Faults of a point. A fault of its whole line hides them.
OF_A_POINT = (
    "stuck closed",
    "stuck open",
    "chattering",
    "shorted diode",
    "weak magnet",
    "crosstalk",
    "sticking reed",
)

# Kinds that are no faults of a board which learns its wiring; "not tested" is one, as only a whole walk tests all
OF_WIRING = (
    "swapped rows",
    "swapped columns",
    "misordered rows",
    "misordered columns",
    "swapped buttons",
    "misordered LEDs",
    "mirrored LEDs",
    "rotated LEDs",
    "misplaced bar",
    "reversed bar",
    "not tested",
)

# Faults of a line, of the lights, or of the board as a whole
OF_THE_BOARD = (
    "sagging supply",
    "slow lines",
    "nothing reads",
    "dead row",
    "dead column",
    "broken row",
    "broken column",
    "high column",
    "shorted rows",
    "shorted columns",
    "broken LED",
    "broken return",
    "bounce",
)
KINDS = (*OF_A_POINT, *OF_THE_BOARD, *OF_WIRING)


@dataclass(frozen=True)
class Hidden:
    """The faults that another fault hides: these kinds, at these points or lines."""

    kinds: tuple[str, ...]
    points: frozenset[int] = frozenset()
    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Finding:
    """One fault. `place` as a player names it (`h9`, `7`, `d`, `3 4`, ...; "" for the whole board).

    `candidates`: the faults that it may be instead, or may hide; `decide`: the measurement that decides between them.
    `broken`: whether it needs repair; if not, it is a note.
    """

    kind: str
    place: str
    words: str
    cause: str
    cure: str
    candidates: tuple[str, ...] = ()
    decide: str = ""
    broken: bool = True
    hidden: tuple[Hidden, ...] = field(default=(), compare=False)

    def fields(self) -> dict[str, object]:
        """Return the finding as an object for JSON."""
        found = dataclasses.asdict(self)
        del found["hidden"]
        found["candidates"] = list(self.candidates)
        return found


def faults_alone(found: Iterable[Finding]) -> list[Finding]:
    """Return the findings without those that only say that the wiring differs, for a board that learns its wiring."""
    return [finding for finding in found if finding.kind not in OF_WIRING]
