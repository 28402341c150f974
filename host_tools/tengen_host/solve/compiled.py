"""The board's search for wins by fours on the laptop: the same kernels, compiled by numba where that can be imported.

The text of the kernels is written into the cache folder, as numba keeps what it has compiled beside a file only. So the
first run compiles, and later ones load. A cache folder that can't be written costs the compiling in every run.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import sys
import tempfile
from collections import namedtuple
from pathlib import Path
from types import ModuleType
from typing import Any

from tengen.games import BLACK
from tengen.games.renju import kernels as rules
from tengen.games.renju.position import POINTS
from tengen.partner import kernels
from tengen.partner.fours import Fours
from tengen.partner.reserve import Reserve

from ..image.builder import cache_root

# How many positions the table of the compiled search remembers: a power of two; each search clears it in 0.1 ms
TABLE = 1 << 18

FIRST = "the search is compiled now, which takes about 10 s; later runs load it"
EACH_TIME = "the search is compiled now, which takes about 10 s, as {} can't be used: TENGEN_CACHE names another folder"
SLOWER = "the search runs as plain Python, some 60 times slower, as numba can't be used ({}): pip install numba"

_Core = namedtuple("_Core", "cells state")
_Solver = namedtuple("_Solver", "state table core")


class CompiledFours(Fours):
    """Fours with compiled kernels. `inner`: the compiled module of kernels; `table`: as many positions remembered."""

    def __init__(self, inner: ModuleType, table: int = TABLE) -> None:
        numpy = importlib.import_module("numpy")
        words = numpy.zeros(table, numpy.int64)
        reserve = Reserve(0)
        reserve.table = memoryview(words)
        super().__init__(reserve, inner)
        core = _Core(numpy.zeros(POINTS, numpy.int64), numpy.array(self.core.state, numpy.int64))
        state = numpy.array(self.state, numpy.int64)
        # the same memory: what is read of it here is Python's own integers
        self.state = memoryview(state)
        self._inner = _Inner(inner, _Solver(state, words, core), numpy)


class _Inner:
    """The compiled functions, called with the arrays and types for which they were compiled."""

    def __init__(self, module: Any, solver: Any, numpy: Any) -> None:
        self._module, self._solver, self._numpy = module, solver, numpy
        self.core = solver.core

    def begin(self, x: int, y: int, _solver: object, cells: bytes) -> None:
        # bytes would be another type, compiled anew
        self._module.begin(x, y, self._solver, self._numpy.frombuffer(bytearray(cells), self._numpy.uint8))

    def search(self, x: int, y: int, _solver: object) -> None:
        self._module.search(x, y, self._solver)

    def leave(self, x: int, y: int, _state: object, _table: object) -> None:
        self._module.leave(x, y, self._solver.state, self._solver.table)


def verdicts(search: Fours) -> list[int]:
    """Return the verdicts of all points for Black in the position that begin() has just taken: see Position."""
    core: Any = search._inner.core if isinstance(search, CompiledFours) else search.core
    return [int(verdict) for verdict in core.state[rules.VERDICTS : rules.VERDICTS + POINTS]]


def fastest(table: int = TABLE) -> Fours:
    """Return a Fours as fast as it can be here, with a table of so many positions (a power of two).

    What the user should know of that is said on standard error.
    """
    try:
        numba = importlib.import_module("numba")
        return CompiledFours(_kept(numba) or _compiled(numba, None), table)
    except Exception as error:  # whatever is wrong with numba or LLVM here: the plain search needs neither
        _say(SLOWER.format(str(error).partition("\n")[0] or type(error).__name__))
        return Fours(Reserve(table))


def _kept(numba: Any) -> ModuleType | None:
    """Return the compiled kernels out of the cache folder, first compiled into it; None where it can't be used."""
    texts = _texts()
    key = hashlib.sha256("\0".join([*texts, numba.__version__]).encode()).hexdigest()[:16]
    folder = cache_root() / f"fours-{key}"
    done = folder / f"compiled-{sys.implementation.cache_tag}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in zip(_NAMES, texts, strict=True):
            write(folder / f"{name}.py", text)
        first = not done.exists()
        if first:
            with tempfile.TemporaryFile(dir=folder):  # it can be written
                _say(FIRST)
        module = _compiled(numba, folder)
        if first:
            done.touch()
        return module
    except Exception:  # a folder that is full or may not be written, or kept code that can't be read
        _say(EACH_TIME.format(folder))
        return None


def write(path: Path, text: str) -> None:
    """Write a file unless it is there: numba compiles anew when the file's time has changed."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    os.replace(name, path)


_NAMES = ("tengen_compiled_rules", "tengen_compiled_fours")


def _texts() -> list[str]:
    """Return the sources of the rules' kernels and of the search's, as numba reads them."""
    return [_for_numba(Path(module.__file__ or "").read_text(encoding="utf-8")) for module in (rules, kernels)]


# numba compiles only calls of what is compiled
_POINTERS = "".join(f"@compiled\ndef {name}(buffer):\n    return buffer\n" for name in ("ptr8", "ptr16", "ptr32"))


def for_numba(text: str) -> str:
    """Return the text of a kernel's module as numba reads it."""
    text = re.sub("^(from tengen.viper import .*)$", rf"\1\n{_POINTERS}", text, flags=re.MULTILINE)
    return text.replace("@micropython.viper", "@compiled")



def _for_numba(text: str) -> str:
    return for_numba(text.replace("from ..games.renju.kernels import change", f"from {_NAMES[0]} import change"))


def _compiled(numba: Any, folder: Path | None) -> ModuleType:
    """Return the compiled module of the search's kernels; kept in the folder, or in memory only."""
    for name, text in zip(_NAMES, _texts(), strict=True):
        # numba finds a module that it has kept by its name, and this one is in no folder of imports
        module = sys.modules[name] = ModuleType(name)
        module.__file__ = str(folder / f"{name}.py") if folder else f"<{name}>"
        module.__dict__["compiled"] = numba.njit(cache=folder is not None)
        exec(compile(text, module.__file__, "exec"), module.__dict__)
    # each function is compiled when it is called first
    solver = CompiledFours(module, 1 << 4)
    solver.begin(bytearray(POINTS), BLACK)
    solver._inner.leave(0, 0, solver.state, solver.table)
    solver.try_fours(1)
    return module


def _say(sentence: str) -> None:
    print(f"note: {sentence}", file=sys.stderr, flush=True)
