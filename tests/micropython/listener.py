"""The whole app on MicroPython's unix port, with only a link, on standard input and standard output.

Run it as: micropython listener.py. The script itself requests a snapshot at the beginning, at the first line end after
each 500 kB of input, and at the end. There are no frames of reeds. Each read lets one tick of time pass.
"""

import sys

from bare_board import BareBoard
from tengen.app import TICK_MS, App

BETWEEN_SNAPSHOTS = 500_000
SNAPSHOT_TICKS = 20
SNAPSHOT = b'{"cmd": "snapshot"}\n'


class Board(BareBoard):
    """A board with a link that writes to standard output."""

    def write(self, line):
        sys.stdout.buffer.write(line)


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

    def ask(data):
        """Pass these bytes on, request a snapshot, and wait some ticks until the snapshot is sent."""
        nonlocal now
        hear(data + SNAPSHOT)
        for _ in range(SNAPSHOT_TICKS):
            now += TICK_MS
            app.tick(now)

    ask(b"")
    asked_at = 0
    while True:
        data = sys.stdin.buffer.read(4096)
        if not data:
            ask(b"\n")
            return
        read += len(data)
        end = data.rfind(b"\n") + 1
        if end and read - asked_at >= BETWEEN_SNAPSHOTS:
            asked_at = read
            ask(data[:end])
            data = data[end:]
        hear(data)


listen()
