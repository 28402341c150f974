"""Repeat single points with a single stone, if the stone was not felt, was felt elsewhere, or was felt too briefly."""

from __future__ import annotations

from ..evidence import REST_MS
from ..layout import SIZE, name
from ..listen import Felt, Pressed, Prompt
from .at_rest import AtRest
from .knowledge import Knowledge
from .lifting import Lifting
from .neighbours import Neighbours
from .squares import Squares
from .step import FEW, NOT_FELT, Script, Step


class OnceMore(Step):
    """Answer the questions that are open after the walk over every point."""

    def __init__(self, known: Knowledge, lifting: Lifting) -> None:
        super().__init__(known)
        self._lifting = lifting

    def script(self) -> Script:
        """Repeat single points with a single stone on the board."""
        yield from self._watch_again()
        yield from self._not_felt()
        yield from Neighbours(self.known).script()
        yield from self._rests()
        yield from self._lifting.once_more()
        yield from Squares(self.known).script()

    def _watch_again(self) -> Script:
        known = self.known
        before = set(known.chattering)
        yield from AtRest(known).watch()
        if known.chattering != before:
            known.felt.difference_update(known.layout.points(known.chattering))

    def _not_felt(self) -> Script:
        known = self.known
        felt_rows: set[int] = {point // SIZE for point in known.felt}
        felt_columns: set[int] = {point % SIZE for point in known.felt}
        for point in known.missing:
            row, column = divmod(point, SIZE)
            if row in known.dead_rows or column in known.dead_columns:
                continue
            cell, again = known.layout.cell(point), False
            words = f"Put a stone on {name(point).upper()}. {NOT_FELT}"
            while True:
                answer = yield known.stone_prompt(point, words, True)
                if isinstance(answer, Pressed) and not answer.held:
                    known.dead.add(point)
                    break
                if isinstance(answer, Felt):
                    found = known.without_shadows(answer.cells)
                    if cell in found:
                        known.felt.add(point)
                        felt_rows.add(row)
                        felt_columns.add(column)
                        break
                    elsewhere = known.one_point(answer.cells)
                    if again and elsewhere is not None:
                        known.odd[point] = elsewhere
                        known.dead.add(point)
                        break
                    again = True
            if row not in felt_rows and sum(each // SIZE == row for each in known.dead) >= 3:
                known.dead_rows.add(row)
            if column not in felt_columns and sum(each % SIZE == column for each in known.dead) >= 3:
                known.dead_columns.add(column)

    def _rests(self) -> Script:
        """Test points where a stone lay too briefly to show whether the reed loses it, or where the reed lost it."""
        known = self.known
        short = [point for point in sorted(known.felt) if known.evidence.rested(known.layout.cell(point)) < REST_MS]
        short = known.not_too_many("weak magnet", short, 3 * FEW)
        lost = known.layout.points(cell for cell, times in known.evidence.losses.items() if times)
        for point in sorted({*short, *(point for point in lost if point in known.felt)}):
            cell = known.layout.cell(point)
            yield from self.put_alone(point)
            before = len(known.evidence.losses[cell])
            yield Prompt("rest", f"Leave the stone on {name(point).upper()} alone for two seconds.", (point,))
            if len(known.evidence.losses[cell]) > before:
                known.weak[point] = len(known.evidence.losses[cell])
