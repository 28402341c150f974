"""The firmware's kernels on the laptop: their own source, compiled by numba if the extra `fast` is installed.

The source is copied into the cache folder, because numba caches compiled code only next to a file. So the first run
compiles, and later runs load. Without a writable cache folder every run compiles.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import sys
import tempfile
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, TypeVar

from tengen.games.renju.position import POINTS, Position

from . import extras, resources

FIRST = "compiling {}, up to a minute; later runs load the result"
EACH_TIME = "compiling {}, up to a minute in every run, because {} can't be used: set TENGEN_CACHE to another folder"
SLOWER = "{} is slow (about {} times slower than with numba). {}: {}"

# replaces the package name `tengen` in the names of the compiled modules
_COMPILED = "tengen_compiled"

Made = TypeVar("Made")
Board = namedtuple("Board", "cells state")  # the fields of a Position that the rules' kernels use


def made(what: str, times: int, modules: tuple[ModuleType, ...], make: Callable[..., Made]) -> Made | None:
    """Return make(*the compiled modules), or None if they can't be compiled.

    Prints notes for the user on standard error: that `what` is compiled now, or is slow, by a factor of `times`.

    `modules`: each module comes after the modules that it imports. `make` must call every kernel once: numba compiles
    at the first call.
    """
    try:
        numba = importlib.import_module("numba")
        texts = [_text(module) for module in modules]
        folder = _written(texts, modules, numba.__version__)
        try:
            if not any(folder.rglob("*.nbc")):
                with tempfile.TemporaryFile(dir=folder):  # the folder is writable
                    _say(FIRST.format(what))
            return make(*_loaded(numba, texts, modules, folder))
        except Exception:  # the folder may be full or read-only, or the cached code unreadable
            _say(EACH_TIME.format(what, folder))
            return make(*_loaded(numba, texts, modules, None))
    except Exception as error:  # catch any error of numba or LLVM, because plain Python needs neither
        if isinstance(error, ImportError):
            to_do = f"To install {(error.name or 'numba').partition('.')[0]}"
        else:
            to_do = f"numba does not work ({str(error).partition(chr(10))[0]}). To install it again"
        _say(SLOWER.format(what, times, to_do, extras.command("fast")))
        return None


def board() -> Board:
    """Return an empty board for the compiled kernels of the rules."""
    numpy = importlib.import_module("numpy")
    return Board(numpy.zeros(POINTS, numpy.int64), numpy.array(Position().state, numpy.int64))


def _written(texts: list[str], modules: tuple[ModuleType, ...], version: str) -> Path:
    """Return the cache folder of these sources; write them there if possible."""
    key = hashlib.sha256("\0".join([*texts, version, sys.implementation.cache_tag or ""]).encode()).hexdigest()[:16]
    folder = resources.cache_root() / f"kernels-{key}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for text, module in zip(texts, modules, strict=True):
            path = folder / f"{_name(module)}.py"
            if not path.exists():  # do not write it again, because numba compiles again if the file has a new time
                handle, name = tempfile.mkstemp(dir=folder)
                with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                    file.write(text)
                os.replace(name, path)
    except OSError:
        pass  # numba will fail in this folder, too, and made() handles that
    return folder


def _loaded(
    numba: Any, texts: list[str], modules: tuple[ModuleType, ...], folder: Path | None
) -> list[ModuleType]:
    """Return the compiled modules; numba's code is cached in the folder, or only in memory."""
    words = sys.modules[f"{_COMPILED}.viper"] = ModuleType(f"{_COMPILED}.viper")
    pointer = numba.njit(lambda buffer: buffer)
    viper = SimpleNamespace(viper=numba.njit(cache=folder is not None))
    words.__dict__.update(micropython=viper, const=int, ptr8=pointer, ptr16=pointer, ptr32=pointer)
    found = []
    for text, module in zip(texts, modules, strict=True):
        # made here because numba finds cached code by the module's name, and no import path has this module
        its = sys.modules[_name(module)] = ModuleType(_name(module))
        its.__package__ = _name(module).rpartition(".")[0]
        its.__file__ = str(folder / f"{_name(module)}.py") if folder else f"<{_name(module)}>"
        exec(compile(text, its.__file__, "exec"), its.__dict__)
        found.append(its)
    return found


def _name(module: ModuleType) -> str:
    return f"{_COMPILED}.{module.__name__.partition('.')[2]}"


def _text(module: ModuleType) -> str:
    """Return the source of a kernel's module, changed to import the compiled modules and numba's decorators."""
    text = Path(module.__file__ or "").read_text(encoding="utf-8")
    return re.sub(r"^from tengen\.", f"from {_COMPILED}.", text, flags=re.MULTILINE)


def _say(sentence: str) -> None:
    print(f"note: {sentence}", file=sys.stderr, flush=True)
