"""The board as a person sees and touches it: stones, lights, buttons and buzzer, and the link's lines.

The virtual board and the emulated board are both subclasses of Tabletop; the page uses only this interface.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tengen import __version__
from tengen.games import COLOUR_NAMES, points
from tengen.sensing.field import Field

from .. import wiring
from ..i18n import Sentence
from ..wire.listeners import Listeners
from ..wire.replica import LOG_LINES, Replica
from .faults import Faults
from .scramble import Scramble

if TYPE_CHECKING:
    from ..wire.state import GameState

Message = dict[str, Any]

STONES = COLOUR_NAMES[1:]
BUTTONS = wiring.BUTTONS


class Tabletop:
    """A board: its stones, and the lights, sounds and lines of its firmware.

    `scramble`: the true wiring; by default as in `board`. `board`: a board description as from wiring.load(); by
    default the project's board.toml.

    A subclass runs the firmware in run(). It passes moved stones, pressed buttons and bytes on the link to the firmware
    in _reed(point, closed), _button(number, down) and send(data). It reports the firmware's output with lights(),
    sound() and told().
    """

    kind = "virtual"
    has_plug = False  # whether unplug() and plug() work
    helped = False  # whether a helping hand puts and lifts the stones that the board asks for

    def __init__(self, scramble: Scramble | None = None, board: dict[str, Any] | None = None) -> None:
        self.board = board or wiring.load()
        self.scramble = scramble or Scramble.built_as(self.board)
        self.size: int = self.board["board"]["size"]
        self.stones: dict[int, str] = {}
        pixels = wiring.pixel_count(self.board)
        self.faults = Faults(self.size, pixels)
        self.frame = bytes(3 * pixels)
        self.frames = 0
        self.hz = 0
        self.lines: list[dict[str, Any]] = []
        self.replica = Replica()
        self._listeners = Listeners()

    # Methods for the page

    def description(self) -> Message:
        """Return the board's size, the places of its pixels and its possible faults.

        The bars run from left to right as the page draws them.
        """
        return {
            "kind": self.kind,
            "size": self.size,
            "points": list(self.scramble.pixels),
            "bars": {"p1": list(self.scramble.bars[0]), "p2": list(self.scramble.bars[1][::-1])},
            "buttons": list(BUTTONS),
            "version": __version__,
            "faults": [dataclasses.asdict(kind) for kind in self.faults.kinds.values()],
            "plug": self.has_plug,
            "lights": True,
            "helped": self.helped,
        }

    @property
    def game(self) -> GameState:
        """The game on the board, according to its lines."""
        return self.replica.state.game

    @property
    def done(self) -> list[dict[str, Any]]:
        """The actions in `lines`, each with the `seq` and `t` of its line."""
        return [{**did, "seq": line["seq"], "t": line["t"]} for line in self.lines for did in line.get("did", ())]

    def state(self, since: str = "") -> list[Message]:
        """Return the messages that update a page. `since`: the last line that the page has (wire.replica)."""
        return [
            self._stones_message(),
            self._lights_message(),
            {"type": "buzzer", "hz": self.hz},
            self.time(),
            self._faults_message(),
            self._power_message(),
            *self.replica.messages(since),
        ]

    def subscribe(self, callback: Callable[[Message], None]) -> Callable[[], None]:
        """Call `callback` with every later message. Return a function that stops this."""
        return self._listeners.add(callback)

    def time(self) -> Message:
        """Return the board's own time, and its speed compared with real time (None: equal)."""
        return {"type": "time", "ms": self.now_ms(), "speed": None}

    # Actions of a hand

    def put(self, point: str, colour: str | None = None) -> None:
        """Put a stone on a point. By default it has the colour of the game's stone there, else of the next move.

        Raises ValueError, and changes nothing, if that is impossible.
        """
        at = self._index(point)
        if at in self.stones:
            raise ValueError(Sentence("server.holds_stone", point=self._shown(at)))
        if colour is not None and colour not in STONES:
            raise ValueError(f"{colour!r} is not a colour of a stone: {', '.join(STONES)}")
        self.stones[at] = colour or self.game.colour_of(self._in_game(at))
        self._reed(at, True)
        self._publish(self._stones_message())

    def lift(self, point: str) -> None:
        """Take the stone off a point. Raises ValueError if there is no stone."""
        at = self._index(point)
        if at not in self.stones:
            raise ValueError(Sentence("server.no_stone_to_lift", point=self._shown(at)))
        del self.stones[at]
        self._reed(at, False)
        self._publish(self._stones_message())

    def slide(self, origin: str, target: str) -> None:
        """Slide the stone of one point to another. Raises ValueError if there is no stone, or another one blocks it."""
        start, end = self._index(origin), self._index(target)
        if start not in self.stones:
            raise ValueError(Sentence("server.no_stone_to_slide", point=self._shown(start)))
        if start == end:
            return
        if end in self.stones:
            raise ValueError(Sentence("server.in_the_way", point=self._shown(end)))
        self.stones[end] = self.stones.pop(start)
        self._reed(start, False)
        self._reed(end, True)
        self._publish(self._stones_message())

    def press(self, button: str) -> None:
        """Hold a button down. Raises ValueError for an unknown one."""
        self._button(self._number(button), True)

    def release(self, button: str) -> None:
        """Release a button."""
        self._button(self._number(button), False)

    @property
    def powered(self) -> bool:
        """Whether the board has power."""
        return True

    def unplug(self) -> None:
        """Cut the power. Raises ValueError if this board has no plug."""
        raise ValueError(Sentence("server.no_plug"))

    def plug(self) -> None:
        """Restore the power. Raises ValueError if this board has no plug."""
        raise ValueError(Sentence("server.no_plug"))

    def ask(self, command: dict[str, Any]) -> None:
        """Send a command over the link, like {"cmd": "prove"}."""
        self.send(json.dumps(command).encode() + b"\n")

    def fault(self, kind: str, at: str | None, on: bool) -> None:
        """Make a fault, or repair one (without `at`: all of its kind). Raises ValueError if that is impossible."""
        if on:
            self.faults.break_(kind, at)
        else:
            self.faults.mend(kind, at)
        self._publish(self._faults_message())
        # broken pixels are dark at once; repaired pixels shine again with the next frame
        seen = self.faults.seen(self.frame)
        if seen != self.frame:
            self.frame = seen
            self._publish(self._lights_message())

    # Output of the firmware

    def lights(self, frame: bytes) -> None:
        """Accept a frame from the firmware: three bytes for each pixel, in the order of the chain."""
        self.frame = self.faults.seen(frame)
        self.frames += 1
        self._publish(self._lights_message())

    def sound(self, hz: int) -> None:
        """Accept the buzzer's frequency in Hz; 0 is silence."""
        if hz != self.hz:
            self.hz = hz
            self._publish({"type": "buzzer", "hz": hz})

    def told(self, line: dict[str, Any]) -> None:
        """Accept a line that the firmware sent on the link."""
        self.lines.append(line)
        if len(self.lines) >= 2 * LOG_LINES:
            del self.lines[:LOG_LINES]
        message = self.replica.receive(line)
        if message:
            self._publish(message)

    # Methods that a subclass defines

    async def run(self) -> None:
        """Run the firmware until cancelled, or until it fails."""
        raise NotImplementedError

    def now_ms(self) -> int:
        """The board's own time in ms."""
        raise NotImplementedError

    def send(self, data: bytes) -> None:
        """Put bytes on the serial line to the board."""
        raise NotImplementedError

    def _reed(self, point: int, closed: bool) -> None:
        raise NotImplementedError

    def _button(self, number: int, down: bool) -> None:
        raise NotImplementedError

    def _publish(self, message: Message) -> None:
        self._listeners.publish(message)

    def _stones_message(self) -> Message:
        stones = {points.name(at, self.size): colour for at, colour in sorted(self.stones.items())}
        return {"type": "stones", "stones": stones}

    def _lights_message(self) -> Message:
        return {"type": "lights", "grb": self.frame.hex(), "frame": self.frames}

    def _faults_message(self) -> Message:
        return {"type": "faults", "faults": self.faults.active()}

    def _power_message(self) -> Message:
        return {"type": "power", "on": self.powered}

    def _index(self, point: str) -> int:
        if not isinstance(point, str):
            raise ValueError(f"{point!r} is not a point: write a letter and a number, like h8")
        return points.index(point, self.size)

    def _in_game(self, at: int) -> str:
        """Return a board point's name in the game, "" outside the game's field, which is in the middle of the board."""
        point = Field(self.game.size, self.size).in_field(at)
        return points.name(point, self.game.size) if point >= 0 else ""

    def _shown(self, at: int) -> str:
        return points.name(at, self.size).upper()

    def _number(self, button: str) -> int:
        if button not in BUTTONS:
            raise ValueError(f"{button!r} is not a button: {', '.join(BUTTONS)}")
        return BUTTONS.index(button)
