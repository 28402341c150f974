"""Five in a row with a bomb for each player, by T. Maltell. Source: firmware/docs/games/variations.md#bomb."""

from .blast import blasted
from .game import Game


class BombRenju(Game):
    """Five in a row where each player has one bomb.

    A bomb removes the players' stones around it, also those of its owner, and stays as a neutral stone.
    """

    name = "bomb-renju"
    special = "bomb"
    specials = 1

    def _changes(self, point, kind):
        if kind == self.special:
            return blasted(self.cells, self.size, point)
        return Game._changes(self, point, kind)


new = BombRenju
