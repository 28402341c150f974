"""Irensei: seven in a row win, and stones are captured as in Go. Source: firmware/docs/games/irensei.md."""

from tengen.codes import coded

from . import BLACK, EMPTY, undone
from .game import LOSES, WINS, Game
from .groups import taken, without_liberty
from .lines import longest, run_through
from .points import DIRECTIONS

_NO_LIBERTY, _KO = coded("refused.no_liberty"), coded("refused.ko")
_MARGIN = 2  # the width of the border, where the stones of a row do not count


class Irensei(Game):
    """Seven in a row win in the inner 15x15: exactly seven for Black, seven or more for White.

    Black's longer row loses.
    """

    name = "irensei"
    line = 7
    overline = (WINS, LOSES, WINS)
    may_foul = (BLACK,)
    counts_removed = True
    refuses = True

    def _forbidden(self, point, kind):
        """Return why a stone is refused: a suicide that makes no line, or a simple ko (it undoes the last changes)."""
        changes = self.effect(point, kind)
        if len(changes) == 1:
            mover = self.turn
            self.cells[point] = mover
            suicide = without_liberty(self.cells, self.size, point) and not self._line_made(mover, changes)
            self.cells[point] = EMPTY
            return _NO_LIBERTY if suicide else None
        if self.moves and sorted(changes) == sorted(undone(self.changes_of(len(self.moves) - 1))):
            return _KO
        return None

    def _changes(self, point, kind):
        cells, mover = self.cells, self.turn
        cells[point] = mover
        gone = taken(cells, self.size, point)
        changes = ((point, EMPTY, mover),) + tuple([(each, cells[each], EMPTY) for each in gone])
        cells[point] = EMPTY
        return changes

    def _line_made(self, colour, changes):
        """Return the line through the stone of this move, or None. Black's overline loses, so it makes no line."""
        point, cells, size = changes[0][0], self.cells, self.size
        if cells[point] != colour or longest(cells, size, point, colour) < self.line:
            return None
        if colour == BLACK and self._is_overline(point, colour):
            return None
        for direction in DIRECTIONS:
            inner = [each for each in run_through(cells, size, point, direction) if self._is_inner(each)]
            if len(inner) >= self.line:
                return inner
        return None

    def _is_inner(self, point):
        most = self.size - 1 - _MARGIN
        return _MARGIN <= point % self.size <= most and _MARGIN <= point // self.size <= most

    def _end_through(self, point):
        """Return None, because only a row made by a move ends the game, not a row in a position."""


new = Irensei
