"""The board's time, which never goes back: no player regains time. And the times of the ticks."""

from tengen.codes import coded, error


class Monotonic:
    """Follows a `clock` with now() in ms. `tell` takes a list of `did` entries: an error each time it goes back.

    `latest`: what now() has last returned.
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
        """Return how long to wait for the next tick, `period` ms after the last was due. Call it when that is done.

        Missed ticks are not made up for.
        """
        self._due = max(self._due + period, self.latest)
        return self._due - self.latest
