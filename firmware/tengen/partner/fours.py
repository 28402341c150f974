"""Wins by continuous fours (VCF), exact for both colours. Source: firmware/docs/rules.md#order, RIF 9.3.

Each stone of the attacker makes a four, to which the defender has one answer. The last four has no answer, because it
has two points of five (a straight four; for White also two fours), or because Black's only answer is a foul. The rules
core judges Black's fouls; Black's overline is not a five. If the defender has a four, at the beginning or by an answer,
the attacker's next four must also stop that four.
"""

from tengen.games import BLACK, EMPTY
from tengen.games.points import DIRECTIONS
from tengen.games.renju.position import FOUL_NAMES, FOULS, SIZE, Position

from . import kernels
from .reserve import Reserve

# Average time of a node on the Pico. A double-three that must be judged takes up to some ms
NODE_US = 60

FIVE, STRAIGHT_FOUR, TWO_FOURS, FOUL = "five", "straight four", "two fours", "foul"

# Values that replace the point of an answer
NO_FOUR, NO_ANSWER = -1, -2


class Found:
    """A win by fours.

    `line`: the points in order, from the attacker's first four to the last; or only the five, if it is possible at
    once. `fours`: the number of fours in the line, 0 for a five at once.
    `why`: the reason why the last stone has no answer: FIVE (it makes a five), STRAIGHT_FOUR, TWO_FOURS, or FOUL.
    `fives`: the points of five after the line. With FOUL the point is the only answer, and `foul` is the foul's name.
    """

    def __init__(self, line, why, fives=(), foul=None):
        self.line = line
        self.fours = 0 if why == FIVE else len(line) + 1 >> 1
        self.why = why
        self.fives = fives
        self.foul = foul


