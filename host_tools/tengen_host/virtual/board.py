"""The virtual board: the firmware's own app under CPython, on drivers in software."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import random
import traceback
from array import array
from collections.abc import AsyncIterator, Callable, Coroutine, MutableMapping
from typing import Any, Protocol

from tengen import wiring
from tengen.app import App
from tengen.journal.archive import FOLDER
from tengen.journal.keeper import FAILING
from tengen.maintenance.faultlog import TRIES, FaultLog, Pauses, Restart, stood_still
from tengen.maintenance.progress import START
from tengen.maintenance.wire_map import WireMap
from tengen.sensing import kernels
from tengen.sensing.watch import AGAIN, TELL

from ..wire import codec
from . import sizes
from .clock import FastClock, WallClock
from .faults import WITHOUT_MATRIX, Faults
from .reeds import Reeds
from .scramble import Scramble
from .switches import Switches, SwitchWatch
from .tabletop import Message, Tabletop

# Each row is driven for this time, as in the PIO program
ROW_US = 36
SCAN_US = (wiring.SIZE + 2) * ROW_US  # from the first to the last row of a frame
# Bits that return from the end of the chain when a frame has one pixel more than the chain
OVERRUN_BITS = 24
# While no reed moves, all frames are equal, so only one frame is scanned in this time
QUIET_MS = 20
# After this time without a frame the reeds count as not read, as during an erase of the Pico's flash
LATE_MS = 40
BLOCK = 4096  # bytes that the flash erases in one operation
# The most bytes that one read from the link returns; a read also ends at a line's end. 512 is a whole line; the Pico
# reads less at once
READ_AT_ONCE = 512


class Clock(Protocol):
    """The clock of a virtual board."""

    def now(self) -> int:
        """Return the time in ms."""

    async def sleep_ms(self, period: int) -> None:
        """Wait `period` ms."""

    def timer(self, period: int) -> asyncio.Future[None]:
        """Return a Future that is done after `period` ms, or when the caller sets its result."""

class VirtualBoard(Tabletop):
    """A board in software: simulated reeds, lights, buttons, buzzer and console around the real tengen.app.

    run() runs until it is cancelled; with a FastClock it runs as fast as the laptop can. live() runs only the board,
    for callers that advance a FastClock themselves.

    A board of 19x19 has switches instead of reeds and matrix, and thus none of their faults (sizes.py).
    """

    has_plug = True

    def __init__(
        self,
        clock: Clock | None = None,
        seed: int = 0,
        scramble: Scramble | None = None,
        files: MutableMapping[str, bytes] | None = None,
        size: int = sizes.USUAL,
    ) -> None:
        """Build a board. `files`: the files on the flash, by name; by default no files. `size`: one of sizes.SIZES.

        Raises ValueError for another size.
        """
        super().__init__(scramble, sizes.described(size))
        self._large = size == sizes.LARGE
        self.clock: Clock = clock or WallClock()
        self.reeds: Reeds | Switches
        if self._large:
            self.reeds = Switches(self.size)
            self.faults = Faults(self.size, self.faults.pixels, WITHOUT_MATRIX)
        else:
            self.reeds = Reeds(self.size, seed, self.faults, self.scramble)
        self._hand = random.Random(seed)
        # the drivers, under the names that tengen.app knows
        self.matrix = _Matrix(self)
        self.strip = _Strip(self)
        self.buzzer = _Buzzer(self)
        self.supply = _Supply(self)
        self.store = Store(files=files)
        self.console = _Console(self)
        self.watchdog = _Watchdog(self.clock)
        self._plug, self._unplugged = asyncio.Event(), asyncio.Event()
        self._plug.set()
        self.app = self._firmware()

    @property
    def powered(self) -> bool:
        """Whether the board has power."""
        return self._plug.is_set()

    def unplug(self) -> None:
        """Cut the power: the firmware stops at once, and lights and buzzer are off. Stones and flash stay unchanged."""
        if self.powered:
            self._plug.clear()
            self._unplugged.set()
            self.lights(bytes(len(self.frame)))
            self.sound(0)
            self._publish(self._power_message())

    def plug(self) -> None:
        """Restore the power: the firmware restarts."""
        if not self.powered:
            self._plug.set()
            self._publish(self._power_message())

    async def run(self) -> None:
        """Run the firmware (and a FastClock, if that is the clock) until cancelled."""
        going: list[Coroutine[Any, Any, None]] = [self.live()]
        if isinstance(self.clock, FastClock):
            going.append(self.clock.run())
        async with _tasks(going) as tasks:
            await asyncio.gather(*tasks)

    async def live(self) -> None:
        """Run the app until cancelled, and again after each end, like the firmware's main().

        The app ends after an error, a reset by the watchdog, a pulled plug, or a Restart after a probe.
        """
        pauses = Pauses()
        await self._plug.wait()
        while True:
            self._unplugged.clear()
            self.watchdog.arm(START)
            started = self.clock.now()
            tasks = await _first([self.app.run(), self.watchdog.starved(), self._unplugged.wait()])
            cause: str | None = None
            self.sound(0)
            error = None if tasks[0].cancelled() else tasks[0].exception()
            if isinstance(error, Restart):
                pauses = Pauses()
                self.watchdog.steady()
            elif not self._unplugged.is_set():
                cause = "exception" if error else "watchdog"
                if error:
                    FaultLog(self.store).add(cause, "".join(traceback.format_exception(error)))
                    pause_ms = pauses.after(self.clock.now() - started)
                    await _first([self.clock.sleep_ms(pause_ms), self._unplugged.wait()])
                else:
                    # a reset of the chip clears these attributes; only the watchdog's counter survives
                    pauses = Pauses()
                    self.watchdog.in_a_row += 1
                    FaultLog(self.store).add(cause, stood_still(self.watchdog.part))
            if self._unplugged.is_set():  # the plug was pulled while the app ran, or during the pause
                cause = None
                self.console.incoming.clear()
                while not self.powered:  # the plug may be pulled again during this time
                    await self._plug.wait()
                pauses = Pauses()
                self.watchdog.steady()
            failing = pauses.in_a_row + self.watchdog.in_a_row >= TRIES
            self.app = self._firmware(FAILING if failing else cause)

    def _firmware(self, cause: str | None = None) -> App:
        """Return a new instance of the firmware's app for this board."""
        if self._large:
            return App(self, cause, sizes.numbers(self.board), SwitchWatch)
        return App(self, cause)

    def description(self) -> Message:
        """Return the board's size, the places of its pixels, its possible faults, and whether it has a matrix."""
        return {**super().description(), "matrix": not self._large}

    def tidy(self) -> None:
        """Do nothing, because CPython collects garbage by itself; the Pico collects it in quiet moments."""

    def now_ms(self) -> int:
        """Return the board's own time in ms."""
        return self.clock.now()

    def send(self, data: bytes) -> None:
        """Put bytes on the serial line to the board."""
        self.console.incoming += data

    def _reed(self, point: int, closed: bool) -> None:
        # at a random microsecond, so that some frames are scanned during the bounce
        now_us = self.clock.now() * 1000 + self._hand.randrange(1000)
        if closed:
            self.reeds.put(point, now_us)
        else:
            self.reeds.lift(point, now_us)
        self.matrix.hurry()

    def _button(self, number: int, down: bool) -> None:
        bit = 1 << wiring.BUTTONS.index(self.scramble.buttons[number])
        if down:
            self.matrix.buttons |= bit
        else:
            self.matrix.buttons &= ~bit
        self.matrix.hurry()

    def fault(self, kind: str, at: str | None, on: bool) -> None:
        """Make a fault, or repair one. Raises ValueError if that is impossible."""
        super().fault(kind, at, on)
        self.matrix.hurry()


