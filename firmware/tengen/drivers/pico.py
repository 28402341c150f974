"""The Pico with all drivers, each on its pins from wiring.py."""

import asyncio
import gc
import io
import sys
import time

from machine import ADC, PWM, Pin, freq

from tengen import wiring

from . import programs
from .console import Console
from .matrix import Matrix
from .store import Store
from .strip import Strip
from .watchdog import Watchdog


class Pico:
    """The drivers of a whole board.

    A simulated board needs only what app.py and its packages use: clock.now() and clock.sleep_ms(); matrix.run(look,
    wired), show(look, wired), changed(), frames and unseen_ms; strip.draw(), send(), frames, begin_proof() and
    end_proof(); buzzer.tone(); supply.millivolts(); all methods of store; console.read(), write(), waiting() and run();
    watchdog.stage(), feed(), blame(), hold() and armed; and tidy(), which may take some ms.

    `watchdog`: a Watchdog, possibly armed; if None, a new one is created. If another program has changed the chip's
    clock frequency, the frequency is set back, because the times of all drivers depend on it.
    """

    def __init__(self, watchdog=None):
        self.watchdog = watchdog or Watchdog()
        self.clock = Clock()
        if freq() != programs.CLOCK_HZ:
            freq(programs.CLOCK_HZ)
        self._open = []
        try:
            self.matrix = self._opened(
                Matrix(wiring.COLUMNS, wiring.ROW_DATA, wiring.BUTTONS, wiring.SETTLE_US, 1000 * wiring.SCAN_MS)
            )
            self.strip = self._opened(Strip(wiring.LED_DATA, wiring.LED_RETURN, wiring.PIXELS))
            self.buzzer = self._opened(Buzzer(wiring.BUZZER))
            self.supply = Supply()
            self.store = Store()
            self.console = Console()
        except BaseException:
            self.stop()
            raise

    def _opened(self, driver):
        self._open.append(driver)
        return driver

    def tidy(self):
        """Run the garbage collection, which takes 20 ms or more."""
        gc.collect()

    def stop(self):
        """Switch lights and buzzer off, and release every peripheral for its next user, even if one of them fails."""
        if self._open:
            driver = self._open.pop()
            try:
                driver.stop()
            finally:
                self.stop()


def traceback(error):
    """Return an exception with its traceback as text."""
    text = io.StringIO()
    sys.print_exception(error, text)
    return text.getvalue()


class Clock:
    """Milliseconds since the start. Unlike ticks_ms(), the count does not wrap around after 12 days."""

    def __init__(self):
        self._ticks = time.ticks_ms()
        self._now = 0
        self.sleep_ms = asyncio.sleep_ms

    def now(self):
        """Return the milliseconds since the start."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now


class Buzzer:
    """A piezo on a PWM pin."""

    def __init__(self, pin):
        self._pwm = PWM(Pin(pin), freq=1000, duty_u16=0)

    def tone(self, hz):
        """Sound a tone of `hz`; 0 means silence."""
        if hz:
            self._pwm.freq(hz)
        self._pwm.duty_u16(32768 if hz else 0)

    def stop(self):
        """Switch the sound off and release the PWM."""
        self._pwm.duty_u16(0)
        self._pwm.deinit()


class Supply:
    """The lights' 5 V rail, measured by the Pico's ADC. VSYS can't be measured instead: a laptop feeds it too."""

    def __init__(self):
        # ADC() with a channel number instead of a pin would leave the pin's pull-down on, and a pull-down falsifies a
        # divider
        self._adc = ADC(Pin(wiring.RAIL))

    def millivolts(self):
        """Measure the rail in mV."""
        return self._adc.read_u16() * wiring.RAIL_FULL_MV // 65535
