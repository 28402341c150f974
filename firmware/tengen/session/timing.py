"""The time of one game: its clock, why it is stopped, and when a player's time is over."""

from tengen.codes import Refused, coded, packed
from tengen.sensing.buttons import HOLD_MS

from .clock import Clock
from .effects import LAST_SECOND

NO_CLOCK = coded("refused.no_clock")
FREE_MS = 3000  # the clock stops when the board has been disturbed for this time
LAST_SECONDS_MS = 15_000  # each of these seconds beeps

# characters of a stopped clock's cause on record: a swept board would list many points
_LONGEST_CAUSE = 200


class Timing:
    """`clock` is a Clock of that `control`, or None in a game without one.

    Each change of the clock is sent by `effects`. Stops and corrections are put on the record of the `match`.

    The clock `waits` until the first move, or the press that starts it. `stopped` is why it is stopped, in a word:
    "disturbed", "fault", "over", "resume", "hands" (a person puts a partner's stones); or None.

    `unproved`: the time in ms for which no frame has shown the board, since the start. It counts for no disturbance.

    A `cause` says, on the link and for the record, why the clock was changed: a word, or codes.coded().
    """

    def __init__(self, control, match, effects):
        self.clock = Clock(control) if control else None
        self._match = match
        self._effects = effects
        self.waits = self.clock is not None
        self.stopped = None
        self.unproved = 0
        self._disturbed_at = -1  # less what is unproved
        self._second = -1  # the last second that was reported
        self._parts = 0  # the running player's remaining parts (Clock.parts) when last sent

    def tell(self, now, cause=None):
        """The clock has changed, if there is one; a `cause` is said with it."""
        clock = self.clock
        if clock:
            self._effects.change()
            if cause:
                left = {"p1": clock.left("p1", now), "p2": clock.left("p2", now)}
                self._effects.say(dict(left, code="clock", stopped=self.word(), cause=cause))
            self._parts = clock.parts(clock.running, now) if clock.running else 0

    def word(self):
        """Why the clock stands, in a word: "waiting" before the first move, or `stopped`; None while it runs."""
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
        """End the clock's waiting: the time of `seat` runs from `at` on."""
        self.waits = False
        self.switch(seat, at, now, "started")

    def reopen(self, why, now):
        """Continue after a result was taken back. `why`: the reason if the clock must stay stopped, or None."""
        clock = self.clock
        if clock is None or self.stopped != "over":
            return
        self.stopped = why
        # the reason of a stop before the end may have gone since
        if why:
            clock.stop(now)
        else:
            clock.go_on(now)

    def restore(self, clocks, resuming, now):
        """Restore `clocks` at `now`: (p1's ms, p2's ms, the running seat, whether it waits), periods included.

        `resuming`: the game waits, and the clock stays stopped until resume().
        """
        p1, p2, running, waits = clocks
        if self.clock:
            why = "over" if self._match.result else "resume" if resuming and not waits else None
            if running is None and not waits and why != "over":
                running = self._match.expects.who  # the record with the result was lost
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
        """Take whether the board is disturbed. After a disturbance the clock continues."""
        if not disturbed:
            self._disturbed_at = -1
            if self.stopped == "disturbed":
                self.go_on(now, "matches")
        elif self._disturbed_at < 0:
            self._disturbed_at = now - self.unproved

    def due(self, now):
        """Return when the clock must be checked next, or -1 if not before the next action."""
        clock = self.clock
        if clock is None or not self.runs() or self.stopped:
            return -1
        left = clock.left(clock.running, now)
        due = now + (left - LAST_SECONDS_MS if left > LAST_SECONDS_MS else (left - 1) % 1000 + 1)
        patience = self.patience_ends_at()
        return min(due, patience) if patience >= 0 else due

    def patience_ends_at(self):
        """Return when the clock will stop because the board is disturbed, or -1."""
        if self._disturbed_at < 0 or self.stopped or not self.runs():
            return -1
        return self._disturbed_at + self.unproved + FREE_MS

    def runs(self):
        """Whether a player's time runs, or would run without a disturbance or fault."""
        return self.clock is not None and not self.waits and self.stopped != "over"

    def stop(self, why, at, now, cause=None):
        """Stop the clock at `at`, for the reason `why`. Without a `cause` the stop is not put on record."""
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
        """The arbiter sets what players have left: {seat: ms}. Raises Refused."""
        clock = self.clock
        if not clock:
            raise Refused(NO_CLOCK)
        for seat in left:
            clock.check(left[seat])
        for seat in left:
            clock.correct(seat, left[seat], now)
        self._corrected(now)

    def step(self, seat, ms, now):
        """The arbiter adds `ms`, perhaps negative, to a player's time (Clock.step)."""
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
        """Check the running clock: a sound for each of the last seconds, an event where a period begins."""
        if self._last_second(now):
            self._effects.sound = LAST_SECOND
        if self._period_begins(now):
            self.tell(now, "period")

    def _last_second(self, now):
        """Whether a new one of the last 15 seconds of a player's time or period has begun."""
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
        """The ms that p1 and p2 have left; () without a clock."""
        clock = self.clock
        return (clock.left("p1", now), clock.left("p2", now)) if clock else ()

    def has_ended(self, seat, now):
        """Whether the seat has no time left."""
        return self.clock is not None and self.clock.out(seat, now)

    def out(self, down, now):
        """Return the running seat if its time has ended, or None.

        A button that went down in time counts as in time, unless it is down for too long to be a press. `down` has the
        time since when each seat's button is down.
        """
        clock = self.clock
        if clock is None or not self.runs() or self.stopped:
            return None
        seat = clock.running
        since = down.get(seat, now)
        return seat if clock.out(seat, since if now - since <= HOLD_MS else now) else None
