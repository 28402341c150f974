"""The quiz of a room: the leader's steps, one answer of each device, the tally, and games under way."""

import asyncio
import contextlib
import threading

import pytest
import waiting
from fake_board import ToldBoard
from quiz.test_quiz_questions import DOUBLE_THREE, LOST
from tengen_host.boards.interface import groups_of
from tengen_host.hall.delayed import delayed
from tengen_host.hall.hall import Hall
from tengen_host.i18n import Sentence
from tengen_host.quiz import answers, running
from tengen_host.quiz.question import Checker, about
from tengen_host.quiz.running import Quiz
from tengen_host.records.record import Record, RecordError
from tengen_host.study.fours import Solver
from told_game import ToldGame

PLAYERS = {"black": "p1", "white": "p2"}
STORED = Record(tuple(LOST), id="stored")


@pytest.fixture(scope="module")
def ask():
    return Checker(Solver.fastest())


@pytest.fixture(scope="module")
def questions(ask):
    return [about(STORED, 9, "why", "", ask), about(STORED, 3, "next", "", ask)]


class Room:
    """A hall with one board and a quiz, and what their pages have heard."""

    def __init__(self, questions, ask=None):
        self.board, self.game = ToldBoard(), ToldGame(15)
        self.hall = Hall.of(self.board)
        self.quiz = Quiz(self.hall, questions, self.load, lambda: ask)
        self.phone, self.projector, self.links = [], [], []
        self.quiz.phones.subscribe(self.phone.append)
        self.quiz.subscribe(self.projector.append)
        self.hall.first().subscribe(lambda its: self.links.append(groups_of(its).get("quiz", "other")))

    def load(self, id_):
        if id_ == "gone":
            raise RecordError("gone")
        if id_ == "broken":
            raise OSError(5, "no disk")
        return STORED

    async def do(self, act, **its):
        await self.quiz.do({"act": act, **its})

    async def refused(self, act, **its):
        before = self.shown
        with pytest.raises(ValueError) as raised:
            await self.do(act, **its)
        assert isinstance(raised.value.args[0], Sentence) and self.shown == before
        return raised.value.args[0].key

    def answer(self, device, answer, name="", address="192.168.1.9", most=0, number=None):
        number = str(self.shown["number"]) if number is None else number
        self.quiz.answer(device, number, answer, name, address, most)

    def answer_refused(self, *its, **more):
        with pytest.raises(ValueError) as raised:
            self.answer(*its, **more)
        return getattr(raised.value.args[0], "key", "")

    @property
    def shown(self):
        return groups_of(self.quiz.message())["quiz"]

    def tell(self, code, **fields):
        self.board.send(self.game.line(code, **fields))

    def play(self, mode, moves):
        settings = {"game": "renju", "mode": mode, "clock": "none"}
        self.tell("new_game", size=15, turn="black", players=PLAYERS, settings=settings)
        for number, point in enumerate(moves, 1):
            colours = ("black", "white") if number % 2 else ("white", "black")
            self.tell("move", n=number, point=point, colour=colours[0], turn=colours[1])


def counts(messages):
    return [groups_of(each)["answered"]["n"] for each in messages if "answered" in groups_of(each)]


def test_one_step_after_the_other_to_the_tally(questions):
    async def evening():
        room = Room(questions)
        assert (room.shown["state"], room.shown["left"]) == ("idle", 2)
        began = room.shown["id"]
        await room.do("next")
        assert (room.shown["state"], room.shown["number"], room.shown["left"]) == ("open", 1, 1)
        # nothing that a watching page gets shows the answer while the question is open
        assert not {"right", "heat", "reason", "win", "held", "better"} & set(room.shown)
        for device, answer in (("one", "fours"), ("two", "foul"), ("three", "foul")):
            room.answer(device, answer, name=device.title())
        await room.do("next")
        its = room.shown
        assert (its["state"], its["right"], its["answered"]) == ("shown", ["fours"], 3)
        assert its["heat"] == {"fours": 1, "foul": 2}
        assert its["win"] is None and its["more"]
        await room.do("next")
        assert room.shown["win"]["line"] == ["j6"] and room.shown["held"] == ["j6", "j10"] and not room.shown["more"]
        await room.do("next")
        assert (room.shown["state"], room.shown["kind"], room.shown["number"]) == ("open", "next", 2)
        room.answer("two", "i7", name="Two")
        await room.do("next")
        await room.do("next")
        assert (room.shown["state"], room.shown["sum"]) == ("tally", [2, 4])
        assert room.shown["names"] == [["One", 1, 1], ["Two", 1, 2], ["Three", 0, 1]]
        assert await room.refused("next") == "quiz.no_more"
        await room.do("end")
        ended = room.shown
        assert {**ended, "id": ""} == {"state": "idle", "id": "", "number": 0, "left": 2} and ended["id"] != began
        await room.do("tally")
        assert (room.shown["names"], room.shown["sum"]) == ([], [0, 0])  # everything is forgotten

    waiting.run(evening())


