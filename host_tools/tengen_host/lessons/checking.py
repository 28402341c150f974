"""Check the positions of the lessons by the firmware's own judge.

For each task there is a predicate about a point. The points for which it holds must be exactly the drawn answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby

from tengen.games import BLACK, COLOUR_NAMES, EMPTY, WHITE, opponent
from tengen.games.points import names
from tengen.games.renju.game import Renju, five_through
from tengen.games.renju.position import DOUBLE_FOUR, DOUBLE_THREE, FIVE, FOUL_NAMES, LEGAL, OVERLINE, POINTS, SIZE
from tengen.games.renju.reasons import reasons
from tengen.partner.fours import Found, Fours

from .reading import Drawn, LessonError

ORDER = (
    "five", "four", "straight-four", "three", "four-three", "double-three", "double-four", "white", "dead-three",
    "fours",
)  # fmt: skip
FEWEST, MOST = 3, 5  # positions of a lesson
MOST_FOURS = 4  # of the shortest win in a task of fours

# Whether a stone of the colour to move on this empty point is a right answer
Predicate = Callable[[Renju, int], bool]


def checked(drawn: Sequence[Drawn]) -> list[Drawn]:
    """Return the positions. Raises LessonError for the first position that the judge contradicts."""
    lessons = [(lesson, len(list(its))) for lesson, its in groupby(drawn, lambda each: each.lesson)]
    if tuple(lesson for lesson, _ in lessons) != ORDER:
        raise LessonError(f"lessons.txt: the lessons must be, in this order: {', '.join(ORDER)}")
    for lesson, count in lessons:
        if not FEWEST <= count <= MOST:
            raise LessonError(f"lessons.txt: {lesson} has {count} positions; a lesson has {FEWEST} to {MOST}")
    for each in drawn:
        check(each)
    return list(drawn)


def check(drawn: Drawn) -> None:
    """Raise LessonError if the judge contradicts this position."""
    predicate, colours = TASKS.get(drawn.task, (None, ()))
    if predicate is None or drawn.turn not in colours:
        raise drawn.wrong(f"no task is called {drawn.task!r} for {COLOUR_NAMES[drawn.turn]}: {', '.join(TASKS)}")
    game = Renju(free_centre=True)
    try:
        game.set_up(drawn.black, drawn.white, drawn.turn)
    except ValueError as error:
        raise drawn.wrong(f"the position can't be set up: {error}") from None
    threats = fives(game, opponent(drawn.turn))
    if bool(threats) != (drawn.task == "block"):
        raise drawn.wrong(
            f"the opponent has a five at {_points(threats)}; lift a stone of that four"
            if threats
            else "the opponent has no four to stop; draw one"
        )
    if drawn.task not in ("five", "win") and fives(game, drawn.turn):
        raise drawn.wrong(f"the player could make a five at {_points(fives(game, drawn.turn))}; lift a stone")
    right = tuple(point for point in range(POINTS) if game.cells[point] == EMPTY and predicate(game, point))
    if right != drawn.right or not right:
        raise drawn.wrong(
            f"the right answers for {drawn.task} are {_points(right)} by the judge, and {_points(drawn.right)} by the "
            "drawing. Correct the stones, or the marks *"
        )


def _points(points: Sequence[int]) -> str:
    return ", ".join(name.upper() for name in names(points, SIZE)) or "no point"


def fives(game: Renju, colour: int) -> list[int]:
    """Return the points where `colour` could make a five now."""
    cells = bytearray(game.cells)
    found = []
    for point in range(POINTS):
        if cells[point] == EMPTY:
            cells[point] = colour
            if five_through(cells, point):
                found.append(point)
            cells[point] = EMPTY
    return found


def _shapes(game: Renju, point: int) -> list[str]:
    """Return the shapes that a legal black stone makes, without threes that do not count; none for another stone."""
    if game.verdict(point) != LEGAL:
        return []
    return [line["shape"] for line in reasons(game.position, point)["lines"] if line.get("counts", True)]


def _four(game: Renju, point: int) -> bool:
    return bool({"four", "straight four"} & set(_shapes(game, point)))


def _stops(game: Renju, point: int) -> bool:
    """Whether the opponent has no five after this stone."""
    if game.turn == BLACK and game.verdict(point) in FOUL_NAMES:
        return False
    game.play(point)
    left = fives(game, game.turn)
    game.take_back()
    return not left


@cache
def _fours() -> Fours:
    return Fours()


def _wins_by_fours(game: Renju, point: int) -> bool:
    if game.turn == BLACK and game.verdict(point) in FOUL_NAMES:
        return False
    found = _win(bytes(game.cells), game.turn, point)
    return found is not None and 0 < found.fours <= MOST_FOURS


def _win(cells: bytes, turn: int, first: int) -> Found | None:
    fours = _fours()
    fours.begin_with(cells, turn, first)
    while not fours.try_fours(10_000):
        pass
    return fours.found


def line_of(drawn: Drawn) -> tuple[int, ...]:
    """Return the shortest win in a task of fours, the moves of both colours; () in another task."""
    if drawn.task != "fours":
        return ()
    cells = bytearray(POINTS)
    for stones, colour in ((drawn.black, BLACK), (drawn.white, WHITE)):
        for point in stones:
            cells[point] = colour
    found = [_win(bytes(cells), drawn.turn, point) for point in drawn.right]
    return min((win.line for win in found if win), key=len)


def _makes_five(game: Renju, point: int) -> bool:
    cells = bytearray(game.cells)
    cells[point] = game.turn
    return five_through(cells, point) is not None


# By task: its predicate, and the colours that may have the task
TASKS: dict[str, tuple[Predicate, tuple[int, ...]]] = {
    "five": (lambda game, point: game.verdict(point) == FIVE, (BLACK,)),
    "four": (_four, (BLACK,)),
    "straight-four": (lambda game, point: "straight four" in _shapes(game, point), (BLACK,)),
    "three": (lambda game, point: "three" in _shapes(game, point), (BLACK,)),
    "four-three": (lambda game, point: _four(game, point) and "three" in _shapes(game, point), (BLACK,)),
    "double-three": (lambda game, point: game.verdict(point) == DOUBLE_THREE, (BLACK,)),
    "double-four": (lambda game, point: game.verdict(point) == DOUBLE_FOUR, (BLACK,)),
    "overline": (lambda game, point: game.verdict(point) == OVERLINE, (BLACK,)),
    "block": (_stops, (BLACK, WHITE)),
    "allowed": (lambda game, point: game.excused(point), (BLACK,)),
    "win": (_makes_five, (WHITE,)),
    "fours": (_wins_by_fours, (BLACK, WHITE)),
}
