"""What is known of a position: the answer of a tree (store.py) and of a collection of games (explorer.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tengen.games import BLACK, EMPTY, WHITE

from ..records.record import PASS, RecordError
from .position_keys import Keys

# Stones by their points, row * size + column from the lowest row, each to a colour of tengen.games; or the moves from
# the empty board, `h8` or PASS, Black and White in turn
Stones = Mapping[int, int] | Sequence[str]


@dataclass(frozen=True)
class Continuation:
    """A stone that leads to a position which is known, too.

    `point`: its name, or PASS. `colour`: "black" or "white". `label`: the text on its point, else its mark (a word of
    tree.MARKS), or "". `best`: the tree's author has marked it. `count`: of a tree how many positions are known from
    there on, that one included; of games how many have come there. `black`, `white`, `draws`: of games, how many of
    them were won by Black, by White, by nobody; 0 in a tree.
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
    """What is known of a position; points are those of the board that was asked about, however it is turned.

    `marks`, `labels`, `arrows`, `lines`, `name`, `comment`: as Node has them, of all places in the tree together.
    `continuations`: those of the tree first, in its order, then those that lead to a position of another branch. Stones
    that lead to the same position, turned or mirrored, are one. `count`, `black`, `white`, `draws`: as in a
    Continuation. `places`: how many nodes of the tree have the position. `turned`: it is there turned or mirrored only.
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
    """Return the stones of a position. Raises RecordError for a move that is not on the board."""
    if isinstance(stones, Mapping):
        return {point: colour for point, colour in stones.items() if colour != EMPTY}
    held = {}
    for number, move in enumerate(stones):
        if move != PASS:
            if move not in keys.index:
                raise RecordError(f"move {number + 1} is {move[:20]!r}, which is no point of this board")
            held[keys.index[move]] = WHITE if number % 2 else BLACK
    return held


def likely_turn(stones: Mapping[int, int]) -> int:
    """Return the colour that is probably to move."""
    colours = list(stones.values())
    more = colours.count(BLACK) - colours.count(WHITE)
    return BLACK if more <= 0 else WHITE
