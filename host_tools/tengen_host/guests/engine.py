"""An engine as a guest: it plays for the laptop's seat at a board, and gives pages its opinion.

The engine starts while its page is already open. After any fault of the engine the page shows a sentence, and the game
waits. A person chooses whether the engine tries again, or the board's partner continues.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
import sys
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from tengen.games import BLACK, WHITE, points

from ..boards.interface import Board, Message, did_of, group, groups_of
from ..engines.deciding import RULES, Question, own_answer
from ..engines.gomocup import READY_S, Engine, EngineError, Opinion
from ..engines.process import ENDED, ILLEGAL, NO_MOVE, NO_PROGRAM, REFUSED, SILENT
from ..i18n import Sentence, code_text, fields
from . import seat as laptop_seat
from .guest import Guest

if TYPE_CHECKING:
    from tengen.partner.player import Player

AGAIN, OWN = "again", "own"  # the words for a person's choice after a fault of the engine
CHOICE = f"Type {AGAIN} to let it try again, or {OWN} to let the board's partner continue"

AGAIN_S = 3.0  # seconds until an engine that tries again has answered, or the page says why not
AGAIN_TURN_S = 1.0  # the most seconds that it may think about the stone then
MOST_S = 5.0  # the most seconds that the engine may think about an opinion
# additional seconds, in which the engine starts, loads its data and answers, even on a busy machine; a connection waits
# for an answer only a little longer (connection_limits.ANSWERED_WITHIN_S)
SPARE_S = 50.0

Say = Callable[[str], None]


def own_player() -> Player:
    """Return the player for the decisions that an engine can't make."""
    from ..solve import partner  # loads a compiler

    return partner.player()


