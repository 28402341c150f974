"""The difference between the expected stones and the stones on the board, and since when it is stable."""

from array import array

from . import kernels
from .field import Field

# The kinds of difference
CALM = "calm"  # none: the board matches the game
PLACED = "placed"  # new stones, no more than the turn wants
SEVERAL = "several"  # more new stones than the turn wants
LIFTED = "lifted"  # one stone of the game is missing
SLID = "slid"  # one stone of the game lies on a neighbouring point
DISTURBED = "disturbed"  # anything else with a stone of the game missing, or one outside its field

# The events when a difference has gone
WITHDRAWN = "withdrawn"  # the new stones were taken away
RESTORED = "restored"  # the stones of the game are back

_OUT_OF_PLACE = (LIFTED, SLID, DISTURBED)


class Reconciler:
    """Compares the touched points (words a row) with the expected cells of the game.

    `kind` is one of the kinds above. `new` and `missing` are lists of points of the game's field: the new ones in the
    order in which their reeds closed, the missing ones in the order of the points. `outside` are the new stones that
    lie outside the field, as points of the board. `since` is the time of the last change, and `proved` the present one
    (update()). `settled`: touches and stones are equal at all trusted points. `leaving`: a reed has opened, or the
    newest frame did not prove it, and it is not yet known whether its stone has gone. A slid stone closes its new reed
    before the old reed opens, so a new point may then be no second stone: `kind` does not change, and no event is
    returned, until `leaving` ends.
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
        self._untold = False  # a change waits for its event, while `leaving`
        self._trusted = array("I", [(1 << size) - 1] * size)
        self._touched = array("I", [0] * size)
        # the number of rows; the expected points; the difference (kernels.compare)
        self._found = array("I", [size] + [0] * (2 * size))

    def lay(self, field):
        """Set the Field of the game; expect() must follow."""
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
        """Set the points of the board whose reeds are not trusted from now on: they never differ."""
        for row in range(self.size):
            self._trusted[row] = (1 << self.size) - 1
        for point in points:
            self._trusted[point // self.size] &= ~(1 << point % self.size)

    def update(self, words, proved):
        """Take the touched points, the stones and the uncertain points (Watch.words).

        `proved`: the time in ms for which frames have shown the board. Return the new kind, or RESTORED or WITHDRAWN,
        or None if nothing has happened: then nothing is allocated.
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
        """List the points of the difference, in these rows (a bit each). Return whether they are others than before."""
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
        """Return for how long, in ms, frames have shown no change."""
        return self.proved - self.since

    def has_just_changed(self):
        """Whether a new stone lies, and the last frame with a change is the newest one."""
        return bool(self.new) and self.since == self.proved

    def ready(self):
        """Whether the new stones are at rest: none has just been placed or is being slid."""
        return self.settled and not (self.leaving and self.new)

    def _in_field(self, found, missing):
        """Return the new stones as points of the field. Turn `missing` to such points, too."""
        field = self.field
        outside = [point for point in found if field.in_field(point) < 0]
        if outside != self.outside:
            self.outside = outside
            self._moved_outside = True
        missing[:] = [field.in_field(point) for point in missing]
        return [field.in_field(point) for point in found if field.in_field(point) >= 0]

    def _in_order(self, found):
        """Return the new stones in the order in which their reeds closed: those known before come first."""
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
