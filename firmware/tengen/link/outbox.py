"""Lines that wait to be sent, in limited memory: when nobody reads them, the oldest are dropped whole."""

# A minute of quick play, or every answer at once. A single line may be longer.
MOST_BYTES = 8192


class Outbox:
    """Whole lines go in, bytes come out in the same order."""

    def __init__(self):
        self._lines: list = []
        self._size = 0  # of all in _lines, in bytes
        self._line = b""  # that is on its way
        self._at = 0  # so much of it is out

    def put(self, line):
        """Take a line (bytes, with its end). One of which something is out is never dropped."""
        self._lines.append(line)
        self._size += len(line)
        while self._size > MOST_BYTES and len(self._lines) > 1:
            self._size -= len(self._lines.pop(0))

    def waiting(self):
        """How many bytes wait to be taken out."""
        return len(self._line) - self._at + self._size

    def take(self, most):
        """The next bytes, at most so many."""
        data = b""
        while len(data) < most and self.waiting():
            if self._at == len(self._line):
                self._line = self._lines.pop(0)
                self._size -= len(self._line)
                self._at = 0
            part = self._line[self._at : self._at + most - len(data)]
            self._at += len(part)
            data += part
        return data

    def begin_anew(self):
        """What was taken out may be lost in mid-line: a line end comes next, and then a whole line."""
        self._line, self._at = b"\n", 0
