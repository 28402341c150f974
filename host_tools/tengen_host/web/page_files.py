"""Sends the files of the page from memory, each compressed once.

A style sheet contains the sheets that it imports, because a browser shows nothing before it has them all. An HTML file
contains a link to each module that its script imports, so the browser requests all of them at once.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

_SHEET = re.compile(r'^@import "([\w-]+\.css)";$', re.MULTILINE)
_MODULE = re.compile(r'^(?:import|export)\b(?:[^;"]*\bfrom)? "(\.{1,2}/[\w/-]+\.js)";$', re.MULTILINE)
_SCRIPT = re.compile(r'^( *)<script type="module" src="/page/([\w/-]+\.js)"></script>$', re.MULTILINE)
_PARTS = {".css": "*.css", ".html": "**/*.js"}  # the other files that a file of this kind contains

# Windows takes media types from its registry, where .js is often text/plain; browsers then refuse to run a module.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


class PageFiles:
    """The present files of a folder. A changed file is read again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = frozenset(each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file())

    async def file(self, request: Request) -> Response:
        """Answer a request for the file named in the address. Raises HTTPException if there is no such file."""
        return self.answer(request, request.path_params["name"])

    def answer(
        self, request: Request, name: str, headers: Mapping[str, str] | None = None, status: int = 200
    ) -> Response:
        """Return the response with a file, compressed where possible; status 304 if the browser has it already.

        Raises HTTPException if the folder has no such file.
        """
        if name not in self._names:
            raise HTTPException(404)
        path = self._folder / name
        parts = [path, *sorted(self._folder.glob(_PARTS[path.suffix]))] if path.suffix in _PARTS else [path]
        file = _read(path, tuple(part.stat().st_mtime_ns for part in parts))
        packs = "gzip" in request.headers.get("accept-encoding", "") and file.packed is not None
        tag = f'"{file.digest}-gzip"' if packs else f'"{file.digest}"'
        headers = {"etag": tag, "vary": "Accept-Encoding", **(headers or {})}
        if status == 200 and tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if packs:
            headers["content-encoding"] = "gzip"
        return Response(file.packed if packs else file.body, status, headers, file.media_type)


def sent(path: Path) -> bytes:
    """Return the bytes to send for a file of the page's folder."""
    if path.suffix == ".css":
        return _whole(path).encode()
    if path.suffix == ".html":
        text = path.read_text(encoding="utf-8")
        return _SCRIPT.sub(lambda found: _linked(path.parent, *found.groups()), text).encode()
    return path.read_bytes()


def modules(first: Path) -> list[Path]:
    """Return a module and all modules that it imports, each once. Raises OSError if one is missing."""
    found = [first.resolve()]
    for module in found:
        names = _MODULE.findall(module.read_text(encoding="utf-8"))
        found += dict.fromkeys(path for name in names if (path := (module.parent / name).resolve()) not in found)
    return found


def _whole(sheet: Path) -> str:
    """Return the text of a style sheet; each import from its folder is replaced by the imported text."""
    return _SHEET.sub(lambda found: _whole(sheet.parent / found[1]), sheet.read_text(encoding="utf-8"))


def _linked(folder: Path, indent: str, source: str) -> str:
    """Return a script's element, and a link to each module that the script imports."""
    names = [module.relative_to(folder.resolve()).as_posix() for module in modules(folder / source)[1:]]
    links = [f'<link rel="modulepreload" href="/page/{name}">' for name in names]
    return "\n".join(indent + each for each in [f'<script type="module" src="/page/{source}"></script>', *links])


@dataclass(frozen=True)
class _File:
    """A file: the bytes to send, and the compressed bytes (None if they are not shorter)."""

    body: bytes
    packed: bytes | None
    digest: str
    media_type: str


@functools.lru_cache(maxsize=256)
def _read(path: Path, changed: tuple[int, ...]) -> _File:
    """Return a file's content.

    `changed` has the time stamps of the file and its parts, so that the cache misses after a change.
    """
    body = sent(path)
    packed = gzip.compress(body, mtime=0)
    digest = hashlib.sha256(body).hexdigest()[:32]
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _File(body, packed if len(packed) < len(body) else None, digest, media_type)
