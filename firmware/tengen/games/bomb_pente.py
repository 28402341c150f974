"""Pente with a bomb for each player, after T. Maltell. Source: GAMES 9."""

from .blast import blasted
from .pente import Pente


class BombPente(Pente):
    """As Pente. A bomb, once each, takes the stones around it off the board: nobody has captured them, and no pair."""

    name = "bomb-pente"
    special = "bomb"
    specials = 1

    def _changes(self, point, kind):
        if kind == self.special:
            return blasted(self.cells, self.size, point)
        return Pente._changes(self, point, kind)


new = BombPente
