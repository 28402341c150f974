"""The interface of a board to the page's server: virtual, emulated, or on a cable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from ..wire.listeners import End, Listener, Message

if TYPE_CHECKING:
    from ..wire.replica import Replica


def group(name: str, value: Any) -> Message:
    """Return the message for a group of the laptop's own state: a line without a number."""
    return {"type": "line", "line": {"is": {name: value}}}


def groups_of(message: Message) -> Mapping[str, Any]:
    """Return the groups in a message, {} if it has none."""
    return message["line"].get("is", {}) if message["type"] == "line" else {}


def did_of(message: Message) -> Iterable[dict[str, Any]]:
    """Return the actions in a message."""
    return message["line"].get("did", ()) if message["type"] == "line" else ()


class Board(Protocol):
    """A board as its user sees it. Stones and buttons are inputs; lights, sounds and messages are outputs.

    A board on a cable is operated by hand, so it sends no lights, and it accepts only ask() of the actions below.

    Points are texts like `h8`, in either case. The messages, which go to the page as JSON objects:

    - {"type": "stones", "stones": {"h8": "black", ...}}: always all stones on the board.
    - {"type": "lights", "grb": HEX, "frame": N}: the frame that the firmware sent, three bytes per pixel in wire order
      (green, red, blue); N counts frames.
    - {"type": "line", "line": {...}, "at": N}: a line of the firmware (state.py); N counts them. In state() one line
      has all groups, with "run", and {"type": "log", "log": [{"seq", "t", "did"}, ...]} has the earlier actions.
    - {"type": "buzzer", "hz": N}: the frequency of the buzzer, 0 for silence.
    - {"type": "time", "ms": N, "speed": X}: the board's own time. X is the speed of the board's time relative to real
      time; None if the board runs in real time.
    - {"type": "faults", "faults": [{"kind": "stuck closed", "at": "h9"}, ...]}: always all simulated faults; "at" is
      null if a fault concerns the whole board.
    - {"type": "power", "on": true}: whether the board is plugged in.
    - A line without a number has the groups of the laptop itself, made by group(): `link`, {"connected": true, "words":
      ""}: whether a board on a cable answers. If it does not, `words` is the reason in English, and "key" and "values"
      (i18n.fields) give the reason in the page's language.

    `replica`: the state that its lines report.
    """

    replica: Replica

    def description(self) -> Message:
        """Return the kind of board, and the positions of its pixels.

        {"kind": "virtual", "emulated" or "real", "size": 15, "version": "1.0.0", "buttons": ["p1", "p2", "arbiter"],
        "points": the pixel under each point by index (number - 1) * size + column,
        "bars": {"p1": pixels of the edge bar below the board, "p2": above it, both from left to right as the
        page draws them}, "faults": the kinds of fault that can be simulated, [] on a real board: [{"name": "stuck
        closed", "at": "nothing", "point", "row", "column", "pixel" or "mV", "words": an explanation, "default": a
        place or null}, ...], "plug": whether unplug() and plug() work, "lights": whether it sends "lights" messages,
        "helped": whether a hand puts and lifts the stones that the board asks for, "matrix": false if there is no
        matrix to be watched}
        """
        ...

    def state(self, since: str = "") -> list[Message]:
        """Return the messages that bring a page up to date.

        `since`: "RUN.AT", the last line of a page that reconnects. In the same run the lines then continue from there,
        after {"type": "since"}.
        """
        ...

    def subscribe(self, callback: Listener) -> End:
        """Call `callback`, in the server's event loop, with every later message.

        Returns the function that ends the subscription. The callback must not block.
        """
        ...

    # Each of the following methods raises ValueError, with a Sentence for the user, if the action is impossible; the
    # board is then unchanged.

    def put(self, point: str, colour: str | None) -> None:
        """Put a stone on an empty point.

        `colour` only sets the drawn colour: black, white, or None for the side to move.
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
        """Send a command over the board's link, like {"cmd": "prove"}.

        The board itself checks the command and answers.
        """
        ...

    def fault(self, kind: str, at: str | None, on: bool) -> None:
        """Simulate a fault, or end it. If `on` is false and `at` is None, all faults of this kind end."""
        ...
