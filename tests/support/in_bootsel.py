"""A Pico's flash in BOOTSEL mode, for tests: single UF2 blocks, and power cuts during an update."""

import random
import struct

from tengen_host.emulator.bootrom import Bootsel
from tengen_host.emulator.flash import ERASE_SECTOR, PROGRAM, SIZE, Operation
from tengen_host.image.uf2 import BLOCK, FAMILY_PRESENT, FILES_BEGIN, FLASH, MAGIC, MAGIC_END, PAGE, RP2040, SPARE

FILES = FILES_BEGIN - FLASH  # the first byte of the file system in the flash
COUNT = 40  # the number of blocks of a file


def block(number, offset, data=bytes(PAGE), /, **other):
    """A UF2 block that writes a page at an offset of flash. `other`: the fields that differ from a valid block."""
    fields = {"first": MAGIC[0], "second": MAGIC[1], "flags": FAMILY_PRESENT, "address": FLASH + offset, "size": PAGE}
    fields |= {"number": number, "count": COUNT, "family": RP2040, "end": MAGIC_END} | other
    *head, end = fields.values()
    return struct.pack("<8I", *head) + data.ljust(BLOCK - 36, b"\0") + struct.pack("<I", end)


class Pico:
    """The flash of a Pico, with the model of BOOTSEL mode. `operations`: a list of the operations on the flash."""

    def __init__(self, flash=b"\xff" * SIZE):
        self.flash, self.operations, self.restarts = bytearray(flash), [], []
        self._rom = Bootsel(
            lambda at: self._do(Operation(ERASE_SECTOR, at % SIZE, b"", 0)),
            lambda at, data: self._do(Operation(PROGRAM, at % SIZE, data, 0)),
            self.restarts.append,
        )

    def _do(self, operation):
        self.operations.append(operation)
        operation.apply(self.flash)

    def take(self, *blocks):
        """Write blocks to the drive. Return the resulting operations: (True for an erase, address, data)."""
        before = len(self.operations)
        self._rom.write(b"".join(blocks))
        return [(each.is_erase, each.address, each.data) for each in self.operations[before:]]


def check_cuts(old, update, starts):
    """Check that a power cut in or after any operation of an update leaves a whole program or BOOTSEL mode.

    `update(flash)` returns its operations and the flash afterwards. After a cut, the next update must give the same
    flash as without a cut. `starts(flash)`: whether the ROM starts the program. Returns the number of operations.
    """
    operations, new = update(old)
    spare, contents = SPARE - FLASH, bytearray(old)
    for operation in operations:
        # try many incomplete erases of the first sector: if one leaves the first page valid, the ROM starts a
        # program with damaged pages
        for seed in range(100 if operation.address == 0 else 1):
            left = contents.copy()
            operation.apply_half(left, random.Random(seed))
            assert not starts(left) or left[:spare] in (old[:spare], new[:spare])
        assert left[FILES:] == old[FILES:]
        assert update(left)[1] == new
        operation.apply(contents)
        assert not starts(contents) or contents[:spare] in (old[:spare], new[:spare])
    return len(operations)
