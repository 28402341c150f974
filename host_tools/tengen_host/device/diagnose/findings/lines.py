"""Find rows and columns that are dead, broken, high, shorted or swapped."""

from __future__ import annotations

from dataclasses import replace

from ..layout import LINES, SHUT, SIZE, name
from .finding import OF_A_POINT, Finding, Hidden
from .line_states import KINDS, State, beside, far_ends, letter, points_of
from .table import finding


def dead(state: State) -> list[Finding]:
    """Find rows and columns that are dead, or broken at some point."""
    found = []
    for kind in KINDS:
        for line in range(SIZE):
            if line in state.broken[kind]:
                found.append(_broken_line(state, kind, line))
            elif state.dead(kind, line):
                found.append(_dead_line(state, kind, line))
    return found


def _dead_line(state: State, kind: str, line: int) -> Finding:
    row, label = kind == "row", _label(kind, line)
    short = [pair for pair in state.fighting if row and line in pair]
    points = frozenset(points_of(kind, line))
    kinds = (*OF_A_POINT, f"broken {kind}", f"swapped {kind}s", f"shorted {kind}s")
    says = "no stone is felt in it"
    if state.silent(kind, line):
        # the same words as "device.row_dead" and "device.column_dead" of the languages
        closed = "its always-closed contact"
        says = f"{closed} with the row sense never answers" if row else f"it does not answer to {closed}"
    return finding(
        f"dead {kind}",
        label,
        (
            *(f"shorted rows {one + 1} {other + 1}" for one, other in short),
            *(f"{each} on {kind} {label}" for each in (*OF_A_POINT, f"broken {kind}")),
            f"crosstalk into {kind} {label}",
        ),
        (
            Hidden(kinds, points, **{f"{kind}s": frozenset((line,))}),
            Hidden(("crosstalk",), beside(points)),
        ),
        line=state.layout.line(kind, line),
        label=label,
        says=says,
        pin=state.layout.pin(kind, line),
        pull_down=state.pull_down,
        resistor=state.resistor,
    )


def _label(kind: str, line: int) -> str:
    return str(line + 1) if kind == "row" else letter(line)


def _broken_line(state: State, kind: str, line: int) -> Finding:
    """Return the finding of a line that works only near the controller."""
    row = kind == "row"
    last = state.broken[kind][line]
    beyond = [point for point in points_of(kind, line) if point > last]
    silent = state.silent(kind, line)
    far_end = "none beyond it"
    if silent:
        far_end = "its always-closed contact, at the far end, never answers"
    candidates: tuple[str, ...] = ()
    if beyond:
        candidates = (
            *(f"broken {kind} {name(point)}" for point in _unfelt(state, kind, beyond)),
            *(f"{each} in that {kind} beyond {name(last)}" for each in (*OF_A_POINT, f"broken {kind}")),
        )
    told = finding(
        "broken line" if beyond else "broken line: its end",
        name(last),
        candidates,
        (
            Hidden((*OF_A_POINT, f"broken {kind}"), frozenset(beyond)),
            Hidden(("crosstalk",), beside(beyond)),
        ),
        line=kind,
        label=state.layout.line(kind, line),
        works="stones are felt" if last in state.walk.felt else "reeds close",
        last=name(last),
        far_end=far_end,
        pin=state.layout.pin(kind, line),
        sixteenth="column" if row else "row",
    )
    if beyond and not silent:
        told = replace(told, cure=f"{told.cure}; where none end, each of these reeds is stuck open")
    return told


def _unfelt(state: State, kind: str, beyond: list[int]) -> list[int]:
    """Return the first points of `beyond`, which a broken line may still reach.

    These are points on dead crossing lines, and the point after them, because its reed may be dead.
    """
    dead = [state.dead("column", at % SIZE) if kind == "row" else state.dead("row", at // SIZE) for at in beyond]
    return beyond[: max(1, [*dead, False].index(False))]


def high(state: State) -> list[Finding]:
    """Find columns that are high while all rows are low."""
    if state.walk.depth:
        return []
    return [
        finding("high column", letter(column), column=state.layout.line("column", column), pull_down=state.pull_down)
        for column, entry in enumerate(state.layout.columns)
        if state.base[LINES] >> entry & 1
    ]


def rows_that_fight(state: State) -> list[Finding]:
    """Find pairs of dead rows that may have shorted outputs.

    One output is high and the other is low, so neither row becomes high.
    """
    pairs = state.fighting
    if not pairs:
        return []
    dead = sorted({row for pair in pairs for row in pair})
    one, other = pairs[0]
    return [
        finding(
            "fighting rows",
            f"{one + 1} {other + 1}",
            tuple(f"shorted rows {a + 1} {b + 1}" for a, b in pairs) + tuple(f"dead row {row + 1}" for row in dead),
            one=one + 1,
            other=other + 1,
            pins=f"{state.layout.pin('row', one)} and {state.layout.pin('row', other)}",
        )
    ]


def shorted(state: State) -> list[Finding]:
    """Find shorted rows, and shorted columns."""
    return [_joined(state, kind, pair) for kind in KINDS for pair in state.shorted[kind]]


def _joined(state: State, kind: str, pair: tuple[int, int]) -> Finding:
    one, other = (_label(kind, line) for line in pair)
    place, lines = f"{one} {other}", frozenset(pair)
    points = frozenset(point for line in lines - {SHUT} for point in points_of(kind, line))
    swapped, cut = f"swapped {kind}s", f"broken {kind}"
    # the findings about these ends are hidden, because each line answers in place of the other
    ends = far_ends(kind, lines - {SHUT})
    return finding(
        "shorted lines",
        place,
        (
            f"{swapped} {place}",
            "shorted diode at any point",
            f"a dead driver or input of {one} or {other}",
            f"{cut} at the last point of {one} or {other}",
        ),
        (
            Hidden((*OF_A_POINT, swapped, "dead row", "dead column"), points, **{f"{kind}s": lines}),
            Hidden((cut,), ends),
        ),
        lines=f"{kind}s",
        one=one,
        other=other,
        pins=" and ".join(state.layout.pin(kind, line) for line in pair),
    )


def swapped(state: State) -> list[Finding]:
    """Find rows, and columns, that are connected to each other's pins. Each cycle is one finding."""
    found = []
    for kind, now, believed in (
        ("row", state.layout.rows, state.walk.belief.rows),
        ("column", state.layout.columns, state.walk.belief.columns),
    ):
        moved = [at for at in range(LINES) if now[at] != believed[at]]
        while moved:
            one = moved.pop(0)
            cycle = [one]
            at = believed.index(now[one])
            while at != one and at in moved:
                cycle.append(at)
                moved.remove(at)
                at = believed.index(now[at])
            cycle.sort()
            labels = [_label(kind, each) for each in cycle]
            found.append(
                finding(
                    "swapped lines",
                    " ".join(labels),
                    how="swapped" if len(cycle) == 2 else "misordered",
                    lines=f"{kind}s",
                    which=" and ".join(labels) if len(labels) == 2 else ", ".join(labels),
                    pins=", ".join(state.layout.pin(kind, each) for each in cycle),
                )
            )
    return found
