"""Measures the whole firmware on the emulated Pico from outside: reed to light, sleep, scan rate, free heap.

The measurements use only pins, latched LED frames, lines of the console and the core's cycles, so any firmware can be
measured. The coroutines need a booted EmulatedBoard. All times are by the emulated clock and do not depend on the event
loop: alarms of that clock move the hands, and listeners time the lights.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

from tengen.games import points
from tengen.games.renju.position import SIZE
from tengen.partner import reserve

from .. import samples, wiring
from ..emulator.board import EmulatedBoard
from ..emulator.flash import BUSY_US
from ..image import Image
from ..virtual.tabletop import Message

Say = Callable[[str], None]

PLACEMENTS = 200
TOUCHED_AT, HEAP_AT = 21, 30  # numbers of stones; after 21 stones it is White's turn, so no stone can be a foul
IDLE_MS = 2000
SEED = 19

LATCH_NS = 280_000  # a WS2812B latches its data after its input was low for this time
DROPOUT_NS = 3_000_000
DROPOUT_SHARE = 0.05

_CYCLE_NS = 8
_MS = 1_000_000
_BOOT_MS = 5000
_LIGHT_MS = 1000  # the longest wait for a light
_SAID_MS = 5000  # the longest time for which the board may show a word
_TAP_MS = 80  # a finger's quick tap
_SETTLE_MS = 25  # enough for a reed's bounce and the firmware's debounce
_IN_A_ROW = 5  # the number of placements of one kind before the next kind


def cyan(green: int, red: int, blue: int) -> bool:
    """Whether a pixel has the colour of a new stone before it becomes a move."""
    return red == 0 < min(green, blue)


def red(green: int, red: int, blue: int) -> bool:
    """Whether a pixel has the colour of a stone that does not belong there."""
    return green == blue == 0 < red


# The kinds of placement by the state of the board, with the colour that the point must show. "calm": no other stone is
# out of place. "second": another new stone waits, and its light dips or blinks. "extra": a stone of the game is
# missing, and its light pulses.
KINDS = {"calm": cyan, "second": cyan, "extra": red}


def named(line: Mapping[str, Any]) -> set[str]:
    """Return the points that a line names as out of place: a stone that is not a move, or a missing one."""
    hand = line.get("is", {}).get("hand") or {}
    return {point for field in ("new", "several", "missing", "extra") for point in hand.get(field, ())}


def invented(line: Mapping[str, Any], touched: set[str]) -> bool:
    """Whether a line has a move, or a stone out of place that is not in `touched`. The hands here make no moves."""
    return any(did["code"] == "move" for did in line.get("did", ())) or not named(line) <= touched


class Moment(NamedTuple):
    """A moment of the emulated clock, with the core's cycles until then: awake, and waiting for flash."""

    ns: float
    cycles: int
    waited: int


@dataclass
class Touches:
    """Milliseconds from the closing reed to the latched light, by kind, and the lines without a cause.

    `line_ms`: from the closing reed on a calm board to the first line at the laptop that names the point. `longest`:
    the parts of the longest time to a light, in ms.
    """

    ms: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    line_ms: list[float] = field(default_factory=list)
    longest: dict[str, float] = field(default_factory=dict)
    dropouts: int = 0
    invented: list[dict[str, Any]] = field(default_factory=list)

    def add(self, other: Touches) -> None:
        """Add the measurements of another board."""
        for kind, some in other.ms.items():
            self.ms[kind] += some
        self.line_ms += other.line_ms
        self.longest = max(self.longest, other.longest, key=_whole)
        self.dropouts += other.dropouts
        self.invented += other.invented

    def figures(self) -> dict[str, Any]:
        """Return the figures by name. p99: 99 % of the values are not larger."""
        took = sorted(ms for kind in self.ms.values() for ms in kind)
        name = "touch_to_light_ms"
        figures: dict[str, Any] = {
            f"{name}_median": round(median(took), 3),
            f"{name}_p99": round(_p99(took), 3),
            f"{name}_min": round(took[0], 3),
            f"{name}_max": round(took[-1], 3),
        }
        for kind, some in self.ms.items():
            figures[f"{name}_{kind}_median"] = round(median(some), 3)
            figures[f"{name}_{kind}_max"] = round(max(some), 3)
        figures["touch_to_light_longest"] = {part: round(ms, 3) for part, ms in self.longest.items()}
        lines = sorted(self.line_ms)
        figures["touch_to_line_ms_median"] = round(median(lines), 3)
        figures["touch_to_line_ms_p99"] = round(_p99(lines), 3)
        figures["touch_to_light_placements"] = len(took)
        figures["touch_to_light_dropouts"] = self.dropouts
        figures["invented_stones"] = len(self.invented)
        return figures


