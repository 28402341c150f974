"""Stores the paired devices in a file that only its owner can read, and that only one program uses at a time."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from .. import whole_files
from ..i18n import Sentence
from .devices import Devices

NAME = "phones.json"
_MODE = 0o600


@contextlib.contextmanager
def opened(path: Path, tell: Callable[[str], None]) -> Iterator[Devices]:
    """Return the devices stored at a path; during the context each change is stored at once.

    `tell` gets a line about a damaged file. If another program has opened the path, the devices are new and are not
    stored; `tell` gets a line about that, too.
    """
    with contextlib.ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context(path.with_suffix(".lock").open("ab"))
        except OSError:  # then the file can't be written either, which save() reports
            lock = None
        if lock and not _is_locked_here(lock):
            tell(f"another tengen uses {path}: this one forgets its paired phones when it ends")
            devices = Devices()
            devices.trouble = Sentence("pair.unsaved_second")
            yield devices
            return
        yield Devices(_read(path, tell), lambda its: _write(path, its))


def _is_locked_here(lock: IO[bytes]) -> bool:
    """Lock an open file until it is closed; return False if another program has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            lock.seek(0)
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _read(path: Path, tell: Callable[[str], None]) -> dict[str, Any]:
    try:
        its = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        tell(f"{path} can't be read ({error}): pair the phones again")
        return {}
    if not isinstance(its, dict):
        tell(f"{path} is damaged: pair the phones again")
        return {}
    return its


def _write(path: Path, its: dict[str, Any]) -> None:
    """Replace the file in one step. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    whole_files.replace(path, json.dumps(its).encode(), _MODE)
