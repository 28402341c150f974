"""Anti-Pente: Pente where an open four loses. Source: GAMES 9, S1 511-516."""

from . import BLACK, WHITE, opponent
from .kernels import arms_of
from .pente import Pente


class AntiPente(Pente):
    """An open four loses, also one that the own capture opens; with the tenth captured stone it is a draw."""

    name = "anti-pente"
    may_foul = (BLACK, WHITE)
    open_four_loses = True

    def _may_be_foul(self, point):
        """Besides, a capture may open a four elsewhere."""
        pair = 2 << 4 | opponent(self.turn)
        return arms_of(self.cells, point, self.size, pair) != 0 or Pente._may_be_foul(self, point)


new = AntiPente
