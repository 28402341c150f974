"""Renju from 1899 to 1918, where a double-three is refused or loses. Source: firmware/docs/games/old_renju.md."""

from tengen.codes import coded

from . import BLACK, EMPTY, OWN, WHITE, shapes
from .game import LOSES, WINS, Game
from .lines import longest

_DOUBLE_THREE = "double-three"
_REFUSED = coded("refused.double_three")


class Renju1899(Game):
    """A double-three is refused for both colours, unless the stone makes a five or a four. Five or more win.

    The rules of later years are subclasses. `refused_for`: the colours for which a double-three is refused. `may_foul`:
    the colours that lose by a double-three. `four_excuses`: True if a double-three is legal when the same stone also
    makes a four. `nested`: True if a three does not count when its straight-four point is itself a double-three.
    """

    name = "renju-1899"
    refused_for: tuple = (BLACK, WHITE)
    refuses = True
    four_excuses = True
    nested = False

    def excused(self, point):
        """Whether the next stone on `point` looks like a double-three but is legal."""
        if self.result or self.cells[point] or self.turn not in self.refused_for + self.may_foul:
            return False
        return self._has_two_threes(point) and not self.warning(point) and not self._forbidden(point, OWN)

    def _may_be_foul(self, point):
        return Game._may_be_foul(self, point) or self._has_two_threes(point)

    def _has_two_threes(self, point):
        mover = self.turn
        self.cells[point] = mover
        found = shapes.threes(self.cells, self.size, point, mover, self._longer(mover))
        self.cells[point] = EMPTY
        return len(found) > 1

    def _forbidden(self, point, kind):
        mover = self.turn
        if mover not in self.refused_for or longest(self.cells, self.size, point, mover) >= self.line:
            return None
        self.cells[point] = mover
        refused = self._is_double_three(point, mover)
        self.cells[point] = EMPTY
        return _REFUSED if refused else None

    def _fault(self, mover, point):
        fault = Game._fault(self, mover, point)
        if not fault and mover in self.may_foul and self._is_double_three(point, mover):
            fault = _DOUBLE_THREE
        return fault

    def _is_double_three(self, point, mover):
        if not shapes.double_three(self.cells, self.size, point, mover, *self._kind_of_three(mover)):
            return False
        excuses = self.four_excuses and shapes.makes_four(self.cells, self.size, point, mover, self._longer(mover))
        return not excuses

    def _kind_of_three(self, mover):
        return self._longer(mover), self.overline[mover] == LOSES, self.nested

    def _foul_lines(self, point, changes):
        mover = self.cells[point]
        overlines = Game._foul_lines(self, point, changes)
        if overlines:
            return overlines
        lines = shapes.told_threes(self.cells, self.size, point, mover, *self._kind_of_three(mover) + (self.name,))
        counting = [line for line in lines if line["counts"]]
        return counting if self._is_double_three(point, mover) else lines


class Renju1903(Renju1899):
    """A double-three is refused for Black only."""

    name = "renju-1903"
    refused_for = (BLACK,)


class Renju1912(Renju1899):
    """A double-three of Black is a move that loses, even if it defends against a four."""

    name = "renju-1912"
    refused_for = ()
    refuses = False
    may_foul = (BLACK,)


class Renju1916(Renju1912):
    """Black's overline loses, too, and Black wins with exactly five."""

    name = "renju-1916"
    overline = (WINS, LOSES, WINS)


class Renju1918(Renju1916):
    """A four no longer excuses a double-three."""

    name = "renju-1918"
    four_excuses = False
    nested = True


class EarlyRenju(Renju1918):
    """The rules of 1918 on 19x19."""

    name = "early-renju"
