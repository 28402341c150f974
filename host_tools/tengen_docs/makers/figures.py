"""The results of `tengen bench --emulated --json`, from host_tools/docs/figures.json."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from tengen.games import registry
from tengen.partner import player
from tengen_host.bench import figures, judging
from tengen_host.bench.figures import Row

from ..pages import ROOT

FILE = ROOT / "host_tools" / "docs" / "figures.json"

_HEAD = ("", "with its XIP cache", "flash takes no time", "measured with")


@cache
def _measured() -> dict[str, Any]:
    return json.loads(FILE.read_text(encoding="utf-8"))


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    first = list(head)
    lines: list[Iterable[str]] = [first, ["---"] * len(first), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _named(what: str, value: str) -> str:
    """Return the name of a figure. A figure without a value is the heading of others."""
    return what.strip() if value else f"**{what.strip()}**"


def _both(rows: Any) -> str:
    its = _measured()
    pairs = zip(rows(its), rows(its["without_cache"]), strict=True)
    return _table(_HEAD, ([_named(what, value), value, other, by] for (what, value, by), (_, other, _) in pairs))


def when() -> str:
    """When the figures were measured, and with which version."""
    its = _measured()
    commit = f", commit {its['commit']}" if "commit" in its else ""
    note = f" {its['note']}" if "note" in its else ""
    return f"Measured on {its['date']}: Tengen {its['version']}{commit}, on a laptop with Python {its['python']}.{note}"


def board() -> str:
    """Return the figures of the whole firmware on the emulated Pico."""
    return _both(figures.board_rows)


def rules() -> str:
    """Return the figures of Renju's rules and of the search for wins by fours on the emulated Pico."""
    return _both(figures.rules_rows)


def family() -> str:
    """Return the time for a stone of each game on the emulated Pico."""
    its = _measured()

    def row(name: str) -> list[str]:
        cells = [f"{registry.title(name)} ({its['family'][name]['stones']} stones)"]
        for key in ("touch", "press"):
            for found in (its["family"][name], its["without_cache"]["family"][name]):
                cells.append(f"{found[f'{key}_ms_median']:.1f}, {found[f'{key}_ms_max']:.1f}")
        some = its["family"][name]
        return [*cells, f"{some['bytes_median']:,}, {some['bytes_max']:,}"]

    head = ("game", "touch, ms", "flash takes no time", "press, ms", "flash takes no time", "bytes of heap a stone")
    return _table(head, map(row, its["family"]))


def laptop() -> str:
    """Return the figures of the rules on a laptop."""
    rows: list[Row] = figures.python_rows(_measured())
    own = len(rows) - len(judging.judging_rows(_measured()["python_moves_per_s"]))
    shown = [(what, value, by) for what, value, by in rows[: own + 1]]
    shown += [(registry.title(what.strip()), value, by) for what, value, by in rows[own + 1 :]]
    return _table(("", "value", "measured with"), ([_named(what, value), value, by] for what, value, by in shown))


def levels() -> str:
    """Return the figures of the levels of the board's partner."""
    rows = []
    for number, (us, depth, fours, noise, blind) in enumerate(player._LEVELS, 1):
        luck = f"changes values by up to {noise}; overlooks something in {blind} of 16 thoughts" if noise else "none"
        rows.append([str(number), f"{us / 1e6:g} s", str(depth), f"{fours:,}", luck])
    return _table(("level", "time for a stone", "depth in stones", "fours tried", "luck"), rows)