@contextlib.asynccontextmanager
async def _tasks(coroutines: list[Coroutine[Any, Any, Any]]) -> AsyncIterator[list[asyncio.Task[Any]]]:
    """Run coroutines as tasks; cancel those that still run at the end of the block."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in coroutines]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _first(coroutines: list[Coroutine[Any, Any, Any]]) -> list[asyncio.Task[Any]]:
    """Wait until one of the tasks ends, and cancel the others. Return all of them."""
    async with _tasks(coroutines) as tasks:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    return tasks


class _Matrix:
    """The matrix: scans while the app waits for a change. Under CPython no time passes while the app works.

    Frames that can't differ from the one before are counted but not scanned.
    """

    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._frame = array("I")
        self._again = False
        self._look: Callable[[array[int]], int] | None = None
        self._due: int | None = None
        # the timer until the next frame, while changed() waits for that frame
        self._pause: asyncio.Future[None] | None = None
        self._wired: WireMap | None = None
        self._order: bytes | None = None
        self.buttons = 0  # a bit for each button in the order of wiring.BUTTONS; 1 means pressed
        self.frames = 0
        self.unseen_ms = 0
        self._scanned = self._framed = 0  # the last frame: the time when it was due, and the time when it was scanned

    def run(self, look: Callable[[array[int]], int], wired: WireMap | None = None) -> None:
        self.show(look, wired)
        self._due = None
        self._scanned = self._board.clock.now()

    def show(self, look: Callable[[array[int]], int], wired: WireMap | None = None) -> None:
        self._look, self._wired = look, wired
        self._order = wired.order() if wired else None
        self._frame, self._again = array("I"), False

    async def changed(self) -> None:
        clock = self._board.clock
        due = clock.now() if self._due is None else self._due
        while not self._scan_again(clock.now()):
            due = await self._wait(due)
        self._due = due

    async def _wait(self, due: int) -> int:
        """Wait for the next frame that may differ from the one at `due`; return its due time."""
        clock, next_due = self._board.clock, due + wiring.SCAN_MS
        if not self._again:
            next_due = max(next_due, self._quiet_until(due))
        self._pause = clock.timer(next_due - clock.now())
        await self._pause
        if clock.now() < next_due:  # a hand has moved
            next_due = due + (clock.now() - due) // wiring.SCAN_MS * wiring.SCAN_MS + wiring.SCAN_MS
            await clock.sleep_ms(next_due - clock.now())
        return max(next_due, clock.now())

    def _quiet_until(self, due: int) -> int:
        """Return the due time of the next frame that may differ from the one at `due`, if no hand moves."""
        change_us = self._board.reeds.next_change_us(1000 * due)
        if change_us is None:
            return due + QUIET_MS
        frames = -(-(change_us - SCAN_US - 1000 * due) // (1000 * wiring.SCAN_MS))
        return due + min(QUIET_MS, frames * wiring.SCAN_MS)

    def hurry(self) -> None:
        """Scan the next frame in any case, because a hand has moved."""
        if self._pause is not None and not self._pause.done():
            self._pause.set_result(None)

    def _scan_again(self, now: int) -> bool:
        self.unseen_ms += max(0, now - self._scanned - LATE_MS)
        self._scanned = now
        return self.scan(now)

    def scan(self, now: int) -> bool:
        """Scan one frame. Return whether the app has something to handle."""
        words = self._board.reeds.scan(now * 1000, ROW_US, wiring.SETTLE_US)
        frame = array("I", [*words, self._down()])
        if self._order:
            kernels.arrange(frame[:], self._order, frame, self._board.size + 1)
        self.frames = self.frames + max(1, (now - self._framed) // wiring.SCAN_MS) & 0xFFFF
        self._framed = now
        if not self._again and frame == self._frame:
            return False
        self._frame = frame
        assert self._look is not None
        told = self._look(frame)
        self._again = bool(told & AGAIN)
        return bool(told & TELL)

    def _down(self) -> int:
        if self._wired is None or self._wired.buttons == wiring.BUTTONS:
            return self.buttons
        pins = [wiring.BUTTONS.index(pin) for pin in self._wired.buttons]
        return sum((self.buttons >> pin & 1) << number for number, pin in enumerate(pins))


class _Strip:
    overrun_bits = OVERRUN_BITS

    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._buffer = bytearray(len(board.frame))
        self._returned = 0
        self.frames = 0

    def draw(self) -> memoryview:
        return memoryview(self._buffer)

    def send(self) -> None:
        self.frames += 1
        if self._board.faults.broken_led is None:
            self._returned += OVERRUN_BITS
        if self._board.powered:  # the firmware may still run for one step after the cut
            self._board.lights(bytes(self._buffer))

    def doubt(self) -> None:
        """Do nothing, because every frame is sent completely."""

    def begin_proof(self) -> None:
        self._returned = 0

    def end_proof(self) -> int:
        return self._returned


class _Buzzer:
    def __init__(self, board: VirtualBoard) -> None:
        self._board = board

    def tone(self, hz: int) -> None:
        if self._board.powered:
            self._board.sound(hz)


class _Supply:
    def __init__(self, board: VirtualBoard) -> None:
        self._board = board

    def millivolts(self) -> int:
        return self._board.faults.supply_mv


class Store:
    """The flash of a board, with the interface of tengen.drivers.store.

    It holds at most `blocks` files. `files`: the files at the start; by default there are no files.
    """

    def __init__(self, blocks: int = 352, files: MutableMapping[str, bytes] | None = None) -> None:
        self.blocks = blocks
        self.files: MutableMapping[str, bytes] = {} if files is None else files
        # the folder counts as existing, because otherwise every `tengen play` would report a new flash
        self._folders = {FOLDER}

    def load(self, name: str, size: int = -1) -> bytes | None:
        """Return a file's contents, or its first `size` bytes; None if there is no file."""
        data = self.files.get(name)
        return data if data is None or size < 0 else data[:size]

    def save(self, name: str, data: bytes) -> None:
        """Write a file. Raises OSError if the flash is full."""
        if name not in self.files and len(self.files) >= self.blocks:
            raise OSError(errno.ENOSPC, "no space left")
        self.files[name] = data

    def rename(self, old: str, new: str) -> None:
        """Rename a file. It replaces another file of the new name."""
        self.files[new] = self.files.pop(old)

    def remove(self, name: str) -> None:
        """Remove a file, if it exists."""
        self.files.pop(name, None)

    def names(self, folder: str) -> list[str] | None:
        """Return the names of the files in a folder; None if the folder is new."""
        found = [name[len(folder) + 1 :] for name in self.files if name.startswith(folder + "/")]
        if not found and folder not in self._folders:
            self._folders.add(folder)
            return None
        return found

    def newest(self, head: bytes) -> int:
        """Return 0, because this flash never loses a file."""
        return 0

    def reserve(self, name: str, head: bytes) -> Sector:
        """Create a file of one erased block that begins with `head`."""
        self.save(name, head.ljust(BLOCK, b"\xff"))
        return Sector(self, name)


