"""Find the USB drive of a Pico in BOOTSEL mode, distinguish it from other drives, and write to it."""

from __future__ import annotations

import errno
import io
import os
import re
import string
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from .. import emulated_ports
from .errors import DeviceError, Gone, NoPermission, Unsupported

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

INFO = "INFO_UF2.TXT"
RP2040 = "RPI-RP2"  # the Pico's Board-ID, and the label of its drive
SUPPORTED = "a Raspberry Pi Pico with an RP2040"
# names, by Board-ID, of other boards that a user may have plugged in
_NAMES = {"RP2350": "a Pico 2 or another board with an RP2350"}

# Bytes of one write. Each write is synced before the next one, so that the progress bar counts only bytes that are on
# the board
_BLOCK = 65536
_UF2_BLOCK = 512  # the last block is written separately, because the Pico is complete only when it has this block
# an operating system may list a drive for up to _LISTED_S after it has disappeared, and even read a file of it from a
# cache
_LISTED_S, _LOOK_S = 5.0, 0.25
_FAT = ("vfat", "msdos")
_REMOVABLE = 2  # a value of Windows' GetDriveType

# Linux' list of disks; the vendor and model that the boot ROM reports; bytes of a sector
_DISKS = Path("/sys/block")
_VENDOR, _MODELS = "RPI", {"RP2": RP2040, "RP2350": "RP2350"}
_SECTORS = 262144
# Numbers of bytes. INFO_UF2.TXT is within the first _HEAD bytes of a disk. The boot ROM does not read the bytes from
# _FREE on, and it accepts a UF2 block at any sector. Each write begins at a multiple of _PAGE, the size of a memory
# page of the operating system, so that the system does not send an earlier block again.
_HEAD, _FREE, _PAGE = 262144, 1048576, 4096

Read = Callable[[str], "str | None"]


@dataclass(frozen=True)
class Drive:
    """A drive of a UF2 bootloader: its path, and the board's model and Board-ID.

    `is_disk`: True if the drive is not mounted, so that the path is the path of the disk itself.
    """

    path: str
    model: str
    board_id: str
    is_disk: bool = False


def drives() -> list[Drive]:
    """Return the drives of UF2 bootloaders on this computer, including the drives of emulated Picos."""
    mounts = _mounts()
    return of_folders([*_folders(mounts), *emulated_ports.drives()], _read) + of_disks(_DISKS, mounts)


def picos(found: Iterable[Drive]) -> list[Drive]:
    """Return the drives of Picos that Tengen runs on."""
    return [drive for drive in found if drive.board_id == RP2040]


def check(drive: Drive) -> None:
    """Raise Unsupported if the drive is not a Pico's."""
    if drive.board_id != RP2040:
        raise other(drive)


def other(drive: Drive) -> Unsupported:
    """Return the error for a drive that is not a Pico's, with the board's name."""
    name = _NAMES.get(drive.board_id) or f"{drive.model} ({drive.board_id})"
    return unsupported(f"the drive at {drive.path} is {name}")


def unsupported(what: str) -> Unsupported:
    """Return the error for a board that is not a Pico. `what`: the beginning of the sentence."""
    return Unsupported(f"{what}: Tengen runs on {SUPPORTED}")


def copy(
    uf2: Path,
    drive: Drive,
    progress: Callable[[int, int], None] = lambda done, size: None,
    create: Callable[[str], IO[bytes]] | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Write a UF2 to a drive, as a file or onto the disk itself. The Pico then starts it, and the drive disappears.

    `progress` gets the number of bytes on the board and the total number. `create` opens the file for writing. Raises
    Gone if the drive disappears before it has all bytes; also Unsupported, NoPermission, or another DeviceError.
    """
    check(drive)
    data = uf2.read_bytes()
    path = drive.path if drive.is_disk else os.path.join(drive.path, uf2.name)
    last = max(0, len(data) - _UF2_BLOCK)
    done = begun = 0
    try:
        file = (create or (_Disk if drive.is_disk else _create))(path)
        try:
            for begun in (_PAGE, *range(_BLOCK, last, _BLOCK), last, len(data)):
                piece = data[done:begun]
                if file.write(piece) != len(piece):
                    raise OSError(errno.ENOSPC, "not all of it was taken")
                os.fsync(file.fileno())
                done = begun
                progress(done, len(data))
        finally:
            file.close()
    except OSError as error:
        # the Pico restarts as soon as it has all bytes, so the drive may disappear during the last write, sync or close
        if begun < len(data) or not _leaves(drive, sleep):
            raise _why(error, drive, done, len(data)) from None
        progress(begun, len(data))
        return
    if not _leaves(drive, sleep):
        raise DeviceError(
            f"the drive at {drive.path} has all bytes and stays, so the Pico lacks some of them: unplug it, plug it in "
            "again, and run `tengen flash` again"
        )


def of_folders(folders: Iterable[str], read: Read) -> list[Drive]:
    """Return the drives among these folders; `read` returns a file's text, or None if there is no such file."""
    found = []
    for folder in folders:
        text = read(_join(folder, INFO))
        if text is not None:
            fields = dict(re.findall(r"^([\w-]+): *(.*?)\s*$", text, re.MULTILINE))
            found.append(Drive(folder, fields.get("Model", "an unknown board"), fields.get("Board-ID", "")))
    return found


def of_mounts(text: str) -> list[str]:
    """Return the folders where FAT drives are mounted, from the text of /proc/mounts.

    In this text a blank in a path is a backslash and the octal number 040.
    """
    rows = [line.split() for line in text.splitlines()]
    folders = [row[1] for row in rows if len(row) > 2 and row[2] in _FAT and row[0].startswith("/dev/")]
    return [re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), folder) for folder in folders]