class EngineGuest(Guest):
    """The engine started by `command`, at the seat p1 or p2, with `seconds` for a stone.

    It answers the board's questions to the laptop's partner; `player` (the board's partner) decides the rest. `tell`
    gets lines for the terminal. `asks_seat`: whether the guest makes the laptop the board's partner at this seat.
    `luck` returns a number below 2^30. `again_s`: after how many seconds a new attempt is late.
    """

    _board: Board  # set in follow()

    def __init__(
        self,
        command: str,
        seat: str,
        seconds: float,
        tell: Say,
        asks_seat: bool = False,
        make: Callable[[str], Engine] = Engine,
        player: Callable[[], Player] = own_player,
        luck: Callable[[], int] = lambda: random.randrange(1 << 30),
        again_s: float = AGAIN_S,
    ) -> None:
        super().__init__()
        self.setting = f"{seat} laptop"  # the board's setting `partner`
        self._seconds, self._tell, self._asks_seat = seconds, tell, asks_seat
        self._make, self._player, self._luck = (lambda: make(command)), player, luck
        self._again_s = again_s
        self._engine = self._make()
        self._ready: asyncio.Task[bool] | None = None  # the engine's start; the result is whether it succeeded
        self._own: Player | None = None
        # prefix of the ids of the guest's answers; the board repeats the id when it refuses an answer
        self._mark = secrets.token_hex(4)
        self._asked: Question | None = None  # the newest question that is not answered yet
        self._again = asyncio.Event()  # set when a question must be answered, or answered again
        self._tries_again = False  # whether a person has just chosen AGAIN
        self._doing: Sentence | None = None  # what the engine is doing, if it is not thinking about a stone
        self._fault: Sentence | None = None  # why a person must choose
        self._given_up = False  # whether the board's partner plays on in this game
        self._own_is_announced = False  # whether people know that the board's partner decides this opening
        self._next: list[int] = []  # stones of an opening that the engine has named in advance
        self._knows_swap2 = True
        # the game, its size, and the ms for a stone that the engine knows
        self._begun: tuple[str, int, int] | None = None
        # the question that was answered last; the board may still refuse the answer
        self._answered: Question | None = None
        self._by = ""  # who gave that answer
        self._advises = False  # whether a separate process is working on an opinion
        self._thread = ThreadPoolExecutor(1, "partner")  # runs the board's partner

    @property
    def waits(self) -> bool:
        """Whether the guest waits for a person's choice."""
        return self._fault is not None

    def message(self) -> Message:
        """Return the group `engine`.

        {"name": its name, "doing": what it is doing, "fault": why a person must choose, "waits": whether the game waits
        for this choice, "own": whether the board's partner plays instead of it}. "doing" and "fault" are i18n.fields()
        of a sentence, or null.
        """
        doing, fault = (its and fields(its) for its in (self._doing, self._fault))
        waits = self.waits and self._asked is not None
        its = {"name": self._engine.name, "doing": doing, "fault": fault, "waits": waits, "own": self._given_up}
        return group("engine", its)

    async def start(self) -> None:
        """Run the engine's program, and do not wait until it is ready. Raises ValueError for a wrong command."""
        try:
            await self._engine.launch()
        except EngineError as error:
            raise ValueError(str(error)) from None
        await self._get_ready(self._engine.greet)

    async def _get_ready(self, begin: Callable[[], Awaitable[None]]) -> None:
        """Begin to start the engine; `_ready` is the task."""
        await _cancelled(self._ready)
        self._ready = asyncio.ensure_future(self._start(begin))

    async def _start(self, begin: Callable[[], Awaitable[None]]) -> bool:
        is_new = not self._engine.about
        self._show(None, Sentence("engine.starting", name=self._engine.name, seconds=f"{READY_S:g}"))
        try:
            await begin()
        except EngineError as error:
            self._fail_with(error)
            return False
        self._show(self._fault)
        if is_new:
            name = " ".join(filter(None, (self._engine.name, self._engine.about.get("version", ""))))
            self._tell(f"{name} plays, with {self._seconds:g} s for each stone")
        return True

    async def _is_ready(self) -> bool:
        """Wait until the engine has started; return whether it can be asked. After a failure it starts once more."""
        if self._failed_to_start:
            await self._get_ready(self._engine.start)
        if self._ready is None:
            return True
        await asyncio.wait({self._ready})
        return not self._ready.cancelled() and self._ready.result()

    @property
    def _failed_to_start(self) -> bool:
        ready = self._ready
        return ready is not None and ready.done() and not ready.cancelled() and not ready.result()

    async def follow(self, board: Board) -> None:
        """Answer the board's questions until cancelled. If the engine fails, a person chooses."""
        self._board = board
        if self._asks_seat:
            laptop_seat.ask_for(board, self.setting, self._tell)
        if _is_in_front():
            _listen(self.choose)
        self._take()
        end = board.subscribe(self._hear)
        thinking: asyncio.Task[None] | None = None
        try:
            while True:
                again = asyncio.ensure_future(self._again.wait())
                await asyncio.wait({again, *([thinking] if thinking else [])}, return_when=asyncio.FIRST_COMPLETED)
                again.cancel()
                if thinking and thinking.done():
                    thinking.result()  # raises unexpected errors
                    thinking = None
                if self._again.is_set():
                    self._again.clear()
                    await _cancelled(thinking)
                    thinking = None
                    tries_again, self._tries_again = self._tries_again, False
                    asked = self._asked if not self.waits else None
                    if tries_again:
                        await self._get_ready(self._engine.start)
                        thinking = asyncio.ensure_future(self._try_again(asked))
                    elif asked:
                        thinking = asyncio.ensure_future(self._answer(asked, self._seconds))
        finally:
            end()
            await _cancelled(thinking)

    async def stop(self) -> None:
        """End the engine."""
        await _cancelled(self._ready)
        self._thread.shutdown(wait=False, cancel_futures=True)
        await self._engine.stop()

    def choose(self, word: str) -> None:
        """Handle a person's choice, if the game waits for one.

        With AGAIN the engine is asked again, with OWN the board's partner plays on; any other word prints the two
        choices.
        """
        word = word.strip().lower()
        if self.waits and word in (AGAIN, OWN):
            self._given_up = word == OWN
            self._show(None)
            self._tries_again = word == AGAIN
            self._again.set()
        elif self.waits:
            self._tell(CHOICE)

    async def opinion(self, game: str, size: int, stones: dict[int, int], turn: int) -> dict[str, Any]:
        """Return the engine's move in a position; a separate process answers one question at a time.

        {"name", "point", "line": its main line, "value": the value for the side to move, on the engine's own scale, or
        null}. `stones`: colours by points (row * size + column). Raises ValueError (Sentence).
        """
        if game not in RULES:
            raise ValueError(Sentence("tree.not_its_game"))
        if self._asked is not None:
            raise ValueError(Sentence("tree.its_turn"))
        if self._advises:
            raise ValueError(Sentence("tree.asked_already"))
        self._advises = True
        engine, seconds = self._make(), min(self._seconds, MOST_S)

        async def ask() -> Opinion:
            await engine.start()
            await engine.new_game(size, RULES[game], turn_ms=round(1000 * seconds))
            return await engine.move(by_turns(stones), turn)

        try:
            found = await asyncio.wait_for(ask(), seconds + SPARE_S)
        except EngineError as error:
            raise ValueError(error_words(error, engine.name)) from None
        except asyncio.TimeoutError:
            raise ValueError(fault_words(SILENT, engine.name)) from None
        finally:
            try:
                await engine.stop()
            finally:
                self._advises = False
        line = [points.name(point, size) for point in found.line]
        return {"name": engine.name, "point": points.name(found.point, size), "line": line, "value": found.value}

    # The board's questions

    def _hear(self, message: Message) -> None:
        codes = {did["code"] for did in did_of(message)}
        restored = any(did.get("restored") for did in did_of(message))  # after a power cut it is the same game
        if codes & {"new_game", "started"} and not restored:
            was_given_up, self._given_up = self._given_up, False
            self._own_is_announced = False
            self._begun = None
            if was_given_up:
                self._publish()  # the engine plays again
        if codes & {"new_game", "started", "taken_back", "set_up"}:
            self._next, self._asked, self._answered = [], None, None
        if message["type"] == "line" and "answer" in message["line"]:
            answer = message["line"]["answer"]
            if self._answered and answer["code"] == "error" and message["line"]["re"] == self._id(self._answered):
                self._refused(code_text(answer["why"].get("why") or answer["why"]))
        elif "partner" in groups_of(message):
            self._take()

    def _id(self, question: Question) -> str:
        return f"{self._mark}-{question.number}"

    def _take(self) -> None:
        question = Question.of(self._board.replica.state)
        if question and self._asked and (question.number, question.do) == (self._asked.number, self._asked.do):
            return  # nothing to do: a snapshot has repeated the present question
        if question or not self._failed_to_start:
            self._show(None, self._doing)
        self._asked, self._answered = question, None
        if question:
            self._again.set()

    def _refused(self, why: str) -> None:
        asked, self._answered = self._answered, None
        if asked and asked == self._asked:
            words = fault_words(ILLEGAL, self._engine.name)
            self._fail(f"the board refuses the answer of {self._by}: {why}", words)

    async def _try_again(self, question: Question | None) -> None:
        """Answer a question, or only start the engine, after a person has chosen AGAIN.

        If this takes too long, the page says so, and the person can choose again. An answer that comes late counts.
        """
        seconds = min(self._seconds, AGAIN_TURN_S)
        trying: asyncio.Task[Any] = asyncio.ensure_future(
            self._answer(question, seconds) if question else self._is_ready()
        )
        try:
            await asyncio.wait({trying}, timeout=self._again_s)
            if not trying.done() and (question is None or self._is_asked(question)):
                late = Sentence("engine.late", name=self._engine.name)
                self._fail(late, late)
            if await trying and question is None:
                self._show(None)
        finally:
            await _cancelled(trying)

    def _is_asked(self, question: Question) -> bool:
        return self._asked is not None and self._asked.number == question.number

    async def _answer(self, question: Question, seconds: float) -> None:
        # let the other messages of the same moment be handled first
        await asyncio.sleep(0)
        question = Question.of(self._board.replica.state) or question
        swap2 = question.is_swap2 and self._knows_swap2
        engine = (question.is_for_engine or swap2 or bool(self._next)) and not self._given_up
        if engine and not await self._is_ready():
            return  # the page shows why
        try:
            answer = await (self._by_engine(question, seconds) if engine else self._by_own(question))
        except EngineError as error:
            self._begun = None
            if self._is_asked(question):
                self._fail_with(error)
            await self._engine.stop()  # now, so that a new attempt begins at once
            return
        if not self._is_asked(question):
            return  # the game has continued while the engine was thinking
        self._show(None)
        self._answered, self._by = self._asked, self._engine.name if engine else "the board's partner"
        # if the board is disconnected, its snapshot will ask again
        with contextlib.suppress(ValueError):
            command = {"cmd": "partner", "id": self._id(question), "question": question.number}
            self._board.ask({**command, **answer})
            return
        self._asked = self._answered = None

    async def _by_engine(self, question: Question, seconds: float) -> dict[str, Any]:
        state = question.state
        if self._next and question.do == "stone":
            return {"stone": points.name(self._next.pop(0), state.size)}
        turn_ms = round(1000 * seconds)
        if self._begun != (state.game, state.size, turn_ms):
            await self._engine.new_game(state.size, RULES[state.game], turn_ms=turn_ms)
            self._begun = (state.game, state.size, turn_ms)
        if question.is_swap2:
            return await self._by_swap2(question)
        opinion = await self._engine.move(question.stones(), question.turn)
        return {"stone": points.name(opinion.point, state.size)}

    async def _by_swap2(self, question: Question) -> dict[str, Any]:
        """Return the engine's decision in Swap2, or the board's partner's if the engine does not know Swap2."""
        try:
            what, named = await self._engine.swap2(question.stones())
        except EngineError as error:
            if error.fault != REFUSED:
                raise
            self._knows_swap2 = False
            return await self._by_own(question)
        self._next = list(named)
        if question.do == "stone":
            return {"stone": points.name(self._next.pop(0), question.state.size)}
        # putting the next stone means taking White; in Swap2 "swap" means taking Black
        return {"choose": {"swap": "black", "stone": "white"}.get(what, "add")}

    async def _by_own(self, question: Question) -> dict[str, Any]:
        if not (self._given_up or self._own_is_announced or question.do == "draw"):
            self._own_is_announced = True
            self._tell(f"{self._engine.name} does not know this opening: the board's partner decides it")
        loop = asyncio.get_running_loop()
        if self._own is None:
            self._own = await loop.run_in_executor(self._thread, self._player)
        player = self._own
        try:
            return await loop.run_in_executor(self._thread, own_answer, player, question, self._luck())
        except asyncio.CancelledError:
            player.hurry()  # because the next question must wait until this answer has left the only thread
            raise

    # Messages to people

    def _fail_with(self, error: EngineError) -> None:
        """Handle an engine's error. It is too old to count if a person has chosen since the engine was asked."""
        if not (self._given_up or self._tries_again):
            self._fail(str(error), error_words(error, self._engine.name))

    def _fail(self, why: str, fault: Sentence) -> None:
        self._show(fault)
        waits = " The game waits." if self._asked else ""
        self._tell(f"{why[:1].upper()}{why[1:]}.{waits} {CHOICE}")

    def _show(self, fault: Sentence | None, doing: Sentence | None = None) -> None:
        """Show why a person must choose, or what the engine is doing; None means nothing."""
        if (fault, doing) != (self._fault, self._doing):
            self._fault, self._doing = fault, doing
            self._publish()


