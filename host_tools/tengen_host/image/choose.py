"""Chooses the MicroPython image: a given one, else one built here, else the official one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from ..file_errors import reason
from . import builder, debian, native, uf2
from .steps import ImageError

OLDEST_UNIX = (1, 22)


@dataclass(frozen=True)
class Image:
    """A UF2 for the Pico. If Tengen is not `frozen` into it, Tengen's files must be put on the flash.

    `source` is "given", "built" or "official".
    """

    uf2: Path
    frozen: bool
    source: str


def pico_image(given: Path | None = None) -> Image:
    """Return the image to run on a Pico. Raises ImageError, which says all that was tried and what to pass or install.
    """
    if given is not None:
        return Image(given, uf2.has_tengen(given), "given")
    try:
        return built_image()
    except ImageError as error:
        reason = str(error)
    try:
        return Image(_official(), False, "official")
    except ImageError as error:
        raise ImageError(
            f"no MicroPython for the Pico could be had.\nnot built: {reason}\nnot fetched: {error}\n"
            "or name an image with --uf2 FILE (RPI_PICO)"
        ) from None


def compile_emulator() -> None:
    """Compile the emulator for this Python, or print why not. Call this before the emulator is imported."""
    try:
        native.build()
    except (ImageError, OSError) as error:
        print(f"the emulator is not compiled for this Python and takes six times as long: {error}", file=sys.stderr)


def built_image() -> Image:
    """Return the image with the present firmware frozen in, from the cache or built now. Raises ImageError."""
    reason = None if builder.pico_path().exists() else builder.can_build()
    if reason is not None:
        raise ImageError(reason)
    return Image(builder.build_pico(), True, "built")


def unix_port() -> Path:
    """Return MicroPython's unix port: TENGEN_MICROPYTHON, else built here, else the one on PATH. Raises ImageError."""
    named = os.environ.get("TENGEN_MICROPYTHON")
    if named:
        return _checked_unix(named)
    reason = None if builder.unix_path().exists() else builder.can_build()
    if reason is None:
        return builder.build_unix()
    found = shutil.which("micropython")
    if found is None:
        raise ImageError(f"{reason}; or set TENGEN_MICROPYTHON to a MicroPython for this machine")
    return _checked_unix(found)


def _checked_unix(program: str) -> Path:
    question = "import sys; print(sys.implementation.name, *sys.implementation.version[:2])"
    try:
        answer = subprocess.run([program, "-c", question], capture_output=True, text=True, timeout=20)
        name, *numbers = answer.stdout.split() or ["nothing"]
        version = tuple(int(number) for number in numbers)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise ImageError(f"{program} is no MicroPython that can be run ({reason(error)})") from None
    if name != "micropython":
        raise ImageError(f"{program} is no MicroPython: asked what it is, it says {name}")
    if version < OLDEST_UNIX:
        raise ImageError(f"{program} is MicroPython {version}: at least {OLDEST_UNIX} is needed")
    return Path(program)


def _official() -> Path:
    # the emulator's downloader has its own cache
    from rp2040py.utils.firmware_retrieve import MICROPYTHON, retrieve

    try:
        path = retrieve(MICROPYTHON, debian.MICROPYTHON)
    except OSError as error:
        raise ImageError(f"the official image can't be fetched ({reason(error)})") from None
    if path is None:
        raise ImageError("the official image can't be fetched (is this machine offline?)")
    uf2.payload(Path(path))
    return Path(path)