def test_the_lines_of_a_reason_come_one_by_one(ask):
    async def evening():
        record = Record(tuple(DOUBLE_THREE))
        room = Room([about(record, 8, "foul", "h8", ask)])
        for lines in (None, None, 1, 2):
            await room.do("next")
            reason = room.shown.get("reason")
            assert (len(reason["lines"]) if reason else None) == lines
        assert not room.shown["more"]

    waiting.run(evening())


def test_a_device_answers_once_and_may_change_its_mind_until_the_end(questions):
    async def evening():
        room = Room(questions)
        await room.do("next")
        for answer in ("foul", "five", "fours"):
            room.answer("one", answer)
        assert room.quiz.answer_of("one")["answer"] == "fours" and room.quiz.answer_of("two")["answer"] == ""
        assert room.answer_refused("one", "h8") == "server.bad_command"
        assert room.answer_refused("one", "foul", number="7") == "quiz.closed"
        await room.do("next")
        assert room.shown["heat"] == {"fours": 1}
        assert room.answer_refused("one", "foul") == "quiz.closed"

    waiting.run(evening())


def test_only_the_projector_hears_the_number_and_not_each_answer(questions):
    async def evening():
        room = Room(questions)
        await room.do("next")
        room.projector.clear()
        for number in range(200):
            room.answer(f"device {number}", "foul")
        await waiting.until(lambda: room.projector)
        assert counts(room.projector) == [200] and counts(room.phone) == []

    waiting.run(evening())


def test_stuffed_answers_are_bounded_and_counted_once(questions, monkeypatch):
    monkeypatch.setattr(answers, "MOST_DEVICES", 30)

    async def evening():
        room = Room(questions)
        await room.do("next")
        for number in range(10_000):
            room.answer("one", ("foul", "fours")[number % 2], name=f"Name {number % 1000}")
        assert groups_of(room.quiz.count())["answered"] == {"n": 1}
        # one address with a thousand devices
        for number in range(19):
            room.answer(f"device {number}", "foul", most=20)
        assert room.answer_refused("device 20", "foul", most=20) == "quiz.many_of_address"
        room.answer("device 0", "five", most=20)  # known, so it may go on
        for number in range(10):
            room.answer(f"other {number}", "foul", address=f"192.168.1.{number + 20}", most=20)
        assert room.answer_refused("more", "foul", address="192.168.1.99", most=20) == "quiz.many_devices"
        await room.do("next")
        assert sum(room.shown["heat"].values()) == 30
        await room.do("tally")
        assert room.shown["names"] == [["Name 999", 1, 1]]

    waiting.run(evening())


def test_a_new_private_window_takes_the_place_of_one_that_does_not_answer_any_more(questions):
    async def evening():
        room = Room(questions)
        await room.do("next")
        for number in range(3):
            room.answer(f"old {number}", "foul", most=3)
        room.answer("elsewhere", "foul", address="192.168.1.10", most=3)
        await room.do("next")
        await room.do("next")
        await room.do("next")
        for number in range(3):
            room.answer(f"new {number}", "i7", most=3)
        # all devices of the address have answered this question, and only the other address has kept its tally
        assert room.answer_refused("old 0", "i7", most=3) == "quiz.many_of_address"
        await room.do("tally")
        assert room.shown["sum"] == [3, 4]

    waiting.run(evening())


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("x" * 21, "server.too_long"),
        ("a\u202eb", "server.unprintable"),
        ("Z" + "\u0301" * 9, "server.too_many_marks"),
    ],
)
def test_a_name_that_can_not_be_shown_is_refused(questions, name, key):
    async def evening():
        room = Room(questions)
        await room.do("next")
        assert room.answer_refused("one", "foul", name=name) == key
        assert groups_of(room.quiz.count())["answered"] == {"n": 0}

    waiting.run(evening())


def test_a_name_with_markup_is_only_a_text(questions):
    async def evening():
        room = Room(questions)
        await room.do("next")
        room.answer("one", "foul", name="<b>Bo</b>")
        await room.do("tally")
        assert room.shown["names"] == [["<b>Bo</b>", 0, 1]]

    waiting.run(evening())


def test_a_question_about_a_stored_game(ask):
    async def evening():
        room = Room([], ask)
        await room.do("ask", game="stored", at="3", kind="next")
        assert (room.shown["state"], room.shown["kind"], len(room.shown["black"])) == ("open", "next", 2)
        assert await room.refused("ask", game="gone", at="3", kind="next") == "quiz.gone"
        assert await room.refused("ask", game="broken", at="3", kind="next") == "games.unreadable"
        assert await room.refused("ask", game="stored", at="x", kind="next") == "server.bad_command"
        assert await room.refused("ask", game="stored", at="3", kind="win") == "quiz.no_win"
        assert await room.refused("nothing") == "server.bad_command"

    waiting.run(evening())


