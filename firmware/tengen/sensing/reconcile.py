"""The difference between the stones that must be there and those that are, and since when it rests."""

from array import array


class Reconcile:
    """Compares the touched points (words a row) with the expected cells of the game.

    After update(): `new` and `missing`, lists of points in order; `since`, the time in ms since when the
    difference has not changed; `settled`, whether each touch has become a stone (or none).
    """

    def __init__(self, size):
        self.size = size
        self.new: list = []
        self.missing: list = []
        self.since = 0
        self.settled = True
        self._expected = array("I", [0] * size)

    def expect(self, cells):
        """The cells (0 empty) that the game says must hold a stone, from now on."""
        for row in range(self.size):
            word = 0
            for column in range(self.size):
                if cells[row * self.size + column]:
                    word |= 1 << column
            self._expected[row] = word

    def update(self, touched, stones, now):
        """Take the debounced words of this frame: True where the difference changed."""
        new: list = []
        missing: list = []
        settled = True
        for row in range(self.size):
            expected = self._expected[row]
            if touched[row] != stones[row]:
                settled = False
            differs = touched[row] ^ expected
            if differs:
                for column in range(self.size):
                    bit = 1 << column
                    if differs & bit:
                        (missing if expected & bit else new).append(row * self.size + column)
        changed = new != self.new or missing != self.missing
        if changed or settled != self.settled:
            self.since = now
        self.new, self.missing, self.settled = new, missing, settled
        return changed