def _whole(parts: Mapping[str, float]) -> float:
    return parts.get("ms", 0.0)


def _p99(sorted_values: Sequence[float]) -> float:
    return sorted_values[math.ceil(0.99 * len(sorted_values)) - 1]


class Lights:
    """The frame that the LEDs show. `changed()` is called when they latch a new frame.

    `begun`: the moment of the newest frame's first bit; `before_ns`: the time when the previous frame latched.
    """

    def __init__(self, board: EmulatedBoard) -> None:
        self.frame = board.frame
        self.changed: Callable[[], None] = lambda: None
        self._board, self._clock = board, board.mcu.clock
        self._pixels = wiring.pixels(board.board)
        self._edge = self._frame_end = self.before_ns = 0.0
        self.begun = self.moment()
        self._latch = self._clock.create_alarm(self._latched)
        board.mcu.gpio[board.board["pins"]["led_data"]].add_listener(self._on_edge)
        board.subscribe(self._told)

    def colour(self, point: int) -> tuple[int, int, int]:
        """Return green, red and blue of the pixel under a point."""
        at = 3 * self._pixels[point]
        green, red, blue = self.frame[at : at + 3]
        return green, red, blue

    def moment(self) -> Moment:
        """Return the present moment."""
        mcu = self._board.mcu
        return Moment(self._clock.nanos, mcu.core.cycles, mcu.cache.waited if mcu.cache else 0)

    def _on_edge(self, new: Any, old: Any) -> None:
        if self._clock.nanos - self._edge > LATCH_NS:
            self.before_ns, self.begun = self._edge + LATCH_NS, self.moment()
        self._edge = self._clock.nanos

    def _told(self, message: Message) -> None:
        if message["type"] == "lights":
            self._frame_end = self._edge
            self._latch.schedule(self._edge + LATCH_NS - self._clock.nanos)

    def _latched(self) -> None:
        # if the next frame follows too soon, the LEDs never latch this one
        if self._edge == self._frame_end:
            self.frame = self._board.frame
            self.changed()


