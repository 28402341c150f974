"""Whole games of an engine in its own process on the virtual board: all openings, at both seats."""

import asyncio
import random
import sys

import ledger
import pytest
from at_the_board import Table, ended
from tengen.games import registry
from tengen.games.points import name
from tengen.partner.fours import Fours
from tengen.partner.player import Player
from tengen_host.engines.gomocup import Engine
from tengen_host.guests.engine import EngineGuest

GAMES = 200
COMMAND = [sys.executable, "-c", "from tengen_host.cli import main; main()", "engine", "--level", "1"]
TURN_S = 0.06
PATIENT_S = 250  # long, because the machine may be busy
LONGEST = 400_000  # the most steps of 20 ms in a game; if a game takes more, it hangs
OPENINGS = [(game, opening) for game in ("renju", "gomoku", "five") for opening in registry.openings(game)]


class Quick(Player):
    """The board's partner at a child's level, because the test checks its answers, not its strength."""

    def begin(self, game, asked, refusal, level, luck, offers=(), limit_us=0):
        super().begin(game, asked, refusal, 1, luck, offers)


class LuckyTable(Table):
    """A table with the engine at `seat`, against a random player."""

    def __init__(self, engine, seat, chance):
        super().__init__()
        self.seat, self.chance = seat, chance
        self.guest = EngineGuest(
            "", seat, TURN_S, self.told.append,
            make=lambda command: engine, player=lambda: Quick(Fours()), luck=lambda: chance.getrandbits(29),
        )  # fmt: skip
        self.steps = 0

    async def step(self):
        self.steps += 1
        did = [did["code"] for did in self.board.done][-8:]
        assert self.steps < LONGEST and not self.guest.waits, ("it hangs", did, self.told)
        await super().step()

    async def game(self, **settings):
        """Play a game to its end, or 60 stones."""
        while not self.board.lines:
            await self.step()
        self.board.ask({"cmd": "set", "partner": self.guest.setting, "clock": "none", **settings})
        await self.wait(400)
        seen = None
        while not self.board.game.result and len(self.board.game.moves) < 60:
            await self.step()
            asks = self.board.replica.state.groups["asks"]
            if asks != seen and asks.get("who") not in (None, self.seat):
                seen = asks
                await self.wait(60)
                await self.act(asks)
        assert not self.told or all("does not know this opening" in words for words in self.told), self.told
        errors = [line["answer"] for line in self.board.lines if "answer" in line and line["answer"]["code"] == "error"]
        errors += [did for did in self.board.done if did["code"] == "fault"]
        assert not errors, errors

    async def act(self, asked):
        """Do a random action that the board asks the person for."""
        match, who = self.board.app.session.match, asked["who"]
        if asked["do"] == "choose":
            self.board.ask({"cmd": "do", "who": who, "entry": self.chance.choice(asked["options"])})
        elif asked["do"] == "keep":
            for point in match.offers[1:]:
                self.board.lift(name(point, 15))
                await self.wait(60)
            await self.press(who)
        elif asked["do"] == "offer":
            offers = []
            while len(offers) < asked["count"]:
                point = self.chance.randrange(225)
                if not match.refusal(point) and not match.equal_offers([*offers, point]):
                    offers.append(point)
            for point in offers:
                self.board.put(name(point, 15))
                await self.wait(60)
            await self.press(who)
        else:
            near = sorted(range(225), key=lambda point: abs(point // 15 - 7) + abs(point % 15 - 7))
            free = [point for point in near if not match.refusal(point) and not match.warning(point)]
            self.board.put(name(self.chance.choice(free[:12]), 15))

    async def press(self, who):
        self.board.press(who)
        await self.wait(80)
        self.board.release(who)
        await self.wait(80)


async def games(numbers):
    """Play the games with these numbers; return the number of the engine's stones."""
    engine, stones = Engine(COMMAND, margin_s=PATIENT_S, ready_s=PATIENT_S, again_s=PATIENT_S), 0
    await engine.start()
    for number in numbers:
        game, opening = OPENINGS[number % len(OPENINGS)]
        table = LuckyTable(engine, ("p1", "p2")[number // len(OPENINGS) % 2], random.Random(number))
        tasks = [asyncio.create_task(table.board.live()), asyncio.create_task(table.guest.follow(table.board))]
        try:
            await table.game(game=game, opening=opening)
        finally:
            await ended(*reversed(tasks))
        stones += sum(did["who"] == table.seat for did in table.board.done if did["code"] == "move")
    await engine.stop()
    return stones


def test_a_game_of_an_engine_in_a_process_of_its_own():
    assert asyncio.run(games([OPENINGS.index(("renju", "rif"))])) > 0


@pytest.mark.proof
def test_two_hundred_games_of_an_engine():
    """An engine in its own process plays 200 games, in all openings at both seats, without a fault or a hang."""
    stones = asyncio.run(games(range(GAMES)))
    ledger.note(f"an engine at a virtual board: {GAMES} games, {stones} stones of its own, no fault, no hang")
    assert stones > 5 * GAMES
