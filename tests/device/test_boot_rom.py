"""Test the model of the boot ROM (emulator/bootrom.py). test_long_boot_rom.py compares its drive with the real one."""

import random
import struct
import zlib

from hypothesis import given, settings
from hypothesis import strategies as st
from in_bootsel import COUNT, FILES, Pico, block, check_cuts
from portable import some
from tengen_host.emulator.bootrom import RESTART_MS, asked_for_bootsel, has_program
from tengen_host.emulator.flash import PAGE, SIZE
from tengen_host.image.uf2 import BLOCK, FLASH, made


def boot2(code):
    """Return a valid first page with these 252 bytes. CRC-32/MPEG-2 is zlib's CRC-32 with reversed bits."""
    mirrored = bytes(int(f"{byte:08b}"[::-1], 2) for byte in code)
    return code + struct.pack("<I", int(f"{zlib.crc32(mirrored) ^ 0xFFFFFFFF:032b}"[::-1], 2))


@given(st.binary(min_size=PAGE - 4, max_size=PAGE - 4), st.integers(0, 8 * PAGE - 1))
@settings(max_examples=some(100))
def test_the_rom_starts_what_has_its_checksum(code, bit):
    page = bytearray(boot2(code))
    assert has_program(page)
    page[bit // 8] ^= 1 << bit % 8
    assert not has_program(page) and not has_program(bytes(PAGE)) and not has_program(b"\xff" * PAGE)


def test_bootsel_mode_is_asked_for_by_an_entry_in_the_rom():
    """Test the watchdog's registers after reset_usb_boot, after machine.reset(), and with an entry in RAM."""
    magic = 0xB007C0D3

    def entering(entry, check=0):
        return asked_for_bootsel([0, 0, 0, 0, magic, entry ^ (1 << 32) - magic ^ check, 0x20042000, entry])

    assert entering(0x2591) and not entering(0x2591, check=1) and not entering(0x20000001)
    assert not asked_for_bootsel([0] * 8) and not asked_for_bootsel([0, 0, 0, 0, 0x6AB73121, 0, 0, 0])


def test_which_blocks_the_rom_takes():
    """Blocks may come in any order. The ROM ignores some blocks, and others make it begin again."""
    pico = Pico()

    def takes(number, offset, /, **other):
        return [did[:2] for did in pico.take(block(number, offset, **other))]

    anew = [(True, 0x1000), (False, 0x1400)]
    assert takes(20, 0x1400) == anew
    assert takes(19, 0x1300) == [(False, 0x1300)]
    assert takes(3, 0x300) == [(True, 0), (False, 0x300)]
    # the ROM knows an erased sector by the numbers of its 16 blocks, not by their addresses
    assert takes(21, 0x5000) == [(False, 0x5000)]
    # the ROM does not know the size of the flash, which repeats every 2 MB
    assert takes(38, SIZE + 0x6000) == [(True, 0x6000), (False, 0x6000)]
    ignored = [("first", 0), ("second", 0), ("end", 0), ("family", 0xE48BFF59), ("flags", 0), ("flags", 0x2001)]
    for field, value in (*ignored, ("size", 128)):
        assert takes(4, 0, **{field: value}) == takes(20, 0x1400) == [], "it and a block that came already"
    addresses = [("address", at) for at in (FLASH - PAGE, FLASH + 16, 0x15000000, 0x20001000)]  # the last two: RAM
    for field, value in (*addresses, ("number", COUNT), ("count", 0), ("count", 200_000)):
        assert takes(4, 0, **{field: value}) == []
        assert takes(20, 0x1400) == anew, "all earlier blocks are forgotten"
    assert takes(20, 0x1400, count=COUNT + 1) == anew
    assert not pico.restarts


def test_an_update_that_is_cut_anywhere_leaves_a_whole_program_or_bootsel_mode():
    noise, other = random.Random(1).randbytes(SIZE), random.Random(2).randbytes(COUNT * PAGE)
    first = boot2(noise[: PAGE - 4])  # both versions begin with the same second stage of the boot
    old, new = first + noise[PAGE:], first + other[PAGE:]

    def update(flash):
        pico = Pico(flash)
        # an interrupted copy of another image with the same number of blocks
        pico.take(made(bytes(len(new)))[: 20 * BLOCK])
        pico.take(made(new))
        assert pico.restarts == [RESTART_MS] and pico.flash.startswith(new) and pico.flash[FILES:] == flash[FILES:]
        assert pico.take(made(new)) == [], "it restarts: nothing is taken any more"
        return pico.operations, pico.flash

    assert check_cuts(old, update, has_program) > COUNT
