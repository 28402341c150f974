"""The walk over a board whose wiring is known: what a person is asked, in which order, and what came of it."""

from __future__ import annotations

import statistics
from collections import deque
from collections.abc import Generator, Iterable, Mapping
from typing import Any

from tengen import wiring

from .evidence import REST_MS, Evidence
from .layout import BUTTON_NAMES, LINES, POINTS, SHUT, SIZE, Cell, Layout, column_name, name, names, neighbour
from .lines import Bridges, run_length, undone
from .listen import FELT, WHITE, Answer, Emptied, Felt, Lifted, Listener, Pressed, Prompt

Script = Generator[Prompt, Answer, None]

FULL = LINES - 4  # so many contacts of a line are closed only where it is wired shut
BLIPS = 4  # that a reed at rest may have had, before it chatters
TOGETHER_MS = 250  # stones lifted with two hands
TRAVEL_MS = 120  # nobody carries a stone to another point in less
LATE_MS = 1800  # a reed that sticks for longer is seen to be closed
STICKS_MS = 250  # nobody is so late with a button
LIT = 24  # pixels that one line of the link takes
FEW = 20  # points that a person is asked to do once more
CLEAN = "Take all stones off the board."
NOT_FELT = "If it lies there and stays unlit, press your button."


class Walk:
    """A guided walk. `prompt` says what is asked now; feed() takes `frame` events, tick() the time between them.

    What is found is in the attributes: `layout` (rows and columns as they were felt), `stuck`, `chattering`, `dead`,
    `named`, `together`, `weak`, `sticking`, `crosstalk`, `bridged`, `seen`, `dark_from`, `untested` ...
    """

    def __init__(self, layout: Layout, chain: Mapping[str, Any] | None = None, strip: bool = True) -> None:
        self.evidence = Evidence()
        self.belief = self.layout = layout
        self.chain_whole = chain is None or chain.get("whole") is not False
        self.chain_fault = None if chain is None else chain.get("fault")
        self.done = False
        self.buttons = [wiring.BUTTONS.index(pin) for pin in layout.buttons]  # the bit of p1, p2, arbiter
        self.started: int | None = None
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
        self.weak: dict[int, int] = {}
        self.sticking: dict[int, int] = {}
        self.crosstalk: dict[int, int] = {}
        self.bridged: set[int] = set()
        self.seen: dict[int, int | str] = {}  # by pixel: the point or the player's bar where its light was seen
        self.bar_ends: dict[str, bool] = {}  # whether the bar's first pixel is at its player's left
        self.dark_from: int | None = None
        self.untested: dict[str, set[int]] = {}  # by what: the points
        self.alone = False
        self._sticky: set[int] = set()
        self._gaps: list[tuple[int, int]] = []
        self._strip = strip
        self._script = self._walk()
        self._listener: Listener
        self._ask(next(self._script))

    # What comes in

    def feed(self, event: Mapping[str, Any]) -> None:
        """Take a `frame` event."""
        if self.started is None:
            self.started = event["t"]
        self.evidence.feed(event)
        self._look()

    def tick(self, now: int) -> None:
        """The board's time is `now`, and nothing was told since."""
        if self.started is not None:
            self.evidence.tick(now)
            self._look()

    @property
    def progress(self) -> tuple[int, int]:
        """Points felt, of how many."""
        return len(self.felt), POINTS

    @property
    def missing(self) -> list[int]:
        """The points where a stone is still wanted."""
        unusable = {self.layout.point(cell) for cell in self.stuck | self.chattering} | self.shadowed
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
        known = self.stuck | self.chattering
        points = {self.layout.point(cell) for cell in self.rest if cell not in known}
        return {point for point in points if point is not None}

    def _look(self) -> None:
        while not self.done:
            answer = self._listener.answer()
            if answer is None:
                return
            try:
                self._ask(self._script.send(answer))
            except StopIteration:
                self.done = True
                self.prompt = Prompt("done", "That was all.")

    def _ask(self, prompt: Prompt) -> None:
        self.prompt = prompt
        watched = frozenset(self.layout.cell(point) for point in prompt.points)
        self._listener = Listener(self.evidence, prompt, self._ignored, watched)

    @property
    def _ignored(self) -> frozenset[Cell]:
        return self.rest | self.stuck | self.chattering

    # What is asked

    def _walk(self) -> Script:
        yield from self._button_names()
        yield from self._empty_board()
        if not self.chain_whole and self._strip:
            yield from self._dark()
        yield from self._lines()
        if self._strip:
            yield from self._lights()
        yield from self._fill()
        yield from self._clear()
        yield from self._once_more()

    def _button_names(self) -> Script:
        found: dict[str, int] = {}
        where = {"p1": "P1 (before row 1)", "p2": "P2 (behind row 15)", "arbiter": "the arbiter"}
        while len(found) < 3:
            player = BUTTON_NAMES[len(found)]
            answer = yield Prompt("button", f"Press the button of {where[player]}.", player=player)
            if isinstance(answer, Pressed):
                if answer.bit in found.values():
                    found.clear()  # one of the two was another's
                else:
                    found[player] = answer.bit
        self.buttons = [found[player] for player in BUTTON_NAMES]

    def _empty_board(self) -> Script:
        """All that is closed with no stone there, and all that moves by itself."""
        self.rest = self._wired_shut()
        words = CLEAN + " Then press your button."
        while True:
            answer = yield Prompt("empty", words)
            if isinstance(answer, Emptied | Pressed):
                break
        words_now = self.evidence.words
        if words_now[LINES] and words_now[LINES] == words_now[self.layout.rows[SHUT]]:
            self.depth = 1  # with all rows low, what the wired-shut row has driven is still high
        yield from self._watch()
        self.baseline = self.evidence.words
        self.rest |= self._wired_shut()
        unknown = [cell // LINES for cell in self.rest if cell % LINES != self.layout.columns[SHUT]]
        closed = undone(self.evidence.closed.keys() - self.rest, self.depth, unknown)
        self.rest |= frozenset(self.evidence.closed)
        self.stuck = {cell for cell in closed if self.layout.point(cell) is not None} - self.chattering

    def _wired_shut(self) -> frozenset[Cell]:
        """The contacts of the sixteenth row and column; where another output or input looks like them, it is they."""
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

    def _watch(self) -> Script:
        """Watch the empty board for a while: what chatters, does so now."""
        evidence = self.evidence
        before = dict(evidence.edges)
        yield Prompt("watch", "Don't touch the board for two seconds.")
        moved = {cell for cell, count in evidence.edges.items() if count - before.get(cell, 0) > BLIPS}
        moved = {cell for cell in moved if self.layout.point(cell) is not None}
        self.chattering |= undone(moved, self.depth)
        self.rest |= frozenset(moved)

    def _dark(self) -> Script:
        """Between which pixels the chain of lights is broken."""
        lit, dark = -1, wiring.PIXELS
        while dark - lit > 1:
            middle = (lit + dark) // 2
            words = "Do you see a light anywhere, on the board or in a bar? Yes: press P1's button; no: P2's."
            answer = yield Prompt("seen", words, pixels=((middle, WHITE),))
            if isinstance(answer, Pressed) and not answer.held and answer.bit in self.buttons[:2]:
                if answer.bit == self.buttons[0]:
                    lit = middle
                else:
                    dark = middle
        self.dark_from = dark

    # Rows and columns

    def _lines(self) -> Script:
        """A stone on a named point of each row, and of each column: which output and input it is."""
        wanted: deque[tuple[str, int]] = deque(("row", row) for row in range(SIZE))
        wanted.extend(("column", column) for column in range(1, SIZE))
        tried: dict[tuple[str, int], int] = {}
        asked_again: set[int] = set()
        back: list[tuple[Any, ...]] = []
        why = ""
        while wanted:
            line = wanted[0]
            point = self._in_line(line)
            if point is None or tried.get(line, 0) >= (1 if self._silent(line) else 2):
                wanted.popleft()
                continue
            words = f"{why}Put a stone on {name(point).upper()}. {NOT_FELT}"
            answer = yield self._stone(point, words)
            why = ""
            if isinstance(answer, Pressed):
                if self._undo(answer):
                    if back:
                        wanted, tried, self.named, self.rows, self.columns, self.dead = back.pop()
                        why = "One back. "
                    continue
                if answer.held:
                    continue
                back.append(self._kept(wanted, tried))
                self.dead = self.dead | {point}
                tried[line] = tried.get(line, 0) + 1
                continue
            if not isinstance(answer, Felt):
                continue
            found = self._undone(answer.cells)
            if len(answer.cells) > 1 and not self.alone:
                self.alone = True
                why = f"{name(point).upper()} closed more than one reed. "
                continue
            if len(answer.cells) > 1 and self._slow(point, answer.cells):
                found = self._undone(answer.cells)
            clash = self._clash(point, found)
            if clash is not None and point not in asked_again:
                asked_again.add(point)
                why = f"That was felt where {name(clash).upper()} was: lift it. "
                continue
            back.append(self._kept(wanted, tried))
            wanted.popleft()
            self.named = {**self.named, point: found}
            self._place(point, found)
            if clash is not None and clash not in asked_again:
                # one of the two was put on a wrong point: the earlier one once more
                asked_again.add(clash)
                self.named = {other: were for other, were in self.named.items() if other != clash}
                self._replace()
                wanted.appendleft(("row", clash // SIZE))
        self._settle()

    def _in_line(self, line: tuple[str, int]) -> int | None:
        """The first point of a row or column that may still be asked for."""
        kind, at = line
        line_points = [at * SIZE + each if kind == "row" else each * SIZE + at for each in range(SIZE)]
        for point in line_points:
            if point in self.named:
                continue
            bad = point in self.dead or self._bad(point) or self._crossing_dead(kind, point)
            if not bad:
                return point
        return None

    def _bad(self, point: int) -> bool:
        return self.layout.cell(point) in self.stuck | self.chattering

    def _crossing_dead(self, kind: str, point: int) -> bool:
        """Whether the line that crosses there is dead, for all that is known."""
        crossing = ("column", point % SIZE) if kind == "row" else ("row", point // SIZE)
        if self._silent(crossing):
            return True
        same = [each for each in self.dead if (each % SIZE if kind == "row" else each // SIZE) == crossing[1]]
        felt = self.columns if kind == "row" else self.rows
        return len(same) >= 2 and crossing[1] not in felt

    def _silent(self, line: tuple[str, int]) -> bool:
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

    def _stone(self, point: int, words: str, alone: bool | None = None) -> Prompt:
        alone = self.alone if alone is None else alone
        if alone:
            words = f"{words} No other stone may lie on the board: take it off first."
        return Prompt("stone", words, (point,), alone=alone, pixels=self._lit(point))

    def _lit(self, point: int | None = None) -> tuple[tuple[int, str], ...]:
        """The asked point, and the last that are felt."""
        lit: dict[int, str] = {}
        if point is not None:
            lit[self.layout.pixels[point]] = WHITE
        for cell in reversed(list(self.evidence.closed)):
            if len(lit) < LIT and cell not in self._ignored:
                felt = self.layout.point(cell)
                if felt is not None:
                    lit.setdefault(self.layout.pixels[felt], FELT)
        return tuple(lit.items())

    def _undo(self, answer: Pressed) -> bool:
        return answer.held and answer.bit == self.buttons[2]

    def _kept(self, wanted: deque[tuple[str, int]], tried: dict[tuple[str, int], int]) -> tuple[Any, ...]:
        return wanted.copy(), tried.copy(), self.named, self.rows.copy(), self.columns.copy(), self.dead

    def _undone(self, found: Iterable[Cell]) -> frozenset[Cell]:
        return undone(found, self.depth, [self.layout.rows[SHUT]])

    def _slow(self, point: int, found: frozenset[Cell]) -> bool:
        """Whether contacts that closed with one stone are one, and its shadow in the rows after: how deep that goes."""
        length = run_length(found)
        if length < 2:
            return False
        if self.depth:
            self.depth = max(1, length - 1) if not self.named else self.depth
            return True
        # with the wired-shut row dead nothing is high with all rows low: another run must say the same
        runs = [were for were in self.named.values() if run_length(were) == length and were != found]
        if runs:
            self.depth = length - 1
            for other, were in list(self.named.items()):
                self.named[other] = self._undone(were)
                self._place(other, self.named[other])
        return bool(runs)

    def _clash(self, point: int, found: frozenset[Cell]) -> int | None:
        """An earlier point that does not go with what was felt now."""
        if len(found) != 1:
            return None
        output, entry = divmod(min(found), LINES)
        row, column = divmod(point, SIZE)
        for other, were in self.named.items():
            if len(were) != 1 or other == point:
                continue
            itsoutput, itsentry = divmod(min(were), LINES)
            if (other // SIZE == row) != (itsoutput == output) or (other % SIZE == column) != (itsentry == entry):
                return other
        return None

    def _place(self, point: int, found: frozenset[Cell]) -> None:
        if len(found) == 1:
            output, entry = divmod(min(found), LINES)
            self.rows.setdefault(point // SIZE, output)
            self.columns.setdefault(point % SIZE, entry)

    def _replace(self) -> None:
        self.rows = {}
        self.columns = {}
        for other, found in self.named.items():
            self._place(other, found)

    def _settle(self) -> None:
        """Take over which outputs and inputs rows and columns have been felt on."""
        taken: dict[str, dict[int, int]] = {"rows": {}, "columns": {}}
        for kind, lines, believed in (
            ("rows", self.rows, self.belief.rows),
            ("columns", self.columns, self.belief.columns),
        ):
            # two that are joined are felt as one: it stays where it was taken to be
            as_believed = {at: line for at, line in lines.items() if believed[at] == line}
            for at, line in {**as_believed, **lines}.items():
                if line not in taken[kind].values():
                    taken[kind][at] = line
        taken["rows"].setdefault(SHUT, self.layout.rows[SHUT])
        taken["columns"].setdefault(SHUT, self.layout.columns[SHUT])
        self.layout = self.belief.with_lines(taken["rows"], taken["columns"])
        for point, found in self.named.items():
            if self.layout.cell(point) in found:
                self.felt.add(point)
        # where others of its row and column were felt, it is asked for once more, alone on the board
        self.dead = {each for each in self.dead if each // SIZE not in self.rows or each % SIZE not in self.columns}

    # Lights

    def _lights(self) -> Script:
        """Whether lights are where they are taken to be: the first pixel of each line, the last, and the bars' ends."""
        wanted = [pixel for pixel in (*range(0, POINTS, SIZE), POINTS - 1) if self._can_show(pixel)]
        wanted += [bar[0] for bar in self.layout.bars]
        at = 0
        while at < len(wanted):
            pixel = wanted[at]
            if self.dark_from is not None and pixel >= self.dark_from:
                at += 1
                continue
            words = (
                "Put a stone where the light is (if one lies there, lift it and put it back). Is it in an edge bar, "
                "press that player's button. If you see none, or nothing is felt, press the arbiter's."
            )
            answer = yield Prompt("light", words, alone=self.alone, pixels=((pixel, WHITE),))
            if isinstance(answer, Pressed):
                if self._undo(answer):
                    at = max(0, at - 1)
                    self.seen.pop(wanted[at], None)
                    continue
                if not answer.held:
                    if answer.bit != self.buttons[2]:
                        self.seen[pixel] = BUTTON_NAMES[self.buttons.index(answer.bit)]
                    at += 1
            elif isinstance(answer, Felt):
                point = self._one_point(answer.cells)
                if point is not None:
                    self.seen[pixel] = point
                    if not self._joined_at(point):
                        self.felt.add(point)
                at += 1
        bars = [(self.seen.get(bar[0]), bar[0]) for bar in self.layout.bars]
        yield from self._ends([(player, pixel) for player, pixel in bars if isinstance(player, str)])

    def _ends(self, bars: list[tuple[str, int]]) -> Script:
        for player, pixel in bars:
            if self.dark_from is not None and pixel >= self.dark_from:
                continue
            bit = self.buttons[BUTTON_NAMES.index(player)]
            words = f"{player.upper()}: is the light at the left end of your bar? Yes: press your button; no: hold it."
            while player not in self.bar_ends:
                answer = yield Prompt("end", words, player=player, pixels=((pixel, WHITE),))
                if isinstance(answer, Pressed) and answer.bit == bit:
                    self.bar_ends[player] = not answer.held

    def _can_show(self, pixel: int) -> bool:
        point = self.layout.under(pixel)
        return point is not None and point in (set(self.missing) | self.felt)

    def _one_point(self, found: frozenset[Cell]) -> int | None:
        """The point of a stone that has closed these: where lines are joined, the first of them."""
        points = [self.layout.point(cell) for cell in sorted(self._undone(found))]
        known = [point for point in points if point is not None]
        return known[0] if known and (len(known) == 1 or self._joined) else None

    @property
    def _joined(self) -> bool:
        """Whether a stone closed several contacts, alone on the board."""
        return any(len(found) > 1 for found in self.named.values())

    def _joined_lines(self) -> tuple[set[int], set[int]]:
        """The rows, and the columns, that such stones have shown to be one with another."""
        rows, columns = set(), set()
        for found in self.named.values():
            outputs, entries = {cell // LINES for cell in found}, {cell % LINES for cell in found}
            if len(outputs) > 1:
                rows |= {self.layout.rows.index(output) for output in outputs}
            if len(entries) > 1:
                columns |= {self.layout.columns.index(entry) for entry in entries}
        return rows, columns

    def _one_each(self, points: list[int]) -> list[int]:
        """One point for each stone, where some are felt on several."""
        rows, columns = self._joined_lines()
        found: list[int] = []
        for point in points:
            row, column = divmod(point, SIZE)
            along = [other for other in found if other // SIZE == row and {column, other % SIZE} <= columns]
            across = [other for other in found if other % SIZE == column and {row, other // SIZE} <= rows]
            if not along + across:
                found.append(point)
        return found

    # All points

    def _fill(self) -> Script:
        first = (
            "Put a stone on every point, in any order. Leave it there; or leave those of row 1 and column A, but for "
            "A1, and move one along, resting a good second on each. "
        )
        if self.depth:
            first = "Put a stone on every point, in any order: one at a time, resting a good second on each. "
        # what the empty board has shown to be dead needs no stones
        self.dead_rows |= {row for row in range(SIZE) if self._silent(("row", row)) and row not in self.rows}
        dead = {column for column in range(SIZE) if self._silent(("column", column)) and column not in self.columns}
        self.dead_columns |= dead
        left_out = [f"row {row + 1}" for row in sorted(self.dead_rows)]
        left_out += [column_name(column) for column in sorted(self.dead_columns)]
        if left_out:
            first += f"Leave out {', '.join(left_out)}, where nothing is felt. "
        while self.missing:
            missing = self.missing
            wanted = f"Still to come: {names(missing)}. " if len(missing) < 60 else f"{len(missing)} are left. "
            words = first + wanted + "Press your button when you have been everywhere."
            before = len(self.evidence.openings)
            answer = yield Prompt("fill", words, tuple(missing), alone=self.depth > 0, pixels=self._lit())
            self._travelled(before)
            if isinstance(answer, Pressed) and not self._undo(answer):
                return
            if isinstance(answer, Felt):
                self._count(answer.cells)

    def _count(self, found: frozenset[Cell]) -> None:
        real = self._undone(found)
        points = {point for point in map(self.layout.point, real) if point is not None}
        if len(points) == 1 and (self.depth or not self._joined_at(min(points))):
            self.felt |= points
        else:
            self.doubtful |= points - self.felt

    def _joined_at(self, point: int) -> bool:
        rows, columns = self._joined_lines()
        return point // SIZE in rows or point % SIZE in columns

    def _travelled(self, openings: int) -> None:
        """One stone lifted and put elsewhere: it opened in good time, or it did not."""
        evidence = self.evidence
        if not evidence.closings:
            return
        put_at = evidence.closings[-1][0]
        lifted = self._lifted(evidence.openings[openings:])
        if len(lifted) == 1 and put_at - lifted[0][0] >= TRAVEL_MS:
            self._gaps.append((put_at - lifted[0][0], lifted[0][1]))
        else:
            self._sticky |= {point for _, point in lifted}

    def _lifted(self, openings: list[tuple[int, Cell]]) -> list[tuple[int, int]]:
        """Which stones were lifted when: what opened with each is one."""
        together: dict[int, set[Cell]] = {}
        for at, cell in openings:
            if cell not in self._ignored:
                together.setdefault(at, set()).add(cell)
        found = []
        for at, those in together.items():
            points = [point for cell in sorted(self._undone(those)) if (point := self.layout.point(cell)) is not None]
            found += [(at, point) for point in self._one_each(points)]
        return found

    def _clear(self) -> Script:
        evidence = self.evidence
        if evidence.closed.keys() - self._ignored:
            before = len(evidence.openings)
            words = "Take all stones off, two at a time, one with each hand. "
            while True:
                answer = yield Prompt("clear", words + "Press your button if none is left, and this doesn't go away.")
                if isinstance(answer, Emptied | Pressed):
                    break
            self._lifted_in_pairs(self._lifted(evidence.openings[before:]))
        if self._gaps:
            usual = statistics.median(gap for gap, _ in self._gaps)
            self._sticky |= {point for gap, point in self._gaps if gap < 0.6 * usual}

    def _lifted_in_pairs(self, times: list[tuple[int, int]]) -> None:
        """Reeds that opened two by two are well; one that opened alone may stick, or one that opened after it."""
        times = sorted(times)
        group: list[tuple[int, int]] = []
        for at, point in [*times, (1 << 60, -1)]:
            if group and at - group[0][0] > TOGETHER_MS:
                if len(group) != 2:
                    until = group[0][0] + (LATE_MS if len(group) == 1 else TOGETHER_MS)
                    self._sticky |= {each for when, each in times if group[0][0] <= when <= until}
                group = []
            group.append((at, point))

    # What is not yet sure

    def _once_more(self) -> Script:
        """Single points once more, alone on the board: those that were not felt, or were felt oddly."""
        yield from self._watch_again()
        yield from self._not_felt()
        yield from self._untouched_neighbours()
        yield from self._rests()
        yield from self._lifts()
        yield from self._squares()

    def _watch_again(self) -> Script:
        before = set(self.chattering)
        yield from self._watch()
        if self.chattering != before:
            self.felt -= {point for cell in self.chattering if (point := self.layout.point(cell)) is not None}

    def _not_felt(self) -> Script:
        felt_rows: set[int] = {point // SIZE for point in self.felt}
        felt_columns: set[int] = {point % SIZE for point in self.felt}
        for point in self.missing:
            row, column = divmod(point, SIZE)
            if row in self.dead_rows or column in self.dead_columns:
                continue
            cell, again = self.layout.cell(point), False
            words = f"Put a stone on {name(point).upper()}. {NOT_FELT}"
            while True:
                answer = yield self._stone(point, words, True)
                if isinstance(answer, Pressed) and not answer.held:
                    self.dead.add(point)
                    break
                if isinstance(answer, Felt):
                    found = self._undone(answer.cells)
                    if cell in found:
                        self.felt.add(point)
                        felt_rows.add(row)
                        felt_columns.add(column)
                        break
                    elsewhere = self._one_point(answer.cells)
                    if again and elsewhere is not None:
                        self.odd[point] = elsewhere
                        self.dead.add(point)
                        break
                    again = True
            if row not in felt_rows and sum(each // SIZE == row for each in self.dead) >= 3:
                self.dead_rows.add(row)
            if column not in felt_columns and sum(each % SIZE == column for each in self.dead) >= 3:
                self.dead_columns.add(column)

    def _untouched_neighbours(self) -> Script:
        """Points whose neighbour was free when their stone came down; the others once more. Then who closes whose."""
        covered = self._covered()
        left = [point for point in sorted(self.felt) if point not in covered and self._tells(neighbour(point))]
        left = self._not_too_many("crosstalk", left, 3 * FEW)
        for point in left:
            yield from self._put_alone(point)
        for point, other in sorted(self._close_calls()):
            if point in self.crosstalk:
                continue  # what else closed is its shadow, or one with it
            since = len(self.evidence.moments)
            yield from self._put_alone(point)
            cell = self.layout.cell(other)
            if any(each == cell for _, each, _ in self.evidence.moments[since:]):
                self.crosstalk[point] = other

    def _put_alone(self, point: int) -> Script:
        while True:
            answer = yield self._stone(point, f"Once more: put a stone on {name(point).upper()}.", True)
            if isinstance(answer, Pressed) and not answer.held:
                return
            if isinstance(answer, Felt) and self.layout.cell(point) in answer.cells:
                return

    def _tells(self, point: int) -> bool:
        """Whether a reed can be seen to close."""
        return point in self.felt

    def _covered(self) -> set[int]:
        """The points that were closed while the neighbour was open."""
        found = set()
        spans: dict[Cell, list[tuple[int, int]]] = {}
        opened: dict[Cell, list[int]] = {}
        for at, cell in self.evidence.openings:
            opened.setdefault(cell, []).append(at)
        for at, cell in self.evidence.closings:
            end = next((each for each in opened.get(cell, ()) if each > at), 1 << 60)
            spans.setdefault(cell, []).append((at, end))
        for at, cell in self.evidence.closings:
            point = self.layout.point(cell)
            if point is not None:
                other = self.layout.cell(neighbour(point))
                if not any(since <= at < end for since, end in spans.get(other, ())):
                    found.add(point)
        return found

    def _close_calls(self) -> set[tuple[int, int]]:
        """Points whose stone has closed a neighbour's reed for a moment, and that neighbour."""
        found = set()
        for at, cell, lasted in self.evidence.moments:
            other = self.layout.point(cell)
            if other is None or cell in self._ignored or lasted < 8:
                continue
            for put_at, which in self.evidence.closings:
                point = self.layout.point(which)
                if point is not None and which != cell and abs(put_at - at) <= 45 and _adjacent(point, other):
                    found.add((point, other))
        return found

    def _rests(self) -> Script:
        """Points whose stone has not lain for long enough to be lost; and those that were lost."""
        short = [point for point in sorted(self.felt) if self.evidence.rested(self.layout.cell(point)) < REST_MS]
        short = self._not_too_many("weak magnet", short, 3 * FEW)
        lost = {self.layout.point(cell) for cell, times in self.evidence.losses.items() if times}
        for point in sorted({*short, *(point for point in lost if point is not None and point in self.felt)}):
            cell = self.layout.cell(point)
            yield from self._put_alone(point)
            before = len(self.evidence.losses[cell])
            yield Prompt("rest", f"Leave the stone on {name(point).upper()} alone for two seconds.", (point,))
            if len(self.evidence.losses[cell]) > before:
                self.weak[point] = len(self.evidence.losses[cell])

    def _lifts(self) -> Script:
        suspects = [point for point in sorted(self._sticky) if point in self.felt]
        if len(suspects) > FEW:
            # ghosts, or lines that are one: lifting in pairs has told nothing
            yield from self._move_along(sorted(self.felt))
            suspects = [point for point in sorted(self._sticky) if point in self.felt]
        for point in self._not_too_many("sticking reed", suspects, FEW):
            late = []
            for _ in range(2):
                yield from self._put_alone(point)
                words = f"Lift the stone from {name(point).upper()}, and press your button at the same moment."
                answer = yield Prompt("lift", words, (point,))
                if not isinstance(answer, Lifted) or answer.late_ms < STICKS_MS:
                    break
                late.append(answer.late_ms)
            else:
                self.sticking[point] = max(late)

    def _move_along(self, points: list[int]) -> Script:
        self._sticky, self._gaps = set(), []
        left = set(points)
        while left:
            words = f"Move one stone along these points, in any order: {names(left)}. Press your button at the end."
            before = len(self.evidence.openings)
            answer = yield Prompt("fill", words, tuple(sorted(left)), alone=True)
            self._travelled(before)
            if isinstance(answer, Pressed) and not self._undo(answer):
                break
            if isinstance(answer, Felt):
                left -= {point for cell in self._undone(answer.cells) if (point := self.layout.point(cell)) is not None}
        self._sticky |= left
        yield from self._clear()

    def _squares(self) -> Script:
        """Three stones each on corners of a square, where a bridge would close the fourth."""
        if self.depth:
            self.untested["shorted diode"] = set(self.felt)
            return
        joined = {point for point in self.felt if self._joined_at(point)}
        if joined:
            self.untested["shorted diode"] = joined
        usable = sorted(self.felt - joined)
        columns = sum(1 << entry for entry in self.layout.columns[:SHUT])
        bridges = Bridges(map(self.layout.cell, usable), columns, self.chattering)
        for words in self.evidence.stable:
            bridges.refute(words)
        left = sorted(point for point in map(self.layout.point, bridges.possible) if point is not None)
        left = self._not_too_many("shorted diode", left, FEW)
        for point in left:
            square = self._square(point, set(left))
            if square is None:
                self.untested.setdefault("shorted diode", set()).add(point)
                continue
            corners, fourth = (point, *square[:2]), square[2]
            shown = " and ".join(name(each).upper() for each in corners)
            ask = f"Put stones on {shown}, and no others. Then press your button."
            pixels = tuple((self.layout.pixels[each], WHITE) for each in corners)
            while True:
                answer = yield Prompt("three", ask, corners, pixels=pixels)
                closed = self.evidence.closed
                if isinstance(answer, Pressed) and all(self.layout.cell(each) in closed for each in corners):
                    break
                ask = f"Not all of {shown} are felt. Put stones on them, and no others. Then press your button."
            if self.layout.cell(fourth) in closed:
                self.bridged.add(point)

    def _square(self, point: int, doubted: set[int]) -> tuple[int, int, int] | None:
        row, column = divmod(point, SIZE)
        clean = self.felt - set(self.weak) - set(self.sticking)
        joined = {each for each in self.felt if self._joined_at(each)}
        for other in range(SIZE):
            for along in range(SIZE):
                down, beside, fourth = other * SIZE + column, row * SIZE + along, other * SIZE + along
                corners = {down, beside, fourth}
                if other != row and along != column and corners <= clean and not corners & (doubted | joined):
                    return down, beside, fourth
        return None

    def _not_too_many(self, what: str, points: list[int], most: int) -> list[int]:
        if len(points) <= most:
            return points
        self.untested[what] = set(points)
        return []


def _adjacent(one: int, other: int) -> bool:
    rows = abs(one // SIZE - other // SIZE)
    columns = abs(one % SIZE - other % SIZE)
    return max(rows, columns) == 1


class Glance(Walk):
    """No walk: the board is only looked at. Stones may lie on it, so that what is closed is not stuck."""

    def feed(self, event: Mapping[str, Any]) -> None:
        """Take a `frame` event."""
        super().feed(event)
        words = self.baseline = self.evidence.words
        # with whatever lies there, only the wired-shut contacts are proof
        self.depth = 1 if words[LINES] and words[LINES] == words[self.layout.rows[SHUT]] else 0
        self.chattering = {cell for cell in self.evidence.chattering if self.layout.point(cell) is not None}
        self.felt = {point for cell in self.evidence.closed if (point := self.layout.point(cell)) is not None}

    def _walk(self) -> Script:
        while True:
            yield Prompt("watch", "Put stones down, lift them, move wires: what is felt shows here. Ctrl-C ends.")
