"""Recognize a person's answer to a prompt: a stone that is put or lifted, a button, or the empty board."""

from __future__ import annotations

from dataclasses import dataclass

from .evidence import CLOSED_MS, Evidence
from .layout import Cell

HOLD_MS = 1000
GATHER_MS = 60  # all other contacts of a stone are reported within this time after the first one
EMPTY_MS = 300
NEVER_MS = 3000  # a reed that only sticks, and is not permanently closed, opens within this time
WATCH_MS = 2000  # how long to watch the empty board
REST_MS = 2200  # how long to watch a stone that the reed may lose
WHITE, FELT = "ffffff", "003030"


@dataclass(frozen=True)
class Prompt:
    """A question to a person.

    `kind`: button, empty, watch, stone, light, seen, end, fill, clear, lift, open, rest, three, slide, count or done;
    `words`: the text of the question; `points`: the points in question; `player`: the owner of the button or bar;
    `alone`: True if no other stone may be on the board; `pixels`: the lit pixels, each with its colour.
    """

    kind: str
    words: str
    points: tuple[int, ...] = ()
    player: str | None = None
    alone: bool = False
    pixels: tuple[tuple[int, str], ...] = ()
    closed: bool = False  # for a `slide`, whether the reed is closed at the end of the movement


@dataclass(frozen=True)
class Felt:
    """A stone was put down. `cells`: the contacts that this stone closed."""

    cells: frozenset[Cell]


@dataclass(frozen=True)
class Pressed:
    """A button (`bit`) was pressed, or `held` for a second."""

    bit: int
    held: bool = False


@dataclass(frozen=True)
class Lifted:
    """A reed opened `late_ms` after its stone was lifted."""

    late_ms: int


@dataclass(frozen=True)
class Emptied:
    """No stone is felt any more; or enough time has passed, for the prompts `watch` and `rest`."""


@dataclass(frozen=True)
class Typed:
    """A line was typed, which is a number, or empty."""

    number: float | None


Answer = Felt | Pressed | Lifted | Emptied | Typed


class Listener:
    """Wait for the answer to one prompt in the evidence that arrives."""

    def __init__(self, evidence: Evidence, prompt: Prompt, ignored: frozenset[Cell], watched: frozenset[Cell]) -> None:
        self.prompt = prompt
        self._evidence = evidence
        self._ignored = ignored  # contacts that tell nothing, because they are always closed, stuck or chattering
        self._watched = watched  # the contacts of a `rest` or `lift` prompt
        self._start = evidence.now
        self._closings = len(evidence.closings)
        self._openings = len(evidence.openings)
        self._buttons = evidence.buttons
        self._down: dict[int, int] = {}
        self._pressed_at: int | None = None
        self._empty_since: int | None = None
        self._clear = not prompt.alone

    def answer(self) -> Answer | None:
        """Return the answer, or None. Call this method whenever there is new evidence or time has passed."""
        pressed = self._button()
        kind, evidence = self.prompt.kind, self._evidence
        self._look_empty()
        if kind == "lift":
            return self._lifted(pressed)
        if pressed:
            return pressed
        if kind == "watch":
            return Emptied() if evidence.now - self._start >= WATCH_MS else None
        if kind in ("empty", "clear"):
            since = self._empty_since
            return Emptied() if since is not None and evidence.now - since >= EMPTY_MS else None
        if kind == "open":
            return Emptied() if not self._watched & evidence.closed.keys() else None
        if kind == "rest":
            # the contact must have been closed for the whole time
            enough = all(evidence.now - evidence.closed.get(cell, evidence.now) >= REST_MS for cell in self._watched)
            return Emptied() if enough and self._watched else None
        if kind in ("stone", "light", "fill"):
            return self._felt()
        return None

    def _look_empty(self) -> None:
        lying = not self._evidence.closed.keys() <= self._ignored
        if lying:
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = self._evidence.now
        if not self._clear and not lying:
            self._clear = True
            self._closings = len(self._evidence.closings)

    def _felt(self) -> Answer | None:
        if not self._clear:
            return None
        new = [(at, cell) for at, cell in self._evidence.closings[self._closings :] if cell not in self._ignored]
        if not new or self._evidence.now - new[0][0] < CLOSED_MS + GATHER_MS:
            return None
        return Felt(frozenset(cell for _, cell in new))

    def _lifted(self, pressed: Pressed | None) -> Answer | None:
        if self._down and self._pressed_at is None:
            self._pressed_at = min(self._down.values())
        opened = [at for at, cell in self._evidence.openings[self._openings :] if cell in self._watched]
        if pressed and self._pressed_at is None:
            self._pressed_at = self._evidence.now
        if self._pressed_at is None:
            return None
        if opened:
            return Lifted(opened[0] - self._pressed_at)
        if self._evidence.now - self._pressed_at < NEVER_MS:
            return None
        return Lifted(NEVER_MS if self._watched & self._evidence.closed.keys() else 0)

    def _button(self) -> Pressed | None:
        now, buttons = self._evidence.now, self._evidence.buttons
        if not (buttons or self._buttons or self._down):
            return None
        found = None
        for bit in range(3):
            down = bool(buttons >> bit & 1)
            if down and not self._buttons >> bit & 1:
                self._down[bit] = now
            since = self._down.get(bit)
            if since is not None:
                if now - since >= HOLD_MS:
                    found = Pressed(bit, True)
                    del self._down[bit]
                elif not down:
                    found = Pressed(bit)
                    del self._down[bit]
        self._buttons = buttons
        return found
