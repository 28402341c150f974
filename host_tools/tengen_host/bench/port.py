"""Measures a Pico at a serial port by its own clock, bare or with its board, and emulated Picos for comparison."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from .. import samples
from ..device.errors import BoardError
from ..device.repl import Repl
from ..device.selftest.run import told
from ..device.stopped import firmware
from ..emulator.board import EmulatedBoard
from ..emulator.cable import running
from ..image import Image
from .fours import SLICE_US, problems

Say = Callable[[str], None]

GAMES, FRAMES, PROBLEMS, ERASES = 10, 40, 6, 4
FOURS = 300  # of a problem

# The XIP cache's counters, which any write clears (RP2040 data sheet, 2.6.3.5)
_CLEAR_COUNTERS = """
from machine import mem32
mem32[0x1400000C] = mem32[0x14000010] = 0
"""
_COUNTERS = "print([mem32[0x1400000C], mem32[0x14000010]])"
_IMPORT = """
from time import ticks_diff, ticks_us
began = ticks_us()
import tengen.app
print(ticks_diff(ticks_us(), began))
"""
_SOLVE = f"""
from time import ticks_diff, ticks_us
from tengen.partner.fours import Fours
solver = Fours()
nodes = took = 0
for cells, colour in {{problems!r}}:
    solver.begin(cells, colour)
    began = ticks_us()
    while solver.wins is None and solver.nodes < {FOURS} and not solver.done:
        solver.think({SLICE_US})
    took += ticks_diff(ticks_us(), began)
    nodes += solver.nodes
print([nodes, took])
"""
# A file's first block is found by its contents, then erased and programmed directly: littlefs has no other data in it
_FLASH = """
import os, rp2
from time import ticks_diff, ticks_us

def measure(erases):
    flash, mark, seen, found = rp2.Flash(), os.urandom(32), bytearray(32), None
    page, erased, programmed = os.urandom(256), [], []
    try:
        with open("bench.tmp", "wb") as file:
            for _ in range(384):
                file.write(mark)
        for number in range(flash.ioctl(4, 0)):
            flash.readblocks(number, seen, 0)
            if seen == mark:
                found = number
                break
        for _ in range(erases if found is not None else 0):
            began = ticks_us()
            flash.ioctl(6, found)
            erased.append(ticks_diff(ticks_us(), began))
            for at in range(0, 4096, 256):
                began = ticks_us()
                flash.writeblocks(found, page, at)
                programmed.append(ticks_diff(ticks_us(), began))
    finally:
        try:
            os.remove("bench.tmp")
        except OSError:  # it could not be made: that error is the one to be told
            pass
    print([erased, programmed])
"""


def port_figures(say: Say, port: str) -> dict[str, Any]:
    """Measure the Pico with Tengen at a port; its app is stopped and then restarted.

    Times are in us unless their name has another unit, by the Pico's clock of 1 us. The Pico may be bare, without reeds
    and lights. Raises DeviceError if there is no Pico, no prompt, or no Tengen.
    """
    figures: dict[str, Any] = {}
    with Repl(port) as repl:
        try:
            firmware(repl)
            for what, measure in _MEASURES.items():
                say(f"{port}: {what}")
                repl.clear()  # so that each measurement has the whole memory
                figures |= measure(repl)
        finally:
            with suppress(BoardError):
                repl.restart()
    return figures


def beside(say: Say, image: Image) -> dict[str, Any]:
    """Return the same figures of emulated boards: with the XIP cache, and `without_cache`."""
    found = []
    for cached in (True, False):
        with running(lambda cached=cached: EmulatedBoard(image, cached=cached)) as here:  # type: ignore[misc]
            found.append(port_figures(say, here.path))
    return {**found[0], "without_cache": found[1]}


def _memory(repl: Repl) -> dict[str, Any]:
    memory = told(repl, "memory")
    return {"heap_bytes": memory["heap_free"], "heap_with_tengen_bytes": memory["heap_free_with_tengen"]}


def _start(repl: Repl) -> dict[str, Any]:
    return {"import_us": _value(repl, _IMPORT)}


def _speed(repl: Repl) -> dict[str, Any]:
    repl.run(_CLEAR_COUNTERS)
    speed = told(repl, "speed", samples.games()[:GAMES], FRAMES)
    hits, accesses = _value(repl, _COUNTERS)
    of = {f"{what}_us_{key}": speed[what][f"{key}_us"] for what in ("put", "frame") for key in ("median", "max")}
    return {**of, "cache_hits_percent": round(100 * hits / accesses, 2) if accesses else None}


def _fours(repl: Repl) -> dict[str, Any]:
    chosen = [(cells, colour) for cells, colour, _ in Random(1).sample(problems(), PROBLEMS)]
    nodes, took_us = _value(repl, _SOLVE.format(problems=chosen))
    return {"fours_per_s": round(nodes * 1e6 / took_us)}


def _scan(repl: Repl) -> dict[str, Any]:
    return {"scan_hz": told(repl, "wiring")["scan_hz"]}


def _flash(repl: Repl) -> dict[str, Any]:
    repl.run(_FLASH)
    erased, programmed = _value(repl, f"measure({ERASES})")
    if not erased:
        raise BoardError("a file that was written to the Pico's flash can't be found there: run `tengen selftest`")
    return {
        "erase_us_median": sorted(erased)[len(erased) // 2],
        "erase_us_max": max(erased),
        "program_us_median": sorted(programmed)[len(programmed) // 2],
        "program_us_max": max(programmed),
    }


_MEASURES: Mapping[str, Callable[[Repl], dict[str, Any]]] = {
    "memory": _memory,
    "the start of Tengen": _start,
    "stones and frames": _speed,
    "wins by fours": _fours,
    "scans of the matrix": _scan,
    "the flash": _flash,
}


def _value(repl: Repl, source: str) -> Any:
    said = repl.run(source).decode(errors="replace").strip()
    try:
        return ast.literal_eval(said)
    except (ValueError, SyntaxError):
        words = f"the board answers {said[:60]!r}, which can't be read: plug it in again"
        raise BoardError(words) from None


_ROWS = (
    ("Tengen's start: import of its modules", "import_us", "us"),
    ("free heap", "heap_bytes", "bytes"),
    ("  with Tengen imported", "heap_with_tengen_bytes", "bytes"),
    ("a stone put and the whole map, median", "put_us_median", "us"),
    ("  longest", "put_us_max", "us"),
    ("a frame drawn and fitted, median", "frame_us_median", "us"),
    ("  longest", "frame_us_max", "us"),
    ("flash reads that hit the XIP cache", "cache_hits_percent", "%"),
    ("fours tried", "fours_per_s", "a s"),
    ("scans of the matrix", "scan_hz", "Hz"),
    ("a sector of flash erased, median", "erase_us_median", "us"),
    ("  longest", "erase_us_max", "us"),
    ("a page of flash programmed, median", "program_us_median", "us"),
    ("  longest", "program_us_max", "us"),
)


def rows(figures: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return rows (quantity, figure of the port, of the emulated Pico with cache, of the one without, "")."""
    emulated = figures["emulated"]
    columns = (figures, emulated, emulated["without_cache"])
    heading = ("by the Pico's own clock", figures["port"], "emulated, XIP cache", "flash takes no time", "")
    return [heading, *((what, *(_said(its.get(key), unit) for its in columns), "") for what, key, unit in _ROWS)]


def _said(value: Any, unit: str) -> str:
    return "" if value is None else f"{value:,} {unit}"
