"""The RP2040's watchdog: resets the chip when the app hangs, and remembers which part of the app was running."""

import time

from machine import WDT, mem32, soft_reset
from micropython import const

# To write a file takes up to 1.6 s, if each erase takes as long as the data sheet permits.
TIMEOUT_MS = 3000

_STEP_MS = const(500)

# RP2040 datasheet 4.7.6; and 2.1.2 for a register's second address, where each written 1 clears a bit
_CTRL_CLEAR = const(0x4005B000)
_ENABLE = const(1 << 30)
_REASON = const(0x40058008)
_TIMER = const(1)  # the other bit: machine.reset()
# Four scratch registers, which keep their value while the chip has power. The first: _ARMED and the number of the
# part at work, while the watchdog is armed. REASON does not change at a soft reset, so stood_still() clears this one.
_PART = const(0x4005800C)
_ARMED = const(0x7E60)
# The second: 1 while an interrupt handles a frame
LOOKING = const(0x40058010)
# The third: the number of resets by the watchdog in a row
_IN_A_ROW = const(0x40058014)
# The fourth: a number that start_anew() hands over
_HANDED = const(0x40058018)


class Watchdog:
    """The chip's watchdog. It is not armed at first."""

    def __init__(self):
        self._wdt = None
        self._blamed = False
        mem32[_CTRL_CLEAR] = _ENABLE

    @property
    def armed(self):
        """Whether the watchdog runs: it resets the chip if it is not fed."""
        return self._wdt is not None

    def stood_still(self, scan):
        """Return the number of the part in which the app hung, if the watchdog has reset the chip; else None.

        If an interrupt was handling a frame at the reset, return `scan` instead of the part at work. A second call
        returns None.
        """
        word, looking = mem32[_PART], mem32[LOOKING]
        mem32[_PART] = mem32[LOOKING] = 0
        if not mem32[_REASON] & _TIMER or word & 0xFFF0 != _ARMED:
            self.steady()
            return None
        self.failed()
        return scan if looking else word & 15

    @property
    def in_a_row(self):
        """The number of failed() since steady(); each reset by the watchdog is one."""
        return mem32[_IN_A_ROW]

    def failed(self):
        """Count a failure after which MicroPython starts anew."""
        mem32[_IN_A_ROW] += 1

    def steady(self):
        """Set in_a_row to 0. Call it when the app has run for so long that a new reset must have another cause."""
        mem32[_IN_A_ROW] = 0

    def arm(self, part):
        """Arm the watchdog: reset the chip if it is not fed for TIMEOUT_MS. `part` is at work."""
        self._wdt = WDT(timeout=TIMEOUT_MS)
        self._blamed = False
        self.stage(part)

    def feed(self):
        """Feed the watchdog: the app makes progress."""
        self._blamed = False
        if self._wdt:
            self._wdt.feed()

    def stage(self, part):
        """Note that the part of this number is at work, unless another part is blamed."""
        if self._wdt and not self._blamed:
            mem32[_PART] = _ARMED | part

    def blame(self, part):
        """Note that the part of this number hangs. stage() does not replace it until the next feed()."""
        self._blamed = False
        self.stage(part)
        self._blamed = True

    def pause(self, period_ms):
        """Wait, and feed the watchdog meanwhile."""
        for _ in range(period_ms // _STEP_MS):
            self.feed()
            time.sleep_ms(_STEP_MS)

    def start_anew(self, number):
        """Start MicroPython anew, and so with a heap in one piece; handed_over() of the next start returns `number`."""
        mem32[_HANDED] = number
        self.hold()
        soft_reset()

    def handed_over(self):
        """Return the number of start_anew(), or 0. A second call returns 0."""
        number = mem32[_HANDED]
        mem32[_HANDED] = 0
        return number

    def hold(self):
        """Disarm the watchdog, by its register: MicroPython has no call for this."""
        mem32[_CTRL_CLEAR] = _ENABLE
        mem32[_PART] = 0
        self._wdt = None
