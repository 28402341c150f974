"""Find the position after some moves of a record, and the colour of each move. No rules are needed for this."""

from __future__ import annotations

from .record import COLOURS, EMPTY, NEUTRAL, PASS, Change, Record


def other(colour: str) -> str:
    """Return the opponent's colour."""
    return COLOURS[colour == COLOURS[0]]


def colour_of(record: Record, number: int) -> str:
    """Return the colour of a move by its number from 1.

    For the number after the last move, return the colour that probably moves next.
    """
    if number <= len(record.colours):
        return record.colours[number - 1]
    if record.colours:
        return other(record.colours[-1])
    return record.first if number % 2 else other(record.first)


def changes_of(record: Record, number: int) -> tuple[Change, ...]:
    """Return the changes of a move besides its own stone, by its number from 1."""
    return record.changes[number - 1] if number <= len(record.changes) else ()


def lying(record: Record, upto: int | None = None) -> dict[str, str]:
    """Return the content of each taken point after `upto` moves (None: all).

    The keys are the points' names. The points with the oldest content come first.
    """
    held = {name: colour for colour, stones in zip(COLOURS, record.setup, strict=True) for name in stones}
    upto = len(record.moves) if upto is None else upto
    for number, move in enumerate(record.moves[:upto], 1):
        if move != PASS:
            put(held, move, colour_of(record, number))
        for name, _, now in changes_of(record, number):
            put(held, name, now)
    return held


def put(held: dict[str, str], name: str, what: str) -> None:
    """Put something on a point as its newest content, or nothing (EMPTY)."""
    held.pop(name, None)
    if what != EMPTY:
        held[name] = what


def is_nobodys(record: Record, number: int) -> bool:
    """Return whether a move has put a bomb or a neutral stone.

    These stones belong to neither player. `number`: the number of the move, from 1.
    """
    return any(
        name == record.moves[number - 1] and now == NEUTRAL for name, _, now in changes_of(record, number)
    )


def removed(record: Record, number: int) -> list[str]:
    """Return the points of the stones that a move removed from the board, by its number from 1."""
    return [name for name, _, now in changes_of(record, number) if now == EMPTY]


def turned(record: Record, number: int) -> dict[str, str]:
    """Return the points and new colours of the stones that have changed their colour by a move.

    `number`: the number of the move, from 1.
    """
    if is_nobodys(record, number):
        return {}
    return {name: now for name, was, now in changes_of(record, number) if EMPTY not in (was, now)}


def captured(record: Record, upto: int | None = None) -> dict[str, int]:
    """Return how many stones each colour has captured, as all games with captures count.

    A stone that vanishes is captured by its opponent, unless a bomb or a neutral stone has removed it.
    """
    upto = min(len(record.moves) if upto is None else upto, len(record.changes))
    its = [changes_of(record, number) for number in range(1, upto + 1) if not is_nobodys(record, number)]
    gone = [was for changes in its for _, was, now in changes if now == EMPTY]
    return {colour: gone.count(other(colour)) for colour in COLOURS}
