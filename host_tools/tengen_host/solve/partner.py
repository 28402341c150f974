"""Run the board's partner on the laptop. It is the same player, with compiled kernels if possible."""

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
    """A Brain with compiled kernels: the modules of shapes.py and search.py."""

    def __init__(self, shapes_kernels: ModuleType, search_kernels: ModuleType) -> None:
        numpy = importlib.import_module("numpy")
        sizes = (search.WORDS, 6561, 512, 4096)
        arrays = [numpy.zeros(size, numpy.int64) for size in sizes]
        self._arrays = _Arrays(*arrays)
        # these views of the same memory return Python's own integers
        self.state, self.patterns, self.powers, self.table = [memoryview(array) for array in arrays]
        self._shapes: Any
        self._search: Any
        self._shapes, self._search = shapes_kernels, search_kernels

    def fill(self, first: int, end: int) -> None:
        """Find the shapes of the patterns with the blocked cells `first` to `end` - 1."""
        self._shapes.fill(first, end, self._arrays)

    def empty(self) -> None:
        """Begin with the empty board."""
        self._shapes.begin(0, 0, self._arrays)

    def place(self, at: int, colour: int) -> None:
        """Put a stone on an empty point."""
        self._shapes.place(at, colour, self._arrays)

    def clear(self) -> None:
        """Clear the table."""
        self._search.clear(0, 0, self._arrays)

    def stones(self, colour: int) -> None:
        """List the stones to try at the root, the best stone first."""
        self._search.stones(search.FRAMES, colour, self._arrays, 2)

    def search(self, nodes: int) -> None:
        """Search until this number of nodes has been tried, or until the search has ended."""
        self._search.search(nodes, 0, self._arrays)

    def back(self, frame: int) -> None:
        """Take the frame's stone back."""
        self._search.back(frame, 0, self._arrays)


def player() -> Player:
    """Return the fastest partner's player for this computer. It plays the same stones as the player on the board.

    The table of its solver is as large as on the board, because the results within a limited number of nodes depend on
    the size.
    """
    solver = compiled.fastest(TABLE)
    if type(solver) is fours.Fours:  # nothing can be compiled; this has already been reported
        return Player(solver)
    return Player(solver, compiling.made("the partner", 60, (shapes, search), CompiledBrain))
