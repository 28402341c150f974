"""Pente, also Keryo, Poof and Boat: five in a row win, or ten captured stones. Source: firmware/docs/games/pente.md."""

from . import EMPTY, LINE_NAMES, OWN, WHITE, Outcome, opponent
from .custodial import closed, closing, completed
from .game import NOTHING, REFUSED, WINS, Game
from .judging import count_winner, judged_held

# The effect of an overline, for an empty cell, Black and White
_OVERLINES = {
    "wins": (WINS, WINS, WINS),
    "ignored": (NOTHING, NOTHING, NOTHING),
    "refused": (WINS, REFUSED, REFUSED),
    "refused-first": (WINS, WINS, REFUSED),
}


def _removals(points, colour):
    return tuple([(point, colour, EMPTY) for point in points])


class Pente(Game):
    """Pente. White begins. A stone captures every row of two enemy stones that it encloses. Nobody passes.

    Options: `keryo`: rows of three are captured, too, and fifteen stones win. `poof`: own rows of these lengths that
    the stone completes between enemy stones are removed, too. `boat`: a line wins only if the reply does not break it
    by a capture. `overline`: see _OVERLINES.

    A subclass may set these as class attributes instead of options.
    """

    name = "pente"
    first = WHITE
    may_pass = False
    lengths: tuple = (2,)  # the lengths of the rows that can be captured
    goal = 10
    poof = False
    boat = False

    def __init__(self, size, options, **rules):
        if options.get("keryo"):
            self.lengths = (2, 3)
            self.goal = 15
        self.poof = options.get("poof", self.poof)
        self.boat = options.get("boat", self.boat)
        if "overline" in options:
            self.overline = _OVERLINES[options["overline"]]
            self.refuses = REFUSED in self.overline
        Game.__init__(self, size, options, **rules)

    def _begin(self, turn):
        Game._begin(self, turn)
        # for a number of moves: the lines that waited for a reply after that number of moves, as (direction, points)
        self._held: dict = {}
        self._hold(self._lines_in_position(opponent(turn)) if self.boat else [])

    def _changes(self, point, kind):
        cells, size, mover = self.cells, self.size, self.turn
        # find both before any stone is removed
        theirs = closed(cells, size, point, mover, self.lengths)
        own = completed(cells, size, point, mover, self.lengths) if self.poof else ()
        changes = ((point, EMPTY, mover),)
        if theirs or own:
            changes += _removals(theirs, opponent(mover)) + _removals(own, mover)
        return changes

    def _judged(self, mover, changes):
        if not self.boat:
            return Game._judged(self, mover, changes)
        if not self.standing and len(changes) == 1 and not self._is_long(changes[0][0], mover):
            return None  # this is nearly always the case
        other = opponent(mover)
        stood = self.standing and self._line_left(self._held[len(self.moves) - 1], other)
        theirs = len(changes) > 1 and self._line_made(other, changes)
        counted = count_winner(self.captured, self.goal)
        word = LINE_NAMES[self.line]
        outcome = judged_held(mover, stood, theirs, counted, word)
        lines = [] if outcome else self._lines_made(mover, changes)
        # store the lines before searching for a reply that breaks them, because some rules allow more replies while a
        # line waits
        self._hold(lines)
        if lines and not self._can_break(lines, mover):
            self._hold([])
            outcome = Outcome(mover, word, lines[0][1])
        return outcome

    def _begin_move(self, move):
        Game._begin_move(self, move)
        self._held.pop(len(self.moves) + 1, None)
        self._hold(self._held.get(len(self.moves), ()))

    def _stands_in_position(self, point, turn):
        return self.boat and self.cells[point] != turn

    def _hold(self, lines):
        """Store these lines, which wait for the reply."""
        if lines:
            self._held[len(self.moves)] = lines
        else:
            self._held.pop(len(self.moves), None)
        standing = list(lines[0][1]) if lines else []
        for _, points in lines[1:]:
            for point in points:
                if point not in standing:
                    standing.append(point)
        self.standing = tuple(standing)

    def _lines_in_position(self, colour):
        stones = [(point, EMPTY, colour) for point in range(len(self.cells)) if self.cells[point] == colour]
        lines: list = []
        for line in self._lines_made(colour, stones):
            if line not in lines:
                lines.append(line)
        return lines

    def _line_left(self, lines, colour):
        """Return the points of one of these lines, or of a part that is itself a line, or None if all are broken."""
        for _, points in lines:
            left: list = []  # the stones of the line that are left and adjacent; the line can only have lost stones
            for point in points:
                if self.cells[point] == colour:
                    left.append(point)
                elif len(left) < self.line:
                    left = []
                else:
                    break
            if len(left) == self.line or (len(left) > self.line and self._longer(colour)):
                return left
        return None

    def _can_break(self, lines, colour):
        """Whether a legal reply breaks all these lines of `colour`.

        The reply must capture a stone of the first line.
        """
        tried = []
        for point in lines[0][1]:
            for reply in closing(self.cells, self.size, point, self.lengths):
                if reply not in tried and self.refusal(reply) is None and self._breaks(reply, lines, colour):
                    return True
                tried.append(reply)
        return False

    def _breaks(self, reply, lines, colour):
        changes = self._changes(reply, OWN)
        self._put(changes)
        left = self._line_left(lines, colour)
        self._unput(changes)
        return left is None


new = Pente
