"""Store the facts about a board that a walk over it has found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tengen import wiring

from ..bridges import without_shadows
from ..evidence import Evidence
from ..layout import LINES, POINTS, SHUT, SIZE, Cell, Layout
from ..listen import FELT, WHITE, Pressed, Prompt

FULL = LINES - 4  # a line with this number of closed contacts or more is the one of always-closed contacts
LIT = 24  # number of pixels that fit in one line of the link


class Knowledge:
    """The facts that a walk's steps have found, and conclusions from these facts.

    Points are numbers (row * 15 + column), rows and columns 0 ... 14, cells output * 16 + input.
    """

    def __init__(self, layout: Layout, chain: Mapping[str, Any] | None = None) -> None:
        self.evidence = Evidence()
        self.belief = self.layout = layout
        self.chain_whole = chain is None or chain.get("whole") is not False
        self.chain_fault = None if chain is None else chain.get("fault")
        self.buttons = [wiring.BUTTONS.index(pin) for pin in layout.buttons]  # the bits of p1, p2 and the arbiter
        # contacts that are closed on the empty board, including the always-closed contacts
        self.rest: frozenset[Cell] = frozenset()
        self.baseline: tuple[int, ...] = ()
        self.stuck: set[Cell] = set()
        self.chattering: set[Cell] = set()
        self.depth = 0  # because lines are slow, a contact also appears in this number of outputs after its own
        # for each named point, the contacts that a single stone on it closed
        self.named: dict[int, frozenset[Cell]] = {}
        self.rows: dict[int, int] = {}
        self.columns: dict[int, int] = {}
        self.dead: set[int] = set()  # points where a stone was put and nothing was felt
        self.dead_rows: set[int] = set()  # rows in which no stone was felt
        self.dead_columns: set[int] = set()
        self.odd: dict[int, int] = {}  # points with a stone that was felt elsewhere
        self.felt: set[int] = set()
        self.doubtful: set[int] = set()
        self.weak: dict[int, int] = {}  # for each point, how often its stone was lost
        self.sticking: dict[int, int] = {}  # for each point, how long in ms its reed stayed closed
        # for each point, the other point with a reed that a stone on the first point closes
        self.crosstalk: dict[int, int] = {}
        self.bridged: set[int] = set()
        self.seen: dict[int, int | str] = {}  # for each pixel, the point or the player's bar where its light was seen
        self.bar_ends: dict[str, bool] = {}  # for each player's bar, whether its first pixel is at the player's left
        self.dark_from: int | None = None
        self.untested: dict[str, set[int]] = {}  # for each kind of fault, the points that were not tested
        self.alone = False

    @property
    def progress(self) -> tuple[int, int]:
        """The number of points that have felt a stone, and the number of all points."""
        return len(self.felt), POINTS

    @property
    def missing(self) -> list[int]:
        """The points that still need a stone."""
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
        """Points with an invisible reed, because a contact that is always closed or chatters also appears there."""
        return set(self.layout.points(self.rest - self.stuck - self.chattering))

    @property
    def ignored(self) -> frozenset[Cell]:
        """Contacts that give no information about stones."""
        return self.rest | self.stuck | self.chattering

    def wired_shut(self) -> frozenset[Cell]:
        """Return the contacts of the sixteenth row and column.

        If these contacts are not closed, and all contacts of another output or input are, the layout treats that output
        or input as the always-closed one.
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

    def ends(self, kind: str) -> list[bool]:
        """Return whether the far end of each row, or of each column, answers on the empty board."""
        words = self.baseline or self.evidence.words
        if kind == "row":
            return [bool(words[output] >> self.layout.columns[SHUT] & 1) for output in self.layout.rows]
        return [bool(words[self.layout.rows[SHUT]] >> entry & 1) for entry in self.layout.columns[:SHUT]]

    def silent(self, line: tuple[str, int]) -> bool:
        """Return whether a row or column is dead according to the empty board, because at least two others answer."""
        kind, at = line
        ends = self.ends(kind)
        return sum(ends) >= 2 and not ends[at]

    def unusable(self, point: int) -> bool:
        """Return whether the reed of a point is stuck or chatters."""
        return self.layout.cell(point) in self.stuck | self.chattering

    def without_shadows(self, found: Iterable[Cell]) -> frozenset[Cell]:
        """Return the contacts that stones closed, without their shadows in the next rows of slow lines."""
        return without_shadows(found, self.depth, [self.layout.rows[SHUT]])

    def one_point(self, found: frozenset[Cell]) -> int | None:
        """Return the point of a stone that closed these contacts.

        If lines are joined, this is the first possible point. The result is None if the point is unclear.
        """
        points = self.layout.points(sorted(self.without_shadows(found)))
        return points[0] if points and (len(points) == 1 or self.joined) else None

    @property
    def joined(self) -> bool:
        """Return whether a single stone on the board closed several contacts."""
        return any(len(found) > 1 for found in self.named.values())

    def joined_lines(self) -> tuple[set[int], set[int]]:
        """Return the rows, and the columns, that are joined according to single stones that closed several contacts."""
        rows, columns = set(), set()
        for found in self.named.values():
            outputs, entries = {cell // LINES for cell in found}, {cell % LINES for cell in found}
            if len(outputs) > 1:
                rows |= {self.layout.rows.index(output) for output in outputs}
            if len(entries) > 1:
                columns |= {self.layout.columns.index(entry) for entry in entries}
        return rows, columns

    def joined_at(self, point: int) -> bool:
        """Return whether a point is on a row or column that is joined with another one."""
        rows, columns = self.joined_lines()
        return point // SIZE in rows or point % SIZE in columns

    def one_each(self, points: list[int]) -> list[int]:
        """Return one point for each stone, because some stones appear on several points if lines are joined."""
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
        """Return the points to ask about again.

        If there are more than `most` points, return none, and note all of them as untested.
        """
        if len(points) <= most:
            return points
        self.untested[what] = set(points)
        return []

    def one_back(self, answer: Pressed) -> bool:
        """Return whether the arbiter's button was held, which repeats the last question."""
        return answer.held and answer.bit == self.buttons[2]

    def stone_prompt(self, point: int, words: str, alone: bool | None = None) -> Prompt:
        """Return a prompt for one stone. `alone`: True if it must be the only stone on the board."""
        alone = self.alone if alone is None else alone
        if alone:
            words = f"{words} No other stone may lie on the board: take it off first."
        return Prompt("stone", words, (point,), alone=alone, pixels=self.lit(point))

    def lit(self, point: int | None = None) -> tuple[tuple[int, str], ...]:
        """Return pixels to light, with colours, for the requested point and for the last points that felt a stone."""
        lit: dict[int, str] = {}
        if point is not None:
            lit[self.layout.pixels[point]] = WHITE
        for cell in reversed(list(self.evidence.closed)):
            if len(lit) < LIT and cell not in self.ignored:
                felt = self.layout.point(cell)
                if felt is not None:
                    lit.setdefault(self.layout.pixels[felt], FELT)
        return tuple(lit.items())
