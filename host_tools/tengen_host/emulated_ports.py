"""Marks the ports and drives of emulated boards in a file, so that a program knows that they are many times slower."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

PLACE = "tengen-pico-"  # the beginning of the name of the folder that an emulated Pico's port or drive is in
PORT, DRIVE = "port", "RPI-RP2"  # there


def announce(port: str) -> None:
    """Mark a port as that of a board that this process emulates. If this fails, the board counts as a real one."""
    conceal(port)  # the file of a process that was killed
    with contextlib.suppress(OSError), open(_file(port), "x", encoding="ascii") as file:
        file.write(str(os.getpid()))


def conceal(port: str) -> None:
    """Remove the mark of a port, because its board has ended."""
    with contextlib.suppress(OSError):
        _file(port).unlink()


def is_announced(port: str) -> bool:
    """Whether a running process emulates the board at a port."""
    try:
        pid = int(_file(port).read_text(encoding="ascii"))
        os.kill(pid, 0)  # only checks the process; never on Windows, which has no pseudo-terminals to announce
    except PermissionError:
        return True  # the process of another user
    except (OSError, ValueError):
        return False
    return True


def drives() -> list[str]:
    """The folders that are the drives of emulated Picos in BOOTSEL mode."""
    found = Path(tempfile.gettempdir()).glob(f"{PLACE}*/{DRIVE}")
    return sorted(str(folder) for folder in found if is_announced(str(folder)))


def port_of(drive: str) -> str | None:
    """The port of an emulated Pico before and after it has been this drive; None for the drive of a real one."""
    return str(Path(drive).with_name(PORT)) if is_announced(drive) else None


def _file(port: str) -> Path:
    name = os.path.realpath(port).strip("/").replace("/", "-").replace(":", "-")
    return Path(tempfile.gettempdir()) / f"tengen-emulated-{name}"
