"""An engine as a guest: it plays for the laptop's seat at a board, and gives pages its opinion.

After any fault of the engine the page shows a sentence, and the game waits. A person chooses whether the engine tries
again, or Tengen's own partner continues.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from tengen.games import BLACK, WHITE, points

from ..boards.interface import Board, Message, did_of, group, groups_of
from ..engines.deciding import RULES, Question, own_answer
from ..engines.gomocup import Engine, EngineError, Opinion
from ..engines.process import ENDED, ILLEGAL, NO_MOVE, NO_PROGRAM, REFUSED, SILENT
from ..i18n import Sentence, code_text, fields
from . import seat as laptop_seat
from .guest import Guest

if TYPE_CHECKING:
    from tengen.partner.player import Player

AGAIN, OWN = "again", "own"  # the words for a person's choice after a fault of the engine
CHOICE = f"Type {AGAIN} to let it try again, or {OWN} to let Tengen's own partner continue"

MOST_S = 5.0  # the most seconds that the engine may think about an opinion
SPARE_S = 60.0  # additional seconds, in which the engine starts, loads its data and answers, even on a busy machine

Say = Callable[[str], None]


def own_player() -> Player:
    """Return the player for the decisions that an engine can't make."""
    from ..solve import partner  # loads a compiler

    return partner.player()


class EngineGuest(Guest):
    """The engine started by `command`, at the seat p1 or p2, with `seconds` for a stone.

    It answers the board's questions to the laptop's partner; `player` (Tengen's own) decides the rest. `tell` gets
    lines for the terminal. `asks_seat`: whether the guest makes the laptop the board's partner at this seat. `luck`
    returns a number below 2^30.
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
    ) -> None:
        super().__init__()
        self.setting = f"{seat} laptop"  # the board's setting `partner`
        self._seconds, self._tell, self._asks_seat = seconds, tell, asks_seat
        self._make, self._player, self._luck = (lambda: make(command)), player, luck
        self._engine = self._make()
        self._own: Player | None = None
        # prefix of the ids of the guest's answers; the board repeats the id when it refuses an answer
        self._mark = secrets.token_hex(4)
        self._asked: Question | None = None  # the newest question that is not answered yet
        self._again = asyncio.Event()  # set when a question must be answered, or answered again
        self._fault: Sentence | None = None  # why the game waits for a person's choice
        self._given_up = False  # whether Tengen's own partner plays on in this game
        self._own_is_announced = False  # whether people know that Tengen's own partner decides this opening
        self._next: list[int] = []  # stones of an opening that the engine has named in advance
        self._knows_swap2 = True
        self._begun: tuple[str, int] | None = None  # the game and size that the engine was started with
        # the question that was answered last; the board may still refuse the answer
        self._answered: Question | None = None
        self._by = ""  # who gave that answer
        self._advises = False  # whether a separate process is working on an opinion
        self._thread = ThreadPoolExecutor(1, "partner")  # runs Tengen's own player

    @property
    def waits(self) -> bool:
        """Whether the game waits for a person's choice."""
        return self._fault is not None

    def message(self) -> Message:
        """Return the group `engine`: {"name": its name, "fault": null or i18n.fields() of a sentence}."""
        return group("engine", {"name": self._engine.name, "fault": self._fault and fields(self._fault)})

    async def start(self) -> None:
        """Run the engine. Raises ValueError for a wrong command."""
        try:
            await self._engine.start()
        except EngineError as error:
            raise ValueError(str(error)) from None
        version = self._engine.about.get("version", "")
        name = " ".join(filter(None, (self._engine.name, version)))
        self._tell(f"{name} plays, with {self._seconds:g} s for each stone")

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
                    asked = self._asked if not self.waits else None
                    thinking = asyncio.ensure_future(self._answer(asked)) if asked else None
        finally:
            end()
            await _cancelled(thinking)

    async def stop(self) -> None:
        """End the engine."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        await self._engine.stop()

    def choose(self, word: str) -> None:
        """Handle a person's choice, if the game waits for one.

        With AGAIN the engine is asked again, with OWN Tengen's own partner plays on; any other word prints the two
        choices.
        """
        word = word.strip().lower()
        if self.waits and word in (AGAIN, OWN):
            self._wait_for_choice(None)
            self._given_up = word == OWN
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
            raise ValueError(fault_words(error.fault, engine.name)) from None
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
        if codes & {"new_game", "started"}:
            self._given_up = self._own_is_announced = False
            self._begun = None
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
        self._wait_for_choice(None)
        self._asked, self._answered = question, None
        if question:
            self._again.set()

    def _refused(self, why: str) -> None:
        asked, self._answered = self._answered, None
        if asked and asked == self._asked:
            self._fail(f"the board refuses the answer of {self._by}: {why}", ILLEGAL)

    async def _answer(self, question: Question) -> None:
        # let the other messages of the same moment be handled first
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
            return  # the game has continued while the engine was thinking
        self._answered, self._by = self._asked, self._engine.name if engine else "Tengen's own partner"
        # if the board is disconnected, its snapshot will ask again
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
            await self._engine.new_game(state.size, RULES[state.game], turn_ms=round(1000 * self._seconds))
            self._begun = (state.game, state.size)
        if question.is_swap2:
            return await self._by_swap2(question)
        opinion = await self._engine.move(question.stones(), question.turn)
        return {"stone": points.name(opinion.point, state.size)}

    async def _by_swap2(self, question: Question) -> dict[str, Any]:
        """Return the engine's decision in Swap2, or our own partner's if the engine does not know Swap2."""
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
            self._tell(f"{self._engine.name} does not know this opening: Tengen's own partner decides it")
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

    def _fail(self, why: str, fault: str) -> None:
        self._wait_for_choice(fault_words(fault, self._engine.name))
        self._tell(f"{why[:1].upper()}{why[1:]}. The game waits. {CHOICE}")

    def _wait_for_choice(self, fault: Sentence | None) -> None:
        """Show why the game waits for a person's choice; None means that it no longer waits."""
        if fault != self._fault:
            self._fault = fault
            self._publish()


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


async def _cancelled(thinking: asyncio.Task[None] | None) -> None:
    if thinking:
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
