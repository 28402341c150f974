"""Choose the place of each position, so that hands have little to do between two positions.

No reed senses colours, so a stone of the other colour on the same point must be exchanged by hand. The drawings are
turned and moved until no position, or the fewest, need that after the position before; then until the fewest stones
must be put and lifted. The first position of a lesson stays as it is drawn, so a change of one lesson moves no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from operator import itemgetter

from tengen.games import BLACK
from tengen.games.renju.position import SIZE

from .checking import check, line_of
from .reading import Drawn, LessonError

FAR = 1  # a drawing is moved by at most so many rows and columns
EXCHANGE = SIZE * SIZE  # a stone to exchange weighs more than all stones to put or lift


def placed(drawn: Sequence[Drawn]) -> list[Drawn]:
    """Return the positions at their places. The judge finds the same answers there, also near the edge."""
    choices: list[list[_Choice]] = []
    for _, lesson in groupby(drawn, lambda each: each.lesson):
        first, *others = map(_choices, lesson)
        choices += [first[:1], *others]
    while True:
        chosen = _cheapest(choices)
        wrong = [at for at, choice in enumerate(chosen) if not _holds(choice.drawn)]
        if not wrong:
            return [choice.drawn for choice in chosen]
        for at in wrong:
            choices[at].remove(chosen[at])


@dataclass(frozen=True)
class _Choice:
    """A place of a position.

    `given`: the black and the white stones, each with a bit for each point. `left`: the same when the task is solved.
    """

    drawn: Drawn
    given: tuple[int, int]
    left: tuple[int, int]


def _choices(drawn: Drawn) -> list[_Choice]:
    """Return the places of a position: first as it is drawn."""
    line = line_of(drawn)
    points = {*drawn.black, *drawn.white, *drawn.right, *line}
    shifts = range(-FAR, FAR + 1)
    found = []
    for across, up, turn in sorted(product(shifts, shifts, range(8)), key=lambda its: (its[0] ** 2 + its[1] ** 2, its)):
        to = {point: _moved(point, turn, across, up) for point in points}
        if all(0 <= place < SIZE for moved in to.values() for place in moved):
            found.append(_choice(drawn, line, {point: SIZE * row + column for point, (column, row) in to.items()}))
    return found


def _moved(point: int, turn: int, across: int, up: int) -> tuple[int, int]:
    """Return the column and row of a point on the turned and moved board."""
    row, column = divmod(point, SIZE)
    for _ in range(turn % 4):
        column, row = row, SIZE - 1 - column
    if turn > 3:
        column = SIZE - 1 - column
    return column + across, row + up


def _choice(drawn: Drawn, line: Sequence[int], to: dict[int, int]) -> _Choice:
    kinds = drawn.black, drawn.white, drawn.right, drawn.look
    black, white, right, look = (tuple(sorted(to[point] for point in its)) for its in kinds)
    moves = [{to[point] for point in line[::2]} | set(right), {to[point] for point in line[1::2]}]
    theirs, answers = moves if drawn.turn == BLACK else moves[::-1]
    left = _bits(theirs.union(black)), _bits(answers.union(white))
    return _Choice(replace(drawn, black=black, white=white, right=right, look=look), (_bits(black), _bits(white)), left)


def _bits(points: Iterable[int]) -> int:
    return sum(1 << point for point in points)


def _holds(drawn: Drawn) -> bool:
    try:
        check(drawn)
    except LessonError:
        return False  # too near the edge
    return True


def _cheapest(choices: Sequence[Sequence[_Choice]]) -> tuple[_Choice, ...]:
    """Return a choice for each position, so that the work between them all is the least."""
    cost_of = itemgetter(0)
    # for each choice of a position: the cheapest way to it
    ways: list[tuple[int, tuple[_Choice, ...]]] = [(0, (its,)) for its in choices[0]]
    for after in choices[1:]:
        reached = [[(cost + _work(way[-1], then), (*way, then)) for cost, way in ways] for then in after]
        ways = [min(its, key=cost_of) for its in reached]
    return min(ways, key=cost_of)[1]


def _work(before: _Choice, after: _Choice) -> int:
    """Return the work of hands between two positions: the stones to exchange, put and lift, as one number."""
    changed = (before.left[0] & after.given[1]) | (before.left[1] & after.given[0])
    moved = (before.given[0] | before.given[1]) ^ (after.given[0] | after.given[1])
    return EXCHANGE * changed.bit_count() + moved.bit_count()
