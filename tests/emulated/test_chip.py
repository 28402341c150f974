"""Test the emulated chip itself, at its REPL: correct PIO time while the CPU sleeps, and single drivers."""

import asyncio
import random

import pytest
from rp2040py.boards import BoardSpec
from rp2040py.device import MicroPythonDevice
from tengen_host.bench.whole_board import Sleep
from tengen_host.emulator.board import USB_READ_DELAY_US
from tengen_host.emulator.chip import Chip

# Toggles GPIO2 with every PIO step, at `hz`, while the CPU sleeps for `ms`.
TOGGLE = """
import rp2, machine, time
@rp2.asm_pio(set_init=rp2.PIO.OUT_LOW)
def toggle():
    set(pins, 1)
    set(pins, 0)
machine_ = rp2.StateMachine(0, toggle, freq={hz}, set_base=machine.Pin(2))
machine_.active(1)
time.sleep_ms({ms})
machine_.active(0)
"""


class Edges:
    """The times in ns at which a pin changed."""

    def __init__(self, gpio):
        self.gpio = gpio
        self.times = []

    def attach(self, rp2040):
        self._clock = rp2040.clock
        rp2040.gpio[self.gpio].add_listener(lambda new, old: self.times.append(self._clock.nanos))


def at_the_repl(pico_image, code, *parts, chip=Chip):
    """Return the output of `code` on a Pico that has just booted, after Ctrl-C has stopped the app.

    The test fails if the code raises an error.
    """

    async def run():
        extras = tuple((lambda part=part: part) for part in parts)
        device = MicroPythonDevice(board=BoardSpec(mcu=chip, extras=extras, image=pico_image.uf2))
        device.mcu.usb_ctrl.read_delay_microseconds = USB_READ_DELAY_US
        async with device:
            device.cdc.send_serial_byte(3)
            output, errors = await device.aexec(code, timeout=300)
            assert errors == b"", errors.decode()
            return output.decode()

    return asyncio.run(run())


def not_compiled(clock=None):
    """The chip without the compiled loop."""
    return Chip(clock, compiled=False)


def cached(clock=None):
    """The chip with the flash cache, for measurements of time."""
    chip = Chip(clock)
    chip.add_cache()
    return chip


@pytest.mark.parametrize("chip", [Chip, not_compiled, cached])
@pytest.mark.parametrize(("hz", "ms"), [(1_000_000, 100), (10_416_666, 10), (8_000_000, 10), (3_000, 100)])
def test_pio_keeps_true_time_while_the_cpu_sleeps(pico_image, hz, ms, chip):
    edges = Edges(2)
    at_the_repl(pico_image, TOGGLE.format(hz=hz, ms=ms), edges, chip=chip)
    times = edges.times[1:]  # without the first edge, at which the pin becomes an output
    span = times[-1] - times[0]
    # sleep_ms counts whole ticks of a millisecond, so it may end up to one tick early, and the last period is not whole
    assert span > (ms - 1) * 1e6 - 1e9 / hz, "it ran all the time"
    assert (len(times) - 1) * 1e9 / span == pytest.approx(hz, rel=1e-3)
    longest = max(after - before for before, after in zip(times, times[1:], strict=False))
    assert longest < 1e9 / hz + 300, "no gap longer than one CPU instruction"


# The chip sleeps for 100 ms, then never, then half of the time. The marker is high during each of the three parts.
SLEEP = """
import time
from machine import Pin
marker = Pin(28, Pin.OUT)
def busy(ms):
    end = time.ticks_add(time.ticks_us(), 1000 * ms)
    while time.ticks_diff(end, time.ticks_us()) > 0:
        pass
marker(1)
time.sleep_ms(100)
marker(0)
marker(1)
busy(100)
marker(0)
marker(1)
for _ in range(5):
    time.sleep_ms(10)
    busy(10)
marker(0)
"""


class Sleeps:
    """For each period with a high marker, the percentage of time in which the core sleeps, and the length in ms."""

    def __init__(self):
        self.found = []
        self._sleep = None

    def attach(self, rp2040):
        def on_edge(new, old):
            if new == 1:
                self._sleep = Sleep(rp2040)
            elif self._sleep:
                self.found.append((self._sleep.percent(), self._sleep.took_ns() / 1e6))

        rp2040.gpio[28].add_listener(on_edge)


