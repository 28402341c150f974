"""A game record, independent of any file format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

PASS = "--"
COLOURS = ("black", "white")
RENJU = "renju"  # the only game that has special formats, fouls and opening names
EMPTY = "empty"
NEUTRAL = "neutral"  # a stone that belongs to neither player

# a point's name, and the content of this point before and after the change, in words of tengen.games.COLOUR_NAMES
Change = tuple[str, str, str]


class RecordError(ValueError):
    """A record can't be read or written. The message is a sentence that says what is wrong, where, and what to do."""


@dataclass(frozen=True)
class Note:
    """An entry of a record that is not a move. `after` is the number of moves before this entry.

    `kind`: the code of an item of the board's group `record` (chosen, offered, kept, claim, lapsed, draw_offered,
    draw_declined, taken_back, clock); `comment`, with {"text": ...}; or `damaged`, if the board could not read its
    journal from there. `fields`: the values of the code, as JSON.
    """

    after: int
    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """One game.

    Unknown texts are "".

    - `moves`: points like `h8` in lower case, and PASS.
    - `colours`: the colour of each move or pass; () if they alternate from `first`.
    - `changes`: for each move, the Changes that it causes besides putting its own stone, with each point at most once;
      () if no move has Changes. A move's own stone first counts as put in the move's colour. So if the stone vanishes
      at once, there is a Change from that colour to empty; and a bomb or a neutral stone has a Change from that colour
      to neutral.
    - `game`: a name in games/registry.py, or a name that this version does not know; "" if there is none.
    - `options`: the options of the game that differ from its defaults. `torus`: True if lines continue at the opposite
      edge.
    - `setup`: the black and the white stones that were on the board before the first move.
    - `black`, `white`: the players' names by their colours at the end; `players`: their seats at a board by the same
      colours, like {"black": "p1", "white": "p2"}, or {} if not known.
    - `rule`: the opening rule by its name in session/settings.py.
    - `settings`: all settings of the board; {} for a game from another source.
    - `clocks`: the remaining ms of black and of white after each move; None if not known.
    - `over`: whether the game has ended; `winner`: "black", "white" or None. Over without a winner is a draw.
    - `reason`: the reason of the result, in the words of the game's Outcome. A game that is not over has a reason only
      if the board can't read the rest: `damaged after stone 23`.
    - `line`: the points of the line that wins, or the point of the foul.
    - `date`: ISO 8601, of any length.
    """

    moves: tuple[str, ...]
    size: int = 15
    game: str = RENJU
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
    colours: tuple[str, ...] = ()
    changes: tuple[tuple[Change, ...], ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    torus: bool = False
    players: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_renju(self) -> bool:
        """Return whether the game is Renju."""
        return self.game == RENJU

    def __post_init__(self) -> None:
        # records are compared, so equal games must be stored in the same form
        if self.colours:
            object.__setattr__(self, "first", self.colours[0])
        if self.colours == alternating(self.first, len(self.moves)):
            object.__setattr__(self, "colours", ())
        its = tuple(tuple(sorted(changes, key=_by_point)) for changes in self.changes)
        object.__setattr__(self, "changes", its if any(its) else ())


def notes(items: Iterable[Mapping[str, Any]]) -> tuple[Note, ...]:
    """Return the notes for items of a board's group `record`.

    If moves before a note were taken back, the note comes after the last remaining move.
    """
    found: list[Note] = []
    for item in items:
        after, kind = item["n"], item["code"]
        if kind == "taken_back":
            found = [replace(note, after=min(note.after, after)) for note in found]
        found.append(Note(after, kind, {name: its for name, its in item.items() if name not in ("n", "code")}))
    return tuple(found)


def fifth_notes(moves: Sequence[str], others: Sequence[str]) -> tuple[Note, ...]:
    """Return the notes of the offer and the choice, for a fifth move that was offered together with these others.

    The result is () without a fifth move or without other points, or if the fifth move is one of the others.
    """
    fifth = "".join(moves[4 : 5])
    if not others or not fifth or fifth in others:
        return ()
    offered = Note(4, "offered", {"points": [fifth, *others]})
    return offered, Note(5, "kept", {"point": fifth})


def other_fifths(record: Record) -> list[str]:
    """Return the tentative fifths of the last offer, except the one that was played."""
    for note in reversed(record.notes):
        offered = note.fields.get("points")
        if note.kind == "offered" and isinstance(offered, Sequence) and not isinstance(offered, str):
            return [str(point) for point in offered if str(point) not in record.moves[4 : 5]]
    return []


def alternating(first: str, count: int) -> tuple[str, ...]:
    """Return the colours of moves that alternate from `first`."""
    order = COLOURS if first == COLOURS[0] else COLOURS[::-1]
    return tuple(order[number % 2] for number in range(count))


def _by_point(change: Iterable[str]) -> tuple[str, int, str]:
    name = next(iter(change))
    return name[:1], len(name), name
