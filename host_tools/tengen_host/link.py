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
    """Finds the board's lines in the output of its console; all other output is kept in `text`."""

    def __init__(self) -> None:
        self._line = bytearray()
        self.text = bytearray()

    @property
    def unfinished(self) -> bytes:
        """The beginning of a line that has not ended yet."""
        return bytes(self._line)

    def cut(self) -> None:
        """End the current line, because the connection has ended: its beginning becomes `text`."""
        self.text += self._line
        self._line = bytearray()

    def feed(self, data: bytes | bytearray) -> Iterator[dict[str, Any]]:
        """Take some bytes and yield the lines that they complete."""
        for byte in data:
            if byte == MARK:
                # the part of the line before the mark is REPL text
                self.text += self._line
                self._line = bytearray([byte])
            elif byte == 10:
                line, self._line = bytes(self._line), bytearray()
                told = _told(line)
                if told is None:
                    self.text += line + b"\n"
                else:
                    yield told
            else:
                self._line.append(byte)


def _told(line: bytes) -> dict[str, Any] | None:
    if not line.startswith(bytes([MARK])):
        return None
    try:
        told = json.loads(line[1:])
    except (ValueError, RecursionError):
        return None
    return told if _is_line(told) else None


def _is_line(told: Any) -> bool:
    """Whether JSON is a line of a board; without a number it is the rest of a line of which a part was lost."""
    if not (isinstance(told, dict) and type(told.get("seq")) is int and type(told.get("t")) is int):
        return False
    did, answer = told.get("did", []), told.get("answer", {"code": ""})
    return (
        isinstance(told.get("is", {}), dict)
        and isinstance(did, list)
        and all(isinstance(each, dict) and isinstance(each.get("code"), str) for each in (*did, answer))
    )
