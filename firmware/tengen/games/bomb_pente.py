"""Pente with a bomb for each player, by T. Maltell. Source: firmware/docs/games/variations.md#bomb."""

from .blast import blasted
from .pente import Pente


class BombPente(Pente):
    """Pente where each player has one bomb. A bomb removes the stones around it.

    The removed stones are not captured, so nobody's count of captured stones changes.
    """

    name = "bomb-pente"
    special = "bomb"
    specials = 1

    def _changes(self, point, kind):
        if kind == self.special:
            return blasted(self.cells, self.size, point)
        return Pente._changes(self, point, kind)


new = BombPente
