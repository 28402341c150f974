"""The state of a game and of the stones on its board, made from the events of the board and from nothing else.

The colours of stones come from the events' `changes`. Events of older firmware have none: older() says what they mean.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tengen.games import CELL_MARKS, COLOUR_NAMES, OWN, points
from tengen.session.settings import moves_by_button

Event = Mapping[str, Any]
Stones = Mapping[str, str]
Change = tuple[str, str, str]
Line = tuple[tuple[str, ...], bool]

COLOURS = ("black", "white")
EMPTY = "empty"
NEUTRAL = "neutral"  # nobody's stone: a bomb, or a neutral stone
COMMON = "common"  # the stone of both
COMMON_CENTRE = "common-centre"  # the game that has it on its centre
PASS = "--"

_MARKS = dict(zip(CELL_MARKS, COLOUR_NAMES, strict=True))
_MOVE = re.compile(r"--|[a-z]\d+")
_LARGEST = len(points.LETTERS)  # board size


@dataclass(frozen=True)
class Move:
    """A point or PASS, the colour of the player, and the changes of the board besides the move's own stone."""

    point: str
    colour: str
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Result:
    """How a game has ended: the winner's colour or None, the reason in words, the points that show it."""

    winner: str | None
    reason: str
    line: tuple[str, ...]


