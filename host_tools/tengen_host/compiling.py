"""The firmware's kernels on the laptop: their own text, compiled by numba where the extra `fast` is installed.

The text is written into the cache folder, as numba keeps what it has compiled beside a file only. So the first run
compiles, and later ones load. A cache folder that can't be written costs the compiling in every run.
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

FIRST = "{} is compiled now, which takes some 10 s; later runs load it"
EACH_TIME = "{} is compiled now, which takes some 10 s, as {} can't be used: TENGEN_CACHE names another folder"
SLOWER = "{} runs as plain Python, some {} times slower: {}"

# What stands for the package `tengen` in the names of the compiled modules
_COMPILED = "tengen_compiled"

Made = TypeVar("Made")
Board = namedtuple("Board", "cells state")  # what the rules' kernels know of a Position


def made(what: str, times: int, modules: tuple[ModuleType, ...], make: Callable[..., Made]) -> Made | None:
    """Return make(*the compiled modules), or None where they can't be compiled. What the user should know is printed on
    standard error: `what` is slow, by so many `times`.

    `modules`: each after those that it imports. `make` calls all that will be called: numba compiles at a first call.
    """
    try:
        numba = importlib.import_module("numba")
        texts = [_text(module) for module in modules]
        folder = _written(texts, modules, numba.__version__)
        try:
            if not any(folder.rglob("*.nbc")):
                with tempfile.TemporaryFile(dir=folder):  # it can be written
                    _say(FIRST.format(what))
            return make(*_loaded(numba, texts, modules, folder))
        except Exception:  # a folder that is full or may not be written, or kept code that can't be read
            _say(EACH_TIME.format(what, folder))
            return make(*_loaded(numba, texts, modules, None))
    except Exception as error:  # whatever is wrong with numba or LLVM here: plain Python needs neither
        why = error if isinstance(error, ImportError) else f"numba that works ({str(error).partition(chr(10))[0]})"
        _say(SLOWER.format(what, times, extras.missing(why, "fast")))
        return None


def board() -> Board:
    """Return an empty board for the compiled kernels of the rules."""
    numpy = importlib.import_module("numpy")
    return Board(numpy.zeros(POINTS, numpy.int64), numpy.array(Position().state, numpy.int64))


def _written(texts: list[str], modules: tuple[ModuleType, ...], version: str) -> Path:
    """Return the folder of these texts in the cache, which has them now if it can be written."""
    key = hashlib.sha256("\0".join([*texts, version, sys.implementation.cache_tag or ""]).encode()).hexdigest()[:16]
    folder = resources.cache_root() / f"kernels-{key}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for text, module in zip(texts, modules, strict=True):
            path = folder / f"{_name(module)}.py"
            if not path.exists():  # else numba would compile anew: the file's time would be another
                handle, name = tempfile.mkstemp(dir=folder)
                with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                    file.write(text)
                os.replace(name, path)
    except OSError:
        pass  # numba, too, will find that out
    return folder


def _loaded(
    numba: Any, texts: list[str], modules: tuple[ModuleType, ...], folder: Path | None
) -> list[ModuleType]:
    """Return the compiled modules; what numba compiles is kept in the folder, or in memory only."""
    words = sys.modules[f"{_COMPILED}.viper"] = ModuleType(f"{_COMPILED}.viper")
    pointer = numba.njit(lambda buffer: buffer)
    viper = SimpleNamespace(viper=numba.njit(cache=folder is not None))
    words.__dict__.update(micropython=viper, const=int, ptr8=pointer, ptr16=pointer, ptr32=pointer)
    found = []
    for text, module in zip(texts, modules, strict=True):
        # numba finds a module that it has kept by its name, and this one is in no folder of imports
        its = sys.modules[_name(module)] = ModuleType(_name(module))
        its.__package__ = _name(module).rpartition(".")[0]
        its.__file__ = str(folder / f"{_name(module)}.py") if folder else f"<{_name(module)}>"
        exec(compile(text, its.__file__, "exec"), its.__dict__)
        found.append(its)
    return found


def _name(module: ModuleType) -> str:
    return f"{_COMPILED}.{module.__name__.partition('.')[2]}"


def _text(module: ModuleType) -> str:
    """Return the text of a kernel's module. What it imports are the compiled modules, and words for numba."""
    text = Path(module.__file__ or "").read_text(encoding="utf-8")
    return re.sub(r"^from tengen\.", f"from {_COMPILED}.", text, flags=re.MULTILINE)


def _say(sentence: str) -> None:
    print(f"note: {sentence}", file=sys.stderr, flush=True)
