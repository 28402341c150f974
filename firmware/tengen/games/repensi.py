"""Repensi, by T. Maltell: Pente that recolours stones. Source: firmware/docs/games/variations.md#repensi."""

from .custodial import closed
from .game import Game

_PAIRS = (2,)


class Repensi(Game):
    """Repensi. Black begins. A stone that encloses a row of two enemy stones gives them the mover's colour."""

    name = "repensi"

    def _changes(self, point, kind):
        turned = closed(self.cells, self.size, point, self.turn, _PAIRS)
        return Game._changes(self, point, kind) + tuple([(each, self.cells[each], self.turn) for each in turned])


new = Repensi
