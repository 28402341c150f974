"""Watch the 5 V rail of the lights: if it drops under their load, they are dimmed for at least a minute."""

LOOKS = 3  # measurements in a row: one or two may come from a spike
# With less light even a weak supply is good at once: full light is tried again only after this time
GOOD_MS = 60_000
# No light works below this: the supply is missing, and a laptop feeds the Pico alone. What leaks into the rail from
# there stays well below it.
OFF_MV = 3000


class Supply:
    """`low` is set after LOOKS measurements in a row below `low_mv`, until all were above `good_mv` for GOOD_MS.

    `off` is set after LOOKS measurements in a row below OFF_MV, until LOOKS in a row were not. A rail that is off is
    low as well.
    """

    def __init__(self, low_mv, good_mv):
        self.low = False
        self.off = False
        self.millivolts = good_mv
        self._low_mv = low_mv
        self._good_mv = good_mv
        self._looks = 0
        self._others = 0
        self._since = 0

    def update(self, millivolts, now):
        """Take a measurement at `now` (ms). Return whether `low` or `off` has changed."""
        self.millivolts = millivolts
        self._others = self._others + 1 if (millivolts < OFF_MV) != self.off else 0
        turned = self._others == LOOKS
        if turned:
            self._others = 0
            self.off = not self.off
        if self.low:
            if millivolts <= self._good_mv:
                self._since = now
            if now - self._since < GOOD_MS:
                return turned
        else:
            self._looks = self._looks + 1 if millivolts < self._low_mv else 0
            if self._looks < LOOKS:
                return turned
        self._looks = 0
        self._since = now
        self.low = not self.low
        return True
