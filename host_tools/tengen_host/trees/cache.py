"""Manage the stores of trees and of collections.

A store is an SQLite file in Tengen's cache folder, and may be deleted.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from ..records.files import keep_newest
from ..resources import cache_root

MOST = 20  # the most stores in the folder; beyond this number the least recently used ones are deleted
ENDING = ".tree"

_WAIT_S = 10  # the longest wait for another process that uses the store
# errors caused by a damaged store if SQLite does not notice the damage: no rows, text instead of numbers, invalid
# UTF-8, invalid JSON
DAMAGE = (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, OverflowError)


def default_folder() -> Path:
    """Return the folder of all stores."""
    return cache_root() / "trees"


def path_for(folder: Path, what: bytes) -> Path:
    """Return the path of the store for something with this name."""
    return folder / (sha256(what).hexdigest()[:32] + ENDING)


def opened(path: Path) -> sqlite3.Connection:
    """Open an existing store; never create one. Raises sqlite3.Error."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=_WAIT_S, isolation_level=None, uri=True)


def sound(path: Path) -> sqlite3.Connection | None:
    """Return a store if it exists and is not damaged; else None."""
    if not path.is_file():
        return None
    store = None
    try:
        store = opened(path)
        if store.execute("PRAGMA quick_check(1)").fetchone() == ("ok",):
            return store
    except DAMAGE:
        pass
    if store:
        store.close()
    return None


def made(path: Path, fill: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    """Create a store.

    It is created in a temporary file first, so that no other process sees an incomplete store. If writing the file
    fails, the store is created in memory.

    `fill` writes the content, and may be called twice. It may also raise errors that have nothing to do with the disk.
    """
    aside = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(aside, isolation_level=None)) as store:
            store.execute("PRAGMA journal_mode = OFF")
            store.execute("PRAGMA synchronous = OFF")
            fill(store)
        os.replace(aside, path)
        keep_newest(path, MOST)
        return opened(path)
    except (OSError, sqlite3.Error):
        store = sqlite3.connect(":memory:", isolation_level=None)
        fill(store)
        return store
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def used(path: Path) -> None:
    """Mark a store as recently used."""
    with contextlib.suppress(OSError):
        os.utime(path)
