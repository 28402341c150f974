"""All drivers of a board in one object, for the whole app without reeds. On both Pythons."""

from memory_store import MemoryStore
from tengen import wiring


class BareBoard:
    """`store` is its flash, `incoming` what the link has still to read, `told` the lines that it has written.

    No frames of reeds come. Each read lets one tick of time pass; it reads `at_once` bytes at most.
    """

    frames = unseen_ms = 0
    overrun_bits = 24
    armed = True
    at_once = 64

    def __init__(self, store=None):
        self.matrix = self.strip = self.buzzer = self.supply = self.console = self.watchdog = self.clock = self
        self.store = store or MemoryStore()
        self.incoming = b""
        self.told = []
        self._pixels = bytearray(3 * wiring.PIXELS)

    def read(self):
        data, self.incoming = self.incoming[: self.at_once], self.incoming[self.at_once :]
        return data

    def write(self, line):
        self.told.append(line)

    def waiting(self):
        return 0

    def draw(self):
        return memoryview(self._pixels)

    def millivolts(self):
        return 5000

    def _nothing(self, *_):
        pass

    send = doubt = begin_proof = tone = stage = feed = blame = hold = steady = tidy = _nothing

    def end_proof(self):
        return self.overrun_bits
