"""The laptop's end of the link: finds JSON lines that begin with 0x1E in the console's bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

MARK = 0x1E


def encode(command: dict[str, Any]) -> bytes:
    """Return a command as the bytes of one line."""
    return json.dumps(command).encode() + b"\n"


class Decoder:
    """Finds the board's lines in the output of its console; all other output is collected in `text`."""

    def __init__(self) -> None:
        self._line = bytearray()
        self.text = bytearray()

    @property
    def unfinished(self) -> bytes:
        """The beginning of a line that has not ended yet."""
        return bytes(self._line)

    def cut(self) -> None:
        """Drop the current line, because the connection has ended. The part that has arrived becomes `text`."""
        self.text += self._line
        self._line = bytearray()

    def feed(self, data: bytes | bytearray) -> Iterator[dict[str, Any]]:
        """Read some bytes, and yield the lines that are complete now."""
        for byte in data:
            if byte == MARK:
                # everything before the mark is REPL text
                self.text += self._line
                self._line = bytearray([byte])
            elif byte == 10:
                line, self._line = bytes(self._line), bytearray()
                found = _line(line)
                if found is None:
                    self.text += line + b"\n"
                else:
                    yield found
            else:
                self._line.append(byte)


def _line(data: bytes) -> dict[str, Any] | None:
    """Return the board's line in these bytes, or None."""
    if not data.startswith(bytes([MARK])):
        return None
    try:
        found = json.loads(data[1:])
    except (ValueError, RecursionError):
        return None
    return found if _is_line(found) else None


def _is_line(its: Any) -> bool:
    """Return whether JSON is a board's line. JSON without a number is the rest of a damaged line."""
    if not (isinstance(its, dict) and type(its.get("seq")) is int and type(its.get("t")) is int):
        return False
    did, answer = its.get("did", []), its.get("answer", {"code": ""})
    return (
        isinstance(its.get("is", {}), dict)
        and isinstance(did, list)
        and all(isinstance(each, dict) and isinstance(each.get("code"), str) for each in (*did, answer))
    )
