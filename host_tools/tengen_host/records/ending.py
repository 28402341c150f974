"""Find the lines that decided a game, a five or a foul, and the lines of any other black stone in Renju."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tengen.games import LINE_NAMES, points
from tengen.games.renju.position import FOUL_NAMES, SIZE
from tengen.games.renju.reasons import decisive, reasons

from . import rules, stones
from .record import PASS, Record

_FOULS = tuple(FOUL_NAMES.values())
_OPEN_FOUR = "open four"  # the player who makes this line loses


def lines(record: Record) -> list[Mapping[str, Any]]:
    """Return the lines that ended the game, as in games/renju/reasons.py; an empty result if no line ended it.

    A line across the edge of a torus is split into pieces, so that each piece can be drawn. `continues` is set in all
    pieces except the first.
    """
    if not record.over:
        return []
    if record.reason in _FOULS and record.is_renju:
        why = of_move(record, len(record.moves))
        return decisive(why) if why else []
    if record.reason not in (*LINE_NAMES.values(), _OPEN_FOUR) or len(record.line) < 2:
        return []
    shape = "four" if record.reason == _OPEN_FOUR else "five"
    pieces = _pieces(record.line, record.size, record.torus)
    # Here the direction only serves to group parallel lines. The pieces of one line must not be grouped, so each piece
    # gets a direction of its own.
    return [
        {"shape": shape, "direction": str(number or ""), "stones": piece, "completes": [], "continues": number > 0}
        for number, piece in enumerate(pieces)
    ]


def of_move(record: Record, number: int) -> dict[str, Any] | None:
    """Return the reason of a black move's verdict; None for White's move, a pass, and a number without a move."""
    if not record.is_renju or record.size != SIZE or not 0 < number <= len(record.moves):
        return None
    move = record.moves[number - 1]
    if move == PASS or stones.colour_of(record, number) != "black":
        return None
    found: dict[str, Any] = reasons(rules.position(record, number - 1), points.index(move, SIZE))
    return found


def _pieces(names: Sequence[str], size: int, torus: bool) -> list[list[str]]:
    """Return the stones of a line in order; on a torus, no piece crosses the edge."""
    places = {divmod(points.index(name, size), size) for name in names}
    # each run begins at its left end, or in a column at its lower end
    for up, across in ((0, 1), (1, 0), (1, 1), (-1, 1)):
        found = _run(places, up, across, size if torus else 0)
        if found:
            return [[points.name(row * size + column, size) for row, column in piece] for piece in found]
    return [[points.name(row * size + column, size) for row, column in sorted(places, key=lambda at: at[::-1])]]


def _run(places: set[tuple[int, int]], up: int, across: int, round_: int) -> list[list[tuple[int, int]]]:
    """Return the places in steps of one direction, a new piece after each step across the edge; [] if they form no run.

    `round_`: the size of a torus, else 0.
    """

    def step(at: tuple[int, int], sign: int) -> tuple[int, int]:
        row, column = at[0] + sign * up, at[1] + sign * across
        return (row % round_, column % round_) if round_ else (row, column)

    starts = [at for at in places if step(at, -1) not in places]
    at = min(starts or places, key=lambda at: at[::-1])
    found = [[at]]
    for _ in range(len(places) - 1):
        row, column = at
        at = step(at, 1)
        if at not in places:
            return []
        if at == (row + up, column + across):
            found[-1].append(at)
        else:
            found.append([at])
    return found
