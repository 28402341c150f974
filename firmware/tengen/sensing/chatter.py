"""Chattering reeds: they close more often than a stone can make them, even one that bounces."""

from array import array

from . import kernels

# Nobody puts and lifts a stone so often in one to two windows. A magnet at the edge of its reach lets its reed drop out
# three times a second, and a reed that is put down bounces once or twice more. A window is as long as the dwell: what
# has chattered since it was put down is found out before it could become a move.
WINDOW_MS = 800
CLOSINGS = 9
FEW = 5  # no more than a weak magnet's: these are believed again


class Chatter:
    """Follows how often each reed of a Watch closes. `words`: those that chatter, a word a row; once quiet enough for a
    window or two they are believed again."""

    def __init__(self, size):
        self.words = array("I", [0] * size)
        self._counts = array("H", [size, CLOSINGS, FEW, 0] + [0] * (2 * size * size))
        self._since = 0

    def update(self, reeds, now):
        """Look at the reeds' counters (Watch.reeds): True where `words` changed."""
        over = now - self._since >= WINDOW_MS
        if over:
            self._since = now
        self._counts[3] = over
        return kernels.restless(reeds, self._counts, self.words) != 0
