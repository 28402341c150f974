"""Find wins by fours (VCF) in one position after another, and the stones that stop such a win.

All results are exact. If a search would take too long, the result is "unknown". This is rare in real games, and happens
if there are very many fours that are independent of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.games import BLACK, opponent
from tengen.games.renju.position import FOUL_NAMES, FOULS, POINTS
from tengen.partner import fours
from tengen.partner.fours import Fours

from ..solve import compiled, fives

# The number of positions that the search remembers. Searches with many fours need a large table, but every search must
# clear it. Plain Python has a small table, because it clears a table slowly, and its searches are too short to need a
# large one
_TABLE = 1 << 16

# most fours tried in one search, which takes 0.1 s if compiled, and one or two seconds in plain Python
_MOST, _MOST_PLAIN = 2_000_000, 50_000

# the number of fours between two checks whether a win has already been found
_SLICE = 500

# most positions with stored answers
_MOST_KEPT = 200_000


@dataclass(frozen=True)
class Win:
    """A win by fours of the side `colour`.

    `line`, `why`, `fives` and `foul` are as in Found of partner/fours.py.
    """

    colour: int
    line: tuple[int, ...]
    why: str
    fives: tuple[int, ...] = ()
    foul: str | None = None

    @property
    def fours(self) -> int:
        """The number of fours of the win; 0 for a five at once."""
        return 0 if self.why == fours.FIVE else (len(self.line) + 1) // 2


@dataclass(frozen=True)
class Answer:
    """A win by fours of the side to move, or None. `is_known`: True if it is certain that there is a win or no win.

    `nodes`: the number of fours tried. If the search was ended early, the win may not be the shortest one.
    """

    win: Win | None
    is_known: bool
    nodes: int


class Solver:
    """A solver for positions without a five. `cells` are 225 colours. Answers are stored.

    `most`: the most fours that are tried in one search. `most_stopping`: the most fours in all searches for the stones
    that stop one win. None: there is no limit.
    """

    def __init__(self, search: Fours, most: int | None = None, most_stopping: int | None = None) -> None:
        self._search = search
        self._most = most
        self._most_stopping = most_stopping
        self._kept: dict[tuple[bytes, int, int | None, bool], Answer] = {}

    @classmethod
    def fastest(cls) -> Solver:
        """Return a solver, compiled if possible; prints on stderr if it is not."""
        search = compiled.fastest(_TABLE)
        if isinstance(search, compiled.CompiledFours):
            return cls(search, _MOST, 4 * _MOST)
        return cls(Fours(), _MOST_PLAIN, 4 * _MOST_PLAIN)

    def win(self, cells: Sequence[int], colour: int, limit: int | None = None) -> Win | None:
        """Return the shortest win by fours of the side to move, or None (see answer())."""
        return self.answer(cells, colour, limit).win

    def answer(self, cells: Sequence[int], colour: int, limit: int | None = None, any_win: bool = False) -> Answer:
        """Search for the shortest win by fours of the side to move.

        `any_win`: search for any win, which is found sooner.

        `limit`: the most fours to try, if this is fewer than usual.
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

    def firsts(self, cells: Sequence[int], colour: int) -> list[int] | None:
        """Return the points of a five at once, else those of each first four that wins; None if a search is too long.

        The side to move has a win by fours.
        """
        own, other = fives.stones(cells, colour), fives.stones(cells, opponent(colour))
        if at_once := fives.fives(own, other, colour):
            return list(fives.split(at_once))
        search, found = self._search, []
        for point in fives.split(fives.promising(own, other, 3)):
            search.begin_with(bytearray(cells), colour, point)
            while not (search.done or search.found) and (self._most is None or search.nodes < self._most):
                search.try_fours(_SLICE)
            if search.found:
                found.append(point)
            elif not search.done:
                return None
        return found

    def foul(self, cells: Sequence[int], point: int) -> str | None:
        """Return the name of the foul that a black stone on this empty point would be, or None."""
        verdict = self.verdicts(cells)[point]
        return str(FOUL_NAMES[verdict]) if verdict in FOULS else None

    def verdicts(self, cells: Sequence[int]) -> list[int]:
        """Return the rules core's verdicts of all points for Black."""
        self._search.begin(bytearray(cells), BLACK)
        return compiled.verdicts(self._search)

    def stops(
        self, cells: Sequence[int], win: Win, limit: int | None = None, check: Callable[[], None] = lambda: None
    ) -> tuple[list[int], list[int]]:
        """Return the points where a stone of the other side stops all wins by fours, and the unknown points.

        The other side is to move. After any stone elsewhere there is a win by fours. `win` is a win that its side would
        have if the other side passed. The points include fives and fours of the other side, but no fouls by Black.
        `check` is called before each search; if it raises an error, all searches end. `limit`: as in answer(), for each
        search.
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
                    # leave at least one four for the search of each further point
                    left = max(left - answer.nodes, 1)
                if not answer.win:
                    (stops if answer.is_known else unknown).append(point)
        return stops, unknown


def _less(one: int | None, other: int | None) -> int | None:
    """Return the lower of two limits. Each limit may be None."""
    return min((limit for limit in (one, other) if limit is not None), default=None)


_ALL = (1 << POINTS) - 1


def may_stop(own: int, other: int, win: Win) -> int:
    """Return the empty points where a stone of the other side can stop exactly this line of `own`, as bits.

    A stone anywhere else does not change the line, for three reasons. It is neither on a point of the line nor on a
    point of a five after the line. In any row of five without stones of `own`, there are fewer than three stones of the
    other side, including the line's answers, so the stone never makes a four that `own` would have to answer. And it
    changes no foul on which the line depends, because all points are returned if the last answer is a foul, or if a
    black stone of the line may make two threes.
    """
    empty = _ALL & ~(own | other)
    if win.foul:
        return empty
    mine, theirs = (sum(1 << point for point in win.line[first::2]) for first in (0, 1))
    if win.colour == BLACK and any(_may_make_two_threes(own | mine, other, point) for point in win.line[::2]):
        return empty
    found = mine | theirs | sum(1 << point for point in win.fives)
    # the stones of `own` in the line are ignored here, because they could only block more of these rows
    return empty & (found | fives.promising(other | theirs, own, 3))


def _may_make_two_threes(own: int, other: int, point: int) -> bool:
    """Return whether a stone that makes a four in one direction may make threes in two other directions."""
    ways = {way for points, _, way in fives.THROUGH[point] if not points & other and (points & own).bit_count() > 2}
    return len(ways) > 2
