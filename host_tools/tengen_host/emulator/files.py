"""A littlefs image with the firmware's files, for a MicroPython that has no tengen frozen in."""

from __future__ import annotations

from pathlib import Path

from littlefs import LittleFS, UserContext

from .. import resources

_PROGRAM_SIZE = 256  # of the Pico's flash
_DISK_VERSION = 0x00020000  # what MicroPython's littlefs writes


def write_littlefs(target: Path, block_size: int, block_count: int) -> None:
    """Write a littlefs image of block_count blocks with the firmware's files to `target`."""
    context = UserContext(buffsize=block_size * block_count)
    filesystem = LittleFS(
        context=context,
        block_size=block_size,
        block_count=block_count,
        prog_size=_PROGRAM_SIZE,
        disk_version=_DISK_VERSION,
    )
    for name, content in resources.firmware_files().items():
        folder = name.rpartition("/")[0]
        if folder:
            filesystem.makedirs(folder, exist_ok=True)
        with filesystem.open(name, "wb") as file:
            file.write(content)
    filesystem.unmount()
    target.write_bytes(bytes(context.buffer))
