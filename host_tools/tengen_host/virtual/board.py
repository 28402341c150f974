"""The virtual board: the firmware's own app under CPython, on drivers made of software."""

from __future__ import annotations

import asyncio
import random
from array import array
from typing import Protocol

from tengen.app import App

from .. import link
from .clock import FastClock, WallClock
from .reeds import Reeds
from .tabletop import Tabletop

# 255 pixels of 24 bits at 1.25 us, and the latch: the time in which the strip takes no other frame
FRAME_MS = 8


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
        self.buttons = _Buttons()
        self.buzzer = _Buzzer(self)
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
            self.buttons.pressed |= 1 << number
        else:
            self.buttons.pressed &= ~(1 << number)


class _Matrix:
    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._frame = array("H", [0] * (board.size + 1))
        self._first = True

    def frame(self) -> tuple[array[int], bool]:
        board, now_us = self._board, self._board.clock.now() * 1000
        frame = array("H", (board.reeds.columns(1 << row, now_us) for row in range(board.size + 1)))
        fresh = self._first or frame != self._frame
        self._first = False
        self._frame = frame
        return frame, fresh


class _Strip:
    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._free_at = 0

    def show(self, frame: bytearray) -> bool:
        now = self._board.clock.now()
        if now < self._free_at:
            return False
        self._free_at = now + FRAME_MS
        self._board.lights(bytes(frame))
        return True


class _Buttons:
    def __init__(self) -> None:
        self.pressed = 0

    def levels(self) -> int:
        return self.pressed


class _Buzzer:
    def __init__(self, board: VirtualBoard) -> None:
        self._board = board

    def tone(self, hz: int) -> None:
        self._board.sound(hz)


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
