"""Builds the littlefs image with the files that a board has before it boots."""

from __future__ import annotations

from collections.abc import Mapping

from littlefs import LittleFS, UserContext

_PROGRAM_SIZE = 256  # the size of a page of the Pico's flash, in bytes


def littlefs(contents: Mapping[str, bytes], block_size: int, block_count: int) -> bytes:
    """Return a littlefs image of `block_count` blocks that has these files."""
    context = UserContext(buffsize=block_size * block_count)
    filesystem = LittleFS(
        context=context,
        block_size=block_size,
        block_count=block_count,
        prog_size=_PROGRAM_SIZE,
    )
    for name, content in contents.items():
        folder = name.rpartition("/")[0]
        if folder:
            filesystem.makedirs(folder, exist_ok=True)
        with filesystem.open(name, "wb") as file:
            file.write(content)
    filesystem.unmount()
    return bytes(context.buffer)
