"""The board's parts on the pins of an emulated RP2040. They behave as in their data sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rp2040py.gpio_pin import GPIOPinState

from .. import wiring
from ..virtual.faults import PICO_MV, Faults
from ..virtual.reeds import Reeds

CYCLE_NS = 8  # one cycle of the chip's clock

_LOW, _HIGH = GPIOPinState.LOW, GPIOPinState.HIGH
_NEVER = float("inf")


class Matrix:
    """The matrix: two chained 74HC595 drive the rows; the reeds, diodes and pull-downs determine the inputs.

    A column rises at once when a row drives it. When no row drives it any more, its pull-down discharges it, and it
    reads high for another `reeds.fall_ns`. `scans` counts how often row 1 was driven.
    """

    def __init__(self, reeds: Reeds, pins: dict[str, Any]) -> None:
        self.reeds = reeds
        self._inputs = [*pins["columns"], pins["row_sense"]]
        self._pins = pins
        self._shift = 0x5A5A  # an arbitrary value, because the register is undefined at power-up
        self._rows = 0x5A5A
        self._fed = 0
        # a cache: by the mask of the driven rows, the columns that they feed; valid while all contacts rest
        self._fed_by: dict[int, int] = {}
        self._rest_until = 0.0
        self._version = -1  # the version of the faults that the cache was made with
        self._falling: list[tuple[float, int]] = []  # (time in ns, columns that read high until then)
        self._shown = 0
        self.scans = 0

    def attach(self, rp2040: Any) -> None:
        """Connect the parts to the chip's pins."""
        self._gpio = rp2040.gpio
        self._clock = rp2040.clock
        self._change = rp2040.clock.create_alarm(self._follow)
        self._data = rp2040.gpio[self._pins["row_data"]]
        for pin in self._inputs:
            rp2040.gpio[pin].set_input_value(False)
        rp2040.gpio[self._pins["row_clock"]].add_listener(self._on_clock)
        rp2040.gpio[self._pins["row_latch"]].add_listener(self._on_latch)

    def put(self, point: int) -> None:
        """Put a stone on a point."""
        self.reeds.put(point, int(self._clock.nanos // 1000))
        self._rest_until = 0.0
        self._follow()

    def lift(self, point: int) -> None:
        """Take the stone off a point."""
        self.reeds.lift(point, int(self._clock.nanos // 1000))
        self._rest_until = 0.0
        self._follow()

    def _on_clock(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if new is _HIGH:
            self._shift = (self._shift << 1 | (self._data.value is _HIGH)) & 0xFFFF

    def _on_latch(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if new is not _HIGH or self._rows == self._shift:
            return
        self._rows = self._shift
        self.scans += self._rows & 1
        self._follow()

    def _follow(self) -> None:
        """Update the inputs, and set an alarm for the next change that happens without a new row."""
        now = self._clock.nanos
        fed = self._feed(now)
        if self._fed & ~fed:
            self._falling.append((now + self.reeds.fall_ns, self._fed))
        self._fed = columns = fed
        change = self._rest_until
        if self._falling:
            self._falling = [(until, high) for until, high in self._falling if until > now]
            for until, high in self._falling:
                columns |= high
                change = min(change, until)
        if columns != self._shown:
            self._drive(columns)
        if change < _NEVER:
            self._change.schedule(max(CYCLE_NS, change - now))

    def _feed(self, now: float) -> int:
        """Return the columns that the driven rows feed. Each answer is cached until a contact or a fault changes."""
        if now >= self._rest_until or self._version != self.reeds.faults.version:
            change_us = self.reeds.next_change_us(int(now // 1000))
            self._rest_until = _NEVER if change_us is None else change_us * 1000.0
            self._version = self.reeds.faults.version
            self._fed_by.clear()
        fed = self._fed_by.get(self._rows)
        if fed is None:
            fed = self._fed_by[self._rows] = self.reeds.columns(self._rows, int(now // 1000))
        return fed

    def _drive(self, columns: int) -> None:
        changed = columns ^ self._shown
        self._shown = columns
        for bit, pin in enumerate(self._inputs):
            if changed >> bit & 1:
                self._gpio[pin].set_input_value(bool(columns >> bit & 1))


class LedChain:
    """`pixels` WS2812B in a chain on one pin; the last one's output is connected to another pin.

    A pixel keeps its colour until it gets another; a frame may be shorter than the chain. At each latch,
    `shown(frame)` is called with the colours of all pixels: three bytes for each, dark or not, in the order of the
    wire. `frames` counts the latched frames, `latched_ns` is the time of the last one, and `returned` counts the pulses
    that came out at the end of the chain. The pixels in `stubborn` pass data on, but keep their own colour.
    """

    LATCH_NS = 280_000  # after this time at low the frame is latched; the next bit belongs to the first pixel
    # share of the shortest period; a bit that is high for longer is a 1 (a 0 is high for a quarter, a 1 for about half)
    ONE = 0.4

    def __init__(
        self, pixels: int, data_pin: int, return_pin: int, faults: Faults, shown: Callable[[bytes], None]
    ) -> None:
        self.frames = 0
        self.latched_ns = 0.0
        self.returned = 0
        self.stubborn: set[int] = set()
        self._bytes = 3 * pixels
        self._colours = bytearray(3 * pixels)
        self._data_pin, self._return_pin = data_pin, return_pin
        self._faults = faults
        self._shown = shown
        self._rises: list[float] = []
        self._falls: list[float] = []

    def attach(self, rp2040: Any) -> None:
        """Connect both ends of the chain to the chip's pins."""
        self._clock = rp2040.clock
        self._latch = rp2040.clock.create_alarm(self._on_latch)
        self._return = rp2040.gpio[self._return_pin]
        self._return.set_input_value(False)
        rp2040.gpio[self._data_pin].add_listener(self._on_edge)

    def _on_edge(self, new: GPIOPinState, old: GPIOPinState) -> None:
        high = new is _HIGH
        if high:
            # a new rise replaces a rise without a fall, which was no bit: the pin was no longer driven after it
            self._rises[len(self._falls) :] = [self._clock.nanos]
        elif new is _LOW and len(self._falls) < len(self._rises):
            self._falls.append(self._clock.nanos)
            if len(self._falls) == 1:
                self._latch.schedule(self.LATCH_NS)
        # each pixel takes its own 24 bits and passes on the rest; a broken pixel passes on nothing
        if len(self._rises) > 8 * self._bytes and self._faults.broken_led is None:
            self.returned += high
            self._return.set_input_value(high)

    def _on_latch(self) -> None:
        quiet = self._clock.nanos - max(self._rises[-1], self._falls[-1])
        if quiet < self.LATCH_NS:
            self._latch.schedule(self.LATCH_NS - quiet)
            return
        rises, falls, self._rises, self._falls = self._rises, self._falls, [], []
        shortest = min((after - rise for rise, after in zip(rises, rises[1:], strict=False)), default=0.0)
        least = self.ONE * shortest
        bits = "".join(["1" if fall - rise >= least else "0" for rise, fall in zip(rises, falls, strict=False)])
        whole = min(len(bits) // 24 * 3, self._bytes)
        if whole:
            self.frames += 1
            self.latched_ns = falls[-1] + self.LATCH_NS
            kept = [(pixel, bytes(self._colours[3 * pixel : 3 * pixel + 3])) for pixel in self.stubborn]
            self._colours[:whole] = int(bits[: 8 * whole], 2).to_bytes(whole, "big")
            for pixel, colour in kept:
                self._colours[3 * pixel : 3 * pixel + 3] = colour
            # pixels behind a break get no data; without power all are dark, and stay so until they get data again
            self._colours[:] = self._faults.seen(bytes(self._colours))
            self._shown(bytes(self._colours))

    def disturb(self, pixel: int, colour: bytes) -> None:
        """Change the colour (green, red, blue) of one pixel, like a spike on the wire or the supply."""
        self._colours[3 * pixel : 3 * pixel + 3] = colour
        self._shown(bytes(self._colours))


class Buttons:
    """Buttons between the pins and ground; the chip has internal pull-ups."""

    def __init__(self, pins: list[int]) -> None:
        self._pins = pins

    def attach(self, rp2040: Any) -> None:
        """Connect the buttons to the chip's pins."""
        self._gpio = rp2040.gpio

    def set(self, number: int, down: bool) -> None:
        """Press or release the button `number`."""
        if down:
            self._gpio[self._pins[number]].set_input_value(False)
        else:
            self._gpio[self._pins[number]].release_input()


class Buzzer:
    """A piezo. `sounds(hz)` is called when its tone changes, with 0 when it becomes silent."""

    SILENT_NS = 20_000_000

    def __init__(self, pin: int, sounds: Callable[[int], None]) -> None:
        self._pin = pin
        self._sounds = sounds
        self._rise = 0.0
        self._hz = 0

    def attach(self, rp2040: Any) -> None:
        """Connect the buzzer to the chip's pin."""
        self._clock = rp2040.clock
        self._silence = rp2040.clock.create_alarm(self._silent)
        rp2040.gpio[self._pin].add_listener(self._on_edge)

    def _on_edge(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if new != _HIGH:
            return
        now = self._clock.nanos
        period = now - self._rise
        self._rise = now
        self._silence.schedule(self.SILENT_NS)
        if 0 < period < self.SILENT_NS:
            hz = round(1e9 / period)
            # a smaller difference is only the jitter of one tone's edges
            if abs(hz - self._hz) > self._hz // 50:
                self._hz = hz
                self._sounds(hz)

    def _silent(self) -> None:
        self._hz = 0
        self._sounds(0)


class Supply:
    """The supply as the chip's ADC measures it, with 3.3 V as the reference.

    The board's divider scales the 5 V rail, so that `full_mv` is full scale. The Pico itself divides VSYS by three, for
    channel 3 (GPIO29).
    """

    PICO_CHANNEL, PICO_FULL_MV = 3, 3 * 3300
    STEPS = 4096

    def __init__(self, faults: Faults, pin: int, full_mv: int) -> None:
        self._faults = faults
        self._channel, self._full_mv = wiring.ADC_PINS.index(pin), full_mv

    def attach(self, rp2040: Any) -> None:
        """Connect the supply to the chip's ADC."""
        self._adc = rp2040.adc
        self._convert = rp2040.adc.on_adc_read
        rp2040.adc.on_adc_read = self._on_read

    def _on_read(self, channel: int) -> None:
        self._put(self._channel, self._faults.supply_mv, self._full_mv)
        self._put(self.PICO_CHANNEL, PICO_MV, self.PICO_FULL_MV)
        self._convert(channel)

    def _put(self, channel: int, millivolts: int, full_mv: int) -> None:
        self._adc.channel_values[channel] = min(millivolts * self.STEPS // full_mv, self.STEPS - 1)
