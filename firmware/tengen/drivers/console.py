"""The USB serial console: whole lines out without ever waiting for the host, bytes in a few at a time.

MicroPython's own write waits half a second, again and again, for a host that doesn't read; and for ever where the cable
is pulled out and power comes from elsewhere (TinyUSB's buffer is full, and the loop that fills it asks nobody else). So
no more is written here than surely fits into those 256 bytes. Python can't ask how full they are, but the hardware says
(RP2040 data sheet, 4.1.2.5 and 4.1.4):

- Whether the host has set the console's endpoint up since it reset the bus, and whether anything was sent since.
- Whether it has taken the last packet, and how long that was. One of less than 64 bytes, filled since the last write,
  was all that TinyUSB had left. Else it was at least one packet more.
- The number of the present frame, one a ms. Where it stands still there is no host, or one that is asleep.
"""

import asyncio
import select
import sys

from machine import mem16, mem32
from micropython import const

from tengen.link.outbox import Outbox

_BUFFER = const(256)  # CFG_TUD_CDC_TX_BUFSIZE
_PACKET = const(64)
# At most three packets at once: an even number of them may look as the one before did
_MOST_AT_ONCE = const(191)
_SET_UP = 0x50100012  # the upper half of EP2 IN's control: 0 until the host has set it up
_CONTROL = 0x50100090  # EP2 IN's buffer: 0 until something is sent
_UNTAKEN = const(1 << 10)
_LENGTH = const(0x3FF)
_FRAME = 0x50110048  # SOF_RD

# How often is looked whether the host takes more, and how often where it does not
_SOON_MS = const(2)
_LATER_MS = const(20)

_READ_AT_ONCE = const(64)
_LINE_ENDS = (10, 13)


class Console:
    """Lines out, bytes in. Ctrl-C stays what it is: it never comes through here."""

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
        self._outbox = Outbox()
        self._news = asyncio.Event()
        self._frame = 0  # that of the last write
        self._control = 0  # as it was before that
        self._held = 0  # so many bytes at most lie in TinyUSB's buffer

    def read(self):
        """What has arrived, at most 64 bytes and at most one line's end after other bytes, so that a flood waits."""
        if not self._arrived():
            return b""
        data = bytearray()
        # once for each byte: what it calls is looked up before
        arrived, byte, readinto = self._poll.ipoll, self._byte, sys.stdin.buffer.readinto
        while len(data) < _READ_AT_ONCE:
            for _ in arrived(0):
                break
            else:
                break
            readinto(byte)
            data += byte
            if byte[0] in _LINE_ENDS and len(data) > 1:
                break
        return data

    def write(self, line):
        """Send a line (bytes with its end): what fits now, the rest by run()."""
        self._outbox.put(line)
        self._send()
        self._news.set()

    async def run(self):
        """Send what has not fitted, for ever."""
        while True:
            await self._news.wait()
            pause = _SOON_MS
            while self._outbox.waits() or self._held:
                await asyncio.sleep_ms(pause)
                pause = _SOON_MS if self._send() else min(2 * pause, _LATER_MS)
            self._news.clear()

    def _send(self):
        """Write what fits; false where the host takes nothing."""
        self._arrived()  # lets TinyUSB fill its next packet
        frame, control = mem32[_FRAME], mem16[_CONTROL]
        if frame == self._frame or control & _UNTAKEN or not mem16[_SET_UP]:
            return False
        if not control:
            # a host that has begun anew, and TinyUSB with it
            self._held = 0
            self._outbox.begin_anew()
        elif control != self._control and control & _LENGTH < _PACKET:
            self._held = 0
        else:
            self._held = max(0, self._held - _PACKET)
        self._frame, self._control = frame, control
        data = self._outbox.take(min(_MOST_AT_ONCE, _BUFFER - self._held))
        self._held += len(data)
        sys.stdout.buffer.write(data)
        return True

    def _arrived(self):
        # unlike poll(), this allocates nothing
        for _ in self._poll.ipoll(0):
            return True
        return False
