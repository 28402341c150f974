"""The quiz of a room: one question at a time, asked by the leader and answered on phones."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tengen.games import BLACK, WHITE
from tengen.games.renju.position import SIZE

from ..boards.interface import Message, group, groups_of
from ..commentary.commentary import GAME, is_strict
from ..hall.details import plain_text
from ..hall.hall import Hall, Place
from ..i18n import Sentence, fields
from ..records.record import Record, RecordError
from ..wire.listeners import End, Listener, Listeners
from ..wire.state import State
from .answers import LONGEST_NAME, Answers
from .question import Checker, Question, about

COUNT_S = 0.1  # the number of answers is published at most once in this time
FEW = 5  # a game with fewer stones is known by its whole position only, because many games begin alike
LONGEST_DEVICE = 64

# the states of a quiz
IDLE, OPEN, SHOWN, TALLY = "idle", "open", "shown", "tally"


class Quiz:
    """The questions of a file and those about past games, asked one after the other.

    `load(id)`: a stored game by its id, as watchers may see it; None if no games are stored. `check()`: the Checker for
    a question about one. Both may be slow; load() raises OSError or RecordError.

    Use it from one event loop. Its pages get state() and subscribe(); `phones` has the same without the number of
    answers, which changes often.
    """

    def __init__(
        self,
        hall: Hall,
        questions: Sequence[Question] = (),
        load: Callable[[str], Record] | None = None,
        check: Callable[[], Checker] | None = None,
    ) -> None:
        self.phones = _Phones(self)
        self._questions, self._load, self._check = questions, load, check
        self._next = 0  # the index of the file's next question
        self._number = 0  # of the present question in this evening
        self._question: Question | None = None
        self._state = IDLE
        self._why: Sentence | None = None  # why the last question was taken away
        self._id = secrets.token_hex(4)  # of this evening; devices forget their names when it changes
        self._steps = 0  # the lines of the reason that are shown, and the win as one more step
        self._answers = Answers()
        self._listeners, self._counting = Listeners(), Listeners()
        self._is_due = False
        # a Checker answers one question at a time; its thread goes on if the leader's page closes
        self._checking = threading.Lock()
        self._halls = [hall]
        self._ends: list[End] = []  # of the subscriptions while a question is shown

    # What pages see

    def message(self) -> Message:
        """Return the group `quiz`.

        {"state": "idle", "open", "shown" or "tally", "id": of the evening, "number", "left": the questions of the
        file that are left, "why": in "idle" the sentence why a question was taken away, if one was}; from "open" on
        with the fields of Question.asked(), from "shown" on with {"right", "heat": the number of devices by answer,
        "answered", "reason", "win", "held", "better", "more": whether another line follows}; for "tally" with
        {"names": [[name, right answers, all answers], ...], "sum": [right answers, all answers]}.
        """
        its, state = self._question, self._state
        left = len(self._questions) - self._next
        shown: dict[str, Any] = {"state": state, "id": self._id, "number": self._number, "left": left}
        if state == IDLE and self._why:
            shown["why"] = fields(self._why)
        if its and state in (OPEN, SHOWN):
            shown |= its.asked()
        if its and state == SHOWN:
            shown |= {"right": list(its.right), "heat": self._answers.heat(), "answered": len(self._answers)}
            shown |= self._explained(its)
        if state == TALLY:
            shown |= {"names": [list(each) for each in self._answers.tally()], "sum": list(self._answers.of_all())}
        return group("quiz", shown)

    def _explained(self, its: Question) -> dict[str, Any]:
        """Return the part of the explanation that is shown: the first lines of the reason, then the win."""
        lines = list(its.reason["lines"]) if its.reason else []
        reason = {**its.reason, "lines": lines[: self._steps]} if its.reason and (self._steps or not lines) else None
        is_whole = self._steps >= _steps_of(its)
        rest: dict[str, Any] = {"win": None, "held": [], "better": ""}
        if is_whole:
            rest = {"win": its.win, "held": list(its.held), "better": its.better}
        return {"reason": reason, **rest, "more": not is_whole}

    def count(self) -> Message:
        """Return the group `answered`, the number of devices that have answered the present question."""
        return group("answered", {"n": len(self._answers)})

    def state(self, since: str = "") -> list[Message]:
        """Return the messages that bring a page up to date."""
        return [self.message(), self.count()]

    def subscribe(self, callback: Listener) -> End:
        """Call `callback` with each later message. Returns the function that ends this."""
        ends = self._listeners.add(callback), self._counting.add(callback)

        def end() -> None:
            for each in ends:
                each()

        return end

    @property
    def is_open(self) -> bool:
        """Whether there is a question to answer."""
        return self._state == OPEN

    # The leader

    async def do(self, its: Mapping[str, str]) -> None:
        """Do what the leader says: `act` is "next", "ask", "tally" or "end". Raises ValueError (Sentence).

        - "next": show the next thing: the next question, its answers, the next line of the reason.
        - "ask": ask a question of a `kind` about the stored `game` after `at` moves, with a `point` for "foul".
        - "tally": show who has answered best.
        - "end": end the quiz, and forget all names and answers.
        """
        act = its.get("act")
        if act == "next":
            self._go_on()
        elif act == "ask":
            await self._ask_about(its)
        elif act == "tally":
            self._close()
            self._show(TALLY)
        elif act == "end":
            self._question, self._number, self._next = None, 0, 0
            self._id = secrets.token_hex(4)
            self._answers.forget()
            self._show(IDLE)
        else:
            raise ValueError(Sentence("server.bad_command", detail=f"no act {str(act)[:20]!r} of a quiz"))

    def _go_on(self) -> None:
        its = self._question
        if its and self._state == OPEN:
            self._close()
            self._show(SHOWN)
        elif its and self._state == SHOWN and self._steps < _steps_of(its):
            self._steps += 1
            self._show(SHOWN)
        elif self._next < len(self._questions):
            question = self._questions[self._next]
            self._check_allowed(question)
            self._next += 1
            self._ask(question)
        elif self._state == SHOWN:
            self._show(TALLY)
        else:
            raise ValueError(Sentence("quiz.no_more"))

    async def _ask_about(self, its: Mapping[str, str]) -> None:
        if self._load is None:
            raise ValueError(Sentence("commentary.no_games"))
        at = its.get("at", "")
        if not (at.isascii() and at.isdigit() and len(at) <= 4):
            raise ValueError(Sentence("server.bad_command", detail="at is the number of a move"))
        self._ask(await asyncio.to_thread(self._made, its.get("game", ""), int(at), its.get("kind", ""), its))

    def _made(self, game: str, at: int, kind: str, its: Mapping[str, str]) -> Question:
        assert self._load and self._check
        try:
            record = self._load(game)
        except RecordError:
            raise ValueError(Sentence("quiz.gone")) from None
        except OSError as error:
            raise ValueError(Sentence("games.unreadable", error=error.strerror or str(error))) from None
        with self._checking:
            return about(record, at, kind, its.get("point", ""), self._check())

    def _ask(self, question: Question) -> None:
        self._check_allowed(question)
        self._close()
        self._answers.clear()
        self._question, self._steps = question, 0
        self._number += 1
        self._show(OPEN)

    def _close(self) -> None:
        if self._question and self._state == OPEN:
            self._answers.close(self._question)

    # The room

    def answer(self, device: str, number: str, answer: str, name: str, address: str, most_of_address: int) -> None:
        """Take the answer of a device to the question `number`. Raises ValueError (Sentence)."""
        its = self._question
        if not its or self._state != OPEN or number != str(self._number):
            raise ValueError(Sentence("quiz.closed"))
        if not its.accepts(answer):
            raise ValueError(Sentence("server.bad_command", detail="this is no answer to the question"))
        self._answers.give(device, answer, plain_text("name", name, LONGEST_NAME), address, most_of_address)
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(COUNT_S, self._publish_count)

    def rename(self, device: str, name: str) -> None:
        """Give a device a name, or with "" none. Raises ValueError (Sentence) for a name that can't be shown."""
        self._answers.rename(device, plain_text("name", name, LONGEST_NAME))

    def answer_of(self, device: str) -> Message:
        """Return the message to one device with its answer to the present question, or ""."""
        return {"type": "answered", "number": self._number, "answer": self._answers.of(device)}

    def _publish_count(self) -> None:
        self._is_due = False
        self._counting.publish(self.count())

    def _show(self, state: str, why: Sentence | None = None) -> None:
        self._state, self._why = state, why
        for end in self._ends:
            end()
        watched = [hall.each(self._watch) for hall in self._halls] if state in (OPEN, SHOWN) else []
        self._ends = watched + ([hall.each(_show_link) for hall in self._halls] if state == OPEN else [])
        self._listeners.publish(self.message())
        self._counting.publish(self.count())

    def also_in(self, hall: Hall) -> None:
        """Show the pages of another hall, too, that there is a question; nothing is asked about its games under way."""
        self._halls.append(hall)

    # Games under way

    def _watch(self, place: Place) -> End:
        """Take the question away if a silent or referee game comes to its position."""

        def hear(message: Message) -> None:
            its = self._question
            if its and GAME.intersection(groups_of(message)) and _forbids(place, its):
                self._question = None
                self._answers.clear()
                self._show(IDLE, Sentence("quiz.taken_away"))

        return place.board.subscribe(hear)

    def _check_allowed(self, question: Question) -> None:
        if any(_forbids(place, question) for hall in self._halls for place in hall.places.values()):
            raise ValueError(Sentence("quiz.under_way"))


