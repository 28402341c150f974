"""Determine the state of rows and columns after a walk. All findings are based on it."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.games.points import LETTERS
from tengen.sensing.supply import OFF_MV

from .... import wiring as description
from ..layout import LINES, POINTS, SHUT, SIZE, Layout
from ..walk import Knowledge

KINDS = ("row", "column")


class State:
    """The states of a board's lines after a walk: answering, shorted, broken or dead.

    `base`: the words (one for each row and one with all rows low) of the board without stones. `reached`: points that
    the lines reach electrically. `shorted` and `broken` are by kind of line, "row" or "column". `shorted` has the pairs
    of joined lines. `broken` has the lines that work only near the controller, each with the last point that the line
    reaches.
    """

    def __init__(self, walk: Knowledge) -> None:
        self.walk = walk
        self.layout: Layout = walk.layout
        board = description.load()
        self.pull_down = description.ohms(board["matrix"]["pull_down_ohm"])
        # the resistor between a column and its GPIO
        self.resistor = f"{board['parts']['column_resistor']['value']} Ohm"
        mv = walk.evidence.least_mv
        self.without_supply = mv is not None and mv < OFF_MV  # whether the lights have no 5 V
        self.beside = f"{board['reed']['offset_mm']:g} mm"  # distance from a point to the middle of its reed
        self.base = walk.baseline or walk.evidence.words
        self._ends = {kind: walk.ends(kind) for kind in KINDS}
        self.shorted = {kind: self._shorted(kind) for kind in KINDS}
        bad = map(self.layout.point, walk.stuck | walk.chattering)
        self.reached = walk.felt | {point for point in bad if point is not None}
        self.broken = {kind: self._broken(kind) for kind in KINDS}

    def answering(self, kind: str) -> bool:
        """Return whether the far ends of at least two lines answer.

        If they do, the sixteenth line works, and a line that does not answer is faulty.
        """
        return sum(self._ends[kind]) >= 2

    def silent(self, kind: str, line: int) -> bool:
        """Return whether this line's far end does not answer, while the far ends of other lines answer."""
        return self.answering(kind) and not self._ends[kind][line]

    def unproved(self, kind: str, line: int) -> bool:
        """Return whether the far end's answer proves nothing, so that only the points show whether the line works."""
        if not self.answering(kind):
            return True
        if kind == "row":
            return self.walk.depth > 0  # on slow lines the previous row appears in the sense bit
        return any(line in pair for pair in self.shorted["column"])

    def dead(self, kind: str, line: int) -> bool:
        """Return whether a line is dead: it feels no stone, or its far end does not answer while other far ends do."""
        if (kind, line) == ("row", SHUT):
            return not self.answering("column")
        felt_nothing = line in (self.walk.dead_rows if kind == "row" else self.walk.dead_columns)
        return felt_nothing or (self.silent(kind, line) and line not in self.broken[kind])

    @property
    def fighting(self) -> list[tuple[int, int]]:
        """Return all pairs of dead rows, first the pairs on neighbouring pins."""
        dead = [row for row in range(LINES) if self.dead("row", row)]
        outputs = self.layout.rows
        pairs = [(one, other) for one in dead for other in dead if one < other]
        return sorted(pairs, key=lambda pair: (abs(outputs[pair[0]] - outputs[pair[1]]) != 1, pair))

    def _broken(self, kind: str) -> dict[int, int]:
        """Return the lines that work only near the controller, each with the last point that the line reaches."""
        found = {}
        for line in range(SIZE):
            reached = [point for point in points_of(kind, line) if point in self.reached]
            if not reached:
                continue
            beyond = [point for point in points_of(kind, line) if point > max(reached) and point in self.walk.dead]
            # if only one point is dead, a dead reed is more likely
            if self.silent(kind, line) or (self.unproved(kind, line) and len(beyond) > 1):
                found[line] = max(reached)
        return found

    def _shorted(self, kind: str) -> list[tuple[int, int]]:
        """Return the pairs of shorted rows or columns.

        A column that is closed in each row is shorted to the row sense.
        """
        seen: dict[int, set[int]] = {}
        for point, cells in self.walk.named.items():
            line = point // SIZE if kind == "row" else point % SIZE
            for cell in cells:
                seen.setdefault(line, set()).add(cell // LINES if kind == "row" else cell % LINES)
        lines = sorted(seen)
        pairs = [(one, other) for one in lines for other in lines if one < other and seen[one] & seen[other]]
        # if a line was felt on two outputs or inputs, and `seen` has no partner for it, it is shorted to the line of
        # the second output or input
        names_of = self.layout.rows if kind == "row" else self.layout.columns
        known = {one for pair in pairs for one in pair}
        for line in lines:
            if line not in known and len(seen[line]) > 1:
                for other in range(SIZE):
                    if other not in lines and names_of[other] in seen[line]:
                        pairs.append((min(line, other), max(line, other)))
        if kind == "column":
            driven = [self.base[output] for output in self.layout.rows[:SHUT] if self.base[output]]
            always = [len(driven) > 1 and all(word >> entry & 1 for word in driven) for entry in self.layout.columns]
            pairs += [(column, SHUT) for column in range(SIZE) if always[column] and always[SHUT]]
        return pairs


def points_of(kind: str, line: int) -> range:
    """Return the points of a row or column, beginning at the controller's end."""
    return range(line * SIZE, line * SIZE + SIZE) if kind == "row" else range(line, POINTS, SIZE)


def far_ends(kind: str, lines: Iterable[int]) -> frozenset[int]:
    """Return the last points of rows or columns.

    A break there cuts off only the far end, which proves that the line works.
    """
    return frozenset(points_of(kind, line)[-1] for line in lines)


def beside(points: Iterable[int]) -> frozenset[int]:
    """Return the left and right neighbours of points.

    A stone on a neighbour may also close the point's reed.
    """
    found = set()
    for point in points:
        row, column = divmod(point, SIZE)
        found |= {row * SIZE + at for at in (column - 1, column + 1) if 0 <= at < SIZE}
    return frozenset(found)


def letter(column: int) -> str:
    """Return the name of a column, which is `sense` for the row sense."""
    return LETTERS[column] if column < SHUT else "sense"
