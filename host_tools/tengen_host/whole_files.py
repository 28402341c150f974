"""Write files completely or not at all, even if the power fails or the disk is full."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

_USUAL = 0o666  # the permissions of a new file, less those that the user's umask takes away


def create(path: Path, data: bytes) -> None:
    """Write a new file. Raises FileExistsError if it exists, OSError if it can't be written."""
    written = write_aside(path.parent, data)
    try:
        put_in_place(written, path)
    finally:
        written.unlink(missing_ok=True)
    sync(path.parent)


def put_in_place(written: Path, path: Path) -> None:
    """Give a temporary file its final name. Raises FileExistsError if the name is taken."""
    try:
        os.link(written, path)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError, AttributeError):
        # a file system without hard links: reserve the name with an empty file, then replace that file
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.replace(written, path)


def replace(path: Path, data: bytes, mode: int = _USUAL) -> None:
    """Write a file, replacing an existing one. If this raises OSError, the old file is unchanged."""
    written = write_aside(path.parent, data, mode)
    try:
        os.replace(written, path)
    finally:
        written.unlink(missing_ok=True)
    sync(path.parent)


def write_aside(folder: Path, data: bytes, mode: int = _USUAL) -> Path:
    """Write a hidden temporary file, which is safe on the disk when this function returns."""
    path = folder / f".{secrets.token_hex(8)}.part"
    try:
        with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def sync(folder: Path) -> None:
    """Write the folder itself to the disk, if the system can do that."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
