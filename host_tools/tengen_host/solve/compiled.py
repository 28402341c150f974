"""Run the board's search for wins by fours on the laptop, with compiled kernels if possible."""

from __future__ import annotations

import importlib
from collections import namedtuple
from types import ModuleType
from typing import Any

from tengen.games import BLACK
from tengen.games.renju import kernels as rules
from tengen.games.renju.position import POINTS
from tengen.partner import kernels
from tengen.partner.fours import Fours
from tengen.partner.reserve import Reserve

from .. import compiling

# The number of positions, a power of two, that the table of the compiled search remembers. Each search clears the table
# in 0.1 ms
TABLE = 1 << 18

_Solver = namedtuple("_Solver", "state table core")


class CompiledFours(Fours):
    """The class Fours with compiled kernels.

    `inner`: the compiled module of kernels; `table`: the number of remembered positions.
    """

    def __init__(self, inner: ModuleType, table: int = TABLE) -> None:
        numpy = importlib.import_module("numpy")
        words = numpy.zeros(table, numpy.int64)
        reserve = Reserve(0)
        reserve.table = memoryview(words)
        super().__init__(reserve, inner)
        state = numpy.array(self.state, numpy.int64)
        # these views of the same memory return Python's own integers
        self.state = memoryview(state)
        self._inner = _Inner(inner, _Solver(state, words, compiling.board()), numpy)


class _Inner:
    """The compiled functions, called with the arrays and types for which they were compiled."""

    def __init__(self, module: Any, solver: Any, numpy: Any) -> None:
        self._module, self._solver, self._numpy = module, solver, numpy
        self.core = solver.core

    def begin(self, x: int, y: int, _solver: object, cells: bytes) -> None:
        # bytes would be another type, which would need another compilation
        self._module.begin(x, y, self._solver, self._numpy.frombuffer(bytearray(cells), self._numpy.uint8))

    def search(self, x: int, y: int, _solver: object) -> None:
        self._module.search(x, y, self._solver)

    def leave(self, x: int, y: int, _state: object, _table: object) -> None:
        self._module.leave(x, y, self._solver.state, self._solver.table)


def verdicts(search: Fours) -> list[int]:
    """Return the verdicts of all points for Black in the position of the last begin(). For verdicts see Position."""
    core: Any = search._inner.core if isinstance(search, CompiledFours) else search.core
    return [int(verdict) for verdict in core.state[rules.VERDICTS : rules.VERDICTS + POINTS]]


def fastest(table: int = TABLE) -> Fours:
    """Return the fastest Fours for this computer.

    `table`: the number of positions in its table, a power of two.

    If the kernels can't be compiled, the reason is printed on standard error.
    """

    def make(_rules: ModuleType, module: ModuleType) -> Fours:
        solver = CompiledFours(module, table)
        solver.begin(bytearray(POINTS), BLACK)
        solver._inner.leave(0, 0, solver.state, solver.table)
        solver.try_fours(1)
        return solver

    return compiling.made("the search", 60, (rules, kernels), make) or Fours(Reserve(table))
