"""A game record, independent of any file format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PASS = "--"


class RecordError(ValueError):
    """What can't be read or written as a record: one sentence, what and where, and what to do."""


@dataclass(frozen=True)
class Note:
    """Something on record besides the moves, after so many of them.

    `kind` is an event's of the board's link (chosen, offered, kept, claim, lapsed, draw_offered, draw_declined,
    taken_back, clock), `comment` with {"text": ...}, or `damaged` where the board could not read what was done next;
    `fields` are the event's own, as JSON.
    """

    after: int
    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """One game.

    `moves`: points like `h8`, lower case, and PASS; the colours alternate from `first`. `setup`: black and white stones
    that lay there before. `black`, `white`: the players' names by their colour at the end, "" where not known. `rule`:
    the opening rule as session/settings.py names it, "" where not known. `settings`: all that the board was set to, {}
    for a game from elsewhere. `clocks`: after each move the ms left of black and white, None where not known. `winner`:
    "black", "white" or None; `reason` as rules/renju.py names it, "" where not known; `line`: the five, or the foul's
    point. `over`: it has ended; over without a winner is a draw. A game that is not over has a `reason` only where the
    board can't read the rest: `damaged after stone 23`. `date`: ISO 8601, of any length, or "".
    """

    moves: tuple[str, ...]
    size: int = 15
    game: str = "renju"
    first: str = "black"
    setup: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    black: str = ""
    white: str = ""
    rule: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    clocks: tuple[tuple[int, int] | None, ...] = ()
    over: bool = False
    winner: str | None = None
    reason: str = ""
    line: tuple[str, ...] = ()
    id: str = ""
    date: str = ""
    event: str = ""
    round: str = ""
    table: str = ""
    place: str = ""
    comment: str = ""
    notes: tuple[Note, ...] = ()
