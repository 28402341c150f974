"""A message to pages, encoded once for all that get it."""

from __future__ import annotations

import functools
import json

from . import wire
from .board import Message

# Each of these messages gives a complete state, so a newer one replaces one that still waits.
REPLACED = frozenset({"stones", "lights", "buzzer", "time", "faults", "power", "boards"})

PACKED_FROM = 4096  # letters; below it, time is worth more than bytes


class Told:
    """A message, with its text and its frames, which are made when they are first asked for."""

    def __init__(self, message: Message) -> None:
        self.message = message

    @functools.cached_property
    def text(self) -> str:
        """The message as JSON."""
        return json.dumps(self.message)

    @functools.cached_property
    def frame(self) -> bytes:
        """The message as it goes over a WebSocket."""
        return wire.frame(self.text.encode("utf-8"))

    @functools.cached_property
    def packed(self) -> bytes:
        """The same for a page that reads compressed messages: those of some length are."""
        return self.frame if len(self.text) < PACKED_FROM else wire.packed(self.text.encode("utf-8"))

    def for_page(self, unpacks: bool) -> bytes:
        """The frame for a page which reads compressed messages, or does not."""
        return self.packed if unpacks else self.frame


def replaces(message: Message) -> tuple[object, ...] | None:
    """Return what an older message must have in common with this one to be of no use any more; None: all count.

    In the hall, messages of different boards do not replace each other.
    """
    kind = message["type"]
    if kind == "line" and "seq" not in message["line"]:  # the laptop's own groups
        return (kind, message.get("board"), *message["line"]["is"])
    return (kind, message.get("board")) if kind in REPLACED else None
