"""Find the verdicts of many board texts with the kernels of the rules, as plain Python or compiled (compiling.py)."""

from __future__ import annotations

from typing import Any

from tengen.games.renju.kernels import VERDICTS, change
from tengen.viper import const, micropython, ptr8, ptr32

_BLACK = const(88)  # the letters X and O
_WHITE = const(79)


@micropython.viper
def judge(position: Any, texts: Any, verdicts: Any) -> None:
    """Write the verdicts of consecutive board texts, in order.

    `position`: any Position; it is changed to the last board.
    """
    cells = ptr8(position.cells)
    state = ptr32(position.state)
    read = ptr8(texts)
    write = ptr8(verdicts)
    for first in range(0, len(texts), 225):
        for row in range(15):
            for column in range(15):
                point = 15 * row + column
                mark = read[first + 225 - 15 * (row + 1) + column]
                colour = 0
                if mark == _BLACK:
                    colour = 1
                elif mark == _WHITE:
                    colour = 2
                if cells[point] != colour:
                    if cells[point]:
                        change(position, point, 0)
                    if colour:
                        change(position, point, colour)
        for row in range(15):
            for column in range(15):
                write[first + 225 - 15 * (row + 1) + column] = state[VERDICTS + 15 * row + column]
