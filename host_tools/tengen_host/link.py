"""The laptop's end of the link: JSON lines led by 0x1E out of the console's stream of bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

MARK = 0x1E


def encode(command: dict[str, Any]) -> bytes:
    """The bytes of one line for a command."""
    return json.dumps(command).encode() + b"\n"


class Decoder:
    """Finds the board's events in what its console prints; everything else is kept as `text`."""

    def __init__(self) -> None:
        self._line = bytearray()
        self.text = bytearray()

    @property
    def unfinished(self) -> bytes:
        """The beginning of a line that has not ended yet."""
        return bytes(self._line)

    def cut(self) -> None:
        """The connection has ended, perhaps within a line: drop what has been read of that line."""
        self.text += self._line
        self._line = bytearray()

    def feed(self, data: bytes | bytearray) -> Iterator[dict[str, Any]]:
        """Take some bytes and yield the events that they complete."""
        for byte in data:
            if byte == MARK:
                # whatever stood before the mark on this line was REPL text
                self.text += self._line
                self._line = bytearray([byte])
            elif byte == 10:
                line, self._line = bytes(self._line), bytearray()
                event = _event(line)
                if event is None:
                    self.text += line + b"\n"
                else:
                    yield event
            else:
                self._line.append(byte)


def _event(line: bytes) -> dict[str, Any] | None:
    if not line.startswith(bytes([MARK])):
        return None
    try:
        event = json.loads(line[1:])
    except (ValueError, RecursionError):
        return None
    # without a name it is what is left of a line of which a piece was lost
    return event if isinstance(event, dict) and isinstance(event.get("event"), str) else None
