"""Find the output of each row and the input of each column by means of stones on named points."""

from __future__ import annotations

from collections import deque
from typing import Any

from ..bridges import run_length
from ..layout import LINES, SHUT, SIZE, Cell, name
from ..listen import Felt, Pressed
from .step import NOT_FELT, Script, Step


class NamedPoints(Step):
    """The 29 stones that find the rows and columns."""

    def script(self) -> Script:
        """Ask for stones on named points in each row and column, and find the outputs and inputs from them."""
        known = self.known
        wanted: deque[tuple[str, int]] = deque(("row", row) for row in range(SIZE))
        wanted.extend(("column", column) for column in range(1, SIZE))
        tried: dict[tuple[str, int], int] = {}
        asked_again: set[int] = set()
        back: list[tuple[Any, ...]] = []
        why = ""
        while wanted:
            line = wanted[0]
            point = self._in_line(line)
            if point is None or tried.get(line, 0) >= (1 if known.silent(line) else 2):
                wanted.popleft()
                continue
            words = f"{why}Put a stone on {name(point).upper()}. {NOT_FELT}"
            answer = yield known.stone_prompt(point, words)
            why = ""
            if isinstance(answer, Pressed):
                if known.one_back(answer):
                    if back:
                        wanted, tried, known.named, known.rows, known.columns, known.dead = back.pop()
                        why = "One back. "
                    continue
                if answer.held:
                    continue
                back.append(self._kept(wanted, tried))
                known.dead = known.dead | {point}
                tried[line] = tried.get(line, 0) + 1
                continue
            if not isinstance(answer, Felt):
                continue
            found = known.without_shadows(answer.cells)
            if len(answer.cells) > 1 and not known.alone:
                known.alone = True
                why = f"{name(point).upper()} closed more than one reed. "
                continue
            if len(answer.cells) > 1 and self._slow(point, answer.cells):
                found = known.without_shadows(answer.cells)
            clash = self._clash(point, found)
            if clash is not None and point not in asked_again:
                asked_again.add(point)
                why = f"That was felt where {name(clash).upper()} was: lift it. "
                continue
            back.append(self._kept(wanted, tried))
            wanted.popleft()
            known.named = {**known.named, point: found}
            self._place(point, found)
            if clash is not None and clash not in asked_again:
                # one of the two stones was on a wrong point, so repeat the question for the earlier stone
                asked_again.add(clash)
                known.named = {other: were for other, were in known.named.items() if other != clash}
                self._replace()
                wanted.appendleft(("row", clash // SIZE))
        self._settle()

    def _in_line(self, line: tuple[str, int]) -> int | None:
        """Return the first point of a row or column about which the walk can still ask."""
        known = self.known
        kind, at = line
        line_points = [at * SIZE + each if kind == "row" else each * SIZE + at for each in range(SIZE)]
        for point in line_points:
            if point in known.named:
                continue
            bad = point in known.dead or known.unusable(point) or self._crossing_dead(kind, point)
            if not bad:
                return point
        return None

    def _crossing_dead(self, kind: str, point: int) -> bool:
        """Return whether the line that crosses at the point seems to be dead."""
        known = self.known
        crossing = ("column", point % SIZE) if kind == "row" else ("row", point // SIZE)
        if known.silent(crossing):
            return True
        same = [each for each in known.dead if (each % SIZE if kind == "row" else each // SIZE) == crossing[1]]
        felt = known.columns if kind == "row" else known.rows
        return len(same) >= 2 and crossing[1] not in felt

    def _kept(self, wanted: deque[tuple[str, int]], tried: dict[tuple[str, int], int]) -> tuple[Any, ...]:
        known = self.known
        return wanted.copy(), tried.copy(), known.named, known.rows.copy(), known.columns.copy(), known.dead

    def _slow(self, point: int, found: frozenset[Cell]) -> bool:
        """Return whether a stone closed one contact with shadows in the next rows. Sets the depth."""
        known = self.known
        length = run_length(found)
        if length < 2:
            return False
        if known.depth:
            known.depth = max(1, length - 1) if not known.named else known.depth
            return True
        # if the always-closed row is dead, nothing is high while all rows are low, so a second run confirms the depth
        runs = [were for were in known.named.values() if run_length(were) == length and were != found]
        if runs:
            known.depth = length - 1
            for other, were in list(known.named.items()):
                known.named[other] = known.without_shadows(were)
                self._place(other, known.named[other])
        return bool(runs)

    def _clash(self, point: int, found: frozenset[Cell]) -> int | None:
        """Return an earlier named point that contradicts the contact felt now, or None."""
        if len(found) != 1:
            return None
        output, entry = divmod(min(found), LINES)
        row, column = divmod(point, SIZE)
        for other, were in self.known.named.items():
            if len(were) != 1 or other == point:
                continue
            itsoutput, itsentry = divmod(min(were), LINES)
            if (other // SIZE == row) != (itsoutput == output) or (other % SIZE == column) != (itsentry == entry):
                return other
        return None

    def _place(self, point: int, found: frozenset[Cell]) -> None:
        if len(found) == 1:
            output, entry = divmod(min(found), LINES)
            self.known.rows.setdefault(point // SIZE, output)
            self.known.columns.setdefault(point % SIZE, entry)

    def _replace(self) -> None:
        known = self.known
        known.rows = {}
        known.columns = {}
        for other, found in known.named.items():
            self._place(other, found)

    def _settle(self) -> None:
        """Store the outputs and inputs of the rows and columns that felt a stone in the layout."""
        known = self.known
        taken: dict[str, dict[int, int]] = {"rows": {}, "columns": {}}
        for kind, lines, believed in (
            ("rows", known.rows, known.belief.rows),
            ("columns", known.columns, known.belief.columns),
        ):
            # two joined lines look like one line, so leave the line at its assumed place
            as_believed = {at: line for at, line in lines.items() if believed[at] == line}
            for at, line in {**as_believed, **lines}.items():
                if line not in taken[kind].values():
                    taken[kind][at] = line
        taken["rows"].setdefault(SHUT, known.layout.rows[SHUT])
        taken["columns"].setdefault(SHUT, known.layout.columns[SHUT])
        known.layout = known.belief.with_lines(taken["rows"], taken["columns"])
        for point, found in known.named.items():
            if known.layout.cell(point) in found:
                known.felt.add(point)
        # repeat the question, with a single stone, for a dead point if other points of its row and column have felt a
        # stone
        known.dead = {each for each in known.dead if each // SIZE not in known.rows or each % SIZE not in known.columns}
