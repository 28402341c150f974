"""Caches of what was read from a folder of games: JSON files in Tengen's cache folder, which may be deleted.

A cache file begins with a hash of Tengen's version and of the rest of the file. A cache that is damaged or was written
by another version is ignored. Ignoring it costs time, but never gives a wrong result.
"""

from __future__ import annotations

import contextlib
import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import tengen

from .. import whole_files
from ..resources import cache_root
from . import files

MOST = 20  # the most cache files of one kind; beyond this number the least recently used ones are deleted

# for each file's path in the folder, a list of the file's stamp and what was read from the file
Cache = dict[str, list[Any]]

_SCHEMA = 9  # increase this number when the data format of any cache changes


def path_for(folder: Path, kind: str, what: str = "") -> Path:
    """Return the path of the cache file of a folder.

    `kind`: the ending of the cache file. `what`: distinguishes the caches of the same kind.
    """
    its = b"\0".join((os.fsencode(folder.absolute()), what.encode(errors="replace")))
    return cache_root() / "games" / f"{sha256(its).hexdigest()[:32]}.{kind}"


def load(path: Path) -> Cache:
    """Return a cache; {} if there is no usable one."""
    try:
        data = path.read_bytes()
    except OSError:
        return {}
    seal = _seal(data[len(_seal(b"")) :])
    return dict(json.loads(data[len(seal) :])) if data.startswith(seal) else {}


def save(path: Path, cache: Cache) -> None:
    """Save a cache, completely or not at all.

    If the cache can't be written, the games' files are read again next time.
    """
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        body = json.dumps(cache).encode()
        whole_files.replace(path, _seal(body) + body)
        files.keep_newest(path, MOST)


def _seal(body: bytes) -> bytes:
    return sha256(f"{tengen.__version__} {_SCHEMA} ".encode() + body).digest()