class Sector:
    """A file of one erased block. Writing can only clear bits."""

    size = BLOCK

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name

    def program(self, at: int, data: bytes) -> None:
        """Write bytes at an offset. Raises OSError if bits would have to be set."""
        old = self._store.files[self._name]
        new = bytes(one & other for one, other in zip(old[at : at + len(data)], data, strict=True))
        self._store.files[self._name] = old[:at] + new + old[at + len(data) :]
        if new != data:
            raise OSError(errno.EIO, "the flash does not hold what was written")


class _Watchdog:
    """Resets the app after TIMEOUT_MS without a feed().

    It counts the time in steps of STEP_MS, because a slow laptop delays all tasks, and this must not cause a reset.
    """

    TIMEOUT_MS, STEP_MS = 3000, 100

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left_ms = 0
        self._blamed = False
        self.armed = False
        self.part = START
        self.in_a_row = 0

    def arm(self, part: int) -> None:
        self.armed = True
        self.feed()
        self.part = part

    def feed(self) -> None:
        self._blamed = False
        self._left_ms = self.TIMEOUT_MS

    def stage(self, part: int) -> None:
        if not self._blamed:
            self.part = part

    def blame(self, part: int) -> None:
        self.part = part
        self._blamed = True

    def hold(self) -> None:
        self.armed = False

    def steady(self) -> None:
        self.in_a_row = 0

    async def starved(self) -> None:
        """Return when the watchdog has not been fed for TIMEOUT_MS."""
        while not self.armed or self._left_ms > 0:
            await self._clock.sleep_ms(self.STEP_MS)
            self._left_ms -= self.STEP_MS


class _Console:
    """The link to a host that always reads. The host's bytes wait until the app reads them, as on the Pico."""

    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._decoder = codec.Decoder()
        self.incoming = bytearray()

    def read(self) -> bytes:
        ends = (at for at, byte in enumerate(self.incoming[:READ_AT_ONCE]) if at and byte in b"\r\n")
        data = bytes(self.incoming[: next(ends, READ_AT_ONCE - 1) + 1])
        del self.incoming[: len(data)]
        return data

    def write(self, data: bytes) -> None:
        for line in self._decoder.feed(data):
            self._board.told(line)

    def waiting(self) -> int:
        return 0

    async def run(self) -> None:
        """Do nothing, because write() has already delivered all data."""
