"""The lines of a file or of standard input, for commands that answer each line with one."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO

_BLOCK = 65536


def batches(file: BinaryIO, size: int, longest: int) -> Iterator[list[bytes]]:
    """Yield lists of up to `size` lines, without line ends and cut to `longest` bytes, so that memory stays bounded."""
    rest, mark = b"", codecs.BOM_UTF8  # some editors begin a file with it
    while block := file.read1(_BLOCK):  # type: ignore[attr-defined]
        lines = (rest + block).split(b"\n")
        rest = lines.pop()[: longest + len(mark)]
        for at in range(0, len(lines), size):
            yield [line.removeprefix(mark).rstrip(b"\r")[:longest] for line in lines[at : at + size]]
            mark = b""
    if rest:
        yield [rest.removeprefix(mark).rstrip(b"\r")[:longest]]
