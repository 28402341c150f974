"""The RP2040's watchdog. It resets the chip when the app hangs, and remembers which part of the app was running."""

import time

from machine import WDT, mem32, soft_reset
from micropython import const

# ms. Writing a file takes up to 1.6 s if each erase takes the longest time that the data sheet gives.
TIMEOUT_MS = 3000

_STEP_MS = const(500)

# Source: RP2040 datasheet 4.7.6. Section 2.1.2 describes a register's second address, where each written 1 clears a bit
_CTRL_CLEAR = const(0x4005B000)
_ENABLE = const(1 << 30)
_REASON = const(0x40058008)
_TIMER = const(1)  # the other bit means machine.reset()
# Four scratch registers, which keep their value while the chip has power. While the watchdog is armed, the first
# contains _ARMED and the number of the part that is running. REASON does not change at a soft reset, so stood_still()
# clears this register.
_PART = const(0x4005800C)
_ARMED = const(0x7E60)
# The second register: 1 while an interrupt handles a frame
LOOKING = const(0x40058010)
# The third register: the number of watchdog resets in a row
_IN_A_ROW = const(0x40058014)
# The fourth register: the number that start_anew() passes on
_HANDED = const(0x40058018)


class Watchdog:
    """The chip's watchdog. It is not armed at first."""

    def __init__(self):
        self._wdt = None
        self._blamed = False
        mem32[_CTRL_CLEAR] = _ENABLE

    @property
    def armed(self):
        """Whether the watchdog is active. An active watchdog resets the chip if it is not fed."""
        return self._wdt is not None

    def stood_still(self, scan):
        """Return the number of the part in which the app hung, if the watchdog has reset the chip; else None.

        If an interrupt was handling a frame at the reset, return `scan` instead of that number. A second call returns
        None.
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
        """The number of failures since steady(), including watchdog resets."""
        return mem32[_IN_A_ROW]

    def failed(self):
        """Count a failure after which MicroPython restarts."""
        mem32[_IN_A_ROW] += 1

    def steady(self):
        """Set in_a_row to 0. Call this when the app has run for so long that a new reset must have another cause."""
        mem32[_IN_A_ROW] = 0

    def arm(self, part):
        """Arm the watchdog, which then resets the chip if not fed for TIMEOUT_MS. `part`: the part that runs now."""
        self._wdt = WDT(timeout=TIMEOUT_MS)
        self._blamed = False
        self.stage(part)

    def feed(self):
        """Feed the watchdog, because the app makes progress."""
        self._blamed = False
        if self._wdt:
            self._wdt.feed()

    def stage(self, part):
        """Record the number of the part that is running, unless another part is blamed."""
        if self._wdt and not self._blamed:
            mem32[_PART] = _ARMED | part

    def blame(self, part):
        """Record the number of the part that hangs. stage() does not replace this number until the next feed()."""
        self._blamed = False
        self.stage(part)
        self._blamed = True

    def pause(self, period_ms):
        """Wait, and feed the watchdog meanwhile."""
        for _ in range(period_ms // _STEP_MS):
            self.feed()
            time.sleep_ms(_STEP_MS)

    def start_anew(self, number):
        """Restart MicroPython to get an unfragmented heap. After the restart handed_over() returns `number`."""
        mem32[_HANDED] = number
        self.hold()
        soft_reset()

    def handed_over(self):
        """Return the number passed to start_anew(), or 0. A second call returns 0."""
        number = mem32[_HANDED]
        mem32[_HANDED] = 0
        return number

    def hold(self):
        """Disarm the watchdog through its register, because MicroPython has no function for this."""
        mem32[_CTRL_CLEAR] = _ENABLE
        mem32[_PART] = 0
        self._wdt = None
