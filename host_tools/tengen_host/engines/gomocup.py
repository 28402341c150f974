"""Run an engine that speaks the Gomocup protocol, play with it, query it, and report its errors.

This module does not check whether a stone is a foul, because the board's judge refuses fouls.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from tengen.games import BLACK, COLOUR_NAMES, EMPTY, WHITE, points
from tengen.games.renju.position import FOULS, OCCUPIED, SIZE, Position

from . import protocol
from .process import END_S, ILLEGAL, NO_MOVE, REFUSED, RUBBISH, SILENT, EngineError, Program, split
from .protocol import EXACT, FREE, RENJU, printable

__all__ = ["EXACT", "FREE", "RENJU", "Engine", "EngineError", "Opinion"]

MARGIN_S = 10.0  # a search may exceed its limit by this many seconds, because the computer may be busy
# seconds for an engine to start and to load its data, and for its answers without a search; at its first start the
# board's partner compiles, which takes 40 s of processor time
READY_S = 60.0
# Rapfi silently drops input in the first milliseconds after its move (3 to 20 ms on a busy machine)
PAUSE_S = 0.05  # seconds between the engine's move and the next command
AGAIN_S = 0.3  # seconds until a command that may have been dropped is sent again; doubled each time
_MOST_TAKEN_BACK = 6  # the most stones that TAKEBACK takes back; for more, the whole position is sent
_MOST_STRAY = 100  # the most lines of a greeting that may come before the answer to ABOUT or START

_ASIDE = ("MESSAGE", "DEBUG", "INFO", "OK")  # the first words of lines that do not answer a question
_REFUSALS = ("ERROR", "UNKNOWN")

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Opinion:
    """An engine's opinion of a position, as far as its messages show it. It is not a proof.

    `point`: row * size + column, row 0 is the lowest. `line`: the engine's main line, from `point` on. `value`: the
    value for the side to move, in the engine's own units. If the engine writes +Mn, a win in n moves, the value is
    30000 - n. `words`: the engine's newest message.
    """

    point: int
    line: tuple[int, ...] = ()
    value: int | None = None
    depth: int | None = None
    words: str = ""


def _asked_again(
    question: Callable[Concatenate[Engine, _Given], Coroutine[Any, Any, _Answer]],
) -> Callable[Concatenate[Engine, _Given], Coroutine[Any, Any, _Answer]]:
    """Decorate a question. If the engine may have dropped a command, the question is sent again to a new process."""

    @functools.wraps(question)
    async def asked(engine: Engine, *args: _Given.args, **more: _Given.kwargs) -> _Answer:
        try:
            return await question(engine, *args, **more)
        except EngineError as error:
            # after a dropped command, the engine can't understand the next commands
            if engine._moved_at is None or error.fault not in (SILENT, REFUSED):
                raise
        return await question(engine, *args, **more)

    return asked


class Engine:
    """An engine. Call start(), new_game(), then move() and other questions, one at a time, and stop() at the end.

    `command`: a text, which is split as a shell does, or the program and its arguments. `margin_s`: by how much a
    search may exceed its limit. `ready_s`: how long other answers may take. `end_s`: how long the engine may take to
    end. `pause_s`: the pause, by `sleep`, between the engine's move and the next command. `again_s`: the wait before a
    command that follows the engine's move is repeated. After an EngineError or a cancelled question, the next question
    starts the program again and brings it to the same game. `about`: name, version, author, country ... as the engine
    reports them.
    """

    about: Mapping[str, str]

    def __init__(
        self,
        command: str | Sequence[str],
        name: str = "",
        *,
        margin_s: float = MARGIN_S,
        ready_s: float = READY_S,
        end_s: float = END_S,
        pause_s: float = PAUSE_S,
        again_s: float = AGAIN_S,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._command = command
        self._name = name
        self._margin_s, self._ready_s, self._end_s = margin_s, ready_s, end_s
        self._pause_s, self._again_s, self._sleep = pause_s, again_s, sleep
        self.about = {}
        self._program: Program | None = None
        self._sound = False  # whether no answer is outstanding, and nothing has failed
        self._takes_back = True
        self._game: tuple[int, int, int] | None = None  # size, rule, ms for a stone
        self._size = 0
        self._started = 0  # the size of the board in the START of this process; 0 before START
        # The stones on the engine's own board, in order, or None if they are unknown; and the colour of the engine's
        # stones
        self._stones: tuple[tuple[int, int], ...] | None = None
        self._side = EMPTY
        # the time of the engine's last move, by the loop's clock; None if the engine has answered anything after that
        # move
        self._moved_at: float | None = None
        self._tells_sides = False  # whether SWAP2BOARD tells the engine the owner of each stone
        self._from_top: bool | None = None  # whether the engine counts the rows of names like H8 from the top

    @property
    def name(self) -> str:
        """The engine's name: the given name, else the name that it reports, else the name of its program."""
        return self._name or self.about.get("name") or _program_name(self._command)

    # Start and end

    async def start(self) -> None:
        """Run the engine, and query its name and version. Raises EngineError."""
        await self.launch()
        await self.greet()

    async def launch(self) -> None:
        """Run the engine's program, without a question. Raises EngineError if the program can't be run."""
        await self.stop()
        command = split(self._command) if isinstance(self._command, str) else tuple(self._command)
        self._program = await Program.run(command, self._shown, self._end_s)

    async def greet(self) -> None:
        """Query the name and version of the engine after launch(). Raises EngineError."""
        assert self._program is not None
        try:
            self.about = await self._ask_about()
        except BaseException:
            await self.stop()
            raise
        self._program.name = self._shown
        self._sound = True

    @_asked_again
    async def new_game(self, size: int, rule: int, *, turn_ms: int) -> None:
        """Begin a game without a time limit for the match. `rule`: FREE, EXACT or RENJU.

        Raises EngineError, also if the engine does not support a board of this size or the rule.
        """
        self._game = size, rule, turn_ms
        self._size = size
        if self._sound and self._started in (0, size):
            await self._clear()
        else:
            await self._anew()

    async def stop(self) -> None:
        """End the engine and all its child processes, by force if necessary. Never raises."""
        program, self._program = self._program, None
        self._sound, self._started, self._stones, self._side = False, 0, None, EMPTY
        self._moved_at = None
        if program:
            await program.stop()

    # Questions

    @_asked_again
    async def move(self, stones: Sequence[tuple[int, int]], turn: int) -> Opinion:
        """Return the engine's next stone.

        `stones`: (point, colour) in the order of play. `turn`: the colour that the engine plays.

        Raises EngineError.
        """
        stones = tuple(stones)
        await self._be_ready()
        question = await self._up_to(stones, turn)
        self._stones = None
        point, lines = await self._point(question, stones, turn)
        self._stones, self._side = (*stones, (point, turn)), turn
        return self._opinion(point, lines, _points(stones))

    @_asked_again
    async def swap2(self, stones: Sequence[tuple[int, int]]) -> tuple[str, tuple[int, ...]]:
        """Return the engine's choice in a Swap2 opening after 0, 3 or 5 stones.

        The results are ("swap", ()), if the engine takes Black; ("stone", (point,)), if it takes White and puts the
        next stone; and ("stones", points), for two more stones or the first three. Raises EngineError.
        """
        await self._be_ready()
        try:
            return await self._swap2(stones)
        except EngineError as error:
            if error.fault != REFUSED or not stones or self._tells_sides:
                raise
        self._tells_sides = True  # Rapfi requires the owner here, as in BOARD
        await self._anew()
        return await self._swap2(stones)

    async def _swap2(self, stones: Sequence[tuple[int, int]]) -> tuple[str, tuple[int, ...]]:
        if self._stones != ():
            await self._clear()
        self._stones = None
        asked = "SWAP2BOARD"
        lines = protocol.board(stones, _turn_of(stones), self._size, asked)
        if not self._tells_sides:
            lines = [line.rpartition(",")[0] if "," in line else line for line in lines]
        taken = _points(stones)
        async with self._question(lines) as ends:
            line = await self._answer(ends, asked, [])
            found = protocol.swap2(line, len(stones))
            if found is None:
                raise self._rubbish(line, asked, "SWAP or points")
            placed: list[int] = []
            for x, y in found[1]:
                placed.append(self._legal(x, y, taken.union(placed)))
            return found[0], tuple(placed)

    # The engine's board

    async def _be_ready(self) -> None:
        """Run the engine again if its last question failed."""
        if self._game is None:
            raise ValueError("new_game() comes first")
        if not self._sound:
            await self._anew()

    async def _anew(self) -> None:
        await self.start()
        await self._clear()

    async def _clear(self) -> None:
        """Send an empty board and the game's rule and limits."""
        assert self._game is not None
        size, rule, turn_ms = self._game
        asked = "RESTART" if self._started else f"START {size}"
        if not await self._agrees(asked):
            if not self._started:
                raise self._refusal(self._refused, asked)
            await self._anew()  # this is the protocol's way to begin a new game with an engine that has no RESTART
            return
        self._started = size
        infos = [f"INFO rule {rule}", "INFO game_type 0", f"INFO timeout_turn {turn_ms}", "INFO timeout_match 0"]
        async with self._question(infos, self._ready_s):
            pass  # these commands have no answer
        self._stones, self._side = (), EMPTY

    async def _up_to(self, stones: tuple[tuple[int, int], ...], turn: int) -> list[str]:
        """Bring the engine's board almost to a position.

        Returns the remaining lines, which also ask for a stone.
        """
        before = self._stones
        if before is not None and self._side in (turn, EMPTY):
            common = _common(before, stones)
            new = stones[common:]
            by_turns = len(new) == 1 and new[0][1] != turn and (not common or stones[common - 1][1] == turn)
            if by_turns and await self._take_back(before[common:]):
                return [f"TURN {protocol.xy(new[0][0], self._size)}"]
        if self._stones != ():
            await self._clear()
        return protocol.board(stones, turn, self._size) if stones else ["BEGIN"]

    async def _take_back(self, stones: tuple[tuple[int, int], ...]) -> bool:
        """Take back the last stones; return whether the engine does this."""
        if not stones:
            return True
        if not self._takes_back or len(stones) > _MOST_TAKEN_BACK:
            return False
        self._stones = None
        for point, _ in reversed(stones):
            if not await self._agrees(f"TAKEBACK {protocol.xy(point, self._size)}"):
                self._takes_back = self._moved_at is not None  # the command was dropped, and not refused
                return False
        return True

    # Lines

    @contextlib.asynccontextmanager
    async def _question(self, lines: Sequence[str], limit_s: float | None = None) -> AsyncIterator[float]:
        """Send the lines of a question; yield the deadline for the answer, by the loop's clock.

        `limit_s`: the limit for the answer; None for the time of a search. After an error in the block, or a
        cancellation, the engine counts as failed.
        """
        assert self._program is not None
        await self._pause()
        if limit_s is None:
            assert self._game is not None
            ends = _now() + self._game[2] / 1000 + self._margin_s
        else:
            ends = _now() + limit_s
        self._sound = False
        self._program.count_anew()
        await self._program.send(lines, ends)
        yield ends
        self._sound = True
        if limit_s is None:
            self._moved_at = _now()

    async def _pause(self) -> None:
        """Wait for a moment if the engine has just moved."""
        if self._moved_at is not None:
            left = self._moved_at + self._pause_s - _now()
            if left > 0:
                await self._sleep(left)

    async def _line(self, ends: float, asked: str) -> str:
        assert self._program is not None
        return await self._program.line(ends, asked)

    async def _ask_about(self) -> dict[str, str]:
        async with self._question(["ABOUT"], self._ready_s) as ends:
            for _ in range(_MOST_STRAY):
                word, _ = protocol.parted(line := await self._line(ends, "ABOUT"))
                if word in _REFUSALS or line.strip() == "ABOUT":  # a program that repeats its input has no name
                    return {}
                if word not in _ASIDE:
                    return protocol.about(line)
            raise self._rubbish(line, "ABOUT", "its name")

    async def _agrees(self, asked: str) -> bool:
        """Send a command; return whether the answer is OK. Another answer is stored in `_refused`."""
        async with self._question([asked], self._ready_s) as ends:
            for _ in range(_MOST_STRAY):
                line = await (self._line(ends, asked) if self._moved_at is None else self._line_again(ends, asked))
                if line is None:
                    return False
                self._refused = line
                if protocol.is_about(line):
                    self.about = protocol.about(line)  # the line that was taken for the answer was a greeting
                word, _ = protocol.parted(line)
                if word.startswith("OK") or word in _REFUSALS:
                    self._moved_at = None
                    return word not in _REFUSALS
            raise self._rubbish(self._refused, asked, "OK")

    async def _line_again(self, ends: float, asked: str) -> str | None:
        """Return the engine's next line.

        RESTART is sent again until a line arrives. The result is None for a command that must not be repeated.
        """
        wait_s = self._again_s
        while (until := _now() + wait_s) < ends:
            try:
                return await self._line(until, asked)
            except EngineError as error:
                if error.fault != SILENT:
                    raise
            if asked != "RESTART":
                return None
            assert self._program is not None
            await self._program.send([asked], ends)
            wait_s *= 2
        return await self._line(ends, asked)

    async def _point(
        self, question: Sequence[str], stones: Sequence[tuple[int, int]], turn: int
    ) -> tuple[int, list[str]]:
        """Return the point in the engine's answer, and the lines before this answer."""
        asked, lines = question[0], list[str]()
        async with self._question([f"INFO time_left {protocol.UNLIMITED}", *question]) as ends:
            line = await self._answer(ends, asked, lines)
            pair = protocol.pair(line)
            if pair is None:
                raise self._rubbish(line, asked, "a point like 7,7")
            if pair == (0, 0) and not self._has_move(stones, turn):
                raise self._no_move(turn)
            return self._legal(*pair, _points(stones)), lines

    async def _answer(self, ends: float, asked: str, aside: list[str]) -> str:
        """Return the answer line; add the lines before it to `aside`. Raises EngineError, also for a refusal."""
        while True:
            line = await self._line(ends, asked)
            word, rest = protocol.parted(line)
            if word in _REFUSALS:
                raise self._refusal(line, asked)
            if word == "SUGGEST" and self._program:
                await self._program.send([f"PLAY {rest}"], ends)  # the engine waits for permission to put its stone
            elif word in _ASIDE:
                aside.append(line)
            else:
                return line

    def _legal(self, x: int, y: int, taken: Collection[int]) -> int:
        point = protocol.point_of(x, y, self._size)
        if point is not None and point not in taken:
            return point
        named = "" if point is None else points.name(point, self._size)
        where = f"{named}, where there is one already" if named else f"{x},{y}, which is outside the board"
        raise EngineError(
            f"the engine {self._shown} puts a stone on {where}: put another stone for it, or choose another engine",
            ILLEGAL,
        )

    def _has_move(self, stones: Sequence[tuple[int, int]], turn: int) -> bool:
        """Return whether there is a free point on which a stone is not a foul."""
        assert self._game is not None
        if self._game[1] != RENJU or turn != BLACK or self._size != SIZE:
            return len(stones) < self._size**2
        position = Position()
        for point, colour in stones:
            position.put(point, colour)
        return any(verdict not in (*FOULS, OCCUPIED) for verdict in position.verdicts)

    # The engine's thoughts

    def _opinion(self, point: int, lines: Sequence[str], taken: Collection[int]) -> Opinion:
        """Return the opinion for this answer. Lines about another point are ignored."""
        thought = protocol.thought(lines)

        def line_of(from_top: bool) -> tuple[int, ...]:
            return protocol.line_of(thought.moves, self._size, from_top, taken)

        ways = [from_top for from_top in (True, False) if line_of(from_top)[:1] == (point,)]
        if len(ways) == 1 and any(name[0].isalpha() for name in thought.moves):
            self._from_top = ways[0]
        messages = [rest for word, rest in map(protocol.parted, lines) if word == "MESSAGE"]
        words = printable(messages[-1]) if messages else ""
        line = line_of(self._from_top is not False)
        if line and line[0] != point:
            return Opinion(point, words=words)
        return Opinion(point, line, thought.value, thought.depth, words)

    # Sentences

    @property
    def _shown(self) -> str:
        return printable(self.name, 60)

    def _refusal(self, line: str, asked: str) -> EngineError:
        return EngineError(
            f"the engine {self._shown} refuses {asked} ({printable(line)}): choose another engine or another game",
            REFUSED,
        )

    def _no_move(self, turn: int) -> EngineError:
        side = COLOUR_NAMES[turn].capitalize()
        return EngineError(
            f"the engine {self._shown} has no move: no point is left where a stone of {side}'s may lie; pass for it",
            NO_MOVE,
        )

    def _rubbish(self, line: str, asked: str, wanted: str) -> EngineError:
        return EngineError(
            f"the engine {self._shown} answers {asked} with {printable(line, 60)!r} and not with {wanted}: "
            "start it again, or choose another",
            RUBBISH,
        )


def _now() -> float:
    return asyncio.get_running_loop().time()


def _points(stones: Sequence[tuple[int, int]]) -> set[int]:
    return {point for point, _ in stones}


def _turn_of(stones: Sequence[tuple[int, int]]) -> int:
    """Return the side to move by the number of stones."""
    whites = sum(colour == WHITE for _, colour in stones)
    return WHITE if len(stones) > 2 * whites else 3 - WHITE


def _common(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> int:
    """Return the number of stones, from the first one on, that are the same in both sequences."""
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _program_name(command: str | Sequence[str]) -> str:
    try:
        parts = split(command) if isinstance(command, str) else tuple(command)
    except EngineError:
        parts = ()
    return Path(parts[0]).name if parts else "without a command"
