"""The time of one game: its clock, the reason why the clock is stopped, and the end of a player's time."""

from tengen.codes import Refused, coded, packed
from tengen.sensing.buttons import HOLD_MS

from .clock import Clock
from .effects import LAST_SECOND

NO_CLOCK = coded("refused.no_clock")
FREE_MS = 3000  # ms; the clock stops when the board has been disturbed for this time
LAST_SECONDS_MS = 15_000  # ms; in this last part of the time, each second has a beep

# number of characters of a stopped clock's cause in the record, because a swept board would list many points
_LONGEST_CAUSE = 200


class Timing:
    """The time of one game. `clock` is a Clock with this `control`, or None in a game without a clock.

    `effects` sends each change of the clock. Stops and corrections are added to the record of the `match`.

    The clock `waits` until the first move, or the press that starts the clock. `stopped` is the reason of a stop as a
    word, or None: "disturbed", "fault", "over", "resume", "hands" (a person places a partner's stones).

    `unproved`: the total time in ms since the start during which no frame has shown the board. This time does not count
    as a disturbance.

    A `cause` is the reason of a change of the clock, for the link and the record. It is a word, or codes.coded().
    """

    def __init__(self, control, match, effects):
        self.clock = Clock(control) if control else None
        self._match = match
        self._effects = effects
        self.waits = self.clock is not None
        self.stopped = None
        self.unproved = 0
        self._disturbed_at = -1  # minus `unproved`
        self._second = -1  # the last second that was reported
        self._parts = 0  # the remaining parts (Clock.parts) of the running player when they were last sent

    def tell(self, now, cause=None):
        """Send the changed clock, if the game has a clock, with the `cause` of the change."""
        clock = self.clock
        if clock:
            self._effects.change()
            if cause:
                left = {"p1": clock.left("p1", now), "p2": clock.left("p2", now)}
                self._effects.say(dict(left, code="clock", stopped=self.word(), cause=cause))
            self._parts = clock.parts(clock.running, now) if clock.running else 0

    def word(self):
        """Return the reason of a stopped clock: "waiting" before the first move, or `stopped`; None if it runs."""
        return "waiting" if self.waits else self.stopped

    def switch(self, seat, at, now, cause=None):
        """Run the time of `seat` from `at` on; None: the game is over."""
        if not self.clock:
            return
        if seat is None:
            self.stopped = "over"
            self.waits = False
        if self.waits:
            return
        if self.clock.running != seat:
            self.clock.run(seat, at)
        self.tell(now, cause)

    def start(self, seat, at, now):
        """Start the waiting clock. The time of `seat` runs from `at` on."""
        self.waits = False
        self.switch(seat, at, now, "started")

    def reopen(self, why, now):
        """Continue after a result was taken back. `why`: the reason why the clock must stay stopped, or None."""
        clock = self.clock
        if clock is None or self.stopped != "over":
            return
        self.stopped = why
        # the reason of a stop before the end of the game may no longer exist
        if why:
            clock.stop(now)
        else:
            clock.go_on(now)

    def restore(self, clocks, resuming, now):
        """Restore `clocks` at `now`: (p1's ms, p2's ms, the running seat, whether it waits). The ms include periods.

        `resuming`: True if the game waits; then the clock stays stopped until resume().
        """
        p1, p2, running, waits = clocks
        if self.clock:
            why = "over" if self._match.result else "resume" if resuming and not waits else None
            if waits:
                running = None  # a forged record may have a running seat
            elif running is None and why != "over":
                running = self._match.expects.who  # the record with the result was lost
            self.waits = waits
            self.stopped = why
            self.clock.restore((p1, p2, running, why is not None), now)

    def resume(self, now):
        """Continue after the game was restored."""
        self.stopped = None
        if self.clock:
            self.clock.go_on(now)

    def moved(self, seat, at):
        """Record that the seat has completed a move."""
        if self.clock and not self.waits:
            self.clock.moved(seat, at)
        self.waits = False

    def disturb(self, disturbed, now):
        """Record whether the board is disturbed. When a disturbance ends, the clock continues."""
        if not disturbed:
            self._disturbed_at = -1
            if self.stopped == "disturbed":
                self.go_on(now, "matches")
        elif self._disturbed_at < 0:
            self._disturbed_at = now - self.unproved

    def due(self, now):
        """Return the time when the clock must be checked next, or -1 if not before the next action."""
        clock = self.clock
        if clock is None or not self.runs() or self.stopped:
            return -1
        left = clock.left(clock.running, now)
        due = now + (left - LAST_SECONDS_MS if left > LAST_SECONDS_MS else (left - 1) % 1000 + 1)
        patience = self.patience_ends_at()
        return min(due, patience) if patience >= 0 else due

    def patience_ends_at(self):
        """Return the time when the clock will stop because the board is disturbed, or -1."""
        if self._disturbed_at < 0 or self.stopped or not self.runs():
            return -1
        return self._disturbed_at + self.unproved + FREE_MS

    def runs(self):
        """Whether a player's time runs, or would run without a disturbance or fault."""
        return self.clock is not None and not self.waits and self.stopped != "over"

    def stop(self, why, at, now, cause=None):
        """Stop the clock at `at`, for the reason `why`. A stop without a `cause` is not recorded."""
        clock = self.clock
        if clock is None or not self.runs() or self.stopped == why:
            return
        self.stopped = why
        clock.stop(at)
        if cause:
            self._note(why, cause, now)
        self.tell(now, cause)

    def go_on(self, now, cause):
        """Continue the clock after a stop."""
        clock = self.clock
        if clock is None or not self.runs() or not self.stopped:
            return
        self.stopped = None
        clock.go_on(now)
        self.tell(now, cause)

    def correct(self, left, now):
        """Set the players' remaining time for the arbiter: {seat: ms}. Raises Refused."""
        clock = self.clock
        if not clock:
            raise Refused(NO_CLOCK)
        for seat in left:
            clock.check(left[seat])
        for seat in left:
            clock.correct(seat, left[seat], now)
        self._corrected(now)

    def step(self, seat, ms, now):
        """Add `ms` (may be negative) to a player's time for the arbiter (Clock.step)."""
        if self.clock:
            self.clock.step(seat, ms, now)
            self._corrected(now)

    def _corrected(self, now):
        self._note(None, "corrected", now)
        self.tell(now, "corrected")

    def _note(self, stopped, cause, now):
        cause = packed(cause)
        if len(cause) > _LONGEST_CAUSE:
            cause = packed(coded("refused.not_in_order"))
        self._match.note_clock(stopped, cause, self.left(now))

    def look(self, now):
        """Check the running clock. Send a sound for each of the last seconds, and an event when a period begins."""
        if self._last_second(now):
            self._effects.sound = LAST_SECOND
        if self._period_begins(now):
            self.tell(now, "period")

    def _last_second(self, now):
        """Whether another one of the last 15 seconds of a player's time or period has begun."""
        clock = self.clock
        if clock is None or not self.runs() or self.stopped:
            return False
        left = clock.left(clock.running, now)
        second = (left + 999) // 1000 if 0 < left <= LAST_SECONDS_MS else -1
        if second == self._second:
            return False
        self._second = second
        return second > 0

    def _period_begins(self, now):
        """Whether the running player's main time or period has ended since tell(), and a period has begun."""
        clock = self.clock
        return clock is not None and self.runs() and 0 < clock.parts(clock.running, now) < self._parts

    def left(self, now):
        """Return the ms that p1 and p2 have left; () without a clock."""
        clock = self.clock
        return (clock.left("p1", now), clock.left("p2", now)) if clock else ()

    def has_ended(self, seat, now):
        """Whether the seat has no time left."""
        return self.clock is not None and self.clock.out(seat, now)

    def out(self, down, now):
        """Return the running seat if its time has ended, or None.

        If a button went down before the end of the time, its press counts as in time, unless the button is down too
        long for a press. `down` has for each seat the time at which its button went down.
        """
        clock = self.clock
        if clock is None or not self.runs() or self.stopped:
            return None
        seat = clock.running
        since = down.get(seat, now)
        return seat if clock.out(seat, since if now - since <= HOLD_MS else now) else None
