"""Make the records of all games of an event from the published lines of its boards, in order.

A board's journal has more details (records/from_journal.py); this module is for distant boards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import sha256
from typing import Any

from nats.js import JetStreamContext
from tengen.games import points
from tengen_host.records import fields, record
from tengen_host.records.record import Record
from tengen_host.wire import state
from tengen_host.wire.state import COLOURS, Line

from . import entries, events, keys
from .entries import EntryError
from .events import Board

_GROUPS = ("game", "moves", "record", "result", "clock")  # a record needs these groups
_LONGEST = 80  # the most characters of a name, an id or a date, because a hostile board may send longer ones
_MOST_NOTES = 2000  # the most notes of a game
_SEATS = {"black": "p1", "white": "p2"}

Groups = dict[str, Any]


async def of_event(
    js: JetStreamContext, event: str, signed_by: Collection[keys.Signer], tell: Callable[[str], None]
) -> list[Record]:
    """Return the games of an event, board after board. Raises OSError if there is no such event.

    `signed_by`: the keys of the clubs; if there are any, entries that no key of their club has signed are left out.
    `tell` gets a sentence for each board with left-out entries, with the reason for the first of them.
    """
    boards: dict[Board, BoardGames] = {}
    left_out: dict[Board, list[str]] = {}
    async for name, body, signature in events.stored(js, event):
        whole_name = ".".join((event, *name))
        board = boards.setdefault(name, BoardGames(whole_name))
        try:
            if signed_by and not keys.signer(name[0], body, signature, signed_by):
                raise EntryError("it is not signed by a key of its club")
            its = entries.entry(body)
            if entries.board_of(its.link.start) != whole_name:
                raise EntryError("it belongs to another board")
            if its.kind == "line":
                board.line(its.what, its.at)
            elif its.kind == "names":
                board.names(its.what)
        except EntryError as error:
            left_out.setdefault(name, []).append(str(error))
    for name, why in sorted(left_out.items()):
        count = "one entry is" if len(why) == 1 else f"{len(why):,} entries are"
        tell(f"{'.'.join(name)}: {count} left out; reason of the first: {why[0]}")
    found = []
    for name, board in sorted(boards.items()):
        unread: list[str] = []
        found += board.records(unread.append)
        for each in unread:
            tell(f"{'.'.join(name)}: {each}")
    return found


class BoardGames:
    """Collects the games of a board from its lines, which must come in order; records() returns the games so far.

    If a line comes again, for example after the laptop restarts, it counts once. `name`: part of the ids of games that
    got no id from the laptop.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._games: list[_Game] = []
        self._names: dict[str, str] = {}
        self._seen: set[bytes] = set()
        self._groups: Groups = {}
        self._lines: list[Line] = []  # the parts of a line that is not complete yet

    def names(self, its: Mapping[str, str]) -> None:
        """Set the names of the game on the board (hall/details.py): p1, p2, event, round, table."""
        self._names = {name: _plain(text) for name, text in its.items()}
        if self._games:
            self._games[-1].take_names(self._names)

    def line(self, line: Line, at: float = 0) -> None:
        """Handle a line. `at`: any number that distinguishes two equal lines."""
        mark = sha256(json.dumps([at, line], sort_keys=True).encode()).digest()[:16]
        if mark in self._seen:
            return
        self._seen.add(mark)
        self._lines.append(line)
        if not line.get("more"):
            lines, self._lines = self._lines, []
            self._take(lines, at)

    def _take(self, lines: list[Line], at: float) -> None:
        """Handle lines that belong together."""
        groups, is_whole = self._groups, False
        for line in lines:
            groups = state.merge(groups, {name: its for name, its in line.get("is", {}).items() if name in _GROUPS})
            has_started = any(each["code"] == "started" for each in line.get("did", ()))
            is_whole = is_whole or "whole" in line or has_started
        if groups == self._groups or not isinstance(groups.get("game"), dict):
            return
        self._groups = groups
        here = self._games[-1] if self._games else None
        if here is None or not here.goes_on_in(groups, is_whole):
            here = _Game(f"{at!r} {lines[0]['seq']} {lines[0]['t']}", self._names)
            self._games.append(here)
        here.take(groups, is_whole, lines[-1]["t"])

    def records(self, tell: Callable[[str], None] = lambda words: None) -> list[Record]:
        """Return the games with moves or a result, in order. The last may be unfinished, and others may lack an end.

        A game that can't be read is left out; `tell` gets a sentence about it.
        """
        found = []
        for number, game in enumerate(self._games, 1):
            try:
                found.append(game.record(self._name))
            except Exception as error:  # catch all errors, because a club may send anything in the fields of a line
                tell(f"its game {number} can't be read ({type(error).__name__}), and is left out")
        games = [each for each in found if not (each.settings.get("puzzle") or each.settings.get("lesson"))]
        return [each for each in games if each.moves or each.over]


