"""Watch the 5 V rail of the lights. If it drops under their load, the lights are dimmed for at least a minute."""

LOOKS = 3  # number of measurements in a row, because a spike may affect one or two
# With less light even a weak supply immediately looks good, so full light is tried again only after this time (ms)
GOOD_MS = 60_000
# mV. No light works below this voltage: the supply is missing, and a laptop feeds only the Pico. The leakage from the
# Pico into the rail stays well below this voltage.
OFF_MV = 3000


class Supply:
    """`low` is set after LOOKS measurements in a row below `low_mv`, until all were above `good_mv` for GOOD_MS.

    `off` is set after LOOKS measurements in a row below OFF_MV, until LOOKS in a row were not below it. A rail
    that is off is also low.
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
        """Handle a measurement made at `now` (ms). Return whether `low` or `off` has changed."""
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
