"""Makes the records of a board's games from the events that it has told, in order: for a board that is far away. Pure.

The journal of a board has more, and exactly (kept.py); this is for what was published.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from ..game_state import COLOURS, GameState
from .record import Note, Record

Event = Mapping[str, Any]

# The fields of events that become notes, as kept.py has them
_NOTES = {
    "chosen": ("who", "ask", "option", "players"),
    "offered": ("points",),
    "kept": ("point",),
    "claim": ("who", "what", "right"),
    "lapsed": ("what", "point"),
    "draw_offered": ("who",),
    "draw_declined": ("who",),
    "taken_back": ("count", "by", "removed"),
    "clock": ("stopped", "cause", "p1", "p2"),
}
_LONGEST = 80  # of a name, an id or a date; a hostile board may tell longer ones
_MOST_NOTES = 2000  # of a game
_STOPS = ("fault", "disturbed")  # of the clock, which are put on record
_CORRECTED = "corrected by the arbiter"  # the cause of a clock that is on record, too
_SEATS = {"black": "p1", "white": "p2"}


class Teller:
    """Takes what a board tells, in order; records() has its games so far. What can't be understood is left out.

    A board's events may come again, as when its laptop is started anew: each counts once. `name` is part of the ids of
    games to which the laptop gave none.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._games: list[_Game] = []
        self._details: dict[str, str] = {}
        self._seen: set[bytes] = set()
        self._last = 0  # the board's own number of its last event
        self._restart: Event = {}

    def details(self, its: Mapping[str, str]) -> None:
        """Take the names of the game on the board (live/details.py): p1, p2, event, round, table."""
        self._details = {name: _plain(text) for name, text in its.items()}
        if self._games:
            self._games[-1].take_details(self._details)

    def event(self, event: Event, at: float = 0) -> None:
        """Take an event. `at`: any number that tells two games apart that are alike."""
        mark = sha256(json.dumps(event, sort_keys=True).encode()).digest()[:16]
        if mark in self._seen:
            return
        self._seen.add(mark)
        kind, number = event["event"], event.get("seq")
        if kind == "started":
            self._restart = {} if event.get("restored") else event
        if type(number) is int:
            if number < self._last and kind not in ("started", "snapshot") and self._restart:
                self._begin(self._restart, at)  # it was switched off and on, and has told the same then as once before
            self._last = number
        here = self._games[-1] if self._games else None
        is_other = kind == "snapshot" and not (here and here.goes_on_in(event))
        if is_other or kind == "new_game" or (kind == "started" and not event.get("restored")):
            self._begin(event, at)
        elif here:
            here.take(event)

    def records(self) -> list[Record]:
        """Return the games in which something was played, in order. The last may not be over, others may be cut off."""
        found = [game.record(self._name) for game in self._games]
        return [each for each in found if (each.moves or each.over) and not each.settings.get("puzzle")]

    def _begin(self, event: Event, at: float) -> None:
        self._games.append(_Game(event, at, self._details))


