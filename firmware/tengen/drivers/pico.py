"""The Pico with Tengen's board around it: each part as tengen.app wants it, on the pins of wiring.py."""

import asyncio
import select
import sys
import time

from machine import PWM, Pin, mem32

from tengen import wiring

from .matrix import Matrix
from .strip import Strip

_READ_AT_ONCE = 64
_GPIO_IN = 0xD0000004  # SIO: every pin's level (RP2040 datasheet 2.3.1.7)


class Pico:
    """The drivers of a whole board."""

    def __init__(self):
        self.clock = Clock()
        self.matrix = Matrix(wiring.SIZE, wiring.COLUMNS, wiring.ROW_DATA, wiring.SETTLE_US)
        self.strip = Strip(wiring.LED_DATA, wiring.PIXELS)
        self.buttons = Buttons(wiring.BUTTONS)
        self.buzzer = Buzzer(wiring.BUZZER)
        self.console = Console()

    def stop(self):
        """Dark and silent, and every peripheral free for whoever comes next."""
        self.buzzer.tone(0)
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


class Buttons:
    """Buttons to ground, all read at once."""

    def __init__(self, pins):
        self._pins = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in pins]
        self._masks = [1 << pin for pin in pins]
        self._all = sum(self._masks)

    def levels(self):
        """A bit a button, 1 where it is down."""
        up = mem32[_GPIO_IN] & self._all
        if up == self._all:
            return 0
        levels = 0
        for number, mask in enumerate(self._masks):
            if not up & mask:
                levels |= 1 << number
        return levels


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


class Console:
    """The USB serial console, byte for byte. Ctrl-C stays what it is: it never comes through here."""

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self):
        """What has arrived, at most a few dozen bytes at once; empty where nothing has."""
        if not self._poll.poll(0):
            return b""
        data = bytearray()
        while len(data) < _READ_AT_ONCE and self._poll.poll(0):
            data += sys.stdin.buffer.read(1)
        return data

    def write(self, data):
        """Send bytes; where nobody listens they are lost."""
        sys.stdout.buffer.write(data)
