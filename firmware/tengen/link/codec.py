"""One JSON object a line. The board's lines begin with the byte 0x1E, which tells them from text of the REPL."""

import json

MARK = b"\x1e"
LONGEST_LINE = 512


def encode(event):
    """The bytes of one line for an event (a dict)."""
    return MARK + json.dumps(event).encode() + b"\n"


def decode(line):
    """The command in a line of bytes: a dict with a string `cmd`. Raises ValueError in words for a person."""
    try:
        # MicroPython's reader would take an object that was cut off
        if line.strip()[-1:] != b"}":
            raise ValueError
        command = json.loads(line.decode())
    # MicroPython raises UnicodeError, ValueError or, where nested too deep, RuntimeError or MemoryError
    except (ValueError, UnicodeError, RuntimeError, MemoryError):
        raise ValueError('not a JSON object: send one a line, like {"cmd": "snapshot"}')
    if not isinstance(command, dict) or not isinstance(command.get("cmd"), str):
        raise ValueError('no command: send an object with a "cmd", like {"cmd": "snapshot"}')
    return command


class Lines:
    """Cuts a stream of bytes into lines, in bounded memory: one longer than LONGEST_LINE is dropped whole."""

    def __init__(self):
        self._buffer = bytearray()
        self._dropping = False

    def feed(self, data):
        """Take some bytes: a list of whole lines (bytes), None in it for each that was too long."""
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
