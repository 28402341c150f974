"""Builds MicroPython for the Pico, with Tengen frozen in, and its unix port, into a cache outside the tree."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import platformdirs

from .. import resources
from . import debian
from .steps import ImageError, Steps

__all__ = ["ImageError", "build_pico", "build_unix", "can_build"]

BOARD = "RPI_PICO"
BOARD_FOLDER = "micropython"
BUILD_FILE = "tengen/build.py"
ORDER = "order.txt"
NAMES_FILE = "names.py"
_OF_ASYNCIO = ("asyncio.core", "asyncio.event", "asyncio.funcs", "asyncio.stream")
_PROGRAMS = (
    "apt-get",
    "dpkg-deb",
    "tar",
    "xz",
    "bzip2",
    "make",
    "cmake",
    "gcc",
    "g++",
    "arm-none-eabi-gcc",
    "arm-none-eabi-g++",
)
# Measured from an empty cache: image, unix port and emulator
FIRST_BUILD = "it takes about 3 minutes of processor time, several times as long on a busy machine, and 370 MB"
INSTALL = (
    "apt-get install make cmake gcc g++ xz-utils bzip2 "
    "gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib"
)


def cache_root() -> Path:
    """Return the folder of all of Tengen's caches: TENGEN_CACHE, or the user's own cache folder."""
    root = os.environ.get("TENGEN_CACHE") or platformdirs.user_cache_dir("tengen", appauthor=False)
    return Path(root).absolute()


def cache() -> Path:
    """Return the cache folder for builds of this version of MicroPython."""
    return cache_root() / f"micropython-{debian.MICROPYTHON}"


def can_build() -> str | None:
    """Return None if this machine can build; else one sentence that says what is missing and how to get it."""
    missing = [program for program in _PROGRAMS if shutil.which(program) is None]
    if not missing:
        return None
    if "apt-get" in missing:
        return "MicroPython is built from Debian's packages, and this machine has no apt-get"
    return f"to build MicroPython, {', '.join(missing)} is missing: {INSTALL}"


def frozen_files() -> dict[str, bytes]:
    """Return the files for the image, by path: the package tengen and main.py, with their build key, and what only an
    image has: how it is frozen, and the order of MicroPython's functions.
    """
    only = {name: resources.path(f"firmware/{name}").read_bytes() for name in ("_boot.py", "manifest.py", ORDER)}
    files = stamped(resources.firmware_files())
    return {**files, **only, **board_files(), NAMES_FILE: names(files)}


def names(files: dict[str, bytes]) -> bytes:
    """Return a module with the names of all modules, which nobody imports: so they stand in the flash.

    MicroPython makes the full name of a module that is imported by a relative name, and keeps it for ever: on the heap
    if it is not one of the frozen names.
    """
    modules = [path[:-3].removesuffix("/__init__").replace("/", ".") for path in sorted(files) if path != "main.py"]
    lines = [f"import {module} as {module.rpartition('.')[2]}\n" for module in [*modules, *_OF_ASYNCIO]]
    return "".join(lines).encode()


def board_files() -> dict[str, bytes]:
    """Return the settings that MicroPython is compiled with, by path: the folder is a board definition of its own."""
    folder = resources.path(f"firmware/{BOARD_FOLDER}")
    return {f"{BOARD_FOLDER}/{path.name}": path.read_bytes() for path in sorted(folder.iterdir())}


def stamped(sources: dict[str, bytes]) -> dict[str, bytes]:
    """Return the firmware's files with the key of all of them in BUILD_FILE; the board reports it as its build."""
    build = f'"""Which build of the firmware this is: a key of its files."""\n\nBUILD = "{key(sources)}"\n'
    return {**sources, BUILD_FILE: build.encode()}


