"""What is broken: kind and place, in words that name row, column, part and pin, with the likely cause and the cure."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field

from tengen import wiring
from tengen.rules.points import LETTERS

from ... import pinouts
from ... import wiring as description
from .layout import BUTTON_NAMES, LINES, POINTS, SHUT, SIZE, Cell, Layout, column_name, name, names, part
from .strip import orders, turns
from .walk import Walk

# What can be wrong with a point, that a fault of its whole line hides
OF_A_POINT = (
    "stuck closed",
    "stuck open",
    "chattering",
    "shorted diode",
    "weak magnet",
    "crosstalk",
    "sticking reed",
)

# What is no fault of a board that is learned; nor is what only a whole walk tests
OF_WIRING = (
    "swapped rows",
    "swapped columns",
    "misordered rows",
    "misordered columns",
    "swapped buttons",
    "misordered LEDs",
    "mirrored LEDs",
    "rotated LEDs",
    "misplaced bar",
    "reversed bar",
    "not tested",
)


# What is wrong with a line, with the lights, or with the board as a whole
OF_THE_BOARD = (
    "sagging supply",
    "slow lines",
    "nothing reads",
    "dead row",
    "dead column",
    "broken row",
    "broken column",
    "high column",
    "shorted rows",
    "shorted columns",
    "broken LED",
    "broken return",
    "bounce",
)
KINDS = (*OF_A_POINT, *OF_THE_BOARD, *OF_WIRING)


@dataclass(frozen=True)
class Hidden:
    """What a fault keeps from being seen: these kinds, at these points or lines."""

    kinds: tuple[str, ...]
    points: frozenset[int] = frozenset()
    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong. `place` as people say it (`h9`, `7`, `d`, `3 4`, ...; "" for the whole board).

    `candidates`: what it may be instead, or hide, where that can't be told; `decide`: the measurement that tells.
    `broken`: it needs mending; else it is only said.
    """

    kind: str
    place: str
    words: str
    cause: str
    cure: str
    candidates: tuple[str, ...] = ()
    decide: str = ""
    broken: bool = True
    hidden: tuple[Hidden, ...] = field(default=(), compare=False)

    def fields(self) -> dict[str, object]:
        """As an object for JSON."""
        found = dataclasses.asdict(self)
        del found["hidden"]
        found["candidates"] = list(self.candidates)
        return found


def find(walk: Walk) -> list[Finding]:
    """All that a walk has shown, the gravest first."""
    return _Findings(walk).all()


def faults_alone(found: Iterable[Finding]) -> list[Finding]:
    """Without what a board is asked to be learned for: that it is wired in another way."""
    return [finding for finding in found if finding.kind not in OF_WIRING]


