"""Find faults of the whole board: the supply, slow lines, the sixteenth row and column, untested points.

The contacts of the sixteenth row and column are wires, so they are always closed.
"""

from __future__ import annotations

from tengen import wiring

from .... import pinouts
from ..layout import POINTS, SHUT, SIZE, name, names, part
from .finding import OF_A_POINT, Finding, Hidden
from .line_states import State, beside, far_ends
from .table import HIGHEST_MV, finding


def supply(state: State) -> list[Finding]:
    """Find a supply of the lights that is missing, too low or too high."""
    mv, most = state.walk.evidence.least_mv, state.walk.evidence.most_mv
    if mv is None or most is None:
        return []
    if most > HIGHEST_MV:
        return [finding("high supply", str(most), mv=most, high=HIGHEST_MV)]
    if mv >= wiring.LOW_MV:
        return []
    if state.without_supply:
        return [finding("sagging supply: missing", str(mv), ("broken LED",), (Hidden(("broken LED",)),), mv=mv)]
    return [finding("sagging supply", str(mv), mv=mv, low=wiring.LOW_MV)]


def slow(state: State) -> list[Finding]:
    """Find columns that fall too slowly."""
    walk = state.walk
    if not walk.depth:
        return []
    return [
        finding(
            "slow lines",
            "",
            (
                "shorted diode at any point",
                "broken row at its last point: the diode of the sixteenth column",
                *(f"any fault of {name(each)}" for each in sorted(walk.shadowed)),
            ),
            (
                Hidden(("shorted diode",), frozenset(range(POINTS))),
                Hidden(OF_A_POINT, frozenset(walk.shadowed)),
                Hidden(("crosstalk",), beside(walk.shadowed)),
                # the sense bit of the previous row appears in the row's own sense bit
                Hidden(("broken row",), far_ends("row", range(SIZE))),
            ),
            settle=wiring.SETTLE_US,
            pull_down=state.pull_down,
        )
    ]


def shut(state: State) -> list[Finding]:
    """Find a sixteenth row or column that is dead, or a matrix without any closed contact."""
    found = []
    layout, walk = state.layout, state.walk
    sense_heard, answers = state.answering("row"), state.answering("column")
    if not sense_heard and not answers and not walk.felt:
        power, sense = pinouts.number("row_driver", "VCC"), layout.line("column", SHUT)
        data, clock, latch = range(wiring.ROW_DATA, wiring.ROW_DATA + 3)
        return [finding("nothing reads", "", column=sense, power=power, data=data, clock=clock, latch=latch)]
    if not sense_heard and walk.felt:
        found.append(
            finding(
                "dead column: sense",
                "sense",
                (
                    "dead row: only stones tell of it now",
                    "broken row at its last point: only the sense tells of it",
                ),
                (Hidden(("broken row",), far_ends("row", range(SIZE))),),
                column=layout.line("column", SHUT),
            )
        )
    if not answers and (walk.felt or sense_heard):
        found.append(
            finding(
                "dead row: sixteenth",
                str(SHUT + 1),
                (
                    *(f"shorted rows {one + 1} {other + 1}" for one, other in state.fighting if other == SHUT),
                    "dead column: only stones tell of it now",
                    "broken column at its last point: only the sixteenth row tells of it",
                ),
                (Hidden(("broken column",), far_ends("column", range(SIZE))),),
                row=layout.line("row", SHUT),
                pin=part(layout.rows[SHUT]),
            )
        )
    return found


def untested(state: State) -> list[Finding]:
    """Note what was not tested, and at which points."""
    found = []
    for kind, points in sorted(state.walk.untested.items()):
        if kind == "shorted diode" and state.walk.depth:
            continue  # the finding of slow() already says this
        named = names(points)
        hidden = (Hidden((kind,), frozenset(points)),)
        candidates = (f"{kind} at {named}",)
        found.append(finding("not tested", "", candidates, hidden, broken=False, untested=kind, points=named))
    return found


def bounce(state: State) -> list[Finding]:
    """Note that bounces shorter than a scan are not seen, and that the firmware's debouncing ignores them."""
    rate = state.walk.evidence.rate or 1000 / wiring.SCAN_MS
    waits = wiring.STONE_FRAMES[0] * wiring.SCAN_MS
    hidden = (Hidden(("worst bounce",)),)
    return [finding("bounce", "", ("worst bounce",), hidden, broken=False, unseen=1000 / rate, waits=waits)]
