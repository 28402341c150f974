"""The time of one game: its clock, why it is stopped, and when a player's time is over."""

from tengen.sensing.buttons import HOLD_MS

from .clock import Clock

FREE_MS = 3000  # so long does the clock go on while the board is disturbed
LAST_SECONDS_MS = 15_000  # each of them is told


class Timing:
    """`clock` is a Clock, or None where the game is played without.

    The clock `waits` until the first move, or the press that starts it. `stopped` is why nobody's time passes, in a
    word: "disturbed", "fault", "over"; or None. `down`: since when each seat's button is down, as the session knows it.
    """

    def __init__(self, control):
        self.clock = Clock(control) if control else None
        self.waits = self.clock is not None
        self.stopped = None
        self._disturbed_at = -1
        self._second = -1  # the last one that was told
        self._parts = 0  # what the running player had left, as it was last told: periods, and perhaps main time

    def switch(self, seat, at):
        """From `at` on it is this seat's time that passes; None: the game is over. Whether that is news."""
        if not self.clock:
            return False
        if seat is None:
            self.stopped = "over"
            self.waits = False
        if self.waits:
            return False
        if self.clock.running != seat:
            self.clock.run(seat, at)
        return True

    def start(self):
        """The clock no longer waits."""
        self.waits = False

    def reopen(self, why, now):
        """The game goes on after all; `why` the clock is stopped even so, or None."""
        clock = self.clock
        if clock is None or self.stopped != "over":
            return
        self.stopped = why
        # what stopped it before the end may have gone since
        if why:
            clock.stop(now)
        else:
            clock.go_on(now)

    def restore(self, clocks, why, now):
        """Go on at `now` with (p1's ms, p2's, whose time passes, whether it waits), periods included.

        `why` the clock is stopped even so, or None.
        """
        p1, p2, running, waits = clocks
        if self.clock:
            self.waits = waits
            self.stopped = why
            self.clock.restore((p1, p2, running, why is not None), now)

    def resume(self, now):
        """The game that was restored goes on."""
        self.stopped = None
        if self.clock:
            self.clock.go_on(now)

    def moved(self, seat, at):
        """That seat has completed a move."""
        if self.clock and not self.waits:
            self.clock.moved(seat, at)
        self.waits = False

    def disturb(self, disturbed, now):
        """Whether the board is disturbed. Returns whether the clock goes on for it."""
        if not disturbed:
            self._disturbed_at = -1
            return self.stopped == "disturbed" and self.go_on(now)
        if self._disturbed_at < 0:
            self._disturbed_at = now
        return False

    def due(self, now):
        """When something of this happens by itself, at the earliest; -1: not before somebody does something."""
        clock = self.clock
        if clock is None or not self.runs() or self.stopped:
            return -1
        left = clock.left(clock.running, now)
        due = now + (left - LAST_SECONDS_MS if left > LAST_SECONDS_MS else (left - 1) % 1000 + 1)
        patience = self.patience_ends_at()
        return min(due, patience) if patience >= 0 else due

    def patience_ends_at(self):
        """When the clock stops because the board is disturbed, or -1."""
        if self._disturbed_at < 0 or self.stopped or not self.runs():
            return -1
        return self._disturbed_at + FREE_MS

    def runs(self):
        """Whether somebody's time passes, or would if nothing were wrong."""
        return self.clock is not None and not self.waits and self.stopped != "over"

    def stop(self, why, at):
        """Nobody's time passes from `at` on. Whether that is news."""
        clock = self.clock
        if clock is None or not self.runs() or self.stopped == why:
            return False
        self.stopped = why
        clock.stop(at)
        return True

    def go_on(self, now):
        """Whatever stopped it is over. Whether that is news."""
        clock = self.clock
        if clock is None or not self.runs() or not self.stopped:
            return False
        self.stopped = None
        clock.go_on(now)
        return True

    def last_second(self, now):
        """Whether another one of the last seconds of a player's time, or of his period, has begun."""
        clock = self.clock
        if clock is None or not self.runs() or self.stopped:
            return False
        left = clock.left(clock.running, now)
        second = (left + 999) // 1000 if 0 < left <= LAST_SECONDS_MS else -1
        if second == self._second:
            return False
        self._second = second
        return second > 0

    def told(self, now):
        """The link has been told all of it."""
        clock = self.clock
        self._parts = clock.parts(clock.running, now) if clock and clock.running else 0

    def period_begins(self, now):
        """Whether the running player's main time, or period, has ended since told(), and another one has begun."""
        clock = self.clock
        return clock is not None and self.runs() and 0 < clock.parts(clock.running, now) < self._parts

    def left(self, now):
        """The ms that p1 and p2 have left; () without a clock."""
        clock = self.clock
        return (clock.left("p1", now), clock.left("p2", now)) if clock else ()

    def has_ended(self, seat, now):
        """Whether that seat's time has."""
        return self.clock is not None and self.clock.out(seat, now)

    def out(self, down, now):
        """The seat whose time has just ended, or None. A finger that came down in time was in time.

        Unless it has been down for so long that it can't be a press any more.
        """
        clock = self.clock
        if clock is None or not self.runs() or self.stopped:
            return None
        seat = clock.running
        since = down.get(seat, now)
        return seat if clock.out(seat, since if now - since <= HOLD_MS else now) else None
