"""Find shorted diodes. With stones on three corners of a rectangle, a bridged diode closes the fourth corner."""

from __future__ import annotations

from ..bridges import Bridges
from ..layout import SHUT, SIZE, name
from ..listen import WHITE, Pressed, Prompt
from .step import FEW, Script, Step


class Squares(Step):
    """Test the diodes that the stones of the walk have not proved to be good."""

    def script(self) -> Script:
        """Ask for stones on three corners of a rectangle for each doubtful diode."""
        known = self.known
        if known.depth:
            known.untested["shorted diode"] = set(known.felt)
            return
        joined = {point for point in known.felt if known.joined_at(point)}
        if joined:
            known.untested["shorted diode"] = joined
        usable = sorted(known.felt - joined)
        columns = sum(1 << entry for entry in known.layout.columns[:SHUT])
        bridges = Bridges(map(known.layout.cell, usable), columns, known.chattering)
        for words in known.evidence.stable:
            bridges.refute(words)
        left = sorted(point for point in map(known.layout.point, bridges.possible) if point is not None)
        left = known.not_too_many("shorted diode", left, FEW)
        for point in left:
            square = self._square(point, set(left))
            if square is None:
                known.untested.setdefault("shorted diode", set()).add(point)
                continue
            corners, fourth = (point, *square[:2]), square[2]
            shown = " and ".join(name(each).upper() for each in corners)
            ask = f"Put stones on {shown}, and no others. Then press your button."
            pixels = tuple((known.layout.pixels[each], WHITE) for each in corners)
            while True:
                answer = yield Prompt("three", ask, corners, pixels=pixels)
                closed = known.evidence.closed
                if isinstance(answer, Pressed) and all(known.layout.cell(each) in closed for each in corners):
                    break
                ask = f"Not all of {shown} are felt. Put stones on them, and no others. Then press your button."
            if known.layout.cell(fourth) in closed:
                known.bridged.add(point)

    def _square(self, point: int, doubted: set[int]) -> tuple[int, int, int] | None:
        known = self.known
        row, column = divmod(point, SIZE)
        clean = known.felt - set(known.weak) - set(known.sticking)
        joined = {each for each in known.felt if known.joined_at(each)}
        for other in range(SIZE):
            for along in range(SIZE):
                down, beside, fourth = other * SIZE + column, row * SIZE + along, other * SIZE + along
                corners = {down, beside, fourth}
                if other != row and along != column and corners <= clean and not corners & (doubted | joined):
                    return down, beside, fourth
        return None
