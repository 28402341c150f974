"""Renju as a game: the first stone on the centre, turns, exact five for Black, five or more for White.

Black's fouls (RIF 9) are not judged yet: an overline is simply no five.
"""

from . import BLACK, EMPTY, WHITE, Result
from .lines import DIRECTIONS, run_through

FIVE = 5


class Renju:
    """A game of Renju on 15x15, from the empty board."""

    name = "renju"
    size = 15

    def __init__(self):
        self.cells = bytearray(self.size * self.size)
        self.moves = []
        self.turn = BLACK
        self.result = None

    def wanted(self):
        """Stones the turn still wants: one, or none once the game is over."""
        return 0 if self.result else 1

    def zone(self):
        """The points the next stone is confined to: the centre for the first (RIF 3), then None."""
        return None if self.moves else (self.size * self.size // 2,)

    def refusal(self, point):
        """Why the next stone may not be put on `point`, in words, or None where it may."""
        if self.result:
            return "the game is over"
        if self.cells[point] != EMPTY:
            return "there is a stone already"
        zone = self.zone()
        if zone is not None and point not in zone:
            return "the first stone goes on the centre"
        return None

    def play(self, point):
        """Put the stone of the colour to move on `point`: returns (added, removed), points.

        Raises ValueError, with nothing changed, where refusal() has a reason.
        """
        refusal = self.refusal(point)
        if refusal:
            raise ValueError(refusal)
        self.cells[point] = self.turn
        self.moves.append(point)
        self.result = self._result_of(point)
        self.turn = WHITE if self.turn == BLACK else BLACK
        return (point,), ()

    def _result_of(self, point):
        colour = self.cells[point]
        for direction in DIRECTIONS:
            run = run_through(self.cells, self.size, point, direction)
            # RIF 2: Black wins with exactly five, White with five or more
            if len(run) == FIVE or (colour == WHITE and len(run) > FIVE):
                return Result(colour, "five", run)
        if len(self.moves) == len(self.cells):
            return Result(EMPTY, "full board")
        return None
