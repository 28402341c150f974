"""Rows and columns that fail now and then: not long enough to be dead, too often for a disturbance.

The reeds of such a line are read all the same: a frame that does not prove it is passed over.
"""

from array import array

WINDOW_MS = 1000  # two windows are looked at: the one that goes on and the one before
FRAMES = 8  # so many failed frames in two windows are too many, at 500 frames a second ...
TIMES = 3  # ... if they are not all of one or two short failures: a plug that is pulled, a shock
CALM_WINDOWS = 10  # a line that has not failed in so many whole windows is trusted again

_KINDS = 3  # rows, columns that answer, columns that fall


class Intermittent:
    """Follows how often the lines of a Watch fail (Watch.fails).

    `rows`, `answers`, `falls` have the lines that are intermittent, a bit each; bit `size` is the wired-shut one.
    """

    def __init__(self, size):
        self.rows = self.answers = self.falls = 0
        self._lines = size + 1
        self._seen = array("H")  # the counters when they were looked at last: none on a board that was always sound
        self._since = 0
        self._any = False  # whether one of the counters above is not 0

    def _begin(self):
        places = _KINDS * self._lines
        # of each line: failed frames and failures when the window began, and how many the window before had
        self._began = array("H", [0] * (2 * places))
        self._before = array("H", [0] * (2 * places))
        self._calm = bytearray(places)  # whole windows without a failure
        self._seen = array("H", [0] * (2 * places))

    def update(self, fails, now):
        """Look at the counters, several times a second (`now` in ms): True where the intermittent lines are others."""
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
        if over:
            self._since = now
        changed = found != [self.rows, self.answers, self.falls]
        self.rows, self.answers, self.falls = found
        return changed
