"""The reeds under the points, each with a diode. Stones close them, with bounce; faults are simulated."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable

from .faults import Faults
from .scramble import Scramble

# A reed bounces for 0.5 to 1 ms (measured): a few openings of 20 to 200 us in that time.
BOUNCE_US = (500, 1000)
BOUNCES = (2, 5)
# the times of the changes in the worst bounce; their number is odd, so that the contact ends in its new state
WORST_BOUNCE_US = range(0, 1001, 50)

# The time for which a column stays high after its row went low: the slowest corner in hardware/simulation/ (a test
# compares the two), or with the fault "slow lines", for far more capacitance
FALL_NS, SLOW_FALL_NS = 7400, 60_000

# A chattering contact changes once in each step of CHATTER_US, at a random time within the spread, so every 1 to 30 ms
CHATTER_US, CHATTER_SPREAD_US = 15_500, 14_501
# A weak magnet lets its reed open for LOST_US about once in each LOSS_US
LOSS_US, LOSS_SPREAD_US, LOST_US = 650_000, 350_001, 3000
CROSSTALK_US = (30_000, 50_000)
STICK_US = (400_000, 1_500_000)

_NEVER = 1 << 62


class Reeds:
    """The electrical behaviour of size x size reeds, with an additional row and column of always-closed contacts.

    Times are microseconds of the board's own time. The state of a contact depends only on the time, `seed`, `faults`
    and the moves of the stones; reading it changes nothing. Points are indices; rows and columns count from 0. The
    matrix drives outputs and reads inputs. `scramble` assigns outputs to rows and inputs to columns; without it, and
    without swapped lines, output n is row n and input n is column n.

    A shorted diode is a bridge in place of the diode. A closed reed there connects its row line and its column, so
    current flows from the column back into the row, and through the row's other closed reeds into their columns: these
    read as ghosts. In reality the push-pull output of the 595 holds the row low against this current, and the parts
    decide the outcome. Here the ghost always appears, because this is the case in which the board could invent a stone.

    If two rows are shorted and only one of them is driven, one output is high and the other low, each with about
    200 ohm (74HC595 at 3.3 V). The rows are then at half the supply, 1.65 V, and behind a diode at about 1.1 V. An
    RP2040 input does not read this as high (high is certain from 2.0 V, in practice from about 1.5 V). So both rows
    look dead. Two shorted columns act as one column with two inputs.

    Rows are driven from the left, columns are read at the bottom, and the always-closed contacts are at the far ends.
    Therefore a broken line also loses its always-closed contact.
    """

    def __init__(
        self, size: int, seed: int = 0, faults: Faults | None = None, scramble: Scramble | None = None
    ) -> None:
        self.size = size
        self.faults = faults or Faults(size)
        self._scramble = scramble or Scramble()
        self._seed = seed
        self._random = random.Random(seed)
        self._sense = 1 << size
        # the contacts of each row at rest and without faults: a bit for each column, and one for the row sense
        self._rest = [self._sense] * size + [(2 << size) - 1]
        self._toggles: dict[int, list[int]] = {}  # the times at which a point's contact toggles
        self._followed = -1
        # caches: the last scan and the last contacts, each with its period of validity (end exclusive)
        self._words: list[int] = []
        self._words_since = self._words_until = 0
        self._kept: list[int] = []
        self._kept_since = self._kept_until = 0

    def put(self, point: int, now_us: int) -> None:
        """Put a stone on `point`: its reed bounces, then closes."""
        if self._move(point, True, now_us) and point in self.faults.places("crosstalk"):
            right = point % self.size < self.size - 1
            neighbour = point + 1 if right else point - 1
            if not self._stone(neighbour):
                self._toggles[neighbour] = [now_us, now_us + self._random.randint(*CROSSTALK_US)]

    def lift(self, point: int, now_us: int) -> None:
        """Lift the stone of `point`: its reed bounces, then opens."""
        self._move(point, False, now_us)

    def closed(self, point: int, now_us: int) -> bool:
        """Whether the contact of `point` is closed now."""
        row, column = divmod(point, self.size)
        return bool(self._contacts(now_us)[row] >> column & 1)

    def columns(self, outputs: int, now_us: int) -> int:
        """Return the inputs that are high while the 595 outputs in the mask `outputs` are driven.

        Bit n of the result is input n; on a board that is wired as in board.toml, this is column n.
        """
        contacts = self._contacts(now_us)
        rows = outputs if self._straight else _moved(outputs, self._row_of)
        rows &= ~self._dead_rows
        for pair in self._shorted_rows:
            if rows & pair != pair:
                rows &= ~pair
        read = self._read(rows, contacts)
        return read if self._straight else _moved(read, self._input_of)

    def _read(self, rows: int, contacts: list[int]) -> int:
        """Return the columns that are high while these rows are driven."""
        while True:
            read, left = 0, rows
            while left:
                read |= contacts[(left & -left).bit_length() - 1]
                left &= left - 1
            for pair in self._shorted_columns:
                if read & pair:
                    read |= pair
            fed = rows
            for row, column in self._bridges:
                if read & contacts[row] & column:
                    fed |= 1 << row
            if fed == rows:
                return read & ~self._dead_columns
            rows = fed

    def scan(self, now_us: int, row_us: int, settle_us: int) -> list[int]:
        """Return a frame of size + 2 words as from columns(): one for each output, and one with no output driven.

        Only output n is driven for `row_us`. The columns are read at now_us + (n + 1) * row_us, `settle_us` later.
        If columns fall more slowly than `settle_us`, each word also has the bits of the words before, as far back as
        the fall reaches. Otherwise the last word is 0.
        """
        self._follow_faults()
        end = now_us + (self.size + 2) * row_us
        if self._words and self._words_since <= now_us and end < self._words_until:
            words = self._words
        else:
            words = [self.columns(1 << at, now_us + (at + 1) * row_us) for at in range(self.size + 1)]
            words.append(0)
            change = self.next_change_us(now_us)
            self._words, self._words_since = words, now_us
            self._words_until = _NEVER if change is None else change
        late_us = self.fall_ns / 1000 - settle_us
        if late_us <= 0:
            return words[:]
        held = int(late_us // row_us) + 1  # the number of earlier rows that the columns still show
        return [_union(words[max(0, at - held) : at + 1]) for at in range(len(words))]

    def next_change_us(self, now_us: int) -> int | None:
        """Return the time after `now_us` when a contact may next change by itself; None while all are at rest."""
        self._follow_faults()
        times = [time for toggles in self._toggles.values() for time in toggles]
        for point in self._chattering:
            nth = now_us // CHATTER_US
            times += [self._flip_us(point, nth), self._flip_us(point, nth + 1)]
        for point in self._weak:
            if self._stone(point):
                nth = now_us // LOSS_US
                lost = self._loss_us(point, nth)
                times += [lost, lost + LOST_US, self._loss_us(point, nth + 1)]
        return min((time for time in times if time > now_us), default=None)

    @property
    def fall_ns(self) -> int:
        """The time in ns for which a column stays high after the last row that drove it went low."""
        return SLOW_FALL_NS if self.faults.places("slow lines") else FALL_NS

    def _follow_faults(self) -> None:
        faults = self.faults
        if self._followed == faults.version:
            return
        self._followed = faults.version
        self._words, self._kept = [], []
        self._stuck_closed, self._stuck_open = faults.places("stuck closed"), faults.places("stuck open")
        self._chattering, self._weak = faults.places("chattering"), faults.places("weak magnet")
        self._odd = {*self._stuck_closed, *self._stuck_open, *self._chattering, *self._weak}
        self._dead_rows = _union(1 << row for row in faults.places("dead row"))
        self._dead_columns = _union(1 << column for column in faults.places("dead column"))
        # (first row, end row, mask of the columns that are still connected) for each broken line
        ends = [divmod(point, self.size) for point in faults.places("broken row")]
        self._cut = [(row, row + 1, (2 << column) - 1) for row, column in ends]
        ends = [divmod(point, self.size) for point in faults.places("broken column")]
        self._cut += [(row + 1, self.size + 1, ~(1 << column)) for row, column in ends]
        self._bridges = [
            (point // self.size, 1 << point % self.size) for point in faults.places("shorted diode")
        ]
        self._shorted_rows = [1 << one | 1 << other for one, other in faults.pairs("shorted rows")]
        self._shorted_columns = [1 << one | 1 << other for one, other in faults.pairs("shorted columns")]
        self._follow_wires()

    def _follow_wires(self) -> None:
        """Compute the row of each output, and the column of each input."""
        lines = range(self.size + 1)
        output_of, self._input_of = list(self._scramble.rows), list(self._scramble.columns)
        for kind, ends in (("swapped rows", output_of), ("swapped columns", self._input_of)):
            for one, other in self.faults.pairs(kind):
                ends[one], ends[other] = ends[other], ends[one]
        self._row_of = [output_of.index(output) for output in lines]
        self._straight = self._row_of == self._input_of == list(lines)

    def _contacts(self, now_us: int) -> list[int]:
        self._follow_faults()
        if not self._toggles and not self._odd and not self._cut:
            return self._rest
        if self._kept and self._kept_since <= now_us < self._kept_until:
            return self._kept
        contacts = self._rest[:]
        for point in (*self._odd, *self._toggles):
            row, column = divmod(point, self.size)
            if self._closed(point, now_us):
                contacts[row] |= 1 << column
            else:
                contacts[row] &= ~(1 << column)
        for first, end, reached in self._cut:
            for row in range(first, end):
                contacts[row] &= reached
        change = self.next_change_us(now_us)
        self._kept, self._kept_since = contacts, now_us
        self._kept_until = _NEVER if change is None else change
        return contacts

    def _closed(self, point: int, now_us: int) -> bool:
        if point in self._chattering:
            nth = now_us // CHATTER_US
            return bool((nth - (now_us < self._flip_us(point, nth))) & 1)
        if point in self._stuck_closed or point in self._stuck_open:
            return point in self._stuck_closed
        closed = self._stone(point)
        if closed and point in self._weak:
            lost = self._loss_us(point, now_us // LOSS_US)
            if lost <= now_us < lost + LOST_US:
                return False
        to_come = sum(1 for time in self._toggles.get(point, ()) if time > now_us)
        return closed ^ bool(to_come % 2)

    def _flip_us(self, point: int, nth: int) -> int:
        return nth * CHATTER_US + self._dice(point, nth) % CHATTER_SPREAD_US

    def _loss_us(self, point: int, nth: int) -> int:
        return nth * LOSS_US + self._dice(point, nth) % LOSS_SPREAD_US

    def _dice(self, point: int, nth: int) -> int:
        return zlib.crc32(b"%d %d %d" % (self._seed, point, nth))

    def _stone(self, point: int) -> bool:
        return bool(self._rest[point // self.size] >> point % self.size & 1)

    def _move(self, point: int, closed: bool, now_us: int) -> bool:
        if self._stone(point) == closed:
            return False
        self._toggles = {each: times for each, times in self._toggles.items() if times[-1] > now_us}
        self._rest[point // self.size] ^= 1 << point % self.size
        if self.faults.places("worst bounce"):
            delays = list(WORST_BOUNCE_US)
        else:
            span = self._random.randint(*BOUNCE_US)
            # an odd number of changes, the first one now, so that the contact ends in its new state
            delays = [0, *sorted(self._random.sample(range(20, span), 2 * self._random.randint(*BOUNCES)))]
        if not closed and point in self.faults.places("sticking reed"):
            stuck_us = self._random.randint(*STICK_US)
            delays = [stuck_us + delay for delay in delays]
        self._toggles[point] = [now_us + delay for delay in delays]
        self._words, self._kept = [], []
        return True


def _moved(mask: int, places: list[int]) -> int:
    """Return a mask with bit n moved to bit places[n]."""
    found = 0
    while mask:
        found |= 1 << places[(mask & -mask).bit_length() - 1]
        mask &= mask - 1
    return found


def _union(words: Iterable[int]) -> int:
    read = 0
    for word in words:
        read |= word
    return read
