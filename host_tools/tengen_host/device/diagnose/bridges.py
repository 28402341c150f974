"""Interpret sets of closed contacts: columns that fall too slowly, shorted lines, bridged diodes."""

from __future__ import annotations

from collections.abc import Iterable

from .layout import LINES, Cell


def without_shadows(found: Iterable[Cell], depth: int, unknown: Iterable[int] = ()) -> frozenset[Cell]:
    """Return the contacts that are really closed.

    On slow lines, each closed contact also appears as a shadow in the next `depth` outputs.

    `unknown`: outputs without information, because all their contacts are closed anyway.
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
                # the latest output in which the contact may really be closed: it explains the contact in this output,
                # and all shadows from it were seen; usually it is this output itself
                own = [each for each in range(output, max(-1, output - depth - 1), -1) if may(each)]
                chosen.append(own[0] if own else output)
        real.update(output * LINES + entry for output in chosen)
    return frozenset(real)


def run_length(found: Iterable[Cell]) -> int:
    """Return on how many consecutive outputs one input is closed; 0 if the contacts are not such a run."""
    cells = sorted(found)
    if not cells or any(cell - cells[0] != LINES * at for at, cell in enumerate(cells)):
        return 0
    return len(cells)


class Bridges:
    """The reeds that may have a solder bridge in place of their diode.

    At first these are all reeds; frames then prove that reeds have a diode.

    A closed reed with a bridge joins its row and its column, so each row that feeds the column also feeds the reed's
    row. Therefore each closed contact in the reed's row also appears in each row that has a closed contact in the
    reed's column. If one contact does not appear there, the reed has a diode.
    """

    def __init__(self, cells: Iterable[Cell], mask: int, restless: Iterable[Cell] = ()) -> None:
        self.possible = set(cells)
        self._restless = frozenset(restless)
        self._mask = mask  # the inputs in use
        self._outputs = sorted({cell // LINES for cell in self.possible})

    def refute(self, words: tuple[int, ...]) -> None:
        """Process a stable frame, and remove the reeds that have a diode according to this frame."""
        # chattering contacts prove nothing, closed or open
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
