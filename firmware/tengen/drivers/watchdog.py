"""The RP2040's watchdog: resets the chip when the app hangs, and remembers which part of the app was running."""

import time

from machine import WDT, mem32
from micropython import const

# A file written on a flash whose every erase takes as long as the data sheet lets it takes 1.6 s.
TIMEOUT_MS = 3000

_STEP_MS = const(500)

# RP2040 datasheet 4.7.6, and 2.1.2 for the second address of a register: what is written there is cleared in it
_CTRL_CLEAR = const(0x4005B000)
_ENABLE = const(1 << 30)
_REASON = const(0x40058008)
_TIMER = const(1)  # the other bit: machine.reset()
# Registers that live as long as the chip has power: while the watchdog is armed this one says which part is at work.
# REASON stays what it is through soft resets; this word is taken away when it has been read.
_PART = const(0x4005800C)
_ARMED = const(0x7E60)
# ... and this, whether an interrupt was looking at a frame
LOOKING = const(0x40058010)
# ... and this, how many such resets there were in a row
_IN_A_ROW = const(0x40058014)


class Watchdog:
    """The chip's watchdog, not armed at first."""

    def __init__(self):
        self._wdt = None
        self._blamed = False
        mem32[_CTRL_CLEAR] = _ENABLE

    @property
    def armed(self):
        """Whether the chip is reset when it is not fed."""
        return self._wdt is not None

    def stood_still(self, scan):
        """The number of the part in which the app stood still, if that is why the chip was reset; else None.

        Where an interrupt was looking at a frame, that is `scan`, whatever part was at work. A second call returns
        None.
        """
        word, looking = mem32[_PART], mem32[LOOKING]
        mem32[_PART] = mem32[LOOKING] = 0
        if not mem32[_REASON] & _TIMER or word & 0xFFF0 != _ARMED:
            self.steady()
            return None
        mem32[_IN_A_ROW] += 1
        return scan if looking else word & 15

    @property
    def in_a_row(self):
        """How many resets there were since steady()."""
        return mem32[_IN_A_ROW]

    def steady(self):
        """Forget earlier resets: the app has run for so long that another one has another cause."""
        mem32[_IN_A_ROW] = 0

    def arm(self, part):
        """Reset the chip when it has not been fed for TIMEOUT_MS; the part of this number is at work."""
        self._wdt = WDT(timeout=TIMEOUT_MS)
        self._blamed = False
        self.stage(part)

    def feed(self):
        """Feed the watchdog: the app makes progress."""
        self._blamed = False
        if self._wdt:
            self._wdt.feed()

    def stage(self, part):
        """The part of this number is at work now."""
        if self._wdt and not self._blamed:
            mem32[_PART] = _ARMED | part

    def blame(self, part):
        """The part of this number hangs: remember it, whichever parts work until the next feed()."""
        self._blamed = False
        self.stage(part)
        self._blamed = True

    def pause(self, period_ms):
        """Wait, and feed the watchdog meanwhile."""
        for _ in range(period_ms // _STEP_MS):
            self.feed()
            time.sleep_ms(_STEP_MS)

    def hold(self):
        """Disarm it. MicroPython has no call for that."""
        mem32[_CTRL_CLEAR] = _ENABLE
        mem32[_PART] = 0
        self._wdt = None
