"""Sends the files of the page from memory, each packed once.

A style sheet is sent with the sheets that it imports, as a browser shows nothing before it has them all. An HTML file
is sent with a link to each module that its script will import: so the browser asks for all of them at once.
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
_PARTS = {".css": "*.css", ".html": "**/*.js"}  # what else a file of this kind is made of

# Windows takes media types from its registry, where .js is often text/plain; browsers then refuse to run a module.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


class PageFiles:
    """The files that a folder has now. A file that has been changed is read again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = frozenset(each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file())

    async def file(self, request: Request) -> Response:
        """Answer a request for the file that is named in the address. Raises HTTPException if there is none."""
        return self.answer(request, request.path_params["name"])

    def answer(
        self, request: Request, name: str, headers: Mapping[str, str] | None = None, status: int = 200
    ) -> Response:
        """Return a file: packed, if the browser unpacks it, or that the browser has it already.

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
    """Return what is sent for a file of the page's folder."""
    if path.suffix == ".css":
        return _whole(path).encode()
    if path.suffix == ".html":
        text = path.read_text(encoding="utf-8")
        return _SCRIPT.sub(lambda found: _linked(path.parent, *found.groups()), text).encode()
    return path.read_bytes()


def modules(first: Path) -> list[Path]:
    """Return a module and all that it imports, each once. Raises OSError where one is missing."""
    found = [first.resolve()]
    for module in found:
        names = _MODULE.findall(module.read_text(encoding="utf-8"))
        found += dict.fromkeys(path for name in names if (path := (module.parent / name).resolve()) not in found)
    return found


def _whole(sheet: Path) -> str:
    """Return the text of a style sheet, with that of each sheet of its folder that it imports in the import's place."""
    return _SHEET.sub(lambda found: _whole(sheet.parent / found[1]), sheet.read_text(encoding="utf-8"))


def _linked(folder: Path, indent: str, source: str) -> str:
    """Return a script's element, and a link to each module that the script imports."""
    names = [module.relative_to(folder.resolve()).as_posix() for module in modules(folder / source)[1:]]
    links = [f'<link rel="modulepreload" href="/page/{name}">' for name in names]
    return "\n".join(indent + each for each in [f'<script type="module" src="/page/{source}"></script>', *links])


@dataclass(frozen=True)
class _File:
    """A file: what is sent, and the same packed (None where that is no shorter)."""

    body: bytes
    packed: bytes | None
    digest: str
    media_type: str


@functools.lru_cache(maxsize=256)
def _read(path: Path, changed: tuple[int, ...]) -> _File:
    """Return a file as it is since it and its parts were `changed`; so what was read before is not taken for it."""
    body = sent(path)
    packed = gzip.compress(body, mtime=0)
    digest = hashlib.sha256(body).hexdigest()[:32]
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _File(body, packed if len(packed) < len(body) else None, digest, media_type)
