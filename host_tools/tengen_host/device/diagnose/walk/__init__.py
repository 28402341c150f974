"""Guide the walk over a board with known wiring, with the prompts in order, and collect the results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..layout import LINES, SHUT, Layout
from ..listen import Answer, Listener, Prompt
from .all_points import AllPoints
from .at_rest import AtRest
from .buttons import Buttons
from .knowledge import Knowledge
from .lifting import Lifting
from .lights import Lights
from .named_points import NamedPoints
from .once_more import OnceMore
from .step import Script

__all__ = ["Glance", "Knowledge", "Walk"]


class Walk(Knowledge):
    """A guided walk. `prompt` is the present question. Call feed() for each frame, and tick() between frames.

    The results are in the attributes of Knowledge.
    """

    def __init__(self, layout: Layout, chain: Mapping[str, Any] | None = None, strip: bool = True) -> None:
        super().__init__(layout, chain)
        self.done = False
        self._started = False
        self._strip = strip
        self._script = self.script()
        self._listener: Listener
        self._ask(next(self._script))

    def feed(self, frame: Mapping[str, Any]) -> None:
        """Process a frame."""
        self._started = True
        self.evidence.feed(frame)
        self._look()

    def tick(self, now: int) -> None:
        """Let the board's time pass until `now` (ms) without a frame."""
        if self._started:
            self.evidence.tick(now)
            self._look()

    def script(self) -> Script:
        """Yield all prompts in their order."""
        lights, lifting = Lights(self), Lifting(self)
        yield from Buttons(self).script()
        yield from AtRest(self).script()
        if not self.chain_whole and self._strip:
            yield from lights.find_break()
        yield from NamedPoints(self).script()
        if self._strip:
            yield from lights.script()
        yield from AllPoints(self, lifting).script()
        yield from lifting.clear()
        yield from OnceMore(self, lifting).script()

    def _look(self) -> None:
        while not self.done:
            answer = self._listener.answer()
            if answer is None:
                return
            self.give(answer)

    def give(self, answer: Answer) -> None:
        """Process an answer to the present prompt, and go to the next prompt."""
        try:
            self._ask(self._script.send(answer))
        except StopIteration:
            self.done = True
            self.prompt = Prompt("done", "That was all.")

    def _ask(self, prompt: Prompt) -> None:
        self.prompt = prompt
        watched = frozenset(self.layout.cell(point) for point in prompt.points)
        self._listener = Listener(self.evidence, prompt, self.ignored, watched)


class Glance(Walk):
    """Only watches the board, without a walk. Stones may lie on it, so a closed reed does not count as stuck."""

    def feed(self, frame: Mapping[str, Any]) -> None:
        """Process a frame."""
        super().feed(frame)
        words = self.baseline = self.evidence.words
        # stones may lie anywhere, so only the always-closed contacts are proof
        self.depth = 1 if words[LINES] and words[LINES] == words[self.layout.rows[SHUT]] else 0
        self.chattering = {cell for cell in self.evidence.chattering if self.layout.point(cell) is not None}
        self.felt = set(self.layout.points(self.evidence.closed))

    def script(self) -> Script:
        """Yield the same prompt for ever."""
        while True:
            yield Prompt("watch", "Put stones down, lift them, move wires: what is felt shows here. Ctrl-C ends.")
