"""The firmware's PIO programs on the emulated chip and on pioemu, another author's PIO: the same edges and words."""

import ast
import random
from collections import deque
from dataclasses import replace
from typing import NamedTuple

import pytest
from pioemu import State, emulate
from rp2040py.simulator import Simulator
from tengen import wiring
from tengen_host.emulator.chip import Chip
from test_chip import at_the_repl

PROGRAMS = """
from tengen.drivers import programs as p
for (code, _, _, control, shifts, _, _, side), hz in ((p.scan_matrix, p.SCAN_HZ), (p.drive_ws2812b, p.LED_HZ)):
    print((list(code), control, shifts, side, round(125_000_000 / hz)))
"""
CYCLE_NS = 8
ROWS = 16
SLICE = 8  # steps between two looks at the FIFOs

# Registers of PIO 0 and of its first state machine, and what is written to them: RP2040 data sheet, 3.7
PIO, TX, RX, MEMORY = 0x50200000, 0x50200010, 0x50200020, 0x50200048
LEVELS, CLOCK, CONTROL, SHIFTS, EXECUTE, PINS = (PIO + at for at in (0x00C, 0x0C8, 0x0CC, 0x0D0, 0x0D8, 0x0DC))
RESTART, ENABLE = 1 << 4, 1  # of PIO; MicroPython does both, too
AUTOPUSH, AUTOPULL, IN_RIGHT, OUT_RIGHT, PUSH_AT, PULL_AT = 16, 17, 18, 19, 20, 25  # bits of SHIFTS
OPTIONAL_SIDE = 1 << 30  # of CONTROL: pioemu does not know it
SET_OUTPUT = 0xE081  # set(pindirs, 1)
TO_PIO, INPUT = 6, 1 << 6  # a pin's function, and a bit of its pad's settings: 2.19.2, 2.19.6.3


class Program(NamedTuple):
    """A PIO program as asm_pio made it. `sides`: how many pins it sets by side-set. A step takes `divisor` cycles.

    If it also sets a pin by SET, this is the one before those.
    """

    code: list
    control: int
    shifts: int
    sides: int
    divisor: int
    sets: int


@pytest.fixture(scope="module")
def programs(pico_image):
    """The matrix's and the strip's."""
    found = []
    for line in filter(None, at_the_repl(pico_image, PROGRAMS).split("\r\n")):
        code, control, shifts, side, divisor = ast.literal_eval(line)
        assert not control & OPTIONAL_SIDE
        sets = any(word & 0xE0E0 == 0xE000 for word in code)
        found.append(Program(code, control, shifts, len(side) if isinstance(side, tuple) else 1, divisor, sets))
    return found


class Board:
    """What is on the pins: levels() of the inputs after the outputs have changed. Without parts, all are low."""

    def levels(self, outputs):
        return 0


class Rows(Board):
    """Two 595s and a matrix that has the next of `frames` each time row 1 is driven. Other inputs keep `others`."""

    def __init__(self, frames, others):
        self._frames, self._others = iter(frames), others
        self._before = self._shift = self._rows = 0
        self._matrix = [0] * ROWS

    def levels(self, outputs):
        rises, self._before = outputs & ~self._before, outputs
        if rises >> wiring.ROW_DATA + 1 & 1:
            self._shift = (self._shift << 1 | outputs >> wiring.ROW_DATA & 1) & 0xFFFF
        if rises >> wiring.ROW_DATA + 2 & 1:
            if self._shift & 1:
                self._matrix = next(self._frames)
            self._rows = self._shift
        columns = 0
        for row, its in enumerate(self._matrix):
            columns |= its * (self._rows >> row & 1)
        return self._others | columns


