"""The players' clock: the time control, which is given as a text, and the remaining time of both players in ms.

There is only main time, or main time and an increment for each move, or main time and then byo-yomi, which are periods
that restart with each move (firmware/docs/rules.md#play).
"""

from tengen.codes import Refused, coded

# The maxima: minutes of main time, seconds of an increment or a period, number of periods
MOST_MINUTES, MOST_SECONDS, MOST_PERIODS = 600, 600, 99

LONGEST = 40
_DIGITS = "0123456789"


class Control:
    """A time control: `main_ms`, plus `increment_ms` for each move, or followed by `periods` of `period_ms`.

    `text` is the shortest text that control() accepts for it.
    """

    def __init__(self, main_ms, increment_ms=0, periods=0, period_ms=0):
        self.main_ms = main_ms
        self.increment_ms = increment_ms
        self.periods = periods
        self.period_ms = period_ms
        self.text = _shown(main_ms // 60)
        if increment_ms:
            self.text += "+" + _shown(increment_ms)
        elif periods:
            self.text += "/" + _shown(period_ms)
            if periods > 1:
                self.text += "x%d" % periods


def control(text):
    """Return the Control of a text; None for "none". Raises Refused.

    Minutes and seconds may have up to three decimals.
    """
    text = "".join(text.lower().split())
    if text == "none":
        return None
    if len(text) > LONGEST:
        raise _no_clock(text)
    increment_ms = periods = period_ms = 0
    if "/" in text:
        minutes, seconds = _two(text, "/", text)
        if "x" in seconds:
            seconds, times = _two(seconds, "x", text)
            if times.strip(_DIGITS) or not times:
                raise _no_clock(text)
            periods = int(times)
            if not 1 <= periods <= MOST_PERIODS:
                raise Refused(coded("device.clock_periods", most=MOST_PERIODS, count=periods))
        else:
            periods = 1
        period_ms = _thousandths(seconds, text)
        if not 0 < period_ms <= MOST_SECONDS * 1000:
            raise Refused(coded("device.clock_period", most=MOST_SECONDS, text=seconds))
    elif "+" in text:
        minutes, seconds = _two(text, "+", text)
        increment_ms = _thousandths(seconds, text)
        if increment_ms > MOST_SECONDS * 1000:
            raise Refused(coded("device.clock_increment", most=MOST_SECONDS, text=seconds))
    else:
        minutes = text
    main_ms = 60 * _thousandths(minutes, text)
    if main_ms > MOST_MINUTES * 60_000:
        raise Refused(coded("device.clock_minutes", most=MOST_MINUTES, text=minutes))
    if not main_ms and not periods:
        raise Refused(coded("device.clock_no_main", text=text))
    return Control(main_ms, increment_ms, periods, period_ms)


def _no_clock(text):
    return Refused(coded("device.clock_kinds", text=text[:LONGEST]))


def _two(part, between, text):
    parts = part.split(between)
    if len(parts) != 2:
        raise _no_clock(text)
    return parts


def _thousandths(number, text):
    """Return a decimal number in thousandths, exactly (without float)."""
    whole, point, part = number.partition(".")
    if not whole or (point and not part) or len(part) > 3 or (whole + part).strip(_DIGITS):
        raise _no_clock(text)
    return 1000 * int(whole) + int((part + "000")[:3])


def _shown(thousandths):
    part = ("%03d" % (thousandths % 1000)).rstrip("0")
    return "%d%s%s" % (thousandths // 1000, "." if part else "", part)


class Clock:
    """The remaining time of the players "p1" and "p2".

    `running`: the seat of the running time, or None. While the clock is `stopped`, no time runs. Times are in the
    board's ms. An action may have a time before now. If its time is before the last action, the time of the last action
    is used.

    A player's remaining time is one number, main time plus periods. The present period is computed from this number.
    """

    def __init__(self, control):
        self.control = control
        self.running = None
        self.stopped = False
        self._since = 0  # the time for which the values in _left are valid
        whole_ms = control.main_ms + control.periods * control.period_ms
        self._left = {"p1": whole_ms, "p2": whole_ms}

    def run(self, seat, at):
        """Run the time of `seat` from `at` on; None: the time of no player."""
        self._reckon(at)
        self.running = seat

    def moved(self, seat, at):
        """Add the increment of a move, or restart the period. A time-out stays a time-out."""
        self._reckon(at)
        left, control = self._left[seat], self.control
        if left <= 0:
            return
        left += control.increment_ms
        if left < control.periods * control.period_ms:
            left += -left % control.period_ms
        self._left[seat] = left

    def stop(self, at):
        """Stop the clock until go_on()."""
        self._reckon(at)
        self.stopped = True

    def go_on(self, at):
        """Continue the clock from `at` on."""
        self._reckon(at)
        self.stopped = False

    def _reckon(self, at):
        if at > self._since:
            if self.running:
                self._left[self.running] = self._all(self.running, at)
            self._since = at

    def _all(self, seat, now):
        """Return the ms that a player has left at `now`, including periods."""
        left = self._left[seat]
        if seat == self.running and not self.stopped and now > self._since:
            left = max(0, left - (now - self._since))
        return left

    def left(self, seat, now):
        """Return the remaining ms of the main time or, once it is used up, of the present period."""
        left, control = self._all(seat, now), self.control
        byo_yomi = control.periods * control.period_ms
        if left > byo_yomi:
            return left - byo_yomi
        return (left - 1) % control.period_ms + 1 if left > 0 and byo_yomi else left

    def periods(self, seat, now):
        """Return the number of remaining periods, including the present period. A period with 0 ms left is used up."""
        control = self.control
        if not control.periods:
            return 0
        return min(control.periods, -(-self._all(seat, now) // control.period_ms))

    def parts(self, seat, now):
        """Return the number of remaining parts: the periods, plus one if the main time is not used up."""
        return self.periods(seat, now) + self._in_main(seat, now)

    def whole_ms(self, seat, now):
        """Return the full ms of the part that left() counts down: the main time, or a period."""
        control = self.control
        return control.main_ms if self._in_main(seat, now) or not control.periods else control.period_ms

    def _in_main(self, seat, now):
        return self._all(seat, now) > self.control.periods * self.control.period_ms

    def out(self, seat, now):
        """Whether the player has no time left, including periods."""
        return self._all(seat, now) <= 0

    def ends_at(self, seat):
        """Return when the player's whole time will be used up, or -1 if it isn't running."""
        return self._since + self._left[seat] if seat == self.running and not self.stopped else -1

    def step(self, seat, ms, now):
        """Add `ms` (may be negative) to the player's main time. In byo-yomi, add or remove one period instead."""
        self._reckon(now)
        control, left = self.control, self._left[seat]
        byo_yomi = control.periods * control.period_ms
        if byo_yomi and left <= byo_yomi:
            period_ms = control.period_ms if ms > 0 else -control.period_ms
            self._left[seat] = min(byo_yomi, max(0, left + period_ms))
        else:
            self._left[seat] = min(byo_yomi + MOST_MINUTES * 60_000, max(byo_yomi, left + ms))

    def check(self, left_ms):
        """Raise Refused if a player can't have that much time left."""
        if not 0 <= left_ms <= MOST_MINUTES * 60_000:
            raise Refused(coded("device.clock_left", most=MOST_MINUTES, text=left_ms))

    def correct(self, seat, left_ms, now):
        """Set the player's remaining time of the present period if the main time is used up, else of the main time.

        If the value is above one period in byo-yomi, it sets the main time again. Raises Refused for more than the
        maximum.
        """
        self.check(left_ms)
        self._reckon(now)
        control, left = self.control, self._left[seat]
        before = control.periods * control.period_ms
        if left <= before and left_ms <= control.period_ms:
            before = max(0, self.periods(seat, now) - 1) * control.period_ms
        self._left[seat] = before + left_ms

    def key(self):
        """Return a tuple that changes only if the times deviate from their normal run."""
        since = {self.running: 0 if self.stopped else self._since}
        left = [self._left[seat] + since.get(seat, 0) for seat in ("p1", "p2")]
        return self.running, self.stopped, left[0], left[1]

    def state(self, now):
        """Return the state for restore(): p1's and p2's ms (including periods), the running seat, whether stopped."""
        return (self._all("p1", now), self._all("p2", now), self.running, self.stopped)

    def restore(self, state, now):
        """Continue at `now` from a result of state(). The time between the two does not count."""
        self._left["p1"], self._left["p2"], self.running, self.stopped = state
        self._since = now
