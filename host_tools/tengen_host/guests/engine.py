"""An engine as a guest: it plays at the laptop's seat of a board, and a page may ask for its opinion.

Whatever goes wrong with it ends in a sentence, and the game waits: a person chooses whether the engine is asked once
more, or our own partner goes on for it.
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

AGAIN, OWN = "again", "own"  # what a person may choose
CHOICE = f"Type {AGAIN} to ask it once more, or {OWN} to let Tengen's own partner play on"

MOST_S = 5.0  # of the thought for an opinion
SPARE_S = 60.0  # to start for an opinion, to load its data and to answer, on a busy machine

Say = Callable[[str], None]


def own_player() -> Player:
    """Return the player that decides what an engine can't say."""
    from ..solve import partner  # which loads a compiler

    return partner.player()


class EngineGuest(Guest):
    """The engine that `command` runs, at the seat p1 or p2, with `seconds` for a stone.

    It answers what the board asks for the laptop's partner; what it can't say, `player` (our own) decides. `tell` gets
    lines for the terminal. `asks_seat`: whether it has the board ask the laptop for this seat. `luck` returns a number
    below 2^30.
    """

    _board: Board  # from follow() on

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
        self.setting = f"{seat} laptop"  # of the board: its partner
        self._seconds, self._tell, self._asks_seat = seconds, tell, asks_seat
        self._make, self._player, self._luck = (lambda: make(command)), player, luck
        self._engine = self._make()
        self._own: Player | None = None
        self._mark = secrets.token_hex(4)  # of the ids of its answers, by which a refusal names them
        self._asked: Question | None = None  # the newest question, as long as it is not answered
        self._again = asyncio.Event()  # there is something to be answered
        self._fault: Sentence | None = None  # why the game waits for a person's choice
        self._given_up = False  # our own partner plays on in this game
        self._own_is_announced = False  # that our own partner decides the opening of this game
        self._next: list[int] = []  # stones of an opening that the engine has named already
        self._knows_swap2 = True
        self._begun: tuple[str, int] | None = None  # the game and the size that the engine has
        self._answered: Question | None = None  # the question whose answer the board may still refuse
        self._by = ""  # whose answer that is
        self._advises = False  # a process of its own thinks about an opinion
        self._thread = ThreadPoolExecutor(1, "partner")  # our own player thinks about one question at a time

    @property
    def waits(self) -> bool:
        """Whether the game waits for a person's choice."""
        return self._fault is not None

    def message(self) -> Message:
        """Return the group `engine`: {"name": its name, "fault": null or a sentence as i18n.fields() has it}."""
        return group("engine", {"name": self._engine.name, "fault": self._fault and fields(self._fault)})

    async def start(self) -> None:
        """Run the engine. Raises ValueError for a wrong command."""
        try:
            await self._engine.start()
        except EngineError as error:
            raise ValueError(str(error)) from None
        version = self._engine.about.get("version", "")
        name = " ".join(filter(None, (self._engine.name, version)))
        self._tell(f"{name} plays, with {self._seconds:g} s for a stone")

    async def follow(self, board: Board) -> None:
        """Answer the board's questions until cancelled. Where the engine fails, people choose."""
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
                    thinking.result()  # raises what should not happen
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
        """Take a person's choice, if the game waits for one: AGAIN, the engine is asked once more, or OWN, our own
        partner plays on. Any other word is answered with what there is.
        """
        word = word.strip().lower()
        if self.waits and word in (AGAIN, OWN):
            self._wait_for_choice(None)
            self._given_up = word == OWN
            self._again.set()
        elif self.waits:
            self._tell(CHOICE)

    async def opinion(self, game: str, size: int, stones: dict[int, int], turn: int) -> dict[str, Any]:
        """Return what the engine would play in a position, by a process of its own, one question at a time.

        {"name", "point", "line": its main line, "value": as it counts, for whose turn it is, or null}. `stones`:
        colours by points, row * size + column. Raises ValueError (Sentence).
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
            return  # a snapshot tells once more what is asked
        self._wait_for_choice(None)
        self._asked, self._answered = question, None
        if question:
            self._again.set()

    def _refused(self, why: str) -> None:
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
            await self._engine.new_game(state.size, RULES[state.game], turn_ms=round(1000 * self._seconds))
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
        if not (self._given_up or self._own_is_announced or question.do == "draw"):
            self._own_is_announced = True
            self._tell(f"{self._engine.name} has no word for this opening: Tengen's own partner decides it")
        loop = asyncio.get_running_loop()
        if self._own is None:
            self._own = await loop.run_in_executor(self._thread, self._player)
        player = self._own
        try:
            return await loop.run_in_executor(self._thread, own_answer, player, question, self._luck())
        except asyncio.CancelledError:
            player.hurry()  # the next question waits for the end of this thought, in the same thread
            raise

    # What people are told

    def _fail(self, why: str, fault: str) -> None:
        self._wait_for_choice(fault_words(fault, self._engine.name))
        self._tell(f"{why[:1].upper()}{why[1:]}. The game waits. {CHOICE}")

    def _wait_for_choice(self, fault: Sentence | None) -> None:
        """Show why the game waits for a person's choice; None: it waits no longer."""
        if fault != self._fault:
            self._fault = fault
            self._publish()


def fault_words(fault: str, name: str) -> Sentence:
    """Return a fault of the engine `name` as the pages say it."""
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
    """Return stones by turns, Black first: in which order they came nobody knows."""
    black, white = ([(point, its) for point, its in stones.items() if its == colour] for colour in (BLACK, WHITE))
    return [stone for stone in chain.from_iterable(zip_longest(black, white)) if stone]


def _listen(choose: Say) -> None:
    """Pass on what is typed. In a thread that ends with the process: a line that is read can't be cancelled."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(choose, line)

    threading.Thread(target=read, daemon=True).start()


def _is_in_front() -> bool:
    """Whether people type to this process: a job in the background would be stopped as soon as it reads."""
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
