"""Choose the Pico's image, and MicroPython's unix port."""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import os
import shutil
import site
import struct
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..file_errors import in_words, reason
from . import builder, native, uf2
from .steps import ImageError
from .uf2 import Tengen

OLDEST_UNIX = (1, 22)
IN_WHEEL = "tengen_host/data/firmware/tengen.uf2"
_FAMILY = slice(28, 32)  # in a block of a UF2
_RP2350 = range(0xE48BFF57, 0xE48BFF5C)  # families of a Pico 2: absolute, data, Arm, RISC-V, Arm non-secure
_SITES = ("lib/python3*/site-packages", "lib/python3*/dist-packages", "Lib/site-packages")


@dataclass(frozen=True)
class Image:
    """A UF2 with Tengen's firmware frozen in.

    `source`: where the image is from. `tengen`: the version and build of the firmware.
    """

    uf2: Path
    source: str
    tengen: Tengen

    @property
    def differs(self) -> bool:
        """Return whether the image was made from other sources than the present ones."""
        return self.tengen != builder.own()

    @property
    def compared(self) -> str:
        """Return in words whether the image was made from the present sources.

        If not, the words contain the versions and builds of both.
        """
        its, own = self.tengen, builder.own()
        if its == own:
            return "this tengen's own firmware"
        return f"it has Tengen {its.version} ({its.build}), and this tengen's own is {own.version} ({own.build})"


def pico_image(given: Path | None = None) -> Image:
    """Return the image for a Pico; print a line if it was made from other sources than the present ones.

    The first possible image is returned: the given image; an image from exactly the present sources, which is in the
    cache or in a wheel, or is built now; the image of an installed wheel. Raises ImageError with what was tried, and
    what to do.
    """
    image = checked(given, "given") if given else planned() or built_image()
    if image.differs:
        print(f"note: {image.uf2} ({image.source}): {image.compared}", file=sys.stderr)
    return image


def planned() -> Image | None:
    """Return the image that pico_image() would return; None if it would be built. Raises ImageError as pico_image()."""
    if builder.pico_path().exists():
        return built_image()
    wheels, refused = in_wheels(site_folders())
    lacking = builder.can_build()
    for image in sorted(wheels, key=lambda image: image.differs):
        if lacking or not image.differs:
            return image
    if lacking:
        ways = "the wheel of a release brings one (pip install WHEEL), and `tengen flash --image FILE` takes one"
        why = "; ".join(refused or ["no installed wheel of Tengen has one"])
        raise ImageError(f"there is no image for the Pico: {lacking}; {why}; {ways}")
    return None


def in_wheels(folders: Iterable[Path]) -> tuple[list[Image], list[str]]:
    """Return the images of the wheels that are installed in some folders, and an error for each unusable image."""
    images, refused = [], []
    for folder in dict.fromkeys(folders):
        file = folder / IN_WHEEL
        installed = importlib.metadata.distributions(name="tengen", path=[str(folder)])
        hashes = [each.hash for its in installed for each in its.files or () if each.as_posix() == IN_WHEEL]
        for its_hash in hashes:  # a wheel has one image or none
            try:
                digest = base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).decode().rstrip("=")
                if not its_hash or its_hash.value != digest:
                    raise ImageError(f"{file} is damaged: its SHA-256 is another: pip install --force-reinstall WHEEL")
                images.append(checked(file, f"from the wheel in {folder}"))
            except (ImageError, OSError) as error:
                refused.append(in_words(error))
    return images, refused


def site_folders() -> list[Path]:
    """Return the folders that may have an installed Tengen.

    These are the folders of this Python, of its base installation, of the user, and of each `tengen` on PATH.
    """
    places = os.environ.get("PATH", "").split(os.pathsep)
    commands = [Path(place, name) for place in places for name in ("tengen", "tengen.exe") if place]
    prefixes = [Path(sys.base_prefix), *(each.resolve().parent.parent for each in commands if os.path.isfile(each))]
    of_prefixes = [folder for prefix in prefixes for kind in _SITES for folder in sorted(prefix.glob(kind))]
    return [*map(Path, sys.path), Path(site.getusersitepackages()), *of_prefixes]