@pytest.mark.parametrize("chip", [Chip, cached])
def test_the_bench_knows_how_much_the_core_sleeps(pico_image, chip):
    sleeps = Sleeps()
    at_the_repl(pico_image, SLEEP, sleeps, chip=chip)
    asleep, awake, both = sleeps.found
    assert all(took == pytest.approx(100, abs=6) for _, took in (asleep, awake, both))
    # a sleeping core wakes every millisecond for USB's start of frame
    assert asleep[0] > 95 and -0.01 < awake[0] < 0.01 and both[0] == pytest.approx(50, abs=4)


# the address of the SIO's registers (RP2040 data sheet, 2.3.1.7)
SIO = 0xD0000000
DIVIDER = [SIO + offset for offset in range(0x060, 0x07C, 4)]
LOCKS = [SIO + 0x100, SIO + 0x17C]
OPERANDS = [0, 1, 2, 7, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF]


def test_the_compiled_chip_divides_as_the_other_does():
    compiled, other = Chip(), not_compiled()
    for signed in (0, 8):
        for dividend in OPERANDS:
            for divisor in OPERANDS:
                found = []
                for chip in (compiled, other):
                    chip.write_uint32(SIO + 0x060 + signed, dividend)
                    chip.write_uint32(SIO + 0x064 + signed, divisor)
                    found.append([chip.read_uint32(address) for address in (*DIVIDER, DIVIDER[6])])
                assert found[0] == found[1], (signed, hex(dividend), hex(divisor))
    compiled.write_uint32(SIO + 0x068, -7 & 0xFFFFFFFF)
    compiled.write_uint32(SIO + 0x06C, 2)
    assert compiled.read_uint32(SIO + 0x070) == -3 & 0xFFFFFFFF  # rounded towards zero
    assert compiled.read_uint32(SIO + 0x074) == -1 & 0xFFFFFFFF


def test_the_compiled_chip_reads_and_writes_as_the_other_does():
    """Random accesses to RAM, flash and SIO give the same values on both, and the same memory at the end."""
    chance = random.Random(27)
    compiled, other = Chip(), not_compiled()
    edges = [0x20000000, 0x20041FF8, 0x10000000]
    for _ in range(3000):
        address = chance.choice([*DIVIDER, *LOCKS, SIO, SIO + 0x010, *(edge + chance.randrange(8) for edge in edges)])
        value = chance.getrandbits(32)
        what = chance.choice(
            ["read_uint32", "read_uint16", "read_uint8", "write_uint32", "write_uint16", "write_uint8"]
        )
        if address >= SIO or what.endswith("32"):
            address &= ~3
        if what.endswith("16"):
            address &= ~1
        if what.startswith("read"):
            assert getattr(compiled, what)(address) == getattr(other, what)(address), (what, hex(address))
        else:
            getattr(compiled, what)(address, value & (1 << int(what[10:])) - 1)
            getattr(other, what)(address, value & (1 << int(what[10:])) - 1)
    assert bytes(compiled.sram) == bytes(other.sram)
    assert bytes(compiled.flash[:64]) == bytes(other.flash[:64])


@pytest.mark.parametrize("chip", [Chip, not_compiled])
@pytest.mark.parametrize("block", [0x50200000, 0x50300000])
def test_joining_a_fifo_empties_both_and_other_settings_do_not(chip, block):
    """MicroPython empties the FIFOs of a state machine by joining them (RP2040 data sheet, 3.5.4.1)."""
    chip = chip()
    machine = 2
    fifo, levels, settings = block + 0x010 + 4 * machine, block + 0x00C, block + 0x0D0 + 0x18 * machine
    set_bits, flip_bits, join_rx = 0x2000, 0x1000, 1 << 31

    def waiting():
        return chip.read_uint32(levels) >> 8 * machine & 0xF

    for word in range(3):
        chip.write_uint32(fifo, word)
    chip.write_uint32(settings, 8 << 20)
    chip.write_uint32(settings + set_bits, 1 << 17)
    assert waiting() == 3
    chip.write_uint32(settings + flip_bits, join_rx)
    assert waiting() == 0
    chip.write_uint32(fifo, 4)
    chip.write_uint32(settings + flip_bits, join_rx)
    assert waiting() == 0
