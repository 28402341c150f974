"""Columns that fall too slowly, lines that are shorted, diodes that are bridged: what sets of closed contacts mean."""

from __future__ import annotations

from collections.abc import Iterable

from .layout import LINES, Cell


def without_shadows(found: Iterable[Cell], depth: int, unknown: Iterable[int] = ()) -> frozenset[Cell]:
    """The contacts that are closed, where each shows in the `depth` outputs after its own, too.

    `unknown`: outputs that say nothing, as all their contacts are closed anyway.
    """
    if not depth:
        return frozenset(found)
    closed, wild = set(found), set(unknown)
    real: set[Cell] = set()
    for entry in range(LINES):
        outputs = sorted(cell // LINES for cell in closed if cell % LINES == entry)

        def may(output: int, outputs: list[int] = outputs) -> bool:
            run = range(output, min(LINES, output + depth + 1))
            return output in outputs and all(each in outputs or each in wild for each in run)

        chosen: list[int] = []
        for output in outputs:
            if not any(output - depth <= each <= output for each in chosen):
                # the latest that explains it and goes no further than what is seen; mostly that is itself
                own = [each for each in range(output, max(-1, output - depth - 1), -1) if may(each)]
                chosen.append(own[0] if own else output)
        real.update(output * LINES + entry for output in chosen)
    return frozenset(real)


def run_length(found: Iterable[Cell]) -> int:
    """How many outputs in a row show one contact; 0 where these are no such run."""
    cells = sorted(found)
    if not cells or any(cell - cells[0] != LINES * at for at, cell in enumerate(cells)):
        return 0
    return len(cells)


class Bridges:
    """Which reeds may have a bridge in place of their diode: all, until frames say otherwise.

    A closed reed with a bridge joins its row and its column: whatever row feeds that column feeds its own row as well.
    So whoever is closed in its row shows in each row with a closed contact in its column; where one does not, there is
    a diode.
    """

    def __init__(self, cells: Iterable[Cell], mask: int, restless: Iterable[Cell] = ()) -> None:
        self.possible = set(cells)
        self._restless = frozenset(restless)
        self._mask = mask  # the inputs that hear
        self._outputs = sorted({cell // LINES for cell in self.possible})

    def refute(self, words: tuple[int, ...]) -> None:
        """Take a frame that stood still."""
        # contacts that come and go say nothing, whether closed or open
        sure = list(words[:LINES])
        missing = [~word for word in sure]
        for cell in self._restless:
            sure[cell // LINES] &= ~(1 << cell % LINES)
            missing[cell // LINES] &= ~(1 << cell % LINES)
        busy = [output for output in self._outputs if sure[output] & self._mask]
        for output in busy:
            word = sure[output] & self._mask
            proved = 0
            for other in busy:
                if word & missing[other]:
                    proved |= word & sure[other]
            while proved:
                low = proved & -proved
                self.possible.discard(output * LINES + low.bit_length() - 1)
                proved ^= low
