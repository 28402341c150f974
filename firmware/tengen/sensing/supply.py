"""The supply voltage: when it drops under the load of the lights, they are dimmed, and brightened again slowly."""

LOOKS = 3  # a look or two may fall into a spike
# With less light the supply is good at once, however weak: more light is tried again only after so long
GOOD_MS = 60_000


class Supply:
    """`low` from when less than `low_mv` has been seen a few times in a row, until it was above `good_mv` for long."""

    def __init__(self, low_mv, good_mv):
        self.low = False
        self.millivolts = good_mv
        self._low_mv = low_mv
        self._good_mv = good_mv
        self._looks = 0
        self._since = 0

    def update(self, millivolts, now):
        """Take a measurement at `now` (ms): True where `low` has changed."""
        self.millivolts = millivolts
        if self.low:
            if millivolts <= self._good_mv:
                self._since = now
            if now - self._since < GOOD_MS:
                return False
        else:
            self._looks = self._looks + 1 if millivolts < self._low_mv else 0
            if self._looks < LOOKS:
                return False
        self._looks = 0
        self._since = now
        self.low = not self.low
        return True
