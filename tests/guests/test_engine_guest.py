"""An engine at a seat of a virtual board: real firmware, simulated time, hands that follow the lights."""

import asyncio
import sys
from pathlib import Path

import pytest
from at_the_board import at_the_table, ended
from fake_board import ToldBoard
from tengen.games import BLACK, WHITE
from tengen.games.points import index
from tengen_host.boards.interface import group
from tengen_host.engines.gomocup import Engine, EngineError, Opinion
from tengen_host.engines.process import ENDED, NO_MOVE, REFUSED, TOO_MUCH
from tengen_host.guests import engine as module
from tengen_host.guests import seat
from tengen_host.guests.engine import AGAIN, CHOICE, OWN, EngineGuest, by_turns
from tengen_host.guests.guest import started
from tengen_host.hall.hall import Hall

WICKED = Path(__file__).parents[1] / "engines" / "wicked_engine.py"


class FakeEngine:
    """An engine with prepared answers: a point's name, an error, or None for no answer at all."""

    name = "Fake"

    def __init__(self, *answers):
        self.answers, self.games, self.asked = list(answers), [], []
        self.runs, self.about = 0, {}

    async def launch(self):
        self.runs += 1

    async def greet(self):
        self.about = {"version": "2"}

    async def start(self):
        await self.launch()
        await self.greet()

    async def stop(self):
        self.runs = 0

    async def new_game(self, size, rule, *, turn_ms):
        self.games.append((size, rule, turn_ms))

    async def move(self, stones, turn):
        self.asked.append((stones, turn))
        answer = await self.answer()
        return Opinion(index(answer, 15), (index(answer, 15), index("g7", 15)), 120)

    async def swap2(self, stones):
        self.asked.append(stones)
        what, *named = await self.answer()
        return what, tuple(index(point, 15) for point in named)

    async def answer(self):
        answer = self.answers.pop(0)
        if answer is None:
            await asyncio.Event().wait()
        if isinstance(answer, EngineError):
            raise answer
        return answer


class Own:
    """A simple player instead of the board's partner: it puts its stones on the lowest free points."""

    offers_draw = False

    def begin(self, game, asked, refusal, level, luck, offers=(), limit_us=0):
        free = [point for point in range(225) if not refusal(point)]
        self.answer = {"stone": ("stone", free[0]), "choose": ("choose", asked.options and asked.options[0])}[asked.do]

    def think(self, budget_us):
        return True


def guest_of(engine, tell, player=Own, seconds=2, **others):
    return EngineGuest("", "p2", seconds, tell, make=lambda command: engine, player=player, luck=lambda: 7, **others)


def with_engine(engine, scenario, player=Own, **settings):
    """Run scenario(table, guest) with the engine at seat p2."""

    async def checked(table, guest):
        await table.until(lambda: table.told)
        assert table.told.pop() == "Fake 2 plays, with 2 s for each stone" and engine.runs == 1
        await scenario(table, guest)

    at_the_table(
        lambda table: guest_of(engine, table.told.append, player), checked, **{"partner": "p2 laptop", **settings}
    )
    assert engine.runs == 0


def fault(table):
    return table.shown[-1]["fault"]


# The game


def test_its_stones_are_asked_for_and_put():
    engine = FakeEngine("i9", "j10")

    async def scenario(table, guest):
        await table.play("h8")
        await table.until(lambda: len(table.moves()) == 2)
        await table.play("h9")
        await table.until(lambda: len(table.moves()) == 4)
        assert table.moves() == ["h8", "i9", "h9", "j10"]

    with_engine(engine, scenario)
    assert engine.games == [(15, 4, 2000)], "Renju is rule 4, and one game is begun"
    h8, i9, h9 = (index(point, 15) for point in ("h8", "i9", "h9"))
    assert engine.asked == [([(h8, BLACK)], WHITE), ([(h8, BLACK), (i9, WHITE), (h9, BLACK)], WHITE)]


