"""Read whole files, and write the files that a user names."""

from __future__ import annotations

import contextlib
from pathlib import Path

from .. import whole_files
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
        (whole_files.replace if force else whole_files.create)(path, data)
    except OSError as error:
        raise RecordError(f"{path} can't be written ({error.strerror or error}): name another place") from None


def keep_newest(kept: Path, most: int) -> None:
    """Keep the `most` most recently used files with this file's ending in its folder; delete the others."""
    with contextlib.suppress(OSError):
        found = sorted(kept.parent.glob("*" + kept.suffix), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in found[most:]:
            if path != kept:
                path.unlink(missing_ok=True)
