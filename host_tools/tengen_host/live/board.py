"""The interface of a board to the page's server: virtual, emulated, or on a cable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

Message = dict[str, Any]


class Board(Protocol):
    """A board as a person meets it: stones and buttons in, lights, sounds and events out.

    A board on a cable has no hands but people's: it sends no lights, and takes nothing but ask().

    Points are texts like `h8`, either case. Messages, as JSON objects on their way to the page:

    - {"type": "stones", "stones": {"h8": "black", ...}}: all the stones on the board, each time.
    - {"type": "lights", "grb": HEX, "frame": N}: the frame the firmware sent, three bytes a pixel in the
      order of the wire (green, red, blue); N counts frames.
    - {"type": "event", "event": {...}}: a line of the firmware's own, with "seq", "event" and mostly "t"
      (the board's ms).
    - {"type": "buzzer", "hz": N}: what the buzzer sounds, 0 for silence.
    - {"type": "time", "ms": N, "speed": X}: the board's own time; X is how fast it passes compared with the
      world's, None where it is the world's.
    - {"type": "faults", "faults": [{"kind": "stuck closed", "at": "h9"}, ...]}: all that is broken on purpose, each
      time; "at" is null where the whole board is meant.
    - {"type": "power", "on": true}: whether its plug is in.
    - {"type": "link", "connected": true, "words": ""}: whether a board on a cable answers, and if not, why, in words.
    """

    def description(self) -> Message:
        """What the board is and where its pixels are.

        {"kind": "virtual", "emulated" or "real", "size": 15, "version": "0.1.0", "buttons": ["p1", "p2", "arbiter"],
        "points": the pixel under each point by index (number - 1) * size + column,
        "bars": {"p1": pixels of the edge bar below the board, "p2": above it, both from left to right as the
        page draws them}, "faults": what may be broken on purpose, none on a real board: [{"name": "stuck closed",
        "at": "nothing", "point", "row", "column", "pixel" or "mV", "words": what it means, "default": a place or
        null}, ...], "plug": whether it may be pulled, "lights": whether it sends what it shows}
        """
        ...

    def state(self) -> list[Message]:
        """The messages that bring a page up to date that has only now connected.

        Their events begin with the board's start or with a snapshot: a page makes the whole present state of them.
        """
        ...

    def subscribe(self, callback: Callable[[Message], None]) -> Callable[[], None]:
        """Call `callback` with every later message, in the server's event loop. Return a function that ends this.

        The callback must not block.
        """
        ...

    # Each of the following raises ValueError with a sentence for people where it can't be done, and then
    # has changed nothing.

    def put(self, point: str, colour: str | None) -> None:
        """Put a stone on an empty point.

        `colour` is only how it is drawn: black, white, or None for that of the turn.
        """
        ...

    def lift(self, point: str) -> None:
        """Take the stone off a point."""
        ...

    def slide(self, origin: str, target: str) -> None:
        """Slide a stone to an empty point without lifting it."""
        ...

    def press(self, button: str) -> None:
        """Hold a button down until its release."""
        ...

    def release(self, button: str) -> None:
        """Release a button."""
        ...

    def unplug(self) -> None:
        """Cut the board's power: the firmware stops at once."""
        ...

    def plug(self) -> None:
        """Restore the power: the firmware restarts with the present stones and flash."""
        ...

    def ask(self, command: dict[str, Any]) -> None:
        """Send a command over the board's link, like {"cmd": "prove"}; the board itself checks it and answers."""
        ...

    def fault(self, kind: str, at: str | None, on: bool) -> None:
        """Break something on purpose, or mend it; to mend with no `at` is to mend all of the kind."""
        ...