@pytest.mark.parametrize(
    ("wrong", "said", "shown"),
    [
        (EngineError("it has ended", ENDED), "It has ended. The game waits.", "engine.ended"),
        (EngineError("it has no move", NO_MOVE), "It has no move. The game waits.", "engine.no_move"),
        (EngineError("a megabyte", TOO_MUCH), "A megabyte. The game waits.", "engine.rubbish"),
        (
            "h8",
            "The board refuses the answer of Fake: no stone can be put on H8: "
        "there is already a stone. The game waits.",
            "engine.illegal",
        ),
    ],
)
def test_what_goes_wrong_is_said_and_a_person_chooses(wrong, said, shown):
    engine = FakeEngine(wrong, wrong, "j10")

    async def scenario(table, guest):
        await table.play("h8")
        await table.until(lambda: guest.waits)
        assert table.told[-1].startswith(said)
        assert (fault(table)["key"], fault(table)["values"]) == (shown, {"name": "Fake"})
        await table.wait(2000)
        assert len(engine.asked) == 1
        guest.choose("what?\n")
        assert table.told[-1] == CHOICE and guest.waits
        table.board.ask({"cmd": "snapshot"})
        await table.until(lambda: table.board.lines[-1].get("whole"))
        assert guest.waits and fault(table) and len(engine.asked) == 1, "a snapshot asks nothing anew"
        guest.choose(AGAIN + "\n")
        assert fault(table) is None
        await table.until(lambda: guest.waits and len(engine.asked) == 2)
        guest.choose(OWN)
        await table.until(lambda: len(table.moves()) == 2)
        assert table.moves() == ["h8", "a1"], "the board's partner plays on"
        await table.play("h9")
        await table.until(lambda: len(table.moves()) == 4)
        assert len(engine.asked) == 2

    with_engine(engine, scenario)


def test_for_a_new_attempt_the_engine_has_a_second_and_then_its_usual_time():
    engine = FakeEngine(EngineError("it has ended", ENDED), "j10", "k11")

    async def scenario(table, guest):
        await table.play("h8")
        await table.until(lambda: guest.waits)
        guest.choose(AGAIN)
        await table.until(lambda: len(table.moves()) == 2)
        await table.play("h9")
        await table.until(lambda: len(table.moves()) == 4)

    with_engine(engine, scenario)
    assert engine.games == [(15, 4, 2000), (15, 4, 1000), (15, 4, 2000)]


def test_a_game_that_goes_on_without_the_answer_is_not_disturbed_by_it():
    engine = FakeEngine(None, "i9")

    async def scenario(table, guest):
        await table.play("h8")
        await table.until(lambda: engine.asked)
        with pytest.raises(ValueError, match="own turn on the board"):
            await guest.opinion("renju", 15, {}, BLACK)
        table.board.ask({"cmd": "back", "count": 1})
        await table.until(lambda: not table.moves())
        table.board.lift("h8")
        await table.wait(100)
        await table.play("h8")
        await table.until(lambda: len(table.moves()) == 2)
        assert table.moves() == ["h8", "i9"] and table.told == []

    with_engine(engine, scenario)


def test_what_our_own_partner_decides_may_be_refused_too():
    class Wrong(Own):
        def begin(self, *asked):
            super().begin(*asked)
            self.answer = ("stone", index("h8", 15))

    async def scenario(table, guest):
        await table.play("h8")
        await table.until(lambda: guest.waits)
        guest.choose(OWN)
        await table.until(lambda: guest.waits)
        assert table.told[-1].startswith("The board refuses the answer of the board's partner: no stone can be put")

    with_engine(FakeEngine(EngineError("it has ended", ENDED)), scenario, Wrong)


def test_a_board_that_is_away_when_the_engine_answers_is_told_when_it_is_back():
    engine = FakeEngine("i9", "i9")

    async def scenario(table, guest):
        back = table.away()
        await table.play("h8")
        await table.until(lambda: len(engine.asked) == 1)
        back()
        table.board.ask({"cmd": "snapshot"})
        await table.until(lambda: len(table.moves()) == 2)

    with_engine(engine, scenario)


# Openings


def opened(engine, opening, then):
    """Play three stones of an opening; call then(table, the chosen entries)."""

    async def scenario(table, guest):
        for point in ("h8", "i9", "g7"):
            await table.play(point)
        await then(table, lambda: [did["option"] for did in table.done("chosen")])

    with_engine(engine, scenario, opening=opening)


OWN_DECIDES = ["Fake does not know this opening: the board's partner decides it"]


def test_what_it_has_no_word_for_is_decided_by_our_own_partner_and_said_once():
    async def then(table, chosen):
        await table.until(lambda: len(table.moves()) == 4)
        assert table.told == OWN_DECIDES and chosen() == ["no swap"]

    opened(FakeEngine(), "rif", then)