def checked(file: Path, source: str) -> Image:
    """Return the image in a UF2.

    Raises ImageError if the UF2 is not an image of Tengen for the Pico, or if it is damaged.
    """
    _refuse_others(file)
    contents = b"".join(uf2.pages(file).values())
    its = uf2.tengen_in(file)
    if its is None:
        raise ImageError(f"{file} has no Tengen in it: take an image that `tengen image` has built")
    if file.read_bytes() != uf2.made(contents):
        raise ImageError(f"{file} is damaged: it differs from the output of `tengen image`; get it, or build it, again")
    return Image(file, source, its)


def _refuse_others(file: Path) -> None:
    """Raise ImageError if a file is not a UF2, or if its first block is for another chip.

    uf2.pages() refuses these files, too, in the words of the format.
    """
    try:
        with file.open("rb") as opened:
            first = opened.read(uf2.BLOCK)
    except OSError:
        return  # uf2.pages() says why
    if not first:
        raise ImageError(f"{file} is empty")
    if not first.startswith(struct.pack("<2I", *uf2.MAGIC)):
        raise ImageError(f"{file} is not a UF2 file")
    family = int.from_bytes(first[_FAMILY], "little")
    if len(first) == uf2.BLOCK and family != uf2.RP2040:
        chip = "a Pico 2 (RP2350)" if family in _RP2350 else f"another chip (family {family:#010x})"
        raise ImageError(f"{file} is for {chip}: take Tengen's image, for the Pico with an RP2040")


def compile_emulator() -> None:
    """Compile the emulator for this Python, or print why this is impossible.

    Call this before the emulator is imported.
    """
    try:
        native.build()
    except (ImageError, OSError) as error:
        print(f"note: the emulator is not compiled, and some ten times slower: {error}", file=sys.stderr)


def built_image() -> Image:
    """Return the image with the present firmware frozen in, from the cache or built now. Raises ImageError."""
    return checked(builder.build_pico(), "built here")


def missing_image() -> str | None:
    """Return a sentence about what is missing for the tests on the emulated Pico, or None. Nothing is built."""
    path = builder.pico_path()
    try:
        if not path.exists() or not uf2.tengen_in(path):
            return "the Pico's image with the present firmware is not built"
    except ImageError as error:
        return str(error)
    return None if native.is_built() or not native.is_possible() else "the emulator is not compiled for this Python"


def existing_unix_port() -> Path:
    """Return MicroPython's unix port: the one in TENGEN_MICROPYTHON, else the one in the cache, else the one on PATH.

    Raises ImageError.
    """
    own = builder.unix_path()
    program = os.environ.get("TENGEN_MICROPYTHON") or (str(own) if own.exists() else shutil.which("micropython"))
    if not program:
        raise ImageError("there is no unix port of MicroPython: build one, or name one by TENGEN_MICROPYTHON")
    question = "import sys; print(sys.implementation.name, *sys.implementation.version[:2])"
    try:
        answer = subprocess.run([program, "-c", question], capture_output=True, text=True, timeout=20)
        name, *numbers = answer.stdout.split() or ["nothing"]
        version = tuple(int(number) for number in numbers)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise ImageError(f"{program} can't be run as MicroPython ({reason(error)})") from None
    if name != "micropython":
        raise ImageError(f"{program} is not MicroPython: it says that it is {name}")
    if version < OLDEST_UNIX:
        raise ImageError(f"{program} is MicroPython {version}: at least {OLDEST_UNIX} is needed")
    return Path(program)


def missing_unix_port() -> str | None:
    """Return a sentence about why MicroPython's unix port can't be used, or None. Nothing is built."""
    try:
        existing_unix_port()
    except ImageError as error:
        return str(error)
    return None
