"""Wins by continuous fours (VCF), exact for both colours. Source: RULES 2, RIF 9.3.

Each stone of the attacker makes a four, and the defender has one answer to it, until a four can't be answered: it has
two points of five (a straight four; of White also two fours), or Black's only answer is a foul. The rules core judges
Black's fouls, and his overline is no five. A four of the defender, which stands at the beginning or is made by an
answer, must be met by the attacker's next four.
"""

from tengen.games import BLACK, EMPTY
from tengen.games.points import DIRECTIONS
from tengen.games.renju.position import FOUL_NAMES, FOULS, SIZE, Position

from . import kernels
from .reserve import Reserve

# What a node takes on the Pico on the average; a double-three that must be judged takes up to some ms
NODE_US = 60

FIVE, STRAIGHT_FOUR, TWO_FOURS, FOUL = "five", "straight four", "two fours", "foul"

# In place of the point where a stone is answered
NO_FOUR, NO_ANSWER = -1, -2


class Found:
    """A win by fours.

    `line`: the points by turns, from the attacker's first four to his last; or only the five, where it is made at once.
    `fours`: how many fours the line has, 0 for a five at once.
    `why`: why the last can't be answered: FIVE (it is one), STRAIGHT_FOUR, TWO_FOURS, or FOUL.
    `fives`: the points of five after the line. With FOUL it is the only answer, and `foul` is the foul's name.
    """

    def __init__(self, line, why, fives=(), foul=None):
        self.line = line
        self.fours = 0 if why == FIVE else len(line) + 1 >> 1
        self.why = why
        self.fives = fives
        self.foul = foul


class Fours:
    """The search, in one position after another. Between begin() and a win it allocates nothing.

    `reserve`: the memory of its tables; without it, it takes its own. `inner`: what has the functions begin(), search()
    and leave() of kernels.py, perhaps compiled.

    `wins`: True, False, or None while it is not known. `found`: the shortest win so far. `done`: there is nothing more
    to think about: `wins` is known and `found` is the shortest win; or, with `wins` None, all wins are too long for the
    stack (more than 60 fours).
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
        """Take a position without a five (225 colours), and who is to move."""
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
        """Take a position as begin() does; a win counts only if its first four is on `point`, an empty one.

        Where there is a five at once, that is found, wherever it is.
        """
        self.begin(cells, colour)
        # as the kernels count, with 1 added
        only = point + point // SIZE + 1
        if self.done:
            return
        if self._only and self._only != only:
            self._end(None)
        else:
            self._only = only
            self._restart(1)

    def answer_to(self, cells, colour, point):
        """Return the point where the other side answers a stone of `colour` on `point`, which is a legal move.

        It is his five where he can make one, else the four's point of five. NO_FOUR: he may play where he likes.
        NO_ANSWER: the stone wins, as a five or as a four that can't be answered, perhaps because the only answer is a
        foul of Black's. What the search was thinking about is given up.
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
            # compiled kernels have a board of their own
            if core.cells[each] != after[each]:
                if core.cells[each]:
                    core.take(each)
                if after[each]:
                    core.put(each, after[each])
        return NO_ANSWER if core.verdicts[answer] in FOULS else answer

    def think(self, budget_us):
        """Think for about so many microseconds of the Pico's time. Return whether it is done."""
        return self.try_fours(max(budget_us // NODE_US, 1))

    def try_fours(self, count):
        """Try so many fours more. Return whether it is done."""
        state = self.state
        end = state[kernels.NODES] + count
        while not self.done and state[kernels.NODES] < end:
            self._inner.search(end - state[kernels.NODES], 0, self)
            if state[kernels.STATUS] != kernels.RUNNING:
                self._ended(state[kernels.STATUS], state[kernels.LIMIT])
        return self.done

    def _restart(self, limit):
        """Search anew for a win with at most `limit` fours; the table stays."""
        state = self.state
        while state[kernels.DEPTH]:
            # nothing is known of this position: the table must not say that there is no win
            state[kernels.LIMIT] = state[kernels.DEPTH]
            state[kernels.LEVELS + kernels.LEVEL_WORDS * state[kernels.DEPTH] + kernels.CUT] = 1
            self._inner.leave(0, 0, state, self.table)
        level = kernels.LEVELS
        state[level] = state[level + kernels.CUT] = 0
        state[level + kernels.ONLY] = self._only
        state[kernels.LIMIT] = limit
        state[kernels.STATUS] = kernels.RUNNING

    def _ended(self, status, limit):
        """A search has ended. The first looks for a single four, the second decides, the others shorten the win."""
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
        """Return the points of five of the last four of a win, in order, and whether it is just a straight four.

        The kernels' words of lines tell them some three times faster than cells do.
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
                # its ends: four stones lie between
                straight = True
            at, step = way >> 8 & 0xFF, way & 0xFF
            while cells:
                if cells & 1:
                    fives.add(_point(at))
                at = at + step & 0xFF
                cells >>= 1
        return tuple(sorted(fives)), straight and len(fives) == 2


def fives_of(cells, point):
    """Return the points where one more stone makes a five of the stone on `point`: exactly five for Black."""
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
    """Return how many stones of that colour lie beside `point` in one direction, and the next point, or -1."""
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
    """Whether the stone on `point` is one of a five: exactly five for Black."""
    for across, up in DIRECTIONS:
        row = 1 + _end_of_row(cells, point, across, up)[0] + _end_of_row(cells, point, -across, -up)[0]
        if row == 5 or (row > 5 and cells[point] != BLACK):
            return True
    return False


def _point(at):
    """Return the number 15 * row + column of the point that the kernels call 16 * row + column."""
    return at - (at >> 4)
