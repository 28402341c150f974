"""All lines of the virtual board since its start, merged, give the same state as a snapshot."""

import asyncio
import json
import random

import heard
import pytest
import real_games
from portable import DWELL_MS, some
from tengen.games import registry
from tengen.games.points import name
from tengen.session.settings import MODES
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

LONGEST = 400  # the most bytes of the line of an ordinary move without a clock
OF_A_STONE = {"board", "moves", "asks", "hand"}
SENT_MS = 400  # after this time the board has sent its whole state, including the open actions
TAP_MS, HOLD_MS = 80, 1100
DEEDS, CHECKS = 40, 0.4
BUTTONS = ("p1", "p2", "p1", "p2", "arbiter")
DOINGS = (*["put", "own press"] * 6, "two", "lift", "slide", "press", "hold", "back", "cut", "mend")
GAMES = [game for game in registry.NAMES if min(registry.sizes(game)) <= 15]


class People:
    """People who act at random, and a client who merges all lines of the board."""

    def __init__(self, board, clock, chance):
        self.board, self.clock, self.chance = board, clock, chance
        self.client, self.read = heard.Client(), 0
        self.checks = 0

    def hear(self):
        self.client.hear_all(self.board.lines[self.read :])
        self.read = len(self.board.lines)
        return self.client.groups

    async def deed(self):
        board, chance = self.board, self.chance
        which = chance.choice(DOINGS)
        lying = [name(at, board.size) for at in board.stones]
        free = [name(at, board.size) for at in range(board.size**2) if at not in board.stones]
        if which in ("put", "two"):
            for _ in range(1 if which == "put" else 2):
                board.put(free.pop(chance.randrange(len(free))))
        elif which == "lift" and lying:
            board.lift(chance.choice(lying))
        elif which == "slide" and lying:
            board.slide(chance.choice(lying), chance.choice(free))
        elif which == "own press":
            await self.tap(self.hear()["asks"].get("who", "p1"))
        elif which in ("press", "hold"):
            await self.tap(chance.choice(BUTTONS), HOLD_MS if which == "hold" else TAP_MS)
        elif which == "back":
            board.ask({"cmd": "back", "count": chance.randint(1, 3)})
        elif which == "cut":
            board.unplug()
            if lying:
                board.lift(chance.choice(lying))
            board.plug()
        else:
            await self.mend()
        await self.clock.advance(chance.choice((20, 100, 300, DWELL_MS)))

    async def mend(self):
        """Correct the board, so that it has exactly the stones of the game."""
        board, cells = self.board, self.board.game.cells
        lying = {board._in_game(at): name(at, board.size) for at in board.stones}
        for point in lying:
            if point not in cells:
                board.lift(lying[point])
        shown = {board._in_game(at): name(at, board.size) for at in range(board.size**2)}
        for point in cells:
            if point not in lying:
                board.put(shown[point])

    async def tap(self, who, ms=TAP_MS):
        self.board.press(who)
        await self.clock.advance(ms)
        self.board.release(who)

    async def check(self):
        """Check that a snapshot equals the client's state, unless something happens at the same time."""
        await self.clock.advance(SENT_MS)
        before, at = self.hear(), self.read
        session = self.board.app.session
        menus = {*session.menus}
        self.board.ask({"cmd": "snapshot"})
        await self.clock.advance(SENT_MS)
        self.hear()
        lines = self.board.lines[at:]
        (end,) = (number for number, line in enumerate(lines, 1) if line.get("whole"))
        closed = {*session.menus} != menus  # five idle seconds close a menu, without an event
        clock = heard.told(lines[:end])["clock"] or {}
        over = clock.get(clock.get("running")) == 0  # the event about this time or period follows
        happens = closed or over or session.board_state.pending or any("did" in line for line in lines[:end])
        if not happens:
            heard.agree(before, lines[:end])
            self.checks += 1


def at_a_board(script, seed=0):
    async def run():
        clock = FastClock()
        board = VirtualBoard(clock, seed=seed)
        alive = asyncio.ensure_future(board.live())
        try:
            await clock.advance(300)
            await script(board, clock)
            assert not alive.done(), alive
        finally:
            alive.cancel()
            await asyncio.gather(alive, return_exceptions=True)

    asyncio.run(run())


@pytest.mark.parametrize("times", [2, pytest.param(40, marks=pytest.mark.proof)])
@pytest.mark.parametrize("game", GAMES)
def test_a_snapshot_agrees_with_all_lines_before(game, times):
    """Random actions in games of each kind and mode, with power cuts: a snapshot equals the merged lines."""
    for number in range(some(times)):
        chance = random.Random(f"{game} {number}")
        modes = [mode for mode in MODES if mode != "silent" or registry.silent(game)]

        async def play(board, clock, chance=chance, modes=modes):
            people = People(board, clock, chance)
            clocks = chance.choice(("none", "10+5", "0.2/5x3"))
            opening = chance.choice(registry.openings(game))
            settings = {"game": game, "mode": chance.choice(modes), "clock": clocks, "opening": opening}
            board.ask({"cmd": "set", **settings})
            await clock.advance(200)
            assert people.hear()["game"]["name"] == game
            for _ in range(DEEDS):
                await people.deed()
                if chance.random() < CHECKS:
                    await people.check()
            assert people.checks > DEEDS * CHECKS / 4

        at_a_board(play)


@pytest.mark.parametrize("number", [0, 1000])
def test_the_line_of_a_stone_that_has_become_a_move_is_short(number):
    async def play(board, clock):
        sizes, size = [], 0
        for point in real_games.games()[number][:-1]:
            board.put(point)
            await clock.advance(DWELL_MS + 200)
        for line in board.lines:
            size += len(json.dumps(line, separators=(",", ":"))) + 2
            if not line.get("more"):
                if [did["code"] for did in line.get("did", ())] == ["move"] and line["is"].keys() <= OF_A_STONE:
                    sizes.append(size)
                size = 0
        assert len(sizes) > 10 and max(sizes) <= LONGEST, sizes

    at_a_board(play)
