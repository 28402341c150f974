"""A commentator's line: the moves of a game up to a branch, further moves, and marks and arrows. All values are new.

Points are names like `h8`. Each function raises ValueError, with a Sentence, if its action is impossible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tengen.games import points

from ..i18n import Sentence, code_text
from ..records import rules, stones
from ..records.reasons import Reason, is_judged, reason_after, reasons
from ..records.record import Record

SIGNS = ("triangle", "square", "circle", "cross", *"ABCDEFGH")  # the marks of points
MOST_ARROWS = 20
MOST_MOVES = 400  # the moves of a game and of the line together

Arrow = tuple[str, str]


@dataclass(frozen=True)
class Line:
    """The line `more`, which begins after `own` moves of the game `base`; the first `at` moves of both are shown.

    `marks`: a sign of SIGNS by point. `arrows`: from a point to a point. `why`: the reason that somebody has asked for,
    or None.
    """

    base: Record
    own: int
    more: tuple[str, ...] = ()
    at: int = 0
    marks: Mapping[str, str] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()
    why: Reason | None = None

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the game up to the branch, and those of the line."""
        return self.base.moves[: self.own] + self.more

    @property
    def record(self) -> Record:
        """The moves as a game that is not over, with colours and changes by its rules."""
        nothing: dict[str, Any] = {"over": False, "winner": None, "reason": "", "line": (), "clocks": (), "notes": ()}
        colours = tuple(stones.colour_of(self.base, number) for number in range(1, self.own + 1))
        changes = tuple(stones.changes_of(self.base, number) for number in range(1, self.own + 1))
        settings = {**self.base.settings, "mode": "casual"}  # a commentary judges
        its = replace(self.base, moves=self.moves[: self.own], colours=colours, changes=changes, settings=settings)
        for point in self.more:
            colour = stones.colour_of(its, len(its.moves) + 1)
            its = replace(its, moves=(*its.moves, point), colours=(*_all_colours(its), colour))
        return replace(rules.followed(its)[0], **nothing)

    @property
    def shown(self) -> Record:
        """The record of the shown moves."""
        its, at = self.record, self.at
        return replace(its, moves=its.moves[:at], colours=_all_colours(its)[:at], changes=its.changes[:at])

    @property
    def is_over(self) -> bool:
        """Whether the shown moves end the game."""
        found = rules.played(self.shown)
        return bool(found and found.over)


def _all_colours(record: Record) -> tuple[str, ...]:
    return tuple(stones.colour_of(record, number) for number in range(1, len(record.moves) + 1))


def begun(base: Record, at: int | None = None) -> Line:
    """Return a line without own moves, at a game's position after `at` moves (None: all)."""
    own = len(base.moves)
    return Line(base, own, at=own if at is None else _within(at, own))


def following(line: Line, base: Record) -> Line:
    """Return a line without own moves on another state of its game. At the end of the game it stays at the end.

    When the next game begins, a line that shows an earlier move stays there, because somebody explains this move.
    """
    if line.base.id not in ("", base.id) and line.at != line.own:
        return line
    is_same = line.base.id in ("", base.id) and base.moves[: line.at] == line.base.moves[: line.at]
    if not is_same or (line.at == line.own != len(base.moves)):
        return begun(base)
    return replace(line, base=base, own=len(base.moves))


def go(line: Line, at: int) -> Line:
    """Show the first `at` moves, without marks and arrows."""
    return _clean(replace(line, at=_within(at, len(line.moves))))


def put(line: Line, point: str) -> Line:
    """Put the next stone of the line. After going back it replaces the later moves, if it is another move."""
    point = _point(line, point)
    if line.moves[line.at : line.at + 1] == (point,):
        return go(line, line.at + 1)
    if point in stones.lying(line.shown):
        raise ValueError(Sentence("commentary.taken", point=point.upper()))
    if line.at >= MOST_MOVES:
        raise ValueError(Sentence("commentary.too_long", most=MOST_MOVES))
    reason = reason_after(line.shown, point)
    if reason and reason["foul"]:
        foul = code_text({"code": f"foul.{reason['foul']}"})
        raise ValueError(Sentence("commentary.forbidden", point=point.upper(), foul=foul))
    if line.is_over:
        raise ValueError(Sentence("commentary.over"))
    own = min(line.own, line.at)
    after = replace(line, own=own, more=(*line.moves[own : line.at], point))
    refusal = rules.why_refused(after.record)
    if refusal:
        raise ValueError(Sentence("commentary.refused", point=point.upper(), why=refusal))
    return go(after, line.at + 1)


def mark(line: Line, point: str, sign: str) -> Line:
    """Mark a point with a sign; the same sign again, or "", removes it."""
    point = _point(line, point)
    if sign and sign not in SIGNS:
        raise ValueError(Sentence("server.bad_command", detail=f"a sign is one of {', '.join(SIGNS)}"))
    others = {each: its for each, its in line.marks.items() if each != point}
    return replace(line, marks=others if sign in ("", line.marks.get(point)) else {**others, point: sign})


def arrow(line: Line, start: str, end: str) -> Line:
    """Draw an arrow from a point to another; the same arrow again removes it."""
    its = (_point(line, start), _point(line, end))
    if its[0] == its[1]:
        raise ValueError(Sentence("commentary.no_arrow", point=its[0].upper()))
    if its in line.arrows:
        return replace(line, arrows=tuple(each for each in line.arrows if each != its))
    if len(line.arrows) >= MOST_ARROWS:
        raise ValueError(Sentence("commentary.arrows", most=MOST_ARROWS))
    return replace(line, arrows=(*line.arrows, its))


def is_marked(line: Line) -> bool:
    """Return whether a line has marks or arrows."""
    return bool(line.marks or line.arrows)


def clear(line: Line) -> Line:
    """Remove marks, arrows and the shown reason."""
    return _clean(line)


def why(line: Line, point: str) -> Line:
    """Show why a stone on a point would be a foul, or only looks like one, also if the other player has no fouls."""
    point = _point(line, point)
    if point in stones.lying(line.shown):
        raise ValueError(Sentence("commentary.taken", point=point.upper()))
    if not is_judged(line.shown):
        raise ValueError(Sentence("commentary.not_judged", point=point.upper()))
    reason = reason_after(line.shown, point, either=True)
    if reason is None:
        raise ValueError(Sentence("commentary.no_foul", point=point.upper()))
    return replace(line, why=reason)


def fields(line: Line) -> dict[str, Any]:
    """Return the line for the page.

    {"reasons": of each move, "own", "at", "turn": the colour that moves in the shown position, or null at a game's end,
    "end": null, or {"winner", "reason", "line"} if the shown moves end the game, "marks", "arrows", "why"}. The game
    itself is `record`.
    """
    shown = line.shown
    found = rules.played(shown)
    end = {"winner": found.winner, "reason": found.reason, "line": list(found.line)} if found and found.over else None
    return {
        "reasons": reasons(line.record),
        "own": line.own,
        "at": line.at,
        "turn": None if end else rules.turn(shown),
        "end": end,
        "marks": dict(line.marks),
        "arrows": [list(each) for each in line.arrows],
        "why": line.why,
    }


def _clean(line: Line) -> Line:
    return replace(line, marks={}, arrows=(), why=None)


def _point(line: Line, name: str) -> str:
    try:
        return points.name(points.index(name.lower(), line.base.size), line.base.size)
    except ValueError:
        raise ValueError(Sentence("commentary.outside", point=name[:4].upper(), size=line.base.size)) from None


def _within(at: int, most: int) -> int:
    return max(0, min(at, most))
