"""Read whole files, and write files completely or not at all, even if the power fails or the disk is full."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from .record import RecordError


def load(path: Path, most: int) -> bytes:
    """Return the bytes of a file that a user named, at most `most` + 1 bytes. Raises RecordError."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise RecordError(f"{path} can't be read ({error.strerror or error}): choose another file") from None


def check_place(path: Path, force: bool) -> None:
    """Raise RecordError if the file can't be written, or if it exists and `force` is not set."""
    if not path.parent.is_dir():
        raise RecordError(f"{path.parent} is not a folder: make it, or name another")
    if path.is_dir():
        raise RecordError(f"{path} is a folder: name a file")
    if path.exists() and not force:
        raise RecordError(f"{path} exists already: name another file, or overwrite it with --force")


def write(path: Path, data: bytes, force: bool) -> None:
    """Write a file that a user named.

    Without `force` an existing file is not replaced. Raises RecordError.
    """
    check_place(path, force)
    try:
        (replace if force else create)(path, data)
    except OSError as error:
        raise RecordError(f"{path} can't be written ({error.strerror or error}): name another place") from None


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


def replace(path: Path, data: bytes) -> None:
    """Write a file, replacing an existing one. If this raises OSError, the old file is unchanged."""
    written = write_aside(path.parent, data)
    try:
        os.replace(written, path)
    finally:
        written.unlink(missing_ok=True)
    sync(path.parent)


def write_aside(folder: Path, data: bytes) -> Path:
    """Write a hidden temporary file, which is safe on the disk when this function returns."""
    path = folder / f".{secrets.token_hex(8)}.part"
    try:
        with path.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def keep_newest(kept: Path, most: int) -> None:
    """Keep the `most` most recently used files with this file's ending in its folder; delete the others."""
    with contextlib.suppress(OSError):
        found = sorted(kept.parent.glob("*" + kept.suffix), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in found[most:]:
            if path != kept:
                path.unlink(missing_ok=True)


def sync(folder: Path) -> None:
    """Write the folder itself to the disk, if the system can do that."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