def test_swap2_has_words_in_the_protocol():
    engine = FakeEngine(("stones", "a1", "c1"), "j10")

    async def then(table, chosen):
        await table.until(lambda: len(table.moves()) == 5)
        assert chosen() == ["add"] and table.moves()[3:] == ["a1", "c1"]
        table.board.ask({"cmd": "do", "who": "p1", "entry": "black"})
        await table.until(lambda: len(table.moves()) == 6)
        assert table.moves()[5] == "j10" and table.told == []

    opened(engine, "swap-2", then)
    assert len(engine.asked[0]) == 3


@pytest.mark.parametrize(
    ("answer", "side", "told"),
    [
        (("swap",), "black", []),
        (("stone", "j10"), "white", []),
        (EngineError("it refuses SWAP2BOARD", REFUSED), None, OWN_DECIDES),
    ],
)
def test_it_takes_a_side_in_swap2_or_our_own_partner_does(answer, side, told):
    async def then(table, chosen):
        await table.until(chosen)
        assert table.told == told and chosen() == [side or chosen()[0]]
        if side == "white":
            await table.until(lambda: table.moves()[3:] == ["j10"])

    opened(FakeEngine(answer), "swap-2", then)


# Its opinion

STONES = {index("h8", 15): BLACK, index("i9", 15): WHITE}


def opinion(engine, game="renju", seconds=60.0):
    return guest_of(engine, print, seconds=seconds).opinion(game, 15, STONES, BLACK)


def test_its_opinion_is_told_and_its_process_is_ended():
    engine = FakeEngine("j10")
    found = asyncio.run(opinion(engine))
    assert found == {"name": "Fake", "point": "j10", "line": ["j10", "g7"], "value": 120}
    assert engine.games == [(15, 4, 5000)], "no more than 5 s, by the rules of Renju"
    assert engine.asked == [([*STONES.items()], BLACK)] and engine.runs == 0


def test_one_question_at_a_time():
    async def scenario():
        engine = FakeEngine(None, "j10")
        guest = guest_of(engine, print)
        first = asyncio.ensure_future(guest.opinion("renju", 15, STONES, BLACK))
        while not engine.asked:
            await asyncio.sleep(0)
        with pytest.raises(ValueError, match="already thinking"):
            await guest.opinion("renju", 15, STONES, BLACK)
        await ended(first)
        assert (await guest.opinion("renju", 15, STONES, BLACK))["point"] == "j10"

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("answer", "game", "words"),
    [
        (EngineError("gone", ENDED), "renju", "Fake has stopped"),
        (None, "renju", "Fake does not answer"),
        ("j10", "pente", "does not know this game"),
    ],
)
def test_why_it_has_no_opinion_is_said_and_its_process_is_ended(monkeypatch, answer, game, words):
    monkeypatch.setattr(module, "SPARE_S", 0.01 if answer is None else 50.0)
    engine = FakeEngine(answer)
    with pytest.raises(ValueError, match=words):
        asyncio.run(opinion(engine, game, 0.0))
    assert engine.runs == 0


def test_a_real_program_is_asked():
    found = asyncio.run(opinion(Engine([sys.executable, str(WICKED), "good"]), seconds=1.0))
    assert index(found["point"], 15) not in STONES


def test_stones_without_an_order_are_put_by_turns():
    assert by_turns({5: WHITE, 1: BLACK, 2: BLACK, 3: BLACK}) == [(1, BLACK), (5, WHITE), (2, BLACK), (3, BLACK)]


@pytest.mark.parametrize(
    ("command", "words"),
    [("no-such-engine --fast", "there is no program no-such-engine"), ("", "no command"), ('"half', "quotation mark")],
)
def test_a_wrong_command_is_one_sentence_before_anything_begins(command, words):
    told = []
    with pytest.raises(ValueError, match=words) as caught:
        asyncio.run(EngineGuest(command, "p1", 1, told.append).start())
    assert "\n" not in str(caught.value) and told == []


def test_where_one_guest_can_not_start_all_are_stopped_and_nothing_begins():
    engine = FakeEngine()
    guests = [guest_of(engine, print), EngineGuest("no-such-engine", "p1", 1, print)]
    with pytest.raises(ValueError, match="no program"):
        asyncio.run(started(guests, pytest.fail))
    assert engine.games == [] and engine.runs == 0


