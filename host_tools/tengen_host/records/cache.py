"""Caches of what was read from a folder of games: JSON files in Tengen's cache folder, which may be deleted.

A cache begins with a hash of the rest and of Tengen's version, so that one that is damaged or of another version is as
none: it costs time and gives nothing wrong.
"""

from __future__ import annotations

import contextlib
import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import tengen

from ..resources import cache_root
from . import files

MOST = 20  # caches of a kind: of more, those used longest ago are deleted

Cache = dict[str, list[Any]]  # by the path of a file in the folder: its stamp, and what was read from it

_SCHEMA = 8  # changes with the form of any cache


def path_for(folder: Path, kind: str, what: str = "") -> Path:
    """Return the path of a folder's cache. `kind`: its ending; `what`: which of that kind."""
    its = b"\0".join((os.fsencode(folder.absolute()), what.encode(errors="replace")))
    return cache_root() / "games" / f"{sha256(its).hexdigest()[:32]}.{kind}"


def load(path: Path) -> Cache:
    """Return a cache; {} where there is none that can be used."""
    try:
        data = path.read_bytes()
    except OSError:
        return {}
    seal = _seal(data[len(_seal(b"")) :])
    return dict(json.loads(data[len(seal) :])) if data.startswith(seal) else {}


def save(path: Path, cache: Cache) -> None:
    """Write a cache, whole or not at all; where it can't be written, the files are read again the next time."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        body = json.dumps(cache).encode()
        files.replace(path, _seal(body) + body)
        files.keep_newest(path, MOST)


def _seal(body: bytes) -> bytes:
    return sha256(f"{tengen.__version__} {_SCHEMA} ".encode() + body).digest()
