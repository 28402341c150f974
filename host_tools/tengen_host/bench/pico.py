"""Measures the rules in core cycles on the emulated Pico: frozen firmware, interrupts off, a pin as marker."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..emulator.board import USB_READ_DELAY_US
from ..emulator.chip import Chip

CYCLES_PER_MS = 125_000

_MARKER = 28  # a pin that the app does not use
_TIMEOUT_S = 900

# A game is a bytes object: point, colour, point, colour ... The marker is high while a stone is put and all verdicts
# are updated. nothing() measures the marker's own cost, which is subtracted.
_SET_UP = f"""
import gc
from machine import Pin, disable_irq, enable_irq
from tengen.games.renju.position import Position

def play(games, position, back, marker):
    put, take = position.put, position.take
    for game in games:
        at, end = 0, len(game)
        while at < end:
            point, colour = game[at], game[at + 1]
            at += 2
            state = disable_irq()
            marker(1)
            put(point, colour)
            marker(0)
            enable_irq(state)
        if not back:
            position.clear()
        while back and at:
            at -= 2
            take(game[at])

def nothing(marker):
    state = disable_irq()
    marker(1)
    marker(0)
    enable_irq(state)

gc.collect()
before = gc.mem_alloc()
position = Position()
gc.collect()
ram = gc.mem_alloc() - before
marker = Pin({_MARKER}, Pin.OUT)
print(ram)
"""
_MEASURED = """
def measured(marker):
    state = disable_irq()
    marker(1)
{code}
    marker(0)
    enable_irq(state)

measured(marker)
"""
_PLAY = "play({games!r}, position, {back}, marker)\n"

# Plays a whole game and takes it back: first to warm up, then with the heap locked, so that any allocation fails, then
# with the heap unlocked, to count the allocated bytes.
_ALLOCATION = """
import micropython
def again(game, put, take):
    for at in range(0, len(game), 2):
        put(game[at], game[at + 1])
    for at in range(0, len(game), 2):
        take(game[at])
game = {game!r}
put, take = position.put, position.take
again(game, put, take)
micropython.heap_lock()
again(game, put, take)
micropython.heap_unlock()
gc.collect()
gc.disable()
before = gc.mem_alloc()
for at in range(0, len(game), 2):
    put(game[at], game[at + 1])
after = gc.mem_alloc()
for at in range(0, len(game), 2):
    take(game[at])
gc.enable()
print(after - before)
"""


class Stopwatch:
    """Counts the core's cycles while the marker is high."""

    def __init__(self) -> None:
        self.cycles: list[int] = []
        self._since = 0

    def attach(self, rp2040: Any) -> None:
        """Watch the chip's marker pin."""
        core = rp2040.core

        def on_edge(new: Any, old: Any) -> None:
            if new == 1:
                self._since = core.cycles
            else:
                self.cycles.append(core.cycles - self._since)

        rp2040.gpio[_MARKER].add_listener(on_edge)


class Pico:
    """A booted Pico with a stopped app and one Position; use it as a context manager.

    `cached`: its core has the RP2040's cache and waits for flash; otherwise flash takes no time.
    """

    def __init__(self, uf2: Path, cached: bool = False) -> None:
        # not at the head of the file, because the emulator must be imported before rp2040py
        from rp2040py.boards import BoardSpec
        from rp2040py.device import MicroPythonDevice

        self._watch = Stopwatch()
        self._loop = asyncio.new_event_loop()
        parts = (lambda: self._watch,)
        self._device = MicroPythonDevice(board=BoardSpec(mcu=Chip, extras=parts, image=uf2))
        self.mcu: Any = self._device.mcu  # a Chip
        assert isinstance(self.mcu, Chip)
        if cached:
            self.mcu.add_cache()
        self.mcu.usb_ctrl.read_delay_microseconds = USB_READ_DELAY_US

    def __enter__(self) -> Pico:
        self._loop.run_until_complete(self._device.astart(120))
        self._device.cdc.send_serial_byte(3)
        self.ram_bytes = int(self.run(_SET_UP))
        self._watch.cycles.clear()
        self.run("nothing(marker)")
        self._marker_cycles = self._watch.cycles.pop()
        return self

    def __exit__(self, *_: object) -> None:
        self._device.stop()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    def run(self, code: str) -> str:
        """Run code on the Pico; return its output. Raises RuntimeError with the traceback if the code fails."""
        output, errors = self._loop.run_until_complete(self._device.aexec(code, timeout=_TIMEOUT_S))
        if errors:
            raise RuntimeError(f"on the Pico: {errors.decode(errors='replace')}")
        return output.decode()

    def cycles(self, code: str) -> int:
        """Return the cycles of code that runs as a function's body, with interrupts off. Raises the errors of run()."""
        self._watch.cycles.clear()
        self.run(_MEASURED.format(code=textwrap.indent(textwrap.dedent(code), "    ")))
        return self._watch.cycles.pop() - self._marker_cycles

    def take_cycles(self) -> list[int]:
        """Return the cycles of each period with a high marker since the last call."""
        taken = [cycles - self._marker_cycles for cycles in self._watch.cycles]
        self._watch.cycles.clear()
        return taken

    def play(self, games: Sequence[bytes], back: bool = True) -> list[int]:
        """Return the cycles to put a stone and update all verdicts, for each stone of some games.

        A game is bytes: point, colour, point, colour ... After each game the stones are taken back; with `back` false
        the position is cleared instead, which is faster.
        """
        self._watch.cycles.clear()
        self.run(_PLAY.format(games=list(games), back=back))
        return [cycles - self._marker_cycles for cycles in self._watch.cycles]

    def allocated_bytes(self, game: bytes) -> int:
        """Return the bytes that putting a game's stones allocates. Raises RuntimeError if the game needs heap."""
        return int(self.run(_ALLOCATION.format(game=game)))
