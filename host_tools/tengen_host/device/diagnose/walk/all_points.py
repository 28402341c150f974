"""Test every point with a stone, in any order."""

from __future__ import annotations

from ..layout import SIZE, Cell, column_name, names
from ..listen import Felt, Pressed, Prompt
from .knowledge import Knowledge
from .lifting import Lifting
from .step import Script, Step


class AllPoints(Step):
    """Find the points that feel a stone."""

    def __init__(self, known: Knowledge, lifting: Lifting) -> None:
        super().__init__(known)
        self._lifting = lifting

    def script(self) -> Script:
        """Ask for stones until no point is missing, or a button is pressed."""
        known = self.known
        first = (
            "Put a stone on every point, in any order, and leave it there. Or leave only the stones of row 1 and "
            "column A, except A1, and move one stone over the other points, for at least a second each. "
        )
        if known.depth:
            first = "Put a stone on every point, in any order: one at a time, for at least a second each. "
        # no stones are needed on lines that are dead according to the empty board
        known.dead_rows |= {row for row in range(SIZE) if known.silent(("row", row)) and row not in known.rows}
        dead = {column for column in range(SIZE) if known.silent(("column", column)) and column not in known.columns}
        known.dead_columns |= dead
        left_out = [f"row {row + 1}" for row in sorted(known.dead_rows)]
        left_out += [column_name(column) for column in sorted(known.dead_columns)]
        if left_out:
            first += f"Leave out {', '.join(left_out)}, where nothing is felt. "
        while known.missing:
            missing = known.missing
            wanted = f"Still to come: {names(missing)}. " if len(missing) < 60 else f"{len(missing)} are left. "
            words = first + wanted + "Press your button when all points are done."
            before = len(known.evidence.openings)
            answer = yield Prompt("fill", words, tuple(missing), alone=known.depth > 0, pixels=known.lit())
            self._lifting.travelled(before)
            if isinstance(answer, Pressed) and not known.one_back(answer):
                return
            if isinstance(answer, Felt):
                self._count(answer.cells)

    def _count(self, found: frozenset[Cell]) -> None:
        known = self.known
        points = set(known.layout.points(known.without_shadows(found)))
        if len(points) == 1 and (known.depth or not known.joined_at(min(points))):
            known.felt |= points
        else:
            known.doubtful |= points - known.felt
