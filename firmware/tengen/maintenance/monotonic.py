"""The board's time, which never goes back, so that no player regains time. It also times the ticks."""

from tengen.codes import coded, error


class Monotonic:
    """Follow a `clock` with now() in ms. Each time it goes back, `tell` gets a list of `did` entries with an error.

    `latest`: the last result of now().
    """

    def __init__(self, clock, tell):
        self._clock = clock
        self._tell = tell
        self.latest = 0
        self._ahead = 0  # ms: the sum of all steps back
        self._due = 0  # when the last tick was due

    def now(self):
        """Return the time in ms."""
        now = self._clock.now() + self._ahead
        if now < self.latest:
            back, now = self.latest - now, self.latest
            self._ahead += back
            self._tell([error(coded("device.time_back", number=back))])
        self.latest = now
        return now

    def left(self, period):
        """Return the ms to wait until the next tick, which is due `period` ms after the last. Call this after a tick.

        A tick that was missed is not repeated.
        """
        self._due = max(self._due + period, self.latest)
        return self._due - self.latest
