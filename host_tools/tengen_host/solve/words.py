"""Show the result of a search, in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tengen.games import COLOUR_NAMES, opponent, points
from tengen.games.renju.position import SIZE, Position
from tengen.partner.fours import FIVE, FOUL, STRAIGHT_FOUR, TWO_FOURS, Found

from ..judge.drawing import with_article
from ..records.position_svg import board_svg
from .searching import Answer


def in_words(answer: Answer, colour: int) -> str:
    """Say whether the side has a win by fours, with each four and its answer, and why the last four has no answer."""
    return "\n".join(_sentences(answer, colour))


def _sentences(answer: Answer, colour: int) -> Iterator[str]:
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
            yield f"{side} wins by {'one four' if found.fours == 1 else f'{found.fours} fours'} ({nodes}):"
        yield from _steps(found, colour)


def _steps(found: Found, colour: int) -> Iterator[str]:
    other = COLOUR_NAMES[opponent(colour)].capitalize()
    for at in range(0, len(found.line) - 1, 2):
        four, answer = found.line[at : at + 2]
        yield f"  {at + 1}. {_name(four)}: {other} must answer at {_name(answer)}."
    yield f"  {len(found.line)}. {_name(found.line[-1])}: {_why(found, other)}."


def _why(found: Found, other: str) -> str:
    fives = [_name(point) for point in found.fives]
    if found.why == FOUL:
        return f"{other}'s only answer, {fives[0]}, is {with_article(found.foul)}, a foul"
    kind = {STRAIGHT_FOUR: "a straight four", TWO_FOURS: "two fours"}[found.why]
    return f"{kind}, and {other} can't stop the fives at {', '.join(fives[:-1])} and {fives[-1]}"


def _name(point: int) -> str:
    return str(points.name(point, SIZE).upper())


def picture(cells: Sequence[int], line: Sequence[int], colour: int, by_foul: bool) -> str:
    """Return the board as an SVG document, with the numbered stones of a line.

    In the line the sides alternate; -1 is a pass.

    `by_foul`: True if the line ends with a foul by Black, so that the board's fouls are marked.
    """
    board = Position()
    turns = ((point, opponent(colour) if number & 1 else colour) for number, point in enumerate(line))
    for point, stone in (*enumerate(cells), *turns):
        if stone and point >= 0:
            board.put(point, stone)
    return board_svg(board, moves=line, marks=by_foul)
