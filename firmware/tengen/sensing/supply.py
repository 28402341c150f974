"""Detect a low supply voltage: if it drops under the load of the lights, they are dimmed for at least a minute."""

LOOKS = 3  # low measurements in a row: one or two may come from a spike
# With less light even a weak supply is good at once: full light is tried again only after this time
GOOD_MS = 60_000


class Supply:
    """`low` is set after LOOKS measurements in a row below `low_mv`, until all were above `good_mv` for GOOD_MS."""

    def __init__(self, low_mv, good_mv):
        self.low = False
        self.millivolts = good_mv
        self._low_mv = low_mv
        self._good_mv = good_mv
        self._looks = 0
        self._since = 0

    def update(self, millivolts, now):
        """Take a measurement at `now` (ms). Return whether `low` has changed."""
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
