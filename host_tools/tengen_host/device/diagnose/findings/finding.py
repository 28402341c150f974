"""Define a finding, which is pure data: what is wrong with a board, where it is wrong, and what to do."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field

# Faults of a point. A fault of the point's whole line hides them.
OF_A_POINT = (
    "stuck closed",
    "stuck open",
    "chattering",
    "shorted diode",
    "weak magnet",
    "crosstalk",
    "sticking reed",
)

# Findings that are not faults on a board that learns its wiring; "not tested" is one of them, because only a whole walk
# tests everything
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

# faults of a line, of the lights, or of the whole board
OF_THE_BOARD = (
    "sagging supply",
    "high supply",
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
    """The faults that another fault hides, by kinds, and by points or lines."""

    kinds: tuple[str, ...]
    points: frozenset[int] = frozenset()
    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Finding:
    """A fault. `place` is a name for players (`h9`, `7`, `d`, `3 4`, ...; "" for the whole board).

    `candidates`: other faults that may be the real fault, or that this fault may hide. `decide`: the measurement that
    shows which fault is the real one. `broken`: True if the board needs repair, False if the finding is only a note.
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
    """Return the findings without differences in the wiring, which do not matter on a board that learns its wiring."""
    return [finding for finding in found if finding.kind not in OF_WIRING]
