"""Repensi, by T. Maltell: what Pente would capture changes its colour. Source: GAMES 9."""

from .custodial import closed
from .game import Game

_PAIRS = (2,)


class Repensi(Game):
    """Black begins. Every row of two of the enemy's that a stone closes is the mover's from then on."""

    name = "repensi"

    def _changes(self, point, kind):
        turned = closed(self.cells, self.size, point, self.turn, _PAIRS)
        return Game._changes(self, point, kind) + tuple([(each, self.cells[each], self.turn) for each in turned])


new = Repensi
