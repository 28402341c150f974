"""An engine is asked what it thinks of a position: by a process of its own, one question at a time, within a limit."""

import asyncio
import sys
from pathlib import Path

import pytest
from tengen.games import BLACK, WHITE, points
from tengen_host.engines.gomocup import Engine, EngineError, Opinion
from tengen_host.engines.process import ENDED
from tengen_host.live import asked_engine
from tengen_host.live.asked_engine import AskedEngine, in_turn

WICKED = Path(__file__).parents[1] / "engines" / "wicked_engine.py"
STONES = {points.index("h8", 15): BLACK, points.index("i9", 15): WHITE}


class Thinking:
    """An engine that answers when it is told to, or fails."""

    name = "Fake"

    def __init__(self, fault=None):
        self.fault, self.may_answer, self.asked = fault, asyncio.Event(), []
        self.runs = 0

    async def start(self):
        self.runs += 1

    async def stop(self):
        self.runs -= 1

    async def new_game(self, size, rule, *, turn_ms):
        self.asked.append((size, rule, turn_ms))

    async def move(self, stones, turn):
        self.asked.append((stones, turn))
        await self.may_answer.wait()
        if self.fault:
            raise self.fault
        return Opinion(points.index("j10", 15), (points.index("j10", 15), points.index("g7", 15)), 120)


def opinion(engine, game="renju", seconds=60.0, plays=False):
    return AskedEngine(lambda: engine, seconds, lambda: plays).opinion(game, 15, STONES, BLACK)


def test_its_opinion_is_told_and_it_is_ended():
    async def scenario():
        engine = Thinking()
        engine.may_answer.set()
        found = await opinion(engine)
        assert found == {"name": "Fake", "point": "j10", "line": ["j10", "g7"], "value": 120}
        assert engine.asked == [(15, 4, 5000), ([*STONES.items()], BLACK)], "no more than 5 s, by the rules of Renju"
        assert engine.runs == 0

    asyncio.run(scenario())


def test_one_question_at_a_time():
    async def scenario():
        engine = Thinking()
        asked = AskedEngine(lambda: engine, 1.0, lambda: False)
        first = asyncio.ensure_future(asked.opinion("renju", 15, STONES, BLACK))
        while not engine.asked[1:]:
            await asyncio.sleep(0)
        with pytest.raises(ValueError, match="being asked already"):
            await asked.opinion("renju", 15, STONES, BLACK)
        engine.may_answer.set()
        await first
        assert (await asked.opinion("renju", 15, STONES, BLACK))["point"] == "j10"

    asyncio.run(scenario())


def test_an_engine_that_fails_or_never_answers_is_said_and_ended(monkeypatch):
    async def scenario():
        engine = Thinking(EngineError("gone", ENDED))
        engine.may_answer.set()
        with pytest.raises(ValueError, match="Fake has stopped by itself"):
            await opinion(engine)
        monkeypatch.setattr(asked_engine, "SPARE_S", 0.01)
        silent = Thinking()
        with pytest.raises(ValueError, match="Fake does not answer"):
            await opinion(silent, seconds=0.0)
        assert engine.runs == silent.runs == 0

    asyncio.run(scenario())


def test_it_is_not_asked_in_its_own_turn_nor_for_a_game_that_it_does_not_know():
    async def scenario():
        with pytest.raises(ValueError, match="own turn on the board"):
            await opinion(Thinking(), plays=True)
        with pytest.raises(ValueError, match="does not know this game"):
            await opinion(Thinking(), game="pente")

    asyncio.run(scenario())


def test_a_real_program_is_asked():
    async def scenario():
        make = lambda: Engine([sys.executable, str(WICKED), "good"])  # noqa: E731
        found = await AskedEngine(make, 1.0, lambda: False).opinion("renju", 15, STONES, BLACK)
        assert points.index(found["point"], 15) not in STONES

    asyncio.run(scenario())


def test_stones_without_an_order_are_put_by_turns():
    assert in_turn({5: WHITE, 1: BLACK, 2: BLACK, 3: BLACK}) == [(1, BLACK), (5, WHITE), (2, BLACK), (3, BLACK)]
