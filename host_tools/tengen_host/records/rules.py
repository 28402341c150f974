"""Apply the rules of a game to a record's moves, if this version knows the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tengen.games import COLOUR_NAMES, EMPTY, OWN, points, registry
from tengen.games.renju.position import Position
from tengen.session.clock import control

from ..i18n import error_text
from . import stones
from .record import PASS, Change, Record


@dataclass(frozen=True)
class Played:
    """What the rules of a game say about a record's moves: their colours and changes, and the end of the game."""

    colours: tuple[str, ...]
    changes: tuple[tuple[Change, ...], ...]
    over: bool
    winner: str | None
    reason: str
    line: tuple[str, ...]


def is_known(game: str) -> bool:
    """Return whether this version has the rules of a game."""
    return game in registry.NAMES


def first(game: str) -> str:
    """Return the colour that begins a game; Black if the game is not known."""
    return COLOUR_NAMES[registry.first(game)] if is_known(game) else COLOUR_NAMES[1]


def size(game: str, options: Mapping[str, Any]) -> int | None:
    """Return the usual size of a game's board; None if the game or its options are not known."""
    try:
        return int(registry.checked(game, None, options)[0]) if is_known(game) else None
    except (ValueError, TypeError):
        return None


def clock(record: Record) -> Any:
    """Return the Control (session/clock.py) of a game; None if the game had no clock or if the clock is not known."""
    try:
        return control(str(record.settings.get("clock", "none")))
    except ValueError:
        return None


def goal(record: Record) -> int:
    """Return the number of captured stones that wins; 0 if captures do not win, or if the game is not known."""
    game = new(record)
    return game.goal if game else 0


def counts_captures(record: Record) -> bool:
    """Return whether the game counts captured stones."""
    game = new(record)
    return bool(game and (game.goal or game.counts_removed))


def played(record: Record) -> Played | None:
    """Return the result of the moves; None if the game is not known, or if a move is against the rules.

    Openings are ignored, because they restrict where a stone may be put, but do not change what it does.
    """
    found = _played(record)
    return None if found is None or found[1] else found[0]


def followed(record: Record) -> tuple[Record, str]:
    """Return the record with the colours and changes that its moves have by the rules of the game, and "".

    If a move is against the rules, this move and the later ones keep the colours in the record and change no other
    stones. The text then says which move is against the rules, and why.
    """
    found = _played(record)
    if found is None:
        return record, ""
    its, refused = found
    number = len(its.colours)
    colours = its.colours + tuple(stones.colour_of(record, at) for at in range(number + 1, len(record.moves) + 1))
    changes = its.changes + ((),) * (len(record.moves) - number) if its.changes else ()
    record = replace(record, colours=colours, changes=changes)
    if not refused or number == len(record.moves):
        return record, ""
    return record, f"Move {number + 1}, {record.moves[number]}, is against the rules of the game: {refused}."


def why_refused(record: Record) -> str:
    """Return why the rules refuse the last move; "" if they allow it, or refuse an earlier one."""
    found = _played(record)
    return found[1] if found and len(found[0].colours) == len(record.moves) - 1 else ""


def after(record: Record) -> Any:
    """Return the game after a record's moves; None if the game is not known, or if a move is against its rules."""
    game = new(record)
    if game is None:
        return None
    try:
        set_up(game, game, record)
        for number in range(1, len(record.moves) + 1):
            play(game, record, number)
    except ValueError:
        return None
    return game


def play(game: Any, record: Record, number: int) -> int | None:
    """Play a move of a record, by its number from 1; `game` has the moves before it. Return its point; None for a pass.

    Raises ValueError.
    """
    move = record.moves[number - 1]
    if move == PASS:
        game.pass_()
        return None
    point = points.index(move, record.size)
    game.play(point, kind(game, record, number))
    return int(point)


def turn(record: Record) -> str:
    """Return the colour that moves after a record's moves."""
    game = after(record)
    return COLOUR_NAMES[game.turn] if game else stones.colour_of(record, len(record.moves) + 1)


def _played(record: Record) -> tuple[Played, str] | None:
    """Return the result of the moves up to the first one that the rules refuse, and why they refuse it.

    The reason is "" if all moves are allowed. The result is None if the game is not known.
    """
    game = new(record)
    if game is None:
        return None
    colours, changes, refused = [], [], ""
    try:
        set_up(game, game, record)
        for number in range(1, len(record.moves) + 1):
            before, turn = bytes(game.cells), game.turn
            point = play(game, record, number)
            colours.append(COLOUR_NAMES[turn])
            changes.append(changed(before, point, turn, game.cells, record.size))
    except ValueError as error:
        refused = error_text(error)
    result = game.result
    its = Played(
        tuple(colours),
        tuple(changes) if any(changes) else (),
        result is not None,
        COLOUR_NAMES[result.winner] if result and result.winner != EMPTY else None,
        result.reason if result else "",
        tuple(points.names(result.points, record.size)) if result else (),
    )
    return its, refused


def position(record: Record, upto: int | None = None) -> Position:
    """Return the position of a game of Renju on its usual board after `upto` moves (None: all)."""
    board = Position()
    for name, colour in stones.lying(record, upto).items():
        board.put(points.index(name, record.size), COLOUR_NAMES.index(colour))
    return board


def set_up(it: Any, game: Any, record: Record) -> None:
    """Set up the record's start in `it`, a game or a match, if this start is not the game's usual start."""
    if any(record.setup) or record.first != COLOUR_NAMES[game.first]:
        black, white = ([points.index(name, record.size) for name in lain] for lain in record.setup)
        it.set_up(black, white, COLOUR_NAMES.index(record.first))


def kind(game: Any, record: Record, number: int) -> str:
    """Return the kind of stone of a move, by its number from 1; `game` has the moves before it."""
    return str(game.kinds()[-1]) if stones.is_nobodys(record, number) else OWN


def changed(
    before: Sequence[int], point: int | None, colour: int, after: Sequence[int], size: int
) -> tuple[Change, ...]:
    """Return a move's changes besides its own stone, from the cells before and after it; `point` is None for a pass."""
    put = bytearray(before)
    if point is not None:
        put[point] = colour
    if put == after:
        return ()  # this is the usual case, and comparing here is fast
    return tuple(
        (points.name(at, size), COLOUR_NAMES[was], COLOUR_NAMES[now])
        for at, (was, now) in enumerate(zip(put, after, strict=True))
        if was != now
    )


def new(record: Record) -> Any:
    """Return a new game with the record's rules, or None if the game is not known."""
    if not is_known(record.game):
        return None
    try:
        registry.checked(record.game, record.size, record.options)
        tiebreak = record.settings.get("tiebreak") is True
        return registry.new(record.game, record.size, record.options, first_passer_wins_draws=tiebreak)
    except (ValueError, TypeError):
        return None  # a file may contain any option
