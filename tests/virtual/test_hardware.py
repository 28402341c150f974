"""The single parts of the emulated board: waveforms in, levels and frames out. The test advances the clock."""

import pytest
from rp2040py.clock.simulation_clock import SimulationClock
from rp2040py.gpio_pin import GPIOPinState
from tengen.games.points import index
from tengen_host import wiring
from tengen_host.emulator.hardware import LedChain, Matrix, Supply
from tengen_host.virtual.faults import Faults
from tengen_host.virtual.reeds import Reeds

PINS = wiring.load()["pins"]
ROW_US, SETTLE_US = 27, 25


class Pin:
    """A pin that a test or a part drives."""

    def __init__(self):
        self.value = GPIOPinState.LOW
        self.input = False
        self._listeners = []

    def add_listener(self, listener):
        self._listeners.append(listener)

    def set_input_value(self, value):
        self.input = value

    def drive(self, high):
        old, self.value = self.value, GPIOPinState.HIGH if high else GPIOPinState.LOW
        if old != self.value:
            for listener in self._listeners:
                listener(self.value, old)


class Chip:
    """The pins and the clock of a chip; a part needs nothing else."""

    def __init__(self, part):
        self.clock = SimulationClock()
        self.gpio = [Pin() for _ in range(30)]
        self.adc = Adc()
        part.attach(self)

    def wait(self, nanos):
        self.clock.tick(nanos)


class Adc:
    def __init__(self):
        self.channel_values = [7] * 5
        self.on_adc_read = lambda channel: self.read.append(self.channel_values[channel])
        self.read = []


class Board:
    """A matrix on a chip that has only pins. scan() replaces the PIO program."""

    def __init__(self):
        self.faults = Faults(15, 255)
        self.matrix = Matrix(Reeds(15, 3, self.faults), PINS)
        self.chip = Chip(self.matrix)
        self.scan()  # clear the 595s' state at power-on

    def scan(self):
        """Return a frame of 17 words. A 1 is shifted through all rows and out."""
        words = []
        data, clock, latch = (self.chip.gpio[PINS[name]] for name in ("row_data", "row_clock", "row_latch"))
        for row in range(17):
            data.drive(row == 0)
            clock.drive(True)
            clock.drive(False)
            latch.drive(True)
            latch.drive(False)
            self.chip.wait(SETTLE_US * 1000)
            words.append(self.inputs())
            self.chip.wait((ROW_US - SETTLE_US) * 1000)
        return words

    def inputs(self):
        return sum(self.chip.gpio[pin].input << bit for bit, pin in enumerate([*PINS["columns"], PINS["row_sense"]]))


@pytest.fixture
def board():
    return Board()


def test_a_frame_on_the_pins_is_the_frame_of_the_reeds(board):
    for point in ("a1", "b1", "h8", "o15"):
        board.matrix.put(index(point, 15))
    board.chip.wait(10_000_000)
    scans = board.matrix.scans
    expected = [0x8003, *[0x8000] * 6, 0x8080, *[0x8000] * 6, 0xC000, 0xFFFF, 0]
    assert board.scan() == expected
    assert board.matrix.scans == scans + 1
    board.matrix.lift(index("h8", 15))
    board.chip.wait(10_000_000)
    assert board.scan() == [*expected[:7], 0x8000, *expected[8:]]


@pytest.mark.parametrize(
    "fault",
    [
        ("stuck closed", "c2"),
        ("stuck open", "h8"),
        ("shorted diode", "h8"),
        ("dead row", "8"),
        ("dead column", "h"),
        ("dead column", "sense"),
        ("slow lines", None),
        ("swapped rows", "8 9"),
        ("swapped columns", "h sense"),
        ("shorted rows", "3 4"),
        ("shorted columns", "d e"),
    ],
)
def test_a_fault_looks_the_same_on_the_pins_as_on_the_virtual_board(board, fault):
    for point in ("h8", "h3", "d8"):
        board.matrix.put(index(point, 15))
    board.chip.wait(10_000_000)
    sound = board.scan()
    assert sound == board.matrix.reeds.scan(20_000, ROW_US, SETTLE_US)
    board.faults.break_(*fault)
    broken = board.scan()
    assert broken == board.matrix.reeds.scan(20_000, ROW_US, SETTLE_US) != sound
    board.faults.mend(*fault)
    board.scan()
    assert board.scan() == sound


@pytest.mark.parametrize(("point", "step_us", "steps"), [("a1", 1, 1200), ("b1", 20, 10_000)])
def test_a_driven_row_follows_its_contacts_without_another_edge(board, point, step_us, steps):
    """With bounces and with a chattering reed, the level rises with the contact, and falls 7.4 us after it."""
    board.faults.break_("chattering", "b1")
    for name in ("row_data", "row_clock", "row_latch"):
        board.chip.gpio[PINS[name]].drive(True)
    board.matrix.put(index("a1", 15))
    closed = board.matrix.reeds.closed
    levels = []
    for _ in range(steps):
        board.chip.wait(step_us * 1000)
        now_us = round(board.chip.clock.nanos / 1000)
        levels.append(board.inputs() >> index(point, 15) & 1)
        assert levels[-1] == any(closed(index(point, 15), now_us - ago) for ago in range(9))
    changes = sum(1 for before, after in zip(levels, levels[1:], strict=False) if before != after)
    assert changes >= 4


