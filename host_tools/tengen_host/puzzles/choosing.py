"""Choose, order and grade the puzzles that were found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tengen.games.renju.position import POINTS, SIZE

from .mining import Puzzle

# number of fours -> the number of puzzles to choose, and the least number of these where White wins only by a foul
WANTED = {2: (240, 130), 3: (240, 90), 4: (150, 30), 5: (90, 12), 6: (60, 9)}
LONG = (40, 3)

A_GAME = 2  # the most puzzles that are chosen from one game

# the highest number of points (points_of) for the grades 1 to 4
GRADES = (10, 12, 14, 17)


def points_of(puzzle: Puzzle) -> int:
    """Return the difficulty of a puzzle, in points.

    There are two points for each four, one for each other tempting four, one for each doubling of the number of fours
    that the search tries, and two if the player must notice a foul by Black.
    """
    return 2 * puzzle.fours + puzzle.tempting + puzzle.nodes.bit_length() + 2 * puzzle.by_foul


def grade_of(puzzle: Puzzle) -> int:
    """Return the grade, from 1 (easy) to 5."""
    return 1 + sum(points_of(puzzle) > most for most in GRADES)


def chosen(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return the chosen puzzles, the easiest first. No two are alike, and at most two are from the same game.

    Among puzzles with the same number of fours, prefer puzzles that occurred in the game, then puzzles with another
    tempting four, then puzzles with the fewest stones.
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
    """Return whether two puzzles of a game have the same attack, or whether one attack is a part of the other."""
    return one.turn == other.turn and bool(set(one.line) & set(other.line))


def _turned(cells: bytes) -> Iterator[bytes]:
    """Yield the position in its eight symmetries."""
    for _ in range(4):
        cells = bytes(cells[SIZE * (point % SIZE) + SIZE - 1 - point // SIZE] for point in range(POINTS))
        yield cells
        yield b"".join(cells[at : at + SIZE][::-1] for at in range(0, POINTS, SIZE))
