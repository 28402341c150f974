"""What the RP2040's boot ROM does before a program runs: it looks for one in flash, or takes one on its USB drive.

Facts from the ROM's source, https://github.com/raspberrypi/pico-bootrom-rp2040, folder bootrom: virtual_disk.c,
async_task.c, bootrom_main.c, bootrom_rt0.S and usb_boot_device.h. A program for RAM is not taken here.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from ..image.uf2 import BLOCK, FAMILY_PRESENT, FLASH, MAGIC, MAGIC_END, PAGE, RP2040, SECTOR

# From the last block to the restart: the ROM sets 1000, and the watchdog counts twice as fast (erratum E1)
RESTART_MS = 500
REST = 0x30  # the address of a loop in the ROM in which the core sleeps

_HEAD = struct.Struct("<8I")
_NOT_FLASH = 1  # a flag of a block
_FLASH_END = 0x2000_0000  # so the ROM has it; the flash leaves out the address bits above its size
_REACHED = 0x100_0000  # bytes: larger offsets do not fit into a command of the flash
_XIP_RAM, _XIP_RAM_END = 0x1500_0000, 0x1500_4000
_MOST_BLOCKS = 123_360  # the ROM has no room to count more
_STARTS_CODE = 0xB007_C0D3
_ROM_END = 0x4000


def has_program(flash: Sequence[int]) -> bool:
    """Whether the ROM starts what is in `flash`: the CRC-32 of its first 252 bytes is in the next four."""
    crc = 0xFFFF_FFFF
    for byte in bytes(flash[: PAGE - 4]):
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C1_1DB7 if crc >> 31 else 0)) & 0xFFFF_FFFF
    return crc == int.from_bytes(bytes(flash[PAGE - 4 : PAGE]), "little")


def asked_for_bootsel(scratch: Sequence[int]) -> bool:
    """Whether the watchdog's eight scratch registers let the chip restart in BOOTSEL mode.

    The ROM starts at the address in the last one if the fifth and sixth agree with it. Its function reset_usb_boot,
    which machine.bootloader() calls, writes the address of a function in the ROM.
    """
    magic, check, _, entry = scratch[4:8]
    return magic == _STARTS_CODE and magic + (check ^ entry) == 1 << 32 and entry < _ROM_END


class Bootsel:
    """The ROM in BOOTSEL mode: write() takes what the computer writes to the drive, until `restarts`.

    `erase(offset)` erases a sector of flash, `program(offset, data)` a page; `restart(ms)` restarts the chip then. An
    offset may be larger than the flash.
    """

    def __init__(
        self,
        erase: Callable[[int], object],
        program: Callable[[int, bytes], object],
        restart: Callable[[int], object] = lambda ms: None,
    ) -> None:
        self._erase, self._program, self._restart = erase, program, restart
        self._count = 0  # of the blocks that are awaited in all; 0: of no file yet
        self._written: set[int] = set()
        self._erased: set[int] = set()
        self.restarts = False

    def write(self, data: bytes) -> None:
        """Take blocks of 512 bytes, from whatever place on the drive."""
        for at in range(0, len(data), BLOCK):
            self._take(data[at : at + BLOCK])

    def _take(self, block: bytes) -> None:
        """Take a block of 512 bytes.

        What is no UF2 block for the RP2040's flash is ignored, and so is a block whose number was there before. A
        sector is erased before the first of 16 numbers; so all of these have to be of the same sector. A block that
        can't be right, or one of a file with another number of blocks, ends what was begun; it can begin anew.
        """
        *magic, flags, address, size, number, count, family = _HEAD.unpack_from(block)
        if (*magic, int.from_bytes(block[-4:], "little")) != (*MAGIC, MAGIC_END) or self.restarts:
            return
        if not flags & FAMILY_PRESENT or flags & _NOT_FLASH or family != RP2040 or size != PAGE:
            return
        if not number < count <= _MOST_BLOCKS or not _is_in_flash(address):
            self._count = 0
            return
        if count != self._count:
            self._count, self._written, self._erased = count, set(), set()
        if number in self._written:
            return
        self._written.add(number)
        offset, sixteen = address - FLASH, number * PAGE // SECTOR
        if offset < _REACHED:
            if sixteen not in self._erased:
                self._erase(offset // SECTOR * SECTOR)
            self._program(offset, block[_HEAD.size : _HEAD.size + PAGE])
        self._erased.add(sixteen)
        if len(self._written) == count:
            self.restarts = True
            self._restart(RESTART_MS)


def _is_in_flash(address: int) -> bool:
    """Whether the ROM takes an address for a page of flash. The cache's RAM lies between, and is none."""
    in_ram = _XIP_RAM <= address <= _XIP_RAM_END - PAGE
    return FLASH <= address <= _FLASH_END - PAGE and address % PAGE == 0 and not in_ram