class Chain:
    """Three LEDs on a chip; send() sends a frame with the timing of the strip's PIO program."""

    def __init__(self, pixels=3):
        self.faults = Faults(15, pixels)
        self.frames = []
        self.leds = LedChain(pixels, PINS["led_data"], PINS["led_return"], self.faults, self.frames.append)
        self.chip = Chip(self.leds)

    def send(self, frame):
        for byte in frame:
            for bit in range(7, -1, -1):
                high = 680 if byte >> bit & 1 else 320
                self.chip.gpio[PINS["led_data"]].drive(True)
                self.chip.wait(high)
                self.chip.gpio[PINS["led_data"]].drive(False)
                self.chip.wait(1280 - high)


FRAME = bytes([1, 2, 3, 4, 5, 6, 7, 8, 9])


def test_a_frame_is_latched_280_us_after_its_last_edge():
    chain = Chain()
    chain.send(FRAME)
    # the last bit is a 1, and the signal is low for the last 600 ns of a 1
    last_edge = chain.chip.clock.nanos - 600
    chain.chip.wait(270_000)
    assert chain.frames == [] and chain.leds.latched_ns == 0
    chain.chip.wait(20_000)
    assert chain.frames == [FRAME] and chain.leds.frames == 1
    assert chain.leds.latched_ns == last_edge + 280_000


def test_what_comes_too_early_goes_on_down_the_chain():
    chain = Chain()
    chain.send(FRAME)
    chain.chip.wait(200_000)
    chain.send(FRAME)
    assert chain.leds.returned == 72, "the second frame came out at the end"
    chain.chip.wait(300_000)
    assert chain.frames == [FRAME]


def test_a_short_frame_changes_the_first_pixels_alone():
    chain = Chain()
    for sent, shown in (
        (FRAME[:3], FRAME[:3] + bytes(6)),
        (FRAME, FRAME),
        (b"\x10" * 6, b"\x10" * 6 + FRAME[6:]),
        (b"\x20" * 5, b"\x20" * 3 + b"\x10" * 3 + FRAME[6:]),  # the second pixel has got 16 bits, and waits for 8 more
    ):
        chain.send(sent)
        chain.chip.wait(300_000)
        assert chain.frames[-1] == shown
    assert chain.leds.returned == 0


def test_a_disturbed_pixel_shows_another_colour_until_it_gets_data_and_a_stubborn_one_takes_none():
    chain = Chain()
    chain.send(FRAME)
    chain.chip.wait(300_000)
    chain.leds.disturb(2, b"\xff\0\0")
    assert chain.frames[-1] == FRAME[:6] + b"\xff\0\0"
    chain.send(FRAME[:6])
    chain.chip.wait(300_000)
    assert chain.frames[-1] == FRAME[:6] + b"\xff\0\0"
    chain.leds.stubborn.add(0)
    chain.send(bytes(9))
    chain.chip.wait(300_000)
    assert chain.frames[-1] == FRAME[:3] + bytes(6)


def test_pixels_that_had_no_power_stay_dark_until_they_get_data():
    chain = Chain()
    chain.send(FRAME)
    chain.chip.wait(300_000)
    chain.faults.break_("broken LED", "1")
    chain.send(FRAME)
    chain.chip.wait(300_000)
    assert chain.frames[-1] == FRAME[:3] + bytes(6)
    chain.faults.mend("broken LED", "1")
    chain.send(FRAME[:3])
    chain.chip.wait(300_000)
    assert chain.frames[-1] == FRAME[:3] + bytes(6)
    chain.send(FRAME)
    chain.chip.wait(300_000)
    assert chain.frames[-1] == FRAME


def test_a_broken_led_returns_nothing():
    chain = Chain()
    for number, (kind, returned) in enumerate(((None, 24), ("break_", 24), ("mend", 48))):
        if kind:
            getattr(chain.faults, kind)("broken LED", "1")
        chain.send(FRAME + bytes(3))
        chain.chip.wait(300_000)
        assert chain.leds.returned == returned
        assert chain.leds.frames == number + 1


def test_the_adc_reads_half_of_the_rail_and_a_third_of_what_feeds_the_pico():
    faults = Faults(15, 255)
    chip = Chip(Supply(faults, 28, 6600))
    for millivolts in ("5000", "3300", "0"):
        faults.break_("sagging supply", millivolts)
        for channel in (2, 3, 0):
            chip.adc.on_adc_read(channel)
    # channel 2 has 2.5 V, 1.65 V, then nothing; channel 3 always has 4.7 V / 3; 4096 steps are 3.3 V
    assert chip.adc.read == [3103, 1944, 7, 2048, 1944, 7, 0, 1944, 7]
