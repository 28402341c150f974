"""Build MicroPython for the Pico with Tengen frozen in, and the unix port, in a cache outside the source tree."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from .. import resources
from . import contents, debian, patches, uf2
from .contents import Contents
from .steps import ImageError, Steps
from .uf2 import Tengen

__all__ = ["ImageError", "build_pico", "build_unix", "can_build"]

BOARD = "RPI_PICO"
BOARD_FOLDER = "micropython"
OF_THIS_PROGRAM = ("patches.py", "uf2.py")  # the modules that change MicroPython and make a UF2
_OF_C = (".c", ".h", ".cmake")
BUILD_FILE = "tengen/build.py"
ORDER = "order.txt"
FROZEN_BESIDE = ("_boot.py", "boot.py", "manifest.py", ORDER)
NAMES_FILE = "names.py"
SYMBOLS = "firmware.symbols"
_PROGRAMS = (
    *("apt-get", "dpkg-deb", "tar", "xz", "bzip2"),
    *("make", "cmake", "gcc", "g++", "arm-none-eabi-gcc", "arm-none-eabi-g++"),
)
# Measured with an empty cache, for image, unix port and emulator
FIRST_BUILD = "it takes about 3 minutes of processor time, several times as long on a busy machine, and 370 MB"
INSTALL = (
    "sudo apt-get install make cmake gcc g++ xz-utils bzip2 "
    "gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib"
)


def cache() -> Path:
    """Return the cache folder for builds of this version of MicroPython."""
    return resources.cache_root() / f"micropython-{debian.MICROPYTHON}"


def can_build() -> str | None:
    """Return None if this computer can build; else a sentence that says what is missing and how to get it."""
    missing = [program for program in _PROGRAMS if shutil.which(program) is None]
    if not missing:
        return None
    if "apt-get" in missing:
        return "the image can only be built on Debian or Ubuntu: install the wheel of a release, which has it"
    return f"to build MicroPython, {', '.join(missing)} is missing: {INSTALL}"


def sources() -> dict[str, bytes]:
    """Return all files that the image is made from, by path.

    These are the package tengen and main.py, the list of modules to freeze, the order of MicroPython's functions, the
    changes to MicroPython, and its settings in a board definition of our own.
    """
    beside = {name: resources.path(f"firmware/{name}").read_bytes() for name in FROZEN_BESIDE}
    own = {name: Path(__file__).with_name(name).read_bytes() for name in OF_THIS_PROGRAM}
    settings = [path for path in resources.path(f"firmware/{BOARD_FOLDER}").iterdir() if path.suffix in _OF_C]
    board = {f"{BOARD_FOLDER}/{path.name}": path.read_bytes() for path in sorted(settings)}
    return {**resources.firmware_files(), **beside, **board, **own}


def own(files: dict[str, bytes] | None = None) -> Tengen:
    """Return version and build of the firmware from the present sources, or from other sources().

    A board with this firmware reports the same values.
    """
    files = files or sources()
    version = re.search(rb'^__version__ = "(.+)"', files.get("tengen/__init__.py", b""), re.MULTILINE)
    return Tengen(version[1].decode() if version else "unknown", key(files))


def frozen_files(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files to freeze for some sources(), by path.

    These are the sources themselves, their key in BUILD_FILE, and the names of all modules.
    """
    its = own(files)
    build = f'"""Which build of the firmware this is: a key of its files."""\n\nBUILD = "{its.build}"\n'
    package = {path: content for path, content in files.items() if path.startswith("tengen/")}
    return {**files, BUILD_FILE: build.encode(), NAMES_FILE: patches.names(package, uf2.mark(its))}


