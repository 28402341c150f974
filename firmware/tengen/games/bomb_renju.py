"""Five in a row with a bomb for each player, after T. Maltell. Source: GAMES 9."""

from .blast import blasted
from .game import Game


class BombRenju(Game):
    """A bomb, once each, takes the stones around it off the board, one's own too; it stays, and is nobody's."""

    name = "bomb-renju"
    special = "bomb"
    specials = 1

    def _changes(self, point, kind):
        if kind == self.special:
            return blasted(self.cells, self.size, point)
        return Game._changes(self, point, kind)


new = BombRenju