# The seat


class Board(ToldBoard):
    """A board that may be disconnected; then it takes no command."""

    away = False

    def ask(self, command):
        if self.away:
            raise ValueError("the board is away")
        super().ask(command)


ASKS = {"cmd": "set", "partner": "p2 laptop"}
NEXT = {"next": {"partner": "none"}}
BEGUN = {"is": NEXT, "did": ["started"]}


def asked(board):
    """The commands that a board got, without their ids."""
    return [{name: its for name, its in command.items() if name != "id"} for _, command in board.done]


def asking(*lines, deeds=lambda board: None, away=False):
    """Let an engine ask for its seat at a board with these lines; return the board's commands, and the messages."""
    board, told = Board(*lines), []
    board.away = away
    seat.ask_for(board, "p2 laptop", told.append)
    deeds(board)
    return asked(board), told


def test_the_seat_is_asked_for_at_the_first_line_and_once():
    def deeds(board):
        board.say(group("link", {"connected": True, "words": ""}))
        assert board.done == []
        for _ in range(3):
            board.tell(**NEXT)

    assert asking(deeds=deeds) == ([ASKS], [])


def test_a_board_that_began_before_is_asked_at_once_and_one_that_is_away_when_it_is_back():
    def back(board):
        board.away = False
        board.tell(**NEXT)

    assert asking(BEGUN) == asking(BEGUN, deeds=back, away=True) == ([ASKS], [])


def test_in_a_game_that_is_under_way_the_engine_waits_for_the_next_one_and_that_is_said():
    under_way = {"is": NEXT | {"moves": [0, [{"point": "h8", "colour": "black", "changes": []}]]}}
    assert asking(under_way) == ([ASKS], ["A game is under way: the engine plays in the next one"])


def test_a_board_without_a_seat_for_it_says_why_and_what_to_do():
    def deeds(board):
        its = board.done[0][1]["id"]
        for re in ("another", its, its):
            why = {"code": "refused.only_mover_asks" if re == "another" else "refused.hints_off"}
            board.say(board.replica.receive({"seq": 9, "t": 0, "re": re, "answer": {"code": "error", "why": why}}))

    words = "The board has no seat for the engine: hints are off in this game. "
    words += "Choose a casual game, and start this again"
    assert asking(BEGUN, deeds=deeds) == ([ASKS], [words])


def test_an_engine_sits_at_the_first_board_that_comes_and_at_no_other():
    first, other = Board(BEGUN), Board(BEGUN)

    async def run():
        hall = Hall()
        plays = asyncio.create_task(hall.host(guest_of(FakeEngine(), print, asks_seat=True)))
        await asyncio.sleep(0)
        hall.add(first, "first")
        hall.add(other, "other")
        place = hall.first()
        while place.guest(EngineGuest) is None:
            await asyncio.sleep(0)
        its = {"name": "Fake", "doing": None, "fault": None, "waits": False, "own": False}
        assert its in [groups.get("engine") for groups in laptop(place)]
        await ended(plays)
        assert place.guest(EngineGuest) is None and not any("engine" in groups for groups in laptop(place))

    def laptop(place):
        return [message["line"]["is"] for message in place.state() if message["type"] == "line"]

    asyncio.run(run())
    assert asked(first) == [ASKS] and other.done == []


# Without an engine


@pytest.mark.parametrize(
    ("partner", "game", "tells"),
    [
        ("p1 laptop", {"settings": {"partner": "none"}}, False),
        ("p2 laptop", {"settings": {"partner": "p2 laptop"}, "awaits": "resume"}, True),
    ],
)
def test_a_seat_that_nobody_plays_is_given_up_once_and_a_game_that_waits_for_it_is_told(partner, game, tells):
    board, told = Board(), []
    seat.give_up(board, told.append)
    for _ in range(2):
        board.tell(next={"partner": partner}, game=game)
    assert asked(board) == [{"cmd": "set", "partner": "none"}]
    assert ["--engine" in line and "set that game aside" in line for line in told] == [True] * tells


@pytest.mark.parametrize("its", [{}, {"next": None}, {"next": {"partner": "none"}}, {"next": {"partner": "p2"}}])
def test_any_other_partner_stays(its):
    board = Board()
    seat.give_up(board, pytest.fail)
    board.tell(**its)
    assert board.done == []