class _Findings:
    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.layout: Layout = walk.layout
        board = description.load()
        self.pull_down = description.ohms(board["matrix"]["pull_down_ohm"])
        self.beside = f"{board['reed']['offset_mm']:g} mm"  # from the point to the middle of its reed
        self.base = walk.baseline or walk.evidence.words
        shut, sense = self.layout.rows[SHUT], self.layout.columns[SHUT]
        self.sensed = [bool(self.base[output] >> sense & 1) for output in self.layout.rows]
        self.answered = [bool(self.base[shut] >> entry & 1) for entry in self.layout.columns]
        self.short_rows = self._shorted("rows")
        self.short_columns = self._shorted("columns")
        bad = map(self.layout.point, walk.stuck | walk.chattering)
        self.reached = walk.felt | {point for point in bad if point is not None}  # their lines work as far as there
        self.broken_rows = self._broken("row")
        self.broken_columns = self._broken("column")

    def all(self) -> list[Finding]:
        found: list[Finding] = []
        if not self.walk.evidence.heard:
            return found
        for part_of in (
            self._supply,
            self._slow,
            self._shut,
            self._dead_rows,
            self._dead_columns,
            self._high,
            self._rows_that_fight,
            self._short_lines,
            self._swapped,
            self._buttons,
            self._chain,
            self._lights,
            self._stuck,
            self._chattering,
            self._bridged,
            self._dead,
            self._weak,
            self._sticking,
            self._crosstalk,
            self._untested,
            self._bounce,
        ):
            found += part_of()
        return found

    # The board as a whole

    def _supply(self) -> list[Finding]:
        mv = self.walk.evidence.least_mv
        if mv is None or mv >= wiring.LOW_MV:
            return []
        return [
            Finding(
                "sagging supply",
                str(mv),
                f"the supply sags: VSYS is {mv} mV, and less than {wiring.LOW_MV} mV is low",
                "a thin or long cable, a weak charger, a bad contact at the plug, or a short on the 5 V of the lights",
                "measure 5 V at the plug and at the far end of the lights, dark and lit: where it drops is the fault",
            )
        ]

    def _slow(self) -> list[Finding]:
        if not self.walk.depth:
            return []
        return [
            Finding(
                "slow lines",
                "",
                f"the columns fall too slowly: {wiring.SETTLE_US} us after its row a contact still shows in the next",
                "pull-downs of too many ohms or not connected to ground, or too much capacitance (long wires)",
                f"measure each column to ground with the power off: {self.pull_down}; "
                "then make settle_us in board.toml longer",
                (
                    "shorted diode at any point",
                    "broken row at its last point: the diode of the sixteenth column",
                    *(f"any fault of {name(each)}" for each in sorted(self.walk.shadowed)),
                ),
                "mend this first and walk again: ghosts of a bridged diode can't be told from slow columns, nor a reed "
                "from the one before it that is always closed",
                hidden=(
                    Hidden(("shorted diode",), frozenset(range(POINTS))),
                    Hidden(OF_A_POINT, frozenset(self.walk.shadowed)),
                    Hidden(("crosstalk",), _beside(self.walk.shadowed)),
                    # the sense bit of the row before shows in that of its own
                    Hidden(("broken row",), _far_ends("row", range(SIZE))),
                ),
            )
        ]

    def _shut(self) -> list[Finding]:
        """The wired-shut row and column: their own driver and input, or nothing at all."""
        found = []
        sense_heard = sum(self.sensed) >= 2
        answers = sum(self.answered[:SHUT]) >= 2
        if not sense_heard and not answers and not self.walk.felt:
            return [
                Finding(
                    "nothing reads",
                    "",
                    f"no row answers, and no stone is felt ({self.layout.column(SHUT)})",
                    "the 595s have no power, clock, latch or data, or the Pico's wires to the inputs are off",
                    f"measure 3.3 V at pin {pinouts.number('row_driver', 'VCC')} of both 595s, "
                    f"then the clock at GPIO{wiring.ROW_DATA + 1}",
                )
            ]
        if not sense_heard and self.walk.felt:
            found.append(
                Finding(
                    "dead column",
                    "sense",
                    f"{self.layout.column(SHUT)} is dead: no row's sense bit closes, and stones are felt",
                    "an open joint or broken wire at that GPIO",
                    "with the power off, measure from the GPIO's pin to the diodes of the sixteenth column",
                    (
                        "dead row: only stones tell of it now",
                        "broken row at its last point: only the sense tells of it",
                    ),
                    "a row without any stone felt is named here as dead; mend this, and each sense bit proves its row",
                    hidden=(Hidden(("broken row",), _far_ends("row", range(SIZE))),),
                )
            )
        if not answers and (self.walk.felt or sense_heard):
            found.append(
                Finding(
                    "dead row",
                    str(SHUT + 1),
                    f"{self.layout.row(SHUT)} is dead: no input answers to it, and stones are felt in other rows",
                    "an open joint at that pin, or the wire to the sixteenth row",
                    f"measure from {part(self.layout.rows[SHUT])} to the diodes of the sixteenth row, power off",
                    (
                        *(f"shorted rows {one + 1} {other + 1}" for one, other in self._fighting if other == SHUT),
                        "dead column: only stones tell of it now",
                        "broken column at its last point: only the sixteenth row tells of it",
                    ),
                    "a column without any stone felt is named here as dead; mend this, and each input is proved",
                    hidden=(Hidden(("broken column",), _far_ends("column", range(SIZE))),),
                )
            )
        return found

    def _dead_rows(self) -> list[Finding]:
        found = []
        heard = sum(self.sensed) >= 2
        for row in range(SIZE):
            if row in self.broken_rows:
                found.append(self._broken_line("row", row))
                continue
            silent = heard and not self.sensed[row]
            if not silent and row not in self.walk.dead_rows:
                continue
            pin = part(self.layout.rows[row])
            says = "its sense bit never closes" if silent else "no stone is felt in it"
            short = [pair for pair in self._fighting if row in pair]
            points = frozenset(range(row * SIZE, row * SIZE + SIZE))
            found.append(
                Finding(
                    "dead row",
                    str(row + 1),
                    f"{self.layout.row(row)} is dead: {says}",
                    f"an open joint at {pin}, a broken wire to the row, or that output is burnt",
                    f"while this runs, {pin} pulses {1000 // wiring.SCAN_MS} times a second: pulses there "
                    "and none on the row is the joint or wire; none there is the 595",
                    (
                        *(f"shorted rows {one + 1} {other + 1}" for one, other in short),
                        *(f"{kind} on row {row + 1}" for kind in (*OF_A_POINT, "broken row")),
                        f"crosstalk into row {row + 1}",
                    ),
                    f"none of these can be told while the row is dead: mend it, and walk over row {row + 1} again",
                    hidden=(
                        Hidden((*OF_A_POINT, "broken row", "swapped rows", "shorted rows"), points, frozenset((row,))),
                        Hidden(("crosstalk",), _beside(points)),
                    ),
                )
            )
        return found

    def _dead_columns(self) -> list[Finding]:
        found = []
        heard = sum(self.answered[:SHUT]) >= 2
        for column in range(SIZE):
            if column in self.broken_columns:
                found.append(self._broken_line("column", column))
                continue
            silent = heard and not self.answered[column]
            if not silent and column not in self.walk.dead_columns:
                continue
            says = "it does not answer to the wired-shut row" if silent else "no stone is felt in it"
            points = frozenset(range(column, POINTS, SIZE))
            letter, lines = LETTERS[column], frozenset((column,))
            found.append(
                Finding(
                    "dead column",
                    letter,
                    f"{self.layout.column(column)} is dead: {says}",
                    "an open joint at that GPIO, a broken wire to the column, or the column is shorted to ground",
                    f"power off, measure column {letter} to ground ({self.pull_down}: not shorted) "
                    "and to its GPIO (0 Ohm)",
                    (
                        *(f"{kind} on column {letter}" for kind in (*OF_A_POINT, "broken column")),
                        f"crosstalk into column {letter}",
                    ),
                    f"none of these can be told while the column is dead: mend it, and walk over column {letter} again",
                    hidden=(
                        Hidden(
                            (*OF_A_POINT, "broken column", "swapped columns", "shorted columns"), points, columns=lines
                        ),
                        Hidden(("crosstalk",), _beside(points)),
                    ),
                )
            )
        return found

    def _broken(self, kind: str) -> dict[int, int]:
        """The lines that work near the controller only, each with the last point that they reach."""
        found = {}
        for line in range(SIZE):
            reached = [point for point in _points_of(kind, line) if point in self.reached]
            if not reached:
                continue
            beyond = [point for point in _points_of(kind, line) if point > max(reached) and point in self.walk.dead]
            # one reed is likelier to be dead by itself
            if self._silent(kind, line) or (self._unproved(kind, line) and len(beyond) > 1):
                found[line] = max(reached)
        return found

    def _silent(self, kind: str, line: int) -> bool:
        """Whether the far ends of lines answer, and this line's does not."""
        ends = self.sensed if kind == "row" else self.answered[:SHUT]
        return sum(ends) >= 2 and not ends[line]

    def _unproved(self, kind: str, line: int) -> bool:
        """Whether what the far end says is not to be believed: only the points tell whether the line is whole."""
        if kind == "row":
            return sum(self.sensed) < 2 or self.walk.depth > 0  # in slow lines the row before shows in the sense bit
        return sum(self.answered[:SHUT]) < 2 or any(line in pair for pair in self.short_columns)

    def _broken_line(self, kind: str, line: int) -> Finding:
        """A line that works near the controller, and not beyond; its far end does not answer, or nothing tells."""
        row = kind == "row"
        last = (self.broken_rows if row else self.broken_columns)[line]
        pin = part(self.layout.rows[line]) if row else f"GPIO{wiring.COLUMNS + self.layout.columns[line]}"
        beyond = [point for point in _points_of(kind, line) if point > last]
        label = self.layout.row(line) if row else self.layout.column(line)
        measure = f"power off, measure from {pin}"
        works = "stones are felt" if last in self.walk.felt else "reeds close"
        far_end = "none beyond it"
        if self._silent(kind, line):
            silent = "its sense bit" if row else "the diode of the wired-shut row"
            far_end = f"{silent}, at the far end, never closes"
        sixteenth = "column" if row else "row"
        candidates: tuple[str, ...] = ()
        decide = ""
        if beyond:
            cause = f"the line is open beyond {name(last)}, most likely where two tiles are joined"
            cure = f"{measure} to each reed of the {kind} beyond {name(last)}: the break is where 0 Ohm end"
            candidates = (
                *(f"broken {kind} {name(point)}" for point in self._unfelt(kind, beyond)),
                *(f"{each} in that {kind} beyond {name(last)}" for each in (*OF_A_POINT, f"broken {kind}")),
            )
            if not self._silent(kind, line):
                cure += "; where none end, each of these reeds is stuck open"
            decide = f"no reed beyond {name(last)} can be told while the {kind} is broken: mend it, walk over it again"
        else:
            diode = f"its diode of the sixteenth {sixteenth}"
            cause = f"{diode} is missing or turned round, or that {sixteenth} is open there"
            cure = f"{measure} to {diode}, then across it: it must conduct one way, and lead on along that {sixteenth}"
        return Finding(
            f"broken {kind}",
            name(last),
            f"{label} is broken: {works} as far as {name(last)}, and {far_end}",
            cause,
            cure,
            candidates,
            decide,
            hidden=(
                Hidden((*OF_A_POINT, f"broken {kind}"), frozenset(beyond)),
                Hidden(("crosstalk",), _beside(beyond)),
            ),
        )

    def _unfelt(self, kind: str, beyond: list[int]) -> list[int]:
        """The points that a broken line may yet reach: the next one's reed may be dead, and so is all in a dead line
        across."""
        dead = [self._column_dead(point % SIZE) if kind == "row" else self._row_dead(point // SIZE) for point in beyond]
        return beyond[: max(1, [*dead, False].index(False))]

    def _high(self) -> list[Finding]:
        if self.walk.depth and all(self.base[LINES] >> entry & 1 for entry in self.layout.columns[:SHUT]):
            return []
        found = []
        for column, entry in enumerate(self.layout.columns):
            if self.base[LINES] >> entry & 1 and not self.walk.depth:
                found.append(
                    Finding(
                        "high column",
                        _letter(column),
                        f"{self.layout.column(column)} is high with all rows low",
                        "shorted to 3.3 V, or without its pull-down",
                        f"power off, measure it to ground: {self.pull_down}; more is a missing pull-down; "
                        "and to 3.3 V: open",
                    )
                )
        return found

    # Lines

    def _shorted(self, kind: str) -> list[tuple[int, int]]:
        """Pairs of rows or columns that are felt as one; a column that is closed in each row is one with the sense."""
        seen: dict[int, set[int]] = {}
        for point, cells in self.walk.named.items():
            line = point // SIZE if kind == "rows" else point % SIZE
            for cell in cells:
                seen.setdefault(line, set()).add(cell // LINES if kind == "rows" else cell % LINES)
        lines = sorted(seen)
        pairs = [(one, other) for one in lines for other in lines if one < other and seen[one] & seen[other]]
        # with one that never answered, what is felt twice is its own and that one's
        names_of = self.layout.rows if kind == "rows" else self.layout.columns
        known = {one for pair in pairs for one in pair}
        for line in lines:
            if line not in known and len(seen[line]) > 1:
                for other in range(SIZE):
                    if other not in lines and names_of[other] in seen[line]:
                        pairs.append((min(line, other), max(line, other)))
        if kind == "columns":
            driven = [self.base[output] for output in self.layout.rows[:SHUT] if self.base[output]]
            always = [len(driven) > 1 and all(word >> entry & 1 for word in driven) for entry in self.layout.columns]
            pairs += [(column, SHUT) for column in range(SIZE) if always[column] and always[SHUT]]
        return pairs

    def _rows_that_fight(self) -> list[Finding]:
        """Two outputs of a 595 that touch: one is high and the other low, and neither row gets high."""
        pairs = self._fighting
        if not pairs:
            return []
        outputs = self.layout.rows
        dead = sorted({row for pair in pairs for row in pair})
        one, other = pairs[0]
        pins = f"{part(outputs[one])} and {part(outputs[other])}"
        return [
            Finding(
                "shorted rows",
                f"{one + 1} {other + 1}",
                f"rows {one + 1} and {other + 1} are both dead: shorted to each other ({pins}), or each by itself",
                f"a solder bridge between {pins}, or between the rows' wires: while one is high the other is low",
                f"power off, measure between rows {one + 1} and {other + 1}: 0 Ohm is the bridge, remove it; "
                "open: each has its own broken joint",
                tuple(f"shorted rows {a + 1} {b + 1}" for a, b in pairs) + tuple(f"dead row {row + 1}" for row in dead),
                "power off, measure between each two of these rows: those with 0 Ohm are shorted, all others dead",
            )
        ]

    @property
    def _fighting(self) -> list[tuple[int, int]]:
        """Each two dead rows, those on neighbouring pins first."""
        dead = [row for row in range(LINES) if self._row_dead(row)]
        outputs = self.layout.rows
        pairs = [(one, other) for one in dead for other in dead if one < other]
        return sorted(pairs, key=lambda pair: (abs(outputs[pair[0]] - outputs[pair[1]]) != 1, pair))

    def _row_dead(self, row: int) -> bool:
        if row in self.walk.dead_rows:
            return True
        if row == SHUT:
            return sum(self.answered[:SHUT]) < 2
        return self._silent("row", row) and row not in self.broken_rows

    def _column_dead(self, column: int) -> bool:
        silent = self._silent("column", column) and column not in self.broken_columns
        return column in self.walk.dead_columns or silent

    def _short_lines(self) -> list[Finding]:
        found = []
        for one, other in self.short_rows:
            pins = f"{part(self.layout.rows[one])} and {part(self.layout.rows[other])}"
            points = frozenset(row * SIZE + column for row in (one, other) for column in range(SIZE))
            found.append(
                self._joined(
                    "shorted rows",
                    f"{one + 1} {other + 1}",
                    f"rows {one + 1} and {other + 1} are shorted ({pins}): a stone on one is felt on both",
                    f"a solder bridge between {pins}, or between the two rows' wires",
                    points,
                    frozenset((one, other)),
                )
            )
        for one, other in self.short_columns:
            pins = " and ".join(f"GPIO{wiring.COLUMNS + self.layout.columns[each]}" for each in (one, other))
            points = frozenset(row * SIZE + column for column in (one, other) for row in range(SIZE))
            found.append(
                self._joined(
                    "shorted columns",
                    f"{_letter(one)} {_letter(other)}",
                    f"columns {_letter(one)} and {_letter(other)} are shorted ({pins}): a stone on one is felt on both",
                    f"a solder bridge between {pins}, or between the two columns' wires",
                    points,
                    columns=frozenset((one, other)),
                )
            )
        return found

    def _joined(
        self,
        kind: str,
        place: str,
        words: str,
        cause: str,
        points: frozenset[int],
        rows: frozenset[int] = frozenset(),
        columns: frozenset[int] = frozenset(),
    ) -> Finding:
        one, other = place.split()
        which = kind.split()[1]
        swapped, cut = f"swapped {which}", f"broken {which[:-1]}"
        ends = _far_ends(which[:-1], (rows or columns) - {SHUT})  # each answers for the other
        return Finding(
            kind,
            place,
            words,
            cause,
            f"power off, measure between {which} {one} and {other}: they must be open; remove the bridge",
            (
                f"{swapped} {place}",
                "shorted diode at any point",
                f"a dead driver or input of {one} or {other}",
                f"{cut} at the last point of {one} or {other}",
            ),
            f"while {one} and {other} are one, nothing tells them apart: mend the short, and walk again",
            hidden=(
                Hidden((*OF_A_POINT, swapped, "dead row", "dead column"), points, rows, columns),
                Hidden((cut,), ends),
            ),
        )

    def _swapped(self) -> list[Finding]:
        found = []
        for kind, now, believed in (
            ("rows", self.layout.rows, self.walk.belief.rows),
            ("columns", self.layout.columns, self.walk.belief.columns),
        ):
            moved = [at for at in range(LINES) if now[at] != believed[at]]
            while moved:
                one = moved.pop(0)
                cycle = [one]
                at = believed.index(now[one])
                while at != one and at in moved:
                    cycle.append(at)
                    moved.remove(at)
                    at = believed.index(now[at])
                cycle.sort()
                labels = [str(each + 1) if kind == "rows" else _letter(each) for each in cycle]
                which = " and ".join(labels) if len(labels) == 2 else ", ".join(labels)
                pins = ", ".join(
                    part(now[each]) if kind == "rows" else f"GPIO{wiring.COLUMNS + now[each]}" for each in cycle
                )
                name_of = "swapped" if len(cycle) == 2 else "misordered"
                found.append(
                    Finding(
                        f"{name_of} {kind}",
                        " ".join(labels),
                        f"{kind} {which} are {name_of}: a stone on the one is felt on another (they hang on {pins})",
                        f"the wires of {kind} {which} are on each other's pins",
                        "exchange the wires; or let the board learn its wiring: tengen diagnose --learn",
                    )
                )
        return found

    def _buttons(self) -> list[Finding]:
        pressed = tuple(wiring.BUTTONS[bit] for bit in self.walk.buttons)
        if pressed == self.layout.buttons:
            return []
        told = ", ".join(
            f"{player} on GPIO{pin}" for player, pin in zip(BUTTON_NAMES, pressed, strict=True)
        )
        return [
            Finding(
                "swapped buttons",
                " ".join(BUTTON_NAMES[self.layout.buttons.index(pin)] for pin in pressed),
                f"the buttons are not where they are taken to be: {told}",
                "their wires are on each other's pins",
                "exchange the wires; or let the board learn its wiring: tengen diagnose --learn",
            )
        ]

    # Lights

    def _chain(self) -> list[Finding]:
        walk = self.walk
        if walk.chain_whole:
            return []
        dark = walk.dark_from
        told = f" ({walk.chain_fault})" if walk.chain_fault else ""
        if dark is None:
            words = f"the chain of lights is not whole{told}"
            return [Finding("broken LED", "", words, "a bad joint", "walk over the board: that finds where")]
        if dark >= wiring.PIXELS:
            return [
                Finding(
                    "broken return",
                    "",
                    f"every light shines, but nothing comes back on GPIO{wiring.LED_RETURN}{told}",
                    "the wire from the last pixel's output, or its divider",
                    f"measure from the last pixel's DOUT to GPIO{wiring.LED_RETURN}",
                )
            ]
        before = f"DOUT of pixel {dark - 1} ({self._where(dark - 1)})" if dark else f"GPIO{wiring.LED_DATA}"
        return [
            Finding(
                "broken LED",
                str(dark),
                f"the strip is dark from pixel {dark} ({self._where(dark)}) on{told}",
                f"the joint from {before} to DIN of pixel {dark}, or one of the two is dead",
                f"measure 5 V and ground at pixel {dark}, then resolder {before} to its DIN; else replace the pixels",
            )
        ]

    def _where(self, pixel: int) -> str:
        point = self.layout.under(pixel)
        if point is not None:
            return f"under {name(point)}"
        for player, bar in zip(BUTTON_NAMES, self.layout.bars, strict=False):
            if pixel in bar:
                return f"{player.upper()}'s bar, light {bar.index(pixel) + 1} from the left"
        return "nowhere"

    def _lights(self) -> list[Finding]:
        """Lights that were seen elsewhere than they are taken to be."""
        walk, found = self.walk, []
        places = {pixel: where for pixel, where in walk.seen.items() if isinstance(where, int)}
        wrong = {pixel: point for pixel, point in places.items() if self.layout.under(pixel) != point}
        cure = "let the board learn its wiring (tengen diagnose --learn), or turn the strip and mend board.toml [leds]"
        if wrong:
            pixel, point = next(iter(wrong.items()))
            example = f"pixel {pixel} is taken to be {self._where(pixel)}, and shines under {name(point)}"
            turn = next((words for words, turned in turns() if self._goes(places, turned)), None)
            order = next((words for words, pixels in orders() if _fits(places, pixels)), None)
            kind = "misordered LEDs"
            how = "in no regular order that this knows"
            if turn:
                kind, how = ("mirrored LEDs" if turn.startswith("mirrored") else "rotated LEDs"), turn
            elif order:
                how = "in another order"
            how += f": {order}" if order else ""
            found.append(
                Finding(
                    kind,
                    "",
                    f"the lights are {how} ({example})",
                    "the strip begins at another corner, runs another way, or its pieces are joined in another order",
                    cure,
                )
            )
        elsewhere = [
            (pixel, where)
            for pixel, where in walk.seen.items()
            if isinstance(where, str) and pixel not in self.layout.bars[BUTTON_NAMES.index(where)]
        ]
        for pixel, where in elsewhere:
            words = f"pixel {pixel} is taken to be {self._where(pixel)}, and shines in {where.upper()}'s bar"
            found.append(Finding("misplaced bar", where, words, "the bars are joined in another order", cure))
        for player, left in walk.bar_ends.items():
            bar = self.layout.bars[BUTTON_NAMES.index(player)]
            if not left and walk.seen.get(bar[0]) == player:
                words = f"{player.upper()}'s bar runs from its player's right"
                found.append(Finding("reversed bar", player, words, "the bar is turned round", cure))
        return found

    def _goes(self, places: dict[int, int], turned: list[int]) -> bool:
        for pixel, point in places.items():
            believed = self.layout.under(pixel)
            if believed is None or turned[believed] != point:
                return False
        return True

    # Points

    def _points(self, cells: Iterable[Cell]) -> list[list[int]]:
        """Contacts as points: a list each of those that are one, where their lines are joined."""
        left = sorted(point for point in map(self.layout.point, cells) if point is not None)
        groups: list[list[int]] = []
        while left:
            group = [left.pop(0)]
            for point in left[:]:
                if any(self._same(point, other) for other in group):
                    group.append(point)
                    left.remove(point)
            groups.append(group)
        return groups

    def _same(self, one: int, other: int) -> bool:
        (row, column), (itsrow, itscolumn) = divmod(one, SIZE), divmod(other, SIZE)
        rows = (min(row, itsrow), max(row, itsrow))
        columns = (min(column, itscolumn), max(column, itscolumn))
        return (rows in self.short_rows and column == itscolumn) or (columns in self.short_columns and row == itsrow)

    def _stuck(self) -> list[Finding]:
        return [
            self._point(
                "stuck closed",
                group,
                "is always closed: a stone seems to lie there",
                "the reed's blades are welded or bent, a solder bridge across it, or a magnet left below",
                "take any magnet away; power off, measure across the reed: 0 Ohm is the bridge or the reed, replace it",
                into=True,
            )
            for group in self._points(self.walk.stuck)
            if (group[0] % SIZE, SHUT) not in self.short_columns
        ]

    def _chattering(self) -> list[Finding]:
        return [
            self._point(
                "chattering",
                group,
                "opens and closes by itself, without any stone",
                "a cold joint, a cracked reed, or a wire that only touches",
                "move reed and wires while the live picture counts edges; resolder, or replace the reed",
                into=True,
            )
            for group in self._points(self.walk.chattering)
        ]

    def _bridged(self) -> list[Finding]:
        return [
            self._point(
                "shorted diode",
                [point],
                "has no diode, but a bridge in its place: with stones around it, a ghost of another is felt",
                "the diode is shorted, missing and bridged, or has a solder bridge across it",
                "power off, lift the stone, measure across the diode both ways: it must open one way; replace it",
            )
            for point in sorted(self.walk.bridged)
        ]

    def _dead(self) -> list[Finding]:
        walk = self.walk
        found = []
        for point in sorted(walk.dead - walk.felt):
            row, column = divmod(point, SIZE)
            if self._row_dead(row) or self._column_dead(column):
                continue
            if point > self.broken_rows.get(row, POINTS) or row > self.broken_columns.get(column, POINTS) // SIZE:
                continue
            elsewhere = walk.odd.get(point)
            says = "never closes: a stone lay there, and nothing was felt"
            if elsewhere is not None:
                says = f"is felt at {name(elsewhere)}"
            dead = self._point(
                "stuck open",
                [point],
                says,
                "an open joint at reed or diode, a diode the wrong way round, a broken reed, or it lies too deep",
                "hold a bare magnet to the reed: closes now, it lies too deep; else measure reed and diode",
                into=True,
            )
            lines = [("row", point - 1)] if column == SIZE - 1 and self._unproved("row", row) else []
            if row == SIZE - 1 and self._unproved("column", column):
                lines.append(("column", point - SIZE))
            cut = tuple(f"broken {kind} {name(before)}" for kind, before in lines)
            if cut:
                decide = f"{dead.decide}; nothing proves the line: from its pin to the reed it must be 0 Ohm"
                dead = dataclasses.replace(dead, candidates=(*dead.candidates, *cut), decide=decide)
            found.append(dead)
        return found

    def _weak(self) -> list[Finding]:
        return [
            self._point(
                "weak magnet",
                [point],
                f"loses its stone now and then, for some ms ({times} times seen)",
                "the reed lies too deep or off its place, or that stone's magnet is weak",
                f"try another stone: lost again, bring the reed nearer or set its middle {self.beside} off the point; "
                "else the stone",
            )
            for point, times in sorted(self.walk.weak.items())
        ]

    def _sticking(self) -> list[Finding]:
        return [
            self._point(
                "sticking reed",
                [point],
                f"opens {late} ms after its stone was lifted",
                "the reed's blades stick, or iron near it stays magnetised",
                "replace the reed; keep screws and steel away from it",
            )
            for point, late in sorted(self.walk.sticking.items())
        ]

    def _crosstalk(self) -> list[Finding]:
        return [
            self._point(
                "crosstalk",
                [point],
                f"closes the reed of {name(other)}, too, for a moment, when a stone is put there",
                f"the reeds of {name(point)} and {name(other)} lie too near each other, or one of them askew",
                f"set the middle of both {self.beside} off their points, all the same way round",
            )
            for point, other in sorted(self.walk.crosstalk.items())
        ]

    def _point(self, kind: str, group: list[int], says: str, cause: str, cure: str, into: bool = False) -> Finding:
        candidates: tuple[str, ...] = ()
        decide = ""
        hidden: tuple[Hidden, ...] = ()
        if len(group) > 1:
            candidates = tuple(f"{kind} at {name(point)}" for point in group)
            decide = "their lines are joined, so that one shows as all: mend the short, and see which is left"
        point = group[0]
        if into:
            # a reed that never changes can't be seen to do anything else, nor to be disturbed by a neighbour
            hidden = (Hidden(OF_A_POINT, frozenset(group)), Hidden(("crosstalk",), _beside(group)))
            if not candidates:
                candidates = (f"any other fault of {name(point)}", f"crosstalk into {name(point)}")
                decide = f"while {name(point)} tells nothing none can be seen: mend it, put stones there and beside"
        words = " or ".join(self.layout.contact(each) for each in group)
        return Finding(kind, " ".join(name(each) for each in group), f"{words} {says}", cause, cure, candidates, decide,
                       hidden=hidden)

    # What can't be told

    def _untested(self) -> list[Finding]:
        found = []
        for kind, points in sorted(self.walk.untested.items()):
            if kind == "shorted diode" and self.walk.depth:
                continue  # said there
            found.append(
                Finding(
                    "not tested",
                    "",
                    f"{kind}: not tested at {names(points)}",
                    "what this needs was not done, or another fault covers it",
                    "mend what else is named, and walk again, leaving the stones on the board",
                    (f"{kind} at {names(points)}",),
                    "the next walk tells",
                    broken=False,
                    hidden=(Hidden((kind,), frozenset(points)),),
                )
            )
        return found

    def _bounce(self) -> list[Finding]:
        """What a scan never sees, and what the firmware never minds."""
        rate = self.walk.evidence.rate or 1000 / wiring.SCAN_MS
        return [
            Finding(
                "bounce",
                "",
                f"bounce below {1000 / rate:.0f} ms is not seen by the scan; "
                f"the firmware waits {wiring.STONE_FRAMES[0] * wiring.SCAN_MS} ms for a stone",
                "reeds bounce for 0.5 to 1 ms",
                "nothing needs mending",
                ("worst bounce",),
                "an oscilloscope at a column's GPIO, with only its row driven, shows how long a reed bounces",
                broken=False,
                hidden=(Hidden(("worst bounce",)),),
            )
        ]


def _beside(points: Iterable[int]) -> frozenset[int]:
    """The points whose stones these would feel, if they felt anything."""
    found = set()
    for point in points:
        row, column = divmod(point, SIZE)
        found |= {row * SIZE + at for at in (column - 1, column + 1) if 0 <= at < SIZE}
    return frozenset(found)


def _points_of(kind: str, line: int) -> range:
    """The points of a row or column, from its controller on."""
    return range(line * SIZE, line * SIZE + SIZE) if kind == "row" else range(line, POINTS, SIZE)


def _far_ends(kind: str, lines: Iterable[int]) -> frozenset[int]:
    """The last points of these rows or columns: broken there, they have lost only what proves them."""
    return frozenset(_points_of(kind, line)[-1] for line in lines)


def _letter(column: int) -> str:
    return LETTERS[column] if column < SHUT else "sense"


def _fits(places: dict[int, int], pixels: list[int]) -> bool:
    return all(pixels[point] == pixel for pixel, point in places.items())


__all__ = ["Finding", "Hidden", "column_name", "faults_alone", "find"]
