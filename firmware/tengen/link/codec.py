"""One JSON object per line. The board's lines begin with the byte 0x1E, to distinguish them from text of the REPL."""

import json

MARK = b"\x1e"
LONGEST_LINE = 512


def encode(event):
    """Return the bytes of the line for an event (a dict)."""
    return MARK + json.dumps(event).encode() + b"\n"


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
