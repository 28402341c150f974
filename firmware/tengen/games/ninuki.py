"""Ninuki-Renju: Pente with exact fives that must outlive the reply, and without double-threes. Source: GAMES 8."""

from tengen.codes import coded

from . import BLACK, WHITE, opponent, shapes
from .game import NOTHING
from .judging import count_winner
from .pente import Pente

_DOUBLE_THREE = coded("refused.double_three")


class Ninuki(Pente):
    """Black begins. A double-three is refused for Black. both: for White, too."""

    name = "ninuki"
    first = BLACK
    overline = (NOTHING, NOTHING, NOTHING)
    boat = True
    refuses = True

    def __init__(self, size, options, **rules):
        self.refused_for = (BLACK, WHITE) if options["both"] else (BLACK,)
        Pente.__init__(self, size, {}, **rules)

    def _forbidden(self, point, kind):
        mover = self.turn
        if mover not in self.refused_for:
            return None
        changes = self.effect(point, kind)
        self._put(changes)  # it is judged with the captured stones gone
        is_double_three = shapes.double_three(self.cells, self.size, point, mover, False, False, False)
        refused = is_double_three and not self._is_allowed(mover, changes)
        self._unput(changes)
        return _DOUBLE_THREE if refused else None

    def _is_allowed(self, mover, changes):
        """Whether these changes by `mover` may make a double-three. `cells`: after them.

        They may if they make a five, break the other's five that stands, or win by captures.
        """
        if self._line_made(mover, changes):
            return True
        if len(changes) == 1:
            return False
        other = opponent(mover)
        standing = self._held.get(len(self.moves), ())
        if standing:
            return self._line_left(standing, other) is None
        self._count(changes, 1)
        counted = count_winner(self.captured, self.goal)
        self._count(changes, -1)
        return counted == mover and not self._line_made(other, changes)


new = Ninuki