def error_words(error: EngineError, name: str) -> Sentence:
    """Return the pages' sentence for an error of the engine `name`."""
    return error.words or fault_words(error.fault, name)


def fault_words(fault: str, name: str) -> Sentence:
    """Return the pages' sentence for a fault of the engine `name`."""
    words = {
        NO_PROGRAM: Sentence("engine.no_program", name=name),
        ENDED: Sentence("engine.ended", name=name),
        SILENT: Sentence("engine.silent", name=name),
        ILLEGAL: Sentence("engine.illegal", name=name),
        NO_MOVE: Sentence("engine.no_move", name=name),
        REFUSED: Sentence("engine.refused", name=name),
    }
    return words.get(fault) or Sentence("engine.rubbish", name=name)


def by_turns(stones: dict[int, int]) -> list[tuple[int, int]]:
    """Return the stones in alternating order, Black first, because their real order is not known."""
    black, white = ([(point, its) for point, its in stones.items() if its == colour] for colour in (BLACK, WHITE))
    return [stone for stone in chain.from_iterable(zip_longest(black, white)) if stone]


def _listen(choose: Say) -> None:
    """Pass on each line typed at the terminal, in a daemon thread, because reading a line can't be cancelled."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(choose, line)

    threading.Thread(target=read, daemon=True).start()


def _is_in_front() -> bool:
    """Return whether this process may read the terminal. A background job would be stopped as soon as it reads."""
    if not sys.stdin.isatty():
        return False
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (AttributeError, OSError):  # Windows has no such jobs
        return True


async def _cancelled(task: asyncio.Task[Any] | None) -> None:
    if task:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
