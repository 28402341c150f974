"""Test that the firmware has the same registers, flags and RAM on the emulated chip and on QEMU's core in parallel."""

import functools

import ledger
import pytest
from booted import BOOT_MS, Bench
from qemu import FLASH, FLASH_BYTES, RAM, RAM_BYTES, ROM_BYTES, Qemu, state_of
from tengen_host.emulator.board import EmulatedBoard
from test_game import PRESS_MS, SETTLE_MS, TAP_MS, events
from unicorn import UcError

MOST = 100  # at most this many instructions are executed between two comparisons of the registers
ASLEEP_NS = 1000  # a core that sleeps does so for at least this time
OUTSIDE = ((FLASH + (1 << 24), RAM), (0x40000000, 0x60000000), (0xD0000000, 0xF0000000))  # peripherals, and flash again
HANDLER, SP, LR, PC = 1, 13, 14, 15
FRAME_BYTES = 32


@functools.cache
def reach(op):
    """Return the address of a load or store as (base register, index register or None, offset).

    The result is None for other instructions.
    """
    kind = op >> 11
    if kind in (0b01010, 0b01011):
        return op >> 3 & 7, op >> 6 & 7, 0
    if 0b01100 <= kind <= 0b10001:
        return op >> 3 & 7, None, (op >> 6 & 31) << (2, 0, 1)[(kind - 0b01100) // 2]
    if kind in (0b11000, 0b11001):
        return op >> 8 & 7, None, 0
    return None


def in_memory(address):
    return address - RAM in range(RAM_BYTES) or address - FLASH in range(FLASH_BYTES) or address in range(ROM_BYTES)


class Noting:
    """A wrapper of the emulated chip for its DMA, which records the writes to RAM."""

    def __init__(self, chip):
        self._chip, self.written = chip, []

    def __getattr__(self, name):
        if name.startswith("write_uint"):
            return functools.partial(self._write, getattr(self._chip, name), int(name.removeprefix("write_uint")) // 8)
        return getattr(self._chip, name)

    def _write(self, write, size, address, value):
        write(address, value)
        if address - RAM in range(RAM_BYTES):
            self.written.append((address, value.to_bytes(size, "little")))


class Lockstep:
    """Two cores that execute the same instructions: a board's emulated chip, and QEMU's core.

    QEMU has its own RAM. Interrupts, writes by DMA, and answers of peripherals are copied from the emulated chip. After
    each millisecond of the chip's time, both cores execute a window of instructions. Between two windows only the chip
    runs.
    """

    def __init__(self, board, window):
        self.chip, self.core, self.qemu = board.mcu, board.mcu.core, Qemu(board.mcu.flash)
        self.window, self.executed, self.accesses, self.interrupts = window, 0, 0, 0
        self._simulator, self._alone = board.device.simulator, board.device.simulator._execute_batch
        self._simulator._execute_batch = self._turn
        self.failure = None
        self._pending = 0  # the number of instructions that QEMU has not executed yet
        self._accesses = []  # the accesses of the current instruction: (address, stored value, loaded value)
        self._dma = Noting(self.chip)
        for channel in self.chip.dma.channels:
            channel.rp2040 = self._dma
        self.memory = memoryview(self.chip.sram)
        self.qemu.uc.mem_write(0, self.chip.bootrom.tobytes())
        for start, end in OUTSIDE:
            self.qemu.uc.mmio_map(start, end - start, self._read, start, self._write, start)

    def _turn(self):
        self._alone()
        if self.failure is None:
            try:
                self._window()
            except (AssertionError, UcError) as failure:
                # kept, because an error raised here would stop the chip, and the start of the board would wait for ever
                self.failure = failure

    def _window(self):
        self._take_over_all()
        for _ in range(self.window):
            if self.core.waiting:
                self._sleep()
            self._interrupt()
            self._step()
        self._follow()
        assert self.qemu.uc.mem_read(RAM, RAM_BYTES) == self.memory, "RAM differs"

    def _take_over_all(self):
        self.qemu.put(RAM, bytes(self.memory))
        self.qemu.state = state_of(self.core)

    def _step(self):
        core = self.core
        r = core.registers
        op = self.chip.read_uint16(r[PC])
        by = reach(op)
        if by is not None:
            base, index, offset = by
            address = r[base] + (offset if index is None else r[index]) & 0xFFFFFFFF
            if not in_memory(address):
                self._reach_outside(op, address)
                return
        elif op >> 8 == 0xBF:
            self._hint()
            return
        elif core.current_mode == HANDLER and self._returns(op):
            self._return(op)
            return
        self._execute()
        self._pending += 1
        if self._pending >= MOST or self._dma.written:
            self._follow()

    def _execute(self):
        """Let the emulated chip execute an instruction, and everything that is due after it."""
        self.chip._run.turn(self._simulator, 1)
        self.executed += 1

    def _follow(self, right=None):
        """Let QEMU execute the pending instructions; compare its state with `right`, by default the chip's state."""
        began = self.qemu.state[PC]
        if self._pending:
            self.qemu.execute(self._pending)
        found, right = self.qemu.state, right or state_of(self.core)
        assert found == right, (f"{self._pending} instructions from {began:#x}", _hex(found), _hex(right))
        self._pending = 0
        for address, data in self._dma.written:
            self.qemu.put(address, data)
        self._dma.written.clear()

    def _reach_outside(self, op, address):
        """Execute a load or store outside memory, for which QEMU gets the same answers as the chip."""
        self._follow()
        many = op >> 12 == 0b1100
        its = [number for number in range(8) if op >> number & 1] if many else [op & 7]
        stored = [self.core.registers[number] for number in its]
        self._execute()
        loaded = [self.core.registers[number] for number in its]
        self._accesses = list(zip(range(address, address + 4 * len(its), 4), stored, loaded, strict=True))
        self.accesses += len(its)
        self._pending = 1
        self._follow()
        assert self._accesses == [], "QEMU has reached less"

    def _read(self, uc, offset, size, start):
        address, _, loaded = self._accesses.pop(0)
        assert start + offset == address, (hex(start + offset), hex(address))
        return loaded & (1 << 8 * size) - 1

    def _write(self, uc, offset, size, value, start):
        address, stored, _ = self._accesses.pop(0)
        assert (start + offset, value) == (address, stored & (1 << 8 * size) - 1), (hex(start + offset), hex(address))

    def _hint(self):
        """Execute WFI or WFE on the chip only, because QEMU has no interrupts and events."""
        self._follow()
        before = state_of(self.core)
        self._execute()
        after = (*before[:PC], before[PC] + 2, *before[PC + 1 :])
        self.qemu.state = after
        if self.core.ipsr != before[PC + 1] & 0x3F:
            self._entered(after)  # an interrupt was pending, so the core woke up at once
        elif not self.core.waiting:
            assert state_of(self.core) == after

    def _interrupt(self):
        """Take a pending interrupt."""
        if self.core.interrupts_updated:
            before = state_of(self.core)
            if self.core.check_for_interrupts():
                self._follow(before)
                self._entered(before)

    def _sleep(self):
        """Let time pass until something wakes the core."""
        before = state_of(self.core)
        while self.core.waiting:
            self.chip.wait(self.chip.clock.nanos + ASLEEP_NS)
        self._follow(before)
        if self.core.ipsr:
            self._entered(before)

    def _entered(self, before):
        """Compare the entry into an interrupt handler with the ARMv6-M manual, B1.5.6."""
        core, stack = self.core, before[SP]
        frame = (stack - FRAME_BYTES) & ~7
        pushed = (*before[:4], before[12], before[LR], before[PC], before[16] | (stack & 4) << 7)
        assert self._words(frame) == pushed, "what an interrupt pushes"
        handler = self._words(core.vtor + 4 * core.ipsr)[0] & ~1
        assert (core.registers[SP], core.registers[PC] & ~1) == (frame, handler)
        self.qemu.put(frame, bytes(self.memory[frame - RAM : frame - RAM + FRAME_BYTES]))
        self.qemu.state = state_of(core)
        self.interrupts += 1

    def _returns(self, op):
        """Return whether an instruction returns from a handler (B1.5.8)."""
        if op >> 7 == 0b010001110:
            return self.core.registers[op >> 3 & 15] >> 28 == 15
        if op >> 8 == 0xBD:
            at = self.core.registers[SP] + 4 * (op & 0xFF).bit_count()
            return self.chip.read_uint32(at) >> 28 == 15
        return False

    def _return(self, op):
        """Let the handler return, and compare with B1.5.8."""
        self._follow()
        core = self.core
        frame = core.registers[SP] + (4 * ((op & 0xFF).bit_count() + 1) if op >> 8 == 0xBD else 0)
        popped = self._words(frame)
        self._execute()
        *low, r12, lr, pc, xpsr = popped
        found = state_of(core)
        assert (*found[:4], found[12], found[LR], found[PC], found[16]) == (*low, r12, lr, pc, xpsr & ~0x200)
        assert found[SP] == frame + FRAME_BYTES | (xpsr >> 7 & 4)
        self.qemu.state = found

    def _words(self, address):
        return tuple(self.memory[address - RAM : address - RAM + FRAME_BYTES].cast("I"))


def _hex(values):
    return " ".join(f"{value:x}" for value in values)


def play(bench, moves):
    board, do = bench.board, bench.do
    do(board.start())
    do(board.until(lambda: board.lines, BOOT_MS))
    for number, point in enumerate(moves, 1):
        player = "p1" if number % 2 else "p2"
        board.put(point)
        do(board.advance(SETTLE_MS))
        board.press(player)
        do(board.advance(TAP_MS))
        board.release(player)
        do(board.until(lambda number=number: len(events(board, "move")) == number, PRESS_MS))


def lockstep(pico_image, window, moves):
    """Boot, and play moves with the button. Return the Lockstep."""
    with Bench(EmulatedBoard(pico_image, seed=45)) as bench:
        both = Lockstep(bench.board, window)
        try:
            play(bench, moves)
        finally:
            if both.failure:
                # raise this error even if play() has raised another: after a failure the firmware may do anything
                raise both.failure
    ledger.note(
        f"emulated Pico and QEMU's core: the same after {both.executed} instructions of the firmware, "
        f"{both.interrupts} interrupts and {both.accesses} accesses to peripherals"
    )
    return both


def test_a_start_and_two_stones(pico_image):
    both = lockstep(pico_image, 300, ["h8", "i9"])
    assert both.executed > 200_000 and both.interrupts > 40 and both.accesses > 3000


@pytest.mark.proof
def test_millions_of_instructions(pico_image):
    """A start and four stones give the same registers, flags and RAM on the emulated Pico and on QEMU's core."""
    both = lockstep(pico_image, 6000, ["h8", "i9", "j8", "g7"])
    assert both.executed > 5_000_000 and both.interrupts > 200
