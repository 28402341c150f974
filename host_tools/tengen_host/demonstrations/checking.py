"""Check demonstrations by the firmware's own judge."""

from __future__ import annotations

import functools

from tengen.games import COLOUR_NAMES, EMPTY, WHITE, opponent, points
from tengen.games.renju.game import Renju, five_through
from tengen.games.renju.opening_names import opening_name
from tengen.games.renju.position import DOUBLE_FOUR, FIVE, FOUL_NAMES, Position
from tengen.games.renju.reasons import reasons

from ..i18n import error_text
from ..lessons.checking import TASKS, Predicate, fives
from ..records.reasons import reasons as reasons_of
from .demonstration import Demonstration, Demonstrations, Step
from .openings import openings
from .reading import SOURCE, read


@functools.cache
def built_in() -> Demonstrations:
    """Return Tengen's own demonstrations. Raises ValueError if the judge contradicts one."""
    found = [*read(SOURCE.read_text(encoding="ascii")), *openings()]
    for each in found:
        check(each)
    return {each.name: each for each in found}


def check(its: Demonstration) -> None:
    """Raise ValueError if the judge does not find what a step of a demonstration says."""
    game, record = Renju(), its.record
    try:
        if any(record.setup):
            black, white = ([points.index(name, record.size) for name in names] for names in record.setup)
            game.set_up(black, white, COLOUR_NAMES.index(record.first))
        for number, name in enumerate(record.moves, 1):
            point = points.index(name, record.size)
            for step in its.steps:
                if step.moves == number and step.finds:
                    _check_step(its, step, game, point)
            game.play(point)
        _check_lines(its)
    except ValueError as error:
        raise ValueError(f"the demonstration {its.name}: {error_text(error)}") from None


def _check_step(its: Demonstration, step: Step, game: Renju, point: int) -> None:
    code = opening_name((*game.moves, point), its.record.size)
    if step.finds == (code and code[0]):
        return
    if step.finds in FINDINGS and game.cells[point] == EMPTY and FINDINGS[step.finds](game, point):
        return
    found = [name for name, holds in FINDINGS.items() if game.cells[point] == EMPTY and holds(game, point)]
    raise ValueError(
        f"stone {step.moves} on {points.name(point, its.record.size).upper()} must be: {step.finds}. "
        f"The judge finds: {', '.join([*found, *(code or ())[:1]]) or 'nothing'}"
    )


def _check_lines(its: Demonstration) -> None:
    found = reasons_of(its.record)
    for step in its.steps:
        reason = found[step.moves - 1] if step.moves else None
        there = len(reason["lines"]) if reason else 0
        if (step.lines or 0) > there:
            raise ValueError(f"stone {step.moves} must have {step.lines} lines. The judge finds {there}")


def _in_one_line(game: Renju, point: int) -> bool:
    if game.verdict(point) != DOUBLE_FOUR:
        return False
    return len({line["direction"] for line in reasons(game.position, point)["lines"] if line["shape"] == "four"}) == 1


def _five_before_foul(game: Renju, point: int) -> bool:
    """Whether the stone makes a five, and would be a foul without the other four stones of the five."""
    if game.verdict(point) != FIVE:
        return False
    cells = bytearray(game.cells)
    cells[point] = game.turn
    five = five_through(cells, point)
    without = Position()
    for at, colour in enumerate(game.cells):
        if colour and at not in five:
            without.put(at, colour)
    return without.verdicts[point] in FOUL_NAMES


def _forces_foul(game: Renju, point: int) -> bool:
    """Whether this white stone makes a four that Black can't stop, because the point is forbidden."""
    if game.turn != WHITE:
        return False
    game.play(point)
    threats, own = fives(game, WHITE), fives(game, opponent(WHITE))
    found = bool(threats) and not own and all(game.verdict(each) in FOUL_NAMES for each in threats)
    game.take_back()
    return found


# What the judge may find for a stone: whether it holds in the position before
FINDINGS: dict[str, Predicate] = {
    **{name: predicate for name, (predicate, _) in TASKS.items()},
    "double-four in one line": _in_one_line,
    "five before foul": _five_before_foul,
    "forced foul": _forces_foul,
}
