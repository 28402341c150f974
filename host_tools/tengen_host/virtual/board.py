"""The virtual board: the firmware's own app under CPython, on drivers made of software."""

from __future__ import annotations

import asyncio
import random
from array import array
from collections.abc import Callable
from typing import Protocol

from tengen import wiring
from tengen.app import App
from tengen.sensing.watch import AGAIN, TELL

from .. import link
from .clock import FastClock, WallClock
from .reeds import Reeds
from .tabletop import Tabletop

# As the PIO program has it: so long is each row driven
ROW_US = 36
# An overrun of one pixel: what comes back at the end of the chain of 255
OVERRUN_BITS = 24


class Clock(Protocol):
    def now(self) -> int: ...

    async def sleep_ms(self, period: int) -> None: ...


class VirtualBoard(Tabletop):
    """A board whose reeds, lights, buttons, buzzer and console are software, around the real tengen.app.

    run() goes on until it is cancelled; with a FastClock its time passes as fast as it can be worked off.
    """

    def __init__(self, clock: Clock | None = None, seed: int = 0) -> None:
        super().__init__()
        self.clock: Clock = clock or WallClock()
        self.reeds = Reeds(self.size, seed, self.faults)
        self._hand = random.Random(seed)
        # the drivers, under the names that tengen.app knows
        self.matrix = _Matrix(self)
        self.strip = _Strip(self)
        self.buzzer = _Buzzer(self)
        self.supply = _Supply(self)
        self.store = _Store()
        self.console = _Console(self)
        self.app = App(self)

    async def run(self) -> None:
        """Run the firmware (and a FastClock, if that is the clock) until cancelled, or until it fails."""
        tasks = [asyncio.ensure_future(self.app.run())]
        if isinstance(self.clock, FastClock):
            tasks.append(asyncio.ensure_future(self.clock.run()))
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def tidy(self) -> None:
        """A quiet moment: there is nothing to tidy up here."""

    def now_ms(self) -> int:
        return self.clock.now()

    def send(self, data: bytes) -> None:
        """Put bytes on the serial line to the board."""
        self.console.incoming += data

    def _reed(self, point: int, closed: bool) -> None:
        # a hand knows no whole milliseconds: some frames then fall into the bounce
        now_us = self.clock.now() * 1000 + self._hand.randrange(1000)
        if closed:
            self.reeds.put(point, now_us)
        else:
            self.reeds.lift(point, now_us)

    def _button(self, number: int, down: bool) -> None:
        if down:
            self.matrix.buttons |= 1 << number
        else:
            self.matrix.buttons &= ~(1 << number)


class _Matrix:
    """Scans while the app waits for something to happen: under CPython no time passes while it does anything else."""

    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._frame = array("I")
        self._again = False
        self._look: Callable[[array[int]], int] | None = None
        self._due: int | None = None
        self.buttons = 0

    def run(self, look: Callable[[array[int]], int]) -> None:
        self._look = look

    async def changed(self) -> None:
        clock = self._board.clock
        due = clock.now() if self._due is None else self._due
        while not self.scan(clock.now()):
            due = max(due + wiring.SCAN_MS, clock.now())
            await clock.sleep_ms(due - clock.now())
        self._due = due

    def scan(self, now: int) -> bool:
        """One frame: whether there is something to be told."""
        words = self._board.reeds.scan(now * 1000, ROW_US, wiring.SETTLE_US)
        frame = array("I", [*words, self.buttons])
        if not self._again and frame == self._frame:
            return False
        self._frame = frame
        assert self._look is not None
        told = self._look(frame)
        self._again = bool(told & AGAIN)
        return bool(told & TELL)


class _Strip:
    overrun_bits = OVERRUN_BITS

    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._buffer = bytearray(3 * wiring.PIXELS)
        self._returned = 0

    def draw(self) -> memoryview:
        return memoryview(self._buffer)

    def send(self) -> None:
        if not self._board.faults.places("broken LED"):
            self._returned += OVERRUN_BITS
        self._board.lights(bytes(self._buffer))

    def begin_proof(self) -> None:
        self._returned = 0

    def end_proof(self) -> int:
        return self._returned


class _Buzzer:
    def __init__(self, board: VirtualBoard) -> None:
        self._board = board

    def tone(self, hz: int) -> None:
        self._board.sound(hz)


class _Supply:
    def __init__(self, board: VirtualBoard) -> None:
        self._board = board

    def millivolts(self) -> int:
        return self._board.faults.supply_mv


class _Store:
    """The flash of a board that is new each time."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def load(self, name: str) -> bytes | None:
        return self.files.get(name)

    def save(self, name: str, data: bytes) -> None:
        self.files[name] = data


class _Console:
    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._decoder = link.Decoder()
        self.incoming = bytearray()

    def read(self) -> bytes:
        data, self.incoming = bytes(self.incoming), bytearray()
        return data

    def write(self, data: bytes) -> None:
        for event in self._decoder.feed(data):
            self._board.told(event)
