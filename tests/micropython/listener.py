"""The whole app on MicroPython's unix port, with nothing but a line to it: standard input, and standard output.

micropython listener.py: it asks for a snapshot itself, at the beginning, at a line's end after each 500 kB of its
input, and at the end. Nobody is at its board: no frame comes of reeds. Its time passes by a tick for each read.
"""

import sys

from memory_store import MemoryStore
from tengen import wiring
from tengen.app import TICK_MS, App

READ_AT_ONCE = 64  # a tick takes that much of the line
BETWEEN_SNAPSHOTS = 500_000
SNAPSHOT = b'{"cmd": "snapshot"}\n'


class Board:
    """A board's drivers, all in one."""

    frames = 0
    overrun_bits = 24
    armed = True

    def __init__(self):
        self.matrix = self.strip = self.buzzer = self.supply = self.console = self.watchdog = self
        self.store = MemoryStore()
        self.incoming = b""
        self._pixels = bytearray(3 * wiring.PIXELS)

    def read(self):
        data, self.incoming = self.incoming[:READ_AT_ONCE], self.incoming[READ_AT_ONCE:]
        return data

    def write(self, data):
        sys.stdout.buffer.write(data)

    def draw(self):
        return memoryview(self._pixels)

    def millivolts(self):
        return 5000

    def _nothing(self, *_):
        pass

    send = begin_proof = tone = stage = feed = blame = hold = steady = tidy = _nothing

    def end_proof(self):
        return self.overrun_bits


def listen():
    board = Board()
    app = App(board)
    now = read = 0
    app.start(now)

    def hear(data):
        nonlocal now
        board.incoming += data
        while board.incoming:
            now += TICK_MS
            app.tick(now)

    hear(SNAPSHOT)
    asked_at = 0
    while True:
        data = sys.stdin.buffer.read(4096)
        if not data:
            hear(b"\n" + SNAPSHOT)
            return
        read += len(data)
        end = data.rfind(b"\n") + 1
        if end and read - asked_at >= BETWEEN_SNAPSHOTS:
            asked_at = read
            hear(data[:end] + SNAPSHOT)
            data = data[end:]
        hear(data)


listen()
