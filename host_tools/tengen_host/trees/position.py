"""Define the data about a position, which a tree (store.py) or a collection of games (explorer.py) returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tengen.games import BLACK, EMPTY, WHITE

from ..records.record import PASS, RecordError
from .position_keys import Keys

# Either a mapping of points to colours of tengen.games, with points as row * size + column from the lowest row; or the
# moves from the empty board, `h8` or PASS, Black and White in turn
Stones = Mapping[int, int] | Sequence[str]


@dataclass(frozen=True)
class Continuation:
    """A stone that leads to another known position.

    `point`: the stone's point, or PASS. `colour`: "black" or "white". `label`: the text on the point, else the mark on
    it (a word of tree.MARKS), or "". `best`: True if the tree's author has marked the move as good. `count`: in a tree,
    the number of known positions in this branch, including the new position; for games, the number of games that have
    reached the new position. `black`, `white`, `draws`: the numbers of these games that Black won, that White won, and
    that were drawn; 0 in a tree.
    """

    point: str
    colour: str
    label: str = ""
    comment: str = ""
    best: bool = False
    count: int = 0
    black: int = 0
    white: int = 0
    draws: int = 0


@dataclass(frozen=True)
class Known:
    """The data about a position. Points are those of the board in the query, even if the tree has it rotated.

    `marks`, `labels`, `arrows`, `lines`, `name`, `comment`: as in Node, joined from all places in the tree.
    `continuations`: first the continuations in the tree, in its order, then stones that lead to a position of another
    branch. Stones that lead to the same position, even if it is rotated or mirrored, are listed once. `count`, `black`,
    `white`, `draws`: as in a Continuation. `places`: the number of nodes with this position. `turned`: True if all
    these nodes have the position rotated or mirrored.
    """

    comment: str = ""
    name: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    arrows: tuple[tuple[str, str], ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    continuations: tuple[Continuation, ...] = ()
    count: int = 0
    black: int = 0
    white: int = 0
    draws: int = 0
    places: int = 0
    turned: bool = False


def lying(stones: Stones, keys: Keys) -> dict[int, int]:
    """Return the stones of a position. Raises RecordError for a move outside the board."""
    if isinstance(stones, Mapping):
        return {point: colour for point, colour in stones.items() if colour != EMPTY}
    held = {}
    for number, move in enumerate(stones):
        if move != PASS:
            if move not in keys.index:
                raise RecordError(f"move {number + 1} is {move[:20]!r}, which is not a point of this board")
            held[keys.index[move]] = WHITE if number % 2 else BLACK
    return held


def likely_turn(stones: Mapping[int, int]) -> int:
    """Return the colour that is probably to move."""
    colours = list(stones.values())
    more = colours.count(BLACK) - colours.count(WHITE)
    return BLACK if more <= 0 else WHITE
