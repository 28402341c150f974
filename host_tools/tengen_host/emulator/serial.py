"""The console of an emulated Pico on a pseudo-terminal, which any program can open as a serial port."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from .. import slow_ports
from .board import EmulatedBoard

T = TypeVar("T")

# So much may wait for a program that has the port open and doesn't read; so much of what one writes waits for the Pico
_MOST = 1 << 16
_AHEAD = 4096
_LATER_S, _SOON_S = 0.1, 0.02

# The emulator holds Python's lock for 5 ms, lets it go and takes it again at once. A thread may insist on it that has
# waited for so long: with Python's own 5 ms none ever had by then, and who reads the port got a byte a second.
_TURN_S = 0.001


class SerialPort:
    """The console of `board` as the serial port `path`, from open() to close(), in the event loop that runs the board.

    What it prints while no program has the port open is gone, and so is what one lets lie for too long: a client asks
    for a snapshot when it begins, and where numbers are missing. Others hear the board as well (a page).
    """

    def __init__(self, board: EmulatedBoard) -> None:
        self._board = board
        self._waiting = bytearray()
        self.path = ""

    def open(self) -> None:
        """Make the port. Raises OSError if this machine has no pseudo-terminals."""
        try:
            import pty
            import tty
        except ImportError:
            raise OSError("an emulated board's serial port needs pseudo-terminals: Linux or macOS") from None
        self._loop = asyncio.get_running_loop()
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.close(slave)  # so that it shows whether a program has it open
        os.set_blocking(self._master, False)
        slow_ports.announce(self.path)
        self._listen()
        self._quiet = self._board.overhear(self._say)

    def close(self) -> None:
        """Close the port."""
        slow_ports.conceal(self.path)
        self._quiet()
        self._timer.cancel()
        self._loop.remove_reader(self._master)
        self._loop.remove_writer(self._master)
        os.close(self._master)

    def _say(self, data: bytes) -> None:
        self._waiting += data
        self._give()

    def _give(self) -> None:
        watch = select.poll()
        watch.register(self._master, 0)
        if watch.poll(0) or len(self._waiting) > _MOST:  # hung up: nobody has it open
            self._waiting.clear()
        with contextlib.suppress(BlockingIOError):
            while self._waiting:
                del self._waiting[: os.write(self._master, self._waiting)]
        if self._waiting:
            self._loop.add_writer(self._master, self._give)
        else:
            self._loop.remove_writer(self._master)

    def _listen(self) -> None:
        self._loop.add_reader(self._master, self._take)
        self._timer = self._loop.call_later(0, lambda: None)

    def _take(self) -> None:
        pause = 0.0
        try:
            if self._board.unsent > _AHEAD:
                pause = _SOON_S  # the kernel's buffer fills, and whoever writes waits
            else:
                data = os.read(self._master, 1024)
                self._board.send(data)
                if not data:
                    pause = _LATER_S  # nobody has it open, as macOS says it
        except OSError:
            pause = _LATER_S  # nobody has it open
        if pause:
            self._loop.remove_reader(self._master)
            self._timer = self._loop.call_later(pause, self._listen)


class Running:
    """An emulated board that goes on in a thread of its own behind a serial port, for programs that wait for theirs.

    `path` is the port. do() runs a coroutine in the board's event loop, where alone it may be touched.
    """

    def __init__(self, make: Callable[[], EmulatedBoard]) -> None:
        self._make = make
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._failure: BaseException | None = None

    def start(self) -> None:
        """Boot the board. Raises what EmulatedBoard.start() raises."""
        self._thread.start()
        self._ready.wait()
        if self._failure:
            raise self._failure

    def stop(self) -> None:
        """Stop the board and close its port."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._over.set)
            self._thread.join()

    def do(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the board's event loop; return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        try:
            self.board = self._make()
            port = SerialPort(self.board)
            port.open()
            self.path = port.path
            await self.board.start()
        except BaseException as error:
            self._failure = error  # start() raises it
            return
        finally:
            self._ready.set()
        try:
            await self._over.wait()
        finally:
            self.board.stop()
            port.close()
            await asyncio.sleep(0)


@contextlib.contextmanager
def running(make: Callable[[], EmulatedBoard]) -> Iterator[Running]:
    """Run an emulated board behind a serial port while the block runs."""
    here, turn_s = Running(make), sys.getswitchinterval()
    sys.setswitchinterval(_TURN_S)
    try:
        here.start()
        try:
            yield here
        finally:
            here.stop()
    finally:
        sys.setswitchinterval(turn_s)
