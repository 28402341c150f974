"""Reads UF2 files: whether a file is an image for the RP2040, and whether Tengen is frozen into it."""

from __future__ import annotations

import struct
from pathlib import Path

from ..file_errors import in_words
from .steps import ImageError

BLOCK = 512
MAGIC = (0x0A324655, 0x9E5D5157)
MAGIC_END = 0x0AB16F30
RP2040 = 0xE48BFF56
FAMILY_PRESENT = 0x2000
# MicroPython keeps the names of frozen modules
FROZEN_NAME = b"tengen/app.py"


def payload(path: Path) -> bytes:
    """Return the bytes that a UF2 writes into an RP2040's flash. Raises ImageError if it is no UF2 for an RP2040."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{in_words(error)}; name a UF2 that is there") from None
    if not data or len(data) % BLOCK:
        raise ImageError(f"{path} is no UF2: its size, {len(data)} bytes, is not a number of {BLOCK}-byte blocks")
    parts = []
    for at in range(0, len(data), BLOCK):
        first, second, flags, _, size, _, _, family = struct.unpack_from("<8I", data, at)
        (end,) = struct.unpack_from("<I", data, at + BLOCK - 4)
        if (first, second, end) != (*MAGIC, MAGIC_END):
            raise ImageError(f"{path} is no UF2: block {at // BLOCK} has not its magic numbers")
        if flags & FAMILY_PRESENT and family != RP2040:
            raise ImageError(f"{path} is for another chip (family {family:#010x}): take the one for RPI_PICO")
        parts.append(data[at + 32 : at + 32 + min(size, BLOCK - 36)])
    return b"".join(parts)


def has_tengen(path: Path) -> bool:
    """Whether Tengen's firmware is frozen into this UF2. Raises ImageError if the file is not a UF2."""
    return FROZEN_NAME in payload(path)
