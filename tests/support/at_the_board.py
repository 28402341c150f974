"""For tests of guests: a virtual board with a fast clock, a tree without threads, and tasks with visible errors."""

import asyncio
from concurrent.futures import Executor, Future

from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock
from tengen_host.virtual.helping_hand import HelpingHand


async def ended(*tasks):
    """Cancel these tasks. Raise the error of a task that has failed."""
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome


class Here(Executor):
    """An executor that runs queries of the tree at once, in the thread of the test."""

    def submit(self, function, /, *arguments, **named):
        done = Future()
        try:
            done.set_result(function(*arguments, **named))
        except Exception as error:
            done.set_exception(error)
        return done


class Table:
    """A virtual board, and a hand that puts the stones that the lights request. `told`, `shown`: output of a guest."""

    def __init__(self):
        self.clock = FastClock()
        self.board = VirtualBoard(self.clock)
        self.told, self.shown = [], []
        self._later = []
        HelpingHand(self.board, lambda ms, action: self._later.append((self.clock.now() + ms, action)))

    async def step(self):
        await self.clock.advance(20)
        await asyncio.sleep(0)
        due = [action for at, action in self._later if at <= self.clock.now()]
        self._later = [each for each in self._later if each[0] > self.clock.now()]
        for action in due:
            action()

    async def wait(self, ms):
        end = self.clock.now() + ms
        while self.clock.now() < end:
            await self.step()

    async def until(self, condition, within_ms=20_000):
        end = self.clock.now() + within_ms
        while not condition():
            assert self.clock.now() < end, ([did["code"] for did in self.board.done][-8:], self.told)
            await self.step()

    def done(self, code):
        return [did for did in self.board.done if did["code"] == code]

    def moves(self):
        return [move.point for move in self.board.game.moves]

    async def play(self, point):
        before = len(self.moves())
        self.board.put(point)
        await self.until(lambda: len(self.moves()) > before)

    def away(self):
        """Make the board refuse all commands. Return a function that makes the board accept commands again."""

        def refuse(command):
            raise ValueError("the board is away")

        ask, self.board.ask = self.board.ask, refuse
        return lambda: setattr(self.board, "ask", ask)


async def nothing(table):
    """Do nothing before the guest starts."""


def at_the_table(guest_at, scenario, before=nothing, **settings):
    """Run `before(table)`, and then `scenario(table, guest)` with the guest from `guest_at(table)`.

    `settings`: the settings of the game.
    """

    async def run():
        table = Table()
        guest = guest_at(table)
        live = asyncio.create_task(table.board.live())
        await table.until(lambda: table.board.lines)
        table.board.ask({"cmd": "set", **settings})
        await table.until(lambda: settings.items() <= dict(table.board.game.settings).items())
        await before(table)
        guest.subscribe(lambda message: table.shown.extend(message["line"]["is"].values()))
        await guest.start()
        follows = asyncio.create_task(guest.follow(table.board))
        try:
            await scenario(table, guest)
        finally:
            await ended(follows, live)
            await guest.stop()

    asyncio.run(run())