class _Game:
    """One game: the groups of its state, and other facts for its record."""

    def __init__(self, begun_by: str, names: Mapping[str, str]) -> None:
        self._begun_by = begun_by
        self._groups: Groups = {}
        self._clocks: list[tuple[int, int] | None] = []  # the ms that p1 and p2 have left after each move
        self._names = dict(names)
        self._is_named = False  # True if the game has ended and has the names of its players

    def goes_on_in(self, groups: Groups, is_whole: bool) -> bool:
        """Whether later groups belong to this game. `is_whole`: True if lines in between may be missing."""
        before, now = self._groups["game"], groups["game"]
        if not is_whole:
            return bool(before.get("number") == now.get("number"))
        ids = [_plain(_object(its, "stamp").get("id")) for its in (before, now)]
        if all(ids):
            return ids[0] == ids[1]
        if any(before.get(name) != now.get(name) for name in ("name", "size")):
            return False
        moves = self._groups.get("moves", [])
        return groups.get("moves", [])[: len(moves)] == moves and bool(groups.get("result")) >= bool(
            self._groups.get("result")
        )

    def take_names(self, its: Mapping[str, str]) -> None:
        """Set names. An empty name changes nothing, because a restarted laptop has no names at first."""
        if not self._is_named:
            self._names |= {name: text for name, text in its.items() if text}

    def take(self, groups: Groups, is_whole: bool, t: int) -> None:
        """Set the groups as they are at the board's time `t`. `is_whole`: True if lines in between may be missing."""
        before, moves = self._groups.get("moves", []), groups.get("moves", [])
        same = next((at for at, (one, other) in enumerate(zip(before, moves, strict=False)) if one != other), None)
        same = min(len(before), len(moves)) if same is None else same
        pair = None if is_whole else _left(groups.get("clock"), t)
        self._clocks = [*self._clocks[:same], *[pair] * (len(moves) - same)]
        self._groups = groups
        self._is_named = groups.get("result") is not None and any(self._names.get(seat) for seat in _SEATS.values())

    def record(self, name: str) -> Record:
        """Return the record so far. Raises any exception for fields that no board sends."""
        its, items = self._groups["game"], self._groups.get("record", [])
        game = state.game_of({each: self._groups[each] for each in ("game", "moves", "result") if each in self._groups})
        result, settings, stamp = game.result, game.settings, _object(its, "stamp")
        setup = tuple(_points(_object(its, "setup").get(colour, ()), game.size) for colour in COLOURS)
        players = _object(its, "players")
        black_is_first = players.get("black") == "p1"
        shown = [pair if pair is None or black_is_first else pair[::-1] for pair in self._clocks]
        black, white = (self._names.get(str(players.get(colour)), "") for colour in COLOURS)
        found = Record(
            tuple(move.point for move in game.moves),
            size=game.size,
            game=game.game,
            first=its["begins"] if its.get("begins") in COLOURS else game.first,
            setup=(setup[0], setup[1]),
            black=black,
            white=white,
            rule="" if any(setup) else _plain(settings.get("opening")),
            settings=settings,
            clocks=tuple(shown) if any(shown) else (),
            over=result is not None,
            winner=result.winner if result else None,
            reason=_plain(result.reason) if result else "",
            line=result.line if result else (),
            id=_plain(stamp.get("id")) or self._own_id(name),
            date=_plain(stamp.get("date")),
            event=self._names.get("event", ""),
            round=self._names.get("round", ""),
            table=self._names.get("table", ""),
            notes=record.notes(items[:_MOST_NOTES]),
            colours=tuple(move.colour for move in game.moves),
            changes=tuple(move.changes for move in game.moves),
            options=settings.get("options") or {},
            torus=game.torus,
            players=dict(players),
        )
        for field in fields.FIELDS:
            fields.load(field, fields.dump(found, field))  # raises ValueError for a value that no file may have
        return found

    def _own_id(self, name: str) -> str:
        return f"event-{sha256(f'{name} {self._begun_by}'.encode(errors='replace')).hexdigest()[:12]}"


def _left(clock: Any, t: int) -> tuple[int, int] | None:
    """Return the ms that p1 and p2 have left at the board's time `t`, from the group `clock`; None without a clock."""
    if not (isinstance(clock, dict) and all(type(clock.get(name)) is int for name in ("t", *_SEATS.values()))):
        return None
    running = None if clock.get("stopped") else clock.get("running")
    passed = {seat: max(0, t - clock["t"]) if seat == running else 0 for seat in _SEATS.values()}
    return max(0, clock["p1"] - passed["p1"]), max(0, clock["p2"] - passed["p2"])


def _object(its: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a field if it is an object, else {}."""
    found = its.get(name)
    return found if isinstance(found, Mapping) else {}


def _points(names: Iterable[str], size: int) -> tuple[str, ...]:
    """Return the names of points in their usual form. Raises ValueError or TypeError if one is not a point."""
    return tuple(points.name(points.index(name, size), size) for name in names)


def _plain(text: Any) -> str:
    return " ".join(text.split())[:_LONGEST] if isinstance(text, str) and text.isprintable() else ""
