"""Make UF2 files for the RP2040 from an image's bytes, check them, and read which Tengen they contain.

Source of the format: https://github.com/microsoft/uf2.
"""

from __future__ import annotations

import hashlib
import re
import struct
from pathlib import Path
from typing import NamedTuple

from ..file_errors import in_words
from .steps import ImageError

BLOCK, PAGE, SECTOR = 512, 256, 4096
MAGIC = (0x0A324655, 0x9E5D5157)
MAGIC_END = 0x0AB16F30
RP2040 = 0xE48BFF56
FAMILY_PRESENT, TAGS_PRESENT = 0x2000, 0x8000
FLASH = 0x10000000  # the flash's first address
# The address where the files begin, MICROPY_HW_FLASH_STORAGE_BYTES before the end of 2 MB. No image may extend to this
# address
FILES_BEGIN = FLASH + (2048 - 1408) * 1024
SPARE = FILES_BEGIN - SECTOR  # the sector before the files is reserved for the function made()

_HEAD, _DATA = struct.Struct("<8I"), BLOCK - 36
_SHA_2 = 0xB46DB0  # the format's tag for a hash of the firmware
# a pattern for the text that identifies the image, which is in a frozen module that is never imported (patches.names)
_MARK = "tengen image {} {}"
_MARKED = re.compile(rb"tengen image ([\w.+-]{1,40}) ([0-9a-f]{12})")


class Tengen(NamedTuple):
    """The firmware in an image: its version and its build. The build is a key of all its sources."""

    version: str
    build: str


def mark(its: Tengen) -> str:
    """Return the text that identifies the firmware in an image."""
    return _MARK.format(*its)


def made(image: bytes) -> bytes:
    """Return a UF2 that writes these bytes to the flash from its start on. Raises ImageError if they reach SPARE.

    A copy of the UF2 to a Pico may be interrupted at any point. Then, at the next power-up, the Pico either starts its
    old program, which is still complete, or it is in BOOTSEL mode, and can be written again. The RP2040's boot ROM runs
    the flash only if the flash's first page is valid. This is used as follows:

    - The first block has an impossible number. This makes the ROM forget an interrupted copy of another image.
    - The ROM erases a sector before it writes the first block of a group of 16 block numbers, independent of the pages
      of these blocks. A special group of 16 numbers has a page of the spare sector, for which this sector is erased,
      and then the flash's first page. The first page is not erased then, but overwritten with zeros. An erase that is
      interrupted might leave the first page valid and destroy the pages after it.
    - The flash's real first page comes last.

    After its page, each block has the SHA-256 of the whole image, as one of the format's tags.
    """
    if len(image) > SPARE - FLASH:
        raise ImageError(
            f"the image is too large: it has {len(image)} bytes, and {SPARE - FLASH} are free before the games: take "
            "something out (`tengen image --sizes`, where it fits, says what is large)"
        )
    image += bytes([0xFF]) * (-len(image) % SECTOR)
    own = len(image) // PAGE
    count, digest = own + 2, hashlib.sha256(image).digest()
    tag = struct.pack("<I", _SHA_2 << 8 | 4 + len(digest)) + digest

    def block(number: int, address: int, page: bytes) -> bytes:
        head = _HEAD.pack(*MAGIC, FAMILY_PRESENT | TAGS_PRESENT, address, PAGE, number, count, RP2040)
        return head + (page + tag).ljust(_DATA, b"\0") + struct.pack("<I", MAGIC_END)

    empty = bytes([0xFF]) * PAGE
    begin = [block(count, SPARE, empty), block(own, SPARE, empty), block(own + 1, FLASH, bytes(PAGE))]
    first, *others = [block(n, FLASH + n * PAGE, image[n * PAGE : (n + 1) * PAGE]) for n in range(own)]
    return b"".join([*begin, *others, first])


def pages(path: Path) -> dict[int, bytes]:
    """Return the memory contents that a UF2 writes to an RP2040, by address, without the spare sector.

    Raises ImageError if the file is not a UF2 for an RP2040.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{in_words(error)}; name a UF2 that is there") from None
    if not data or len(data) % BLOCK:
        size = f"its size, {len(data)} bytes, is not a number of {BLOCK}-byte blocks"
        raise ImageError(f"{path} is not a whole UF2: {size}")
    found, numbers, total = {}, set(), 0
    for at in range(0, len(data), BLOCK):
        first, second, flags, address, size, number, total, family = _HEAD.unpack_from(data, at)
        (end,) = struct.unpack_from("<I", data, at + BLOCK - 4)
        if (first, second, end) != (*MAGIC, MAGIC_END):
            raise ImageError(f"{path} is not a UF2: block {at // BLOCK} has not its magic numbers")
        if not flags & FAMILY_PRESENT or family != RP2040:
            raise ImageError(f"{path} is for another chip (family {family:#010x}): take the one for RPI_PICO")
        if size != PAGE or address % PAGE or address < FLASH:
            raise ImageError(f"{path} is not for a flash: block {at // BLOCK} has {size} bytes for {address:#x}")
        if number < total:  # the other blocks are those that made() adds for the boot ROM
            found[address] = data[at + _HEAD.size :][:PAGE]
            numbers.add(number)
    if numbers != set(range(total)):
        raise ImageError(f"{path} is not whole: it has {len(numbers)} of {total} blocks; get it, or build it, again")
    found.pop(SPARE, None)
    return dict(sorted(found.items()))


def tengen_in(path: Path) -> Tengen | None:
    """Return the Tengen that is frozen into a UF2, or None. Raises ImageError in the same cases as pages()."""
    marked = _MARKED.search(b"".join(pages(path).values()))
    return Tengen(*(part.decode() for part in marked.groups())) if marked else None
