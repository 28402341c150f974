"""Common centre: the stone on the centre is nobody's, and counts for whoever moves. Source: GAMES 9, S1 517-522."""

from . import COMMON, EMPTY
from .game import Game


class CommonCentre(Game):
    """Five or more in a row win, in a row through the stone just put. The first stone is the common one.

    In a position that is set up, a stone on the centre is the common one, whatever its colour; so is one that is put
    there later.
    """

    name = "common-centre"

    def arranged(self, black, white):
        cells = Game.arranged(self, black, white)
        centre = len(cells) // 2
        if cells[centre]:
            cells[centre] = COMMON
        return cells

    def _changes(self, point, kind):
        return ((point, EMPTY, COMMON if point == len(self.cells) // 2 else self.turn),)

    def _is_long(self, point, colour):
        """The centre counts as in _line_made()."""
        centre = len(self.cells) // 2
        held = self.cells[centre]
        if held == COMMON:
            self.cells[centre] = colour
        found = Game._is_long(self, point, colour)
        self.cells[centre] = held
        return found

    def _line_made(self, colour, changes):
        """The centre counts for the mover, in his move only."""
        centre = len(self.cells) // 2
        is_common = self.cells[centre] == COMMON
        if is_common:
            self.cells[centre] = colour
        lines = self._lines_made(colour, ((changes[0][0], EMPTY, colour),))
        if is_common:
            self.cells[centre] = COMMON
        return lines[0][1] if lines else None

    def _end_through(self, point):
        """A row that lies is no end: nothing is won without putting a stone."""


new = CommonCentre
