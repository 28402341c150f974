"""Marks the ports of emulated boards in a file, so that a program knows that such a board is many times slower."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


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


def _file(port: str) -> Path:
    name = os.path.realpath(port).strip("/").replace("/", "-").replace(":", "-")
    return Path(tempfile.gettempdir()) / f"tengen-emulated-{name}"
