"""Wins by fours (VCF) in one position after another, and the stones that stop one.

All that is said is exact; where a search would take too long, it is said that nothing is known. Few positions of real
games are such: those with very many fours that have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.games import BLACK, opponent
from tengen.games.renju.position import FOUL_NAMES, FOULS, POINTS
from tengen.partner import fours
from tengen.partner.fours import Fours

from ..solve import compiled, fives

# How many positions the search remembers: some searches of many fours need that, and all others have to clear it. As
# plain Python it is cleared slowly, and no search is long enough
_TABLE = 1 << 16

# Fours tried in one search: 0.1 s compiled, and a second or two as plain Python
_MOST, _MOST_PLAIN = 2_000_000, 50_000

# Fours between two looks at whether any win was found already
_SLICE = 500

# Positions whose answers are kept
_MOST_KEPT = 200_000


@dataclass(frozen=True)
class Win:
    """A win by fours of the side `colour`: `line`, `why`, `fives` and `foul` as in partner/fours.py's Found."""

    colour: int
    line: tuple[int, ...]
    why: str
    fives: tuple[int, ...] = ()
    foul: str | None = None

    @property
    def fours(self) -> int:
        """How many fours it has: 0 for a five at once."""
        return 0 if self.why == fours.FIVE else (len(self.line) + 1) // 2


@dataclass(frozen=True)
class Answer:
    """A win by fours of the side to move, or None. `is_known`: whether it is known if there is one at all.

    Where the search was ended after so many `nodes`, the fours that were tried, the win may not be the shortest one.
    """

    win: Win | None
    is_known: bool
    nodes: int


class Solver:
    """Answers for positions without a five: `cells` are 225 colours. What was answered once is kept.

    `most`: how many fours are tried in one search, and `most_stopping` in all searches for the stones that stop one
    win. None: to the end.
    """

    def __init__(self, search: Fours, most: int | None = None, most_stopping: int | None = None) -> None:
        self._search = search
        self._most = most
        self._most_stopping = most_stopping
        self._kept: dict[tuple[bytes, int, int | None, bool], Answer] = {}

    @classmethod
    def fastest(cls) -> Solver:
        """Return a solver that is compiled where it can be; what the user should know of that is said on stderr."""
        search = compiled.fastest(_TABLE)
        if isinstance(search, compiled.CompiledFours):
            return cls(search, _MOST, 4 * _MOST)
        return cls(Fours(), _MOST_PLAIN, 4 * _MOST_PLAIN)

    def win(self, cells: Sequence[int], colour: int, limit: int | None = None) -> Win | None:
        """Return the shortest win by fours of the side to move, or None: see answer()."""
        return self.answer(cells, colour, limit).win

    def answer(self, cells: Sequence[int], colour: int, limit: int | None = None, any_win: bool = False) -> Answer:
        """Look for a win by fours of the side to move: for the shortest, or for `any_win`, which is found sooner.

        `limit`: how many fours are tried at most, if that is fewer than usual.
        """
        limit = _less(limit, self._most)
        key = bytes(cells), colour, limit, any_win
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._searched(key[0], colour, limit, any_win)
        return self._kept[key]

    def _searched(self, cells: bytes, colour: int, limit: int | None, any_win: bool) -> Answer:
        fours = self._search
        fours.begin(bytearray(cells), colour)
        while not (fours.done or (any_win and fours.found)) and (limit is None or fours.nodes < limit):
            fours.try_fours(_SLICE if limit is None else min(_SLICE, limit - fours.nodes))
        found = fours.found
        win = Win(colour, tuple(found.line), found.why, tuple(found.fives), found.foul) if found else None
        return Answer(win, fours.wins is not None, fours.nodes)

    def foul(self, cells: Sequence[int], point: int) -> str | None:
        """Return the name of the foul that a black stone on an empty point is, or None."""
        verdict = self.verdicts(cells)[point]
        return str(FOUL_NAMES[verdict]) if verdict in FOULS else None

    def verdicts(self, cells: Sequence[int]) -> list[int]:
        """Return the rules core's verdicts of all points for Black."""
        self._search.begin(bytearray(cells), BLACK)
        return compiled.verdicts(self._search)

    def stops(
        self, cells: Sequence[int], win: Win, limit: int | None = None, check: Callable[[], None] = lambda: None
    ) -> tuple[list[int], list[int]]:
        """Return the points where the other side, which is to move, can put a stone that stops the win's side from
        winning by fours at all, and those of which that isn't known. After any other stone there is a win by fours.

        `win` is one that its side would have if the other side passed. Among the points are the other side's five, and
        fours of its own. Fouls of Black's are not. `check` is called before each search, and ends them all with what it
        raises. `limit`: as in answer(), for each.
        """
        colour = opponent(win.colour)
        own, other = fives.stones(cells, colour), fives.stones(cells, win.colour)
        at_once = fives.fives(own, other, colour)
        verdicts = self.verdicts(cells) if colour == BLACK else None
        after = bytearray(cells)
        stops: list[int] = []
        unknown: list[int] = []
        left = self._most_stopping
        for point in fives.split(at_once | may_stop(other, own, win)):
            if at_once >> point & 1:
                stops.append(point)
            elif verdicts is None or verdicts[point] not in FOULS:
                check()
                after[point] = colour
                answer = self.answer(after, win.colour, _less(limit, left), any_win=True)
                after[point] = 0
                if left is not None:
                    # at least one four is tried for each point
                    left = max(left - answer.nodes, 1)
                if not answer.win:
                    (stops if answer.is_known else unknown).append(point)
        return stops, unknown


def _less(one: int | None, other: int | None) -> int | None:
    """Return the lower of two limits, of which either may be none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)


_ALL = (1 << POINTS) - 1


def may_stop(own: int, other: int, win: Win) -> int:
    """Return the empty points where a stone of the other side's can stop this very line of `own`, as bits.

    A stone anywhere else leaves the line as it is. It lies on none of its points and on no point of five after it. It
    has fewer than three stones of its side in any row of five that is free of `own`, with the line's answers, so it
    never makes a four, which the line would have to meet. And it changes no foul on which the line depends: where the
    last answer is a foul, or where a black stone of the line may make two threes, all points are returned.
    """
    empty = _ALL & ~(own | other)
    if win.foul:
        return empty
    mine, theirs = (sum(1 << point for point in win.line[first::2]) for first in (0, 1))
    if win.colour == BLACK and any(_may_make_two_threes(own | mine, other, point) for point in win.line[::2]):
        return empty
    found = mine | theirs | sum(1 << point for point in win.fives)
    # own stones of the line would only end more of these rows
    return empty & (found | fives.promising(other | theirs, own, 3))


def _may_make_two_threes(own: int, other: int, point: int) -> bool:
    """Whether the stone, which makes a four in one direction, may make threes in two more."""
    ways = {way for points, _, way in fives.THROUGH[point] if not points & other and (points & own).bit_count() > 2}
    return len(ways) > 2
