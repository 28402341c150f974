"""The Pico with Tengen's board around it: each part as tengen.app wants it, on the pins of wiring.py."""

import asyncio
import gc
import os
import select
import sys
import time

from machine import ADC, PWM, Pin

from tengen import wiring

from .matrix import Matrix
from .strip import Strip

_READ_AT_ONCE = 64
_VSYS = 3  # the ADC's channel: a third of VSYS (Pico datasheet 2.1)
_ADC_FULL_MV = 3300


class Pico:
    """The drivers of a whole board."""

    def __init__(self):
        self.clock = Clock()
        self.matrix = Matrix(
            wiring.COLUMNS, wiring.ROW_DATA, wiring.BUTTONS, wiring.SETTLE_US, 1000 * wiring.SCAN_MS
        )
        self.strip = Strip(wiring.LED_DATA, wiring.LED_RETURN, wiring.PIXELS)
        self.buzzer = Buzzer(wiring.BUZZER)
        self.supply = Supply()
        self.store = Store()
        self.console = Console()

    def tidy(self):
        """Collect garbage, which takes 12 ms: as long as a light may."""
        gc.collect()

    def stop(self):
        """Dark and silent, and every peripheral free for whoever comes next."""
        self.buzzer.stop()
        self.matrix.stop()
        self.strip.stop()


class Clock:
    """Milliseconds since the start. ticks_ms() begins anew after 12 days; this does not."""

    def __init__(self):
        self._ticks = time.ticks_ms()
        self._now = 0
        self.sleep_ms = asyncio.sleep_ms

    def now(self):
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now


class Buzzer:
    """A piezo on a PWM pin."""

    def __init__(self, pin):
        self._pwm = PWM(Pin(pin))
        self._pwm.freq(1000)
        self._pwm.duty_u16(0)

    def tone(self, hz):
        """Sound at `hz`, or be silent with 0."""
        if hz:
            self._pwm.freq(hz)
        self._pwm.duty_u16(32768 if hz else 0)

    def stop(self):
        """Silent, and the PWM free."""
        self._pwm.duty_u16(0)
        self._pwm.deinit()


class Supply:
    """VSYS, as the Pico itself measures it."""

    def __init__(self):
        self._adc = ADC(_VSYS)

    def millivolts(self):
        """VSYS now, in mV."""
        return self._adc.read_u16() * 3 * _ADC_FULL_MV // 65535


class Store:
    """Small files on the Pico's flash. Writing stops everything for some tens of ms; the matrix's frames wait."""

    def load(self, name):
        """The file's bytes, or None where there is no such file."""
        try:
            with open(name, "rb") as file:
                return file.read()
        except OSError:
            return None

    def save(self, name, data):
        """Write a file whole: after a cut of power there is the old or the new. Raises OSError, and keeps the old."""
        new = name + ".new"
        with open(new, "wb") as file:
            file.write(data)
        os.rename(new, name)


class Console:
    """The USB serial console, byte for byte. Ctrl-C stays what it is: it never comes through here."""

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self):
        """What has arrived, at most a few dozen bytes at once; empty where nothing has."""
        if not self._waits():
            return b""
        data = bytearray()
        while len(data) < _READ_AT_ONCE and self._waits():
            data += sys.stdin.buffer.read(1)
        return data

    def _waits(self):
        # unlike poll(), this allocates nothing
        for _ in self._poll.ipoll(0):
            return True
        return False

    def write(self, data):
        """Send bytes; where nobody listens they are lost."""
        sys.stdout.buffer.write(data)
