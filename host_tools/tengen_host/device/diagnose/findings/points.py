"""Find faults of single points, in their reeds and diodes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..layout import POINTS, SHUT, SIZE, Cell, name
from .finding import OF_A_POINT, Finding, Hidden
from .line_states import State, beside
from .table import finding


def stuck(state: State) -> list[Finding]:
    """Find contacts that are closed without a stone."""
    groups = _groups(state, state.walk.stuck)
    groups = [group for group in groups if (group[0] % SIZE, SHUT) not in state.shorted["column"]]
    return [_mute(state, "stuck closed", group) for group in groups]


def chattering(state: State) -> list[Finding]:
    """Find contacts that open and close without a stone."""
    return [_mute(state, "chattering", group) for group in _groups(state, state.walk.chattering)]


def bridged(state: State) -> list[Finding]:
    """Find diodes that are bridged."""
    return [_live(state, "shorted diode", point) for point in sorted(state.walk.bridged)]


def dead(state: State) -> list[Finding]:
    """Find reeds that never close, except those that a dead or broken line explains."""
    walk = state.walk
    found = []
    for point in sorted(walk.dead - walk.felt):
        row, column = divmod(point, SIZE)
        if state.dead("row", row) or state.dead("column", column):
            continue
        if point > state.broken["row"].get(row, POINTS) or point > state.broken["column"].get(column, POINTS):
            continue
        elsewhere = walk.odd.get(point)
        says = "never closes: a stone lay there, and nothing was felt"
        if elsewhere is not None:
            says = f"is felt at {name(elsewhere)}"
        told = _mute(state, "stuck open", [point], says=says)
        lines = [("row", point - 1)] if column == SIZE - 1 and state.unproved("row", row) else []
        if row == SIZE - 1 and state.unproved("column", column):
            lines.append(("column", point - SIZE))
        cut = tuple(f"broken {kind} {name(before)}" for kind, before in lines)
        if cut:
            decide = f"{told.decide}; nothing proves the line: from its pin to the reed it must be 0 Ohm"
            told = replace(told, candidates=(*told.candidates, *cut), decide=decide)
        found.append(told)
    return found


def weak(state: State) -> list[Finding]:
    """Find reeds that lose their stone for short times."""
    seen = sorted(state.walk.weak.items())
    return [_live(state, "weak magnet", point, times=times, beside=state.beside) for point, times in seen]


def sticking(state: State) -> list[Finding]:
    """Find reeds that open late."""
    return [_live(state, "sticking reed", point, late=late) for point, late in sorted(state.walk.sticking.items())]


def crosstalk(state: State) -> list[Finding]:
    """Find stones that also close a neighbour's reed."""
    return [
        _live(state, "crosstalk", point, other=name(other), point=name(point), beside=state.beside)
        for point, other in sorted(state.walk.crosstalk.items())
    ]


def _live(state: State, fault: str, at: int, **values: Any) -> Finding:
    """Return the finding of a point. The point's reed still opens and closes, so this finding hides no other fault."""
    return finding(fault, name(at), contact=state.layout.contact(at), **values)


def _mute(state: State, fault: str, group: list[int], **values: Any) -> Finding:
    """Return the finding of a reed that gives no information.

    The finding hides all other faults of its point, and crosstalk from neighbours.

    `group`: the points that may have this reed, if lines are joined.
    """
    at = name(group[0])
    if len(group) > 1:
        candidates = tuple(f"{fault} at {name(point)}" for point in group)
        decide = "their lines are joined, so that one shows as all: repair the short, and see which one remains"
    else:
        candidates = (f"any other fault of {at}", f"crosstalk into {at}")
        decide = f"none is visible without information from {at}: repair it, put stones there and beside"
    return finding(
        fault,
        " ".join(name(each) for each in group),
        candidates,
        (Hidden(OF_A_POINT, frozenset(group)), Hidden(("crosstalk",), beside(group))),
        decide=decide,
        contact=" or ".join(state.layout.contact(each) for each in group),
        **values,
    )


def _groups(state: State, cells: Iterable[Cell]) -> list[list[int]]:
    """Return the points of contacts in groups.

    Points that can't be distinguished, because lines are joined, are in the same group.
    """
    left = sorted(point for point in map(state.layout.point, cells) if point is not None)
    groups: list[list[int]] = []
    while left:
        group = [left.pop(0)]
        for point in left[:]:
            if any(_same(state, point, other) for other in group):
                group.append(point)
                left.remove(point)
        groups.append(group)
    return groups


def _same(state: State, one: int, other: int) -> bool:
    (row, column), (itsrow, itscolumn) = divmod(one, SIZE), divmod(other, SIZE)
    rows = (min(row, itsrow), max(row, itsrow))
    columns = (min(column, itscolumn), max(column, itscolumn))
    joined = state.shorted
    return (rows in joined["row"] and column == itscolumn) or (columns in joined["column"] and row == itsrow)
