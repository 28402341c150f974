"""Sends the page's files from memory, each packed once; its style sheets as one, and its modules."""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
import os
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from . import scripts, sheets

# What is sent with all that it imports
SHEETS = ("page.css", "hallpage.css")
SCRIPTS = ("main.js", "hall.js", "nopage.js")

# Windows takes media types from its registry, where .js is often text/plain; browsers then refuse to run a module.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


class KeptFiles(StaticFiles):
    """The files that a folder has now, as an ASGI app. A file that has been changed is read again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)  # for its 404.html
        self._folder = folder
        self._names = frozenset(each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file())

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the answer to a request for a file: packed, if the browser unpacks it, or that it has it already."""
        name = path.replace(os.sep, "/")
        if name not in self._names or scope["method"] not in ("GET", "HEAD"):
            return await super().get_response(path, scope)
        asked, kept = Headers(scope=scope), self._file(name)
        packs = "gzip" in asked.get("accept-encoding", "") and kept.packed is not None
        headers = {"etag": f'"{kept.digest}"', "vary": "Accept-Encoding"}
        if packs:
            headers |= {"etag": f'"{kept.digest}-gzip"', "content-encoding": "gzip"}
        response = Response(kept.packed if packs else kept.body, headers=headers, media_type=kept.media_type)
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, asked) else response

    def _file(self, name: str) -> _Kept:
        path = self._folder / name
        parts = sorted(self._folder.glob(f"*{path.suffix}")) if name in (*SHEETS, *SCRIPTS) else [path]
        return _read(path, tuple(part.stat().st_mtime_ns for part in parts))


def sent(path: Path) -> bytes:
    """Return what is sent for a file of the page's folder."""
    if path.name in SHEETS:
        return sheets.whole(path).encode()
    return scripts.whole(path).encode() if path.name in SCRIPTS else path.read_bytes()


@dataclass(frozen=True)
class _Kept:
    """A file: what is sent, and the same packed (None where that is no shorter)."""

    body: bytes
    packed: bytes | None
    digest: str
    media_type: str


@functools.lru_cache(maxsize=256)
def _read(path: Path, changed: tuple[int, ...]) -> _Kept:
    """Return a file as it is since it and its parts were `changed`; so what was read before is not taken for it."""
    body = sent(path)
    packed = gzip.compress(body, mtime=0)
    digest = hashlib.sha256(body).hexdigest()[:32]
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _Kept(body, packed if len(packed) < len(body) else None, digest, media_type)
