"""Derives the stones and marks that a wall shows from a board's events."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..live.follower import Follower

Event = Mapping[str, Any]
Line = tuple[tuple[str, ...], bool]


@dataclass(frozen=True)
class Told:
    """The state of a game after some events; after() returns the next state. Points are names; "" means none.

    - `provisional`: the stone that is not yet a move. `foul`: the name of the foul that it would make, if any.
    - `several`: new stones, if there are more than the turn allows. `refused`: a new stone lies where none may.
    - `offers`: the tentative fifths; `twins`: offers that are equal by symmetry.
    - `zone`: where the next stone must lie, ("square", 5) or ("outside", 7).
    - `lines`: why the stone in question is a foul, or looks like one: (points of a line, whether it counts).
    - `ended`: the points of the five, or the point of the foul, that ended the game.
    """

    stones: Follower = field(default_factory=Follower)
    last: str = ""
    provisional: str = ""
    foul: str = ""
    several: tuple[str, ...] = ()
    refused: bool = False
    offers: tuple[str, ...] = ()
    twins: tuple[str, ...] = ()
    zone: tuple[str, int] | None = None
    lines: tuple[Line, ...] = ()
    ended: tuple[str, ...] = ()

    def after(self, event: Event) -> Told:
        """Return the state after an event. An event that is not understood changes nothing."""
        step = _STEPS.get(str(event.get("event")))
        known = dataclasses.replace(self, stones=self.stones.after(event))
        try:
            return step(known, event) if step else known
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            return known

    def named(self, names: Any) -> tuple[str, ...]:
        """Return the points of a list of names; None is an empty list. Raises ValueError for a point that is not on
        this board.
        """
        return self.stones.named(names or ())

    def one(self, name: str | None) -> str:
        """Return a point's name, "" for None. Raises ValueError for a point that is not on this board."""
        return self.named([name])[0] if name else ""


# the values of a state without new stones
_NOTHING: dict[str, Any] = {"provisional": "", "foul": "", "several": (), "refused": False, "lines": ()}
_CALM: dict[str, Any] = {**_NOTHING, "offers": (), "twins": ()}


def _begin(known: Told, event: Event) -> Told:
    return Told(known.stones)


def _snapshot(known: Told, event: Event) -> Told:
    expects = event.get("expects") or {}
    return Told(
        known.stones,
        last=_last(known, event),
        provisional=known.one(event.get("provisional")),
        foul=event.get("foul") or "",
        several=known.named(event.get("several")),
        refused=bool(event.get("refusal")),
        offers=known.named(event.get("left") or event.get("offers")),
        twins=known.named(event.get("equal")),
        zone=_zone(expects),
        lines=_lines(known, event.get("reason")),
        ended=_ended(known, event.get("result")),
    )


def _last(known: Told, event: Event) -> str:
    """Return the point of the last move, "" if it was a pass or there is none."""
    moves = re.findall(r"--|[a-z]\d+", event.get("moves") or "")
    return known.one(moves[-1].strip("-")) if moves else ""


def _lines(known: Told, reason: Event | None) -> tuple[Line, ...]:
    lines = reason["lines"] if reason else ()
    return tuple((known.named(line["stones"]), line.get("counts", True)) for line in lines)


def _ended(known: Told, result: Event | None) -> tuple[str, ...]:
    return known.named(result["line"]) if result else ()


def _move(known: Told, event: Event) -> Told:
    point = known.one(event.get("point"))
    # the lines of a foul were reported while it was provisional
    lines = known.lines if point == known.provisional else ()
    return dataclasses.replace(known, **{**_CALM, "last": point, "lines": lines})


def _taken_back(known: Told, event: Event) -> Told:
    return dataclasses.replace(known, **_CALM, last=_last(known, event), ended=())


def _set_up(known: Told, event: Event) -> Told:
    return dataclasses.replace(known, **_CALM, last="", ended=())


def _withdrawn(known: Told, event: Event) -> Told:
    return dataclasses.replace(known, **_NOTHING)


def _as_it_was(known: Told, event: Event) -> Told:
    """Forget the new stones and tentative fifths, because the board reports them again."""
    return dataclasses.replace(known, **_NOTHING, offers=_to_clear(known), twins=())


def _to_clear(known: Told) -> tuple[str, ...]:
    """Return the tentative fifths that White still has to clear; if none lies, one of them must be put back."""
    return known.stones.left or known.stones.offered


def _provisional(known: Told, event: Event) -> Told:
    calm = _withdrawn(known, event)
    return dataclasses.replace(calm, provisional=known.one(event["point"]), foul=event.get("foul") or "")


def _several(known: Told, event: Event) -> Told:
    return dataclasses.replace(_withdrawn(known, event), several=known.named(event["points"]))


def _refused(known: Told, event: Event) -> Told:
    return dataclasses.replace(_withdrawn(known, event), refused=True) if "point" in event else known


def _offers(known: Told, event: Event) -> Told:
    points, twins = known.named(event["points"]), known.named(event.get("equal"))
    many = points if event.get("many") else ()
    return dataclasses.replace(_withdrawn(known, event), offers=points, twins=twins, several=many)


def _keep(known: Told, event: Event) -> Told:
    calm = _withdrawn(known, event)
    stone = known.one(event.get("provisional"))
    return dataclasses.replace(calm, provisional=stone, offers=_to_clear(known), twins=())


def _expects(known: Told, event: Event) -> Told:
    return dataclasses.replace(known, zone=_zone(event))


def _zone(expects: Event) -> tuple[str, int] | None:
    zone = expects.get("zone")
    return (str(zone[0]), int(zone[1])) if zone else None


def _reason(known: Told, event: Event) -> Told:
    return dataclasses.replace(known, lines=_lines(known, event))


def _result(known: Told, event: Event) -> Told:
    ended = _ended(known, event)
    return dataclasses.replace(known, **{**_CALM, "lines": known.lines}, ended=ended, zone=None)


_STEPS: dict[str, Callable[[Told, Event], Told]] = {
    "started": _begin,
    "new_game": _begin,
    "snapshot": _snapshot,
    "move": _move,
    "passed": _move,
    "taken_back": _taken_back,
    "set_up": _set_up,
    "provisional": _provisional,
    "several": _several,
    "offers": _offers,
    "offered": _offers,
    "keep": _keep,
    "refused": _refused,
    "withdrawn": _withdrawn,
    "restored": _as_it_was,
    "disturbed": _as_it_was,
    "expects": _expects,
    "reason": _reason,
    "result": _result,
}
