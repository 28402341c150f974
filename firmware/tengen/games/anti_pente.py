"""Anti-Pente: Pente where an open four loses. Source: firmware/docs/games/variations.md#anti."""

from . import BLACK, WHITE, opponent
from .kernels import arms_of
from .pente import Pente


class AntiPente(Pente):
    """Pente where an open four loses, also if the mover's capture opens it. The tenth captured stone makes a draw."""

    name = "anti-pente"
    may_foul = (BLACK, WHITE)
    open_four_loses = True

    def _may_be_foul(self, point):
        """Whether the next stone can be a foul: a row of four, or a capture, which may open a four elsewhere."""
        pair = 2 << 4 | opponent(self.turn)
        return arms_of(self.cells, point, self.size, pair) != 0 or Pente._may_be_foul(self, point)


new = AntiPente
