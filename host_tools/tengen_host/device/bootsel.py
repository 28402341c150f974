"""The USB drive of a Pico in BOOTSEL mode: found, told from other drives, and written to."""

from __future__ import annotations

import errno
import os
import re
import string
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from .errors import DeviceError, Gone, NoBoard, NoPermission, Unsupported

INFO = "INFO_UF2.TXT"
RP2040 = "RPI-RP2"  # its Board-ID, and the drive's label
SUPPORTED = "a Raspberry Pi Pico with an RP2040"
# by Board-ID: other boards that a user may have plugged in
_NAMES = {"RP2350": "a Pico 2 or another board with an RP2350"}

# Bytes of one write. Each write is synced before the next: the progress bar counts only bytes that are on the board
_BLOCK = 65536
_UF2_BLOCK = 512  # the last one is a write of its own: only with that has the Pico all
# A system may list a drive for up to _LISTED_S after it has gone, even with a cached file of it
_LISTED_S, _LOOK_S = 5.0, 0.25
_FAT = ("vfat", "msdos")
_BY_LABEL = "/dev/disk/by-label"
_REMOVABLE = 2  # Windows' GetDriveType

Read = Callable[[str], "str | None"]


@dataclass(frozen=True)
class Drive:
    """A drive of a UF2 bootloader: its path, and the board's model and Board-ID."""

    path: str
    model: str
    board_id: str


def drives() -> list[Drive]:
    """The drives of UF2 bootloaders on this machine."""
    return of_folders(_folders(), _read)


def the_drive() -> Drive:
    """The drive of the only Pico in BOOTSEL mode.

    Raises NoBoard if there is none, or it is not mounted; DeviceError if there are several; Unsupported if the drive
    is another board's.
    """
    labels = os.listdir(_BY_LABEL) if sys.platform == "linux" and os.path.isdir(_BY_LABEL) else []
    return the_only(drives(), labels)


def the_only(found: list[Drive], labels: Iterable[str] = ()) -> Drive:
    """Return the only Pico's drive among `found`; `labels` of all drives, mounted or not. Raises as the_drive()."""
    picos = [drive for drive in found if drive.board_id == RP2040]
    if len(picos) == 1:
        return picos[0]
    if picos:
        where = ", ".join(drive.path for drive in picos)
        raise DeviceError(f"{len(picos)} Picos are in BOOTSEL mode ({where}): leave one of them plugged in")
    for label in labels:
        if label == RP2040:
            raise NoBoard(
                f"a Pico in BOOTSEL mode is there, but its drive is not mounted: open it in the file manager, or run "
                f"`udisksctl mount -b {_BY_LABEL}/{label}`, and try again"
            )
    for drive in found:
        check(drive)
    if "RP2350" in labels:
        check(Drive(f"{_BY_LABEL}/RP2350", "Raspberry Pi RP2350", "RP2350"))
    raise NoBoard(
        "no Pico in BOOTSEL mode is there: unplug it, hold its BOOTSEL button down while you plug it in, and let go. "
        "If no drive RPI-RP2 comes up, the cable may be one that only charges: try another one, and another USB port"
    )


def check(drive: Drive) -> None:
    """Raise Unsupported, with the board's name, if the drive is not a Pico's."""
    if drive.board_id != RP2040:
        name = _NAMES.get(drive.board_id) or f"{drive.model} ({drive.board_id})"
        raise Unsupported(f"the drive at {drive.path} is {name}: Tengen runs on {SUPPORTED}")


def copy(
    uf2: Path,
    drive: Drive,
    progress: Callable[[int, int], None] = lambda done, size: None,
    create: Callable[[str], BinaryIO] | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Write a UF2 file to a drive. The Pico then starts it, and the drive disappears.

    `progress` gets the number of bytes on the board and the total. `create` opens the file for writing. Raises
    Unsupported; Gone if the drive disappears before it has all bytes; NoPermission; or another DeviceError.
    """
    check(drive)
    data = uf2.read_bytes()
    path = os.path.join(drive.path, uf2.name)
    last = max(0, len(data) - _UF2_BLOCK)
    done = begun = 0
    try:
        file = (create or _create)(path)
        try:
            for begun in (*range(_BLOCK, last, _BLOCK), last, len(data)):
                piece = data[done:begun]
                if file.write(piece) != len(piece):
                    raise OSError(errno.ENOSPC, "not all of it was taken")
                os.fsync(file.fileno())
                done = begun
                progress(done, len(data))
        finally:
            file.close()
    except OSError as error:
        # the Pico restarts as soon as it has all bytes: the drive may disappear during the last write, sync or close
        if begun == len(data) and _leaves(drive, sleep):
            progress(begun, len(data))
            return
        raise _why(error, drive, done, len(data)) from None


def of_folders(folders: Iterable[str], read: Read) -> list[Drive]:
    """The drives among these folders; `read` returns a file's text, or None if there is no such file."""
    found = []
    for folder in folders:
        text = read(_join(folder, INFO))
        if text is not None:
            fields = dict(re.findall(r"^([\w-]+): *(.*?)\s*$", text, re.MULTILINE))
            found.append(Drive(folder, fields.get("Model", "an unknown board"), fields.get("Board-ID", "")))
    return found


def of_mounts(text: str) -> list[str]:
    """Return the folders where FAT drives are mounted, from the text of /proc/mounts, where a blank is \\040."""
    rows = [line.split() for line in text.splitlines()]
    folders = [row[1] for row in rows if len(row) > 2 and row[2] in _FAT and row[0].startswith("/dev/")]
    return [re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), folder) for folder in folders]


def of_letters(mask: int) -> list[str]:
    """The roots of Windows' drives, by the bits of GetLogicalDrives."""
    return [f"{letter}:\\" for bit, letter in enumerate(string.ascii_uppercase) if mask >> bit & 1]


def _folders() -> list[str]:
    if sys.platform == "linux":
        with open("/proc/mounts", encoding="utf-8", errors="replace") as file:
            return of_mounts(file.read())
    if sys.platform == "darwin":
        return [f"/Volumes/{name}" for name in os.listdir("/Volumes")]
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        return [root for root in of_letters(kernel.GetLogicalDrives()) if kernel.GetDriveTypeW(root) == _REMOVABLE]
    return []


def _join(folder: str, name: str) -> str:
    return folder + name if folder.endswith("\\") else f"{folder}/{name}"


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read(4096)
    except OSError:
        return None


def _create(path: str) -> BinaryIO:
    return open(path, "wb", buffering=0)


def _leaves(drive: Drive, sleep: Callable[[float], None]) -> bool:
    """Whether a drive is gone, or disappears within _LISTED_S."""
    for _ in range(int(_LISTED_S / _LOOK_S)):
        if not os.path.exists(os.path.join(drive.path, INFO)):
            return True
        sleep(_LOOK_S)
    return False


def _why(error: OSError, drive: Drive, done: int, size: int) -> DeviceError:
    if error.errno in (errno.ENOSPC, errno.EFBIG):
        return DeviceError(
            f"the drive at {drive.path} is full after {done} of {size} bytes: unplug the Pico, hold its BOOTSEL button "
            "down while you plug it in, and try again"
        )
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return NoPermission(
            f"nothing may be written to the drive at {drive.path}: it is mounted read-only or for another user. Eject "
            "it, plug the Pico in again with its BOOTSEL button held down, and try again"
        )
    return Gone(
        f"the drive at {drive.path} went away after {done} of {size} bytes ({error.strerror or error}): plug the Pico "
        "in again with its BOOTSEL button held down, and try again; what was written so far does no harm"
    )
