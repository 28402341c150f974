"""One JSON object per line. The board's lines begin with the byte 0x1E, to distinguish them from text of the REPL."""

import json

from tengen.codes import Refused, coded

# The version of the protocol. Within one version, groups, fields, codes and commands are only added.
WIRE = 1
MARK = b"\x1e"
LONGEST_LINE = 512


class Line:
    """A line being built, with first the board's changed `groups`, then the events. `size`: its bytes so far."""

    def __init__(self):
        self._pieces: list = []
        self.size = 0

    def add(self, group, value):
        """Add a group of the state."""
        self._put((',"%s":' if self._pieces else ',"is":{"%s":') % group, value)

    def end(self, seq, now, fields):
        """Return the whole line, as bytes. `fields`: the line's content besides its number, time and groups."""
        head = MARK + ('{"seq":%d,"t":%d' % (seq, now)).encode()
        if self._pieces:
            self._pieces[-1] += b"}"
        for field in fields:
            self._put(',"%s":' % field, fields[field])
        return head + b"".join(self._pieces) + b"}\n"

    def _put(self, before, value):
        piece = (before + json.dumps(value, separators=(",", ":"))).encode()
        self._pieces.append(piece)
        self.size += len(piece)


def decode(line):
    """Return the command in a line of bytes: a dict with a string `cmd`.

    Raises Refused for any other line.
    """
    try:
        # MicroPython's json accepts a truncated object
        if line.strip()[-1:] != b"}":
            raise ValueError
        command = json.loads(line.decode())
    # MicroPython raises UnicodeError or ValueError, and RuntimeError or MemoryError if the nesting is too deep
    except (ValueError, UnicodeError, RuntimeError, MemoryError):
        raise Refused(coded("device.no_json"))
    if not isinstance(command, dict) or not isinstance(command.get("cmd"), str):
        raise Refused(coded("device.no_command"))
    return command


class Lines:
    """Split a stream of bytes into lines, in limited memory. A line longer than LONGEST_LINE is dropped completely."""

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