def on_the_chip(program, first, board, words):
    """Run a program on the emulated chip, with its outputs at the pins from `first` on, until it waits for more words.

    Returns (edges, words that it gave): an edge is (step, levels of the outputs).
    """
    chip, edges, given, words = Chip(), [(0, 0)], [], deque(words)
    Simulator(rp2040=chip)  # without one, rp2040py would run the PIO in the event loop
    outputs = range(first, first + program.sets + program.sides)
    mask = sum(1 << number for number in outputs)

    def drive(levels):
        for number in set(range(30)) - set(outputs):
            chip.gpio[number].set_input_value(bool(levels >> number & 1))

    def changed(new, old):
        levels = chip.pio[0].pin_values & mask
        if levels != edges[-1][1]:  # each pin that changes at once has a call of its own
            edges.append((chip.clock.nanos / CYCLE_NS / program.divisor, levels))
            drive(board.levels(levels))

    for at, word in enumerate(program.code):
        chip.write_uint32(MEMORY + 4 * at, word)
    chip.write_uint32(CLOCK, program.divisor << 16)
    chip.write_uint32(CONTROL, program.control)
    chip.write_uint32(SHIFTS, program.shifts)
    for pin in chip.gpio:
        pin.pad_value = INPUT
    for number in outputs:
        chip.write_uint32(PINS, 1 << 26 | number << 5)
        chip.write_uint32(EXECUTE, SET_OUTPUT)
        chip.gpio[number].ctrl = TO_PIO
        chip.gpio[number].add_listener(changed)
    chip.write_uint32(PINS, program.sides << 29 | program.sets << 26 | first + program.sets << 10 | first << 5)
    drive(board.levels(0))
    chip.write_uint32(PIO, RESTART | ENABLE)
    machine = chip.pio[0].machines[0]
    while words or not machine.waiting:
        if words and not machine.tx_fifo.full:
            chip.write_uint32(TX, words.popleft())
            continue
        chip.wait(chip.clock.nanos + SLICE * program.divisor * CYCLE_NS)
        while not machine.rx_fifo.empty:
            given.append(chip.read_uint32(RX))
    return edges[1:], given


def on_pioemu(program, first, board, words):
    """The same on pioemu."""
    mask = (1 << program.sets + program.sides) - 1 << first
    edges, given, levels = [(0, 0)], [], board.levels(0)

    def inputs(state: State):
        return levels

    states = emulate(
        program.code,
        stop_when=lambda op, state: False,
        initial_state=State(pin_directions=mask, transmit_fifo=deque(words)),
        input_source=inputs,
        auto_push=bool(program.shifts >> AUTOPUSH & 1),
        auto_pull=bool(program.shifts >> AUTOPULL & 1),
        shift_isr_right=bool(program.shifts >> IN_RIGHT & 1),
        shift_osr_right=bool(program.shifts >> OUT_RIGHT & 1),
        push_threshold=program.shifts >> PUSH_AT & 31 or 32,
        pull_threshold=program.shifts >> PULL_AT & 31 or 32,
        set_base=first,
        set_count=program.sets,
        side_set_base=first + program.sets,
        side_set_count=program.sides,
        wrap_target=program.control >> 7 & 31,
        wrap_top=program.control >> 12 & 31,
    )
    for before, state in states:
        outputs = state.pin_values & mask
        if outputs != edges[-1][1]:
            edges.append((before.clock, outputs))
            levels = board.levels(outputs)
        while state.receive_fifo:
            given.append(state.receive_fifo.popleft())
        if not state.transmit_fifo and replace(state, clock=before.clock) == before:
            break
    return edges[1:], given


def same(program, first, boards, words):
    """Run a program on both. The edges have the same distances: pioemu waits one step for the first word.

    Returns (edges, words that it gave).
    """
    here, there = on_the_chip(program, first, boards[0], words), on_pioemu(program, first, boards[1], words)
    edges, others = ([(step - its[0][0], levels) for step, levels in its] for its, _ in (here, there))
    assert abs(here[0][0][0] - there[0][0][0]) <= 1
    assert edges == others
    assert here[1] == there[1]
    return edges, here[1]


def test_twenty_frames_of_the_matrix(programs):
    chance = random.Random(595)
    frames = [[chance.getrandbits(16) for _ in range(ROWS)] for _ in range(20)]
    others = chance.getrandbits(11) << wiring.ROW_DATA + 3
    requests = [chance.randrange(1, 8) << 16 | chance.randrange(1, 40) for _ in frames]
    edges, words = same(programs[0], wiring.ROW_DATA, [Rows(frames, others) for _ in range(2)], requests)
    rows = [(word >> half & 0xFFFF) for word in words for half in (0, 16)]
    size = ROWS + 2
    assert [rows[at : at + ROWS] for at in range(0, len(rows), size)] == frames
    assert {word << 16 for word in rows[size - 1 :: size]} == {others & 0xFFFF0000}
    assert set(rows[ROWS::size]) == {0}, "no row is driven at the end"


def test_five_frames_of_lights(programs):
    chance = random.Random(2812)
    words, sent = [], ""
    for pixels in (wiring.PIXELS, 1, 100, 17, wiring.PIXELS):
        bits = -(-24 * pixels // 32) * 32
        frame = chance.getrandbits(bits)
        words += [bits - 1, *(frame >> at & 0xFFFFFFFF for at in range(bits - 32, -1, -32))]
        sent += f"{frame:0{bits}b}"
    edges, given = same(programs[1], wiring.LED_DATA, [Board(), Board()], words)
    highs = [fall - rise for (rise, _), (fall, _) in zip(edges[::2], edges[1::2], strict=True)]
    assert "".join("01"[high == max(highs)] for high in highs) == sent
    assert given == []
