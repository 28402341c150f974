"""The board's parts on the pins of an emulated RP2040, as their data sheets say they behave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rp2040py.external.ws2812 import Ws2812
from rp2040py.gpio_pin import GPIOPinState

from ..virtual.reeds import Reeds

# How long a column stays high after its row went low: 12 kOhm and 400 pF down to the input's threshold.
COLUMN_FALL_NS = 6900

_HIGH = GPIOPinState.HIGH


class Matrix:
    """Two 74HC595 in a chain drive the rows, and the reeds, diodes and pull-downs give the inputs."""

    def __init__(self, reeds: Reeds, pins: dict[str, Any]) -> None:
        self.reeds = reeds
        self._inputs = [*pins["columns"], pins["row_sense"]]
        self._pins = pins
        self._shift = 0x5A5A  # at power-up: anything
        self._rows = 0x5A5A
        self._shown = 0
        self.scans = 0

    def attach(self, rp2040: Any) -> None:
        self._gpio = rp2040.gpio
        self._clock = rp2040.clock
        self._fall = rp2040.clock.create_alarm(self._settle)
        self._data = rp2040.gpio[self._pins["row_data"]]
        for pin in self._inputs:
            rp2040.gpio[pin].set_input_value(False)
        rp2040.gpio[self._pins["row_clock"]].add_listener(self._on_clock)
        rp2040.gpio[self._pins["row_latch"]].add_listener(self._on_latch)

    def put(self, point: int) -> None:
        """Close the reed of a point, bouncing."""
        self._bounce(self.reeds.put(point, self._now_us()))

    def lift(self, point: int) -> None:
        """Open the reed of a point, bouncing."""
        self._bounce(self.reeds.lift(point, self._now_us()))

    def _bounce(self, changes_us: list[int]) -> None:
        for change in changes_us:
            self._clock.create_alarm(self._settle).schedule(max(0, change * 1000 - self._clock.nanos))

    def _now_us(self) -> int:
        return int(self._clock.nanos // 1000)

    def _on_clock(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if new == _HIGH:
            self._shift = (self._shift << 1 | (self._data.value == _HIGH)) & 0xFFFF

    def _on_latch(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if new != _HIGH or self._rows == self._shift:
            return
        self._rows = self._shift
        self.scans += self._rows & 1
        columns = self.reeds.columns(self._rows, self._now_us())
        self._drive(columns | self._shown)  # up at once, down through the pull-down
        self._fall.schedule(COLUMN_FALL_NS)

    def _settle(self) -> None:
        self._drive(self.reeds.columns(self._rows, self._now_us()))

    def _drive(self, columns: int) -> None:
        changed = columns ^ self._shown
        self._shown = columns
        for bit, pin in enumerate(self._inputs):
            if changed >> bit & 1:
                self._gpio[pin].set_input_value(bool(columns >> bit & 1))


class LedChain:
    """`pixels` WS2812B on one pin, the last one's output led back to another.

    `shown(frame)` is called with each latched frame: three bytes a pixel, in the order of the wire, only
    the chain's own pixels. `returned` counts the pulses that came out at the end.
    """

    BITS = 24
    GAP_NS = 50_000

    def __init__(self, pixels: int, data_pin: int, return_pin: int, shown: Callable[[bytes], None]) -> None:
        self.pixels = pixels
        self.returned = 0
        self._data_pin, self._return_pin = data_pin, return_pin
        self._shown = shown
        self._decoder = Ws2812(data_pin, color_order="GRB", on_pixels=self._latched)
        self._bits = 0
        self._last_edge = 0.0

    def attach(self, rp2040: Any) -> None:
        self._clock = rp2040.clock
        self._return = rp2040.gpio[self._return_pin]
        self._return.set_input_value(False)
        self._decoder.attach(rp2040)
        rp2040.gpio[self._data_pin].add_listener(self._on_edge)

    def _on_edge(self, new: GPIOPinState, old: GPIOPinState) -> None:
        now = self._clock.nanos
        high = new == _HIGH
        if high:
            if now - self._last_edge > self.GAP_NS:
                self._bits = 0
            self._bits += 1
        self._last_edge = now
        # every pixel keeps its own 24 bits and hands on the rest
        if self._bits > self.pixels * self.BITS:
            self.returned += high
            self._return.set_input_value(high)

    def _latched(self, pixels: list[tuple[int, ...]]) -> None:
        self._shown(b"".join(bytes((green, red, blue)) for red, green, blue in pixels[: self.pixels]))


class Buttons:
    """Buttons to ground; the pull-ups are inside the chip."""

    def __init__(self, pins: list[int]) -> None:
        self._pins = pins

    def attach(self, rp2040: Any) -> None:
        self._gpio = rp2040.gpio

    def set(self, number: int, down: bool) -> None:
        """Press or release the button `number`."""
        if down:
            self._gpio[self._pins[number]].set_input_value(False)
        else:
            self._gpio[self._pins[number]].release_input()


class Buzzer:
    """A piezo: `sounds(hz)` is called when its tone changes, with 0 when it falls silent."""

    SILENT_NS = 20_000_000

    def __init__(self, pin: int, sounds: Callable[[int], None]) -> None:
        self._pin = pin
        self._sounds = sounds
        self._rise = 0.0
        self._hz = 0

    def attach(self, rp2040: Any) -> None:
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
            # one tone, however its edges jitter
            if abs(hz - self._hz) > self._hz // 50:
                self._hz = hz
                self._sounds(hz)

    def _silent(self) -> None:
        self._hz = 0
        self._sounds(0)