class Hands:
    """Puts and lifts stones at random moments, and measures the time until their lights."""

    def __init__(self, board: EmulatedBoard, seed: int = SEED, dropout_share: float = DROPOUT_SHARE) -> None:
        self.touches = Touches()
        self._board, self._clock = board, board.mcu.clock
        self._lights = Lights(board)
        self._chance = random.Random(seed)
        self._dropout_share = dropout_share
        self._waiting: int | None = None  # the point that is out of place during a series of placements
        self._point: int | None = None  # the point touched last
        self._closed_ns: float | None = None  # the time when its reed closed; None after a line has named it

    async def touch(self, placements: int) -> Touches:
        """Measure `placements` placements on a calm board, then restore it; the next stone may go on any point.

        Raises TimeoutError if a light does not come or does not go out.
        """
        # the board shows the opening's name for some seconds
        await self._board.until(lambda: len(self._lit()) <= 1, _SAID_MS)
        unsubscribe = self._board.subscribe(self._told)
        try:
            for first in range(0, placements, _IN_A_ROW):
                kind = list(KINDS)[first // _IN_A_ROW % len(KINDS)]
                await self._row(kind, min(_IN_A_ROW, placements - first))
        finally:
            unsubscribe()
        return self.touches

    async def _row(self, kind: str, placements: int) -> None:
        game = sorted(self._board.stones)
        empty = [point for point in range(self._board.size**2) if point not in game]
        waiting, *touched = self._chance.sample(empty, 1 + placements)
        if kind == "second":
            self._waiting = waiting
            await self._put(waiting, cyan)
        elif kind == "extra":
            # not the last stone, because lifting it may start a request to take the move back
            last = self._board.game.last
            self._waiting = waiting = self._chance.choice([point for point in game if self._name(point) != last])
            before = self._lights.colour(waiting)
            await self._after(0, 10, lambda: self._board.lift(self._name(waiting)))
            await self._board.until(lambda: self._lights.colour(waiting) != before, _LIGHT_MS)
        for point in touched:
            self.touches.ms[kind].append(await self._put(point, KINDS[kind]))
            await self._lift(point)
        if kind == "second":
            await self._lift(waiting)
        elif kind == "extra":
            await self._after(0, 10, lambda: self._board.put(self._name(waiting)))
            await self._after(80, 120)
        self._waiting = None

    async def _put(self, point: int, expected: Callable[[int, int, int], bool]) -> float:
        """Put a stone, and wait for its light and a little longer. Return the time to the light in ms."""
        if any(self._lights.colour(point)):
            raise RuntimeError(f"{self._name(point)} is lit before it is touched")
        closed: list[Moment] = []
        shown: list[dict[str, float]] = []

        def put() -> None:
            closed.append(self._lights.moment())
            self._closed_ns = self._clock.nanos
            self._board.put(self._name(point))
            if self._chance.random() < self._dropout_share:
                self._drop_out(point, self._chance.uniform(2, 10) * _MS)

        def look() -> None:
            if closed and not shown and expected(*self._lights.colour(point)):
                shown.append(self._parts(closed[0]))

        self._point, self._lights.changed = point, look
        await self._after(0, 10, put)
        await self._board.until(lambda: shown, _LIGHT_MS)
        await self._after(20, 30)
        self.touches.longest = max(self.touches.longest, shown[0], key=_whole)
        return shown[0]["ms"]

    def _parts(self, closed: Moment) -> dict[str, float]:
        """Return the parts of the time from a closing reed until now, when its light has come, in ms."""
        begun, shown_ns = self._lights.begun, self._clock.nanos
        free_ns = max(closed.ns, self._lights.before_ns)
        awake_ns = _CYCLE_NS * (begun.cycles - closed.cycles)
        return {
            "ms": (shown_ns - closed.ns) / _MS,
            "frames_before_ms": (free_ns - closed.ns) / _MS,
            "to_first_bit_ms": (begun.ns - free_ns) / _MS,
            "frame_ms": (shown_ns - begun.ns) / _MS,
            "asleep_ms": (begun.ns - closed.ns - awake_ns) / _MS,
            "flash_ms": _CYCLE_NS * (begun.waited - closed.waited) / _MS,
        }

    async def _lift(self, point: int) -> None:
        """Lift a stone, and wait a little and until its light is off."""
        self._point = point
        await self._after(0, 10, lambda: self._board.lift(self._name(point)))
        await self._after(40, 80)
        await self._board.until(lambda: not any(self._lights.colour(point)), _LIGHT_MS)

    def _drop_out(self, point: int, after_ns: float) -> None:
        """Open a contact for 3 ms under a resting stone."""
        self.touches.dropouts += 1
        matrix = self._board.matrix
        self._clock.create_alarm(lambda: matrix.lift(point)).schedule(after_ns)
        self._clock.create_alarm(lambda: matrix.put(point)).schedule(after_ns + DROPOUT_NS)

    async def _after(self, least_ms: float, most_ms: float, action: Callable[[], None] = lambda: None) -> None:
        """Wait for a random time, then act at exactly this moment of the emulated clock."""
        done: list[bool] = []

        def act() -> None:
            action()
            done.append(True)

        self._clock.create_alarm(act).schedule(self._chance.uniform(least_ms, most_ms) * _MS)
        await self._board.until(lambda: done, math.ceil(most_ms) + 1000)

    def _told(self, message: Message) -> None:
        if message["type"] == "line":
            touched = {self._name(point) for point in (self._waiting, self._point) if point is not None}
            if invented(message["line"], touched):
                self.touches.invented.append(message["line"])
            # measured only on a calm board, because otherwise the firmware may send the line only when the hand rests
            if self._waiting is None and self._closed_ns is not None and touched & named(message["line"]):
                self.touches.line_ms.append((self._clock.nanos - self._closed_ns) / _MS)
                self._closed_ns = None

    def _lit(self) -> list[int]:
        return [point for point in range(self._board.size**2) if any(self._lights.colour(point))]

    def _name(self, point: int) -> str:
        return points.name(point, self._board.size)


async def play(board: EmulatedBoard, moves: Sequence[str], stones: int) -> None:
    """Play until `stones` stones of a game are on the board."""
    for number in range(len(board.stones) + 1, stones + 1):
        await _play_one(board, moves[number - 1], number)


async def _play_one(board: EmulatedBoard, point: str, number: int) -> None:
    """Put the stone of a move, and press its player's button."""
    board.put(point)
    await board.advance(_SETTLE_MS)
    button = "p1" if number % 2 else "p2"
    board.press(button)
    await board.advance(_TAP_MS)
    board.release(button)
    await board.until(lambda: len(board.game.moves) == number, _LIGHT_MS)


class Sleep:
    """The share of time for which the core has slept since this object was created.

    rp2040py's core counts the cycles of the instructions that it executes; while it sleeps (WFE, WFI), only the clock
    advances. So the clock's time minus the counted cycles, of 8 ns each, is exactly the time asleep. The emulator
    counts no cycles for entering and leaving an interrupt; a real chip needs about 30.
    """

    def __init__(self, mcu: Any) -> None:
        self._mcu = mcu
        self._began, self._cycles = mcu.clock.nanos, mcu.core.cycles

    def took_ns(self) -> float:
        """Return the time since this object was created, in ns."""
        return float(self._mcu.clock.nanos - self._began)

    def percent(self) -> float:
        """Return the core's sleep in percent of that time."""
        busy_ns = (self._mcu.core.cycles - self._cycles) * _CYCLE_NS
        return 100 * (1 - busy_ns / self.took_ns())


async def idle(board: EmulatedBoard, period_ms: int = IDLE_MS) -> dict[str, float]:
    """Return the core's sleep in percent, and the matrix scans per second (row 1 driven), on an idle board."""
    sleep, scans = Sleep(board.mcu), board.matrix.scans
    await board.advance(period_ms)
    return {
        "idle_cpu_percent": round(sleep.percent(), 2),
        "scan_hz": round((board.matrix.scans - scans) * 1e9 / sleep.took_ns(), 1),
    }


async def heap_free(board: EmulatedBoard) -> int:
    """Return the free bytes of the heap after a collection, as the board reports them."""
    await whole_state_ms(board)
    return int(board.replica.state.device["heap_free"])


async def whole_state_ms(board: EmulatedBoard) -> float:
    """Return the ms from a client's request for the whole state until its last line arrives."""
    before, began = len(board.lines), board.mcu.clock.nanos
    board.ask({"cmd": "snapshot"})
    await board.until(lambda: any("whole" in line for line in board.lines[before:]), _LIGHT_MS)
    return round((board.mcu.clock.nanos - began) / _MS, 1)


async def start_ms(board: EmulatedBoard) -> float:
    """Start a board again, as at power-on; return the ms from power to its `started` line at the laptop."""
    began, heard = board.mcu.clock.nanos, list[float]()

    def hear(message: Message) -> None:
        # an earlier line may still be in transit
        if message["type"] == "line" and any(did["code"] == "started" for did in message["line"].get("did", ())):
            heard.append(board.mcu.clock.nanos)

    unsubscribe = board.subscribe(hear)
    await board.reboot()
    await board.until(lambda: heard, _BOOT_MS)
    unsubscribe()
    return round((heard[0] - began) / _MS, 1)


def board_figures(say: Say, image: Image, placements: int = PLACEMENTS, cached: bool = True) -> dict[str, Any]:
    """Return the figures of two games on two emulated Picos, each in its own process, because emulation is slow.

    In the middle of both games stones are put and lifted: in the first on reeds with normal bounce, in the second with
    the worst bounce. The second board then rests, and its game is continued to stone HEAP_AT. Raises RuntimeError or
    TimeoutError if the firmware does not react as expected.
    """
    each = placements // 2
    say(f"two games on emulated Picos, {TOUCHED_AT} stones; then from touch to light, {each} stones each")
    with ProcessPoolExecutor(2) as pool:
        first = pool.submit(_half, image, SEED, placements - each, False, cached)
        second = pool.submit(_half, image, SEED + 1, each, True, cached)
        (touches, figures), (others, rest) = first.result(), second.result()
        touches.add(others)
        figures |= rest
    for line in touches.invented:
        say(f"reported, but nobody did it: {line}")
    return touches.figures() | figures


def _half(image: Image, seed: int, placements: int, rest: bool, cached: bool) -> tuple[Touches, dict[str, Any]]:
    return asyncio.run(_measure(image, seed, placements, rest, cached))


async def _measure(
    image: Image, seed: int, placements: int, rest: bool, cached: bool
) -> tuple[Touches, dict[str, Any]]:
    games = [game for game in samples.games() if len(game) > 2 * HEAP_AT]
    moves = [points.name(point, SIZE) for point in games[seed % len(games)][::2]]
    board = EmulatedBoard(image, seed, cached=cached)
    figures: dict[str, Any] = {}
    await board.start()
    try:
        await board.until(lambda: board.done, _BOOT_MS)
        await play(board, moves, TOUCHED_AT)
        if rest:
            board.faults.break_("worst bounce")
        touches = await Hands(board, seed).touch(placements)
        if rest:
            board.faults.mend("worst bounce")
            figures |= await idle(board)
            await play(board, moves, HEAP_AT)
            figures["free_heap_bytes"] = await heap_free(board) + reserve.BYTES
            figures["whole_state_ms"] = await whole_state_ms(board)
        else:
            figures["start_ms"] = await start_ms(board)
            board.flash.busy_us = BUSY_US["worst"]
            figures["start_worst_flash_ms"] = await start_ms(board)
    finally:
        board.stop()
        await asyncio.sleep(0)
    return touches, figures