def key(files: dict[str, bytes]) -> str:
    """Return a short hash of the contents and names of files."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:12]


def stage(files: dict[str, bytes], folder: Path) -> None:
    """Put exactly these files into `folder`.

    Unchanged files are not written again, because `make` compares time stamps.
    """
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


def _rewrite(path: Path, change: Callable[[str], str]) -> None:
    """Change a file of MicroPython, always starting from the original, which is stored beside it."""
    original = path.with_suffix(".original")
    if not original.exists():
        shutil.copyfile(path, original.with_suffix(".partial"))
        original.with_suffix(".partial").replace(original)
    path.write_text(change(original.read_text(encoding="utf-8")), encoding="utf-8")


def pico_path(files: dict[str, bytes] | None = None) -> Path:
    """Return the path of the UF2 of the present firmware, or of other sources(). The file may not exist yet."""
    return cache() / f"tengen-{key(files or sources())}.uf2"


def unix_path() -> Path:
    """Return the path of the unix port. The file may not exist yet."""
    return cache() / "micropython"


def build_pico(steps: Steps | None = None, files: dict[str, bytes] | None = None) -> Path:
    """Return the UF2 of the present firmware, or of `files`, other sources(); build it if it is not in the cache.

    A text file beside the UF2, with the ending .sizes, lists the sizes of its parts. Raises ImageError.
    """
    files = files or sources()
    target = pico_path(files)
    if target.exists():
        return target
    with _building(steps) as (steps, root, source):
        frozen, build, port = root / "frozen", root / "build-pico", source / "ports" / "rp2"
        stage(frozen_files(files), frozen)
        forget_foreign_build(build, made_for(files))
        # for this port, cmake accepts no other linker script
        _rewrite(port / "memmap_mp_rp2040.ld", lambda script: patches.ordered(script, _order(files)))
        _rewrite(source / "tools" / "mpy-tool.py", patches.aligned)
        _rewrite(source / "tools" / "manifestfile.py", patches.in_order)
        variables = {"BOARD": BOARD, "BOARD_DIR": frozen / BOARD_FOLDER, "FROZEN_MANIFEST": frozen / "manifest.py"}
        with steps.step("build the Pico's image", 55):
            steps.run(
                _make(BUILD=build, **variables),
                port,
                # cmake reads these only from the environment
                env={
                    "PICO_TINYUSB_PATH": str(source / "lib" / "tinyusb"),
                    "CMAKE_ARGS": "-DPICO_NO_PICOTOOL=1",
                    "SOURCE_DATE_EPOCH": patches.DATE,
                    # otherwise it is that of a git repository around the cache
                    "MICROPY_GIT_TAG": f"v{debian.MICROPYTHON}",
                },
                cure=f"if a file of the firmware is named, correct it; else {INSTALL}, remove {build} and run it again",
                errors=lambda log: compile_errors(log, frozen),
            )
            steps.run(["sh", "-c", f"arm-none-eabi-nm --print-size firmware.elf > {SYMBOLS}"], build, cure=INSTALL)
        image = (build / "firmware.bin").read_bytes()
        built = contents.read(_text(build / "firmware.elf.map"), _text(build / SYMBOLS), image)
        target.with_suffix(".sizes").write_text(contents.table(built, uf2.SPARE), encoding="utf-8")
        prove(built, files, port)
        fresh = target.with_suffix(".partial")
        fresh.write_bytes(uf2.made(image))
        fresh.replace(target)
        forget_older(root)
    return target


def prove(built: Contents, files: dict[str, bytes], port: Path) -> None:
    """Raise ImageError if an image lacks something.

    `files`: the sources() from which the image was built; `port`: the folder of MicroPython's port to the RP2040.
    """
    modules = [name for name in files if name.endswith(".py") and name not in ("manifest.py", *OF_THIS_PROGRAM)]
    own = contents.statements(files["manifest.py"].decode())
    theirs = contents.statements(_text(port / "boards" / "manifest.py"))
    theirs |= {path.name for path in (port / "modules").iterdir()}
    wrong = contents.faults(built, modules, _order(files), own, theirs)
    if wrong:
        raise ImageError("the image is built, but has faults:\n" + "\n".join(wrong))


def compile_errors(log: str, frozen: Path) -> list[str]:
    """Return the compiler errors in a log, each with the firmware's file and line.

    `frozen`: the folder with the firmware's files during the build.
    """
    ours = re.compile(r"^error compiling (\S+):\n(?:.*\n)*?  File .*, line (\d+).*\n(\S.*)$", re.MULTILINE)
    theirs = re.compile(r"^(\S+?):(\d+):(?:\d+:)? (?:fatal )?error: (.*)$", re.MULTILINE)
    linkers = re.compile(r"^\S*ld: (?!warning)(.*)$", re.MULTILINE)
    return [
        *(f"firmware/{name}:{line}: {words}" for name, line, words in ours.findall(log)),
        *(f"{name.replace(str(frozen), 'firmware')}:{line}: {words}" for name, line, words in theirs.findall(log)),
        *(f"the linker: {words}" for words in linkers.findall(log)),
    ]


def _order(files: dict[str, bytes]) -> list[str]:
    lines = files[ORDER].decode().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def _make(**variables: object) -> list[str]:
    return ["make", f"-j{os.cpu_count() or 1}", *(f"{name}={value}" for name, value in variables.items())]


def build_unix(steps: Steps | None = None) -> Path:
    """Return MicroPython's unix port; build it if it is not in the cache. Raises ImageError."""
    target = unix_path()
    if target.exists():
        return target
    with _building(steps) as (steps, root, source):
        manifest = root / "unix-manifest.py"
        manifest.write_text('include("$(MPY_DIR)/extmod/asyncio")\n', encoding="ascii")
        build = root / "build-unix"
        with steps.step("build the unix port", 25):
            steps.run(
                _make(BUILD=build, FROZEN_MANIFEST=manifest, MICROPY_PY_SSL=0, MICROPY_PY_BTREE=0, MICROPY_PY_FFI=0),
                source / "ports" / "unix",
                cure=f"{INSTALL}, remove {build} and run it again",
            )
            fresh = target.with_suffix(".partial")
            shutil.copy2(build / "micropython", fresh)
            fresh.replace(target)
    return target


