"""Find wins by fours and threes (VCT). The search proves that each win it finds wins against every answer.

Each stone of the attacker is a four, or it threatens a win by fours (as a three does). The defender then must stop this
win. All stones that stop it are examined, including fours of the defender, so each result is certain. But some wins are
not found: wins with a stone that does not threaten anything yet, and wins that exceed the limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tengen.games import BLACK, EMPTY, opponent
from tengen.games.renju.position import FOULS

from ..solve import fives
from .fours import Solver, Win

# the most stones of the attacker before the win by fours
DEEPEST = 8
# the most fours that are tried for one win by fours within the search
_MOST_FOURS = 3000
# the most stones that may stop a threat; a threat with more answers is not a real threat
_MOST_ANSWERS = 14

_PASS = -1


@dataclass(frozen=True)
class Three:
    """A proved win of the side `colour`, which puts its stone on `point`.

    `threat`: the win by fours that this side then has if the other side passes. `answers`: for each stone of the other
    side that may stop all wins by fours, the win after this stone. After any other stone there is a win by fours.
    """

    colour: int
    point: int
    threat: Win
    answers: tuple[tuple[int, Three | Win], ...]

    @property
    def stones(self) -> int:
        """The most stones that the attacker needs before the win by fours at the end."""
        return 1 + max((stones(after) for _, after in self.answers), default=0)

    @property
    def line(self) -> tuple[int, ...]:
        """The stones of both sides in turn, with the answers that hold out longest, and the win by fours at the end."""
        if not self.answers:
            return self.point, _PASS, *self.threat.line
        answer, after = self._longest
        return self.point, answer, *after.line

    @property
    def last(self) -> Win:
        """The win by fours at the end of `line`."""
        after = self._longest[1] if self.answers else self.threat
        return after if isinstance(after, Win) else after.last

    @property
    def _longest(self) -> tuple[int, Three | Win]:
        return max(self.answers, key=lambda pair: (stones(pair[1]), len(pair[1].line)))


def stones(win: Three | Win) -> int:
    """Return the most stones that the attacker needs before a win by fours."""
    return 0 if isinstance(win, Win) else win.stones


# a stone, the win by fours that it threatens, and all answers that stop it
_Threat = tuple[int, Win, list[int]]


class Ended(Exception):
    """The search has used all its time or nodes."""


class Threes:
    """The search. `is_time_up` is called at each node; `nodes`: the most positions in one search."""

    def __init__(self, solver: Solver, is_time_up: Callable[[], bool], nodes: int = 20_000) -> None:
        self._solver = solver
        self._is_time_up = is_time_up
        self._nodes = nodes
        self._left = 0
        # for each position, the win, or the number of stones within which there is no win
        self._known: dict[tuple[bytes, int], Three | Win | int] = {}
        self._threatening: dict[tuple[bytes, int], list[_Threat]] = {}

    def win(self, cells: bytes, colour: int, deepest: int = DEEPEST) -> Three | Win | None:
        """Return a proved win of the side to move, by fours if possible; None if no win was found.

        The win needs as few stones before the win by fours as the search can find. `cells` has no five.
        """
        self._left = self._nodes
        self._known.clear()
        self._threatening.clear()
        try:
            for depth in range(deepest + 1):
                found = self._attack(bytearray(cells), colour, depth)
                if found:
                    return found
        except Ended:
            pass
        return None

    def _attack(self, cells: bytearray, colour: int, depth: int) -> Three | Win | None:
        key = bytes(cells), colour
        known = self._known.get(key, -1)
        if not isinstance(known, int):
            return known
        if known >= depth:
            return None
        self._left -= 1
        if self._left < 0:
            raise Ended
        self._check()
        found: Three | Win | None = self._solver.win(cells, colour, _MOST_FOURS) if known < 0 else None
        if not found and depth:
            found = self._by_threats(cells, colour, depth)
        self._known[key] = found or depth
        return found

    def _by_threats(self, cells: bytearray, colour: int, depth: int) -> Three | None:
        key = bytes(cells), colour
        if key not in self._threatening:
            # threats with fewer answers come first, and threats without answers win at once
            self._threatening[key] = sorted(self._threats(cells, colour), key=lambda each: (len(each[2]), each[0]))
        for point, threat, answers in self._threatening[key]:
            cells[point] = colour
            won = self._after_all(cells, colour, answers, depth - 1)
            cells[point] = EMPTY
            if won is not None:
                return Three(colour, point, threat, won)
        return None

    def _after_all(
        self, cells: bytearray, colour: int, answers: list[int], depth: int
    ) -> tuple[tuple[int, Three | Win], ...] | None:
        """Return the win after each answer, or None if an answer leaves no win."""
        won = []
        for answer in answers:
            cells[answer] = opponent(colour)
            after = self._attack(cells, colour, depth)
            cells[answer] = EMPTY
            if after is None:
                return None
            won.append((answer, after))
        return tuple(won)

    def _threats(self, cells: bytearray, colour: int) -> Iterator[_Threat]:
        """Yield each stone that threatens a win by fours, the win, and all answers that stop it."""
        other = opponent(colour)
        own, others = fives.stones(cells, colour), fives.stones(cells, other)
        forced = fives.fives(others, own, other)
        if forced & forced - 1:
            return  # the other side has two fives, so there is no win by fours here
        candidates = forced or fives.promising(own, others, 2)
        verdicts = self._solver.verdicts(cells) if colour == BLACK else None
        for point in fives.split(candidates):
            self._check()
            if verdicts is not None and verdicts[point] in FOULS:
                continue
            cells[point] = colour
            try:
                threat = self._solver.win(cells, colour, _MOST_FOURS)
                if threat:
                    stops, unknown = self._solver.stops(cells, threat, _MOST_FOURS, self._check)
                    answers = sorted(stops + unknown)
                    if len(answers) <= _MOST_ANSWERS and not self._has_five(cells, other, answers):
                        yield point, threat, answers
            finally:
                cells[point] = EMPTY

    def _check(self) -> None:
        if self._is_time_up():
            raise Ended

    @staticmethod
    def _has_five(cells: bytearray, colour: int, answers: list[int]) -> bool:
        """Return whether one of the answers makes a five of this side."""
        own, other = fives.stones(cells, colour), fives.stones(cells, opponent(colour))
        at_once = fives.fives(own, other, colour)
        return any(at_once >> point & 1 for point in answers)
