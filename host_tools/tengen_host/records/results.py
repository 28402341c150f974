"""Derive the result from the moves, for formats that store only moves."""

from __future__ import annotations

from dataclasses import replace

from tengen.games import COLOUR_NAMES, points
from tengen.games.renju.game import five_through
from tengen.games.renju.position import FOUL_NAMES, POINTS, SIZE

from . import rules, stones
from .record import PASS, Record


def with_ending(record: Record) -> Record:
    """Return the record with the ending that its moves show.

    An ending that is already in the record is not changed.

    In Renju a five at the last move ends the game. A foul of Black's last move, or two passes, only give the reason of
    a result that the record already has. Another game is replayed by its rules; without a known game, or after a move
    that these rules do not allow, nothing is added.
    """
    if record.reason or not record.moves:
        return record
    if not record.is_renju:
        return _by_rules(record)
    if record.size != SIZE:
        return record
    if record.moves[-1] == PASS:
        drawn = record.over and record.winner is None and record.moves[-2:] == (PASS, PASS)
        return replace(record, reason="two passes") if drawn else record
    colour, last = stones.colour_of(record, len(record.moves)), points.index(record.moves[-1], SIZE)
    if not record.over or record.winner == colour:
        # do not use a Position: this function checks every game, and a Position would take much longer
        cells = bytearray(POINTS)
        for name, its in stones.lying(record).items():
            cells[points.index(name, SIZE)] = COLOUR_NAMES.index(its)
        if line := five_through(cells, last):
            return replace(record, over=True, winner=colour, reason="five", line=tuple(points.names(line, SIZE)))
    if record.winner == "white" and colour == "black":
        verdict = rules.position(record, len(record.moves) - 1).verdicts[last]
        if foul := FOUL_NAMES.get(verdict):
            return replace(record, reason=foul, line=record.moves[-1:])
    return record


def _by_rules(record: Record) -> Record:
    played = rules.played(record)
    if played is None or not played.over or (record.over and record.winner != played.winner):
        return record
    if as_told(record, played) != record:
        # the colours or captures in the file are not those of the rules; perhaps the game had other rules
        return record
    return replace(record, over=True, winner=played.winner, reason=played.reason, line=played.line)


def as_told(record: Record, played: rules.Played) -> Record:
    """Return the record with the colours and changes that the rules determined for its moves."""
    return replace(record, colours=played.colours, changes=played.changes)


# In formats that store only moves, a mark shows the result. For each mark: (over, winner)
RESULTS: dict[str, tuple[bool, str | None]] = {
    "1-0": (True, "black"),
    "0-1": (True, "white"),
    "1/2-1/2": (True, None),
    "*": (False, None),
}
_MARKS = {told: mark for mark, told in RESULTS.items()}
RESULTS |= dict.fromkeys(("0.5-0.5", "½-½"), (True, None))


def with_result(record: Record, mark: str) -> Record:
    """Return the record with the result of a mark; without a mark, with the result of its moves."""
    over, winner = RESULTS.get(mark, (False, None))
    record = replace(record, over=over, winner=winner)
    return record if mark == "*" else with_ending(record)


def mark(record: Record) -> str:
    """Return the mark of a result that the moves alone do not show; "" if the moves show the result."""
    seen = _seen(record)
    told = (record.over, record.winner)
    return "" if told == (seen.over, seen.winner) else _MARKS.get(told, "*")


def is_told_by_moves(record: Record) -> bool:
    """Return whether the moves alone show how and why the game ended."""
    seen = _seen(record)
    return (seen.over, seen.winner, seen.reason) == (record.over, record.winner, record.reason)


def _seen(record: Record) -> Record:
    return with_ending(replace(record, over=False, winner=None, reason="", line=()))
