"""The board's partner on the laptop: the same player, with its kernels compiled by numba where that can be imported."""

from __future__ import annotations

import hashlib
import importlib
import re
import sys
from collections import namedtuple
from pathlib import Path
from types import ModuleType
from typing import Any

from tengen.partner import brain, fours, search, shapes
from tengen.partner.player import Player
from tengen.partner.reserve import TABLE

from ..image.builder import cache_root
from . import compiled

_NAMES = ("tengen_compiled_shapes", "tengen_compiled_search")

_Arrays = namedtuple("_Arrays", "state patterns powers table")


class CompiledBrain(brain.Brain):
    """A Brain whose kernels are compiled. `kernels`: the modules of shapes.py and search.py."""

    def __init__(self, kernels: tuple[ModuleType, ModuleType]) -> None:
        numpy = importlib.import_module("numpy")
        sizes = (search.WORDS, 6561, 512, 4096)
        arrays = [numpy.zeros(size, numpy.int64) for size in sizes]
        self._arrays = _Arrays(*arrays)
        # the same memory: what is read of it here is Python's own integers
        self.state, self.patterns, self.powers, self.table = [memoryview(array) for array in arrays]
        self._shapes: Any
        self._search: Any
        self._shapes, self._search = kernels

    def fill(self, first: int, end: int) -> None:
        self._shapes.fill(first, end, self._arrays)

    def empty(self) -> None:
        self._shapes.begin(0, 0, self._arrays)

    def place(self, at: int, colour: int) -> None:
        self._shapes.place(at, colour, self._arrays)

    def clear(self) -> None:
        self._search.clear(0, 0, self._arrays)

    def stones(self, colour: int) -> None:
        self._search.stones(search.FRAMES, colour, self._arrays, 2)

    def search(self, nodes: int) -> None:
        self._search.search(nodes, 0, self._arrays)

    def back(self, frame: int) -> None:
        self._search.back(frame, 0, self._arrays)


def player() -> Player:
    """Return a partner's player that is as fast as it can be here, and plays as the one on the board.

    Its solver's table has the board's size, since what it finds within a number of nodes depends on that.
    """
    solver = compiled.fastest(TABLE)
    if type(solver) is fours.Fours:  # numba can't be used, which has been said
        return Player(solver)
    return Player(solver, CompiledBrain(_kernels()))


_made: list[tuple[ModuleType, ModuleType]] = []


def _kernels() -> tuple[ModuleType, ModuleType]:
    """Return the compiled kernels, kept in the cache folder where that can be written."""
    if not _made:
        numba = importlib.import_module("numba")
        texts = [_for_numba(Path(module.__file__ or "").read_text(encoding="utf-8")) for module in (shapes, search)]
        key = hashlib.sha256("\0".join([*texts, numba.__version__]).encode()).hexdigest()[:16]
        cache = cache_root() / f"partner-{key}"
        folder: Path | None = cache
        try:
            cache.mkdir(parents=True, exist_ok=True)
            for name, text in zip(_NAMES, texts, strict=True):
                compiled.write(cache / f"{name}.py", text)
        except OSError:
            folder = None
        modules = []
        for name, text in zip(_NAMES, texts, strict=True):
            module = sys.modules[name] = ModuleType(name)
            module.__file__ = str(folder / f"{name}.py") if folder else f"<{name}>"
            module.__dict__["compiled"] = numba.njit(cache=folder is not None)
            exec(compile(text, module.__file__, "exec"), module.__dict__)
            modules.append(module)
        _made.append((modules[0], modules[1]))
    return _made[0]


def _for_numba(text: str) -> str:
    text = text.replace("from .shapes import", f"from {_NAMES[0]} import")
    text = re.sub(r"^def (ptr32)\(", r"@compiled\ndef \1(", text, flags=re.MULTILINE)  # of search.py
    return compiled.for_numba(text)
