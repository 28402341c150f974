"""Measures the figures of `tengen bench` on the laptop and on an emulated Pico, as numbers and as a table."""

from __future__ import annotations

import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tengen import __version__
from tengen.games.renju import kernels

from .. import samples
from ..image import Image
from ..resources import checkout
from .fours import fours_figures, fours_rows
from .judging import judging_figures, judging_rows
from .pico import CYCLES_PER_MS, Pico
from .stones import stones_figures, stones_rows
from .whole_board import HEAP_AT, board_figures

Say = Callable[[str], None]
Row = tuple[str, str, str]  # quantity, figure, sample

LINES, RANDOM_LINES, RUNS = 100_000, 20_000, 3

_JUDGE = [sys.executable, "-c", "from tengen_host.cli import main; main()", "judge", "--map"]
_WORD = 4  # bytes
_GAMES_AT_ONCE = 10  # games sent to the Pico in one piece, which must fit into its RAM


def python_figures(say: Say, lines: int = LINES, random_lines: int = RANDOM_LINES, runs: int = RUNS) -> dict[str, Any]:
    """Return the lines per second of CPU time of `tengen judge --map`: median, minimum and maximum of several runs.

    The CPU time is that of the whole process, including its start. Raises RuntimeError if the judge fails.
    """
    figures: dict[str, Any] = {}
    for name, boards in (("", samples.real_boards(lines)), ("random_", samples.random_boards(random_lines))):
        speeds = []
        for run in range(runs):
            speeds.append(len(boards) / _judging_s(boards))
            say(f"{name or 'real_'}boards on the laptop, run {run + 1} of {runs}: {speeds[-1]:.0f} lines/s")
        key = f"python_{name}maps_per_s"
        figures[key] = round(median(speeds))
        figures[f"{key}_min"], figures[f"{key}_max"] = round(min(speeds)), round(max(speeds))
        figures[f"python_{name}lines"] = len(boards)
    figures["python_runs"] = runs
    figures["python_moves_per_s"] = judging_figures(say)
    return figures


