"""A client of engines that speak the Gomocup protocol: it runs one, plays and asks, and says what goes wrong.

Whether a stone is a foul is not looked at here: the board's judge refuses it.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from tengen.games import BLACK, COLOUR_NAMES, EMPTY, WHITE, points
from tengen.games.renju.position import FOULS, OCCUPIED, SIZE, Position

from . import protocol
from .process import END_S, ILLEGAL, NO_MOVE, REFUSED, RUBBISH, SILENT, EngineError, Program, split
from .protocol import EXACT, FREE, RENJU, printable

__all__ = ["EXACT", "FREE", "RENJU", "Engine", "EngineError", "Opinion"]

MARGIN_S = 10.0  # that a search may take longer than its limit: the machine may be busy
READY_S = 30.0  # to start and to load its data, and for answers without a search
# Rapfi drops, in silence, what comes in the first milliseconds after its move (3 to 20 on a busy machine)
PAUSE_S = 0.05  # from a move to the next command
AGAIN_S = 0.3  # without an answer, until a command that may have been dropped is sent again; each time twice as long
_MOST_TAKEN_BACK = 6  # stones by TAKEBACK; for more the position is sent anew
_MOST_STRAY = 100  # lines that are no answer, before the answer to ABOUT or START: a greeting

_ASIDE = ("MESSAGE", "DEBUG", "INFO", "FORBID")  # the first words of lines that are no answer to a question for a point
_REFUSALS = ("ERROR", "UNKNOWN")

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Opinion:
    """What an engine thinks, as far as it says so: its opinion, no proof.

    `point`: row * size + column, row 0 is the lowest. `line`: its main line, from `point` on. `value`: as the engine
    counts, for whose turn it is; a win in n moves that it writes as +Mn is 30000 - n. `words`: its newest message.
    """

    point: int
    line: tuple[int, ...] = ()
    value: int | None = None
    depth: int | None = None
    words: str = ""


def _asked_again(
    question: Callable[Concatenate[Engine, _Given], Coroutine[Any, Any, _Answer]],
) -> Callable[Concatenate[Engine, _Given], Coroutine[Any, Any, _Answer]]:
    """Return the question, asked once more, of a new process, where the engine may have dropped a command of it."""

    @functools.wraps(question)
    async def asked(its: Engine, *args: _Given.args, **more: _Given.kwargs) -> _Answer:
        try:
            return await question(its, *args, **more)
        except EngineError as error:
            # where commands were dropped, the next ones make no sense to it
            if its._moved_at is None or error.fault not in (SILENT, REFUSED):
                raise
        return await question(its, *args, **more)

    return asked


class Engine:
    """An engine: start(), new_game(), then move() and other questions, one at a time; stop() in the end.

    `command`: a text, which is split as a shell does, or the program and its arguments. `margin_s`: how much longer
    than its limit a search may take; `ready_s`: how long other answers may; `end_s`: how long its end may; `pause_s`:
    from its move to the next command, by `sleep`; `again_s`: without an answer to a command after its move.
    After an EngineError, or a question that was cancelled, the next question runs the program anew and brings it to
    the same game.
    `about`: name, version, author, country ... as it tells. `has_extensions`: whether it knows Yixin's commands, which
    is known after new_game().
    """

    about: Mapping[str, str]
    has_extensions: bool

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
        self.has_extensions = False
        self._program: Program | None = None
        self._sound = False  # whether no answer is outstanding, and nothing went wrong
        self._tried = False  # whether it was asked for Yixin's commands
        self._takes_back = True
        self._game: tuple[int, int, int, int, int] | None = None
        self._size = 0
        self._started = 0  # the size with which this process was started, 0 before that
        # What stands on its own board, in order; None where that isn't known. And the colour of its stones
        self._stones: tuple[tuple[int, int], ...] | None = None
        self._side = EMPTY
        self._moved_at: float | None = None  # by the loop's clock; None where it has answered something since
        self._tells_sides = False  # whether SWAP2BOARD tells it whose each stone is
        self._from_top: bool | None = None  # how it counts the rows of names like H8

    @property
    def name(self) -> str:
        """Its name: as given, as it tells, or that of its program."""
        return self._name or self.about.get("name") or _program_name(self._command)

    # Its life

    async def start(self) -> None:
        """Run it and ask what it is. Raises EngineError."""
        await self.stop()
        command = split(self._command) if isinstance(self._command, str) else tuple(self._command)
        self._program = await Program.run(command, self._shown, self._end_s)
        try:
            self.about = await self._ask_about()
        except BaseException:
            await self.stop()
            raise
        self._program.name = self._shown
        self._sound = True

    @_asked_again
    async def new_game(self, size: int, rule: int, *, turn_ms: int, match_ms: int = 0, memory: int = 0) -> None:
        """Begin a game. `rule`: FREE, EXACT or RENJU; `memory`: bytes; 0 is no limit of a match, or of memory.

        Raises EngineError, also where it doesn't play on such a board.
        """
        self._game = size, rule, turn_ms, match_ms, memory
        self._size = size
        if self._sound and self._started in (0, size):
            await self._clear()
        else:
            await self._anew()

    async def stop(self) -> None:
        """End it, at last by force, with all that it has started. Never raises."""
        program, self._program = self._program, None
        self._sound, self._started, self._stones, self._side = False, 0, None, EMPTY
        self._moved_at = None
        if program:
            await program.stop()

    # Questions

    @_asked_again
    async def move(self, stones: Sequence[tuple[int, int]], turn: int, *, left_ms: int | None = None) -> Opinion:
        """Return where it puts its stone. `stones`: (point, colour) in the order of play; `turn`: the colour it plays.

        `left_ms`: of the match, where that is limited; None is all of it. Raises EngineError.
        """
        stones = tuple(stones)
        await self._be_ready()
        question = await self._up_to(stones, turn)
        self._stones = None
        point, lines = await self._point([f"INFO time_left {self._left(left_ms)}", *question], stones, turn)
        self._stones, self._side = (*stones, (point, turn)), turn
        return self._opinions(point, lines, _points(stones))[0]

    @_asked_again
    async def candidates(self, stones: Sequence[tuple[int, int]], turn: int, count: int) -> list[Opinion]:
        """Return the best `count` stones as it thinks, the best first; only one where it can't tell more.

        Raises EngineError.
        """
        await self._be_ready()
        if not self.has_extensions:
            return [await self.move(stones, turn)]
        self._stones = None  # it may put its stone, and need not
        await self._send(["INFO show_detail 2", f"INFO time_left {self._left(None)}"])
        question = [*protocol.board(stones, turn, self._size, "YXBOARD"), f"YXNBEST {count}"]
        point, lines = await self._point(question, stones, turn)
        await self._send(["INFO show_detail 0"])
        return self._opinions(point, lines, _points(stones))[:count]

    @_asked_again
    async def forbidden(self, stones: Sequence[tuple[int, int]]) -> frozenset[int] | None:
        """Return Black's fouls as the engine sees them.

        None where it can't tell: it knows no such question, or it is not Black's turn. Raises EngineError.
        """
        await self._be_ready()
        turn = _turn_of(stones)
        if not self.has_extensions or turn == WHITE:
            return None
        self._stones = None
        asked = "YXSHOWFORBID"
        async with self._question([*protocol.board(stones, turn, self._size, "YXBOARD"), asked], self._ready_s) as ends:
            while True:
                line = await self._line(ends, asked)
                word, rest = protocol.parted(line)
                if word == "FORBID":
                    found = protocol.forbidden(rest, self._size)
                    if found is None:
                        raise self._rubbish(line, asked, "the points of fouls")
                    self._moved_at = None
                    return found
                if word not in (*_ASIDE, "OK"):
                    raise self._refusal(line, asked) if word in _REFUSALS else self._rubbish(line, asked, "FORBID")

    @_asked_again
    async def swap2(self, stones: Sequence[tuple[int, int]]) -> tuple[str, tuple[int, ...]]:
        """Return what it does in a Swap2 opening after 0, 3 or 5 stones.

        ("swap", ()): it takes Black; ("stone", (point,)): it takes White, and puts the next stone; ("stones", points):
        two more stones, or the first three. Raises EngineError.
        """
        await self._be_ready()
        try:
            return await self._swap2(stones)
        except EngineError as error:
            if error.fault != REFUSED or not stones or self._tells_sides:
                raise
        self._tells_sides = True  # Rapfi asks for it, as in BOARD
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
            while True:
                line = await self._line(ends, asked)
                word, _ = protocol.parted(line)
                if word in _REFUSALS:
                    raise self._refusal(line, asked)
                if word in _ASIDE or word == "OK":
                    continue
                found = protocol.swap2(line, len(stones))
                if found is None:
                    raise self._rubbish(line, asked, "SWAP or points")
                placed: list[int] = []
                for x, y in found[1]:
                    placed.append(self._legal(x, y, taken.union(placed)))
                return found[0], tuple(placed)

    # Its board

    async def _be_ready(self) -> None:
        """Run it anew if its last question went wrong."""
        if self._game is None:
            raise ValueError("new_game() comes first")
        if not self._sound:
            await self._anew()

    async def _anew(self) -> None:
        await self.start()
        await self._clear()

    async def _clear(self) -> None:
        """Give it an empty board and the game's rule and limits."""
        assert self._game is not None
        size, rule, turn_ms, match_ms, memory = self._game
        asked = "RESTART" if self._started else f"START {size}"
        if not await self._agrees(asked):
            if not self._started:
                raise self._refusal(self._refused, asked)
            await self._anew()  # as the protocol has it where RESTART is unknown
            return
        self._started = size
        infos = [f"INFO rule {rule}", "INFO game_type 0", f"INFO timeout_turn {turn_ms}"]
        infos += [f"INFO timeout_match {match_ms}", *([f"INFO max_memory {memory}"] if memory else [])]
        await self._send(infos)
        self._stones, self._side = (), EMPTY
        if not self._tried and self.about:
            self._tried = True
            await self._try_extensions()

    async def _try_extensions(self) -> None:
        """Find whether it knows Yixin's commands. An answer to ABOUT ends it, where the other command has none."""
        try:
            async with self._question(["YXSHOWFORBID", "ABOUT"], self._ready_s) as ends:
                while True:
                    word, _ = protocol.parted(line := await self._line(ends, "ABOUT"))
                    if word == "FORBID":
                        self.has_extensions = True
                    elif protocol.is_about(line) or protocol.about(line) == self.about:
                        self.about = protocol.about(line)  # the first answer may have been a greeting
                        return
        except EngineError:
            await self._anew()  # it can't even say that it does not know a command: it is not asked again

    async def _up_to(self, stones: tuple[tuple[int, int], ...], turn: int) -> list[str]:
        """Bring its board to a position, but for what the lines say that are returned: the question for a stone."""
        kept = self._stones
        if kept is not None and self._side in (turn, EMPTY):
            common = _common(kept, stones)
            new = stones[common:]
            by_turns = len(new) == 1 and new[0][1] != turn and (not common or stones[common - 1][1] == turn)
            if by_turns and await self._take_back(kept[common:]):
                return [f"TURN {protocol.xy(new[0][0], self._size)}"]
        if self._stones != ():
            await self._clear()
        return protocol.board(stones, turn, self._size) if stones else ["BEGIN"]

    async def _take_back(self, stones: tuple[tuple[int, int], ...]) -> bool:
        """Take its last stones back; return whether it does."""
        if not stones:
            return True
        if not self._takes_back or len(stones) > _MOST_TAKEN_BACK:
            return False
        self._stones = None
        for point, _ in reversed(stones):
            if not await self._agrees(f"TAKEBACK {protocol.xy(point, self._size)}"):
                self._takes_back = self._moved_at is not None  # it was dropped, not refused
                return False
        return True

    # Lines

    def _left(self, left_ms: int | None) -> int:
        """Return what to tell of the time that is left of the match."""
        match_ms = self._game[3] if self._game else 0
        return left_ms if left_ms is not None else match_ms or protocol.UNLIMITED

    def _question(self, lines: Sequence[str], limit_s: float | None = None) -> _Question:
        """Return the context of a question. `limit_s`: for its answer; None for the time of a search."""
        assert self._game is not None or limit_s is not None
        search_s = self._game[2] / 1000 + self._margin_s if self._game else 0.0
        return _Question(self, lines, search_s if limit_s is None else limit_s, limit_s is None)

    async def _pause(self) -> None:
        """Wait for a moment if it has just moved."""
        if self._moved_at is not None:
            left = self._moved_at + self._pause_s - asyncio.get_running_loop().time()
            if left > 0:
                await self._sleep(left)

    async def _send(self, lines: Sequence[str]) -> None:
        """Send lines that have no answer."""
        async with self._question(lines, self._ready_s):
            pass

    async def _line(self, ends: float, asked: str) -> str:
        assert self._program is not None
        return await self._program.line(ends, asked)

    async def _ask_about(self) -> dict[str, str]:
        async with self._question(["ABOUT"], self._ready_s) as ends:
            for _ in range(_MOST_STRAY):
                word, _ = protocol.parted(line := await self._line(ends, "ABOUT"))
                if word in _REFUSALS:
                    return {}
                if word not in (*_ASIDE, "OK"):
                    return protocol.about(line)
            raise self._rubbish(line, "ABOUT", "its name")

    async def _agrees(self, asked: str) -> bool:
        """Send a command; return whether the answer is OK. `_refused` has another answer."""
        async with self._question([asked], self._ready_s) as ends:
            for _ in range(_MOST_STRAY):
                its = await (self._line(ends, asked) if self._moved_at is None else self._line_again(ends, asked))
                if its is None:
                    return False
                self._refused = its
                word, _ = protocol.parted(its)
                if word.startswith("OK") or word in _REFUSALS:
                    self._moved_at = None
                    return word not in _REFUSALS
            raise self._rubbish(self._refused, asked, "OK")

    async def _line_again(self, ends: float, asked: str) -> str | None:
        """Return its next line. RESTART is sent again until it comes; None for a command that must not come twice."""
        wait_s = self._again_s
        while (until := asyncio.get_running_loop().time() + wait_s) < ends:
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
        """Return the point that it answers, and the lines before it."""
        asked = next(line for line in question if not line.startswith("INFO"))
        lines: list[str] = []
        async with self._question(question) as ends:
            while True:
                line = await self._line(ends, asked)
                word, rest = protocol.parted(line)
                if word in _REFUSALS:
                    raise self._refusal(line, asked)
                if word == "SUGGEST" and self._program:
                    await self._program.send([f"PLAY {rest}"], ends)  # it waits for leave to put its stone
                elif word in _ASIDE:
                    lines.append(line)
                elif word != "OK":
                    its = protocol.pair(line)
                    if its is None:
                        raise self._rubbish(line, asked, "a point like 7,7")
                    if its == (0, 0) and not self._has_move(stones, turn):
                        raise self._no_move(turn)
                    return self._legal(*its, _points(stones)), lines

    def _legal(self, x: int, y: int, taken: Collection[int]) -> int:
        point = protocol.point_of(x, y, self._size)
        if point is None:
            raise EngineError(
                f"the engine {self._shown} puts a stone on {x},{y}, which is outside the board: put another stone "
                "for it, or choose another engine",
                ILLEGAL,
            )
        if point in taken:
            raise EngineError(
                f"the engine {self._shown} puts a stone on {points.name(point, self._size)}, where there is one "
                "already: put another stone for it, or choose another engine",
                ILLEGAL,
            )
        return point

    def _has_move(self, stones: Sequence[tuple[int, int]], turn: int) -> bool:
        """Whether there is a free point on which a stone is no foul."""
        assert self._game is not None
        if self._game[1] != RENJU or turn != BLACK or self._size != SIZE:
            return len(stones) < self._size**2
        position = Position()
        for point, colour in stones:
            position.put(point, colour)
        return any(verdict not in (*FOULS, OCCUPIED) for verdict in position.verdicts)

    # What it thinks

    def _opinions(self, point: int, lines: Sequence[str], taken: Collection[int]) -> list[Opinion]:
        """Return what it has told of its candidates; `point`, its answer, is the first."""
        found = protocol.told(lines)
        best = found.get(0, protocol.Told())
        ways = [from_top for from_top in (True, False) if self._its_line(best, from_top, taken)[:1] == (point,)]
        if len(ways) == 1 and any(name[0].isalpha() for name in best.moves):
            self._from_top = ways[0]
        messages = [rest for word, rest in map(protocol.parted, lines) if word == "MESSAGE"]
        words = printable(messages[-1]) if messages else ""
        from_top = self._from_top is not False
        opinions = [Opinion(point, words=words)]
        for number in sorted(found):
            its = found[number]
            line = self._its_line(its, from_top, taken)
            if line[:1] == (point,) or (number == 0 and not line):
                opinions[0] = Opinion(point, line, its.value, its.depth, words)
            elif line and line[0] not in {opinion.point for opinion in opinions}:
                opinions.append(Opinion(line[0], line, its.value, its.depth, words))
        return opinions

    def _its_line(self, told: protocol.Told, from_top: bool, taken: Collection[int]) -> tuple[int, ...]:
        return protocol.line_of(told.moves, self._size, from_top, taken)

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


