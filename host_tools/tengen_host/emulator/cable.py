"""Connects an emulated Pico's USB to other programs: its console as a serial port, or its drive in BOOTSEL mode."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

from .. import emulated_ports
from .board import EmulatedBoard
from .drive import Drive

T = TypeVar("T")

_MOST = 1 << 16  # the most bytes that wait while a program has the port open, but does not read
_AHEAD = 4096  # the most bytes that wait for the Pico
_LATER_S, _SOON_S = 0.1, 0.02

# Python's switch interval while the emulator runs. The emulator holds Python's lock for 5 ms, releases it and takes it
# again at once. Another thread can request the lock only after waiting for the switch interval. With Python's default
# of 5 ms no thread waited long enough: a program that read the port got one byte per second.
_TURN_S = 0.001


class SerialPort:
    """The console of `board` on a pseudo-terminal. `path` is a link to it, from open() to close().

    Output is lost while no program has the port open, and when too much waits to be read. Therefore a client requests
    a snapshot at its start, and when sequence numbers are missing. Other listeners, like a page, get all output.
    """

    def __init__(self, board: EmulatedBoard, path: str) -> None:
        self._board, self._path = board, path
        self._waiting = bytearray()

    def open(self) -> None:
        """Create the port. Raises OSError if this machine has no pseudo-terminals."""
        try:
            import pty
            import tty
        except ImportError:
            raise OSError("an emulated board's serial port needs pseudo-terminals: Linux or macOS") from None
        self._loop = asyncio.get_running_loop()
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        os.symlink(os.ttyname(slave), self._path)
        os.close(slave)  # so that the master end shows whether a program has the port open
        os.set_blocking(self._master, False)
        emulated_ports.announce(self._path)
        self._listen()
        self._quiet = self._board.overhear(self._say)

    def close(self) -> None:
        """Close the port."""
        emulated_ports.conceal(self._path)
        os.unlink(self._path)
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
        if watch.poll(0) or len(self._waiting) > _MOST:  # POLLHUP means that no program has the port open
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
                pause = _SOON_S  # not reading lets the kernel's buffer fill up, so that the writing program must wait
            else:
                data = os.read(self._master, 1024)
                self._board.send(data)
                if not data:
                    pause = _LATER_S  # on macOS: no program has the port open
        except OSError:
            pause = _LATER_S  # no program has the port open
        if pause:
            self._loop.remove_reader(self._master)
            self._timer = self._loop.call_later(pause, self._listen)


class Cable:
    """The USB cable of `board`, plugged in from open() to close(), in the event loop that runs the board.

    `path`: its serial port. In BOOTSEL mode there is no port; bootsel.drives() then finds its drive.
    """

    def __init__(self, board: EmulatedBoard) -> None:
        self._board = board
        self.path = ""

    def open(self) -> None:
        """Plug the cable in. Raises OSError if this machine has no pseudo-terminals."""
        self._place = Path(tempfile.mkdtemp(prefix=emulated_ports.PLACE))
        self.path = str(self._place / emulated_ports.PORT)
        self._end: SerialPort | Drive = self._made()
        try:
            self._end.open()
        except OSError:
            shutil.rmtree(self._place, ignore_errors=True)
            raise
        self._leave = self._board.follow(self._follow)

    def close(self) -> None:
        """Pull the cable out."""
        self._leave()
        self._end.close()
        shutil.rmtree(self._place, ignore_errors=True)

    def _made(self) -> SerialPort | Drive:
        board = self._board
        if board.bootsel is None:
            return SerialPort(board, self.path)
        return Drive(board.bootsel, board.flash, self._place / emulated_ports.DRIVE)

    def _follow(self) -> None:
        if isinstance(self._end, Drive) or self._board.bootsel is not None:
            self._end.close()
            self._end = self._made()
            self._end.open()


class Running:
    """An emulated board that runs in its own thread behind a cable, for programs with blocking reads.

    `path` is the port. Use the board only in its event loop: do() runs a coroutine there.
    """

    def __init__(self, make: Callable[[], EmulatedBoard]) -> None:
        self._make = make
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._failure: BaseException | None = None

    def start(self) -> None:
        """Boot the board. Raises the errors of EmulatedBoard.start()."""
        self._thread.start()
        self._ready.wait()
        if self._failure:
            raise self._failure

    def stop(self) -> None:
        """Stop the board and pull its cable out."""
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
            cable = Cable(self.board)
            cable.open()
        except BaseException as error:
            self._failure = error  # start() raises it
            self._ready.set()
            return
        try:
            self.path = cable.path
            await self.board.start()
            self._ready.set()
            await self._over.wait()
        except BaseException as error:
            self._failure = error
        finally:
            self._ready.set()
            self.board.stop()
            cable.close()
            await asyncio.sleep(0)


@contextlib.contextmanager
def running(make: Callable[[], EmulatedBoard]) -> Iterator[Running]:
    """Run an emulated board behind a cable while the block runs."""
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