def _judging_s(boards: Sequence[str]) -> float:
    """Return the CPU seconds (user and system) of a process that judges boards from a file."""
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "boards.txt"
        given.write_text("".join(f"{board}\n" for board in boards), encoding="ascii")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ended = subprocess.run([*_JUDGE, str(given)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode:
        raise RuntimeError(f"the judge ended with status {ended.returncode}: {ended.stderr.strip()}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def emulated_figures(say: Say, image: Image) -> dict[str, Any]:
    """Measure an image's rules and its whole firmware on an emulated Pico, in the Pico's time.

    The Pico has its XIP cache and waits for flash; `without_cache` has the same figures with flash that takes no time.
    """
    return _both(lambda cached: _rules_figures(say, image, cached) | board_figures(say, image, cached=cached))


def family_figures(say: Say, image: Image) -> dict[str, Any]:
    """Measure the stones of every game on an emulated Pico, with and without cache like emulated_figures()."""
    return _on_a_pico(say, image, lambda pico: {"family": stones_figures(say, pico)})


def vcf_figures(say: Say, image: Image) -> dict[str, Any]:
    """Measure the search for wins by fours on an emulated Pico, with and without cache like emulated_figures()."""
    return _on_a_pico(say, image, lambda pico: fours_figures(say, pico))


def _on_a_pico(say: Say, image: Image, measure: Callable[[Pico], dict[str, Any]]) -> dict[str, Any]:
    def measured(cached: bool) -> dict[str, Any]:
        say(_booting(cached))
        with Pico(image.uf2, cached) as pico:
            return measure(pico)

    return _both(measured)


def _both(measure: Callable[[bool], dict[str, Any]]) -> dict[str, Any]:
    return {**measure(True), "without_cache": measure(False)}


def _booting(cached: bool) -> str:
    return f"booting an emulated Pico {'with its XIP cache' if cached else 'whose flash takes no time'}"


def _rules_figures(say: Say, image: Image, cached: bool) -> dict[str, Any]:
    """Measure the time to put a stone and update all verdicts, and the memory of the rules."""
    say(_booting(cached))
    with Pico(image.uf2, cached) as pico:
        figures: dict[str, Any] = {"clock_mhz": CYCLES_PER_MS // 1000}
        games = samples.games()
        figures |= {"games": len(games), "stones": sum(len(game) // 2 for game in games)}
        cycles = _cycles(say, pico, "games", games)
        figures["map_ms_median"] = _ms(median(cycles))
        figures["map_ms_p90"] = _ms(quantiles(cycles, n=10)[-1])
        figures["map_ms_max"] = _ms(max(cycles))
        for kind, boards in (("dense", samples.dense_boards()), ("hostile", samples.hostile_boards())):
            figures |= {f"{kind}_boards": len(boards), f"{kind}_stones": sum(len(board) // 2 for board in boards)}
            figures[f"{kind}_map_ms_max"] = _ms(max(_cycles(say, pico, f"{kind} boards", boards, back=False)))
        say("memory allocated by putting a stone")
        some = games[:3] + samples.dense_boards()[:2] + samples.hostile_boards()[-1:]
        figures["put_alloc_bytes"] = max(pico.allocated_bytes(game) for game in some)
        figures["rules_ram_bytes"] = pico.ram_bytes
        figures |= fours_figures(say, pico)
        figures["family"] = stones_figures(say, pico)
    figures["rules_tables_ram_bytes"] = tables_bytes()
    return figures


def _cycles(say: Say, pico: Pico, name: str, games: Sequence[bytes], back: bool = True) -> list[int]:
    cycles = []
    for at in range(0, len(games), _GAMES_AT_ONCE):
        cycles += pico.play(games[at : at + _GAMES_AT_ONCE], back)
        say(f"{name} on the emulated Pico: {min(at + _GAMES_AT_ONCE, len(games))} of {len(games)}")
    return cycles


def _ms(cycles: float) -> float:
    return round(cycles / CYCLES_PER_MS, 5)


def tables_bytes() -> int:
    """Return the bytes of a position's constant tables: the lines of the points, the steps, the positions of bits."""
    lines = kernels._CANDIDATES - kernels._LINES_OF
    steps_and_bits = kernels.VERDICTS - kernels._STEP
    return _WORD * (lines + steps_and_bits)


def table(figures: dict[str, Any]) -> str:
    """Return the figures as a table, one line for each."""
    rows: list[tuple[str, ...]] = [(what, "", figure, sample) for what, figure, sample in python_rows(figures)]
    if "clock_mhz" in figures:
        rows = both_rows(_emulated_rows, figures) + rows
    return aligned(rows)


def stamp() -> dict[str, str]:
    """Return what was measured and when: version, commit (in a checkout with git), date, and the laptop's Python."""
    found = {"version": __version__, "date": date.today().isoformat(), "python": platform.python_version()}
    if root := checkout():
        with suppress(OSError, subprocess.CalledProcessError):
            command = ["git", "rev-parse", "--short=8", "HEAD"]
            told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
            found["commit"] = told.stdout.strip()
    return found


def both_rows(rows: Callable[[dict[str, Any]], list[Row]], figures: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return rows (quantity, figure with XIP cache, figure without, sample), with a heading.

    The sample is that of the figures with the cache.
    """
    pairs = zip(rows(figures), rows(figures["without_cache"]), strict=True)
    heading = ("on the emulated Pico", "with its XIP cache", "flash takes no time", "the real one: about the first")
    return [heading, *((what, figure, other, sample) for (what, figure, sample), (_, other, _) in pairs)]


def aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """Align rows (quantity, one or more figures, sample) as text, one line for each."""
    wide = max(len(what) for what, *_ in rows)
    return "\n".join(
        "  ".join((f"{what:{wide}}", *(f"{figure:>24}" for figure in found), sample)).rstrip()
        for what, *found, sample in rows
    )


def _emulated_rows(figures: dict[str, Any]) -> list[Row]:
    return [*rules_rows(figures), *stones_rows(figures["family"]), *board_rows(figures)]


def rules_rows(figures: dict[str, Any]) -> list[Row]:
    """Return the figures of the rules of Renju and of the search for wins by fours in words."""

    def row(what: str, key: str, boards: str, stones: str) -> tuple[str, str, str]:
        sample = f"{figures[boards]} {boards.replace('_', ' ')}, {figures[stones]} stones"
        return (f"  {what}", f"{figures[key]:.3f} ms", sample)

    tables = f"{figures['rules_tables_ram_bytes']} of them tables"
    return [
        (f"a stone put and the whole map, Pico at {figures['clock_mhz']} MHz", "", ""),
        row("real games, median", "map_ms_median", "games", "stones"),
        row("real games, 9 of 10 within", "map_ms_p90", "games", "stones"),
        row("real games, longest", "map_ms_max", "games", "stones"),
        row("dense boards, longest", "dense_map_ms_max", "dense_boards", "dense_stones"),
        row("hostile boards, longest", "hostile_map_ms_max", "hostile_boards", "hostile_stones"),
        ("memory allocated by putting a stone", f"{figures['put_alloc_bytes']} bytes", ""),
        ("RAM of a position", f"{figures['rules_ram_bytes']} bytes", tables),
        *fours_rows(figures),
    ]


def board_rows(figures: dict[str, Any]) -> list[Row]:
    """Return the figures of the whole board in words."""

    def row(what: str, key: str, sample: str = "") -> tuple[str, str, str]:
        return (f"  {what}", f"{figures[f'touch_to_light_ms_{key}']:.1f} ms", sample)

    spoilt = f"{figures['touch_to_light_dropouts']} with a contact that opened again for 3 ms"
    return [
        ("from power to the line `started`", f"{figures['start_ms']:.0f} ms", "in mid-game"),
        ("  with the slowest flash", f"{figures['start_worst_flash_ms']:.0f} ms", "in mid-game"),
        ("from touch to light, Pico and LEDs", "", ""),
        row("median", "median", f"{figures['touch_to_light_placements']} stones, {spoilt}"),
        row("99 of 100 within", "p99"),
        row("longest", "max"),
        row("longest, no other stone out of place", "calm_max"),
        row("longest, another new stone waiting", "second_max"),
        row("longest, a stone missing", "extra_max"),
        *_longest_rows(figures["touch_to_light_longest"]),
        ("from touch to the line at the laptop", "", ""),
        ("  median", f"{figures['touch_to_line_ms_median']:.1f} ms", ""),
        ("  99 of 100 within", f"{figures['touch_to_line_ms_p99']:.1f} ms", ""),
        ("from the request to the whole state", f"{figures['whole_state_ms']:.0f} ms", f"at stone {HEAP_AT}"),
        ("reported stones that nobody put", f"{figures['invented_stones']}", ""),
        ("sleep of the core, nobody at the board", f"{figures['idle_cpu_percent']:.1f} %", "in mid-game"),
        ("scans of the matrix", f"{figures['scan_hz']:.0f} Hz", "in mid-game"),
        ("free heap, with the partner's reserve", f"{figures['free_heap_bytes']} bytes", f"at stone {HEAP_AT}"),
    ]


def _longest_rows(longest: dict[str, float]) -> list[Row]:
    told = (
        ("until earlier frames have latched", "frames_before_ms"),
        ("from then to the first bit of its frame", "to_first_bit_ms"),
        ("its frame, with the latch", "frame_ms"),
    )
    before = f"before the first bit {longest['asleep_ms']:.1f} ms asleep, {longest['flash_ms']:.1f} waiting for flash"
    rows = [(f"    {what}", f"{longest[key]:.1f} ms", "") for what, key in told]
    return [("  of the longest", f"{longest['ms']:.1f} ms", before), *rows]


def python_rows(figures: dict[str, Any]) -> list[Row]:
    """Return the figures of the laptop in words."""
    rows = [("tengen judge --map, lines per second of CPU time", "", "")]
    for name, what in (("", "positions of real games"), ("random_", "random boards")):
        key = f"python_{name}maps_per_s"
        spread = f"{figures[f'{key}_min']:,} to {figures[f'{key}_max']:,} in {figures['python_runs']} runs"
        rows.append((f"  {what}", f"{figures[key]:,} lines/s", f"{figures[f'python_{name}lines']:,} lines, {spread}"))
    return rows + judging_rows(figures["python_moves_per_s"])
