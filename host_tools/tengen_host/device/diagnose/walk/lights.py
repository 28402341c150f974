"""Find lights that are not at their assumed places, and the break in the chain of lights."""

from __future__ import annotations

from tengen import wiring

from ..layout import BUTTON_NAMES, POINTS, SIZE
from ..listen import WHITE, Felt, Pressed, Prompt
from .step import Script, Step


class Lights(Step):
    """Light one pixel after another. A person shows the place of each one."""

    def find_break(self) -> Script:
        """Find the first dark pixel of the chain by bisection."""
        known = self.known
        lit, dark = -1, wiring.PIXELS
        while dark - lit > 1:
            middle = (lit + dark) // 2
            words = "Do you see a light anywhere, on the board or in a bar? Yes: press P1's button; no: P2's."
            answer = yield Prompt("seen", words, pixels=((middle, WHITE),))
            if isinstance(answer, Pressed) and not answer.held and answer.bit in known.buttons[:2]:
                if answer.bit == known.buttons[0]:
                    lit = middle
                else:
                    dark = middle
        known.dark_from = dark

    def script(self) -> Script:
        """Light the pixels 0, 15, 30 ..., the last pixel of the points, and the first pixel of each bar."""
        known = self.known
        wanted = [pixel for pixel in (*range(0, POINTS, SIZE), POINTS - 1) if self._can_show(pixel)]
        wanted += [bar[0] for bar in known.layout.bars]
        at = 0
        while at < len(wanted):
            pixel = wanted[at]
            if known.dark_from is not None and pixel >= known.dark_from:
                at += 1
                continue
            words = (
                "Put a stone where the light is (if one lies there, lift it and put it back). If it is in an edge bar, "
                "press that player's button. If you see none, or nothing is felt, press the arbiter's."
            )
            answer = yield Prompt("light", words, alone=known.alone, pixels=((pixel, WHITE),))
            if isinstance(answer, Pressed):
                if known.one_back(answer):
                    at = max(0, at - 1)
                    known.seen.pop(wanted[at], None)
                    continue
                if not answer.held:
                    if answer.bit != known.buttons[2]:
                        known.seen[pixel] = BUTTON_NAMES[known.buttons.index(answer.bit)]
                    at += 1
            elif isinstance(answer, Felt):
                point = known.one_point(answer.cells)
                if point is not None:
                    known.seen[pixel] = point
                    if not known.joined_at(point):
                        known.felt.add(point)
                at += 1
        bars = [(known.seen.get(bar[0]), bar[0]) for bar in known.layout.bars]
        yield from self.ends([(player, pixel) for player, pixel in bars if isinstance(player, str)])

    def ends(self, bars: list[tuple[str, int]]) -> Script:
        """Ask at which end of each player's bar the first pixel is."""
        known = self.known
        for player, pixel in bars:
            if known.dark_from is not None and pixel >= known.dark_from:
                continue
            bit = known.buttons[BUTTON_NAMES.index(player)]
            words = f"{player.upper()}: is the light at the left end of your bar? Yes: press your button; no: hold it."
            while player not in known.bar_ends:
                answer = yield Prompt("end", words, player=player, pixels=((pixel, WHITE),))
                if isinstance(answer, Pressed) and answer.bit == bit:
                    known.bar_ends[player] = not answer.held

    def _can_show(self, pixel: int) -> bool:
        known = self.known
        point = known.layout.under(pixel)
        return point is not None and point in (set(known.missing) | known.felt)
