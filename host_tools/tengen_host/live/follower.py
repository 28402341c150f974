"""Derives the stones on a board on a cable from its events; the board sends its stones in no other way."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tengen.games import points

Event = Mapping[str, Any]
Stones = dict[str, str]

COLOURS = ("black", "white")
_MARKS = dict(zip("XO", COLOURS, strict=True))
_MOVE = re.compile(r"--|[a-z]\d+")
_LARGEST = 19  # board size; point names have one letter for each column


@dataclass(frozen=True)
class Follower:
    """The known state of the stones on a board after some events; after() returns the next state.

    - `cells`: the stones that the game requires on the board.
    - `offered`: the points of the tentative fifths among `cells`; `left`: the offered stones that still lie there. If
      none of them lies there, all are `missing`.
    - `missing`: the points of required stones that were taken away.
    - `extra`: stones that are not part of the game: new stones, which may become moves, or, while `disturbed`, stones
      out of place. Their colour comes from the board's event, or is guessed if the event has none.
    - `before`: the stones before the last change of the game.
    - `positions`: the stones by number of moves.

    A board reports nothing while people clear it after the end of a game, nor during the first 200 ms of a moved stone.
    """

    size: int = 15
    turn: str = "black"
    keeping: bool = False
    cells: Stones = field(default_factory=dict)
    offered: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    extra: Stones = field(default_factory=dict)
    disturbed: bool = False
    before: Stones = field(default_factory=dict)
    positions: Mapping[int, Stones] = field(default_factory=dict)

    @property
    def stones(self) -> Stones:
        """The stones on the board: {"h8": "black", ...}, in the order of the points."""
        lifted = {*self.missing, *self.offered} - {*self.left}
        lie = {point: colour for point, colour in self.cells.items() if point not in lifted} | self.extra
        return {point: lie[point] for point in sorted(lie, key=lambda point: points.index(point, self.size))}

    def after(self, event: Event) -> Follower:
        """Return the state after an event. An event that can't be understood changes nothing."""
        step = _STEPS.get(str(event.get("event")))
        try:
            known = self._with_turn(event)
            return step(known, event) if step else known
        except (ValueError, TypeError, KeyError, AttributeError):
            return self

    def _with_turn(self, event: Event) -> Follower:
        """Return the state with the event's colour to move; without a colour in the event it stays as it was."""
        turn = event.get("turn")
        expects = event if event["event"] == "expects" else event.get("expects")
        keeping = expects["do"] == "keep" if expects else self.keeping
        if expects and keeping:
            turn = "white"  # White may put down the next stone before the other tentative fifths are cleared
        if (turn not in COLOURS or turn == self.turn) and keeping == self.keeping:
            return self
        return dataclasses.replace(self, turn=turn if turn in COLOURS else self.turn, keeping=keeping)

    def named(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return these points in the canonical spelling. Raises ValueError if a point is not on this board."""
        return tuple(points.name(points.index(name, self.size), self.size) for name in names)

    def changed(self, cells: Stones, count: int | None = None, **others: Any) -> Follower:
        """Return the state after the game has changed its stones to `cells`, with nothing out of place.

        `count`: the number of moves, if known; `cells` without the offered stones is stored for it in `positions`.
        """
        calm: dict[str, Any] = {"offered": (), "left": (), "missing": (), "extra": {}, "disturbed": False}
        known = {**calm, "positions": self.positions, **others}
        if count is not None:
            earlier = {at: stones for at, stones in known["positions"].items() if at < count}
            known["positions"] = earlier | {count: {p: c for p, c in cells.items() if p not in known["offered"]}}
        return dataclasses.replace(self, cells=cells, before=self.stones, **known)

    def beside(self, extra: Stones, missing: tuple[str, ...] = (), disturbed: bool = False, **others: Any) -> Follower:
        """Return the state with the same game and these extra and missing stones."""
        return dataclasses.replace(self, extra=extra, missing=missing, disturbed=disturbed, **others)

    def guessed(self, names: Iterable[str], missing: tuple[str, ...] = ()) -> Stones:
        """Return the stones at these extra points, in their probable colours.

        If exactly one stone is missing and one is found, the found stone is the missing one. Otherwise a stone keeps
        the colour last seen at its point; a stone at a new point has the colour of the side to move.
        """
        found = self.named(names)
        moved = self.cells.get(missing[0]) if len(missing) == len(found) == 1 else None
        seen = self.before | self.extra
        return {point: moved or seen.get(point) or self.turn for point in found}


def _begin(known: Follower, event: Event) -> Follower:
    size = event.get("size", known.size)
    if not (type(size) is int and 1 <= size <= _LARGEST):
        raise ValueError(f"a board of {size!r} points")
    return known.changed({}, 0, size=size, positions={})


def _set_up(known: Follower, event: Event) -> Follower:
    return known.changed(_read(event["board"], known.size), 0)


def _snapshot(known: Follower, event: Event) -> Follower:
    begun = _begin(known, event)
    cells = _read(event["board"], begun.size)
    count = len(_MOVE.findall(event.get("moves") or ""))
    expects = event.get("expects") or {}
    offers = begun.named(event.get("offers") or ())
    offered = offers if expects.get("do") == "keep" else ()
    stones = cells | dict.fromkeys(offered, "black")
    left = begun.named(event.get("left", offered)) if offered else ()
    begun = begun.changed(stones, count, offered=offered, left=left, positions={})
    missing = begun.named(event.get("missing") or ())
    extra = begun.guessed([*(event.get("extra") or ()), *(event.get("several") or ())], missing)
    if not offered:
        extra |= dict.fromkeys(offers, "black")
    provisional = event.get("provisional")
    if provisional:
        extra |= begun.guessed([provisional])
    return begun.beside(extra, missing, disturbed=event.get("state") == "disturbed")


def _move(known: Follower, event: Event) -> Follower:
    (point,), colour = known.named([event["point"]]), event["colour"]
    if colour not in COLOURS:
        raise ValueError(f"a stone of colour {colour!r}")
    taken = known.named(event.get("removed") or ())
    # the tentative fifths that were not kept leave the game
    stay = {at: its for at, its in known.cells.items() if at not in taken and at not in known.offered}
    count = event.get("n")
    return known.changed(stay | {point: colour}, count if type(count) is int else None)


def _offered(known: Follower, event: Event) -> Follower:
    fifths = known.named(event["points"])
    return known.changed(known.cells | dict.fromkeys(fifths, "black"), offered=fifths, left=fifths)


def _taken_back(known: Follower, event: Event) -> Follower:
    """Restore the stones of the earlier position, captured ones too; if it is not known, remove the event's stones."""
    gone = known.named(event["removed"])
    count = len(_MOVE.findall(event["moves"]))
    cells = known.positions.get(count)
    if cells is None:
        cells = {point: colour for point, colour in known.cells.items() if point not in gone}
    # stones that are still out of place are not reported again
    out_of_place = known.extra if known.disturbed else {}
    missing = tuple(point for point in known.missing if point in cells)
    extra = {point: colour for point, colour in out_of_place.items() if point not in cells}
    return known.changed(cells, count, missing=missing, extra=extra, disturbed=known.disturbed)


def _keep(known: Follower, event: Event) -> Follower:
    left = known.named(event["points"])
    stone = event.get("provisional")
    extra = known.guessed([stone]) if stone else {}
    return known.beside(extra, () if left else known.offered, left=left)


def _provisional(known: Follower, event: Event) -> Follower:
    (point,), colour = known.named([event["point"]]), event.get("colour")
    return known.beside({point: colour if colour in COLOURS else known.turn})


def _new_ones(known: Follower, event: Event) -> Follower:
    """Handle several new stones, or tentative fifths that are being put down."""
    missing = known.offered if known.offered and not known.left else ()
    return known.beside(known.guessed(event["points"]), missing)


def _refused(known: Follower, event: Event) -> Follower:
    if "point" not in event:
        return known  # it was a button
    return known.beside(known.guessed(event.get("extra") or [event["point"]]))


def _disturbed(known: Follower, event: Event) -> Follower:
    missing = known.named(event["missing"])
    left = known.named(event.get("left", known.left)) if known.offered else ()
    return known.beside(known.guessed(event["extra"], missing), missing, disturbed=True, left=left)


def _calm(known: Follower, event: Event) -> Follower:
    return known.beside({})


_STEPS: dict[str, Callable[[Follower, Event], Follower]] = {
    "started": _begin,
    "new_game": _begin,
    "snapshot": _snapshot,
    "set_up": _set_up,
    "move": _move,
    "offered": _offered,
    "taken_back": _taken_back,
    "keep": _keep,
    "provisional": _provisional,
    "several": _new_ones,
    "offers": _new_ones,
    "refused": _refused,
    "disturbed": _disturbed,
    "withdrawn": _calm,
    "restored": _calm,
}


def _read(text: str, size: int) -> Stones:
    """Return the stones of a board text. Raises ValueError if it is no board text of this size."""
    if len(text) != size * size or set(text) - {".", *_MARKS}:
        raise ValueError("no board text")
    cells = {}
    for at, mark in enumerate(text):
        if mark in _MARKS:
            cells[points.name((size - 1 - at // size) * size + at % size, size)] = _MARKS[mark]
    return cells
