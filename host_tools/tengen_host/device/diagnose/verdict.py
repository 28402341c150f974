"""Decide go or no-go for a coupon, from figures with limits, and show the figures in a form."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from tengen import wiring

from ...reach import CLOSES_MM, OPENS_MM
from .coupon import MIDDLE, POINTS, TIMES, CouponWalk
from .layout import name


@dataclass(frozen=True)
class Line:
    """A figure that decides. If it was not measured, `ok` is None, and the verdict is no-go."""

    name: str
    measured: str
    limit: str
    ok: bool | None


def lines(walk: CouponWalk) -> list[Line]:
    """Return the figures in the order of the form."""
    all_, least, untried = len(POINTS), walk.evidence.least_mv, walk.untried
    unquiet = [point for point in POINTS if walk.unusable(point)]
    felt = [point for point in POINTS if walk.measured[point].felt]
    missing = [point for point in POINTS if point not in felt and point not in untried]
    elsewhere = [point for point in POINTS if walk.measured[point].elsewhere]
    in_chain = _in_chain(walk)
    return [
        Line("lights in the chain", "-" if in_chain is None else str(in_chain), str(all_),
             in_chain == all_ if walk.chain_fault or walk.chain_whole else None),
        Line("reeds at rest", _points("closed or restless", unquiet) or ("all open" if walk.baseline else "-"),
             "all open", _ok(bool(unquiet), bool(walk.baseline))),
        Line("stones felt on their points",
             f"{len(felt)} of {all_}{_points(', not', missing)}{_points('; not tried', untried)}", f"{all_} of {all_}",
             _ok(bool(missing), not untried)),
        Line("stones felt on another point, too", _points("at", elsewhere) or "none", "none",
             _ok(bool(elsewhere), not untried)),
        _distance("a stone that comes nearer closes at", walk, "closes_mm", least=CLOSES_MM),
        _distance("a stone that goes away opens at", walk, "opens_mm", most=OPENS_MM),
        Line(f"{name(MIDDLE).upper()} opens among eight stones", f"{walk.opened} of {walk.tried}",
             f"{TIMES} of {TIMES}", _ok(walk.opened < walk.tried, walk.tried >= TIMES)),
        Line("lights seen", "-" if walk.lights is None else str(walk.lights), str(all_),
             None if walk.lights is None else walk.lights == all_),
        Line("5 V supply, at least", "-" if least is None else f"{least / 1000:.2f} V",
             f"{wiring.LOW_MV / 1000:.2f} V", None if least is None else least >= wiring.LOW_MV),
    ]  # fmt: skip


def goes(found: list[Line]) -> bool:
    """Return whether all figures were measured and are good."""
    return all(line.ok for line in found)


def words(found: list[Line]) -> str:
    """Return the verdict as one sentence."""
    if goes(found):
        return "GO: this coupon has reeds, magnets and lights as they must be."
    bad = [line.name for line in found if line.ok is False]
    open_ = [line.name for line in found if line.ok is None]
    why = [f"not good: {'; '.join(bad)}"] if bad else []
    why += [f"not measured: {'; '.join(open_)}"] if open_ else []
    return f"NO-GO: {'. '.join(why)}."


def form(walk: CouponWalk) -> str:
    """Return the filled-in form, as Markdown."""
    found = lines(walk)
    text = [
        "# The coupon, measured", "", words(found), "",
        "| figure | measured | must be | |", "|---|---|---|---|",
        *(f"| {line.name} | {line.measured} | {line.limit} | {_mark(line.ok)} |" for line in found),
        "", "| point | felt | opens at mm | closes at mm |", "|---|---|---:|---:|",
    ]  # fmt: skip
    for point, its in walk.measured.items():
        felt = "yes" if its.felt else "not tried" if point in walk.untried else "no"
        text.append(f"| {name(point).upper()} | {felt} | {_mm(its.opens_mm)} | {_mm(its.closes_mm)} |")
    return "\n".join([*text, ""])


def fields(walk: CouponWalk) -> dict[str, Any]:
    """Return verdict, figures and points as an object for JSON."""
    found = lines(walk)
    return {
        "go": goes(found),
        "figures": [asdict(line) for line in found],
        "points": {
            name(point): {
                "felt": None if point in walk.untried else its.felt,
                "opens_mm": its.opens_mm,
                "closes_mm": its.closes_mm,
            }
            for point, its in walk.measured.items()
        },
    }


def _in_chain(walk: CouponWalk) -> int | None:
    """Return how many lights the chain has according to the board's own test; None without this test."""
    if walk.chain_whole:
        return wiring.PIXELS
    fault = walk.chain_fault or {}
    return fault["number"] if fault.get("code") == "device.chain_length" else None


def _distance(name_: str, walk: CouponWalk, which: str, least: float = 0.0, most: float = 1000.0) -> Line:
    found = {point: getattr(walk.measured[point], which) for point in POINTS}
    known = {point: mm for point, mm in found.items() if mm is not None}
    limit = f"{least:g} mm or more" if least else f"{most:g} mm or less"
    if not known:
        return Line(name_, "-", limit, None)
    bad = [point for point, mm in known.items() if not least <= mm <= most]
    span = f"{min(known.values()):g} to {max(known.values()):g} mm at {len(known)} of {len(POINTS)}"
    told = f"{span}; not at {_names(bad)}" if bad else span
    return Line(name_, told, limit, False if bad else len(known) == len(POINTS) or None)


def _ok(bad: bool, is_whole: bool) -> bool | None:
    """Return whether a figure is good: not if it is `bad`; unknown while the measurement is not whole."""
    return False if bad else is_whole or None


def _names(points: list[int]) -> str:
    return ", ".join(name(point).upper() for point in points)


def _points(words_: str, points: list[int]) -> str:
    return f"{words_} {_names(points)}" if points else ""


def _mark(ok: bool | None) -> str:
    return {True: "good", False: "**not good**", None: "not measured"}[ok]


def _mm(length: float | None) -> str:
    return "" if length is None else f"{length:g}"
