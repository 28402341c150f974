"""Lines that wait to be sent, in limited memory: if the host does not read, the oldest lines are dropped whole."""

# Enough for a minute of fast play, or for the answers to all commands together. A single line may be longer.
MOST_BYTES = 8192
MOST_OF_FILES = 2048  # in a firmware of files, whose heap has no room for more


class Outbox:
    """Whole lines go in, bytes come out in the same order. `most`: the bytes that wait at most."""

    def __init__(self, most=MOST_BYTES):
        self._most = most
        self._lines: list = []  # each a list of pieces
        self._size = 0  # bytes in _lines
        self._line: list = []  # what is left of the line that is being taken out
        self._at = 0  # how many bytes of its first piece are taken out
        self._left = 0  # its bytes that are not

    def put(self, pieces):
        """Add a line, a list of pieces (bytes, the last with its line end).

        A line that has been partly taken out is never dropped.
        """
        self._lines.append(pieces)
        self._size += _length(pieces)
        while self._size > self._most and len(self._lines) > 1:
            self._size -= _length(self._lines.pop(0))

    def waiting(self):
        """Return the number of bytes that wait to be taken out."""
        return self._left + self._size

    def take(self, most):
        """Take out the next bytes, at most `most`."""
        data = b""
        while len(data) < most and self.waiting():
            if not self._left:
                self._line, self._at = self._lines.pop(0), 0
                self._left = _length(self._line)
                self._size -= self._left
            piece = self._line[0]
            part = piece[self._at : self._at + most - len(data)]
            self._at += len(part)
            self._left -= len(part)
            data += part
            if self._at == len(piece):
                self._line.pop(0)
                self._at = 0
        return data

    def begin_anew(self):
        """Continue with a line end and then a whole line, because the last bytes may be lost in mid-line."""
        self._line, self._at, self._left = [b"\n"], 0, 1


def _length(pieces):
    length = 0
    for piece in pieces:
        length += len(piece)
    return length
