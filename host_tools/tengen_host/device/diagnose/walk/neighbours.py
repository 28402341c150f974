"""Find crosstalk, which means stones that also close a neighbour's reed."""

from __future__ import annotations

from ..layout import SIZE, Cell, neighbour
from .step import FEW, Script, Step


class Neighbours(Step):
    """Test each stone once with a free neighbouring point."""

    def script(self) -> Script:
        """Repeat points that never had a stone beside a free neighbour; then test the pairs with possible crosstalk."""
        known = self.known
        covered = self._covered()
        left = [point for point in sorted(known.felt) if point not in covered and neighbour(point) in known.felt]
        left = known.not_too_many("crosstalk", left, 3 * FEW)
        for point in left:
            yield from self.put_alone(point)
        for point, other in sorted(self._close_calls()):
            if point in known.crosstalk:
                continue  # the other contacts that the stone closed are shadows, or are on joined lines
            since = len(known.evidence.moments)
            yield from self.put_alone(point)
            cell = known.layout.cell(other)
            if any(each == cell for _, each, _ in known.evidence.moments[since:]):
                known.crosstalk[point] = other

    def _covered(self) -> set[int]:
        """Return the points with a reed that closed while the neighbour's reed was open."""
        known = self.known
        found = set()
        spans: dict[Cell, list[tuple[int, int]]] = {}
        opened: dict[Cell, list[int]] = {}
        for at, cell in known.evidence.openings:
            opened.setdefault(cell, []).append(at)
        for at, cell in known.evidence.closings:
            end = next((each for each in opened.get(cell, ()) if each > at), 1 << 60)
            spans.setdefault(cell, []).append((at, end))
        for at, cell in known.evidence.closings:
            point = known.layout.point(cell)
            if point is not None:
                other = known.layout.cell(neighbour(point))
                if not any(since <= at < end for since, end in spans.get(other, ())):
                    found.add(point)
        return found

    def _close_calls(self) -> set[tuple[int, int]]:
        """Return (point, neighbour) for each stone that closed a neighbour's reed for a moment."""
        known = self.known
        found = set()
        for at, cell, lasted in known.evidence.moments:
            other = known.layout.point(cell)
            if other is None or cell in known.ignored or lasted < 8:
                continue
            for put_at, which in known.evidence.closings:
                point = known.layout.point(which)
                if point is not None and which != cell and abs(put_at - at) <= 45 and _adjacent(point, other):
                    found.add((point, other))
        return found


def _adjacent(one: int, other: int) -> bool:
    rows = abs(one // SIZE - other // SIZE)
    columns = abs(one % SIZE - other % SIZE)
    return max(rows, columns) == 1