class _Game:
    """One game: its state, and what a record has besides."""

    def __init__(self, event: Event, at: float, details: Mapping[str, str]) -> None:
        self._begun_by = f"{at!r} {event.get('seq')} {event.get('t')}"
        self._state = GameState()
        self._notes: list[Note] = []
        self._clocks: list[tuple[int, int] | None] = []  # p1's and p2's ms after each move
        self._setup: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._first = ""
        self._players: Mapping[str, Any] = _SEATS
        self._stamp: Mapping[str, Any] = {}
        self._details = dict(details)
        self._named = False  # whether it has ended, with the names of its players
        self.take(event)

    def goes_on_in(self, snapshot: Event) -> bool:
        """Whether a snapshot is one of this game."""
        stamp = snapshot.get("stamp")
        if isinstance(stamp, Mapping) and self._stamp:
            return stamp.get("id") == self._stamp.get("id")
        there, here = GameState().after(snapshot), self._state
        if (there.game, there.size) != (here.game, here.size) or bool(here.result) > bool(there.result):
            return False
        return _points(there)[: len(here.moves)] == _points(here)

    def take_details(self, its: Mapping[str, str]) -> None:
        """Take names. One that is taken away is kept: a laptop that is started anew has none at first."""
        if not self._named:
            self._details |= {name: text for name, text in its.items() if text}

    def take(self, event: Event) -> None:
        """Take an event of the game."""
        kind, before = event["event"], self._state
        self._state = before.after(event)
        count = len(self._state.moves)
        self._clocks = [*self._clocks[:count], *[None] * (count - len(self._clocks))]
        if isinstance(event.get("players"), Mapping):
            self._players = event["players"]
        stamp = event if kind == "stamped" else event.get("stamp")
        if isinstance(stamp, Mapping):
            self._stamp = stamp
        if kind == "set_up" or (kind == "snapshot" and event.get("setup")):
            self._set_up(event)
        elif kind == "snapshot":
            self._catch_up(event.get("record"))
        elif kind == "clock":
            self._tell_clocks(event)
            if event.get("cause") and (event.get("stopped") in _STOPS or event["cause"] == _CORRECTED):
                stopped = None if event["cause"] == _CORRECTED else event["stopped"]
                self._note(kind, {**event, "stopped": stopped}, count)
        elif kind in _NOTES:
            if kind == "taken_back":
                self._notes = [replace(note, after=min(note.after, count)) for note in self._notes]
            self._note(kind, event, count + (kind == "kept"))  # which the move itself follows
        self._named = self._state.result is not None and any(self._details.get(seat) for seat in _SEATS.values())

    def _note(self, kind: str, event: Event, count: int) -> None:
        if len(self._notes) < _MOST_NOTES:
            self._notes.append(Note(count, kind, {name: event[name] for name in _NOTES[kind] if name in event}))

    def _set_up(self, event: Event) -> None:
        is_snapshot = event["event"] == "snapshot"
        board = event["setup" if is_snapshot else "board"]
        cells = GameState(self._state.size).after({"event": "set_up", "board": board}).cells
        black, white = (tuple(name for name, its in cells.items() if its == colour) for colour in COLOURS)
        self._setup = (black, white)
        if not is_snapshot:
            self._first = self._state.turn

    def _catch_up(self, told: Any) -> None:
        """Take the notes of a snapshot that were made while nobody heard the board."""
        told = [each for each in told if isinstance(each, Mapping)] if isinstance(told, list) else []
        told = [each for each in told if each.get("event") in _NOTES]
        kinds = ("claim", "lapsed", "taken_back", "clock")
        for event in told[sum(note.kind in kinds for note in self._notes) :]:
            self._note(event["event"], event, len(self._state.moves))

    def _tell_clocks(self, event: Event) -> None:
        p1, p2 = event.get("p1"), event.get("p2")
        if isinstance(p1, int) and isinstance(p2, int):
            at = len(self._clocks)
            while at and self._clocks[at - 1] is None:
                at -= 1
                self._clocks[at] = (p1, p2)

    def record(self, name: str) -> Record:
        """Return the record so far."""
        state, result = self._state, self._state.result
        settings = state.settings
        options = settings.get("options")
        black_is_first = self._players.get("black", "p1") == "p1"
        shown = [pair if pair is None or black_is_first else pair[::-1] for pair in self._clocks]
        names = [self._details.get(str(self._players.get(colour, seat)), "") for colour, seat in _SEATS.items()]
        return Record(
            _points(state),
            size=state.size,
            game=state.game,
            first=self._first or state.first,
            setup=self._setup,
            black=names[0],
            white=names[1],
            rule="" if any(self._setup) else _plain(settings.get("opening")),
            settings=settings,
            clocks=tuple(shown) if any(shown) else (),
            over=result is not None,
            winner=result.winner if result and result.winner in COLOURS else None,
            reason=_plain(result.reason) if result else "",
            line=result.line if result else (),
            id=_plain(self._stamp.get("id")) or self._own_id(name),
            date=_plain(self._stamp.get("date")),
            event=self._details.get("event", ""),
            round=self._details.get("round", ""),
            table=self._details.get("table", ""),
            notes=tuple(self._notes),
            colours=tuple(move.colour for move in state.moves),
            changes=tuple(move.changes for move in state.moves),
            options=options if isinstance(options, Mapping) else {},
            torus=state.torus,
        )

    def _own_id(self, name: str) -> str:
        return f"told-{sha256(f'{name} {self._begun_by}'.encode(errors='replace')).hexdigest()[:12]}"


def _points(state: GameState) -> tuple[str, ...]:
    return tuple(move.point for move in state.moves)


def _plain(text: Any) -> str:
    return " ".join(text.split())[:_LONGEST] if isinstance(text, str) and text.isprintable() else ""
