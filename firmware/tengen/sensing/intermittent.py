"""Intermittent rows and columns, which fail too briefly to be dead, but too often for a single disturbance.

The reeds of an intermittent line are still read. Only frames that do not prove the line are skipped.
"""

from array import array

WINDOW_MS = 1000  # ms; failures are counted over two windows, the current window and the window before it
FRAMES = 8  # a line is intermittent if two windows contain this number of failed frames (of 1000 at most) ...
TIMES = 3  # ... in at least this number of separate failures; a pulled plug or a shock causes only one or two
CALM_WINDOWS = 10  # after this many whole windows without a failure, a line is trusted again

_KINDS = 3  # the three checks: the rows; the columns that answer; the columns that fall


class Intermittent:
    """Count how often the lines of a Watch fail (Watch.fails).

    `rows`, `answers`, `falls` have one bit for each line, which is 1 if the line is intermittent. Bit `size` is the
    always-closed line.
    """

    def __init__(self, size):
        self.rows = self.answers = self.falls = 0
        self._lines = size + 1
        self._seen = array("H")  # the counters at the last check; empty as long as no line has ever failed
        self._since = 0
        self._any = False  # True if a line has failures in the two windows, or is intermittent

    def _begin(self):
        places = _KINDS * self._lines
        # for each line, failed frames and failures: the counters when the window began, and the counts of the window
        # before
        self._began = array("H", [0] * (2 * places))
        self._before = array("H", [0] * (2 * places))
        self._calm = bytearray(places)  # number of whole windows without a failure
        self._seen = array("H", [0] * (2 * places))

    def update(self, fails, now):
        """Check the counters at `now` (ms). Call this several times a second.

        Return whether the intermittent lines have changed.
        """
        over = now - self._since >= WINDOW_MS
        if not self._seen:
            if not max(fails):
                return False
            self._begin()
        if fails == self._seen and not (over and self._any):
            if over:
                self._since = now
            return False
        self._seen[:] = fails
        if over:
            self._since = now
        return self._count(fails, over)

    def _count(self, fails, over):
        """Find the intermittent lines. Return whether they have changed. `over`: True if the window ends."""
        found = [self.rows, self.answers, self.falls]
        self._any = False
        for place in range(_KINDS * self._lines):
            at = 2 * place
            frames = (fails[at] - self._began[at]) & 0xFFFF
            kind, line = divmod(place, self._lines)
            if not (frames or self._before[at] or found[kind] >> line & 1):
                continue
            times = (fails[at + 1] - self._began[at + 1]) & 0xFFFF
            self._any = True
            if frames + self._before[at] >= FRAMES and times + self._before[at + 1] >= TIMES:
                found[kind] |= 1 << line
            if over:
                self._calm[place] = 0 if frames else self._calm[place] + 1
                if self._calm[place] >= CALM_WINDOWS:
                    found[kind] &= ~(1 << line)
                self._began[at], self._began[at + 1] = fails[at], fails[at + 1]
                self._before[at], self._before[at + 1] = frames, times
        changed = found != [self.rows, self.answers, self.falls]
        self.rows, self.answers, self.falls = found
        return changed
