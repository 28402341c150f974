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
from .steps import ImageError, Steps

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


def compile_emulator(steps: Steps | None = None) -> None:
    """Compile the emulator for this Python, or print why not. Call this before the emulator is imported."""
    try:
        native.build(steps)
    except (ImageError, OSError) as error:
        print(f"the emulator is not compiled for this Python and is far slower: {error}", file=sys.stderr)


def built_image() -> Image:
    """Return the image with the present firmware frozen in, from the cache or built now. Raises ImageError."""
    reason = None if builder.pico_path().exists() else builder.can_build()
    if reason is not None:
        raise ImageError(reason)
    return Image(builder.build_pico(), True, "built")


def missing_image() -> str | None:
    """Return what is missing for tests on the emulated Pico, in a sentence, or None. Nothing is built."""
    path = builder.pico_path()
    try:
        if not path.exists() or not uf2.has_tengen(path):
            return "the Pico's image with the present firmware is not built"
    except ImageError as error:
        return str(error)
    return None if native.is_built() or not native.is_possible() else "the emulator is not compiled for this Python"


def unix_port() -> Path:
    """Return MicroPython's unix port: TENGEN_MICROPYTHON, else built here, else the one on PATH. Raises ImageError."""
    named = os.environ.get("TENGEN_MICROPYTHON")
    reason = None if named or builder.unix_path().exists() else builder.can_build()
    if not named and reason is None:
        return builder.build_unix()
    try:
        return existing_unix_port()
    except ImageError as error:
        raise ImageError(f"{reason}; {error}" if reason else str(error)) from None


def existing_unix_port() -> Path:
    """Return MicroPython's unix port as unix_port() does, but build nothing. Raises ImageError."""
    own = builder.unix_path()
    found = os.environ.get("TENGEN_MICROPYTHON") or (str(own) if own.exists() else shutil.which("micropython"))
    if not found:
        raise ImageError("there is no unix port of MicroPython: build one, or name one by TENGEN_MICROPYTHON")
    return _checked_unix(found)


def missing_unix_port() -> str | None:
    """Return why MicroPython's unix port can't be used, in a sentence, or None. Nothing is built."""
    try:
        existing_unix_port()
    except ImageError as error:
        return str(error)
    return None


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
