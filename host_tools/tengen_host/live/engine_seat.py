"""An engine at a seat of a board: it answers what the board asks for the laptop's partner.

Whatever goes wrong with it ends in a sentence, and the game waits: a person chooses whether the engine is asked once
more, or our own partner goes on for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from tengen.games import points

from ..engines.deciding import RULES, Question, own_answer
from ..engines.gomocup import EngineError, Opinion
from ..engines.process import ENDED, ILLEGAL, NO_MOVE, NO_PROGRAM, REFUSED, SILENT
from ..said import Said, coded
from .board import Board, Message, did_of, groups_of

if TYPE_CHECKING:
    from tengen.partner.player import Player

AGAIN, OWN = "again", "own"  # what a person may choose
CHOICE = f"Type {AGAIN} to ask it once more, or {OWN} to let Tengen's own partner play on"


class Thinker(Protocol):
    """What is needed of an engine: engines.gomocup.Engine."""

    @property
    def name(self) -> str: ...

    async def new_game(self, size: int, rule: int, *, turn_ms: int) -> None: ...

    async def move(self, stones: Sequence[tuple[int, int]], turn: int) -> Opinion: ...

    async def swap2(self, stones: Sequence[tuple[int, int]]) -> tuple[str, tuple[int, ...]]: ...

    async def stop(self) -> None: ...


class EngineSeat:
    """Answers for the laptop's partner on `board`, by `engine`, and by `player` (our own) what an engine can't say.

    `turn_ms`: the time of a stone. `tell` gets a line for the terminal, `show` why the game waits, for the pages, or
    None when it waits no longer. `luck` returns a number below 2^30.
    """

    def __init__(
        self,
        board: Board,
        engine: Thinker,
        player: Callable[[], Player],
        turn_ms: int,
        tell: Callable[[str], None],
        show: Callable[[Said | None], None] = lambda fault: None,
        luck: Callable[[], int] = lambda: random.randrange(1 << 30),
    ) -> None:
        self._board, self._engine, self._player = board, engine, player
        self._turn_ms, self._tell, self._show, self._luck = turn_ms, tell, show, luck
        self._own: Player | None = None
        self._mark = secrets.token_hex(4)  # of the ids of its answers, by which a refusal names them
        self._asked: Question | None = None  # the newest question, as long as it is not answered
        self._again = asyncio.Event()  # there is something to be answered
        self._given_up = False  # our own partner plays on in this game
        self._said: set[str] = set()  # of this game
        self._next: list[int] = []  # stones of an opening that the engine has named already
        self._knows_swap2 = True
        self._begun: tuple[str, int] | None = None  # the game and the size that the engine has
        self._answered: Question | None = None  # the question whose answer the board may still refuse
        self._by = ""  # whose answer that is
        self._thread = ThreadPoolExecutor(1, "partner")  # our own player thinks about one question at a time
        self.waits = False  # for a person's choice

    @property
    def thinks(self) -> bool:
        """Whether a question of the board is not answered yet."""
        return self._asked is not None

    async def run(self) -> None:
        """Answer until cancelled. At the end the engine is stopped."""
        self._take()
        end = self._board.subscribe(self._hear)
        thinking: asyncio.Task[None] | None = None
        try:
            while True:
                again = asyncio.ensure_future(self._again.wait())
                await asyncio.wait({again, *([thinking] if thinking else [])}, return_when=asyncio.FIRST_COMPLETED)
                again.cancel()
                if thinking and thinking.done():
                    thinking.result()  # raises what should not happen
                    thinking = None
                if self._again.is_set():
                    self._again.clear()
                    await _cancelled(thinking)
                    asked = self._asked if not self.waits else None
                    thinking = asyncio.ensure_future(self._answer(asked)) if asked else None
        finally:
            end()
            try:
                await _cancelled(thinking)
            finally:
                self._thread.shutdown(wait=False, cancel_futures=True)
                await self._engine.stop()

    def choose(self, word: str) -> None:
        """Take a person's choice, if the game waits for one: AGAIN, the engine is asked once more, or OWN, our own
        partner plays on. Any other word is answered with what there is.
        """
        word = word.strip().lower()
        if self.waits and word in (AGAIN, OWN):
            self._go_on()
            self._given_up = word == OWN
            self._again.set()
        elif self.waits:
            self._tell(CHOICE)

    def _hear(self, message: Message) -> None:
        codes = {did["code"] for did in did_of(message)}
        if codes & {"new_game", "started"}:
            self._given_up, self._said, self._begun = False, set(), None
        if codes & {"new_game", "started", "taken_back", "set_up"}:
            self._next, self._asked, self._answered = [], None, None
        if message["type"] == "line" and "answer" in message["line"]:
            answer = message["line"]["answer"]
            if self._answered and answer["code"] == "error" and message["line"]["re"] == self._id(self._answered):
                self._refuse(coded(answer["why"].get("why") or answer["why"]))
        elif "partner" in groups_of(message):
            self._take()

    def _id(self, question: Question) -> str:
        return f"{self._mark}-{question.number}"

    def _take(self) -> None:
        question = Question.of(self._board.replica.state)
        if question and self._asked and (question.number, question.do) == (self._asked.number, self._asked.do):
            return  # a snapshot tells once more what is asked
        self._go_on()
        self._asked, self._answered = question, None
        if question:
            self._again.set()

    def _refuse(self, why: str) -> None:
        """The board refuses an answer."""
        asked, self._answered = self._answered, None
        if asked and asked == self._asked:
            self._fail(f"the board refuses what {self._by} has decided: {why}", ILLEGAL)

    async def _answer(self, question: Question) -> None:
        # what the board says with the question comes first
        await asyncio.sleep(0)
        question = Question.of(self._board.replica.state) or question
        swap2 = question.is_swap2 and self._knows_swap2
        engine = (question.is_for_engine or swap2 or bool(self._next)) and not self._given_up
        try:
            answer = await (self._by_engine(question) if engine else self._by_own(question))
        except EngineError as error:
            self._begun = None
            if self._asked and self._asked.number == question.number:
                self._fail(str(error), error.fault)
            return
        if self._asked is None or self._asked.number != question.number:
            return  # the game has gone on meanwhile
        self._answered, self._by = self._asked, self._engine.name if engine else "Tengen's own partner"
        # where the board is away, its snapshot asks again
        with contextlib.suppress(ValueError):
            command = {"cmd": "partner", "id": self._id(question), "question": question.number}
            self._board.ask({**command, **answer})
            return
        self._asked = self._answered = None

    async def _by_engine(self, question: Question) -> dict[str, Any]:
        state = question.state
        if self._next and question.do == "stone":
            return {"stone": points.name(self._next.pop(0), state.size)}
        if self._begun != (state.game, state.size):
            await self._engine.new_game(state.size, RULES[state.game], turn_ms=self._turn_ms)
            self._begun = (state.game, state.size)
        if question.is_swap2:
            return await self._by_swap2(question)
        opinion = await self._engine.move(question.stones(), question.turn)
        return {"stone": points.name(opinion.point, state.size)}

    async def _by_swap2(self, question: Question) -> dict[str, Any]:
        """Return what the engine decides in Swap2; our own partner's answer where it does not know that."""
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
        # who puts the next stone takes White; Swap2 itself says "swap" for Black
        return {"choose": {"swap": "black", "stone": "white"}.get(what, "add")}

    async def _by_own(self, question: Question) -> dict[str, Any]:
        if not self._given_up and question.do != "draw":
            self._say(f"{self._engine.name} has no word for this opening: Tengen's own partner decides it")
        loop = asyncio.get_running_loop()
        if self._own is None:
            self._own = await loop.run_in_executor(self._thread, self._player)
        player = self._own
        try:
            return await loop.run_in_executor(self._thread, own_answer, player, question, self._luck())
        except asyncio.CancelledError:
            player.hurry()  # the next question waits for the end of this thought, in the same thread
            raise

    def _fail(self, why: str, fault: str) -> None:
        self.waits = True
        self._show(shown_fault(fault, self._engine.name))
        self._tell(f"{why[:1].upper()}{why[1:]}. The game waits. {CHOICE}")

    def _go_on(self) -> None:
        self.waits = False
        self._show(None)

    def _say(self, what: str) -> None:
        if what not in self._said:
            self._said.add(what)
            self._tell(what)


def shown_fault(fault: str, name: str) -> Said:
    """Return a fault of an engine as the pages say it."""
    if fault == NO_PROGRAM:
        return Said("engine.no_program", name=name)
    if fault == ENDED:
        return Said("engine.ended", name=name)
    if fault == SILENT:
        return Said("engine.silent", name=name)
    if fault == ILLEGAL:
        return Said("engine.illegal", name=name)
    if fault == NO_MOVE:
        return Said("engine.no_move", name=name)
    if fault == REFUSED:
        return Said("engine.refused", name=name)
    return Said("engine.rubbish", name=name)


async def _cancelled(thinking: asyncio.Task[None] | None) -> None:
    if thinking:
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
