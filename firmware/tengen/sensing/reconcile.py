"""The difference between the expected stones and the stones on the board, and how long it has been stable."""

from array import array

from . import kernels
from .field import Field

# The kinds of difference:
CALM = "calm"  # no difference, the board matches the game
PLACED = "placed"  # new stones, no more than the turn wants
SEVERAL = "several"  # more new stones than the turn wants
LIFTED = "lifted"  # one stone of the game is missing
SLID = "slid"  # one stone of the game is on a neighbouring point
DISTURBED = "disturbed"  # any other difference with a missing stone, or with a stone outside the field

# The events at the end of a difference:
WITHDRAWN = "withdrawn"  # the new stones were taken away
RESTORED = "restored"  # the stones of the game are back

_OUT_OF_PLACE = (LIFTED, SLID, DISTURBED)


class Reconciler:
    """Compare the touched points (one word per row) with the expected cells of the game.

    `kind` is one of the kinds above. `new` and `missing` are lists of points of the game's field: new points in the
    order in which their reeds closed, missing points in the order of the points. `outside` has the new stones outside
    the field, as points of the board. `since` is the time of the last change, and `proved` the present time (update()).
    `settled`: True if touches and stones are equal at all trusted points. `leaving`: True while a reed is open, or not
    proved by the newest frame, and it is not yet known whether the stone on it has gone. Until `leaving` ends, `kind`
    does not change and no event is returned, because a new point need not be a second stone: a stone that is slid
    closes its new reed before its old reed opens.
    """

    def __init__(self, size):
        self.size = size
        self.field = Field(size, size)
        self.kind = CALM
        self.new: list = []
        self.missing: list = []
        self.outside: list = []
        self.since = self.proved = 0
        self.settled = True
        self.leaving = False
        self._wanted = 1
        self._expects_anew = False
        self._moved_outside = False
        self._untold = False  # True if a change waits for its event because of `leaving`
        self._trusted = array("I", [(1 << size) - 1] * size)
        self._touched = array("I", [0] * size)
        # contains the number of rows, the expected points and the difference (kernels.compare)
        self._found = array("I", [size] + [0] * (2 * size))

    def lay(self, field):
        """Set the Field of the game. Call expect() after this."""
        self.field = field
        self._moved_outside = bool(self.outside)
        self.outside = []
        for row in range(self.size):
            self._found[1 + row] = 0

    def expect(self, cells, wanted):
        """Set the cells (0 empty) that must hold a stone from now on, and the number of new stones the turn wants."""
        self._wanted = wanted
        self._expects_anew = True
        size, low = self.field.size, self.field.low
        for row in range(size):
            word = 0
            for column in range(size):
                if cells[row * size + column]:
                    word |= 1 << column
            self._found[1 + low + row] = word << low

    def distrust(self, points):
        """Set the points of the board with untrusted reeds. From now on these points never differ."""
        for row in range(self.size):
            self._trusted[row] = (1 << self.size) - 1
        for point in points:
            self._trusted[point // self.size] &= ~(1 << point % self.size)

    def update(self, words, proved):
        """Handle the touched points, the stones and the uncertain points (Watch.words).

        `proved`: the time in ms up to which frames have shown the board. Return the new kind, or RESTORED or WITHDRAWN,
        or None if nothing has happened. In the last case nothing is allocated.
        """
        self.proved = proved
        seen = kernels.compare(words, self._touched, self._trusted, self._found)
        if (seen & kernels.DIFFERENT or self._expects_anew) and self._compare(seen >> kernels.ROWS_SHIFT):
            self.since = proved
        settled = not seen & kernels.UNSETTLED
        if settled != self.settled:
            self.settled = settled
            self.since = proved
        self.leaving = bool(seen & kernels.LEAVING)
        if not self._untold or (self.leaving and self.new):
            return None
        self._untold = False
        return self._happened()

    def _compare(self, rows):
        """List the points of the difference in these rows (a bit each). Return whether they have changed."""
        self._expects_anew = False
        new: list = []
        missing: list = []
        kernels.list_points(rows, self._found, new, missing)
        if not self.field.whole:
            new = self._in_field(new, missing)
        if len(new) > 1:
            new = self._in_order(new)
        if new == self.new and missing == self.missing and not self._moved_outside:
            return False
        self._moved_outside = False
        self._untold = True
        self.new = new
        self.missing = missing
        return True

    def rest(self):
        """Return the number of ms for which frames have shown no change."""
        return self.proved - self.since

    def has_just_changed(self):
        """Whether there is a new stone and the newest frame is the last one with a change."""
        return bool(self.new) and self.since == self.proved

    def ready(self):
        """Whether the new stones are at rest: no stone has just been placed, and none is being slid."""
        return self.settled and not (self.leaving and self.new)

    def _in_field(self, found, missing):
        """Return the new stones as points of the field. Convert `missing` to points of the field, too."""
        field = self.field
        outside = [point for point in found if field.in_field(point) < 0]
        if outside != self.outside:
            self.outside = outside
            self._moved_outside = True
        missing[:] = [field.in_field(point) for point in missing]
        return [field.in_field(point) for point in found if field.in_field(point) >= 0]

    def _in_order(self, found):
        """Return the new stones in the order in which their reeds closed. Stones that were already known come first."""
        return [point for point in self.new if point in found] + [point for point in found if point not in self.new]

    def _happened(self):
        before = self.kind
        self.kind = kind = self._kind()
        if before in _OUT_OF_PLACE and kind not in _OUT_OF_PLACE:
            return RESTORED
        if kind == CALM:
            return None if before == CALM else WITHDRAWN
        return kind

    def _kind(self):
        new, missing = self.new, self.missing
        if self.outside:
            return DISTURBED
        if not missing:
            if not new:
                return CALM
            return PLACED if len(new) <= self._wanted else SEVERAL
        if len(missing) == 1 and not new:
            return LIFTED
        if len(missing) == len(new) == 1 and self._neighbours(new[0], missing[0]):
            return SLID
        return DISTURBED

    def _neighbours(self, one, other):
        row, column = divmod(one, self.field.size)
        other_row, other_column = divmod(other, self.field.size)
        return abs(row - other_row) <= 1 and abs(column - other_column) <= 1
