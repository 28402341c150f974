"""Connect6: two stones in each turn, and six in a row win. Source: firmware/docs/games/connect6.md.

Options: a torus, and the rules for collinear and non-collinear stones.
"""

from tengen.codes import coded

from . import EMPTY, PASS
from .collinear import axes, collinear
from .game import Game
from .lines import longest, neighbour
from .points import DIRECTIONS

_WHOLE_TURN = coded("refused.whole_turn")
_COLLINEAR, _NOT_COLLINEAR = coded("refused.not_collinear"), coded("refused.collinear")
_COLLINEAR_LAST, _NO_SECOND = coded("refused.not_collinear_last"), coded("refused.no_second")

_A_TURN = 2  # number of stones; the first turn has only one


class Connect6(Game):
    """The first turn has one stone, each later turn two. The game ends with the stone that makes a line.

    Options:
    `torus`: every line continues at the opposite edge.
    `rules`: "collinear6": stone 1 of a turn must be collinear with a stone of the last turn that was not a pass, and
    stone 2 with stone 1. "noncollinear5": stones 1 and 2 of a turn must not be collinear, and five win.
    """

    name = "connect6"
    line = 6

    def __init__(self, size, options, **rules):
        self.torus = options["torus"]
        self.rules = options["rules"]
        self.refuses = bool(self.rules)
        if self.rules == "noncollinear5":
            self.line = 5
        self._first_turn = 1
        Game.__init__(self, size, options, **rules)

    def set_up(self, black, white, turn):
        """Restart from a position, as in Game. The colour that plays next has a whole turn."""
        Game.set_up(self, black, white, turn)
        self._first_turn = self.left = _A_TURN

    def _begin(self, turn):
        Game._begin(self, turn)
        self.left = self._first_turn  # of this turn's stones
        self._colours = bytearray()  # of the moves

    def wanted(self):
        """Return the number of stones still to be placed in this turn, or 0 after the end of the game."""
        return 0 if self.result else self.left

    def colour_of(self, number):
        """Return the colour that made a move (also a pass), by its number from 0, or the colour of the next stone."""
        return self._colours[number] if number < len(self._colours) else self.turn

    def zone(self):
        """Return the points allowed for the next stone, or None for all."""
        if not self.rules or not self.moves:
            return Game.zone(self)
        stones = self._stones_that_bind()
        if not stones:
            return None
        marked = bytearray(len(self.cells))
        for stone in stones:
            for point in axes(stone, self.size, self.torus):
                marked[point] = 1
        wanted = 1 if self.rules == "collinear6" else 0
        return tuple([at for at in range(len(marked)) if marked[at] == wanted and self.cells[at] == EMPTY])

    def _stones_that_bind(self):
        """Return the stones that the next stone must, or must not, be collinear with."""
        if self._in_mid_turn():
            return self.moves[-1:]
        return self._last_turn() if self.rules == "collinear6" else []

    def pass_refusal(self):
        """Return why the turn may not be passed (codes.coded), or None if it may."""
        if not self.result and self._in_mid_turn():
            return _WHOLE_TURN
        return Game.pass_refusal(self)

    def _forbidden(self, point, kind):
        if not self.rules:
            return None
        aligned = self.rules == "collinear6"
        if self._in_mid_turn():
            if collinear(point, self.moves[-1], self.size, self.torus) == aligned:
                return None
            if aligned:
                return _COLLINEAR
            return _NOT_COLLINEAR
        if aligned:
            last = self._last_turn()
            if last and not any(collinear(point, stone, self.size, self.torus) for stone in last):
                return _COLLINEAR_LAST
        if self.left > 1 and not self._second_after(point) and not self._wins(point):
            return _NO_SECOND
        return None

    def _wins(self, point):
        return longest(self.cells, self.size, point, self.turn, self.torus) >= self.line

    def _second_after(self, point):
        """Whether a second stone of the turn is possible after the first stone on `point`."""
        cells = self.cells
        if self.rules == "collinear6":
            beside = [neighbour(point, self.size, direction, self.torus) for direction in DIRECTIONS]
            if any(other >= 0 and cells[other] == EMPTY for other in beside):
                return True  # this condition is quick to check, and nearly always true
            return any(cells[other] == EMPTY and other != point for other in axes(point, self.size, self.torus))
        for other in range(len(cells)):
            if cells[other] == EMPTY and other != point and not collinear(point, other, self.size, self.torus):
                return True
        return False

    def _stuck(self):
        return not self._may_put_a_stone()

    def _in_mid_turn(self):
        return self.left < _A_TURN and len(self.moves) > 0

    def _last_turn(self):
        """Return the stones of the last turn that was not a pass."""
        moves = self.moves
        end = len(moves)
        while end and moves[end - 1] == PASS:
            end -= 1
        begin = end
        while begin and moves[begin - 1] != PASS and self._colours[begin - 1] == self._colours[end - 1]:
            begin -= 1
        return moves[begin:end]

    def _end_move(self, move):
        turn = self.turn
        self._colours.append(turn)
        Game._end_move(self, move)
        self.left -= 1
        if move == PASS or not self.left:
            self.left = _A_TURN
        else:
            self.turn = turn

    def _begin_move(self, move):
        # the turn goes back to the colour of the move that is taken back
        self.turn = self._colours[-1]
        self._colours = self._colours[:-1]
        if not self.moves:
            self.left = self._first_turn
        elif move == PASS or self.left < _A_TURN:
            self.left = _A_TURN
        else:
            self.left = 1


new = Connect6
