"""Common centre: the centre stone counts for both players. Source: firmware/docs/games/variations.md#common-centre."""

from . import COMMON, EMPTY
from .game import Game


class CommonCentre(Game):
    """Five or more in a row win, if the stone of this move is part of the row. The first stone is the common stone.

    In a position that is set up, a stone on the centre becomes the common stone, whatever its colour. A stone that is
    placed there later becomes the common stone, too.
    """

    name = "common-centre"

    def arranged(self, black, white):
        """Return the cells of a position. A stone on the centre becomes the common stone."""
        cells = Game.arranged(self, black, white)
        centre = len(cells) // 2
        if cells[centre]:
            cells[centre] = COMMON
        return cells

    def _changes(self, point, kind):
        return ((point, EMPTY, COMMON if point == len(self.cells) // 2 else self.turn),)

    def _is_long(self, point, colour):
        """Whether the stone makes a row of four or more. The centre counts for `colour`, as in _line_made()."""
        centre = len(self.cells) // 2
        held = self.cells[centre]
        if held == COMMON:
            self.cells[centre] = colour
        found = Game._is_long(self, point, colour)
        self.cells[centre] = held
        return found

    def _line_made(self, colour, changes):
        """Return the line that the stone of this move made, or None. The centre counts only for the mover."""
        centre = len(self.cells) // 2
        is_common = self.cells[centre] == COMMON
        if is_common:
            self.cells[centre] = colour
        lines = self._lines_made(colour, ((changes[0][0], EMPTY, colour),))
        if is_common:
            self.cells[centre] = COMMON
        return lines[0][1] if lines else None

    def _end_through(self, point):
        """Return None, because only a line made by a move ends the game, not a line in a position."""


new = CommonCentre
