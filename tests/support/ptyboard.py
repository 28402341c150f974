"""The virtual board behind a pseudo-terminal, so that it is like a board on a cable for pyserial.

The board runs in its own thread, so that a test can wait for the board like any program. The board's time passes faster
than real time, and stops while a busy machine does not run the thread.
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
LAG_MS = 700  # a probed board sends a frame every 500 ms
PACKET = 191  # the bytes that the Pico writes in one packet


class PtyBoard:
    """A board on the serial port `path` during the `with` block. `path` is a link to a pseudo-terminal.

    pull() unplugs the cable, which also cuts the power. push() plugs the cable in again. hang_up() ends only the
    connection. Any thread may call these methods. do(function) calls function(board) in the board's thread.

    `heard`: a function that returns the board's time, in ms, that a client has processed. The board's time then stops
    while the client is more than LAG_MS behind, so a slow client sees the same as a fast one.
    """

    heard = None

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
        """Wait until condition(board) is true, for a minute of the board's time at most."""

        async def wait():
            end = self._board.clock.now() + 60_000
            while not condition(self._board) and self._board.clock.now() < end:
                await self._board.clock.sleep_ms(STEP_MS)

        asyncio.run_coroutine_threadsafe(wait(), self._loop).result(LIMIT_S)

    def wait(self, ms):
        """Let `ms` of the board's time pass."""
        asyncio.run_coroutine_threadsafe(self._board.clock.sleep_ms(ms), self._loop).result(LIMIT_S)

    def monotonic(self):
        """Return the board's time in seconds, as a replacement for `time.monotonic`."""
        return self.do(lambda board: board.clock.now()) / 1000

    def move(self, point, who):
        """Put a stone, and press its player's button."""
        self.do(lambda board: board.put(point))
        self.press(who)

    def press(self, who):
        """Press a button, after the board has noticed all earlier actions."""

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
        """Send bytes as if they came from the board, like the output of another program than Tengen."""
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
            while self.heard and self._board.clock.now() - self.heard() > LAG_MS:
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
    """The virtual board's console, which also sends its lines to the serial port."""

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
    """A pseudo-terminal that answers each line with the bytes answer(line); by default like MicroPython's prompt."""

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
        """Whether the program at the other end has read all answers so far."""
        unread = struct.unpack("i", fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)))[0]
        return self._answered and not unread

    def _serve(self):
        rest = b""
        with contextlib.suppress(OSError):  # raised when the program has closed the port
            while True:
                data = os.read(self._master, 1024)
                self.heard += data
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    os.write(self._master, self._answer(line))
                    self._answered = True
