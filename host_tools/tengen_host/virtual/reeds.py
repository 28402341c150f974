"""The reeds under the points: closed by stones, bouncing as they close and open, a diode each."""

from __future__ import annotations

import random

# A reed bounces for 0.5 to 1 ms (FACTS, measured): a few openings of 20 to 200 us in that time.
BOUNCE_US = (500, 1000)
BOUNCES = (2, 5)


class Reeds:
    """size x size reeds, and a sixteenth row and column that are wired shut, as the matrix sees them.

    Times are microseconds of the board's own time. A stone that is put or lifted makes its reed bounce, the same way
    for the same `seed`. `dead_rows` and `dead_columns` are faults, a bit a row driver and a bit an input.
    """

    def __init__(self, size: int, seed: int = 0) -> None:
        self.size = size
        self._random = random.Random(seed)
        self._rows = [0] * size  # closed reeds at rest, a bit a column
        self.dead_rows = 0
        self.dead_columns = 0
        self._toggles: dict[int, list[int]] = {}  # by point: when it toggles, ending at rest

    def put(self, point: int, now_us: int) -> list[int]:
        """Close the reed of `point`; returns the times (us) at which its contact changes."""
        return self._move(point, True, now_us)

    def lift(self, point: int, now_us: int) -> list[int]:
        """Open the reed of `point`; returns the times (us) at which its contact changes."""
        return self._move(point, False, now_us)

    def closed(self, point: int, now_us: int) -> bool:
        """Whether the contact of `point` is closed at this moment, bounces included."""
        rest = bool(self._rows[point // self.size] >> (point % self.size) & 1)
        toggles = self._toggles.get(point)
        if toggles is None:
            return rest
        to_come = sum(1 for time in toggles if time > now_us)
        if not to_come:
            del self._toggles[point]
        return rest ^ bool(to_come % 2)

    def columns(self, rows: int, now_us: int) -> int:
        """The inputs (bit a column, bit `size` the row sense) while the rows of the mask `rows` are driven.

        Diodes let current into a column only from a driven row, so closed reeds simply add up.
        """
        rows &= ~self.dead_rows
        read = 0
        if rows >> self.size & 1:
            read |= (2 << self.size) - 1
        if rows:
            read |= 1 << self.size
        for row in range(self.size):
            if rows >> row & 1:
                read |= self._rows[row]
        for point in list(self._toggles):
            row, column = divmod(point, self.size)
            if rows >> row & 1:
                closed = self.closed(point, now_us)
                read = read | 1 << column if closed else read & ~(1 << column)
        return read & ~self.dead_columns

    def _move(self, point: int, closed: bool, now_us: int) -> list[int]:
        row, column = divmod(point, self.size)
        bit = 1 << column
        if bool(self._rows[row] & bit) == closed:
            return []
        self._rows[row] ^= bit
        span = self._random.randint(*BOUNCE_US)
        # an odd number of changes, the first now: it ends where it is going
        later = sorted(self._random.sample(range(20, span), 2 * self._random.randint(*BOUNCES)))
        self._toggles[point] = [now_us] + [now_us + delay for delay in later]
        return list(self._toggles[point])
