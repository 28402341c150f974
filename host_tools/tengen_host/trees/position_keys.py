"""Compute keys of positions. The key is the same for any order of the stones and on a rotated or mirrored board.

Each colour on each point has a random number, which is the same on every computer. The number of a position is the
exclusive or of these numbers. The key of a position is the smallest of the numbers of its eight images (rotations and
reflections). With 63 bits, two different positions have the same key in about one of 20 million trees with a million
positions.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from tengen.games import COLOUR_NAMES, EMPTY, points
from tengen.games.symmetry import TURNS

_BITS = 63  # the largest positive number in SQLite has 63 bits

Eight = tuple[int, ...]  # the numbers of a position's images, in the order of TURNS


class Keys:
    """The keys of a board of `size` x `size` points.

    `turned[turn][point]`: the image of a point by the rotation or reflection `turn` of TURNS. `back`: the same for the
    inverse. `index`: maps names to points.
    """

    NONE: Eight = (0,) * len(TURNS)  # the numbers of the empty board

    def __init__(self, size: int) -> None:
        self.size = size
        self.index = {points.name(point, size): point for point in range(size * size)}
        self.turned = [[_image(turn, point, size) for point in range(size * size)] for turn in TURNS]
        self.back = [[its.index(point) for point in range(size * size)] for its in self.turned]
        luck = random.Random(f"positions of {size}")
        numbers = [[luck.getrandbits(_BITS) for _ in range(size * size)] for _ in COLOUR_NAMES]
        # for each colour and point, the numbers of the point's images
        self._of = [[tuple(its[turned[point]] for turned in self.turned) for point in range(size * size)]
                    for its in numbers]  # fmt: skip
        self._of[EMPTY] = [self.NONE] * (size * size)

    def put(self, eight: Eight, point: int, was: int, now: int) -> Eight:
        """Return the numbers of a position after a point's colour has changed."""
        if was:
            eight = tuple([one ^ other for one, other in zip(eight, self._of[was][point], strict=True)])
        return tuple([one ^ other for one, other in zip(eight, self._of[now][point], strict=True)])

    def eight(self, stones: Mapping[int, int]) -> Eight:
        """Return the numbers of a position."""
        eight = self.NONE
        for point, colour in stones.items():
            eight = self.put(eight, point, EMPTY, colour)
        return eight

    def after(self, stones: Mapping[int, int], colours: Iterable[int]) -> Iterator[tuple[int, int, int, int]]:
        """Yield the key after each possible further stone of these colours.

        With each key come its index in TURNS, and the stone's point and colour.
        """
        eight = self.eight(stones)
        for colour in colours:
            for point in range(self.size * self.size):
                if point not in stones:
                    its = self.put(eight, point, EMPTY, colour)
                    key = min(its)
                    yield key, its.index(key), point, colour


class Walk:
    """A walk through a tree, node by node, with the position of each."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._held: dict[int, int] = {}
        # for each node on the path, the numbers of its position, and the former content of the changed points
        self._steps: list[tuple[Eight, list[tuple[int, int]]]] = []

    def step(self, depth: int, puts: Iterable[tuple[str, str]]) -> Eight:
        """Go to a node at `depth` (0 at the root); return the numbers of its position's images.

        `puts`: as Node.puts. Raises KeyError for a point outside the board.
        """
        while len(self._steps) > depth:
            self._held.update(reversed(self._steps.pop()[1]))
        eight = self._steps[-1][0] if self._steps else Keys.NONE
        changed: list[tuple[int, int]] = []
        for name, colour in puts:
            point, now = self._keys.index[name], COLOUR_NAMES.index(colour)
            was = self._held.get(point, EMPTY)
            changed.append((point, was))
            eight = self._keys.put(eight, point, was, now)
            self._held[point] = now
        self._steps.append((eight, changed))
        return eight


def as_there(further: Iterable[tuple[int, int, int, int]], turns: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Return the stones from Keys.after() that lead to the keys in `turns`, as point and colour by key.

    If several symmetric stones lead to the same key, prefer the stone after which the board has the same orientation as
    in the store. `turns` has the store's orientation for each key.
    """
    found: dict[int, tuple[int, int]] = {}
    for key, turn, point, colour in further:
        if key in turns and (key not in found or turn == turns[key]):
            found[key] = point, colour
    return found


@cache
def keys_of(size: int) -> Keys:
    """Return the keys of a board of this size."""
    return Keys(size)


def _image(turn: tuple[int, int, int, int], point: int, size: int) -> int:
    """Return the image of a point by a rotation or reflection of the board."""
    xx, xy, yx, yy = turn
    # twice the distance from the middle, which is a whole number on every board
    column, row = 2 * (point % size) - size + 1, 2 * (point // size) - size + 1
    x, y = xx * column + xy * row, yx * column + yy * row
    return (y + size - 1) // 2 * size + (x + size - 1) // 2
