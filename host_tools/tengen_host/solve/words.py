"""What was found, in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tengen.games import COLOUR_NAMES, opponent, points
from tengen.games.renju.position import SIZE, Position
from tengen.partner.fours import FIVE, FOUL, STRAIGHT_FOUR, TWO_FOURS, Found

from ..judge.drawing import board_svg
from .searching import Answer


def in_words(answer: Answer, colour: int) -> str:
    """Say whether the side has a win by fours: each four and its answer, and why the last has none."""
    return "\n".join(_told(answer, colour))


def _told(answer: Answer, colour: int) -> Iterator[str]:
    side, found = COLOUR_NAMES[colour].capitalize(), answer.found
    nodes = f"{answer.nodes:,} {'four' if answer.nodes == 1 else 'fours'} tried"
    if answer.wins is None and not found:
        yield f"It isn't known whether {side} has a win by fours: the search ended before that was decided ({nodes})."
    elif answer.wins is None:
        yield f"{side} has a win by fours; the search ended before it was known if there is a shorter one ({nodes}):"
    elif not answer.wins:
        yield f"{side} has no win by fours ({nodes})."
    if found and found.why == FIVE:
        yield f"{side} wins at once: {_name(found.line[0])} makes five."
    elif found:
        if answer.wins:
            yield f"{side} wins by {_fours(found.fours)} ({nodes}):"
        yield from _steps(found, colour)


def _fours(count: int) -> str:
    return "one four" if count == 1 else f"{count} fours"


def _steps(found: Found, colour: int) -> Iterator[str]:
    other = COLOUR_NAMES[opponent(colour)].capitalize()
    for at in range(0, len(found.line) - 1, 2):
        four, answer = found.line[at : at + 2]
        yield f"  {at + 1}. {_name(four)}: {other} must answer at {_name(answer)}."
    yield f"  {len(found.line)}. {_name(found.line[-1])}: {_why(found, other)}."


def _why(found: Found, other: str) -> str:
    fives = [_name(point) for point in found.fives]
    if found.why == FOUL:
        article = "an" if found.foul == "overline" else "a"
        return f"{other}'s only answer, {fives[0]}, is {article} {found.foul}, a foul"
    kind = {STRAIGHT_FOUR: "a straight four", TWO_FOURS: "two fours"}[found.why]
    return f"{kind}, and {other} can't stop the fives at {', '.join(fives[:-1])} and {fives[-1]}"


def _name(point: int) -> str:
    return str(points.name(point, SIZE).upper())


def picture(cells: Sequence[int], found: Found | None, colour: int) -> str:
    """Return the board as an SVG document, with the numbered stones of the line, if there is one.

    Where the line ends with Black's foul, the board's fouls are marked.
    """
    board = _position(enumerate(cells))
    line = found.line if found else ()
    for number, point in enumerate(line):
        board.put(point, opponent(colour) if number & 1 else colour)
    return board_svg(board, moves=line, marks=bool(found and found.why == FOUL))


def _position(stones: Iterable[tuple[int, int]]) -> Position:
    board = Position()
    for point, colour in stones:
        if colour:
            board.put(point, colour)
    return board
