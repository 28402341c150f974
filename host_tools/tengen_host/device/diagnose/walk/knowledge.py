"""What is known of a board at one moment of a walk over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tengen import wiring

from ..evidence import Evidence
from ..layout import LINES, POINTS, SHUT, SIZE, Cell, Layout
from ..lines import without_shadows
from ..listen import FELT, WHITE, Pressed, Prompt

FULL = LINES - 4  # so many contacts of a line are closed only where it is wired shut
LIT = 24  # pixels that one line of the link takes


class Knowledge:
    """What the steps of a walk have found, and what follows from it.

    Points are numbers (row * 15 + column), rows and columns 0 ... 14, cells output * 16 + input.
    """

    def __init__(self, layout: Layout, chain: Mapping[str, Any] | None = None) -> None:
        self.evidence = Evidence()
        self.belief = self.layout = layout
        self.chain_whole = chain is None or chain.get("whole") is not False
        self.chain_fault = None if chain is None else chain.get("fault")
        self.buttons = [wiring.BUTTONS.index(pin) for pin in layout.buttons]  # the bit of p1, p2, arbiter
        self.rest: frozenset[Cell] = frozenset()  # closed on the empty board, the wired-shut ones among them
        self.baseline: tuple[int, ...] = ()
        self.stuck: set[Cell] = set()
        self.chattering: set[Cell] = set()
        self.depth = 0  # of slow lines: in so many outputs after its own a contact shows
        self.named: dict[int, frozenset[Cell]] = {}  # what was felt of stones on named points, alone
        self.rows: dict[int, int] = {}
        self.columns: dict[int, int] = {}
        self.dead: set[int] = set()  # points where a stone lay and nothing was felt
        self.dead_rows: set[int] = set()  # those that no stone was felt in
        self.dead_columns: set[int] = set()
        self.odd: dict[int, int] = {}  # points whose stone was felt elsewhere
        self.felt: set[int] = set()
        self.doubtful: set[int] = set()
        self.weak: dict[int, int] = {}  # by point: how often its stone was lost
        self.sticking: dict[int, int] = {}  # by point: ms that its reed stayed closed
        self.crosstalk: dict[int, int] = {}  # by point: the point whose reed its stone closes, too
        self.bridged: set[int] = set()
        self.seen: dict[int, int | str] = {}  # by pixel: the point or the player's bar where its light was seen
        self.bar_ends: dict[str, bool] = {}  # whether the bar's first pixel is at its player's left
        self.dark_from: int | None = None
        self.untested: dict[str, set[int]] = {}  # by what: the points
        self.alone = False

    @property
    def progress(self) -> tuple[int, int]:
        """Points felt, of how many."""
        return len(self.felt), POINTS

    @property
    def missing(self) -> list[int]:
        """The points where a stone is still wanted."""
        unusable = self.shadowed.union(self.layout.points(self.stuck | self.chattering))
        return [
            point
            for point in range(POINTS)
            if point not in self.felt
            and point not in self.dead
            and point not in unusable
            and point // SIZE not in self.dead_rows
            and point % SIZE not in self.dead_columns
        ]

    @property
    def shadowed(self) -> set[int]:
        """Points whose reed can't be seen, as one that is always closed or chatters shows there, too."""
        return set(self.layout.points(self.rest - self.stuck - self.chattering))

    @property
    def ignored(self) -> frozenset[Cell]:
        """Contacts that say nothing of stones."""
        return self.rest | self.stuck | self.chattering

    def wired_shut(self) -> frozenset[Cell]:
        """The contacts of the sixteenth row and column.

        If another output or input is closed like them, the layout takes it for the wired-shut one.
        """
        words = self.evidence.words[:LINES]
        shut, sense = self.layout.rows[SHUT], self.layout.columns[SHUT]
        closed = [bin(word).count("1") for word in words]
        heard = [sum(word >> entry & 1 for word in words) for entry in range(LINES)]
        if closed[shut] < FULL <= max(closed):
            shut = closed.index(max(closed))
        if heard[sense] < FULL <= max(heard):
            sense = heard.index(max(heard))
        self.layout = self.layout.with_lines({SHUT: shut}, {SHUT: sense})
        lines = range(LINES)
        return frozenset(shut * LINES + at for at in lines) | frozenset(at * LINES + sense for at in lines)

    def silent(self, line: tuple[str, int]) -> bool:
        """Whether the empty board has shown a row or column to be dead."""
        kind, at = line
        if kind == "row":
            if not self._sense_works:
                return False
            return not self.baseline[self.layout.rows[at]] >> self.layout.columns[SHUT] & 1
        if not self._answers_work:
            return False
        return not self.baseline[self.layout.rows[SHUT]] >> self.layout.columns[at] & 1

    @property
    def _sense_works(self) -> bool:
        """Whether the row sense hears rows."""
        sense = self.layout.columns[SHUT]
        return sum(self.baseline[output] >> sense & 1 for output in range(LINES)) >= 2

    @property
    def _answers_work(self) -> bool:
        """Whether the wired-shut row drives the inputs."""
        answers = self.baseline[self.layout.rows[SHUT]] & ~(1 << self.layout.columns[SHUT])
        return bin(answers).count("1") >= 2

    def unusable(self, point: int) -> bool:
        """Whether the reed of a point is stuck or chatters."""
        return self.layout.cell(point) in self.stuck | self.chattering

    def without_shadows(self, found: Iterable[Cell]) -> frozenset[Cell]:
        """The contacts that are closed by stones, without those that slow lines show in the rows after."""
        return without_shadows(found, self.depth, [self.layout.rows[SHUT]])

    def one_point(self, found: frozenset[Cell]) -> int | None:
        """The point of a stone that has closed these: where lines are joined, the first of them."""
        points = self.layout.points(sorted(self.without_shadows(found)))
        return points[0] if points and (len(points) == 1 or self.joined) else None

    @property
    def joined(self) -> bool:
        """Whether a stone closed several contacts, alone on the board."""
        return any(len(found) > 1 for found in self.named.values())

    def joined_lines(self) -> tuple[set[int], set[int]]:
        """The rows, and the columns, that such stones have shown to be one with another."""
        rows, columns = set(), set()
        for found in self.named.values():
            outputs, entries = {cell // LINES for cell in found}, {cell % LINES for cell in found}
            if len(outputs) > 1:
                rows |= {self.layout.rows.index(output) for output in outputs}
            if len(entries) > 1:
                columns |= {self.layout.columns.index(entry) for entry in entries}
        return rows, columns

    def joined_at(self, point: int) -> bool:
        """Whether a point lies on a row or column that is one with another."""
        rows, columns = self.joined_lines()
        return point // SIZE in rows or point % SIZE in columns

    def one_each(self, points: list[int]) -> list[int]:
        """One point for each stone, where some are felt on several."""
        rows, columns = self.joined_lines()
        found: list[int] = []
        for point in points:
            row, column = divmod(point, SIZE)
            along = [other for other in found if other // SIZE == row and {column, other % SIZE} <= columns]
            across = [other for other in found if other % SIZE == column and {row, other // SIZE} <= rows]
            if not along + across:
                found.append(point)
        return found

    def not_too_many(self, what: str, points: list[int], most: int) -> list[int]:
        """The points to ask for once more; none if they are more than `most`, and then they are noted as untested."""
        if len(points) <= most:
            return points
        self.untested[what] = set(points)
        return []

    def one_back(self, answer: Pressed) -> bool:
        """Whether the arbiter's button was held: the last answer is asked for again."""
        return answer.held and answer.bit == self.buttons[2]

    def stone_prompt(self, point: int, words: str, alone: bool | None = None) -> Prompt:
        """A prompt for one stone; `alone` says whether it must be the only one on the board."""
        alone = self.alone if alone is None else alone
        if alone:
            words = f"{words} No other stone may lie on the board: take it off first."
        return Prompt("stone", words, (point,), alone=alone, pixels=self.lit(point))

    def lit(self, point: int | None = None) -> tuple[tuple[int, str], ...]:
        """Pixels to light, with their colours: the point that is asked for, and the last that were felt."""
        lit: dict[int, str] = {}
        if point is not None:
            lit[self.layout.pixels[point]] = WHITE
        for cell in reversed(list(self.evidence.closed)):
            if len(lit) < LIT and cell not in self.ignored:
                felt = self.layout.point(cell)
                if felt is not None:
                    lit.setdefault(self.layout.pixels[felt], FELT)
        return tuple(lit.items())