class Fours:
    """The search, for one position after another. Between begin() and a win it allocates nothing.

    `reserve`: the memory of its tables; None: allocate it. `inner`: an object with the functions begin(), search() and
    leave() of kernels.py, perhaps compiled.

    `wins`: True, False, or None while the answer is not known. `found`: the shortest win so far. `done`: True if the
    search has ended. Then `wins` is known and `found` is the shortest win; or `wins` is None, because all wins are too
    long for the stack (more than 60 fours).
    """

    def __init__(self, reserve=None, inner=kernels):
        self.reserve = reserve = reserve or Reserve()
        self.state = reserve.fours
        self.table = reserve.table
        self.core = Position(reserve.position)
        self._inner = inner
        self._only = 0
        kernels.prepare(self.state, self.table)
        self.wins = None
        self.found = None
        self.done = True

    @property
    def nodes(self):
        """The number of fours that have been tried since begin()."""
        return self.state[kernels.NODES]

    def begin(self, cells, colour):
        """Begin with a position without a five (225 colours) and the colour to move."""
        state = self.state
        self._inner.begin(colour, 0, self, cells)
        self.wins = self.found = None
        self.done = False
        fives, theirs = state[kernels.FIVES], state[kernels.FIVES + 1]
        self._only = theirs
        if fives:
            self._end(Found((_point((fives & 0xFF) - 1),), FIVE))
        elif theirs >> 9:
            self._end(None)
        else:
            self._restart(1)

    def begin_with(self, cells, colour, point):
        """Begin as begin() does, but a win counts only if its first four is on the empty `point`.

        A five that is possible at once is found on any point.
        """
        self.begin(cells, colour)
        # the number of the point in the kernels, plus 1
        only = point + point // SIZE + 1
        if self.done:
            return
        if self._only and self._only != only:
            self._end(None)
        else:
            self._only = only
            self._restart(1)

    def answer_to(self, cells, colour, point):
        """Return the point where the other side answers a stone of `colour` on `point`, which must be a legal move.

        The answer is a five of the other side if possible, else the four's point of five. NO_FOUR: the other side may
        play anywhere. NO_ANSWER: the stone wins, because it makes a five or a four without an answer (the only answer
        may be a foul of Black). The present search is stopped.
        """
        after = bytearray(cells)
        after[point] = colour
        if _makes_five(after, point):
            return NO_ANSWER
        self.begin(after, colour)
        self._end(None)
        fives, theirs = self.state[kernels.FIVES], self.state[kernels.FIVES + 1]
        if theirs:
            return _point((theirs & 0xFF) - 1)
        if not fives:
            return NO_FOUR
        if fives >> 9:
            return NO_ANSWER
        answer = _point((fives & 0xFF) - 1)
        if colour == BLACK:
            return answer
        core = self.core
        for each in range(len(after)):
            # compiled kernels have their own board
            if core.cells[each] != after[each]:
                if core.cells[each]:
                    core.take(each)
                if after[each]:
                    core.put(each, after[each])
        return NO_ANSWER if core.verdicts[answer] in FOULS else answer

    def think(self, budget_us):
        """Think for about `budget_us` microseconds of the Pico's time. Return whether the search is done."""
        return self.try_fours(max(budget_us // NODE_US, 1))

    def try_fours(self, count):
        """Try `count` more fours. Return whether the search is done."""
        state = self.state
        end = state[kernels.NODES] + count
        while not self.done and state[kernels.NODES] < end:
            self._inner.search(end - state[kernels.NODES], 0, self)
            if state[kernels.STATUS] != kernels.RUNNING:
                self._ended(state[kernels.STATUS], state[kernels.LIMIT])
        return self.done

    def _restart(self, limit):
        """Search again for a win with at most `limit` fours. The table is not cleared."""
        state = self.state
        while state[kernels.DEPTH]:
            # nothing is known about this position, so the table must not report that it has no win
            state[kernels.LIMIT] = state[kernels.DEPTH]
            state[kernels.LEVELS + kernels.LEVEL_WORDS * state[kernels.DEPTH] + kernels.CUT] = 1
            self._inner.leave(0, 0, state, self.table)
        level = kernels.LEVELS
        state[level] = state[level + kernels.CUT] = 0
        state[level + kernels.ONLY] = self._only
        state[kernels.LIMIT] = limit
        state[kernels.STATUS] = kernels.RUNNING

    def _ended(self, status, limit):
        """Handle the end of a search.

        The first search looks for a single four, the second search decides, and later searches shorten the win.
        """
        if status == kernels.WON:
            found = self._read()
            if not self.found and limit > 1:
                self.wins, self.found = True, found
                limit = 1
            else:
                self._end(found)
                return
        elif not self.found:
            if status == kernels.LOST:
                self._end(None)
            elif limit == 1:
                self._restart(kernels.MOST_FOURS)
            else:
                self.done = True
            return
        if limit + 1 < self.found.fours:
            self._restart(limit + 1)
        else:
            self._end(self.found)

    def _end(self, found):
        self.found = found
        self.wins = found is not None
        self.done = True

    def _read(self):
        """Return the win that the search has just found."""
        state = self.state
        line = []
        for depth in range(state[kernels.DEPTH]):
            pair = state[kernels.LEVELS + kernels.LEVEL_WORDS * depth + kernels.STONES]
            line += [_point(pair & 0xFF), _point(pair >> 8)]
        line.append(_point(state[kernels.LAST]))
        why = state[kernels.WHY]
        if why != kernels.TWO_FIVES:
            return Found(tuple(line), FOUL, (_point(state[kernels.ANSWER]),), FOUL_NAMES[why])
        fives, straight = self._fives()
        return Found(tuple(line), STRAIGHT_FOUR if straight else TWO_FOURS, fives)

    def _fives(self):
        """Return the points of five of a win's last four, in order, and whether it is only a straight four.

        Reading the kernels' words of lines is about three times faster than reading cells.
        """
        state = self.state
        last = state[kernels.LAST]
        exact = state[kernels.ATTACKER] & 0x100
        fives = set()
        straight = False
        for d in (0, 8, 16, 24):
            line = state[kernels.LINES_OF + last] >> d & 0xFF
            word, way = state[line], state[kernels.ORIGIN + line]
            put = 1 << (last >> 4 if d == 16 else last & 15)
            empty = (word >> 16 | word) & 0x7FFF ^ way >> 16 ^ put
            cells = kernels.fours(0, empty << 16 | word & 0x7FFF | put, exact) >> 16
            if cells & cells >> 5:
                # the ends of a straight four: two points of five with four stones between them
                straight = True
            at, step = way >> 8 & 0xFF, way & 0xFF
            while cells:
                if cells & 1:
                    fives.add(_point(at))
                at = at + step & 0xFF
                cells >>= 1
        return tuple(sorted(fives)), straight and len(fives) == 2


def fives_of(cells, point):
    """Return the points where one more stone makes a five (exactly five for Black) with the stone on `point`."""
    found = []
    colour = cells[point]
    for across, up in DIRECTIONS:
        for way in (1, -1):
            # the first empty point on this side of the stone's row
            ahead, at = _end_of_row(cells, point, way * across, way * up)
            behind, _ = _end_of_row(cells, point, -way * across, -way * up)
            if at < 0 or cells[at] != EMPTY:
                continue
            beyond, _ = _end_of_row(cells, at, way * across, way * up, colour)
            row = ahead + 1 + behind + 1 + beyond
            if (row == 5 or (row > 5 and colour != BLACK)) and at not in found:
                found.append(at)
    return tuple(sorted(found))


def _end_of_row(cells, point, across, up, colour=None):
    """Return how many stones of that colour are beside `point` in one direction, and the next point, or -1."""
    colour = colour or cells[point]
    row, column = divmod(point, SIZE)
    count = 0
    while True:
        row, column = row + up, column + across
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            return count, -1
        if cells[row * SIZE + column] != colour:
            return count, row * SIZE + column
        count += 1


def _makes_five(cells, point):
    """Whether the stone on `point` is in a five (exactly five for Black)."""
    for across, up in DIRECTIONS:
        row = 1 + _end_of_row(cells, point, across, up)[0] + _end_of_row(cells, point, -across, -up)[0]
        if row == 5 or (row > 5 and cells[point] != BLACK):
            return True
    return False


def _point(at):
    """Return the number 15 * row + column of a point with the number 16 * row + column in the kernels."""
    return at - (at >> 4)
