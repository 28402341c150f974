"""The RP2040's boot ROM, before a program runs. It looks for a program in flash, or accepts one on its USB drive.

Facts from the ROM's source, https://github.com/raspberrypi/pico-bootrom-rp2040, folder bootrom: virtual_disk.c,
async_task.c, bootrom_main.c, bootrom_rt0.S and usb_boot_device.h. Programs for RAM are not supported here.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from ..image.uf2 import BLOCK, FAMILY_PRESENT, FLASH, MAGIC, MAGIC_END, PAGE, RP2040, SECTOR

# From the last block to the restart: the ROM sets 1000 ms, and the watchdog counts twice as fast (erratum E1)
RESTART_MS = 500
REST = 0x30  # the address of a loop in the ROM in which the core sleeps

_HEAD = struct.Struct("<8I")
_NOT_FLASH = 1  # the flag of a UF2 block that is not for the flash
_FLASH_END = 0x2000_0000  # the ROM's own limit; the flash ignores address bits above its size
_REACHED = 0x100_0000  # the number of bytes that the flash's commands can address, with three bytes for an address
_XIP_RAM, _XIP_RAM_END = 0x1500_0000, 0x1500_4000
_MOST_BLOCKS = 123_360  # the ROM's table of blocks has no room for more
_STARTS_CODE = 0xB007_C0D3
_ROM_END = 0x4000


def has_program(flash: Sequence[int]) -> bool:
    """Whether the ROM starts the program in `flash`: bytes 252 to 255 are the CRC-32 of the bytes before."""
    crc = 0xFFFF_FFFF
    for byte in bytes(flash[: PAGE - 4]):
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C1_1DB7 if crc >> 31 else 0)) & 0xFFFF_FFFF
    return crc == int.from_bytes(bytes(flash[PAGE - 4 : PAGE]), "little")


def asked_for_bootsel(scratch: Sequence[int]) -> bool:
    """Whether the watchdog's eight scratch registers request BOOTSEL mode.

    The ROM jumps to the address in the last register if the fifth and sixth match it. The ROM's reset_usb_boot, which
    machine.bootloader() calls, writes the address of a function in the ROM there.
    """
    magic, check, _, entry = scratch[4:8]
    return magic == _STARTS_CODE and magic + (check ^ entry) == 1 << 32 and entry < _ROM_END


class Bootsel:
    """The ROM in BOOTSEL mode: write() takes the blocks that the computer writes to the drive, until `restarts`.

    `erase(offset)` erases a sector of flash, `program(offset, data)` programs a page, `restart(ms)` restarts the chip
    after that time. An offset may be larger than the flash.
    """

    def __init__(
        self,
        erase: Callable[[int], object],
        program: Callable[[int, bytes], object],
        restart: Callable[[int], object] = lambda ms: None,
    ) -> None:
        self._erase, self._program, self._restart = erase, program, restart
        self._count = 0  # the number of blocks in the file; 0 if there is no file yet
        self._written: set[int] = set()
        self._erased: set[int] = set()
        self.restarts = False

    def write(self, data: bytes) -> None:
        """Process blocks of 512 bytes. Their place on the drive does not matter."""
        for at in range(0, len(data), BLOCK):
            self._take(data[at : at + BLOCK])

    def _take(self, block: bytes) -> None:
        """Process a block of 512 bytes.

        The ROM ignores data that are not a UF2 block for the RP2040's flash, and a block number that it already had.
        It erases a sector at the first block of each 16 numbers, so these 16 must belong to the same sector. An
        impossible block, or a block of a file with another number of blocks, cancels the transfer; a new one can begin.
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
    """Whether the ROM accepts an address as a page of flash. The cache's RAM is within that range, but is not flash."""
    in_ram = _XIP_RAM <= address <= _XIP_RAM_END - PAGE
    return FLASH <= address <= _FLASH_END - PAGE and address % PAGE == 0 and not in_ram