def key(files: dict[str, bytes]) -> str:
    """Return a short hash of these files and their names."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:12]


def stage(files: dict[str, bytes], folder: Path) -> None:
    """Make `folder` hold exactly these files. Unchanged files are not written, because `make` compares time stamps."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and path.relative_to(folder).as_posix() not in files:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    for name, content in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def ordered(script: str, names: str) -> str:
    """Return a linker script in which these functions, one a line, lie together, before all others.

    Lines that begin with # are comments. Raises ImageError if the script has no rule for functions.
    """
    rules = re.search(r"^ *\*\(EXCLUDE_FILE\(.*\.text\*\)\n", script, re.MULTILINE)
    if not rules:
        raise ImageError(f"the linker script has no rule with EXCLUDE_FILE for .text*, before which {ORDER} belongs")
    chosen = [name for name in names.split("\n") if name and not name.startswith("#")]
    return script[: rules.start()] + "".join(f"*(.text.{name})\n" for name in chosen) + script[rules.start() :]


def aligned(tool: str) -> str:
    """Return the text of mpy-tool.py that aligns frozen native code to words.

    MicroPython 1.25 aligns it to two bytes: where the linker puts a function between two words, its constants of more
    than 16 bits are read from the wrong place. Raises ImageError if the text has no such line.
    """
    if "((aligned (2)))" not in tool:
        raise ImageError("mpy-tool.py aligns native code to no two bytes: look at what it does, and mend aligned()")
    return tool.replace("((aligned (2)))", "((aligned (4)))")


def _rewrite(path: Path, change: Callable[[str], str]) -> None:
    """Change a file of MicroPython: always from its original, which is kept beside it."""
    original = path.with_suffix(".original")
    if not original.exists():
        shutil.copyfile(path, original.with_suffix(".partial"))
        original.with_suffix(".partial").replace(original)
    path.write_text(change(original.read_text(encoding="utf-8")), encoding="utf-8")


def pico_path() -> Path:
    """Return the path of the UF2 of the present firmware, which may not exist yet."""
    # what this module changes in MicroPython makes another image, too
    return cache() / f"tengen-{key(frozen_files() | {'builder.py': Path(__file__).read_bytes()})}.uf2"


def unix_path() -> Path:
    """Return the path of the unix port, which may not exist yet."""
    return cache() / "micropython"


def build_pico(steps: Steps | None = None) -> Path:
    """Return the UF2 with the present firmware frozen in; build it if it is not in the cache. Raises ImageError."""
    target = pico_path()
    if target.exists():
        return target
    root = cache()
    steps = steps or Steps(root / "logs")
    with locked(root):
        source = _source(steps, root)
        stage(frozen_files(), root / "frozen")
        build, its = root / "build-pico", made_for()
        forget_foreign_build(build, its)
        names = (root / "frozen" / ORDER).read_text(encoding="utf-8")
        # cmake takes no other script for this port
        _rewrite(source / "ports" / "rp2" / "memmap_mp_rp2040.ld", lambda script: ordered(script, names))
        _rewrite(source / "tools" / "mpy-tool.py", aligned)
        with steps.step("build the Pico's image"):
            steps.run(
                [
                    "make",
                    f"BOARD={BOARD}",
                    f"BOARD_DIR={its['MICROPY_BOARD_DIR']}",
                    f"BUILD={build}",
                    f"FROZEN_MANIFEST={its['MICROPY_FROZEN_MANIFEST']}",
                    f"-j{os.cpu_count() or 1}",
                ],
                source / "ports" / "rp2",
                # cmake reads these only from the environment
                env={
                    "PICO_TINYUSB_PATH": str(source / "lib" / "tinyusb"),
                    "CMAKE_ARGS": f"-DPICO_NO_PICOTOOL=1 -DTENGEN_BOARD_KEY={its['TENGEN_BOARD_KEY']}",
                },
                cure=f"if a file of the firmware is named, mend it; else {INSTALL}, remove {build} and run it again",
            )
            fresh = target.with_suffix(".partial")
            convert = [sys.executable, str(source / "tools" / "uf2conv.py"), "-f", "RP2040", "-b", "0x10000000"]
            steps.run([*convert, "-c", "-o", str(fresh), str(build / "firmware.bin")], root)
            fresh.replace(target)
        _forget_older(root)
    return target


