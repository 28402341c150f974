"""The USB serial console. It sends whole lines without waiting for the host, and reads a few bytes at a time.

The console reads hardware registers. From their values link/room.py computes how many bytes fit into TinyUSB's buffer
(RP2040 data sheet, 4.1.2.5 and 4.1.4).
"""

import asyncio
import select
import sys

from machine import mem16, mem32
from micropython import const

from tengen.link.outbox import Outbox
from tengen.link.room import Room

from .ctrl_c import CTRL_C

_SET_UP = 0x50100012  # the upper half of EP2 IN's control: 0 until the host has set EP2 IN up
_CONTROL = 0x50100090  # EP2 IN's buffer control: 0 until something is sent
_FRAME = 0x50110048  # SOF_RD

# ms between two attempts to send the rest: the first while the host takes data, the second while it takes none
_SOON_MS = const(2)
_LATER_MS = const(20)

_READ_AT_ONCE = const(64)
_LINE_ENDS = (10, 13)


class Console:
    """Send lines and receive bytes. Ctrl-C still interrupts the program; read() never returns it.

    A Ctrl-C that was held back (ctrl_c.py) waits in the input. When read() reads it, read() raises KeyboardInterrupt.
    """

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
        self._outbox = Outbox()
        self._news = asyncio.Event()
        self._room = Room()

    def read(self):
        """Return received bytes: at most 64, and only up to the end of a line, so that a flood of input has to wait."""
        if not self._arrived():
            return b""
        data = bytearray()
        # local names: the loop runs once per byte, and attribute access is slow
        arrived, byte, readinto = self._poll.ipoll, self._byte, sys.stdin.buffer.readinto
        while len(data) < _READ_AT_ONCE:
            for _ in arrived(0):
                break
            else:
                break
            readinto(byte)
            if byte[0] == CTRL_C:
                raise KeyboardInterrupt
            data += byte
            if byte[0] in _LINE_ENDS and len(data) > 1:
                break
        return data

    def write(self, line):
        """Send a line (bytes). Send as many bytes as fit now; run() sends the rest later."""
        self._outbox.put(line)
        self._send()
        self._news.set()

    def waiting(self):
        """Return the number of bytes that did not fit yet."""
        return self._outbox.waiting()

    async def run(self):
        """Send the bytes that did not fit, in an endless loop."""
        while True:
            await self._news.wait()
            pause = _SOON_MS
            while self._outbox.waiting() or not self._room.all_taken():
                await asyncio.sleep_ms(pause)
                pause = _SOON_MS if self._send() else min(2 * pause, _LATER_MS)
            self._news.clear()

    def _send(self):
        """Write as many waiting bytes as fit. Return False if the host takes nothing."""
        self._arrived()  # lets TinyUSB fill its next packet
        if not self._room.look(mem32[_FRAME], mem16[_CONTROL], mem16[_SET_UP]):
            return False
        if self._room.again:
            self._outbox.begin_anew()
        count = self._room.fits(self._outbox.waiting())
        if count:
            sys.stdout.buffer.write(self._outbox.take(count) or b"\n")
        return True

    def _arrived(self):
        # unlike poll(), this allocates nothing
        for _ in self._poll.ipoll(0):
            return True
        return False
