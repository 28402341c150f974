"""Irensei: seven in a row win, in a game with the captures of Go. Source: GAMES 12, S2 263-269."""

from tengen.codes import coded

from . import BLACK, EMPTY, undone
from .game import LOSES, WINS, Game
from .groups import taken, without_liberty
from .lines import longest, run_through
from .points import DIRECTIONS

_NO_LIBERTY, _KO = coded("refused.no_liberty"), coded("refused.ko")
_MARGIN = 2  # of lines on which a line does not count


class Irensei(Game):
    """A row in the inner 15x15 wins: White's of seven or more, Black's of exactly seven. Black's longer row loses."""

    name = "irensei"
    line = 7
    overline = (WINS, LOSES, WINS)
    may_foul = (BLACK,)
    counts_removed = True
    refuses = True

    def _forbidden(self, point, kind):
        """Suicide that makes no line, and simple ko: the stone whose changes undo the last move's."""
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
        """Only a row through the stone put is a line: removals make none. An overline that loses comes first."""
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
        """A row that lies is no end: it counts only for a stone that is put in it."""


new = Irensei
