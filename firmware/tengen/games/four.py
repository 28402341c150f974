"""Four In A Row: gravity decides where a stone may be placed. Source: firmware/docs/games/four.md."""

from tengen.codes import coded

from . import EMPTY
from .game import Game
from .gravity import cleared, rest_of, rests
from .lines import longest

_NO_REST = coded("refused.no_rest")


class Four(Game):
    """Four in a row with gravity. Nobody passes.

    Options: `drop`: the gravity, see gravity.py. `clear`: a full edge is removed after a move that makes no four.
    """

    name = "four"
    line = 4
    may_pass = False

    def __init__(self, size, options, **rules):
        self.drop = options["drop"]
        self.clear = self.moves_others = options["clear"]
        Game.__init__(self, size, options, **rules)

    def zone(self):
        """Return the points where a stone comes to rest."""
        cells, size, drop = self.cells, self.size, self.drop
        # a loop, because a comprehension would allocate these variables on the heap
        found = []
        for point in range(len(cells)):
            if cells[point] == EMPTY and rests(cells, size, point, drop):
                found.append(point)
        return tuple(found)

    def rest_of(self, point):
        """Return where a stone on `point` would come to rest, or -1 if it rests there or the point is occupied."""
        if self.cells[point] != EMPTY or rests(self.cells, self.size, point, self.drop):
            return -1
        return rest_of(self.cells, self.size, point, self.drop)

    def _forbidden(self, point, kind):
        return None if rests(self.cells, self.size, point, self.drop) else _NO_REST

    def _changes(self, point, kind):
        cells, mover = self.cells, self.turn
        changes = ((point, EMPTY, mover),)
        if not self.clear or longest(cells, self.size, point, mover) >= self.line:
            return changes
        cells[point] = mover
        after = cleared(cells, self.size, self.drop)
        if after:
            differ = [each for each in range(len(cells)) if cells[each] != after[each]]
            changes += tuple([(each, cells[each], after[each]) for each in differ])
        cells[point] = EMPTY
        return changes

    def _line_made(self, colour, changes):
        """Return the line that the stone of this move made, or None. Stones that shift together make no line."""
        return Game._line_made(self, colour, changes[:1])


new = Four
