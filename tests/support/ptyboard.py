"""The real app, as the virtual board runs it, behind a pseudo-terminal: to pyserial it is a board on a cable.

The board runs in a thread of its own, so that a test may wait for it as any program does. Its time passes faster than
real time, and stands still while a busy machine keeps the thread waiting.
"""

import asyncio
import contextlib
import fcntl
import os
import pty
import struct
import termios
import threading
import tty

from tengen.link.outbox import Outbox
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from waiting import LIMIT_S

SPEED = 5
STEP_MS = 20
PACKET = 191  # bytes that the Pico writes at once


class PtyBoard:
    """A board whose serial port is `path` while the `with` block lasts: a link to a pseudo-terminal.

    pull() pulls out the cable, which also cuts the power; push() puts it in again; hang_up() ends only the connection.
    All may be called from any thread. do(function) calls function(board) in the board's thread.
    """

    def __init__(self, path, seed=0, scramble=None, speed=SPEED):
        self.path = str(path)
        self._seed, self._scramble, self._speed = seed, scramble, speed
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._master = None

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(LIMIT_S)
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(LIMIT_S)

    def do(self, function):
        async def call():
            return function(self._board)

        return asyncio.run_coroutine_threadsafe(call(), self._loop).result(LIMIT_S)

    def until(self, condition):
        """Wait until condition(board) is true, at most a minute of the board's time."""

        async def wait():
            end = self._board.clock.now() + 60_000
            while not condition(self._board) and self._board.clock.now() < end:
                await self._board.clock.sleep_ms(STEP_MS)

        asyncio.run_coroutine_threadsafe(wait(), self._loop).result(LIMIT_S)

    def wait(self, ms):
        """Let `ms` of the board's time pass."""
        asyncio.run_coroutine_threadsafe(self._board.clock.sleep_ms(ms), self._loop).result(LIMIT_S)

    def monotonic(self):
        """The board's time in seconds, as `time.monotonic` tells that of the machine."""
        return self.do(lambda board: board.clock.now()) / 1000

    def move(self, point, who):
        """Put a stone, and press the button of the player who has put it."""
        self.do(lambda board: board.put(point))
        self.press(who)

    def press(self, who):
        """Press a button after the board has seen all earlier actions."""

        async def press():
            board = self._board
            await board.clock.sleep_ms(100)
            board.press(who)
            await board.clock.sleep_ms(100)
            board.release(who)
            await board.clock.sleep_ms(100)

        asyncio.run_coroutine_threadsafe(press(), self._loop).result(LIMIT_S)

    def hang_up(self):
        self.do(lambda board: self._close())

    def pull(self):
        self.do(lambda board: (board.unplug(), self._close()))

    def push(self):
        self.do(lambda board: (board.plug(), self._open()))

    def say(self, data):
        """Put bytes on the wire as if the board had sent them, as a program that is not Tengen does."""
        self.do(lambda board: self._put(data))

    async def _run(self):
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        self._board = VirtualBoard(FastClock(), self._seed, self._scramble)
        self._board.console = _Tapped(self._board.console, self._put)
        self._open()
        going = [asyncio.ensure_future(self._board.live()), asyncio.ensure_future(self._pass_time())]
        self._ready.set()
        await self._over.wait()
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)
        self._close()

    async def _pass_time(self):
        while True:
            await self._board.clock.advance(STEP_MS)
            await asyncio.sleep(STEP_MS / 1000 / self._speed)

    def _open(self):
        self._outbox = Outbox()
        self._unsent = b""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        os.symlink(os.ttyname(self._slave), self.path)
        self._loop.add_reader(self._master, self._take)

    def _close(self):
        if self._master is not None:
            self._loop.remove_reader(self._master)
            self._loop.remove_writer(self._master)
            os.unlink(self.path)
            os.close(self._master)
            os.close(self._slave)
            self._master = None

    def _take(self):
        with contextlib.suppress(OSError):
            self._board.send(os.read(self._master, 1024))

    def _put(self, line):
        if self._master is not None:
            self._outbox.put(line)
            self._give()

    def _give(self):
        with contextlib.suppress(BlockingIOError):
            while self._unsent or self._outbox.waiting():
                self._unsent = self._unsent or self._outbox.take(PACKET)
                self._unsent = self._unsent[os.write(self._master, self._unsent) :]
            self._loop.remove_writer(self._master)
            return
        self._loop.add_writer(self._master, self._give)


class _Tapped:
    """The virtual board's console, whose lines are also put on the wire."""

    def __init__(self, console, put):
        self._console = console
        self._put = put
        self.read = console.read
        self.run = console.run
        self.waiting = console.waiting

    @property
    def incoming(self):
        return self._console.incoming

    @incoming.setter
    def incoming(self, data):
        self._console.incoming = data

    def write(self, line):
        self._console.write(line)
        self._put(line)


class Prompt:
    """A pseudo-terminal that answers each line with answer(line), bytes: by default as MicroPython's prompt."""

    def __init__(self, path, answer=lambda line: line + b"\r\n>>> "):
        self.path = str(path)
        self._answer = answer

    def __enter__(self):
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.symlink(os.ttyname(self._slave), self.path)
        self.heard, self._answered = b"", False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        os.write(self._slave, b"")
        os.unlink(self.path)
        os.close(self._slave)
        self._thread.join(LIMIT_S)
        os.close(self._master)

    def was_read(self):
        """Whether a program has read all that was answered so far."""
        unread = struct.unpack("i", fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)))[0]
        return self._answered and not unread

    def _serve(self):
        rest = b""
        with contextlib.suppress(OSError):  # the last slave was closed
            while True:
                data = os.read(self._master, 1024)
                self.heard += data
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    os.write(self._master, self._answer(line))
                    self._answered = True