@contextlib.contextmanager
def _building(steps: Steps | None) -> Iterator[tuple[Steps, Path, Path]]:
    """Lock the cache, and yield the steps, the cache and the unpacked sources.

    Raises ImageError; if this computer can't build, this happens before any step.
    """
    lacking = can_build()
    if lacking:
        raise ImageError(lacking)
    root = cache()
    steps = steps or Steps(root / "logs")
    with locked(root):
        yield steps, root, _source(steps, root)


def _source(steps: Steps, root: Path) -> Path:
    """Return the unpacked source tree with its cross compiler.

    A step that was interrupted begins again from its start.
    """
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
        with steps.step("build the cross compiler", 15):
            steps.run(_make(), source / "mpy-cross", cure=f"{INSTALL}, then run it again")
    return source


def made_for(files: dict[str, bytes]) -> str:
    """Return the conditions for which the Pico's build folder is valid.

    These are its path, the date in the image, and the board's settings in some sources().
    """
    settings = {name: content for name, content in files.items() if name.startswith(BOARD_FOLDER)}
    return f"{cache()} {patches.DATE} {key(settings)}"


def forget_foreign_build(build: Path, made_for: str) -> None:
    """Empty the Pico's build folder if it was made for other conditions.

    The conditions are in a file of the folder.

    cmake runs only in a new folder. In a copied cache it would use the manifest and the sources at the old path, and
    the image would be out of date. After a change of the board's settings it would use the names that it had collected
    from the C sources before the change.
    """
    note = build / "made-for.txt"
    if not note.exists() or note.read_text(encoding="utf-8") != made_for:
        shutil.rmtree(build, ignore_errors=True)
        build.mkdir(parents=True)
        note.write_text(made_for, encoding="utf-8")


def forget_older(root: Path, keep: int = 5) -> None:
    """Remove all images except the newest ones and the present firmware's image, which other processes may read."""
    images = sorted(root.glob("tengen-*.uf2"), key=lambda path: path.stat().st_mtime)
    for path in images[:-keep]:
        if path != pico_path():
            path.unlink()
            path.with_suffix(".sizes").unlink(missing_ok=True)


@contextlib.contextmanager
def locked(root: Path) -> Iterator[None]:
    """Lock a file in `root` while the block runs.

    Two builds at the same time would destroy each other's files.
    """
    import fcntl  # this module does not exist on Windows, where nothing is built

    root.mkdir(parents=True, exist_ok=True)
    with (root / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another build is at work on the same cache: waiting for it", file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
