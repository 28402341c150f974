"""Let a simulated person walk over a bench with faults, which the findings must contain."""

from tengen.games import points
from tengen_host.device.diagnose.findings import find
from tengen_host.device.diagnose.layout import SIZE, Layout
from tengen_host.device.diagnose.learn import Learning
from tengen_host.device.diagnose.walk import Walk
from tengen_host.virtual.faults import KINDS, SENSE, Faults
from walker import Bench, Person

PIXELS = 255

# places of each kind of fault; some are in the same row or column, some are far apart
PLACES = {
    "worst bounce": (None,),
    "stuck closed": ("h9", "c5"),
    "stuck open": ("h9", "k12"),
    "chattering": ("h9", "e6"),
    "sticking reed": ("h9", "m3"),
    "shorted diode": ("h9", "f11"),
    "dead row": ("7", "9", "16"),
    "dead column": ("d", "h", "sense"),
    "broken row": ("f7", "i9", "o7"),
    "broken column": ("d6", "h9", "d15"),
    "swapped rows": ("3 4", "9 12"),
    "swapped columns": ("c d", "h m"),
    "shorted rows": ("3 4", "9 10"),
    "shorted columns": ("c d", "h j"),
    "slow lines": (None,),
    "weak magnet": ("h9", "l4"),
    "crosstalk": ("h9", "g5"),
    "broken LED": ("112",),
    "sagging supply": ("4000", "0"),
}


def walked(*faults, style="leave", seed=1, scramble=None, slips=()):
    """Return (the findings, the walk, the bench) for these faults, which are pairs of a kind and a place."""
    broken = Faults(SIZE, PIXELS)
    for kind, at in faults:
        broken.break_(kind, at)
    whole = not broken.places("broken LED")
    fault = None if whole else {"code": "device.chain_silent", "gpio": 20}
    walk = Walk(Layout.built(), {"whole": whole, "fault": fault})
    bench = Bench(walk.feed, walk.tick, broken, seed, scramble)
    Person(bench, walk, style, seed, slips).run()
    return find(walk), walk, bench


def learned(scramble, *faults, style="leave", seed=1, slips=(), person=Person):
    """Return what a walk over a board with this wiring has learned, and the walk."""
    broken = Faults(SIZE, PIXELS)
    for kind, at in faults:
        broken.break_(kind, at)
    walk = Learning(Layout.built(), {"whole": not broken.places("broken LED")})
    bench = Bench(walk.feed, walk.tick, broken, seed, scramble)
    person(bench, walk, style, seed, slips).run()
    if broken.places("broken LED"):
        return None, walk
    return walk.found(), walk


def is_as(found, scramble):
    """Return whether a Layout equals the wiring of a Scramble."""
    lines = (bytes(found.rows), bytes(found.columns), found.buttons)
    lights = (bytes(found.pixels), tuple(bytes(bar) for bar in found.bars))
    return lines == (scramble.rows, scramble.columns, scramble.buttons) and lights == (scramble.pixels, scramble.bars)


def how_named(found, kind, at):
    """Return how the findings contain a fault: "named", "candidate" (with the deciding measurement), or None."""
    for finding in found:
        if finding.kind == kind and _is_place(kind, finding.place, at):
            return "named"
    for finding in found:
        if finding.candidates and finding.decide and _may_be(finding, kind, at):
            return "candidate"
    return None


def _is_place(kind, place, at):
    sort = KINDS[kind].at
    if sort in ("nothing", "mV"):
        return True
    if sort == "point":
        return at in place.split()
    return place == at


def _may_be(finding, kind, at):
    if f"{kind} {at}" in finding.candidates:
        return True
    return any(kind in hidden.kinds and _within(hidden, kind, at) for hidden in finding.hidden)


def _within(hidden, kind, at):
    sort = KINDS[kind].at
    if sort == "point":
        return points.index(at, SIZE) in hidden.points
    if sort in ("row", "rows"):
        return bool({int(word) - 1 for word in at.split()} & hidden.rows)
    if sort in ("column", "columns"):
        return bool({SIZE if word == SENSE else points.LETTERS.index(word) for word in at.split()} & hidden.columns)
    return True


def invented(found, faults):
    """Return the findings of faults that do not exist and have no real fault among their candidates."""
    wrong = []
    for finding in found:
        true = any(finding.kind == kind and _is_place(kind, finding.place, at) for kind, at in faults)
        maybe = any(f"{kind} {at}" in finding.candidates for kind, at in faults)
        if finding.broken and not true and not maybe:
            wrong.append(finding)
    return wrong
