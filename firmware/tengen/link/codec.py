"""One JSON object per line. The board's lines begin with the byte 0x1E, to distinguish them from text of the REPL."""

import json

MARK = b"\x1e"
LONGEST_LINE = 512
_FEW_FIELDS = 24
_LARGE_PIECE = 200  # bytes


def encode(event):
    """Return the line for an event (a dict with texts as keys), as a list of its pieces (bytes).

    A long one, like a snapshot, is encoded in pieces of some fields: a nearly full heap has no room for it as a whole.
    """
    if len(event) <= _FEW_FIELDS:
        return [MARK + json.dumps(event).encode() + b"\n"]
    pieces = []
    piece = MARK
    before = b"{"
    for field in event:
        if len(piece) > _LARGE_PIECE:
            pieces.append(piece)
            piece = b""
        piece += before
        piece += json.dumps(field).encode()
        piece += b": "
        piece += json.dumps(event[field]).encode()
        before = b", "
    pieces.append(piece)
    pieces.append(b"}\n")
    return pieces


def decode(line):
    """Return the command in a line of bytes: a dict with a string `cmd`.

    Raises ValueError, with a message for a person, for any other line.
    """
    try:
        # MicroPython's json accepts an object that is cut off
        if line.strip()[-1:] != b"}":
            raise ValueError
        command = json.loads(line.decode())
    # MicroPython raises UnicodeError, ValueError or, for too deep nesting, RuntimeError or MemoryError
    except (ValueError, UnicodeError, RuntimeError, MemoryError):
        raise ValueError('not a JSON object: send one a line, like {"cmd": "snapshot"}')
    if not isinstance(command, dict) or not isinstance(command.get("cmd"), str):
        raise ValueError('no command: send an object with a "cmd", like {"cmd": "snapshot"}')
    return command


class Lines:
    """Splits a stream of bytes into lines, in limited memory: a line longer than LONGEST_LINE is dropped whole."""

    def __init__(self):
        self._buffer = bytearray()
        self._dropping = False

    def feed(self, data):
        """Take some bytes. Return the list of completed lines (bytes), with None for each line that was too long."""
        lines: list = []
        parts = bytes(data).replace(b"\r", b"\n").split(b"\n")
        last = parts.pop()
        for part in parts:
            self._add(part)
            if self._dropping:
                lines.append(None)
            elif self._buffer:
                lines.append(bytes(self._buffer))
            self._buffer = bytearray()
            self._dropping = False
        self._add(last)
        return lines

    def _add(self, part):
        self._buffer += part
        if len(self._buffer) > LONGEST_LINE:
            self._buffer = bytearray()
            self._dropping = True
