"""All drivers of a board in one object, to run the whole app without reeds. For CPython and MicroPython."""

from memory_store import MemoryStore
from tengen import wiring


class BareBoard:
    """All drivers. `store`: the flash. `incoming`: bytes for the link to read. `told`: the lines that the link sent.

    There are no frames of reeds. Each read takes one tick of time, and returns `at_once` bytes at most.
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
