"""Find puzzles in games, which are positions with exactly one first four that wins.

The positions after each stone are examined. Because puzzles among them are rare, the last stone is also moved to
another point near the fight. The player of this stone has then overlooked the win.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tengen.games import BLACK, EMPTY, WHITE, opponent
from tengen.games.renju.position import FOULS, POINTS, SIZE, Position
from tengen.partner import kernels
from tengen.partner.fours import FIVE, NO_FOUR, Found, Fours

from ..solve import fives, searching

# the numbers of fours that a puzzle may have, and the numbers of stones on the board
FOURS = range(2, 13)
STONES = range(10, 61)

# how many other points are tried for the last stone, within two steps of the LAST stones before it. If a LONG win is
# overlooked, all points of the board are tried, because long wins are rare
OTHERS = 60
LAST = 4
LONG = 6

# fours that one search may try; a position is not a puzzle if the search does not decide it
LIMIT = 300_000


class Undecided(Exception):
    """A search needed too many fours."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle.

    `cells`: 225 colours. `line`: the shortest win, from the only first four that wins. `by_foul`: True if White wins,
    but would not win if Black were allowed to answer with a foul. `tempting`: the number of other fours. `nodes`: the
    number of fours that the board tries until it finds the shortest win. `game`: the number of the game, from 0.
    `played`: True if the position occurred in the game.
    """

    cells: bytes
    turn: int
    line: tuple[int, ...]
    by_foul: bool
    tempting: int
    nodes: int
    game: int
    played: bool

    @property
    def fours(self) -> int:
        """The number of fours of the win."""
        return len(self.line) + 1 >> 1

    @property
    def stones(self) -> int:
        """The number of stones on the board."""
        return POINTS - self.cells.count(EMPTY)


def puzzle_of(fours: Fours, cells: bytes, turn: int, game: int, played: bool) -> Puzzle | None:
    """Return a position as a puzzle, or None if it is not a puzzle."""
    try:
        found = _win(fours, cells, turn)
        if not found or found.why == FIVE or found.fours not in FOURS or _standing_four(fours):
            return None
        if searching.mistake(cells):
            return None  # the game was over
        nodes, first = fours.nodes, found.line[0]
        own, other = fives.stones(cells, turn), fives.stones(cells, opponent(turn))
        others = [point for point in fives.split(fives.promising(own, other, 3)) if point != first]
        if any(_win(fours, cells, turn, point) for point in others):
            return None
        tempting = sum(fours.answer_to(cells, turn, point) != NO_FOUR for point in others)
        by_foul = turn == WHITE and not _wins_without_fouls(fours, cells)
    except Undecided:
        return None
    return Puzzle(cells, turn, found.line, by_foul, tempting, nodes, game, played)


def puzzles_of(fours: Fours, moves: Sequence[int], game: int) -> Iterator[Puzzle]:
    """Yield the puzzles of one game. `stones`: the points of its stones, Black's stone first."""
    position, number = Position(), random.Random(game)
    for count, point in enumerate(moves[: STONES.stop - 1]):
        mover = BLACK if count % 2 == 0 else WHITE
        if count + 1 in STONES:
            before = bytes(position.cells)
            found = puzzle_of(fours, _with(before, point, mover), opponent(mover), game, True)
            if found:
                yield found
            overlooked = _overlooked(fours, before, mover)
            if overlooked:
                free = [each for each in range(POINTS) if not before[each] and each != point]
                others = [each for each in free if not _is_foul(position, each, mover)]
                if overlooked < LONG:
                    near = [each for each in others if _is_near(each, moves[count - LAST : count])]
                    others = number.sample(near, min(OTHERS, len(near)))
                for other in others:
                    found = puzzle_of(fours, _with(before, other, mover), opponent(mover), game, False)
                    if found:
                        yield found
        position.put(point, mover)


def _overlooked(fours: Fours, cells: bytes, mover: int) -> int:
    """Return the number of fours of the other side's win that `mover` overlooks.

    The result is 0 if there is no win, or if the mover can make a five.
    """
    try:
        found = _win(fours, cells, opponent(mover))
    except Undecided:
        return 0
    return found.fours if found and not _standing_four(fours) else 0


def _win(fours: Fours, cells: bytes, colour: int, first: int | None = None) -> Found | None:
    """Return the shortest win by fours, or the shortest win with the first stone `first`; None if there is none.

    Raises Undecided.
    """
    if first is None:
        fours.begin(cells, colour)
    else:
        fours.begin_with(cells, colour, first)
    return _searched(fours)


def _wins_without_fouls(fours: Fours, cells: bytes) -> bool:
    """Return whether White wins by fours even if Black is allowed to answer with a foul. Raises Undecided."""
    fours.begin(cells, WHITE)
    fours.state[kernels.ATTACKER] = kernels.FREE
    return _searched(fours) is not None


def _searched(fours: Fours) -> Found | None:
    if not fours.try_fours(LIMIT):
        raise Undecided
    return fours.found


def _standing_four(fours: Fours) -> bool:
    """Return whether the side that is not to move can make a five. An attack that only defends is not a puzzle."""
    return bool(fours.state[kernels.FIVES + 1])


def _with(cells: bytes, point: int, colour: int) -> bytes:
    return cells[:point] + bytes((colour,)) + cells[point + 1 :]


def _is_near(point: int, others: Sequence[int]) -> bool:
    row, column = divmod(point, SIZE)
    return any(max(abs(row - each // SIZE), abs(column - each % SIZE)) <= 2 for each in others)


def _is_foul(position: Position, point: int, colour: int) -> bool:
    return colour == BLACK and position.verdicts[point] in FOULS
