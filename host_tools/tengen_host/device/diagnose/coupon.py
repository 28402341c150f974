"""Guide the walk over a coupon, a tile with nine points for testing reed, magnet and light with a stone and a ruler."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .layout import SIZE, Layout, name
from .listen import WHITE, Answer, Emptied, Felt, Pressed, Prompt, Typed
from .walk import Walk
from .walk.at_rest import AtRest
from .walk.step import Script

SIDE = 3  # points per side; a test compares it with board.toml
# the coupon is on the controller's last plugs, so its points are in the uppermost rows and the rightmost columns
POINTS = tuple(row * SIZE + column for row in range(SIZE - SIDE, SIZE) for column in range(SIZE - SIDE, SIZE))
MIDDLE = POINTS[len(POINTS) // 2]
# the chain of lights runs along the rows, alternately to the right and to the left
PIXELS = {
    point: row * SIDE + (SIDE - 1 - column if row % 2 else column)
    for row in range(SIDE)
    for column, point in enumerate(POINTS[row * SIDE : row * SIDE + SIDE])
}
TIMES = 5  # how often a stone is put among stones on the neighbouring points, and lifted
MOST_MM = 60.0  # the longest distance that can be measured on a coupon and beside it


@dataclass
class Measured:
    """The measurements at one point. Lengths are in mm from the point, or None if not measured."""

    tried: bool = False
    felt: bool = False
    elsewhere: list[int] = field(default_factory=list)  # other points that the stone closed
    opens_mm: float | None = None
    closes_mm: float | None = None

    @property
    def is_complete(self) -> bool:
        """Whether the stone was felt on its point alone, and both lengths were measured."""
        return self.felt and not self.elsewhere and None not in (self.opens_mm, self.closes_mm)


class CouponWalk(Walk):
    """A walk over the coupon's points. A person answers with stones, and types lines, which typed() processes.

    `measured`: the result for each point. `tried`: how often a stone on the middle point, surrounded by eight stones,
    was lifted. `opened`: how often the middle reed then opened. `lights`: how many lights the person saw, None if the
    person has not answered.
    """

    def __init__(self, layout: Layout, chain: Mapping[str, Any] | None = None) -> None:
        self.measured = {point: Measured() for point in POINTS}
        self.opened = self.tried = 0
        self.lights: int | None = None
        super().__init__(layout, chain)

    @property
    def untried(self) -> list[int]:
        """The points on which no stone was asked for so far. It is useless to ask at a stuck reed."""
        return [point for point in POINTS if not self.measured[point].tried and not self.unusable(point)]

    def give(self, answer: Answer) -> None:
        """Process an answer to the present prompt. A coupon has no buttons, so a press is noise on an open input."""
        if not isinstance(answer, Pressed):
            super().give(answer)

    def typed(self, line: str) -> str:
        """Process a typed line, which is empty, or a number if a number is requested.

        Return the mistake in it, or "".
        """
        words = line.strip().lower().removesuffix("mm").strip().replace(",", ".")
        if self.prompt.kind == "watch":
            return "Two seconds more: don't touch it."
        if not words:
            self.give(Typed(None))
            return ""
        if self.prompt.kind not in ("slide", "count"):
            return f"{line.strip()!r} is not expected yet: {self.prompt.words}"
        try:
            number = float(words)
        except ValueError:
            return f"{line.strip()!r} is not a number: type one, or Enter alone to leave it out."
        most = MOST_MM if self.prompt.kind == "slide" else len(POINTS)
        if not 0 <= number <= most:
            return f"{number:g} is not between 0 and {most:g}: look again."
        if self.prompt.kind == "slide":
            closed = self.layout.cell(self.prompt.points[0]) in self.evidence.closed
            if closed is not self.prompt.closed:
                return f"The reed is {'closed' if closed else 'open'} again: slide on until it is not, then measure."
        self.give(Typed(number))
        return ""

    def script(self) -> Script:
        """Yield all prompts, for the empty coupon, each point, the middle among its neighbours, and the lights."""
        yield from self._empty("Take all stones off the coupon, and all magnets from its neighbourhood.")
        yield from AtRest(self).watch()
        self.baseline = self.evidence.words
        self.rest = self.wired_shut()
        cells = [self.layout.cell(point) for point in POINTS]
        self.stuck = {cell for cell in cells if cell in self.evidence.closed} - self.chattering
        for point in self.untried:
            yield from self._point(point, "Put")
        # a stone on the wrong point, or an Enter too many, is no fault of the coupon
        for point in POINTS:
            if not self.measured[point].is_complete and not self.unusable(point):
                yield from self._point(point, "Once more: put")
        yield from self._among_neighbours()
        yield from self._empty("Take all stones off.")
        answer = yield Prompt(
            "count", "All nine lights are white now. Type how many shine, then Enter.",
            pixels=tuple((pixel, WHITE) for pixel in PIXELS.values()),
        )  # fmt: skip
        self.lights = round(answer.number) if isinstance(answer, Typed) and answer.number is not None else None

    def lit(self, point: int | None = None) -> tuple[tuple[int, str], ...]:
        """Return the pixel of the coupon under a point."""
        return () if point is None else ((PIXELS[point], WHITE),)

    def _empty(self, words: str) -> Script:
        yield Prompt("empty", f"{words} Press Enter if this doesn't go on by itself.")

    def _point(self, point: int, put: str) -> Script:
        at = name(point).upper()
        words = f"{put} a stone on {at}, in its middle. If it lies there and nothing is felt, press Enter."
        answer: Answer = yield self.stone_prompt(point, words, alone=True)
        self.measured[point].tried = True
        if not isinstance(answer, Felt):
            return
        felt = [each for each in self.layout.points(sorted(answer.cells)) if each in self.measured]
        its = self.measured[point] = Measured(True, point in felt, [each for each in felt if each != point])
        if not its.felt:
            return
        # move the stone to the left from the last column, because the plate ends on the right
        way = "left" if point % SIZE == SIZE - 1 else "right"
        words = f"Slide the stone of {at} slowly to the {way}, until its light goes out: its reed has opened."
        opened = yield Prompt("open", words, (point,), pixels=self.lit(point))
        if not isinstance(opened, Emptied):
            return
        its.opens_mm = _number((yield self._slide(point, closed=False)))
        words = f"Slide it slowly back, until the light of {at} shines again: its reed has closed."
        closed = yield Prompt("stone", words, (point,))
        if isinstance(closed, Felt):
            its.closes_mm = _number((yield self._slide(point, closed=True)))

    def _slide(self, point: int, closed: bool) -> Prompt:
        words = f"{name(point).upper()} is {'closed' if closed else 'open'}. "
        words += "Type how many mm the stone is off its point, then Enter. Enter alone leaves it out."
        return Prompt("slide", words, (point,), closed=closed, pixels=self.lit(point) if closed else ())

    def _among_neighbours(self) -> Script:
        at = name(MIDDLE).upper()
        if not self.measured[MIDDLE].felt:
            return
        others = [point for point in POINTS if point != MIDDLE]
        for point in others:
            words = f"Put a stone on {name(point).upper()}, as near to {at} as 2 mm beside its point. Leave it there."
            yield Prompt("stone", words, (point,), pixels=self.lit(point))
        middle = self.layout.cell(MIDDLE)
        for turn in range(1, 2 * TIMES + 1):
            words = f"Put the ninth stone on {at}, turn {turn}."
            answer: Answer = yield Prompt("stone", words, (MIDDLE,), pixels=self.lit(MIDDLE))
            # an Enter too many, or a neighbour that moved, is no try
            if not isinstance(answer, Felt) or middle not in answer.cells:
                continue
            self.tried += 1
            words = f"Lift the stone of {at} alone. If this doesn't go on, press Enter."
            answer = yield Prompt("open", words, (MIDDLE,), pixels=self.lit(MIDDLE))
            self.opened += not isinstance(answer, Typed)
            if self.tried == TIMES:
                return


def _number(answer: Answer) -> float | None:
    return answer.number if isinstance(answer, Typed) else None
