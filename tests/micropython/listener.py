"""The whole app on MicroPython's unix port, with only a link: on standard input and standard output.

micropython listener.py: the script itself asks for a snapshot at the beginning, at the first line end after each 500 kB
of input, and at the end. No frames of reeds come. Each read lets one tick of time pass.
"""

import sys

from bare_board import BareBoard
from tengen.app import TICK_MS, App

BETWEEN_SNAPSHOTS = 500_000
SNAPSHOT_TICKS = 20
SNAPSHOT = b'{"cmd": "snapshot"}\n'


class Board(BareBoard):
    """Its link writes to standard output."""

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
        """Pass this on, ask for a snapshot, and let it be sent, which takes some ticks."""
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
