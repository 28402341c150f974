"""The board's partner on the laptop: the same player, with its kernels compiled where that is possible."""

from __future__ import annotations

import importlib
from collections import namedtuple
from types import ModuleType
from typing import Any

from tengen.partner import brain, fours, search, shapes
from tengen.partner.player import Player
from tengen.partner.reserve import TABLE

from .. import compiling
from . import compiled

_Arrays = namedtuple("_Arrays", "state patterns powers table")


class CompiledBrain(brain.Brain):
    """A Brain whose kernels are compiled: the modules of shapes.py and search.py."""

    def __init__(self, shapes_kernels: ModuleType, search_kernels: ModuleType) -> None:
        numpy = importlib.import_module("numpy")
        sizes = (search.WORDS, 6561, 512, 4096)
        arrays = [numpy.zeros(size, numpy.int64) for size in sizes]
        self._arrays = _Arrays(*arrays)
        # the same memory: what is read of it here is Python's own integers
        self.state, self.patterns, self.powers, self.table = [memoryview(array) for array in arrays]
        self._shapes: Any
        self._search: Any
        self._shapes, self._search = shapes_kernels, search_kernels

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
    if type(solver) is fours.Fours:  # nothing can be compiled, which has been said
        return Player(solver)
    return Player(solver, compiling.made("the partner", 60, (shapes, search), CompiledBrain))
