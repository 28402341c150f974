"""Lines that wait to be sent, in limited memory. If the host does not read, the oldest whole lines are dropped."""

# This is enough for a minute of fast play, or for the answers to all commands together. A single line may be longer.
MOST_BYTES = 8192


class Outbox:
    """A queue of whole lines that returns bytes in the same order. At most MOST_BYTES wait."""

    def __init__(self):
        self._lines: list = []
        self._size = 0  # bytes in _lines
        self._line = b""  # the line that is being taken out
        self._at = 0  # how many of its bytes have been taken out

    def put(self, line):
        """Add a line (bytes, with its line end). A line that has been partly taken out is never dropped."""
        self._lines.append(line)
        self._size += len(line)
        while self._size > MOST_BYTES and len(self._lines) > 1:
            self._size -= len(self._lines.pop(0))

    def waiting(self):
        """Return the number of bytes that wait to be taken out."""
        return len(self._line) - self._at + self._size

    def take(self, most):
        """Take out the next bytes, at most `most`."""
        data = b""
        while len(data) < most and self.waiting():
            if not self._line:
                self._line = self._lines.pop(0)
                self._size -= len(self._line)
            part = self._line[self._at : self._at + most - len(data)]
            self._at += len(part)
            data += part
            if self._at == len(self._line):
                self._line, self._at = b"", 0
        return data

    def begin_anew(self):
        """Continue with a line end and then a whole line, because bytes may have been lost in the middle of a line."""
        self._line, self._at = b"\n", 0
