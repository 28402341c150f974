"""An engine at a seat of a virtual board: real firmware, time that jumps, hands that put what the lights ask for."""

import asyncio

import pytest
from at_the_board import ended
from tengen.games import BLACK, WHITE
from tengen.games.points import index
from tengen_host.engines.gomocup import EngineError, Opinion
from tengen_host.engines.process import ENDED, NO_MOVE, REFUSED, TOO_MUCH
from tengen_host.live.engine_seat import AGAIN, CHOICE, OWN, EngineSeat
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.virtual.helping_hand import HelpingHand


class Engine:
    """An engine that answers with the next of its answers: a point's name, an error, or None for no answer at all."""

    name = "Fake"

    def __init__(self, *answers):
        self.answers, self.games, self.asked = list(answers), [], []
        self.stopped = False

    async def new_game(self, size, rule, *, turn_ms):
        self.games.append((size, rule, turn_ms))

    async def move(self, stones, turn):
        self.asked.append((stones, turn))
        answer = self.answers.pop(0)
        if answer is None:
            await asyncio.Event().wait()
        if isinstance(answer, EngineError):
            raise answer
        return Opinion(index(answer, 15))

    async def swap2(self, stones):
        self.asked.append(stones)
        answer = self.answers.pop(0)
        if isinstance(answer, EngineError):
            raise answer
        what, *named = answer
        return what, tuple(index(point, 15) for point in named)

    async def stop(self):
        self.stopped = True


class Own:
    """In place of our own partner's player: it puts its stones on the lowest free points."""

    offers_draw = False

    def begin(self, game, asked, refusal, level, luck, offers=(), limit_us=0):
        free = [point for point in range(225) if not refusal(point)]
        self.answer = {"stone": ("stone", free[0]), "choose": ("choose", asked.options and asked.options[0])}[asked.do]

    def think(self, budget_us):
        return True


class Table:
    def __init__(self, engine):
        self.clock = FastClock()
        self.board = VirtualBoard(self.clock)
        self.later, self.told = [], []
        HelpingHand(self.board, lambda ms, action: self.later.append((self.clock.now() + ms, action)))
        self.shown = []
        self.seat = EngineSeat(self.board, engine, Own, 2000, self.told.append, self.shown.append, lambda: 7)

    async def until(self, condition, within_ms=20_000):
        for _ in range(0, within_ms, 20):
            if condition():
                return
            await self.clock.advance(20)
            await asyncio.sleep(0)
            due = [action for at, action in self.later if at <= self.clock.now()]
            self.later = [each for each in self.later if each[0] > self.clock.now()]
            for action in due:
                action()
        raise AssertionError([did["code"] for did in self.board.done][-8:], self.told)

    def moves(self):
        return [move.point for move in self.board.game.moves]

    async def play(self, point):
        before = len(self.moves())
        self.board.put(point)
        await self.until(lambda: len(self.moves()) > before)


def at_the_table(engine, scenario, **settings):
    async def run():
        table = Table(engine)
        live = asyncio.create_task(table.board.live())
        await table.until(lambda: table.board.lines)
        table.board.ask({"cmd": "set", "partner": "p2 laptop", **settings})
        await table.until(lambda: table.board.game.settings.get("partner") == "p2 laptop")
        seated = asyncio.create_task(table.seat.run())
        try:
            await scenario(table)
        finally:
            await ended(seated, live)
        assert engine.stopped

    asyncio.run(run())


def test_its_stones_are_asked_for_and_put():
    engine = Engine("i9", "j10")

    async def scenario(table):
        await table.play("h8")
        await table.until(lambda: len(table.moves()) == 2)
        await table.play("h9")
        await table.until(lambda: len(table.moves()) == 4)
        assert table.moves() == ["h8", "i9", "h9", "j10"]

    at_the_table(engine, scenario)
    assert engine.games == [(15, 4, 2000)], "Renju is rule 4, and one game is begun"
    h8, i9, h9 = (index(point, 15) for point in ("h8", "i9", "h9"))
    assert engine.asked == [([(h8, BLACK)], WHITE), ([(h8, BLACK), (i9, WHITE), (h9, BLACK)], WHITE)]


def test_what_it_has_no_word_for_is_decided_by_our_own_partner_and_said_once():
    async def scenario(table):
        for point in ("h8", "i9", "g7"):
            await table.play(point)
        await table.until(lambda: len(table.moves()) == 4)
        assert table.told == ["Fake has no word for this opening: Tengen's own partner decides it"]
        assert [did["option"] for did in table.board.done if did["code"] == "chosen"] == ["no swap"]

    at_the_table(Engine(), scenario, opening="rif")


