"""Compile the emulator's modules for exactly this Python, into the cache.

rp2040py's wheels for Python 3.11 and newer use the stable ABI, which makes the emulator more than twice as slow. The
wheels contain the Cython sources. They are compiled here again, with rp2040py's own settings but without the stable
ABI, together with emulator/loop.pyx, which calls them and does most of their work. The installed rp2040py is not
changed. If compiling is impossible, rp2040py's own modules and loop are used.
"""

from __future__ import annotations

import functools
import importlib.abc
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import sys
import sysconfig
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from .. import extras, installing, resources
from . import builder
from .steps import ImageError, Steps

_PACKAGE = "rp2040py.native"
LOOP = "tengen_emulator_loop"  # the name of the compiled module
_OWN = Path(__file__).resolve().parents[1] / "emulator"  # loop.pyx, and the files that it includes
_KINDS = (".pyx", ".pxd", ".pxi")
# the settings for Cython and the compiler in rp2040py's setup.py
_DIRECTIVES = ("boundscheck=False", "wraparound=False")
_FLAGS = "-O3 -std=c99"
_INSTALL = installing.command("a compiler")


def is_possible() -> bool:
    """Return whether the modules can be built on this system."""
    return os.name == "posix" and sys.implementation.name == "cpython"


def path() -> Path:
    """Return the folder of the modules, which may not be built yet."""
    names = builder.key({source.name: source.read_bytes() for source in _sources()})
    version = importlib.metadata.version("rp2040py")
    return resources.cache_root() / f"rp2040py-{version}-{sys.implementation.cache_tag}-{platform.machine()}-{names}"


def is_built() -> bool:
    """Return whether all modules are in the cache."""
    return is_possible() and all((path() / name).exists() for name in _modules())


def build(steps: Steps | None = None) -> Path | None:
    """Return the folder with the modules; build them if they are not in the cache.

    The result is None if this system can't build them.

    Raises ImageError.
    """
    if not is_possible():
        return None
    target = path()
    if is_built():
        return target
    if absent := lacking():
        raise ImageError(absent)
    root = resources.cache_root() / "rp2040py"
    steps = steps or Steps(root / "logs")
    with builder.locked(root):
        if not is_built():
            _build(steps, root / "build", target)
    return target


def use() -> None:
    """From now on, import the cached modules in place of the wheel's modules, if they have been built.

    Call this function before rp2040py is imported.
    """
    if _PACKAGE not in sys.modules and is_built():
        sys.meta_path.insert(0, _Finder(path()))


def lacking() -> str | None:
    """Return what is missing for compiling, and the command to install it; None if nothing is missing."""
    absent = [name for name in ("Cython", "setuptools") if importlib.util.find_spec(name) is None]
    if absent:
        return extras.missing(" and ".join(absent), "fast")
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"the compiler {compiler} is missing: {_INSTALL}"
    header = Path(sysconfig.get_path("include"), "Python.h")
    return None if header.exists() else f"{header} is missing: {_INSTALL}"


def _build(steps: Steps, work: Path, target: Path) -> None:
    shutil.rmtree(work, ignore_errors=True)
    package = work / _PACKAGE.replace(".", "/")
    package.mkdir(parents=True)
    # Cython needs these files to find the package's name. They are empty, because rp2040py's own __init__.py would
    # import all of rp2040py
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    for source in _sources():
        folder = work if source.parent == _OWN else package
        shutil.copyfile(source, folder / source.name.replace("loop.pyx", f"{LOOP}.pyx"))
    modules = sorted(work.rglob("*.pyx"))
    command = [sys.executable, "-m", "Cython.Build.Cythonize", "-3", "-i", f"-j{os.cpu_count() or 1}"]
    directives = [part for directive in _DIRECTIVES for part in ("-X", directive)]
    with steps.step("compile the emulator for this Python", 70):
        steps.run(
            [*command, *directives, *map(str, modules)],
            work,
            env={"CFLAGS": f"{os.environ.get('CFLAGS', '')} {_FLAGS}"},
            cure=f"{_INSTALL}, then run it again",
        )
    fresh = target.with_name(target.name + ".partial")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    built = {module.name: module for module in work.rglob("*.so")}
    for name in _modules():
        if name not in built:
            raise ImageError(f"no {name} came out of its source: {_INSTALL}, then run it again")
        shutil.copyfile(built[name], fresh / name)
    shutil.rmtree(target, ignore_errors=True)  # the installed rp2040py may lack a module
    fresh.replace(target)
    shutil.rmtree(work)


@functools.cache
def _installed() -> Path:
    found = importlib.util.find_spec("rp2040py")
    assert found is not None and found.origin is not None, "rp2040py is one of Tengen's dependencies"
    return Path(found.origin).parent / "native"


def _sources() -> list[Path]:
    folders = (_installed(), _OWN)
    return sorted(each for folder in folders for each in folder.iterdir() if each.suffix in _KINDS)


def _modules() -> list[str]:
    """The names of the compiled modules' files."""
    stems = [LOOP if each.parent == _OWN else each.stem for each in _sources() if each.suffix == ".pyx"]
    return [stem + EXTENSION_SUFFIXES[0] for stem in stems]


class _Finder(importlib.abc.MetaPathFinder):
    """A finder that imports the loop and the modules of rp2040py.native from a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != LOOP and not fullname.startswith(_PACKAGE + "."):
            return None
        return PathFinder.find_spec(fullname, [self._folder])
