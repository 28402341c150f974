"""Ninuki-Renju: Pente, but an exact five wins if the reply does not break it. Source: firmware/docs/games/ninuki.md.

Double-threes are refused.
"""

from tengen.codes import coded

from . import BLACK, WHITE, opponent, shapes
from .game import NOTHING
from .judging import count_winner
from .pente import Pente

_DOUBLE_THREE = coded("refused.double_three")


class Ninuki(Pente):
    """Ninuki-Renju. Black begins. A double-three is refused for Black, and with the option `both` also for White."""

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
        self._put(changes)  # the shapes are judged after the captured stones are removed
        is_double_three = shapes.double_three(self.cells, self.size, point, mover, False, False, False)
        refused = is_double_three and not self._is_allowed(mover, changes)
        self._unput(changes)
        return _DOUBLE_THREE if refused else None

    def _is_allowed(self, mover, changes):
        """Whether a move with these changes may make a double-three. `cells`: the board after them.

        It may if it makes a five, breaks a five of the other player that waits for the reply, or wins by captures.
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
