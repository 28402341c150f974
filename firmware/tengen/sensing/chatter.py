"""Chattering reeds, which close more often than any stone could cause, even a bouncing stone."""

from array import array

from . import kernels

# No player places and lifts a stone nine times in one to two windows. With a magnet at the limit of its range a reed
# may open three times a second, and a reed bounces once or twice more when a stone is placed. A window is as long as
# the dwell. So if a reed begins to chatter when a stone is placed, it is found before that stone can become a move.
WINDOW_MS = 800
CLOSINGS = 9
FEW = 5  # a chattering reed is trusted again after at most this many closings, which a weak magnet may cause


class Chatter:
    """Follow how often each reed of a Watch closes. `words`: the chattering reeds, one word per row.

    A reed that is quiet for one or two windows is removed from `words`.
    """

    def __init__(self, size):
        self.words = array("I", [0] * size)
        self._counts = array("H", [size, CLOSINGS, FEW, 0] + [0] * (2 * size * size))
        self._since = 0

    def update(self, reeds, now):
        """Check the counters of the reeds (Watch.reeds) at `now` (ms). Return whether `words` has changed."""
        over = now - self._since >= WINDOW_MS
        if over:
            self._since = now
        self._counts[3] = over
        return kernels.restless(reeds, self._counts, self.words) != 0