@dataclass(frozen=True)
class GameState:
    """What is known of a game and its board after some events; after() returns the next state.

    Points are names (`h8`), colours are words (tengen.games.COLOUR_NAMES). A change is (point, was, is).

    - `game`, `settings`, `size`, `torus`, `first` (the colour that begins), `goal` (captured stones that win, or 0): of
      the whole game.
    - `turn`: the colour of the next move. `asked`: what the board waits for, the `do` of the event `expects`. `wanted`:
      the stones that the turn still wants. `zone`: where the next stone must lie, ("square", 5) or ("outside", 7).
    - `cells`: the stones that the game requires on the board, tentative fifths included. `moves`, `captured` (by
      colour; {} in games that count none), `standing` (the points of a line that waits for an answer), `result`.
    - `offered`: the tentative fifths among `cells`; `left`: those of them that still lie there. If none of them lies
      there, all are `missing`.
    - `missing`: the points of required stones that were taken away; some may be captured by the move to come.
    - `lift`: captured stones that still lie on the board. `to_turn`: the points of stones that have another colour now,
      and still have to be changed. `kind`: what the next stone will be, "own" for an ordinary one.
    - `extra`: stones that are not part of the game: new stones, which may become moves, or, while `disturbed`, stones
      out of place. Their colour comes from the board's event, or is guessed if the event has none.
    - Of the new stones: `provisional`, those of this turn that are not yet moves, in the order in which they were put;
      `replies`, those that wait until these are moves; `foul`, the name of the foul that the last of them would make;
      `takes`, the points that they would take off the board (which may be empty already); `several`, if there are more
      than the turn wants; `refused`: one lies where none may; `offers`: tentative fifths that are being put; `twins`:
      two offers that are equal by symmetry.
    - `clearing`: all stones must go, as a new game waits for a clear board.
    - `lines`: why the stone in question is a foul, or looks like one: (points of a line, whether it counts).
    - `seen`: the stones before the last change of the game. It is no part of the state, only a help to guess colours.

    A board reports nothing while people clear it after the end of a game, nor during the first 200 ms of a moved stone.
    """

    size: int = 15
    game: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    torus: bool = False
    first: str = "black"
    goal: int = 0
    turn: str = "black"
    asked: str = ""
    wanted: int = 1
    zone: tuple[str, int] | None = None
    cells: Stones = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    captured: Mapping[str, int] = field(default_factory=dict)
    standing: tuple[str, ...] = ()
    result: Result | None = None
    offered: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    lift: Stones = field(default_factory=dict)
    to_turn: tuple[str, ...] = ()
    kind: str = OWN
    extra: Stones = field(default_factory=dict)
    disturbed: bool = False
    clearing: bool = False
    provisional: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    foul: str = ""
    takes: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    refused: bool = False
    offers: tuple[str, ...] = ()
    twins: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    seen: Stones = field(default_factory=dict, compare=False)

    def after(self, event: Event) -> GameState:
        """Return the state after an event. An event that can't be understood changes nothing."""
        step = _STEPS.get(str(event.get("event")))
        try:
            known = _expecting(self, event)
            return step(known, event) if step else known
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            return self

    @property
    def stones(self) -> dict[str, str]:
        """The stones on the board: {"h8": "black", ...}, in the order of the points."""
        lifted = {*self.missing, *self.offered} - {*self.left}
        lie = {point: colour for point, colour in self.cells.items() if point not in lifted}
        lie |= {**self.lift, **self.extra}
        return {point: lie[point] for point in sorted(lie, key=lambda point: points.index(point, self.size))}

    @property
    def fifths(self) -> tuple[str, ...]:
        """The tentative fifths that are being put, or that wait to be cleared; if none lies, all that were offered."""
        return self.offers or self.left or self.offered

    @property
    def last(self) -> str:
        """The point of the last move; "" if it was a pass, or if there is none."""
        return self.moves[-1].point.strip(PASS) if self.moves else ""

    @property
    def next_colour(self) -> str:
        """The colour of a new stone. While tentative fifths are cleared, it may only be the opponent's next stone."""
        return _opponent(self.turn) if self.offered else self.turn

    def colour_of_kind(self, kind: object) -> str:
        """Return the colour of a new stone of this kind, as events name it; None is an ordinary stone."""
        return self.next_colour if kind in (None, OWN) else NEUTRAL

    def colour_of(self, point: str) -> str:
        """Return the colour of a stone that a hand puts on this point: a stone that belongs there, or a new one."""
        if point in self.cells:
            return self.cells[point]
        if self.game == COMMON_CENTRE and point == points.name(self.size * self.size // 2, self.size):
            return COMMON
        return _opponent(self.turn) if self._awaits_reply() else self.colour_of_kind(self.kind)

    def _awaits_reply(self) -> bool:
        """Whether all stones of the turn lie and wait for the button, so that the next one is the opponent's."""
        its = {"move": "auto", "mode": "casual", "clock": "none", **self.settings}
        by_button = moves_by_button(its["move"], its["mode"], its["clock"])
        return by_button and self.kind == OWN and not self.offered and 0 < self.wanted <= len(self.provisional)

    def named(self, names: Iterable[str] | None) -> tuple[str, ...]:
        """Return these points in the canonical spelling; None is an empty list. Raises ValueError if a point is not on
        this board.
        """
        return tuple(points.name(points.index(name, self.size), self.size) for name in names or ())

    def guessed(self, names: Iterable[str] | None, missing: tuple[str, ...] = ()) -> dict[str, str]:
        """Return the stones at these extra points, in their probable colours.

        If exactly one stone is missing and one is found, the found stone is the missing one. Otherwise a stone keeps
        the colour last seen at its point; a stone at a new point has the colour of the next move.
        """
        found = self.named(names)
        slid = self.cells.get(missing[0]) if len(missing) == len(found) == 1 else None
        seen = {**self.seen, **self.lift, **self.extra}
        return {point: slid or seen.get(point) or self.next_colour for point in found}


# the values of a state in which no stone waits to become a move; in which no stone of the game is missing, and no other
# lies; and in which no tentative fifth and no captured stone lies either
_NEW: dict[str, Any] = {
    "provisional": (), "replies": (), "foul": "", "takes": (), "several": (), "refused": False, "lines": (),
}  # fmt: skip
_NOTHING: dict[str, Any] = {**_NEW, "missing": (), "extra": {}, "disturbed": False}
_CALM: dict[str, Any] = {**_NOTHING, "offers": (), "twins": (), "offered": (), "left": (), "lift": {}, "to_turn": ()}


def older(known: GameState, event: Event) -> tuple[Change, ...]:
    """Return the changes of an event of firmware that sent none. It had Renju only, so no stone was ever captured.

    A move adds its own stone, and the tentative fifths that were not kept go. `offered` adds its points. `taken_back`
    removes its points, and the tentative fifths. Nothing else changes the board. (Its snapshots have no colours of
    moves either: they alternate from `first`.)
    """
    kind, cells = event["event"], known.cells
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    if kind == "move":
        added = known.named([event["point"]])
        gone = known.offered
    elif kind == "offered":
        added = known.named(event["points"])
    elif kind == "taken_back":
        gone = (*known.named(event["removed"]), *known.offered)
    colour = _colour(event.get("colour") or known.turn)
    changes = [(point, cells[point], EMPTY) for point in gone if point in cells]
    return (*changes, *((point, EMPTY, colour) for point in added))


def _changes(known: GameState, told: Iterable[tuple[str, str, str]]) -> tuple[Change, ...]:
    return tuple((known.named([point])[0], _word(was), _word(now)) for point, was, now in told)


def _expecting(known: GameState, event: Event) -> GameState:
    """Return the state with what any event may say besides: what comes next, and the captured stones.

    The colour of the turn stays as it was if the event has none: after the end of a game.
    """
    told: dict[str, Any] = {}
    if event.get("turn") in COLOURS:
        told["turn"] = event["turn"]
    expects = event if event["event"] == "expects" else event.get("expects")
    if isinstance(expects, Mapping):
        zone = expects.get("zone")
        told["asked"] = str(expects.get("do") or "")
        told["zone"] = (str(zone[0]), int(zone[1])) if zone else None
    if type(event.get("wanted")) is int:
        told["wanted"] = event["wanted"]
    if isinstance(event.get("captured"), Mapping):
        told["captured"] = {_colour(colour): int(count) for colour, count in event["captured"].items()}
    return dataclasses.replace(known, **told) if told else known


def _begin(known: GameState, event: Event) -> GameState:
    size = event.get("size", known.size)
    if not (type(size) is int and 1 <= size <= _LARGEST):
        raise ValueError(f"a board of {size!r} points")
    settings = event.get("played" if event["event"] == "snapshot" else "settings")
    goal = int(event.get("goal") or 0)
    begun = GameState(
        size,
        game=str(event.get("game") or ""),
        settings=settings if isinstance(settings, Mapping) else {},
        torus=bool(event.get("torus")),
        first=_colour(event.get("first") or "black"),
        goal=goal,
        captured=_nothing_captured(goal),
        turn=known.turn,
        seen=known.stones,
    )
    return _expecting(begun, event)


def _nothing_captured(goal: int) -> dict[str, int]:
    return dict.fromkeys(COLOURS, 0) if goal else {}


def _snapshot(known: GameState, event: Event) -> GameState:
    begun = _begin(known, event)
    cells = _read(event["board"], begun.size)
    offers = dict.fromkeys(begun.named(event.get("offers")), begun.turn)
    offered = tuple(offers) if begun.asked == "keep" else ()
    moves = _moves(begun, event)
    gone = {point: was for move in moves for point, was, now in move.changes if now == EMPTY}
    begun = dataclasses.replace(
        begun,
        cells={**cells, **{point: offers[point] for point in offered}},
        moves=moves,
        standing=begun.named(event.get("standing")),
        result=_result(begun, event.get("result")),
        offered=offered,
        left=begun.named(event.get("left", offered)) if offered else (),
        offers=() if offered else tuple(offers),
        twins=begun.named(event.get("equal")),
        foul=event.get("foul") or "",
        takes=begun.named(event.get("takes")),
        several=begun.named(event.get("several")),
        refused=bool(event.get("refusal")),
        disturbed=event.get("state") == "disturbed",
        clearing=bool(event.get("clearing")),
        lines=_lines(begun, event.get("reason")),
        to_turn=begun.named(event.get("to_turn")),
        kind=str(event.get("kind") or OWN),
        seen={**gone, **begun.seen},
    )
    missing = begun.named(event.get("missing"))
    one = event.get("provisional")
    provisional = begun.named(event.get("provisionals") or ([one] if one else ()))
    extra = begun.guessed([*(event.get("extra") or ()), *begun.several], missing)
    extra |= {point: offers[point] for point in begun.offers}
    extra |= dict.fromkeys(provisional, begun.colour_of_kind(begun.kind))
    replies = begun.named(event.get("replies"))
    extra |= dict.fromkeys(replies, _opponent(begun.turn))
    lift = begun.guessed(event.get("lift"))
    # captured stones that were lifted before the move is made
    missing += tuple(point for point in begun.named(event.get("lifted")) if point not in missing)
    return dataclasses.replace(
        begun, missing=missing, provisional=provisional, replies=replies, extra=extra, lift=lift
    )


def _set_up(known: GameState, event: Event) -> GameState:
    cells = _read(event["board"], known.size)
    return dataclasses.replace(
        known,
        **_CALM,
        cells=cells,
        moves=(),
        captured=dict.fromkeys(known.captured, 0),
        standing=(),
        result=None,
        seen=known.stones,
    )


def _changed(known: GameState, event: Event, **others: Any) -> GameState:
    """Return the state after an event that has changed the game's stones, with nothing out of place."""
    changes = _changes(known, event["changes"]) if "changes" in event else older(known, event)
    cells = dict(known.cells)
    for point, _, now in changes:
        cells.pop(point, None)
        if now != EMPTY:
            cells[point] = now
    seen = known.stones if changes else known.seen
    return dataclasses.replace(known, **{**_CALM, "cells": cells, "result": None, "seen": seen, **others})


def _move(known: GameState, event: Event) -> GameState:
    point = known.named([event["point"]])[0] if event["event"] == "move" else PASS
    colour = _colour(event["colour"])
    changes = _changes(known, event.get("changes") or ())
    # the other stones of the turn are still on the board; they become moves by their own events. So are the replies
    waiting = tuple(other for other in known.provisional if other != point)
    replies = tuple(other for other in known.replies if other != point)
    return _changed(
        known,
        event,
        moves=(*known.moves, Move(point, colour, _others(point, colour, changes))),
        standing=known.named(event.get("standing")),
        provisional=waiting,
        replies=replies,
        extra={other: known.extra[other] for other in (*waiting, *replies)},
        # the lines of a foul were reported while it was provisional
        lines=known.lines if point in known.provisional else (),
    )


def _offered(known: GameState, event: Event) -> GameState:
    fifths = known.named(event["points"])
    return _changed(known, event, offered=fifths, left=fifths)


def _kept(known: GameState, event: Event) -> GameState:
    """Take the other tentative fifths off; older firmware says nothing of them before the move."""
    return _changed(known, event) if "changes" in event else known


def _taken_back(known: GameState, event: Event) -> GameState:
    count = len(_MOVE.findall(event["moves"]))
    moves = known.moves[:count] if len(known.moves) >= count else _moves(known, event)
    back = _changed(known, event, moves=moves, standing=known.named(event.get("standing")))
    # stones that are still out of place are not reported again
    missing = tuple(point for point in known.missing if point in back.cells)
    out_of_place = known.extra if known.disturbed else {}
    extra = {point: colour for point, colour in out_of_place.items() if point not in back.cells}
    return dataclasses.replace(back, missing=missing, extra=extra, disturbed=known.disturbed)


def _moves(known: GameState, event: Event) -> tuple[Move, ...]:
    """Return the moves of an event that has them all."""
    names = _MOVE.findall(event.get("moves") or "")
    marks = event.get("colours")
    if marks is None:  # older firmware
        pair = (known.first, _opponent(known.first))
        colours = [pair[number % 2] for number in range(len(names))]
    else:
        colours = [_colour(_MARKS[mark]) for mark in marks]
    changes = event.get("changes")
    changes = changes if isinstance(changes, Mapping) else {}  # `taken_back` has those of the board
    return tuple(
        Move(
            name if name == PASS else known.named([name])[0],
            colour,
            _others(name, colour, _changes(known, changes.get(str(number), ()))),
        )
        for number, (name, colour) in enumerate(zip(names, colours, strict=True), 1)
    )


def _others(point: str, colour: str, changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Return the changes besides the move's own stone, which the first of them may be.

    The own stone counts as put in the move's colour: that of nobody, as a bomb is, has a change from this colour.
    """
    if not changes or changes[0][:2] != (point, EMPTY):
        return changes
    is_own = changes[0][2] == colour
    return changes[1:] if is_own else ((point, colour, changes[0][2]), *changes[1:])


def _lines(known: GameState, reason: Event | None) -> tuple[Line, ...]:
    lines = reason["lines"] if reason else ()
    return tuple((known.named(line["stones"]), bool(line.get("counts", True))) for line in lines)


def _result(known: GameState, told: Event | None) -> Result | None:
    return Result(told.get("winner"), str(told.get("reason") or ""), known.named(told.get("line"))) if told else None


def _beside(known: GameState, **others: Any) -> GameState:
    """Return the state with the same game, with nothing but these stones beside it or missing."""
    return dataclasses.replace(known, **{**_NOTHING, **others})


def _keep(known: GameState, event: Event) -> GameState:
    left = known.named(event["points"])
    stone = event.get("provisional")
    extra = known.guessed([stone] if stone else ())
    return _beside(
        known, left=left, missing=() if left else known.offered, provisional=tuple(extra), extra=extra, twins=()
    )


def _provisional(known: GameState, event: Event) -> GameState:
    stones = known.named(event.get("points") or [event["point"]])
    colour = event["colour"] if event.get("colour") in COLOUR_NAMES else known.next_colour
    replies = known.named(event.get("replies"))
    return _beside(
        known,
        provisional=stones,
        replies=replies,
        extra={**dict.fromkeys(stones, colour), **dict.fromkeys(replies, _opponent(known.turn))},
        foul=event.get("foul") or "",
        takes=known.named(event.get("takes")),
        missing=known.named(event.get("missing")),
    )


def _several(known: GameState, event: Event) -> GameState:
    missing = known.offered if known.offered and not known.left else ()
    extra = known.guessed(event["points"])
    return _beside(known, missing=missing, extra=extra, several=tuple(extra))


def _offers(known: GameState, event: Event) -> GameState:
    """Handle tentative fifths that are being put."""
    extra = known.guessed(event["points"])
    many = tuple(extra) if event.get("many") else ()
    return _beside(known, extra=extra, several=many, offers=tuple(extra), twins=known.named(event.get("equal")))


def _refused(known: GameState, event: Event) -> GameState:
    if "point" not in event:
        return known  # it was a button
    stay = known.named(event.get("points"))  # the stones of the turn that were put before the refused one
    extra = known.guessed([*stay, *(event.get("extra") or [event["point"]])])
    return _beside(known, extra=extra, provisional=stay, refused=True)


def _lift(known: GameState, event: Event) -> GameState:
    """Handle captured stones that lie on the board, stones that must be changed for the other colour, and the next
    player's stone, which waits until that is done.
    """
    stone = event.get("provisional")
    waiting = dict.fromkeys(known.named([stone] if stone else ()), known.colour_of_kind(event.get("kind")))
    lift = known.guessed(event["points"])
    to_turn = known.named(event.get("turn"))
    return _beside(known, lift=lift, to_turn=to_turn, provisional=tuple(waiting), extra=waiting)


def _disturbed(known: GameState, event: Event) -> GameState:
    missing = known.named(event["missing"])
    left = known.named(event.get("left", known.left)) if known.offered else ()
    lift = known.guessed(event.get("lift"))
    extra = {point: its for point, its in known.guessed(event["extra"], missing).items() if point not in lift}
    missing += known.named(event.get("lifted"))
    to_turn = known.named(event.get("turn", known.to_turn))
    waits = tuple(point for point in known.named(event.get("waits")) if point in extra)
    return _beside(
        known, missing=missing, extra=extra, lift=lift, to_turn=to_turn, disturbed=True, left=left, offers=(), twins=(),
        provisional=waits,
    )  # fmt: skip


def _restored(known: GameState, event: Event) -> GameState:
    """Forget all that lay beside the game: the board reports again what still does."""
    return _beside(known, offers=(), twins=(), lift={}, to_turn=())


def _reason(known: GameState, event: Event) -> GameState:
    return dataclasses.replace(known, lines=_lines(known, event))


def _ended(known: GameState, event: Event) -> GameState:
    """No stone waits to become a move any more, but all stay where they are."""
    calm = {name: value for name, value in _NEW.items() if name != "lines"}
    return dataclasses.replace(known, **calm, offers=(), twins=(), result=_result(known, event), zone=None)


_STEPS: dict[str, Callable[[GameState, Event], GameState]] = {
    "started": _begin,
    "new_game": _begin,
    "snapshot": _snapshot,
    "set_up": _set_up,
    "move": _move,
    "passed": _move,
    "offered": _offered,
    "kept": _kept,
    "taken_back": _taken_back,
    "keep": _keep,
    "provisional": _provisional,
    "several": _several,
    "offers": _offers,
    "refused": _refused,
    "lift": _lift,
    "kind": lambda known, event: dataclasses.replace(known, kind=str(event["kind"])),
    "disturbed": _disturbed,
    "withdrawn": lambda known, event: _beside(known),
    "restored": _restored,
    "clearing": lambda known, event: dataclasses.replace(known, clearing=bool(event["on"])),
    "reason": _reason,
    "result": _ended,
}


def _read(text: str, size: int) -> dict[str, str]:
    """Return the stones of a board text. Raises ValueError if it is no board text of this size."""
    if len(text) != size * size or set(text) - set(CELL_MARKS):
        raise ValueError("no board text")
    cells = {}
    for at, mark in enumerate(text):
        if _MARKS[mark] != EMPTY:
            cells[points.name((size - 1 - at // size) * size + at % size, size)] = _MARKS[mark]
    return cells


def _opponent(colour: str) -> str:
    return COLOURS[1 - COLOURS.index(colour)]


def _colour(word: str) -> str:
    """Check that a word is a player's colour. Raises ValueError."""
    if word not in COLOURS:
        raise ValueError(f"a player of colour {word!r}")
    return word


def _word(word: str) -> str:
    """Check that a word is what a point may hold. Raises ValueError."""
    if word not in COLOUR_NAMES:
        raise ValueError(f"a stone of colour {word!r}")
    return word
