"""Which of the puzzles that were found are kept, in which order, and how hard each is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tengen.games.renju.position import POINTS, SIZE

from .mining import Puzzle

# By the number of fours: how many puzzles are kept, and how many of them, at least, where White wins by a foul alone
WANTED = {2: (240, 130), 3: (240, 90), 4: (150, 30), 5: (90, 12), 6: (60, 9)}
LONG = (40, 3)

A_GAME = 2  # puzzles of a game, at most

# The most points (points_of) that a puzzle of the grades 1 to 4 has
GRADES = (10, 12, 14, 17)


def points_of(puzzle: Puzzle) -> int:
    """Return how hard a puzzle is: two points a four, one for each other four that tempts, one each time that the
    fours which the search tries are twice as many, and two where Black's foul must be seen.
    """
    return 2 * puzzle.fours + puzzle.tempting + puzzle.nodes.bit_length() + 2 * puzzle.by_foul


def grade_of(puzzle: Puzzle) -> int:
    """Return the grade from 1, easy, to 5."""
    return 1 + sum(points_of(puzzle) > most for most in GRADES)


def chosen(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return the puzzles that are kept, the easiest first: no two alike, and at most two of a game, which differ.

    Of those with as many fours, they are the ones that came up in the game, that have another four which tempts, and
    that have the fewest stones, in this order.
    """
    best = sorted(puzzles, key=lambda each: (not each.played, not each.tempting, each.stones, each.game, each.cells))
    selection = _Selection()
    lengths = sorted({each.fours for each in best}, reverse=True)
    for only_by_foul in (True, False):
        for fours in lengths:
            most, by_foul = WANTED.get(fours, LONG)
            for each in best:
                if selection.count[fours] >= (by_foul if only_by_foul else most):
                    break
                if each.fours == fours and (each.by_foul or not only_by_foul):
                    selection.offer(each)
    return sorted(selection.puzzles, key=lambda each: (grade_of(each), points_of(each), each.stones, each.cells))


class _Selection:
    def __init__(self) -> None:
        self.puzzles: list[Puzzle] = []
        self.count: Counter[int] = Counter()
        self._of_game: dict[int, list[Puzzle]] = {}
        self._seen: set[bytes] = set()

    def offer(self, puzzle: Puzzle) -> None:
        others = self._of_game.setdefault(puzzle.game, [])
        if len(others) == A_GAME or any(_alike(puzzle, other) for other in others):
            return
        same = min(_turned(puzzle.cells))
        if same in self._seen:
            return
        self._seen.add(same)
        others.append(puzzle)
        self.puzzles.append(puzzle)
        self.count[puzzle.fours] += 1


def _alike(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles of a game have the same attack, or a part of it."""
    return one.turn == other.turn and bool(set(one.line) & set(other.line))


def _turned(cells: bytes) -> Iterator[bytes]:
    """Yield the position in its eight symmetries."""
    for _ in range(4):
        cells = bytes(cells[SIZE * (point % SIZE) + SIZE - 1 - point // SIZE] for point in range(POINTS))
        yield cells
        yield b"".join(cells[at : at + SIZE][::-1] for at in range(0, POINTS, SIZE))
