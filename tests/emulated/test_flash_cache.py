"""Test the emulated chip's XIP cache, with a simple model of its misses and their cost (RP2040 data sheet, 2.6.3)."""

import random
from array import array
from collections import OrderedDict

import pytest
from booted import Bench
from portable import colour_of
from tengen_host.emulator.board import EmulatedBoard
from tengen_host.emulator.chip import Chip
from tengen_host.emulator.xip import Xip

FLASH, NO_ALLOCATION, NO_LOOKUP, NEITHER = 0x10000000, 0x11000000, 0x12000000, 0x13000000
CODE = 0x20001000
START = FLASH + 0x1000
CTRL, FLUSH, CTR_HIT, CTR_ACC = 0x14000000, 0x14000004, 0x1400000C, 0x14000010
# loads into r1 from the address in r0; the last one loads from r0 + r2, with r2 = 0
LOAD, LOAD_HALF, LOAD_BYTE, LOAD_SIGNED_BYTE = 0x6801, 0x8801, 0x7801, 0x5681
NOP, BACK = 0xBF00, 0xE7FE  # a branch to itself


class PlainCache:
    """The same cache, written directly from the data sheet."""

    def __init__(self, size=16384, ways=2, line=8):
        self.line, self.ways = line, ways
        self.sets = [OrderedDict() for _ in range(size // ways // line)]

    def hits(self, address):
        """Make an access; return whether its line is in the cache."""
        alias, line = address >> 24 & 3, (address & 0xFFFFFF) // self.line
        lines = self.sets[line % len(self.sets)]
        found = line in lines and not alias & 2
        if found or not alias & 1:
            lines[line] = lines.pop(line, None)
            if len(lines) > self.ways:
                lines.popitem(last=False)
        return found


def chip_with(**cache):
    chip = Chip()
    chip.add_cache(**cache)
    return chip


class Running:
    """The attributes of a Simulator that the loop needs."""

    def __init__(self, chip):
        self.rp2040, self.stopped = chip, False


def begin(chip, at, **registers):
    its = [registers.get(f"r{number}", 0) for number in range(13)]
    chip.core.registers[:] = array("I", [*its, 0x20002000, 0, at])
    chip.core.cycles = chip.core.interrupts_updated = 0


def cycles_until(chip, end, **registers):
    """Return the cycles from the start of a program in flash until the core has reached `end` and no longer waits."""
    begin(chip, START, **registers)
    running, began = Running(chip), chip.clock.nanos
    while chip.core.pc != end:
        chip._run.turn(running, 8)
    cycles = chip.core.cycles
    assert cycles == pytest.approx((chip.clock.nanos - began) / 8), "it was awake all the time"
    return cycles


def program(chip, at, *halves):
    for number, half in enumerate(halves):
        place = at + 2 * number
        memory, offset = (chip.flash, place & 0xFFFFFF) if place < 0x20000000 else (chip.sram, place - 0x20000000)
        memory[offset : offset + 2] = half.to_bytes(2, "little")


def addresses(chance, count, aliases):
    """Return random addresses, some far from the previous address, some near it, some in the same set."""
    at = 0
    for _ in range(count):
        at = chance.choice((chance.randrange(1 << 21), at + chance.randrange(64), at ^ 1 << chance.randrange(13, 20)))
        at = at & 0x1FFFFC
        yield chance.choice(aliases) | at


@pytest.mark.parametrize("aliases", [(FLASH,), (FLASH, NO_ALLOCATION, NO_LOOKUP, NEITHER)])
@pytest.mark.parametrize("shape", [{}, {"size": 256}, {"size": 512, "ways": 4, "line": 16}, {"size": 64, "ways": 1}])
def test_random_reads_miss_as_the_plain_model_says(aliases, shape):
    chance = random.Random(45)
    chip, plain = chip_with(**shape, miss_cycles=50), PlainCache(**shape)
    loads = (LOAD, LOAD_HALF, LOAD_BYTE, LOAD_SIGNED_BYTE)
    for number, load in enumerate(loads):
        program(chip, CODE + 16 * number, load, BACK)
    accesses = hits = 0
    for address in addresses(chance, 4000, aliases):
        begin(chip, CODE + 16 * chance.randrange(4), r0=address)
        chip._run.turn(Running(chip), 8 * 4)  # the previous branch may still be running
        accesses, hits = accesses + 1, hits + plain.hits(address)
        assert (chip.cache.accesses, chip.cache.hits) == (accesses, hits), hex(address)
        chip._run.turn(Running(chip), 8 * 60)  # run until the wait has ended
        assert (chip.cache.accesses, chip.cache.hits) == (accesses, hits)
    assert 0 < hits < accesses and sum(chip.cache.misses_at) == accesses - hits


def loop_of(chip, words, rounds):
    """Write a loop of `words` words of instructions to flash. It runs `rounds` times, then goes to CODE."""
    # SUBS r0; BEQ, which jumps over BX r1; BX r1; BX r2
    subtract, end_if_zero, again, leave = 0x3801, 0xD000, 0x4708, 0x4710
    program(chip, START, *[NOP] * (2 * words - 4), subtract, end_if_zero, again, leave)
    program(chip, CODE, NOP, NOP, BACK)
    return {"r0": rounds, "r1": START | 1, "r2": CODE | 1}


@pytest.mark.parametrize(
    ("words", "misses"),
    [
        (4, lambda rounds: 2),
        (1000, lambda rounds: 500),
        (4096, lambda rounds: 2048),  # the loop just fits, so each line is read once
        # three lines share each set, which has room for two, so the next line is always the one that was just replaced
        (6144, lambda rounds: 3072 * rounds),
    ],
)
def test_a_loop_that_fits_misses_once_and_a_larger_one_always(words, misses):
    """Each miss costs exactly its cycles; a hit costs nothing."""
    took = []
    for cache in (None, {}, {"miss_cycles": 7}):
        chip = Chip() if cache is None else chip_with(**cache)
        took.append(cycles_until(chip, CODE + 4, **loop_of(chip, words, 3)))
        if cache is not None:
            assert chip.cache.accesses - chip.cache.hits == misses(3)
            assert words * 3 <= chip.cache.accesses <= words * 3 + 3
    assert [each - took[0] for each in took] == [0, 50 * misses(3), 7 * misses(3)]


def test_a_load_of_many_words_and_a_call_read_each_word():
    chip = chip_with()
    load_many, call = 0xC80E, (0xF000, 0xF800)  # LDM r0!, {r1, r2, r3}; BL to the next instruction
    program(chip, START + 2, NOP, NOP, call[0], call[1], load_many, NOP, NOP)
    begin(chip, START + 2, r0=FLASH + 0x8004)
    chip._run.turn(Running(chip), 8 * 400)
    assert [line for line, misses in enumerate(chip.cache.misses_at) if misses][:2] == [0x1000 // 8, 0x1008 // 8]
    assert chip.cache.misses_at[0x8000 // 8] == chip.cache.misses_at[0x8008 // 8] == 1


def test_its_registers():
    chip = chip_with()
    program(chip, CODE, LOAD, BACK)

    def read(address):
        """Read, and return whether it was a hit."""
        before = chip.cache.hits
        begin(chip, CODE, r0=address)
        chip._run.turn(Running(chip), 8 * 60)
        return chip.cache.hits > before

    assert [read(FLASH), read(FLASH + 4), read(FLASH + 8)] == [False, True, False]
    assert (chip.read_uint32(CTR_HIT), chip.read_uint32(CTR_ACC)) == (1, 3)
    chip.write_uint32(CTR_HIT, 9)
    assert (chip.read_uint32(CTR_HIT), chip.read_uint32(CTR_ACC)) == (0, 3)
    chip.write_uint32(CTR_ACC, 9)
    assert (chip.read_uint32(CTR_HIT), chip.read_uint32(CTR_ACC)) == (0, 0)
    assert read(FLASH)
    chip.write_uint32(FLUSH, 1)
    assert [read(FLASH), read(FLASH)] == [False, True]
    chip.write_uint32(CTRL, 2)
    assert [read(FLASH), read(FLASH)] == [False, False], "off: each access goes to the flash"
    chip.write_uint32(CTRL, 3)
    assert read(FLASH), "what it had before"
    chip.xip_ctrl.reset()
    assert [read(FLASH), read(FLASH)] == [False, True]


def test_a_chip_that_was_not_compiled_has_none():
    with pytest.raises(RuntimeError, match="needs the compiled loop: sudo apt-get install"):
        Chip(compiled=False).add_cache()


def test_the_whole_board_works_behind_a_cache_and_flash_writes_empty_it(pico_image, monkeypatch):
    """The bits for the lights have the same length while the core waits.

    The SDK flushes the cache after each operation.
    """
    flushes = []
    write = Xip.write_uint32

    def heard(self, offset, value):
        flushes.extend([self.rp2040.clock.nanos] * (offset == FLUSH & 0xFF))
        write(self, offset, value)

    monkeypatch.setattr(Xip, "write_uint32", heard)
    with Bench(EmulatedBoard(pico_image, seed=26, cached=True)) as bench:
        bench.boot()
        board, cache = bench.board, bench.board.mcu.cache
        assert board.flash.operations
        for operation in board.flash.operations:
            assert any(0 < ns - operation.ns < 500e6 for ns in flushes)
        board.put("h8")
        bench.do(board.until(lambda: any(colour_of(board.frame, "h8")), 1000))
        assert 0.9 < cache.hits / cache.accesses < 0.999