def build_unix(steps: Steps | None = None) -> Path:
    """Return MicroPython's unix port; build it if it is not in the cache. Raises ImageError."""
    target = unix_path()
    if target.exists():
        return target
    root = cache()
    steps = steps or Steps(root / "logs")
    with locked(root):
        source = _source(steps, root)
        manifest = root / "unix-manifest.py"
        manifest.write_text('include("$(MPY_DIR)/extmod/asyncio")\n', encoding="ascii")
        build = root / "build-unix"
        with steps.step("build the unix port"):
            steps.run(
                [
                    "make",
                    f"BUILD={build}",
                    f"FROZEN_MANIFEST={manifest}",
                    *("MICROPY_PY_SSL=0", "MICROPY_PY_BTREE=0", "MICROPY_PY_FFI=0"),
                    f"-j{os.cpu_count() or 1}",
                ],
                source / "ports" / "unix",
                cure=f"{INSTALL}, remove {build} and run it again",
            )
            fresh = target.with_suffix(".partial")
            shutil.copy2(build / "micropython", fresh)
            fresh.replace(target)
    return target


def _source(steps: Steps, root: Path) -> Path:
    """Return the unpacked source tree with its cross compiler. An interrupted step is done again from its start."""
    source = root / "source"
    archives = root / "archives"
    if not source.exists():
        steps.say(f"MicroPython is built from its sources, this once: {FIRST_BUILD}, in {root}")
        if not (archives / "complete").exists():
            archives.mkdir(parents=True, exist_ok=True)
            debian.fetch(steps, archives)
            (archives / "complete").touch()
        partial = root / "source.partial"
        debian.unpack(steps, archives, partial)
        partial.rename(source)
    if not (source / "mpy-cross" / "build" / "mpy-cross").exists():
        with steps.step("build the cross compiler"):
            steps.run(["make", f"-j{os.cpu_count() or 1}"], source / "mpy-cross", cure=f"{INSTALL}, then run it again")
    return source


def made_for() -> dict[str, str]:
    """Return what the Pico's build folder is made for, as variables of cmake."""
    root = cache()
    return {
        "CMAKE_CACHEFILE_DIR": str(root / "build-pico"),
        "CMAKE_HOME_DIRECTORY": str(root / "source" / "ports" / "rp2"),
        "MICROPY_FROZEN_MANIFEST": str(root / "frozen" / "manifest.py"),
        "MICROPY_BOARD_DIR": str(root / "frozen" / BOARD_FOLDER),
        "TENGEN_BOARD_KEY": key(board_files()),
    }


def forget_foreign_build(build: Path, made_for: dict[str, str]) -> None:
    """Remove cmake's build folder if its variables are not those of `made_for`, or if it was not made to its end.

    cmake is run only for a new folder. In a copied cache it would go on with the manifest and the sources that the old
    place has, and the image would be a stale one. After a change of the board's settings it would go on with the names
    that it has collected from C before.
    """
    if not build.exists():
        return
    try:
        lines = (build / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    told = {name.partition(":")[0]: value for name, equal, value in (line.partition("=") for line in lines) if equal}
    if any(told.get(name) != value for name, value in made_for.items()):
        shutil.rmtree(build)


def _forget_older(root: Path, keep: int = 5) -> None:
    images = sorted(root.glob("tengen-*.uf2"), key=lambda path: path.stat().st_mtime)
    for path in images[:-keep]:
        path.unlink()


@contextlib.contextmanager
def locked(root: Path) -> Iterator[None]:
    """Hold a lock file in `root` while the block runs: two builds at the same time would destroy each other's files."""
    import fcntl  # not on Windows, where nothing is built

    root.mkdir(parents=True, exist_ok=True)
    with (root / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another build is at work on the same cache: waiting for it", file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
