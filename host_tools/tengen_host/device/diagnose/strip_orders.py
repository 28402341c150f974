"""List the possible orders of a strip of lights under the points, and the ways to rotate or mirror it."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.games.points import LETTERS

from ... import wiring
from .layout import SIZE

# The number of rows after which a zigzag strip starts again from its first side, and the text for this order.
_BLOCK = wiring.load()["leds"]["serpentine_rows"]
_SERPENTINES = {
    SIZE: "every other one back",
    1: "all the same way",
    _BLOCK: f"every other one back, again every {_BLOCK}",
}


def orders() -> Iterator[tuple[str, list[int]]]:
    """Yield the text of each regular order, and the pixel under each point."""
    last = LETTERS[SIZE - 1]
    for first in ("a1", f"{last}1", f"a{SIZE}", f"{last}{SIZE}"):
        for direction in ("row", "column"):
            for rows, how in _SERPENTINES.items():
                leds = {"first": first, "direction": direction, "serpentine_rows": rows}
                words = f"from {first} along the {direction}s, {how}"
                yield words, wiring.pixels({"board": {"size": SIZE}, "leds": leds})


def turns() -> Iterator[tuple[str, list[int]]]:
    """Yield the text of each way to rotate or mirror the board, and the new place of each point."""
    last = SIZE - 1
    ways = {
        "mirrored left to right": lambda row, column: (row, last - column),
        "mirrored top to bottom": lambda row, column: (last - row, column),
        "rotated by half a turn": lambda row, column: (last - row, last - column),
        "rotated by a quarter turn to the right": lambda row, column: (last - column, row),
        "rotated by a quarter turn to the left": lambda row, column: (column, last - row),
        "mirrored about the diagonal from a1": lambda row, column: (column, row),
        "mirrored about the other diagonal": lambda row, column: (last - column, last - row),
    }
    for words, way in ways.items():
        places = (way(*divmod(point, SIZE)) for point in range(SIZE * SIZE))
        yield words, [row * SIZE + column for row, column in places]
