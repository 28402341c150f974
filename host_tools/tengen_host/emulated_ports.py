"""Marks the ports and drives of emulated boards in files, so that programs know that these are many times slower."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

PLACE = "tengen-pico-"  # name prefix of the folder with an emulated Pico's port or drive
PORT, DRIVE = "port", "RPI-RP2"  # the names of the port and the drive in that folder


def announce(port: str) -> None:
    """Mark the port of a board that this process emulates. If this fails, the board counts as a real one."""
    conceal(port)  # removes a file that a killed process has left
    with contextlib.suppress(OSError), open(_file(port), "x", encoding="ascii") as file:
        file.write(str(os.getpid()))


def conceal(port: str) -> None:
    """Remove the mark of a port, because its board has ended."""
    with contextlib.suppress(OSError):
        _file(port).unlink()


def is_announced(port: str) -> bool:
    """Return whether a running process emulates the board at a port."""
    try:
        pid = int(_file(port).read_text(encoding="ascii"))
        os.kill(pid, 0)  # only checks the process; never on Windows, where nothing is announced
    except PermissionError:
        return True  # another user's process
    except (OSError, ValueError):
        return False
    return True


def ports() -> list[str]:
    """Return the serial ports of the emulated boards that run now."""
    return _announced(PORT)


def drives() -> list[str]:
    """Return the folders that are drives of emulated Picos in BOOTSEL mode."""
    return _announced(DRIVE)


def port_of(drive: str) -> str | None:
    """Return the serial port of the emulated Pico behind this drive; None for the drive of a real one."""
    return str(Path(drive).with_name(PORT)) if is_announced(drive) else None


def _announced(name: str) -> list[str]:
    found = Path(tempfile.gettempdir()).glob(f"{PLACE}*/{name}")
    return sorted(str(path) for path in found if is_announced(str(path)))


def _file(port: str) -> Path:
    name = os.path.realpath(port).strip("/").replace("/", "-").replace(":", "-")
    return Path(tempfile.gettempdir()) / f"tengen-emulated-{name}"