def of_disks(disks: Path, mounts: str) -> list[Drive]:
    """Return the disks of boot ROMs that are not mounted.

    `disks`: Linux' /sys/block. `mounts`: the text of /proc/mounts.
    """
    found = []
    for disk in sorted(disks.iterdir()) if disks.is_dir() else ():
        texts = [_read(f"{disk}/{name}") for name in ("device/vendor", "device/model", "removable", "size")]
        vendor, model, removable, size = (text.strip() if text else "" for text in texts)
        known = vendor == _VENDOR and model in _MODELS and (removable, size) == ("1", str(_SECTORS))
        if known and not any(line.startswith(f"/dev/{disk.name}") for line in mounts.splitlines()):
            found.append(Drive(f"/dev/{disk.name}", f"Raspberry Pi {model}", _MODELS[model], True))
    return found


def of_letters(mask: int) -> list[str]:
    """Return the roots of Windows' drives, from the bits of GetLogicalDrives."""
    return [f"{letter}:\\" for bit, letter in enumerate(string.ascii_uppercase) if mask >> bit & 1]


def _mounts() -> str:
    if sys.platform != "linux":
        return ""
    with open("/proc/mounts", encoding="utf-8", errors="replace") as file:
        return file.read()


def _folders(mounts: str) -> list[str]:
    if sys.platform == "linux":
        return of_mounts(mounts)
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


def _create(path: str) -> IO[bytes]:
    return open(path, "wb", buffering=0)


class _Disk(io.FileIO):
    """The disk of a Pico in BOOTSEL mode, for writing.

    Raises OSError, also if the disk is mounted, or Unsupported.
    """

    def __init__(self, path: str) -> None:
        # with O_EXCL, Linux refuses a disk that is in use
        super().__init__(path, "r+", opener=lambda path, flags: os.open(path, flags | os.O_EXCL))
        size = self.seek(0, os.SEEK_END)
        self.seek(0)
        if size != _SECTORS * _UF2_BLOCK or f"Board-ID: {RP2040}\r\n".encode() not in self.read(_HEAD):
            self.close()
            raise Unsupported(f"the disk {path} does not identify itself as a Pico's: nothing was written to it")
        self.seek(_FREE)

    def write(self, data: Buffer) -> int:
        self.seek(-self.tell() % _PAGE, os.SEEK_CUR)
        return super().write(data) or 0


def _leaves(drive: Drive, sleep: Callable[[float], None]) -> bool:
    """Return whether a drive has disappeared, or disappears within _LISTED_S."""
    for _ in range(int(_LISTED_S / _LOOK_S)):
        if not os.path.exists(drive.path if drive.is_disk else os.path.join(drive.path, INFO)):
            return True
        sleep(_LOOK_S)
    return False


def _why(error: OSError, drive: Drive, done: int, size: int) -> DeviceError:
    again = "plug the Pico in again, with its BOOTSEL button held down, and run `tengen flash` again"
    if error.errno in (errno.ENOSPC, errno.EFBIG):
        return DeviceError(f"the drive at {drive.path} is full after {done} of {size} bytes: {again}")
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM, errno.EBUSY) and drive.is_disk:
        return NoPermission(
            f"a Pico in BOOTSEL mode is at {drive.path}, but its drive is not mounted, and the disk itself can't be "
            f"written to ({error.strerror}): open the drive in the file manager, or run `udisksctl mount -b "
            f"{drive.path}1`, and run `tengen flash` again. Members of the group `disk` need no mounting"
        )
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return NoPermission(
            f"nothing may be written to the drive at {drive.path}: it is mounted read-only or for another user. Eject "
            f"it, {again}"
        )
    return Gone(
        f"the drive at {drive.path} disappeared after {done} of {size} bytes ({error.strerror or error}): plug the "
        "Pico in again, and run `tengen flash` again. Games and settings are undamaged, and with only a part of the "
        "image the Pico is in BOOTSEL mode by itself"
    )
