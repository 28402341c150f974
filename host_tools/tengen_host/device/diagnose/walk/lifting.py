"""Find reeds that open late, from all stones that are lifted."""

from __future__ import annotations

import statistics

from ..layout import Cell, name, names
from ..listen import Emptied, Felt, Lifted, Pressed, Prompt
from .knowledge import Knowledge
from .step import FEW, Script, Step

TOGETHER_MS = 250  # the reeds of two stones that are lifted together, one with each hand, open within this time
TRAVEL_MS = 120  # a person needs at least this time to carry a stone to another point
LATE_MS = 1800  # a reed that sticks longer counts as closed
STICKS_MS = 250  # in ms; a shorter delay after the button is caused by the person and not by the reed


class Lifting(Step):
    """Collect suspicious reeds from all lifted stones, and test each suspicious reed again with a single stone."""

    def __init__(self, known: Knowledge) -> None:
        super().__init__(known)
        self.sticky: set[int] = set()  # points with a reed that may stick
        # (ms from lifting a stone to putting it down, the point from which it was lifted)
        self.gaps: list[tuple[int, int]] = []

    def travelled(self, openings: int) -> None:
        """Judge whether the reed of a stone that was lifted and put elsewhere opened in time."""
        evidence = self.known.evidence
        if not evidence.closings:
            return
        put_at = evidence.closings[-1][0]
        lifted = self._lifted(evidence.openings[openings:])
        if len(lifted) == 1 and put_at - lifted[0][0] >= TRAVEL_MS:
            self.gaps.append((put_at - lifted[0][0], lifted[0][1]))
        else:
            self.sticky |= {point for _, point in lifted}

    def clear(self) -> Script:
        """Ask the person to remove all stones, two at a time."""
        evidence = self.known.evidence
        if evidence.closed.keys() - self.known.ignored:
            before = len(evidence.openings)
            words = "Take all stones off, two at a time, one with each hand. "
            while True:
                answer = yield Prompt("clear", words + "Press your button if none is left, and this doesn't go away.")
                if isinstance(answer, Emptied | Pressed):
                    break
            self._lifted_in_pairs(self._lifted(evidence.openings[before:]))
        if self.gaps:
            usual = statistics.median(gap for gap, _ in self.gaps)
            self.sticky |= {point for gap, point in self.gaps if gap < 0.6 * usual}

    def once_more(self) -> Script:
        """Test each suspicious reed with a single stone. The reed sticks if it opens late twice."""
        known = self.known
        suspects = [point for point in sorted(self.sticky) if point in known.felt]
        if len(suspects) > FEW:
            # lifting in pairs has given no information, because of ghosts or joined lines
            yield from self._move_along(sorted(known.felt))
            suspects = [point for point in sorted(self.sticky) if point in known.felt]
        for point in known.not_too_many("sticking reed", suspects, FEW):
            late = []
            for _ in range(2):
                yield from self.put_alone(point)
                words = f"Lift the stone from {name(point).upper()}, and press your button at the same moment."
                answer = yield Prompt("lift", words, (point,))
                if not isinstance(answer, Lifted) or answer.late_ms < STICKS_MS:
                    break
                late.append(answer.late_ms)
            else:
                known.sticking[point] = max(late)

    def _move_along(self, points: list[int]) -> Script:
        known = self.known
        self.sticky, self.gaps = set(), []
        left = set(points)
        while left:
            words = f"Move one stone along these points, in any order: {names(left)}. Press your button at the end."
            before = len(known.evidence.openings)
            answer = yield Prompt("fill", words, tuple(sorted(left)), alone=True)
            self.travelled(before)
            if isinstance(answer, Pressed) and not known.one_back(answer):
                break
            if isinstance(answer, Felt):
                left.difference_update(known.layout.points(known.without_shadows(answer.cells)))
        self.sticky |= left
        yield from self.clear()

    def _lifted(self, openings: list[tuple[int, Cell]]) -> list[tuple[int, int]]:
        """Return (time, point) of each lifted stone. Contacts that open together count as one stone."""
        known = self.known
        together: dict[int, set[Cell]] = {}
        for at, cell in openings:
            if cell not in known.ignored:
                together.setdefault(at, set()).add(cell)
        found = []
        for at, those in together.items():
            points = known.layout.points(sorted(known.without_shadows(those)))
            found += [(at, point) for point in known.one_each(points)]
        return found

    def _lifted_in_pairs(self, times: list[tuple[int, int]]) -> None:
        """Remove the suspicion from reeds that opened in pairs.

        If a reed opened alone, this reed or one that opened after it may stick.
        """
        times = sorted(times)
        group: list[tuple[int, int]] = []
        for at, point in [*times, (1 << 60, -1)]:
            if group and at - group[0][0] > TOGETHER_MS:
                if len(group) != 2:
                    until = group[0][0] + (LATE_MS if len(group) == 1 else TOGETHER_MS)
                    self.sticky |= {each for when, each in times if group[0][0] <= when <= until}
                group = []
            group.append((at, point))