@pytest.mark.parametrize(
    ("wrong", "said", "shown"),
    [
        (EngineError("it has ended", ENDED), "It has ended. The game waits.", "engine.ended"),
        (EngineError("it has no move", NO_MOVE), "It has no move. The game waits.", "engine.no_move"),
        (EngineError("a megabyte", TOO_MUCH), "A megabyte. The game waits.", "engine.rubbish"),
        (
            "h8",
            "The board refuses what Fake has decided: no stone on H8: there is a stone already. The game waits.",
            "engine.illegal",
        ),
    ],
)
def test_what_goes_wrong_is_said_and_a_person_chooses(wrong, said, shown):
    engine = Engine(wrong, wrong, "j10")

    async def scenario(table):
        await table.play("h8")
        await table.until(lambda: table.seat.waits)
        assert table.told[-1].startswith(said)
        assert (table.shown[-1].key, table.shown[-1].values) == (shown, {"name": "Fake"})
        with pytest.raises(AssertionError):
            await table.until(lambda: len(engine.asked) > 1, 2000)
        table.seat.choose("what?\n")
        assert table.told[-1] == CHOICE and table.seat.waits
        table.seat.choose(AGAIN + "\n")
        assert table.shown[-1] is None
        await table.until(lambda: table.seat.waits and len(engine.asked) == 2)
        table.seat.choose(OWN)
        await table.until(lambda: len(table.moves()) == 2)
        assert table.moves() == ["h8", "a1"], "our own partner plays on"
        await table.play("h9")
        await table.until(lambda: len(table.moves()) == 4)
        assert len(engine.asked) == 2

    at_the_table(engine, scenario)


def test_a_game_that_goes_on_without_the_answer_is_not_disturbed_by_it():
    engine = Engine(None, "i9")

    async def scenario(table):
        await table.play("h8")
        await table.until(lambda: engine.asked)
        table.board.ask({"cmd": "back", "count": 1})
        await table.until(lambda: not table.moves())
        table.board.lift("h8")
        felt = table.clock.now() + 100
        await table.until(lambda: table.clock.now() > felt)
        await table.play("h8")
        await table.until(lambda: len(table.moves()) == 2)
        assert table.moves() == ["h8", "i9"] and table.told == []

    at_the_table(engine, scenario)


def choices(table):
    return [did["option"] for did in table.board.done if did["code"] == "chosen"]


def test_swap2_has_words_in_the_protocol():
    engine = Engine(("stones", "a1", "c1"), "j10")

    async def scenario(table):
        for point in ("h8", "i9", "g7"):
            await table.play(point)
        await table.until(lambda: len(table.moves()) == 5)
        assert choices(table) == ["add"] and table.moves()[3:] == ["a1", "c1"]
        table.board.ask({"cmd": "do", "who": "p1", "entry": "black"})
        await table.until(lambda: len(table.moves()) == 6)
        assert table.moves()[5] == "j10" and table.told == []

    at_the_table(engine, scenario, opening="swap-2")
    assert len(engine.asked[0]) == 3


@pytest.mark.parametrize(("answer", "side"), [(("swap",), "black"), (("stone", "j10"), "white")])
def test_it_takes_a_side_in_swap2(answer, side):
    async def scenario(table):
        for point in ("h8", "i9", "g7"):
            await table.play(point)
        await table.until(lambda: choices(table))
        assert choices(table) == [side]
        if side == "white":
            await table.until(lambda: table.moves()[3:] == ["j10"])

    at_the_table(Engine(answer), scenario, opening="swap-2")


def test_our_own_partner_decides_swap2_for_an_engine_that_does_not_know_it():
    async def scenario(table):
        for point in ("h8", "i9", "g7"):
            await table.play(point)
        await table.until(lambda: choices(table))
        assert table.told == ["Fake has no word for this opening: Tengen's own partner decides it"]

    at_the_table(Engine(EngineError("it refuses SWAP2BOARD", REFUSED)), scenario, opening="swap-2")


def test_a_snapshot_asks_nothing_anew():
    engine = Engine(EngineError("it has ended", ENDED), "i9")

    async def scenario(table):
        await table.play("h8")
        await table.until(lambda: table.seat.waits)
        table.board.ask({"cmd": "snapshot"})
        await table.until(lambda: table.board.lines[-1].get("whole"))
        assert table.seat.waits and table.shown[-1] is not None and len(engine.asked) == 1
        table.seat.choose(AGAIN)
        await table.until(lambda: len(table.moves()) == 2)

    at_the_table(engine, scenario)


def test_what_our_own_partner_decides_may_be_refused_too():
    class Wrong(Own):
        def begin(self, *asked):
            super().begin(*asked)
            self.answer = ("stone", index("h8", 15))

    engine = Engine(EngineError("it has ended", ENDED))

    async def scenario(table):
        table.seat._player = Wrong
        await table.play("h8")
        await table.until(lambda: table.seat.waits)
        table.seat.choose(OWN)
        await table.until(lambda: table.seat.waits)
        assert table.told[-1].startswith("The board refuses what Tengen's own partner has decided: no stone on H8")

    at_the_table(engine, scenario)


def test_a_board_that_is_away_when_the_engine_answers_is_told_when_it_is_back():
    engine = Engine("i9", "i9")

    async def scenario(table):
        def away(command):
            raise ValueError("the board is away")

        ask, table.board.ask = table.board.ask, away
        await table.play("h8")
        await table.until(lambda: len(engine.asked) == 1)
        table.board.ask = ask
        table.board.ask({"cmd": "snapshot"})
        await table.until(lambda: len(table.moves()) == 2)

    at_the_table(engine, scenario)