def _show_link(place: Place) -> End:
    place.show_quiz(True)
    return lambda: place.show_quiz(False)


def _forbids(place: Place, question: Question) -> bool:
    """Return whether a silent or referee game, which the question is about, is under way at a place."""
    state = place.board.replica.state
    return is_strict(state) and is_about(question, state)


class _Phones:
    """A quiz as phones see it: without the number of answers."""

    def __init__(self, quiz: Quiz) -> None:
        self._quiz = quiz

    def state(self, since: str = "") -> list[Message]:
        return [self._quiz.message()]

    def subscribe(self, callback: Listener) -> End:
        return self._quiz._listeners.add(callback)


def _steps_of(question: Question) -> int:
    """Return the number of steps of the explanation: a line of the reason each, and one for the win."""
    lines = len(question.reason["lines"]) if question.reason else 0
    return lines + bool(question.win)


def is_about(question: Question, state: State) -> bool:
    """Return whether a question is about the game on a board, in any symmetry.

    It is if its position was in the game, or has all stones of the game and more.
    """
    game = state.game
    if game.size != SIZE:
        return False
    stones = {(_place(point), colour) for point, colour in game.cells.items()}
    in_order = [(_place(move.point), move.colour) for move in game.moves if move.point in game.cells]
    its = question.given
    colours = ((BLACK, "black"), (WHITE, "white"))
    asked = {(_place(point), word) for colour, word in colours for point in its.stones(colour)}
    for turned in _symmetries(asked):
        if turned and turned == stones or (len(stones) >= FEW and stones <= turned):
            return True
        if turned and turned < stones and set(in_order[: len(turned)]) == turned:
            return True
    return False


def _place(point: str) -> tuple[int, int]:
    return ord(point[0]) - ord("a"), int(point[1:]) - 1


def _symmetries(stones: set[tuple[tuple[int, int], str]]) -> list[set[tuple[tuple[int, int], str]]]:
    last, found = SIZE - 1, []
    for _ in range(4):
        stones = {((row, last - column), colour) for (column, row), colour in stones}
        found += [stones, {((last - column, row), colour) for (column, row), colour in stones}]
    return found
