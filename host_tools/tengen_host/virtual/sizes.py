"""The sizes of the virtual board: the size in board.toml, and 19x19, which is impossible in a board.toml.

A real board's matrix has 16 rows and 16 columns; the contacts of the last row and column are always closed. The large
board has switches instead (switches.py); the rest of board.toml also applies to it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tengen import wiring

from .. import wiring as description

USUAL, LARGE = wiring.SIZE, 19
SIZES = (USUAL, LARGE)


def check(size: int) -> None:
    """Raise ValueError, with a message for the user, if there is no virtual board of this size."""
    if size not in SIZES:
        raise ValueError(f"a virtual board has {' or '.join(map(str, SIZES))} points a side, not {size}")


def described(size: int) -> dict[str, Any]:
    """Return the description of a virtual board with `size` points a side, in the form of description.load().

    The chain of the large board runs as in board.toml: all points, then the edge bars. The bars keep their length,
    because they show the last fifteen seconds, one light each. Raises ValueError for another size.
    """
    check(size)
    board = description.load()
    if size == USUAL:
        return board
    before, board["board"]["size"] = board["board"]["size"], size
    for player in description.SEATS:
        board["leds"]["bars"][player] += size**2 - before**2
    return board


def numbers(board: dict[str, Any]) -> Any:
    """Return the numbers in a large board's description, under the names of the firmware's wiring.py."""
    names = {name: value for name, value in vars(wiring).items() if name.isupper()}
    names.update(
        SIZE=board["board"]["size"],
        PIXELS=description.pixel_count(board),
        BARS=tuple(description.bar(board, player)[0] for player in description.SEATS),
        PIXEL_OF=description.pixels(board),
    )
    return SimpleNamespace(**names)
