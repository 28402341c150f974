"""The soak: many games in a row on a virtual board with faults, power cuts and failures; no drift, no growth."""

import asyncio
import gc
import random
import sys
import time

import ledger
import pytest
import tengen.journal.archive
import tengen_host.virtual.board
from soak import CHATTER_MS, Soak
from tengen.journal import partfile
from tengen.journal.archive import KEPT, SPARES
from tengen_host.virtual.board import VirtualBoard
from tengen_host.virtual.clock import FastClock

GAMES, PROOF_GAMES = 12, 2000
FEW = 3  # the number of saved games in the short run
MARK = 100  # games between two measurements of memory
SETTLED_AT = 300  # after these games the journal is full, and so is the board's list of events
MOST_GROWTH = 0.01
SOON_MS = 61_000  # if the app fails twice within this time, it does not resume its game


class VirtualSoak(Soak):
    """A Soak on the virtual board, where the firmware also fails and hangs at times."""

    def __init__(self, board, clock, seed):
        super().__init__(board, clock.advance, seed)
        self.clock = clock
        self.failed_at = -SOON_MS
        self.most_files = 0

    def mishaps(self):
        found = [*super().mishaps(), self.stands_still]
        return found + [self.failing] if self.clock.now() - self.failed_at > SOON_MS else found

    async def unplug(self):
        self.board.unplug()
        await self.advance(self.random.randint(0, 200))

    async def plug(self):
        starts = self.page.starts
        self.board.plug()
        self.same("it starts", await self.until(lambda: self.page.starts > starts, 1000), True)
        await self.advance(100)

    async def failing(self):
        """Let a task of the app fail: the game must continue by itself."""
        app, chance = self.board.app, self.random
        at, what = chance.choice(
            (
                (app.director, "tick"),
                (app.upkeep, "tick"),
                (app.lamps, "draw"),
                (app.upkeep, "feed"),
                (app.laptop, "listen"),
            )
        )

        def fail(*_):
            raise MemoryError("memory allocation failed, allocating 512 bytes")

        setattr(at, what, fail)
        self.failed_at = self.clock.now()
        await self.starts_anew(1000, "exception")

    async def stands_still(self):
        self.board.app.upkeep.feed = lambda *_: None
        await self.starts_anew(5000, "watchdog")

    async def starts_anew(self, within_ms, cause):
        page, starts, before = self.page, self.page.starts, self.page.moves
        self.same("it starts", await self.until(lambda: page.starts > starts, within_ms), True)
        await self.advance(100)
        self.same("the cause", page.fault["cause"], cause)
        self.same("a game that goes on", (page.resuming, page.moves), (False, before))
        if not before:
            # choose them again, because the power may have failed before they were written
            await self.choose_settings()
        if self.odd:
            await self.advance(CHATTER_MS)

    def check_files(self, parts):
        files = self.board.store.files
        for number, data in parts.items():
            file = files[f"games/{number:05d}"]
            self.same("a part", data, file[: partfile.size(file)])

    async def check_rotation(self):
        await super().check_rotation()
        files = sorted(int(file[6:]) for file in self.board.store.files if file.startswith("games/"))
        self.most_files = max(self.most_files, len(files))
        # each game has a file for each start of the firmware; in addition, spare files are ready for the next records
        most = len(self.page.games) + SPARES + sum(self.restarts[-len(self.page.games) :])
        self.same("so few files", len(files) <= most, True)
        self.same("the oldest file", files[0], self.page.games[0])


@pytest.fixture(autouse=True)
def nobody_blames_the_game(monkeypatch):
    """Let the firmware resume its game after any number of failures, because the game does not cause these failures."""
    monkeypatch.setattr(tengen_host.virtual.board, "TRIES", sys.maxsize)


def soak(games, seed, progress=None):
    """Play games on one board. Return the Soak, and the number of allocated memory blocks after every MARK games."""
    marks = []

    async def run():
        clock = FastClock()
        board = VirtualBoard(clock, seed=seed % 1000)
        soak = VirtualSoak(board, clock, seed)
        alive = asyncio.ensure_future(board.live())
        try:
            await clock.advance(100)
            for number in range(1, games + 1):
                try:
                    await soak.play()
                except Exception as error:
                    raise AssertionError(f"seed {seed}, game {number}") from error
                assert not alive.done(), alive
                if number % MARK == 0:
                    board.lines.clear()
                    gc.collect()
                    marks.append(sys.getallocatedblocks())
                    if progress:
                        progress(number, soak, marks[-1])
        finally:
            alive.cancel()
            await asyncio.gather(alive, return_exceptions=True)
        return soak

    return asyncio.run(run()), marks


def test_a_few_games_back_to_back(monkeypatch):
    monkeypatch.setattr(tengen.journal.archive, "KEPT", FEW)
    found, _ = soak(GAMES, seed=6)
    assert found.counts["dropped"] >= GAMES - FEW - 3
    ledger.note(f"soak: {GAMES} games, the firmware was made to fail {found.page.failures} times")


@pytest.mark.proof
def test_two_thousand_games_back_to_back():
    """2,000 games on one virtual board with faults, cuts and failures: page, lights, journal agree; no memory leak."""
    seed = random.SystemRandom().randrange(1 << 30)
    print(f"\nseed {seed}")
    begin = time.monotonic()

    def progress(number, soak, blocks):
        spent, files = time.monotonic() - begin, soak.most_files
        print(f"{spent:5.0f} s: {number} games, {blocks} blocks, {files} files at most", flush=True)

    found, marks = soak(PROOF_GAMES, seed, progress)
    for kind, times in found.counts.most_common():
        print(f"{times:6d} {kind}")
    settled = marks[SETTLED_AT // MARK - 1 :]
    ledger.note(
        f"{PROOF_GAMES} games with {found.page.failures} failures, seed {seed}; {settled[0]} blocks of memory after "
        f"{SETTLED_AT} games, {max(settled)} at most from then on; {found.most_files} files at most"
    )
    assert max(settled) < settled[0] * (1 + MOST_GROWTH), marks
    assert found.counts["dropped"] >= PROOF_GAMES - KEPT - 10
