"""Measures the search for wins by fours: fours per second on the emulated Pico, and the share decided in time.

The Pico's speed is measured: it solves problems of real games. The share of problems that it decides within a time, and
of all positions of some games, is computed: the laptop does the same search, with a table of the size that the board
has, and multiplies the number of tried fours by the Pico's time for one four. The problems are in tests/data/vcf.tsv:
board text, X or O to move, least number of fours.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tengen.games import BLACK, WHITE
from tengen.games.renju.position import of_text
from tengen.partner.fours import Fours
from tengen.partner.reserve import TABLE

from .. import resources, samples
from ..solve import compiled
from .pico import CYCLES_PER_MS, Pico

Say = Callable[[str], None]

SEED, ON_THE_PICO = 24, 60  # problems
SLICE_US = 5000  # the firmware's own slice of thinking time
MOST = 2500  # the most fours that a problem for the Pico may need; the emulator takes some ten seconds for them
LATER = 400_000  # after this number of fours a problem counts as not decided

_SET_UP = f"""
from machine import disable_irq, enable_irq
from tengen.partner.fours import Fours
position = None
gc.collect()
solver = Fours()

def solve(cells, colour, most):
    solver.begin(cells, colour)
    state = disable_irq()
    marker(1)
    while solver.wins is None and solver.nodes < most and not solver.done:
        solver.think({SLICE_US})
    marker(0)
    enable_irq(state)
    print(solver.nodes, solver.wins)
"""
_SOLVE = "solve({cells!r}, {colour}, {most})\n"


def problems() -> list[tuple[bytes, int, int]]:
    """Return the problems, each as (the colours of 225 points, the colour to move, the least number of fours or 0)."""
    lines = resources.path("tests/data/vcf.tsv").read_text(encoding="ascii").splitlines()
    found = []
    for text, turn, fours in (line.split("\t") for line in lines):
        found.append((bytes(of_text(text).cells), BLACK if turn == "X" else WHITE, int(fours)))
    return found


def fours_figures(say: Say, pico: Pico, count: int = ON_THE_PICO) -> dict[str, Any]:
    """Return the figures. The Pico solves `count` problems, and its results must equal the laptop's.

    Raises RuntimeError if they differ.
    """
    solver = compiled.fastest(TABLE)
    given = problems()
    chosen = Random(SEED).sample(given, count)
    figures = _on_the_pico(say, pico, solver, chosen)
    speed = figures["vcf_nodes_per_s"]
    say("fours: all problems on the laptop, in steps of the Pico's time")
    needed = sorted(_decided_after(solver, cells, colour, fours > 0) for cells, colour, fours in given)
    for key, seconds in (("1s", 1), ("10s", 10)):
        figures[f"vcf_solved_{key}"] = _percent(needed, seconds * speed)
    figures["vcf_problems"] = len(needed)
    say("fours: after every stone of real games")
    needed = sorted(_both_decided_after(solver, board) for game in samples.games() for board in _positions(game))
    figures["vcf_decided_200ms"] = _percent(needed, 0.2 * speed)
    figures["vcf_positions"] = len(needed)
    return figures


def _on_the_pico(say: Say, pico: Pico, solver: Fours, chosen: Sequence[tuple[bytes, int, int]]) -> dict[str, Any]:
    pico.run(_SET_UP)
    pico.take_cycles()
    speeds = []
    nodes = cycles = 0
    for number, (cells, colour, _) in enumerate(chosen, 1):
        tried, wins = pico.run(_SOLVE.format(cells=cells, colour=colour, most=MOST)).split()
        took = pico.take_cycles()[0]
        if (tried, wins) != _here(solver, cells, colour):
            raise RuntimeError(f"problem {number}: the Pico tried {tried} fours ({wins}), the laptop another number")
        nodes, cycles = nodes + int(tried), cycles + took
        if int(tried) >= 50:
            speeds.append(round(int(tried) * 1000 * CYCLES_PER_MS / took))
        say(f"fours: problem {number} of {len(chosen)} on the emulated Pico")
    return {
        "vcf_nodes_per_s": round(nodes * 1000 * CYCLES_PER_MS / cycles),
        "vcf_nodes_per_s_min": min(speeds),
        "vcf_nodes_per_s_max": max(speeds),
        "vcf_nodes_on_the_pico": nodes,
    }


def _here(solver: Fours, cells: bytes, colour: int) -> tuple[str, str]:
    solver.begin(cells, colour)
    while solver.wins is None and solver.nodes < MOST and not solver.done:
        solver.think(SLICE_US)
    return str(solver.nodes), str(solver.wins)


def _decided_after(solver: Fours, cells: bytes, colour: int, wins: bool) -> int:
    """Return how many fours were tried until the answer was known; LATER if it was not known by then."""
    solver.begin(cells, colour)
    while solver.wins is None and solver.nodes < LATER:
        solver.try_fours(20)
    if solver.wins is not None and solver.wins != wins:
        raise RuntimeError("the solution of a problem differs from its data")
    return solver.nodes


def _both_decided_after(solver: Fours, cells: bytes) -> int:
    found = 0
    for colour in (BLACK, WHITE):
        solver.begin(cells, colour)
        while solver.wins is None and solver.nodes < LATER:
            solver.try_fours(20)
        found += solver.nodes
    return found


def _positions(game: bytes) -> list[bytes]:
    """Return the position after each stone of a game except the last, which makes a five."""
    cells = bytearray(225)
    found = []
    for at in range(0, len(game) - 2, 2):
        cells[game[at]] = game[at + 1]
        found.append(bytes(cells))
    return found


def _percent(needed: Sequence[int], nodes: float) -> float:
    return round(100 * bisect_right(needed, nodes) / len(needed), 2)


def fours_rows(figures: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the figures as rows (quantity, figure, sample)."""
    spread = f"{figures['vcf_nodes_on_the_pico']} fours, a problem {figures['vcf_nodes_per_s_min']:,} to {{:,}}"
    share = f"of {figures['vcf_problems']} problems"
    known = f"{figures['vcf_decided_200ms']:.2f} %"
    return [
        ("wins by fours, on the Pico", "", ""),
        ("  fours tried", f"{figures['vcf_nodes_per_s']:,} a s", spread.format(figures["vcf_nodes_per_s_max"])),
        ("  decided within 1 s", f"{figures['vcf_solved_1s']:.2f} %", share),
        ("  decided within 10 s", f"{figures['vcf_solved_10s']:.2f} %", share),
        ("  who has a win, within 0.2 s", known, f"of {figures['vcf_positions']} positions"),
    ]
