"""A finding: what is wrong with a board, where, and what to do. Pure data."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field

# What can be wrong with a point. A fault of its whole line hides it.
OF_A_POINT = (
    "stuck closed",
    "stuck open",
    "chattering",
    "shorted diode",
    "weak magnet",
    "crosstalk",
    "sticking reed",
)

# What is no fault of a board that is learned; nor is what only a whole walk tests
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

# What is wrong with a line, with the lights, or with the board as a whole
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
    """What a fault keeps from being seen: these kinds, at these points or lines."""

    kinds: tuple[str, ...]
    points: frozenset[int] = frozenset()
    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong. `place` as people say it (`h9`, `7`, `d`, `3 4`, ...; "" for the whole board).

    `candidates`: what it may be instead, or hide, where that can't be told; `decide`: the measurement that tells.
    `broken`: it needs mending; else it is only said.
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
        """As an object for JSON."""
        found = dataclasses.asdict(self)
        del found["hidden"]
        found["candidates"] = list(self.candidates)
        return found


def faults_alone(found: Iterable[Finding]) -> list[Finding]:
    """Without the findings of a board that is to be learned: that it is wired in another way."""
    return [finding for finding in found if finding.kind not in OF_WIRING]
