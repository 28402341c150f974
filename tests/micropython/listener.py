"""The whole app on MicroPython's unix port, with only a link: on standard input and standard output.

micropython listener.py: the script itself asks for a snapshot at the beginning, at the first line end after each 500 kB
of input, and at the end. No frames of reeds come. Each read lets one tick of time pass.
"""

import sys

from memory_store import MemoryStore
from tengen import wiring
from tengen.app import TICK_MS, App

READ_AT_ONCE = 64  # bytes of input for each tick
BETWEEN_SNAPSHOTS = 500_000
SNAPSHOT = b'{"cmd": "snapshot"}\n'


class Board:
    """All drivers of a board in one object."""

    frames = unseen_ms = 0
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

    def write(self, pieces):
        for piece in pieces:
            sys.stdout.buffer.write(piece)

    def waiting(self):
        return 0

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
