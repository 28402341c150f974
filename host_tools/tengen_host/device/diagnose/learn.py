"""Guide the walk over a board with unknown wiring, and make the commands that teach the firmware this wiring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tengen import wiring

from .layout import BUTTON_NAMES, LINES, POINTS, SHUT, SIZE, Cell, Layout, name, names
from .listen import WHITE, Felt, Pressed, Prompt
from .walk import Walk
from .walk.at_rest import AtRest
from .walk.buttons import Buttons
from .walk.lights import Lights
from .walk.named_points import NamedPoints
from .walk.step import Script

BARS = 2


class Unlearned(ValueError):
    """The walk has not found the whole wiring. The message says what is wrong, and what to do."""


class Learning(Walk):
    """A walk with three buttons, 29 stones on named points, and each light.

    found() returns the wiring as soon as the walk is `done`.
    """

    def __init__(self, layout: Layout | None = None, chain: Mapping[str, Any] | None = None) -> None:
        self._pixel: int | None = None
        super().__init__(layout or Layout.built(), chain)

    def found(self) -> Layout:
        """Return the board's wiring. Raises Unlearned if it was not found."""
        if self.dark_from is not None:
            raise Unlearned(
                f"the chain of lights is broken before pixel {self.dark_from}: repair that, then learn the board"
            )
        points = {point: pixel for pixel, point in self.seen.items() if isinstance(point, int)}
        missing = [point for point in range(POINTS) if point not in points]
        if missing:
            raise Unlearned(f"no light was found under {names(missing)}: walk over the board once more")
        bars = []
        for player in BUTTON_NAMES[:BARS]:
            bar = sorted(pixel for pixel, where in self.seen.items() if where == player)
            if len(bar) != wiring.BAR_LENGTH:
                raise Unlearned(f"{player.upper()}'s bar has {len(bar)} lights, and needs {wiring.BAR_LENGTH}")
            bars.append(tuple(bar if self.bar_ends[player] else bar[::-1]))
        buttons = tuple(wiring.BUTTONS[bit] for bit in self.buttons)
        for lines in (self.layout.rows, self.layout.columns):
            if sorted(lines) != list(range(LINES)):
                raise Unlearned("rows and columns are not each on a line of their own: run tengen diagnose first")
        pixels = tuple(points[point] for point in range(POINTS))
        return Layout(self.layout.rows, self.layout.columns, buttons, pixels, (bars[0], bars[1]))

    @property
    def progress(self) -> tuple[int, int]:
        """The number of answers, and of all questions."""
        return len(self.named) + len(self.seen), 2 * SIZE - 1 + wiring.PIXELS

    def script(self) -> Script:
        """Yield all prompts in their order."""
        yield from Buttons(self).script()
        yield from AtRest(self).script()
        if not self.chain_whole:
            yield from Lights(self).find_break()
            return
        yield from NamedPoints(self).script()
        yield from self._every_light(list(range(wiring.PIXELS)))
        for _ in range(2):
            doubtful = self._doubtful()
            if doubtful:
                yield from self._every_light(doubtful)
        bars = {}
        for player in BUTTON_NAMES[:BARS]:
            pixels = [pixel for pixel, where in self.seen.items() if where == player]
            if pixels:
                bars[player] = min(pixels)
        yield from Lights(self).ends(list(bars.items()))

    def wired_shut(self) -> frozenset[Cell]:
        """Find the output with all contacts closed, and the input that is closed in every row.

        The layout treats these two lines as the always-closed row and column. Return their contacts.
        """
        words = self.evidence.words[:LINES]
        closed = [bin(word).count("1") for word in words]
        heard = [sum(word >> entry & 1 for word in words) for entry in range(LINES)]
        shut, sense = closed.index(max(closed)), heard.index(max(heard))
        self.belief = self.layout = self.belief.with_lines({SHUT: shut}, {SHUT: sense})
        return super().wired_shut()

    def silent(self, line: tuple[str, int]) -> bool:
        """Return False, because it is not known yet which lines answer."""
        return False  # the lines are not known yet

    def unusable(self, point: int) -> bool:
        """Return False, because the lines of a point are not known yet."""
        return False

    def lit(self, point: int | None = None) -> tuple[tuple[int, str], ...]:
        """Return no pixels, because the lights of the points are not known yet."""
        return ()

    def _every_light(self, wanted: list[int]) -> Script:
        """Light one pixel after another, and ask for a stone there."""
        asked_again: set[int] = set()
        back: list[dict[int, int | str]] = []
        order: list[int] = []
        queue, why = wanted[:], ""
        while queue:
            pixel = queue[0]
            self.seen.pop(pixel, None)
            done = f"{pixel + 1} of {wiring.PIXELS}. "
            words = (
                f"{why}Light {done}Put a stone where the light is (if one lies there, lift it and put it back). If it "
                "is in an edge bar, press that player's button. If the stone lies there and the light stays, press the "
                "arbiter's; to go one back, hold it."
            )
            why = ""
            answer = yield Prompt("light", words, alone=self.alone, pixels=((pixel, WHITE),))
            if isinstance(answer, Pressed):
                if self.one_back(answer):
                    if back:
                        self.seen = back.pop()
                        queue.insert(0, order.pop())
                    continue
                if answer.held:
                    continue
                back.append(dict(self.seen))
                order.append(queue.pop(0))
                if answer.bit != self.buttons[2]:
                    self.seen[pixel] = BUTTON_NAMES[self.buttons.index(answer.bit)]
                continue
            if not isinstance(answer, Felt):
                continue
            point = self.one_point(answer.cells)
            if point is None:
                why = "That closed more than one reed: lift it. "
                continue
            other = next((each for each, where in self.seen.items() if where == point), None)
            if other is not None and pixel not in asked_again:
                asked_again.add(pixel)
                why = f"{name(point).upper()} has had a light already: lift the stone. "
                continue
            back.append(dict(self.seen))
            order.append(queue.pop(0))
            self.seen[pixel] = point
            self.felt.add(point)
            if other is not None:
                # one of the two answers was wrong, so repeat the question for the earlier pixel
                del self.seen[other]
                queue.insert(0, other)

    def _doubtful(self) -> list[int]:
        """Return the pixels to ask about again. If only one pixel and one point are left, they belong together."""
        unseen = [pixel for pixel in range(wiring.PIXELS) if pixel not in self.seen]
        missing = set(range(POINTS)) - {where for where in self.seen.values() if isinstance(where, int)}
        bars = Counter(where for where in self.seen.values() if isinstance(where, str))
        if all(bars[player] == wiring.BAR_LENGTH for player in BUTTON_NAMES[:BARS]):
            if len(unseen) == len(missing) == 1:
                self.seen[unseen[0]] = missing.pop()
                return []
            return unseen
        return sorted({*unseen, *(pixel for pixel, where in self.seen.items() if isinstance(where, str))})


def wire_commands(found: Layout) -> list[dict[str, Any]]:
    """Return the commands that teach a board its wiring.

    Each command is short enough for the link. The last command makes the board save the wiring.
    """
    return [
        {"cmd": "wire", "rows": list(found.rows), "columns": list(found.columns)},
        {"cmd": "wire", "buttons": list(found.buttons), "bars": [bytes(bar).hex() for bar in found.bars]},
        {"cmd": "wire", "pixels": bytes(found.pixels).hex()},
        {"cmd": "wire", "save": True},
    ]