class _Question:
    """The time from a question to its answer. What goes wrong in it, or is cancelled, leaves the engine unsound."""

    def __init__(self, engine: Engine, lines: Sequence[str], limit_s: float, is_search: bool) -> None:
        self._engine, self._lines, self._limit_s, self._is_search = engine, lines, limit_s, is_search

    async def __aenter__(self) -> float:
        """Send the lines; return when the answer must be there, by the loop's clock."""
        engine = self._engine
        await engine._pause()
        ends = asyncio.get_running_loop().time() + self._limit_s
        engine._sound = False
        assert engine._program is not None
        engine._program.count_anew()
        await engine._program.send(self._lines, ends)
        return ends

    async def __aexit__(self, kind: object, *_: object) -> None:
        self._engine._sound = kind is None
        if kind is None and self._is_search:
            self._engine._moved_at = asyncio.get_running_loop().time()


def _points(stones: Sequence[tuple[int, int]]) -> set[int]:
    return {point for point, _ in stones}


def _turn_of(stones: Sequence[tuple[int, int]]) -> int:
    """Return whose turn it is by the number of stones."""
    whites = sum(colour == WHITE for _, colour in stones)
    return WHITE if len(stones) > 2 * whites else 3 - WHITE


def _common(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> int:
    """Return how many stones are the same from the first on."""
    same = 0
    for its, theirs in zip(one, other, strict=False):
        if its != theirs:
            break
        same += 1
    return same


def _program_name(command: str | Sequence[str]) -> str:
    try:
        parts = split(command) if isinstance(command, str) else tuple(command)
    except EngineError:
        parts = ()
    return Path(parts[0]).name if parts else "without a command"
