"""Findings of rows and columns: dead, broken, high, shorted, swapped."""

from __future__ import annotations

from dataclasses import replace

from tengen import wiring
from tengen.games.points import LETTERS

from ..layout import LINES, SHUT, SIZE, name, part
from .finding import OF_A_POINT, Finding, Hidden
from .state import State, beside, far_ends, letter, points_of
from .table import finding


def dead_rows(state: State) -> list[Finding]:
    """Find rows that are dead, or broken at some point."""
    found = []
    heard = sum(state.sensed) >= 2
    for row in range(SIZE):
        if row in state.broken_rows:
            found.append(_broken_line(state, "row", row))
            continue
        silent = heard and not state.sensed[row]
        if not silent and row not in state.walk.dead_rows:
            continue
        short = [pair for pair in state.fighting if row in pair]
        points = frozenset(points_of("row", row))
        found.append(
            finding(
                "dead row",
                str(row + 1),
                (
                    *(f"shorted rows {one + 1} {other + 1}" for one, other in short),
                    *(f"{kind} on row {row + 1}" for kind in (*OF_A_POINT, "broken row")),
                    f"crosstalk into row {row + 1}",
                ),
                (
                    Hidden((*OF_A_POINT, "broken row", "swapped rows", "shorted rows"), points, frozenset((row,))),
                    Hidden(("crosstalk",), beside(points)),
                ),
                row=state.layout.row(row),
                says="its sense bit never closes" if silent else "no stone is felt in it",
                pin=part(state.layout.rows[row]),
                rate=1000 // wiring.SCAN_MS,
                number=row + 1,
            )
        )
    return found


def dead_columns(state: State) -> list[Finding]:
    """Find columns that are dead, or broken at some point."""
    found = []
    heard = sum(state.answered[:SHUT]) >= 2
    for column in range(SIZE):
        if column in state.broken_columns:
            found.append(_broken_line(state, "column", column))
            continue
        silent = heard and not state.answered[column]
        if not silent and column not in state.walk.dead_columns:
            continue
        points = frozenset(points_of("column", column))
        kinds = (*OF_A_POINT, "broken column", "swapped columns", "shorted columns")
        found.append(
            finding(
                "dead column",
                LETTERS[column],
                (
                    *(f"{kind} on column {LETTERS[column]}" for kind in (*OF_A_POINT, "broken column")),
                    f"crosstalk into column {LETTERS[column]}",
                ),
                (
                    Hidden(kinds, points, columns=frozenset((column,))),
                    Hidden(("crosstalk",), beside(points)),
                ),
                column=state.layout.column(column),
                says="it does not answer to the wired-shut row" if silent else "no stone is felt in it",
                letter=LETTERS[column],
                pull_down=state.pull_down,
                resistor=state.resistor,
            )
        )
    return found


def _broken_line(state: State, kind: str, line: int) -> Finding:
    """Return the finding of a line that works only near the controller."""
    row = kind == "row"
    layout = state.layout
    last = (state.broken_rows if row else state.broken_columns)[line]
    beyond = [point for point in points_of(kind, line) if point > last]
    silent = state.silent(kind, line)
    far_end = "none beyond it"
    if silent:
        proof = "its sense bit" if row else "the diode of the wired-shut row"
        far_end = f"{proof}, at the far end, never closes"
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
        label=layout.row(line) if row else layout.column(line),
        works="stones are felt" if last in state.walk.felt else "reeds close",
        last=name(last),
        far_end=far_end,
        pin=part(layout.rows[line]) if row else f"GPIO{wiring.COLUMNS + layout.columns[line]}",
        sixteenth="column" if row else "row",
    )
    if beyond and not silent:
        told = replace(told, cure=f"{told.cure}; where none end, each of these reeds is stuck open")
    return told


def _unfelt(state: State, kind: str, beyond: list[int]) -> list[int]:
    """Return the first points of `beyond`, which a broken line may still reach: points on dead crossing lines, and
    the next one, whose reed may be dead."""
    dead = [state.column_dead(point % SIZE) if kind == "row" else state.row_dead(point // SIZE) for point in beyond]
    return beyond[: max(1, [*dead, False].index(False))]


def high(state: State) -> list[Finding]:
    """Find columns that are high while all rows are low."""
    if state.walk.depth:
        return []
    return [
        finding("high column", letter(column), column=state.layout.column(column), pull_down=state.pull_down)
        for column, entry in enumerate(state.layout.columns)
        if state.base[LINES] >> entry & 1
    ]


def rows_that_fight(state: State) -> list[Finding]:
    """Find pairs of dead rows whose outputs may be shorted: one is high, the other low, and neither row gets high."""
    pairs = state.fighting
    if not pairs:
        return []
    outputs = state.layout.rows
    dead = sorted({row for pair in pairs for row in pair})
    one, other = pairs[0]
    return [
        finding(
            "fighting rows",
            f"{one + 1} {other + 1}",
            tuple(f"shorted rows {a + 1} {b + 1}" for a, b in pairs) + tuple(f"dead row {row + 1}" for row in dead),
            one=one + 1,
            other=other + 1,
            pins=f"{part(outputs[one])} and {part(outputs[other])}",
        )
    ]


def shorted(state: State) -> list[Finding]:
    """Find rows, and columns, that are shorted."""
    layout, found = state.layout, []
    for one, other in state.short_rows:
        pins = f"{part(layout.rows[one])} and {part(layout.rows[other])}"
        points = frozenset(point for row in (one, other) for point in range(row * SIZE, row * SIZE + SIZE))
        found.append(_joined("rows", f"{one + 1} {other + 1}", pins, points, rows=frozenset((one, other))))
    for one, other in state.short_columns:
        pins = " and ".join(f"GPIO{wiring.COLUMNS + layout.columns[each]}" for each in (one, other))
        points = frozenset(row * SIZE + column for column in (one, other) for row in range(SIZE))
        place = f"{letter(one)} {letter(other)}"
        found.append(_joined("columns", place, pins, points, columns=frozenset((one, other))))
    return found


def _joined(
    which: str,
    place: str,
    pins: str,
    points: frozenset[int],
    rows: frozenset[int] = frozenset(),
    columns: frozenset[int] = frozenset(),
) -> Finding:
    one, other = place.split()
    swapped, cut = f"swapped {which}", f"broken {which[:-1]}"
    ends = far_ends(which[:-1], (rows or columns) - {SHUT})  # each answers for the other
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
            Hidden((*OF_A_POINT, swapped, "dead row", "dead column"), points, rows, columns),
            Hidden((cut,), ends),
        ),
        lines=which,
        one=one,
        other=other,
        pins=pins,
    )


def swapped(state: State) -> list[Finding]:
    """Find rows, and columns, that are on each other's pins: one finding for each cycle."""
    found = []
    for kind, now, believed in (
        ("rows", state.layout.rows, state.walk.belief.rows),
        ("columns", state.layout.columns, state.walk.belief.columns),
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
            labels = [str(each + 1) if kind == "rows" else letter(each) for each in cycle]
            found.append(
                finding(
                    "swapped lines",
                    " ".join(labels),
                    how="swapped" if len(cycle) == 2 else "misordered",
                    lines=kind,
                    which=" and ".join(labels) if len(labels) == 2 else ", ".join(labels),
                    pins=", ".join(
                        part(now[each]) if kind == "rows" else f"GPIO{wiring.COLUMNS + now[each]}" for each in cycle
                    ),
                )
            )
    return found