def test_a_question_is_checked_alone_also_after_the_leader_s_page_has_closed(ask):
    class Slow:
        def __init__(self):
            self.begun, self.goes_on, self.at_once, self.most = threading.Event(), threading.Event(), 0, 0

        def question(self, *its):
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            self.begun.set()
            self.goes_on.wait(waiting.LIMIT_S)
            self.at_once -= 1
            return ask.question(*its)

    async def evening():
        slow = Slow()
        room = Room([], slow)
        left = asyncio.ensure_future(room.do("ask", game="stored", at="3", kind="next"))
        await asyncio.to_thread(slow.begun.wait, waiting.LIMIT_S)
        left.cancel()  # its thread goes on
        with contextlib.suppress(asyncio.CancelledError):
            await left
        loads, load = asyncio.Event(), room.load
        loop = asyncio.get_running_loop()
        room.quiz._load = lambda id_: (loop.call_soon_threadsafe(loads.set), load(id_))[1]
        again = asyncio.ensure_future(room.do("ask", game="stored", at="3", kind="next"))
        await loads.wait()
        slow.goes_on.set()
        await again
        assert slow.most == 1 and room.shown["state"] == "open"

    waiting.run(evening())


def test_pages_of_boards_show_that_there_is_a_question(questions):
    async def evening():
        room = Room(questions)
        await room.do("next")
        later = room.hall.add(ToldBoard(), "later")
        assert any(groups_of(its).get("quiz") for its in later.state())
        await room.do("next")
        assert [its for its in room.links if its != "other"] == [{"open": True}, None]
        # said also when there is none, because a page that comes back may still show one
        for place in (later, room.hall.first()):
            assert [groups_of(its)["quiz"] for its in place.state() if "quiz" in groups_of(its)] == [None]

    waiting.run(evening())


def turned(point):
    """Return the point after a quarter turn."""
    column, row = ord(point[0]) - 97, int(point[1:]) - 1
    return f"{'abcdefghijklmno'[row]}{15 - column}"


@pytest.mark.parametrize("mode", ["silent", "referee"])
@pytest.mark.parametrize("moves", [LOST[:3], LOST[:5], list(map(turned, LOST[:4]))], ids=["now", "before", "turned"])
def test_nothing_is_asked_about_a_silent_or_referee_game_under_way(questions, mode, moves):
    """The question is about the position after three moves: now, two moves ago, or from another side."""

    async def evening():
        room = Room(questions[1:])
        room.play(mode, moves)
        assert await room.refused("next") == "quiz.under_way"
        room.play("casual", moves)
        await room.do("next")
        assert room.shown["state"] == "open"

    waiting.run(evening())


def test_another_game_under_way_does_not_end_the_quiz_but_its_own_position_does(questions):
    async def evening():
        room = Room(questions[1:])
        room.play("silent", ["h8", "h9"])
        await room.do("next")
        room.answer("one", "a1")
        room.play("silent", LOST[:2])
        assert room.shown["state"] == "open"
        room.tell("move", n=3, point=LOST[2], colour="black", turn="white")
        assert room.shown["state"] == "idle" and "black" not in room.shown
        assert room.shown["why"]["key"] == "quiz.taken_away"
        assert room.answer_refused("one", "a1") == "quiz.closed"

    waiting.run(evening())


def test_a_game_that_watchers_see_later_is_under_way_until_they_have_seen_its_end(questions):
    async def evening():
        room, coming = Room(questions[1:]), []
        room.quiz.also_in(delayed(room.hall, 300, lambda after_s, function: coming.append(function)))

        def pass_delay():
            while coming:
                coming.pop(0)()

        room.play("silent", LOST[:3])
        pass_delay()
        room.tell("result", winner="black", reason="five")
        assert not room.board.replica.state.under_way
        assert await room.refused("next") == "quiz.under_way"
        pass_delay()
        await room.do("next")
        assert room.shown["state"] == "open"
        # a game that watchers see later comes to the position
        room.play("silent", LOST[:3])
        assert room.shown["state"] == "idle"

    waiting.run(evening())


def test_the_quiz_listens_to_boards_only_while_a_question_is_shown(questions):
    async def evening():
        board = ToldBoard()
        quiz = Quiz(Hall.of(board), questions)
        assert board.listeners == []
        await quiz.do({"act": "next"})
        assert len(board.listeners) == 1
        await quiz.do({"act": "end"})
        assert board.listeners == []

    asyncio.run(evening())


def test_a_game_with_more_stones_than_the_opening_is_part_of_a_question(questions):
    room = Room([])
    room.play("silent", LOST[: running.FEW])
    assert running.is_about(questions[0], room.board.replica.state)
    room.play("silent", LOST[:2])
    assert running.is_about(questions[1], room.board.replica.state) is False
